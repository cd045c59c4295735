// What crosses the facade in each control period: one measurement in, one command out.
// It holds only what a real robot has. Units are SI; a name has a suffix where its unit is not.
#pragma once

#include <cstdint>

namespace footing::hal {

inline constexpr int kJointCount = 12;
inline constexpr std::uint32_t kPeriodUs = 1000;  // of the control tick

// What the operator asks for. It comes over the radio, and so through the facade.
enum class OperatorMode : std::uint32_t { kDamp = 0, kStand = 1, kTrot = 2 };

struct OperatorInput {
  OperatorMode mode;
  float forward_speed;  // m/s, along the heading
  float lateral_speed;  // m/s, to the left
  float yaw_rate;       // rad/s, counter-clockwise from above
};

inline constexpr std::uint32_t kImuValid = 1u << 0;  // a bit of Measurement::valid

// It is the record of the stream format (stream.hpp): 4-byte fields only, no padding.
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

// Applied from the start of the next period; the drives hold it for one period.
struct Command {
  float joint_torque[kJointCount];  // N·m
};

}  // namespace footing::hal
