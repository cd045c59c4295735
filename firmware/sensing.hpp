// From what crosses the facade to what the tracker and the controller take.
#pragma once

#include <limits>

#include "core/estimation/sensors/measurement.hpp"
#include "core/scalar.hpp"
#include "firmware/tick_report.hpp"

namespace footing {

// `commanded` [N·m]: the torque sent last tick. Its checks are the tracker's. A measurement of another number
// of joints is of no joint: all are NaN. Of another number of feet, none of their forces is valid.
template <int kFeet = 0, typename Scalar, std::size_t kJoints>
Measurement<static_cast<int>(kJoints), float, Scalar, kFeet> Sense(
    const hal::Measurement& raw, const std::array<Scalar, kJoints>& commanded) {
  static_assert(kFeet <= hal::kFootCapacity);
  Measurement<static_cast<int>(kJoints), float, Scalar, kFeet> measured;
  const bool same = raw.joints == kJoints;
  for (unsigned j = 0; j < kJoints; ++j) {  // at most hal::kJointCapacity
    measured.position[j] = same ? raw.joint_position[j] : std::numeric_limits<float>::quiet_NaN();
    measured.velocity[j] = raw.joint_velocity[j];
    measured.torque[j] = raw.joint_torque[j];
  }
  for (unsigned k = 0; k < 4; ++k) measured.attitude[k] = raw.attitude[k];
  for (unsigned k = 0; k < 3; ++k) {
    measured.gyro[k] = raw.gyro[k];
    measured.acceleration[k] = raw.accelerometer[k];
  }
  measured.commanded = commanded;
  measured.imu_valid = (raw.valid & hal::kImuValid) != 0;
  measured.velocity_valid = (raw.valid & hal::kVelocityValid) != 0;
  measured.torque_valid = (raw.valid & hal::kTorqueValid) != 0;
  if (raw.feet == kFeet && (raw.valid & hal::kAnyFootForceValid) != 0) {
    measured.foot_force_valid = (raw.valid & hal::kAnyFootForceValid) / hal::FootForceValid(0);
    for (unsigned foot = 0; foot < kFeet; ++foot) {
      for (unsigned k = 0; k < 3; ++k) measured.foot_force[foot][k] = raw.foot_force[foot][k];
    }
  }
  measured.stamp = {true, raw.sequence, raw.time_us};
  return measured;
}

// The operator's input; where a speed is not finite, to stand, or to damp where that is asked for.
inline hal::OperatorInput Checked(const hal::OperatorInput& input) {
  if (IsFinite(input.forward_speed) && IsFinite(input.lateral_speed) && IsFinite(input.yaw_rate))
    return input;
  const bool damp = input.mode == hal::OperatorMode::kDamp;
  return {damp ? hal::OperatorMode::kDamp : hal::OperatorMode::kStand, 0.0f, 0.0f, 0.0f};
}

}  // namespace footing
