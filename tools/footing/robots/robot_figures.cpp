#include "tools/footing/robots/robot_figures.hpp"

#include <algorithm>
#include <cmath>

namespace footing::tools {

double RobotFigures::Mass() const {
  double mass = base.mass;
  for (const JointModel<double>& joint : joints) mass += joint.link.mass;
  return mass;
}

PlantStart StandingStart(const RobotFigures& robot, double drop) {
  PlantStart start;
  start.base_position[2] = robot.height + drop;
  start.joint_position = robot.posture;
  return start;
}

std::array<double, 3> TrunkHalfSize(const RobotFigures& robot) {
  std::array<double, 3> half{};
  for (const JointModel<double>& joint : robot.joints) {
    if (joint.parent != 0) continue;
    for (std::size_t k = 0; k < 2; ++k) half[k] = std::max(half[k], 0.75 * std::abs(joint.position[k]));
  }
  half[0] = std::max(half[0], 0.1 * robot.height);
  half[1] = std::max(half[1], 0.1 * robot.height);
  half[2] = 0.2 * robot.height;
  return half;
}

}  // namespace footing::tools
