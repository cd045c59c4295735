// Whether a joint's measured torque follows the one that was commanded. Of both the covariance is kept, each
// less its own slow mean, so that offset, friction and noise do not count:
//   stuck      the command varies, the measurement hardly does
//   reversed   the measurement varies against the command
// One joint is looked at in a tick, in turn, with the mean of the ticks since its last turn.
#pragma once

#include <array>
#include <cstdint>

#include "core/estimation/sensors/measurement.hpp"
#include "core/scalar.hpp"

namespace footing {

template <int kJoints, typename Number>
class TorqueWatch {
 public:
  // `least` [N·m]: a command that varies by less than that, as its deviation, says nothing of the joint.
  explicit TorqueWatch(const std::array<Number, kJoints>& least) : least_(least) {}

  // Torques [N·m] of the `dt` [s] that has passed, finite. Some 4 operations a joint, and 40.
  template <typename Commanded>
  void Update(const std::array<Number, kJoints>& measured, const std::array<Commanded, kJoints>& commanded,
              Number dt) {
    for (unsigned j = 0; j < kJoints; ++j) {
      joint_[j].measured += measured[j];
      joint_[j].commanded += Number(commanded[j]);
    }
    Judge(next_, Min(Number(kJoints) * dt / kTime, Number(1)));
    next_ = next_ + 1 < kJoints ? next_ + 1 : 0;
  }

  JointMask stuck() const { return stuck_; }
  JointMask reversed() const { return reversed_; }

 private:
  // s, of means and covariances: two steps of a trot.
  static constexpr Number kTime = Number(0.3L);
  // Of the command's variance. Over the demo's seeds and terrains a healthy joint has a covariance of 0.75 or
  // more of it, and never a smaller variance.
  static constexpr Number kStill = Number(0.0625L), kAgainst = Number(-0.3L), kFollows = Number(0.4L);

  struct Joint {
    int turns = 0;                                                         // at most 2
    Number measured = 0, commanded = 0;                                    // N·m, sums since the last turn
    Number mean_measured = 0, mean_commanded = 0;                          // N·m
    Number variance_measured = 0, variance_commanded = 0, covariance = 0;  // (N·m)²
  };

  void Judge(unsigned j, Number gain) {
    Joint& joint = joint_[j];
    // Before its second turn the sums are of fewer ticks.
    if (joint.turns < 2) {
      joint.mean_measured = joint.measured * kShare;
      joint.mean_commanded = joint.commanded * kShare;
      ++joint.turns;
    }
    const Number measured = joint.measured * kShare - joint.mean_measured;
    const Number commanded = joint.commanded * kShare - joint.mean_commanded;
    joint.measured = joint.commanded = Number(0);
    joint.mean_measured += gain * measured;
    joint.mean_commanded += gain * commanded;
    joint.variance_measured += gain * (measured * measured - joint.variance_measured);
    joint.variance_commanded += gain * (commanded * commanded - joint.variance_commanded);
    joint.covariance += gain * (measured * commanded - joint.covariance);

    const Number varied = joint.variance_commanded;
    if (varied < least_[j] * least_[j]) return;  // nothing to follow
    const JointMask bit = BitOf(j);
    if (joint.covariance > kFollows * varied) stuck_ &= ~bit, reversed_ &= ~bit;
    if (joint.variance_measured < kStill * varied) stuck_ |= bit, reversed_ &= ~bit;
    if (joint.covariance < kAgainst * varied) reversed_ |= bit, stuck_ &= ~bit;
  }

  static constexpr Number kShare = Number(1) / Number(kJoints);

  std::array<Number, kJoints> least_;
  std::array<Joint, kJoints> joint_{};
  unsigned next_ = 0;
  JointMask stuck_ = 0, reversed_ = 0;
};

}  // namespace footing
