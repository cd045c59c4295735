// A small locomotion controller of any quadruped with three joints a leg: stands, trots, walks, paces, and
// reaches for ground that is not where it was believed to be. It is here to exercise the estimator.
//
// Loaded stance legs share the wrench that the base needs (least squares, then cut to the
// cone), the others follow a path of the foot by a spring and damper. Gains and times are made dimensionless
// by the robot's mass, its standing height and gravity (body_units.hpp): one set is for all robots.
#pragma once

#include <array>

#include "core/dynamics/dynamics_terms.hpp"
#include "core/dynamics/robot_state.hpp"
#include "firmware/controllers/body_units.hpp"
#include "firmware/controllers/controller_options.hpp"
#include "firmware/controllers/load_sharing.hpp"
#include "firmware/controllers/trot/gait.hpp"
#include "firmware/controllers/trot/swing_path.hpp"
#include "firmware/tick_report.hpp"
#include "hal/record.hpp"

namespace footing {

// Whether a robot can trot so: four point feet, each on a leg of three joints, and no other joints.
template <typename Robot>
inline constexpr bool kTrots = Robot::kFeet == 4 && Robot::kPoints == 4 && Robot::kJoints == 12 &&
                               LongestLeg(Robot::template Model<float>()) == 3;

template <typename Robot, typename Scalar>
class TrotController {
 public:
  static constexpr int kJoints = Robot::kJoints;
  static constexpr int kFeet = Robot::kFeet;
  using Model = RobotModel<Scalar, kJoints, kFeet>;
  using State = RobotState<Scalar, kJoints>;
  using Feet = std::array<ContactState, kFeet>;
  using Torque = std::array<Scalar, kJoints>;

  explicit TrotController(const ControllerOptions<Scalar>& options);

  // The next torques [N·m], within the limit. `state`: the origin is the ground straight below the base.
  // `ground`: its normal.
  Torque Update(const hal::OperatorInput& input, const State& state, const DynamicsTerms<Model>& terms,
                const Feet& feet, const Vector3<Scalar>& ground, Scalar dt);

  bool ScheduledStance(int leg) const { return !stepping_ || gait_.Stance(LegPhase(leg)); }

  // Of the planned stance or swing, the share that has passed, 0 to 1; one half where it does not step.
  Scalar ScheduledShare(int leg) const {
    if (!stepping_) return Scalar(0.5);
    const Scalar phase = LegPhase(leg);
    return gait_.Stance(phase) ? gait_.StanceShare(phase) : gait_.SwingShare(phase);
  }

  // What the tracker is told: 1 where a foot is to stand, −1 where it is to swing, less near the switch of
  // the two; 0 where it does not step.
  std::array<Scalar, kFeet> Plan() const {
    std::array<Scalar, kFeet> plan{};
    if (!stepping_ || !options_.tells_plan) return plan;
    const Scalar clock = clock_ + gait_.period - options_.plan_delay;
    for (int leg = 0; leg < kFeet; ++leg)
      plan[static_cast<unsigned>(leg)] = gait_.Plan(LegPhase(leg, clock), options_.plan_edge * units_.time);
    return plan;
  }

 private:
  struct Leg {
    bool support = false;     // carries a share of the wrench
    Scalar weight = 0;        // of its share, 0 to 1
    Scalar support_time = 0;  // s without a break
    Scalar slip_time = 0;     // s without a break that it has been slipping
    FootPath<Scalar> wanted;  // of the foot; of one that carries the position alone
    Vector3<Scalar> lift_off = Vector3<Scalar>::Zero();  // where the swing began
    Vector3<Scalar> force = Vector3<Scalar>::Zero();     // N, wanted, ground on foot
  };
  using Sharing = LoadSharing<Scalar, kFeet>;
  using Wrench6 = typename Sharing::Wrench6;
  static constexpr Model kModel = Robot::template Model<Scalar>();

  Scalar LegPhase(int leg) const { return LegPhase(leg, clock_); }
  Scalar LegPhase(int leg, Scalar clock) const {
    return gait_.LegPhase(clock, front_[static_cast<unsigned>(leg)], left_[static_cast<unsigned>(leg)]);
  }

  Vector3<Scalar> AlongGround(const Vector3<Scalar>& v) const { return v - v.dot(normal_) * normal_; }
  void AdvanceClock(const hal::OperatorInput& input, const State& state, Scalar dt);
  void PlanLeg(int leg, const State& state, const DynamicsTerms<Model>& terms, ContactState contact,
               Scalar dt);
  void FollowBase(const State& state, const Vector3<Scalar>& ground, Scalar dt);
  void UpdateSway();
  Vector3<Scalar> Foothold(int leg, const State& state, Scalar time_left) const;
  Wrench6 WantedWrench(const State& state, const DynamicsTerms<Model>& terms) const;
  void ShareWrench(const Wrench6& wrench, const State& state, const DynamicsTerms<Model>& terms);
  Torque LegTorques(const State& state, const DynamicsTerms<Model>& terms) const;

  ControllerOptions<Scalar> options_;
  BodyUnits<Scalar> units_;
  Gait<Scalar> gait_;
  std::array<Vector3<Scalar>, kFeet> nominal_;  // m, of a standing foot, from the base's origin, base axes
  std::array<bool, kFeet> front_, left_;
  std::array<LegJoints<3>, kFeet> joints_;
  bool started_ = false;
  bool stepping_ = false;
  Scalar hang_time_ = 0;                                         // s without a supporting leg
  Scalar clock_ = 0;                                             // s, into the gait's period
  Vector3<Scalar> speed_ = Vector3<Scalar>::Zero();              // wanted, m/s: forward, left; rad/s: yaw
  Vector3<Scalar> heading_ = Vector3<Scalar>::UnitX();           // wanted, horizontal
  Vector3<Scalar> sway_velocity_ = Vector3<Scalar>::Zero();      // m/s, of the base, beside speed_
  Vector3<Scalar> sway_acceleration_ = Vector3<Scalar>::Zero();  // m/s²
  Vector3<Scalar> slope_ = Vector3<Scalar>::Zero();  // the ground's rise a metre along x and y; 0 if small
  std::array<Leg, kFeet> legs_;
  Vector3<Scalar> normal_ = Vector3<Scalar>::UnitZ();  // of that slope
  Sharing load_sharing_;
};

}  // namespace footing
