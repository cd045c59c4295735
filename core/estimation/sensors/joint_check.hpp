// The check of encoders, joint velocities and joint torques. A bad joint keeps its last credible position and
// counts as at rest.
#pragma once

#include "core/dynamics/robot_tree.hpp"
#include "core/estimation/sensors/frozen_watch.hpp"
#include "core/estimation/sensors/torque_watch.hpp"

namespace footing {

// Beyond it a number is of no joint.
template <typename Number>
struct JointMost {
  Number velocity = Number(1000), torque = Number(1000);  // rad/s, N·m
};

// Four times the limits of each joint, within what drives are built for and what no number may be.
template <typename Number, typename Model>
std::array<JointMost<Number>, Model::kJoints> MostOfJoints(const Model& model) {
  using Scalar = typename Model::Scalar;
  std::array<JointMost<Number>, Model::kJoints> most;
  const auto bound = [](Scalar limit) {
    return static_cast<Number>(Clamp(Scalar(4) * limit, Scalar(100), Scalar(1000)));
  };
  for (unsigned j = 0; j < Model::kJoints; ++j)
    most[j] = {bound(model.joints[j].limits.velocity), bound(model.joints[j].limits.torque)};
  return most;
}

// N·m, a change that moves a joint, of each: twice the dry friction and half a hundredth of the robot's
// weight on its leg.
template <typename Number, typename Model>
std::array<Number, Model::kJoints> StillTorque(const Model& model) {
  using Scalar = typename Model::Scalar;
  const RobotScale<Scalar> scale = ScaleOf(model);
  std::array<Number, Model::kJoints> torque;
  for (unsigned j = 0; j < Model::kJoints; ++j) {
    torque[j] = static_cast<Number>(Scalar(2) * model.joints[j].drive.friction +
                                    Scalar(0.005L) * scale.weight * scale.length);
  }
  return torque;
}

template <int kJoints, typename Number, typename Scalar>
class JointCheck {
 public:
  // `still_torque` [N·m]: a change that moves a joint, of each. `most`: what a joint can do.
  JointCheck(const std::array<Number, kJoints>& still_torque,
             const std::array<JointMost<Number>, kJoints>& most)
      : most_(most), torques_(still_torque), frozen_(still_torque) {}

  // The joints of `sensed`, whose dt and flags of time are those of this sample.
  template <typename Raw, typename Checked>
  void Check(const Raw& raw, Checked& sensed) {
    CheckTorques(raw, sensed);
    frozen_.Move(raw.position, Number(sensed.dt));
    const bool bridged = !started_ || (sensed.flags & (kTickLate | kTickMissed)) != 0;
    for (unsigned j = 0; j < kJoints; ++j) {  // at most kJoints
      const int row = static_cast<int>(j);
      const Number velocity = raw.velocity_valid ? raw.velocity[j] : Tracked(raw.position[j], j, sensed.dt);
      const Number torque = raw.torque_valid ? raw.torque[j] : Number(acted_[j]);
      const bool near =
          bridged || !IsCredible(last_position_[j]) || Abs(raw.position[j] - last_position_[j]) < kFarthest;
      const bool credible = IsCredible(raw.position[j]) && near && Abs(velocity) < most_[j].velocity &&
                            Abs(torque) < most_[j].torque;
      const bool still = raw.position[j] == last_position_[j];
      const bool frozen = frozen_.IsFrozen(j, still, credible, torque);
      if (!credible) sensed.flags |= kJointNotFinite;
      if (frozen) sensed.flags |= kEncoderFrozen;
      sensed.joint_good[j] = credible && !frozen && (sensed.flags & kSourceStill) == 0;
      if (IsCredible(raw.position[j]) && near) sensed.joint_position[row] = Scalar(raw.position[j]);
      sensed.joint_velocity[row] = sensed.joint_good[j] ? Scalar(velocity) : Scalar(0);
      sensed.joint_torque[row] = credible ? Scalar(torque) : Scalar(0);
    }
    last_position_ = raw.position;
    started_ = true;
  }

  // After all checks of a sample. `trusted`: it was measured; after another one, another torque may have been
  // commanded than the caller's.
  void Act(const std::array<Scalar, kJoints>& commanded, bool used, bool trusted) {
    if (used) acted_ = commanded;
    trusted_ = trusted;
  }

 private:
  // A position that is farther from the last one is of no joint. One that stays there is the joint's next.
  static constexpr Number kFarthest = Number(1);  // rad

  // A torque that does not follow its command is told, and used all the same: in a replay with another
  // controller the command is the one that did not act.
  template <typename Raw, typename Checked>
  void CheckTorques(const Raw& raw, Checked& sensed) {
    bool credible = raw.torque_valid && trusted_;
    // at most kJoints
    for (unsigned j = 0; j < kJoints; ++j)
      credible &= IsCredible(raw.torque[j]) && IsCredible(Number(acted_[j]));
    if (credible && sensed.dt > Scalar(0)) torques_.Update(raw.torque, acted_, Number(sensed.dt));
    if (torques_.stuck() != 0) sensed.flags |= kTorqueStuck;
    if (torques_.reversed() != 0) sensed.flags |= kTorqueReversed;
    sensed.suspect_joints = torques_.stuck() | torques_.reversed();
  }

  // The rate of a joint whose drive gives none: that of a tracker of the encoder of second order, damping
  // 0.8.
  Number Tracked(Number position, unsigned j, Scalar dt) {
    constexpr Number kCutOff = Number(300);  // rad/s
    if (!IsCredible(position)) return position;
    if (!followed_[j]) follower_[j] = position, rate_[j] = Number(0), followed_[j] = true;
    const Number step = Number(dt);
    const Number pull = kCutOff * kCutOff * (position - follower_[j]) - Number(1.6L) * kCutOff * rate_[j];
    rate_[j] += step * pull / (Number(1) + Number(1.6L) * kCutOff * step);
    follower_[j] += step * rate_[j];
    return rate_[j];
  }

  std::array<JointMost<Number>, kJoints> most_;
  TorqueWatch<kJoints, Number> torques_;
  FrozenWatch<kJoints, Number> frozen_;
  bool started_ = false;
  bool trusted_ = true;  // the last sample
  std::array<Number, kJoints> last_position_{};
  // N·m, commanded with the last sample: acted in the period that has passed.
  std::array<Scalar, kJoints> acted_{};
  std::array<bool, kJoints> followed_{};
  std::array<Number, kJoints> follower_{};  // rad
  std::array<Number, kJoints> rate_{};      // rad/s
};

}  // namespace footing
