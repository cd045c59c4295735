// Where a foot may touch the ground: from the collision shapes of its link, or given by hand.
#pragma once

#include <Eigen/Core>
#include <map>
#include <string>
#include <vector>

#include "tools/footing/robot/described_robot.hpp"

namespace footing::tools {

struct HandPoint {
  Eigen::Vector3d position;  // m, frame of the foot's link
  double radius = 0;         // m
};
using HandPoints = std::map<std::string, std::vector<HandPoint>>;  // by the foot's name

// Reads {"FOOT": [[x, y, z], [x, y, z, radius], ...], ...}. Throws a ProblemError that does not name the
// file.
HandPoints ReadHandPoints(const std::string& path);

// Gives each foot its points. Shapes are those of the foot's link and of links below that are fixed to it,
// or, if these have none, the balls and flat boxes of its body. Those of the kind of the lowest one count:
//   spheres     each is a ball
//   boxes       their four lower corners
//   a cylinder  about its joint's axis: a wheel, taken as a ball; lying: a ball at each end;
//               upright and thin: a ball at the lower end; upright and flat: four points of its rim
//   no shape, or a mesh on a link that is fixed to the last moving one: a point at the link's origin
// Throws a ProblemError that names the foot where this gives none, or where all feet have too many.
void FindFootPoints(const UrdfRobot& urdf, const HandPoints& by_hand, DescribedRobot* robot);

}  // namespace footing::tools
