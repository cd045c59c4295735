#include "hal/host_sim/sensors.hpp"

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

double Noise::Uniform(double lo, double hi) {
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return lo + (hi - lo) * (static_cast<double>(z >> 11) * 0x1p-53);
}

double Noise::Gaussian(double sigma) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += Uniform(0, 1);
  return sigma * sum;
}

Sensors::Sensors(const SensorOptions& options, std::uint64_t seed)
    : options_(options), noise_(seed), foot_noise_(~seed) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(options.joints); ++j)
    torque_bias_[j] = noise_.Uniform(-options.torque_bias[j], options.torque_bias[j]);
  const auto sign = [this] { return noise_.Uniform(-1, 1) < 0 ? -1.0 : 1.0; };
  for (double& bias : gyro_bias_) bias = sign() * options.gyro_bias;
  for (double& bias : accelerometer_bias_) bias = sign() * options.accelerometer_bias;
}

void Sensors::Step(const PlantSample& truth, double dt) {
  constexpr double kDamping = 0.8;
  const double count = 2 * 3.14159265358979 / options_.encoder_counts;
  const double w = options_.velocity_cutoff;
  for (std::size_t j = 0; j < static_cast<std::size_t>(truth.joints); ++j) {
    encoder_[j] = count * std::floor(truth.joint_position[j] / count + 0.5);
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
  measurement->valid = kAllValid;
  measurement->joints = static_cast<std::uint32_t>(truth.joints);
  const double n = steps_ > 0 ? steps_ : 1;
  for (std::size_t j = 0; j < static_cast<std::size_t>(truth.joints); ++j) {
    measurement->joint_position[j] = static_cast<float>(encoder_[j]);
    measurement->joint_velocity[j] = static_cast<float>(velocity_[j]);
    measurement->joint_torque[j] =
        static_cast<float>(torque_sum_[j] / n + torque_bias_[j] + noise_.Gaussian(options_.torque_sigma[j]));
    torque_sum_[j] = 0;
  }
  const Vector turn = InImuAxes(options_.imu_attitude, truth.base_angular_velocity);
  const Vector force = InImuAxes(options_.imu_attitude, specific_force_sum_);
  for (std::size_t k = 0; k < 3; ++k) {
    measurement->gyro[k] = static_cast<float>(turn[k] + gyro_bias_[k] + noise_.Gaussian(options_.gyro_sigma));
    measurement->accelerometer[k] = static_cast<float>(force[k] / n + accelerometer_bias_[k] +
                                                       noise_.Gaussian(options_.accelerometer_sigma));
  }
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
  const Quaternion turned =
      Product(Product(truth.base_attitude, options_.imu_attitude), {1, h[0], h[1], h[2]});
  double norm = 0;
  for (const double x : turned) norm += x * x;
  for (std::size_t k = 0; k < 4; ++k)
    measurement->attitude[k] = static_cast<float>(turned[k] / std::sqrt(norm));
}

}  // namespace footing::hal
