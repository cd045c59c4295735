// MuJoCo as a plant: physics that shares nothing with ours but the robot's figures.
#pragma once

#include <memory>

#include "core/dynamics/robot_model.hpp"
#include "core/dynamics/robot_state.hpp"
#include "hal/host_sim/plant.hpp"
#include "tools/plants/terrain.hpp"

namespace footing::tools {

// `step` [s] at most 1 ms; the contacts' time constant stays 4 ms. Throws std::runtime_error where
// MuJoCo refuses the model. At a step's sample positions and velocities are those at its end, forces
// and the specific force those over it.
std::unique_ptr<hal::Plant> MakeMujocoPlant(const RobotModel<double, 12, 4>& robot, const Terrain& terrain,
                                            const RobotState<double, 12>& start, double step = 0.25e-3);

}  // namespace footing::tools
