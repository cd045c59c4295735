// The figures of a robot that the page draws and names it by.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tools/footing/robots/robot_figures.hpp"

namespace footing::tools {

// {"name": …, "mass": kg, "height": m, "trots": …, "posture": [rad, …], "base": {"mass": …, "com": …},
//  "joints": [{"name", "parent", "axis", "position", "kind": "revolute" | "prismatic", "mass", "com"}, …],
//  "points": [{"body", "position", "radius"}, …], "first_point": [of each foot …, points], "feet": [name,
//  …]}.
nlohmann::json PageRobot(const RobotFigures& robot);

}  // namespace footing::tools
