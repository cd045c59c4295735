// A robot's sensors: they turn the true state into a measurement. The noise is seeded and uses
// plain arithmetic only, so that one seed gives the same stream on every machine.
#pragma once

#include <array>
#include <cstdint>

#include "hal/host_sim/plant.hpp"
#include "hal/record.hpp"

namespace footing::hal {

class Noise {
 public:
  explicit Noise(std::uint64_t seed) : state_(seed) {}
  double Uniform(double lo, double hi);  // splitmix64
  double Gaussian(double sigma);         // sum of 12 uniforms (Irwin–Hall): bounded by 6σ

 private:
  std::uint64_t state_;
};

struct SensorOptions {
  double encoder_counts = 16384;  // a turn
  double velocity_cutoff = 600;   // rad/s, of the drive's filter (second order, damping 0.8)
  int joints = 0;
  std::array<double, kJointCapacity> torque_sigma{};     // N·m
  std::array<double, kJointCapacity> torque_bias{};      // N·m, uniform to ±
  std::array<double, 3> imu_position{};                  // m, base frame
  std::array<double, 4> imu_attitude{1, 0, 0, 0};        // w x y z, IMU axes to base axes
  double attitude_sigma = 0.3 * 3.14159265358979 / 180;  // rad, an axis
  double gyro_sigma = 0.01;                              // rad/s
  double gyro_bias = 0.005;                              // rad/s, either sign, an axis
  double accelerometer_sigma = 0.1;                      // m/s²
  double accelerometer_bias = 0.05;                      // m/s², either sign, an axis
  int feet = 0;                                          // with a sensor of their force; 0: no foot has one
  std::array<int, kFootCapacity + 1> first_point{};      // of each foot, and behind the last
  double foot_force_sigma = 0;                           // N, an axis
};

class Sensors {
 public:
  Sensors(const SensorOptions& options, std::uint64_t seed);

  // Called after each step of the plant: the drives run at the plant's rate.
  void Step(const PlantSample& truth, double dt);

  // Called after the last step of a control period. Fills all but sequence, time and operator input.
  void Sample(const PlantSample& truth, Measurement* measurement);

 private:
  void SumFootForces(const PlantSample& truth);

  SensorOptions options_;
  Noise noise_;
  Noise foot_noise_;  // apart: with these sensors the others measure the same
  std::array<double, kJointCapacity> torque_bias_{};
  std::array<double, 3> gyro_bias_;
  std::array<double, 3> accelerometer_bias_;

  bool started_ = false;
  std::array<double, kJointCapacity> encoder_{};   // rad, whole counts
  std::array<double, kJointCapacity> filtered_{};  // rad; it tracks the encoder
  std::array<double, kJointCapacity> velocity_{};  // rad/s
  std::array<double, kJointCapacity> torque_sum_{};
  std::array<double, 3> last_turn_{};           // rad/s, base axes
  std::array<double, 3> specific_force_sum_{};  // at the IMU, base axes
  std::array<std::array<double, 3>, kFootCapacity> foot_force_sum_{};  // body axes
  int steps_ = 0;
};

}  // namespace footing::hal
