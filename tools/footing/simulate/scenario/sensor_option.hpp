// The option --sensor: NAME[=VALUE][@JOINT][:T0[:T1]] as an error of the sensors.
#pragma once

#include <string>

#include "hal/host_sim/sensor_errors.hpp"
#include "tools/footing/robots/robot_figures.hpp"

namespace footing::tools {

// Throws std::invalid_argument, which says what is wrong. Without a robot the joint is not looked up.
hal::SensorError ParseSensorError(const std::string& text, const RobotFigures* robot);

}  // namespace footing::tools
