// The robot and its ground as a MuJoCo model, so that another physics engine can move the same robot.
#pragma once

#include <array>
#include <string>

#include "core/dynamics/robot_model.hpp"
#include "tools/footing/plants/terrain.hpp"

namespace footing::tools {

struct MjcfOptions {
  double timestep = 0.25e-3;            // s
  double gravity = 9.81;                // m/s², downwards
  double foot_radius = 1e-3;            // m; the model's feet are points, but a sphere needs a radius
  double contact_time_constant = 4e-3;  // s; the ground's spring, critically damped
  double friction_stiffness = 100.0;    // MuJoCo's impratio: stiffness of friction over that of the normal
  std::array<double, 3> trunk_half_size = {0.1335, 0.097, 0.057};  // m; a fallen robot lies on it
};

// Names in the model: body "base", body i + 1 "link<i>" on joint "joint<i>", geom and site "foot<k>"
// at point k, geom "strip<k>". Feet are spheres centred on the model's points over strips lowered by
// the radius. So a point touches when it reaches the terrain's height, whatever the leg's attitude.
// Joints have the drives' inertia, friction and damping, and no limits. There are no motors: torques are applied
// forces.
std::string ToMjcf(const RobotModel<double, 12, 4>& robot, const Terrain& terrain,
                   const MjcfOptions& options = {});

}  // namespace footing::tools
