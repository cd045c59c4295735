#include "hal/host_sim/sensors.hpp"

#include <cmath>

namespace footing::hal {

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

Sensors::Sensors(const SensorOptions& options, std::uint64_t seed) : options_(options), noise_(seed) {
  for (double& bias : torque_bias_) bias = noise_.Uniform(-options.torque_bias, options.torque_bias);
  const auto sign = [this] { return noise_.Uniform(-1, 1) < 0 ? -1.0 : 1.0; };
  for (double& bias : gyro_bias_) bias = sign() * options.gyro_bias;
  for (double& bias : accelerometer_bias_) bias = sign() * options.accelerometer_bias;
}

void Sensors::Step(const PlantSample& truth, double dt) {
  constexpr double kDamping = 0.8;
  const double count = 2 * 3.14159265358979 / options_.encoder_counts;
  const double w = options_.velocity_cutoff;
  for (std::size_t j = 0; j < kJointCount; ++j) {
    encoder_[j] = count * std::floor(truth.joint_position[j] / count + 0.5);
    if (!started_) filtered_[j] = encoder_[j];
    // A second-order tracker of the encoder; its rate is the velocity.
    velocity_[j] += dt * (w * w * (encoder_[j] - filtered_[j]) - 2 * kDamping * w * velocity_[j]);
    filtered_[j] += dt * velocity_[j];
    torque_sum_[j] += truth.joint_torque[j];
  }
  for (std::size_t k = 0; k < 3; ++k) specific_force_sum_[k] += truth.specific_force[k];
  started_ = true;
  ++steps_;
}

void Sensors::Sample(const PlantSample& truth, Measurement* measurement) {
  measurement->valid = kImuValid;
  const double n = steps_ > 0 ? steps_ : 1;
  for (std::size_t j = 0; j < kJointCount; ++j) {
    measurement->joint_position[j] = static_cast<float>(encoder_[j]);
    measurement->joint_velocity[j] = static_cast<float>(velocity_[j]);
    measurement->joint_torque[j] =
        static_cast<float>(torque_sum_[j] / n + torque_bias_[j] + noise_.Gaussian(options_.torque_sigma));
    torque_sum_[j] = 0;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    measurement->gyro[k] = static_cast<float>(truth.base_angular_velocity[k] + gyro_bias_[k] +
                                              noise_.Gaussian(options_.gyro_sigma));
    measurement->accelerometer[k] = static_cast<float>(specific_force_sum_[k] / n + accelerometer_bias_[k] +
                                                       noise_.Gaussian(options_.accelerometer_sigma));
    specific_force_sum_[k] = 0;
  }
  steps_ = 0;

  // The true attitude, turned by a small random rotation in base axes.
  const auto& q = truth.base_attitude;
  std::array<double, 3> h;
  for (double& half : h) half = 0.5 * noise_.Gaussian(options_.attitude_sigma);
  const std::array<double, 4> turned = {
      q[0] - q[1] * h[0] - q[2] * h[1] - q[3] * h[2], q[1] + q[0] * h[0] + q[2] * h[2] - q[3] * h[1],
      q[2] + q[0] * h[1] + q[3] * h[0] - q[1] * h[2], q[3] + q[0] * h[2] + q[1] * h[1] - q[2] * h[0]};
  double norm = 0;
  for (const double x : turned) norm += x * x;
  for (std::size_t k = 0; k < 4; ++k)
    measurement->attitude[k] = static_cast<float>(turned[k] / std::sqrt(norm));
}

}  // namespace footing::hal
