// What crosses the facade: one measurement in, one command out, a control period each.
// Only what a robot has. All SI; unit suffixes where the unit is not SI.
#pragma once

#include <cstdint>

namespace footing::hal {

inline constexpr int kJointCount = 12;
inline constexpr std::uint32_t kPeriodUs = 1000;  // of the control tick

// What the operator asks for; it comes over the radio and so through the facade.
enum class OperatorMode : std::uint32_t { kDamp = 0, kStand = 1, kTrot = 2 };

struct OperatorInput {
  OperatorMode mode;
  float forward_speed;  // m/s, along the heading
  float lateral_speed;  // m/s, to the left
  float yaw_rate;       // rad/s, counter-clockwise from above
};

inline constexpr std::uint32_t kImuValid = 1u << 0;  // bit of Measurement::valid

// 4-byte fields only, no padding: the record of the stream format (stream.hpp).
struct Measurement {
  std::uint32_t sequence;             // number of this sample, +1 a period
  std::uint32_t time_us;              // when it was taken; wraps
  std::uint32_t valid;                // bits above
  float joint_position[kJointCount];  // rad, 14-bit encoder
  float joint_velocity[kJointCount];  // rad/s, differenced and filtered in the drive
  float joint_torque[kJointCount];    // N·m, at the joint
  float attitude[4];                  // w x y z, IMU (= base) frame to world
  float gyro[3];                      // rad/s, IMU frame
  float accelerometer[3];             // m/s², specific force, IMU frame
  OperatorInput operator_input;
};
static_assert(sizeof(Measurement) == 4 * (3 + 3 * kJointCount + 10 + 4));

// Applied from the next period on: the drives hold it for one period.
struct Command {
  float joint_torque[kJointCount];  // N·m
};

}  // namespace footing::hal
