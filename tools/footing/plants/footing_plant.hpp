// This project's physics as a plant: Stewart and Trinkle's time step (Tan, Siu, Liu eqs. 5 to 15) on
// the core's contact solver, in double.
#pragma once

#include <memory>

#include "core/dynamics/robot_model.hpp"
#include "core/dynamics/robot_state.hpp"
#include "hal/host_sim/plant.hpp"
#include "tools/footing/plants/terrain.hpp"

namespace footing::tools {

std::unique_ptr<hal::Plant> MakeFootingPlant(const RobotModel<double, 12, 4>& robot, const Terrain& terrain,
                                             const RobotState<double, 12>& start, double step = 0.25e-3);

}  // namespace footing::tools
