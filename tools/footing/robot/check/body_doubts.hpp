// What may be in a URDF and is seldom meant: bodies that are nearly without mass, or far larger than the
// robot.
#pragma once

#include "tools/footing/robot/described_robot.hpp"

namespace footing::tools {

// Adds a note for each. The feet must have their points.
void NoteDoubts(const UrdfRobot& urdf, DescribedRobot* robot);

}  // namespace footing::tools
