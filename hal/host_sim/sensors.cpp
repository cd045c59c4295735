#include "hal/host_sim/sensors.hpp"

#include <algorithm>
#include <cmath>

namespace footing::hal {

namespace {

using Vector = std::array<double, 3>;
using Quaternion = std::array<double, 4>;  // w x y z

Vector Cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Quaternion Product(const Quaternion& a, const Quaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

// `v` of base axes in the axes of the IMU that is mounted so: q* v q.
Vector InImuAxes(const Quaternion& mounted, const Vector& v) {
  const Quaternion back = {mounted[0], -mounted[1], -mounted[2], -mounted[3]};
  const Quaternion turned = Product(Product(back, {0, v[0], v[1], v[2]}), mounted);
  return {turned[1], turned[2], turned[3]};
}

}  // namespace

Sensors::Sensors(const SensorOptions& options, std::uint64_t seed)
    : options_(options), seed_(seed), noise_(seed), foot_noise_(~seed) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(options.joints); ++j) {
    SensorFigures::Joint& joint = usual_.joints[j];
    joint.encoder_counts = options.encoder_counts;
    joint.torque_sigma = options.torque_sigma[j];
    joint.torque_offset = noise_.Uniform(-options.torque_bias[j], options.torque_bias[j]);
  }
  usual_.gyro_sigma = options.gyro_sigma;
  usual_.accelerometer_sigma = options.accelerometer_sigma;
  for (double& bias : usual_.gyro_bias) bias = noise_.Sign() * options.gyro_bias;
  for (double& offset : usual_.accelerometer_offset) offset = noise_.Sign() * options.accelerometer_bias;
  now_ = usual_;
}

void Sensors::Step(const PlantSample& truth, double dt) {
  constexpr double kDamping = 0.8;
  if (steps_ == 0 && !options_.errors.empty()) {
    now_ = usual_;
    for (const SensorError& error : options_.errors)
      if (error.At(time_ + 1e-9)) Apply(error, seed_, &now_);
  }
  time_ += dt;
  const double w = options_.velocity_cutoff;
  for (std::size_t j = 0; j < static_cast<std::size_t>(truth.joints); ++j) {
    const SensorFigures::Joint& joint = now_.joints[j];
    const double count = 2 * 3.14159265358979 / joint.encoder_counts;
    if (!started_ || !joint.encoder_stuck)
      encoder_[j] = count * std::floor((truth.joint_position[j] + joint.encoder_offset) / count + 0.5);
    if (!started_) filtered_[j] = encoder_[j];
    // A second-order tracker of the encoder; its rate is the velocity.
    velocity_[j] += dt * (w * w * (encoder_[j] - filtered_[j]) - 2 * kDamping * w * velocity_[j]);
    filtered_[j] += dt * velocity_[j];
    torque_sum_[j] += truth.joint_torque[j];
  }
  // At the IMU the base's turning adds ω̇ × r + ω × (ω × r).
  const Vector& turn = truth.base_angular_velocity;
  Vector turning{};
  for (std::size_t k = 0; k < 3; ++k) turning[k] = started_ ? (turn[k] - last_turn_[k]) / dt : 0;
  const Vector tangential = Cross(turning, options_.imu_position);
  const Vector central = Cross(turn, Cross(turn, options_.imu_position));
  for (std::size_t k = 0; k < 3; ++k)
    specific_force_sum_[k] += truth.specific_force[k] + tangential[k] + central[k];
  SumFootForces(truth);
  last_turn_ = turn;
  started_ = true;
  ++steps_;
}

void Sensors::SumFootForces(const PlantSample& truth) {
  for (std::size_t foot = 0; foot < static_cast<std::size_t>(options_.feet); ++foot) {
    for (int p = options_.first_point[foot]; p < options_.first_point[foot + 1]; ++p) {
      const PlantSample::Point& point = truth.points[static_cast<std::size_t>(p)];
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t row = 0; row < 3; ++row)
          foot_force_sum_[foot][k] += point.axes[3 * row + k] * point.force[row];
      }
    }
  }
}

