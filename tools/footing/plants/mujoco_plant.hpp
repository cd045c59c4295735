// MuJoCo as a plant: physics that shares only the robot's figures with this project.
#pragma once

#include <memory>

#include "hal/host_sim/plant.hpp"
#include "tools/footing/plants/terrain.hpp"
#include "tools/footing/robots/robot_figures.hpp"

namespace footing::tools {

// `step` [s] is up to 1 ms; the contacts' time constant stays 4 ms. Throws std::runtime_error if MuJoCo
// refuses the model. In a step's sample, positions and velocities are those at the step's end. Forces
// and the specific force are those over the step.
std::unique_ptr<hal::Plant> MakeMujocoPlant(const RobotFigures& robot, const Terrain& terrain,
                                            const PlantStart& start, double step = 0.25e-3);

}  // namespace footing::tools
