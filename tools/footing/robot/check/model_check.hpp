// Footing's dynamics of a robot, at random states, against MuJoCo's own reading of the same URDF: mass
// matrix, bias, and Jacobians of the feet's points.
#pragma once

#include <string>

#include "tools/footing/robot/described_robot.hpp"

namespace footing::tools {

inline constexpr int kCheckedStates = 10;
inline constexpr double kCheckTolerance = 1e-9;

// The largest deviations, each relative to the largest entry.
struct ModelCheck {
  std::string engine;   // with its version; "" if it was not there
  std::string refusal;  // why the engine did not read the file; else ""
  double mass_matrix = 0;
  double bias = 0;
  double jacobian = 0;

  bool Ran() const { return !engine.empty() && refusal.empty(); }
  bool Agrees() const {
    return mass_matrix <= kCheckTolerance && bias <= kCheckTolerance && jacobian <= kCheckTolerance;
  }
};

// `text` is the URDF that `urdf` and `robot` were made of. Only with MuJoCo, FOOTING_HAS_MUJOCO.
ModelCheck CheckWithMujoco(const std::string& text, const UrdfRobot& urdf, const DescribedRobot& robot);

}  // namespace footing::tools
