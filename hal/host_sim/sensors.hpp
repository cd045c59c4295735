// A robot's sensors: they turn the true state into a measurement.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "hal/host_sim/noise.hpp"
#include "hal/host_sim/plant.hpp"
#include "hal/host_sim/sensor_errors.hpp"
#include "hal/record.hpp"

namespace footing::hal {

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
  std::vector<SensorError> errors;                       // take the place of the figures above
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
  void Measure(const PlantSample& truth, Measurement* measurement);
  void Delay(Measurement* measurement);  // `measurement` becomes the one of some ticks ago

  SensorOptions options_;
  std::uint64_t seed_;
  Noise noise_;
  Noise foot_noise_;              // apart: with these sensors the others measure the same
  SensorFigures usual_, now_;     // without errors; at this time
  double time_ = 0;               // s
  std::deque<Measurement> past_;  // the latest first; empty where nothing is ever delayed

  bool started_ = false;
  std::array<double, kJointCapacity> encoder_{};   // rad, whole counts
  std::array<double, kJointCapacity> filtered_{};  // rad; it tracks the encoder
  std::array<double, kJointCapacity> velocity_{};  // rad/s
  std::array<double, kJointCapacity> torque_sum_{};
  std::array<double, kJointCapacity> torque_{};  // N·m, measured last
  std::array<float, 3> gyro_{};                  // rad/s, the same
  std::array<double, 3> last_turn_{};           // rad/s, base axes
  std::array<double, 3> specific_force_sum_{};  // at the IMU, base axes
  std::array<std::array<double, 3>, kFootCapacity> foot_force_sum_{};  // body axes
  int steps_ = 0;
};

}  // namespace footing::hal
