// The robot and its ground as a MuJoCo model, so that another physics engine can move the same robot.
#pragma once

#include <array>
#include <string>

#include "tools/footing/plants/terrain.hpp"
#include "tools/footing/robots/robot_figures.hpp"

namespace footing::tools {

// The height field of waves: square, around the robot, which MujocoPlant fills and moves.
inline constexpr int kWaveNodes = 401;      // along x and along y
inline constexpr double kWaveMesh = 0.015;  // m

struct MjcfOptions {
  double timestep = 0.25e-3;            // s
  double gravity = 9.81;                // m/s², downwards
  double foot_radius = 1e-3;            // m; of a point without radius: a sphere needs one
  double contact_time_constant = 4e-3;  // s; the ground's spring, critically damped
  double friction_stiffness = 100.0;    // MuJoCo's impratio: stiffness of friction over that of the normal
  bool friction_at_feet = false;        // else the ground has it; ToMjcf sets this by the terrain
  std::array<double, 3> trunk_half_size = {0, 0, 0};  // m; a fallen robot lies on it. Zero: it has none
};

// Names in the model: body "base", body i + 1 "link<i>" on joint "joint<i>", geom and site "foot<k>"
// at point k, geom "strip<k>", or "waves". Points are spheres of their radius and the least one, over strips
// lowered by the least one. So a point without radius touches when it reaches the terrain's height, whatever
// the leg's attitude. A point with a radius is a sphere that is larger by the least radius. Joints have the
// drives' inertia, friction and damping, and no limits. There are no motors: torques are applied forces.
std::string ToMjcf(const RobotFigures& robot, const Terrain& terrain, const MjcfOptions& options = {});

}  // namespace footing::tools
