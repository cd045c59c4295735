// What lies between motor and joint, as the model has it: armature, friction, damping, torque limit.
// In this order of trust: a file of drives, the URDF's <transmission> and <dynamics>, and an assumption on
// the torque limit. Zeros in <dynamics> say nothing: exporters write them where nothing is known.
//
// The assumption passes through two robots that are measured. Actuators of the Unitree A1 (33.5 N·m):
// reflected inertia 0.01 kg·m², friction 0.2 N·m, damping 0.1 N·m·s/rad. Of Solo12 (2.7 N·m): 4.5e-6 kg·m²
// behind a gear of 9, so 3.6e-4 kg·m². Hence armature = 0.01 (torque / 33.5)^1.32, friction = 0.006 torque,
// damping = 0.003 torque. A torque limit above 3 m g L, weight times the longest leg, is a placeholder; then
// 0.4 m g L is assumed, which is in the middle of A1, Go2, Solo12, HyQ and ANYmal. Prismatic joints are
// assumed to be without a drive.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tools/footing/robot/described_robot.hpp"

namespace footing::tools {

// Sets the limits and the drive of each joint. `drives` is the JSON of a file of drives, or null. Throws a
// ProblemError; those of the drives' file name a field.
void FindDrives(const UrdfRobot& urdf, const nlohmann::json& drives, DescribedRobot* robot);

}  // namespace footing::tools
