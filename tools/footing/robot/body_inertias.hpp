// The inertias of a robot's bodies: those of the links that are fixed to each other, as one.
#pragma once

#include "tools/footing/robot/described_robot.hpp"

namespace footing::tools {

// Sets the inertias of the base, whose link is `base` in the URDF, and of the joints, and whether the root is
// fixed. The links must have their places. With `repairs` an inertia that breaks the triangle inequality is
// raised, and noted. Throws a ProblemError that names the link which cannot be: of negative mass or
// impossible inertia, or a body that moves without mass.
void SumInertias(const UrdfRobot& urdf, bool repairs, int base, DescribedRobot* robot);

}  // namespace footing::tools
