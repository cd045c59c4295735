// A gantry for robots that the example controller cannot balance.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "hal/host_sim/plant.hpp"
#include "tools/footing/robots/robot_figures.hpp"

namespace footing::tools {

// Tilt and turning of the trunk, rad, world axes, against which a spring with its damper holds; `time` [s]:
// the robot's √(height / g).
inline Eigen::Vector3d Lean(const hal::PlantSample& truth, double time) {
  const auto& q = truth.base_attitude;
  const Eigen::Quaterniond attitude(q[0], q[1], q[2], q[3]);
  const Eigen::Vector3d turn = attitude * Eigen::Vector3d(truth.base_angular_velocity.data());
  const Eigen::Vector3d tilt = 2 * (q[0] < 0 ? -1 : 1) * attitude.vec();
  return tilt + 0.4 * time * turn;
}

// Springs and dampers against tilt and turning, and along the ground toward the place over the feet, or over
// all but the last where the weight is shifted off that, in the units of the robot's weight and height. It
// carries no weight.
class Gantry {
 public:
  explicit Gantry(const RobotFigures& robot)
      : robot_(robot),
        weight_(9.81 * robot.Mass()),
        length_(robot.height),
        time_(std::sqrt(length_ / 9.81)) {}

  std::array<double, 6> Hold(const hal::PlantSample& truth, bool off_last) {
    if (truth.joints == 0) return {};  // before the first step
    const std::size_t last = robot_.Feet() - 1;
    Follow(truth, off_last && last > 0 ? robot_.first_point[last] : truth.count);
    const Eigen::Vector3d lean = Lean(truth, time_);
    std::array<double, 6> wrench{};
    for (std::size_t k = 0; k < 2; ++k) {
      const double away = truth.base_position[k] - place_[k];
      wrench[k] = -weight_ / length_ * (2 * away + time_ * truth.base_velocity[k]);
    }
    for (int k = 0; k < 3; ++k) wrench[3 + static_cast<std::size_t>(k)] = -weight_ * length_ * lean[k];
    return wrench;
  }

 private:
  void Follow(const hal::PlantSample& truth, int points) {
    std::array<double, 2> middle{};
    for (std::size_t p = 0; p < static_cast<std::size_t>(points); ++p)
      for (std::size_t k = 0; k < 2; ++k) middle[k] += truth.points[p].position[k] / points;
    for (std::size_t k = 0; k < 2; ++k) {
      if (!started_) first_[k] = middle[k];
      place_[k] += 0.003 * (middle[k] - first_[k] - place_[k]);  // within 0.3 s
    }
    started_ = true;
  }

  const RobotFigures& robot_;
  double weight_, length_, time_;
  bool started_ = false;
  std::array<double, 2> first_{}, place_{};  // m
};

}  // namespace footing::tools
