// model.hpp of a robot: its figures as C++, for the compiler and for a person to read.
#pragma once

#include <string>

#include "tools/footing/robot/described_robot.hpp"
#include "tools/footing/robot/posture/standing_posture.hpp"

namespace footing::tools {

// "go2-v1 edu" → "Go2V1Edu"
std::string StructName(const std::string& name);

// `source` says what the header was made from.
std::string ModelHeader(const DescribedRobot& robot, const StandingPosture& posture,
                        const std::string& source);

}  // namespace footing::tools
