// robot.json of a robot: names, figures and where they come from, what was merged, left out, repaired or
// assumed, how it stands, and what the check said. docs/reference/robot.md lists the fields.
#pragma once

#include <cstdint>
#include <string>

#include "tools/footing/robot/check/model_check.hpp"
#include "tools/footing/robot/described_robot.hpp"
#include "tools/footing/robot/posture/standing_posture.hpp"

namespace footing::tools {

struct RobotSource {
  std::string file;         // name, without folders
  std::uint32_t crc32 = 0;  // of its bytes
  std::string drives;       // name of the file of drives, or ""

  std::string Words() const;  // "go2.urdf (CRC-32 0123abcd)"
};

std::string RobotJson(const UrdfRobot& urdf, const DescribedRobot& robot, const StandingPosture& posture,
                      const ModelCheck& check, const RobotSource& source);

}  // namespace footing::tools
