// What a robot measures in one period, and the flags of what was wrong with it.
#pragma once

#include <array>
#include <cstdint>

namespace footing {

// Number and time of a sample, from a source that counts and times its samples.
struct SampleStamp {
  bool given = false;
  std::uint32_t sequence = 0;  // +1 a period; wraps
  std::uint32_t time_us = 0;   // when the sample was taken; wraps
};

// One sample of all sensors, and the torque that the drives were last told. `Number` is what the sensors
// give, `Scalar` what is computed in. Joints and feet have the order of the robot's model.
template <int kJoints, typename Number, typename Scalar = Number, int kFeet = 0>
struct Measurement {
  std::array<Number, kJoints> position{};   // rad
  std::array<Number, kJoints> velocity{};   // rad/s
  std::array<Number, kJoints> torque{};     // N·m, measured at the joint over the period that has passed
  std::array<Number, 4> attitude{};         // w x y z, a unit quaternion: IMU axes to world axes
  std::array<Number, 3> gyro{};             // rad/s, IMU axes
  std::array<Number, 3> acceleration{};     // m/s², specific force, IMU axes: at rest and level (0, 0, g)
  std::array<Scalar, kJoints> commanded{};  // N·m, the last command: it acts in the coming period
  Scalar dt = 0;               // s since the last call, measured; not read where a stamp is given
  bool imu_valid = true;       // false: attitude, gyro and acceleration are not to be used
  bool velocity_valid = true;  // false: the velocity is that of a filter of the position
  bool torque_valid = true;    // false: the torque is the one commanded for that period
  // N, ground on foot, axes of the body that the foot is of. Bit i of foot_force_valid: foot i was measured.
  std::array<std::array<Number, 3>, kFeet> foot_force{};
  std::uint32_t foot_force_valid = 0;
  SampleStamp stamp{};
};

// Bit 8 is free for the program that uses the tracker: the firmware has kFallback there.
enum TrackerFlag : std::uint32_t {
  kJointNotFinite = 1u << 0,      // a joint's position, velocity or torque is NaN, or can be no joint's
  kEncoderFrozen = 1u << 1,       // a joint's position stands still while the others move
  kImuLost = 1u << 2,             // IMU invalid, NaN, 1000 or beyond, of no unit length, or repeating itself
  kTickLate = 1u << 3,            // more than 1.5 periods since the last
  kTickMissed = 1u << 4,          // a sample's number was skipped; with a stamp alone
  kTickDoubled = 1u << 5,         // the same sample again, an older one, or one within half a period
  kUpsideDown = 1u << 6,          // the base's z axis, filtered or measured, points below the horizon
  kSolveDegraded = 1u << 7,       // the contact solve ended in anything but kSolved
  kSourceStill = 1u << 9,         // five doubled samples in a row
  kFootForceLost = 1u << 10,      // a foot's force, said to be valid, is NaN or beyond eight times the weight
  kTorqueStuck = 1u << 11,        // a joint's measured torque hardly varies while the commanded one does
  kTorqueReversed = 1u << 12,     // it varies against the commanded one
  kEncoderOffset = 1u << 13,      // a joint's position makes feet that stand move, or stand on no plane
  kGyroFault = 1u << 14,          // an axis repeats itself, or the gyro contradicts the IMU's attitude
  kAccelerometerFault = 1u << 15  // an axis repeats itself, or it contradicts feet that stand
};

// A bit for each joint, in the model's order.
using JointMask = std::uint64_t;
constexpr JointMask BitOf(unsigned joint) { return JointMask{1} << joint; }

// Flags under which the feet's states and forces stand as they were: not all joints and axes were measured.
inline constexpr std::uint32_t kNotMeasured = kJointNotFinite | kEncoderFrozen | kImuLost | kSourceStill;

}  // namespace footing
