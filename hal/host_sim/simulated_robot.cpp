#include "hal/host_sim/simulated_robot.hpp"

#include <cmath>

namespace footing::hal {

namespace {
constexpr double kPeriod = kPeriodUs * 1e-6;  // s
}

SimulatedRobot::SimulatedRobot(std::unique_ptr<Plant> plant, SimulatedRobotOptions options)
    : plant_(std::move(plant)), options_(std::move(options)), sensors_(options_.sensors, options_.seed) {}

bool SimulatedRobot::Advance() {
  const int steps = static_cast<int>(std::lround(kPeriod / plant_->StepSize()));
  const double time = sequence_ * kPeriod;
  const std::array<double, 6> push = options_.push ? options_.push(time, mean_) : std::array<double, 6>{};
  std::array<std::array<double, 3>, kPointCapacity> force{};
  for (int step = 0; step < steps; ++step) {
    plant_->Step(acting_, push, &mean_);
    sensors_.Step(mean_, plant_->StepSize());
    for (std::size_t p = 0; p < static_cast<std::size_t>(mean_.count); ++p) {
      for (std::size_t k = 0; k < 3; ++k) force[p][k] += mean_.points[p].force[k] / steps;
    }
  }
  for (std::size_t p = 0; p < static_cast<std::size_t>(mean_.count); ++p) mean_.points[p].force = force[p];
  acting_ = commanded_;
  ++sequence_;
  return !options_.observe || options_.observe(mean_);
}

bool SimulatedRobot::Next(Measurement* measurement) {
  if (sequence_ * kPeriod >= options_.duration) return false;
  const double time = calls_++ * kPeriod;
  const int periods = options_.periods ? options_.periods(time) : 1;
  for (int i = 0; i < periods; ++i) {
    if (!Advance()) return false;
  }
  if (periods > 0) {
    sensors_.Sample(mean_, &last_);
    last_.sequence = sequence_;
    last_.time_us = sequence_ * kPeriodUs;
    if (options_.operator_input) last_.operator_input = options_.operator_input(time);
    if (options_.fault) options_.fault(time, &last_);
  }
  *measurement = last_;
  record_.push_back(last_);
  return true;
}

void SimulatedRobot::Apply(const Command& command) {
  for (std::size_t j = 0; j < kJointCapacity; ++j) commanded_[j] = command.joint_torque[j];
}

}  // namespace footing::hal
