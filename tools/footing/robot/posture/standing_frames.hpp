// Where the bodies and points of a robot are, with a level base at the origin.
#pragma once

#include <vector>

#include "core/dynamics/kinematics.hpp"
#include "tools/footing/robot/described_robot.hpp"

namespace footing::tools {

struct StandingFrames {
  Kinematics<CapacityModel> bodies;
  std::vector<std::vector<Eigen::Vector3d>> lowest;  // m, of each foot's points
  Eigen::Vector3d com;                               // m
};

// `position`: of each joint, rad or m.
void ComputeFrames(const DescribedRobot& robot, const CapacityModel& model,
                   const std::vector<double>& position, StandingFrames* frames);

}  // namespace footing::tools
