// A crane that lifts a robot by its trunk off the ground, holds it, and puts it down where it was.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "hal/host_sim/plant.hpp"
#include "tools/footing/plants/gantry.hpp"
#include "tools/footing/robots/robot_figures.hpp"
#include "tools/footing/simulate/scenario/scenario.hpp"

namespace footing::tools {

// Springs and dampers at the trunk, in the units of the robot's weight and height.
class Crane {
 public:
  Crane(const RobotFigures& robot, const CraneTimes& times)
      : times_(times), weight_(9.81 * robot.Mass()), length_(robot.height) {}

  // Force [N] and moment [N·m] on the base, world axes.
  std::array<double, 6> Pull(double time, const hal::PlantSample& truth) {
    std::array<double, 6> wrench{};
    if (time < times_.begin || time >= times_.end || truth.joints == 0) return wrench;
    if (!begun_) place_ = truth.base_position;
    begun_ = true;
    const double before = time - times_.begin, left = times_.end - time;
    const double grip = std::min({1.0, before / kGrip, left / kGrip});
    const double up = kLift * length_ * Smooth(std::min(before, left) / kMove);
    const double stiffness = 10 * weight_ / length_;
    const double damping = 2 * std::sqrt(stiffness * weight_ / 9.81);
    const Eigen::Vector3d lean = Lean(truth, std::sqrt(length_ / 9.81));
    for (std::size_t k = 0; k < 3; ++k) {
      const double wanted = place_[k] + (k == 2 ? up : 0);
      const double carried = k == 2 ? weight_ : 0;
      wrench[k] =
          grip * (carried + stiffness * (wanted - truth.base_position[k]) - damping * truth.base_velocity[k]);
    }
    for (int k = 0; k < 2; ++k)  // it may turn about the rope
      wrench[3 + static_cast<std::size_t>(k)] = -grip * weight_ * length_ * lean[k];
    return wrench;
  }

 private:
  static constexpr double kMove = 1.0;  // s, to lift and to let down
  static constexpr double kGrip = 0.3;  // s, until the rope is tight
  static constexpr double kLift = 0.6;  // of the robot's height: more than its legs reach

  static double Smooth(double share) {
    const double t = std::clamp(share, 0.0, 1.0);
    return t * t * (3 - 2 * t);
  }

  CraneTimes times_;
  double weight_, length_;
  bool begun_ = false;
  std::array<double, 3> place_{};  // m
};

}  // namespace footing::tools
