// robot.svg: the robot as it stands, from the left side and from the front.
#pragma once

#include <string>

#include "tools/footing/robot/described_robot.hpp"
#include "tools/footing/robot/posture/standing_posture.hpp"

namespace footing::tools {

std::string RobotSvg(const DescribedRobot& robot, const StandingPosture& posture);

}  // namespace footing::tools
