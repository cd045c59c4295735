// A small locomotion controller of a quadruped with three joints a leg: stands, trots, and reaches for ground
// that is not where it was believed to be. It is here to exercise the estimator.
//
// Loaded stance legs share the wrench that the base needs (least squares, then cut to the
// cone), the others follow a path of the foot by a spring and damper.
#pragma once

#include <array>

#include "core/dynamics/dynamics_terms.hpp"
#include "core/dynamics/robot_state.hpp"
#include "firmware/controllers/gait.hpp"
#include "firmware/controllers/load_sharing.hpp"
#include "firmware/tick_report.hpp"
#include "hal/record.hpp"

namespace footing {

// Without a default: the robot's own, in robots/<name>/options.hpp.
template <typename Scalar>
struct ControllerOptions {
  Gait<Scalar> gait;
  Scalar stand_height = 0;   // m, base over the feet
  Scalar swing_height = 0;   // m
  Scalar hip_ahead = 0;      // m, a front foot under its hip, forward of the base
  Scalar hip_aside = 0;      // m, a left one, to the left
  Scalar largest_force = 0;  // N, normal, of a supporting foot
  Scalar torque_limit = 0;   // N·m

  Scalar unload_time = Scalar(0.04);    // s, up to the planned lift-off: while four feet stand
  // s, from touch-down to the whole share: a sudden torque would be felt as a force, as the joints' velocity lags
  Scalar load_time = Scalar(0.008);
  Scalar least_force = Scalar(7);       // N, normal, of a supporting foot
  Scalar clock_offset = 0;              // s, of the gait clock: a test that the estimator does not use it
  Scalar friction = Scalar(0.45);       // μ that is asked of the ground, below the nominal 0.6
  Scalar slip_friction = Scalar(0.06);  // the same of a foot that slips
};

template <typename Scalar>
class Controller {
 public:
  using Model = RobotModel<Scalar, kJoints, kFeet>;
  using State = RobotState<Scalar, kJoints>;
  using Feet = std::array<ContactState, kFeet>;
  using Torque = std::array<Scalar, kJoints>;

  explicit Controller(const ControllerOptions<Scalar>& options) : options_(options) {}

  // The next torques [N·m], within the limit. `state` with its z over the believed ground.
  Torque Update(const hal::OperatorInput& input, const State& state, const DynamicsTerms<Model>& terms,
                const Feet& feet, Scalar dt);

  bool ScheduledStance(int leg) const {
    return !trotting_ || options_.gait.Stance(options_.gait.LegPhase(clock_, leg));
  }

 private:
  struct Leg {
    bool support = false;                                // carries a share of the wrench
    Scalar weight = 0;                                   // of its share, 0 to 1
    Scalar support_time = 0;                             // s without a break
    Scalar slip_time = 0;                                // s without a break that it has been slipping
    Vector3<Scalar> position = Vector3<Scalar>::Zero();  // m, world, wanted of the foot
    Vector3<Scalar> velocity = Vector3<Scalar>::Zero();
    Vector3<Scalar> lift_off = Vector3<Scalar>::Zero();  // where the swing began
    Vector3<Scalar> force = Vector3<Scalar>::Zero();     // N, wanted, ground on foot
  };
  using Wrench6 = typename LoadSharing<Scalar>::Wrench6;

  void AdvanceClock(const hal::OperatorInput& input, const State& state, Scalar dt);
  void PlanLeg(int leg, const State& state, const DynamicsTerms<Model>& terms, ContactState contact,
               Scalar dt);
  Vector3<Scalar> Foothold(int leg, const State& state, Scalar time_left) const;
  Wrench6 WantedWrench(const State& state, const DynamicsTerms<Model>& terms) const;
  void ShareWrench(const Wrench6& wrench, const State& state, const DynamicsTerms<Model>& terms);
  Torque LegTorques(const DynamicsTerms<Model>& terms) const;

  ControllerOptions<Scalar> options_;
  bool started_ = false;
  bool trotting_ = false;
  Scalar clock_ = 0;                                    // s, into the gait's period
  Vector3<Scalar> speed_ = Vector3<Scalar>::Zero();     // wanted, m/s: forward, left; rad/s: yaw
  Vector3<Scalar> heading_ = Vector3<Scalar>::UnitX();  // wanted, horizontal
  std::array<Leg, kFeet> legs_;
  LoadSharing<Scalar> load_sharing_;
};

}  // namespace footing
