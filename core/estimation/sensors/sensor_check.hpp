// The checks of a measurement, one class for each kind of sensor: raw numbers in, numbers that can be
// computed with out, and a flag for whatever was wrong (docs/faults.md).
#pragma once

#include "core/estimation/sensors/imu_check.hpp"
#include "core/estimation/sensors/joint_check.hpp"
#include "core/estimation/sensors/sample_clock.hpp"

namespace footing {

template <typename Scalar>
struct SensorCheckOptions {
  Scalar period = Scalar(0.001L);  // s, nominal, of the samples
  Scalar gravity = Scalar(9.81L);  // m/s², what an accelerometer at rest reads
  // Samples in a row with the same 10 floats, at which the IMU counts as lost: one with any noise at all
  // never repeats them. 0: never lost for that, as for a simulation without noise.
  int imu_repeats = 5;
  ImuModel<Scalar> imu{};    // where it sits on the base
  Scalar largest_force = 0;  // N, of a foot's sensor, each component; no credible one is beyond
};

template <int kJoints, typename Number, typename Scalar = Number, int kFeet = 0>
class SensorCheck {
 public:
  using Raw = Measurement<kJoints, Number, Scalar, kFeet>;
  using Checked = Sensed<kJoints, Scalar, kFeet>;

  // `still_torque` [N·m]: a change that moves a joint, of each. `most`: what a joint can do.
  explicit SensorCheck(const SensorCheckOptions<Scalar>& options,
                       const std::array<Number, kJoints>& still_torque = {},
                       const std::array<JointMost<Number>, kJoints>& most = {})
      : largest_force_(options.largest_force),
        clock_(options.period),
        joints_(still_torque, most),
        imu_(options.imu, options.gravity, options.imu_repeats) {}

  // Fills all of `sensed`; its dt is at most 5 periods. It carries the last finite values from call to
  // call; before the first they are what it is built with. Costs a few comparisons a number.
  void Check(const Raw& raw, Checked& sensed) {
    const auto passed = clock_.Hear(raw.stamp, raw.dt);
    sensed.flags = passed.flags;
    sensed.dt = passed.dt;
    joints_.Check(raw, sensed);
    imu_.Check(raw, sensed);
    CheckFeet(raw, sensed);
    joints_.Act(raw.commanded, (sensed.flags & kTickDoubled) == 0, (sensed.flags & kNotMeasured) == 0);
  }

 private:
  // A force that cannot be is as one that was not measured.
  void CheckFeet(const Raw& raw, Checked& sensed) const {
    sensed.feet.valid = 0;
    if (raw.foot_force_valid == 0) return;
    for (unsigned foot = 0; foot < kFeet; ++foot) {
      if ((raw.foot_force_valid >> foot & 1u) == 0) continue;
      bool credible = true;
      for (unsigned k = 0; k < 3; ++k) {
        const auto force = Scalar(raw.foot_force[foot][k]);
        credible &= Abs(force) <= largest_force_;
        sensed.feet.force[foot][static_cast<int>(k)] = force;
      }
      if (credible)
        sensed.feet.valid |= 1u << foot;
      else
        sensed.flags |= kFootForceLost;
    }
  }

  Scalar largest_force_;  // N
  SampleClock<Scalar> clock_;
  JointCheck<kJoints, Number, Scalar> joints_;
  ImuCheck<Number, Scalar> imu_;
};

}  // namespace footing