void Sensors::Sample(const PlantSample& truth, Measurement* measurement) {
  Measure(truth, measurement);
  const auto delays = [](const SensorError& error) { return error.kind == SensorErrorKind::kDelay; };
  if (std::any_of(options_.errors.begin(), options_.errors.end(), delays)) Delay(measurement);
}

void Sensors::Delay(Measurement* measurement) {
  past_.push_front(*measurement);
  if (past_.size() > kLongestDelay + 1) past_.pop_back();
  Measurement old = past_[std::min(static_cast<std::size_t>(now_.delay), past_.size() - 1)];
  old.sequence = measurement->sequence;
  old.time_us = measurement->time_us;
  old.operator_input = measurement->operator_input;
  *measurement = old;
}

void Sensors::Measure(const PlantSample& truth, Measurement* measurement) {
  measurement->valid = kAllValid;
  measurement->joints = static_cast<std::uint32_t>(truth.joints);
  const double n = steps_ > 0 ? steps_ : 1;
  for (std::size_t j = 0; j < static_cast<std::size_t>(truth.joints); ++j) {
    const SensorFigures::Joint& joint = now_.joints[j];
    const double sign = joint.reversed ? -1 : 1;
    const double torque =
        joint.torque_scale * (torque_sum_[j] / n) + joint.torque_offset + noise_.Gaussian(joint.torque_sigma);
    if (!joint.torque_stuck) torque_[j] = torque;
    measurement->joint_position[j] = static_cast<float>(sign * encoder_[j]);
    measurement->joint_velocity[j] = static_cast<float>(sign * velocity_[j]);
    measurement->joint_torque[j] = static_cast<float>(sign * torque_[j]);
    torque_sum_[j] = 0;
  }
  const Quaternion mounted = Product(options_.imu_attitude, now_.misalignment);
  const Vector turn = InImuAxes(mounted, truth.base_angular_velocity);
  const Vector force = InImuAxes(mounted, specific_force_sum_);
  const auto clipped = [](double value, double most) {
    return static_cast<float>(std::clamp(value, -most, most));
  };
  for (std::size_t k = 0; k < 3; ++k) {
    const double rate = turn[k] + now_.gyro_bias[k] + noise_.Gaussian(now_.gyro_sigma);
    const double acceleration =
        force[k] / n + now_.accelerometer_offset[k] + noise_.Gaussian(now_.accelerometer_sigma);
    if (!now_.gyro_stuck) gyro_[k] = clipped(rate, now_.gyro_clip);
    const bool dead = now_.dead_axis == static_cast<int>(k);
    measurement->accelerometer[k] = dead ? 0.0f : clipped(acceleration, now_.accelerometer_clip);
  }
  // Swapped: x reads y, y reads z, z reads x.
  for (std::size_t k = 0; k < 3; ++k) measurement->gyro[k] = gyro_[now_.gyro_swapped ? (k + 1) % 3 : k];
  specific_force_sum_ = {};
  measurement->feet = static_cast<std::uint32_t>(options_.feet);
  for (std::size_t foot = 0; foot < static_cast<std::size_t>(options_.feet); ++foot) {
    measurement->valid |= FootForceValid(static_cast<int>(foot));
    for (std::size_t k = 0; k < 3; ++k) {
      measurement->foot_force[foot][k] =
          static_cast<float>(foot_force_sum_[foot][k] / n + foot_noise_.Gaussian(options_.foot_force_sigma));
    }
  }
  foot_force_sum_ = {};
  steps_ = 0;

  // The true attitude, turned by a small random rotation.
  Vector h;
  for (double& half : h) half = 0.5 * noise_.Gaussian(options_.attitude_sigma);
  const Quaternion turned = Product(Product(truth.base_attitude, mounted), {1, h[0], h[1], h[2]});
  double norm = 0;
  for (const double x : turned) norm += x * x;
  for (std::size_t k = 0; k < 4; ++k)
    measurement->attitude[k] = static_cast<float>(turned[k] / std::sqrt(norm));
}

}  // namespace footing::hal
