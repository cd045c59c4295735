// Errors of a robot's sensors, on purpose: what is wrong, by how much, at which joint, from when to when.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "hal/record.hpp"

namespace footing::hal {

// The number of a kind seeds its noise: a new one goes to the end.
enum class SensorErrorKind {
  kTorqueNoise,
  kTorqueOffset,
  kTorqueScale,
  kTorqueStuck,
  kEncoderCounts,
  kEncoderOffset,
  kEncoderStuck,
  kJointReversed,
  kGyroNoise,
  kGyroBias,
  kGyroClip,
  kGyroStuck,
  kGyroSwapped,
  kAccelerometerNoise,
  kAccelerometerOffset,
  kAccelerometerClip,
  kAccelerometerDead,
  kImuMisalignment,
  kDelay
};

inline constexpr int kLongestDelay = 50;  // ticks

struct SensorErrorInfo {
  SensorErrorKind kind;
  const char* name;
  const char* unit;    // "": it is there or not, and has no value
  double least, most;  // of the value
  bool of_joints;      // one joint may have it alone
  bool whole = false;  // the value is a whole number
};

inline constexpr SensorErrorInfo kSensorErrors[] = {
    {SensorErrorKind::kTorqueNoise, "torque-noise", "N·m", 0, 1000, true},
    {SensorErrorKind::kTorqueOffset, "torque-offset", "N·m", -1000, 1000, true},
    {SensorErrorKind::kTorqueScale, "torque-scale", "1", -10, 10, true},
    {SensorErrorKind::kTorqueStuck, "torque-stuck", "", 0, 0, true},
    {SensorErrorKind::kEncoderCounts, "encoder-counts", "1 a turn", 16, 1e8, true, true},
    {SensorErrorKind::kEncoderOffset, "encoder-offset", "rad", -3.2, 3.2, true},
    {SensorErrorKind::kEncoderStuck, "encoder-stuck", "", 0, 0, true},
    {SensorErrorKind::kJointReversed, "joint-reversed", "", 0, 0, true},
    {SensorErrorKind::kGyroNoise, "gyro-noise", "rad/s", 0, 100, false},
    {SensorErrorKind::kGyroBias, "gyro-bias", "rad/s", 0, 100, false},
    {SensorErrorKind::kGyroClip, "gyro-clip", "rad/s", 0.01, 1000, false},
    {SensorErrorKind::kGyroStuck, "gyro-stuck", "", 0, 0, false},
    {SensorErrorKind::kGyroSwapped, "gyro-swapped", "", 0, 0, false},
    {SensorErrorKind::kAccelerometerNoise, "accelerometer-noise", "m/s²", 0, 1000, false},
    {SensorErrorKind::kAccelerometerOffset, "accelerometer-offset", "m/s²", 0, 1000, false},
    {SensorErrorKind::kAccelerometerClip, "accelerometer-clip", "m/s²", 0.01, 10000, false},
    {SensorErrorKind::kAccelerometerDead, "accelerometer-dead", "axis", 0, 2, false, true},
    {SensorErrorKind::kImuMisalignment, "imu-misalignment", "deg", 0, 180, false},
    {SensorErrorKind::kDelay, "delay", "ticks", 0, kLongestDelay, false, true}};

constexpr const SensorErrorInfo& InfoOf(SensorErrorKind kind) {
  return kSensorErrors[static_cast<std::size_t>(kind)];  // they have the enumeration's order
}

struct SensorError {
  SensorErrorKind kind;
  double value = 0;
  int joint = -1;                                                   // −1: all
  double begin = 0, end = std::numeric_limits<double>::infinity();  // s

  bool At(double time) const { return begin <= time && time < end; }
};

// What holds at one time.
struct SensorFigures {
  struct Joint {
    double torque_sigma = 0, torque_offset = 0;  // N·m
    double torque_scale = 1;
    double encoder_counts = 16384;  // a turn
    double encoder_offset = 0;      // rad
    bool torque_stuck = false, encoder_stuck = false;
    bool reversed = false;  // position, velocity and torque
  };
  std::array<Joint, kJointCapacity> joints;
  std::array<double, 3> gyro_bias{}, accelerometer_offset{};  // rad/s, m/s²
  double gyro_sigma = 0, accelerometer_sigma = 0;
  double gyro_clip = std::numeric_limits<double>::infinity();
  double accelerometer_clip = std::numeric_limits<double>::infinity();
  bool gyro_stuck = false, gyro_swapped = false;
  int dead_axis = -1;  // of the accelerometer, which reads zero; -1: none
  // w x y z, from the IMU's true axes to those that it is said to have.
  std::array<double, 4> misalignment{1, 0, 0, 0};
  int delay = 0;  // ticks
};

// The error takes the place of what `figures` has. An offset of all joints, or of the IMU's axes, has either
// sign at each of them, and a misalignment has any axis: the seed chooses.
void Apply(const SensorError& error, std::uint64_t seed, SensorFigures* figures);

}  // namespace footing::hal
