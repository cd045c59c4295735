// A leg as it stands: which of its joints bend it, and how long it is.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "tools/footing/robot/described_robot.hpp"

namespace footing::tools {

struct LegGeometry {
  std::vector<int> chain;    // joints from the base to the foot
  std::vector<int> bending;  // of these the largest group with parallel axes: hip pitch, knee, ankle
  std::vector<double> turn;  // of each bending joint, +1 or -1: its axis is that many times `axis`
  Eigen::Vector3d axis = Eigen::Vector3d::UnitY();  // of the bending joints, at q = 0
  double length = 0;      // m, from the first bending joint to the foot's middle, stretched
  bool has_sole = false;  // two points or more
};

LegGeometry GeometryOfLeg(const DescribedRobot& robot, const DescribedFoot& foot);

// The longest leg, m; 0 without feet.
double LegLength(const DescribedRobot& robot);

}  // namespace footing::tools
