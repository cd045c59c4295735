// A controller of any robot that does not trot: it stands, squats, shifts its weight off the last foot,
// lifts the last, and rises on its toes. It is here to exercise the estimator. Point feet cannot balance so:
// the trunk then needs a gantry.
//
// The points of the loaded feet share the wrench that brings the centre of mass over them and keeps the trunk
// upright. A foot in the air is held over where it last stood, by springs at its points; all other joints
// have springs about the standing posture. Gains are in the units of body_units.hpp; those of joints grow
// with what the joint moves.
#pragma once

#include <array>

#include "core/dynamics/dynamics_terms.hpp"
#include "core/dynamics/robot_state.hpp"
#include "firmware/controllers/body_units.hpp"
#include "firmware/controllers/controller_options.hpp"
#include "firmware/controllers/load_sharing.hpp"
#include "firmware/tick_report.hpp"
#include "hal/record.hpp"

namespace footing {

template <typename Robot, typename Scalar>
class BalanceController {
 public:
  static constexpr int kJoints = Robot::kJoints;
  static constexpr int kFeet = Robot::kFeet;
  static constexpr int kPoints = Robot::kPoints;
  using Model = RobotModel<Scalar, kJoints, kPoints, kFeet>;
  using State = RobotState<Scalar, kJoints>;
  using Feet = std::array<ContactState, kFeet>;
  using Torque = std::array<Scalar, kJoints>;

  explicit BalanceController(const ControllerOptions<Scalar>& options);

  // The next torques [N·m], within the limits. `state`: the origin is the ground straight below the base. The
  // ground counts as level.
  Torque Update(const hal::OperatorInput& input, const State& state, const DynamicsTerms<Model>& terms,
                const Feet& feet, const Vector3<Scalar>& ground, Scalar dt);

  // Once it has stood, all feet are to stand, except one that is lifted.
  std::array<Scalar, kFeet> Plan() const {
    std::array<Scalar, kFeet> plan{};
    for (int foot = 0; foot < kFeet && stood_; ++foot)
      plan[static_cast<unsigned>(foot)] = ScheduledStance(foot) ? Scalar(1) : Scalar(-1);
    return plan;
  }

  bool ScheduledStance(int foot) const { return !lifts_ || foot != kFeet - 1; }

 private:
  using Sharing = LoadSharing<Scalar, kPoints>;
  using Wrench6 = typename Sharing::Wrench6;
  static constexpr Model kModel = Robot::template Model<Scalar>();
  static constexpr int kLeg = LongestLeg(kModel);

  // Of what a foot would carry: the last one is unloaded before it is lifted.
  Scalar Share(int foot) const {
    return kFeet > 1 && foot == kFeet - 1 ? Max(Scalar(1) - shift_, Scalar(0.15)) : Scalar(1);
  }
  // Of the weight, while all feet stand.
  Scalar LoadShare(int foot) const { return Share(foot) / (Scalar(kFeet - 1) + Share(kFeet - 1)); }
  bool IsHeld(int foot) const { return stood_ || support_[static_cast<unsigned>(foot)]; }
  void FollowOperator(const hal::OperatorInput& input, Scalar dt);
  // A foot that is to stand and is no longer felt is pressed harder, and stays so until it is lifted: an
  // estimator that was told wrong friction does not feel a light foot.
  void SeekGround(int foot, Scalar dt);
  // Keeps in mind where each foot last stood; of a robot in the air, where its feet are.
  void FollowPlaces(const State& state, Scalar dt);
  Wrench6 WantedWrench(const State& state, const DynamicsTerms<Model>& terms,
                       const Vector3<Scalar>& over) const;
  // Fills force_ of the points that carry, ground on foot; returns the middle of those that should.
  Vector3<Scalar> ChooseSupport(const DynamicsTerms<Model>& terms, const Feet& feet, Scalar dt);
  Torque Torques(const State& state, const DynamicsTerms<Model>& terms) const;

  ControllerOptions<Scalar> options_;
  BodyUnits<Scalar> units_;
  std::array<Vector3<Scalar>, kPoints> nominal_;  // m, standing, from the base's origin, base axes
  std::array<Vector3<Scalar>, kPoints> place_;    // m, where a foot's points last stood, as `state` counts
  std::array<LegJoints<kLeg>, kFeet> leg_;
  std::array<bool, kJoints> in_leg_{};
  bool lifts_ = false;
  Scalar squat_ = 0;   // 0 to 1, how far
  Scalar shift_ = 0;   // off the last foot
  Scalar raised_ = 0;  // the last foot
  Scalar tiptoe_ = 0;
  Scalar support_time_ = 0;  // s, that a foot has carried without a break
  Scalar stand_time_ = 0;    // s, that all feet have
  bool stood_ = false;       // it has stood: before that nothing is known of the ground
  std::array<bool, kFeet> support_{};
  std::array<Scalar, kFeet> sought_{};  // weight, that a foot is pressed with at the least
  typename Sharing::Feet points_;
  Sharing load_sharing_;
};

}  // namespace footing
