#include "hal/host_sim/sensor_errors.hpp"

#include <cmath>

#include "hal/host_sim/noise.hpp"

namespace footing::hal {

namespace {

// A stream of its own for each kind of error: the noise of the sensors stays the same with and without it.
Noise NoiseOf(const SensorError& error, std::uint64_t seed) {
  constexpr std::uint64_t kApart = 0xd1342543de82ef95u;
  return Noise((seed + 1) * kApart + static_cast<std::uint64_t>(error.kind));
}

void ApplyToJoint(const SensorError& error, double sign, SensorFigures::Joint* joint) {
  const double signed_value = error.joint < 0 ? sign * error.value : error.value;
  switch (error.kind) {
    case SensorErrorKind::kTorqueNoise: joint->torque_sigma = error.value; break;
    case SensorErrorKind::kTorqueOffset: joint->torque_offset = signed_value; break;
    case SensorErrorKind::kTorqueScale: joint->torque_scale = error.value; break;
    case SensorErrorKind::kTorqueStuck: joint->torque_stuck = true; break;
    case SensorErrorKind::kEncoderCounts: joint->encoder_counts = error.value; break;
    case SensorErrorKind::kEncoderOffset: joint->encoder_offset = signed_value; break;
    case SensorErrorKind::kEncoderStuck: joint->encoder_stuck = true; break;
    case SensorErrorKind::kJointReversed: joint->reversed = true; break;
    default: break;
  }
}

std::array<double, 4> TurnAboutAnyAxis(double degrees, Noise* noise) {
  std::array<double, 3> axis;
  double length = 0;
  for (double& x : axis) x = noise->Gaussian(1);
  for (const double x : axis) length += x * x;
  length = std::sqrt(length);
  const double half = degrees * 3.14159265358979 / 360;
  const double share = length > 0 ? std::sin(half) / length : 0;
  return {std::cos(half), share * axis[0], share * axis[1], share * axis[2]};
}

}  // namespace

void Apply(const SensorError& error, std::uint64_t seed, SensorFigures* figures) {
  Noise noise = NoiseOf(error, seed);
  if (InfoOf(error.kind).of_joints) {
    for (std::size_t j = 0; j < figures->joints.size(); ++j) {
      const double sign = noise.Sign();
      if (error.joint < 0 || error.joint == static_cast<int>(j))
        ApplyToJoint(error, sign, &figures->joints[j]);
    }
    return;
  }
  switch (error.kind) {
    case SensorErrorKind::kGyroNoise: figures->gyro_sigma = error.value; break;
    case SensorErrorKind::kGyroBias:
      for (double& bias : figures->gyro_bias) bias = noise.Sign() * error.value;
      break;
    case SensorErrorKind::kGyroClip: figures->gyro_clip = error.value; break;
    case SensorErrorKind::kGyroStuck: figures->gyro_stuck = true; break;
    case SensorErrorKind::kGyroSwapped: figures->gyro_swapped = true; break;
    case SensorErrorKind::kAccelerometerNoise: figures->accelerometer_sigma = error.value; break;
    case SensorErrorKind::kAccelerometerOffset:
      for (double& offset : figures->accelerometer_offset) offset = noise.Sign() * error.value;
      break;
    case SensorErrorKind::kAccelerometerClip: figures->accelerometer_clip = error.value; break;
    case SensorErrorKind::kAccelerometerDead: figures->dead_axis = static_cast<int>(error.value); break;
    case SensorErrorKind::kImuMisalignment:
      figures->misalignment = TurnAboutAnyAxis(error.value, &noise);
      break;
    case SensorErrorKind::kDelay: figures->delay = static_cast<int>(error.value); break;
    default: break;
  }
}

}  // namespace footing::hal
