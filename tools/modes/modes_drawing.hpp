// Planar modes as SVG: the scene with its friction cones, and a panel for each mode with its generators as
// forces along their lines of action, or as moments.
#pragma once

#include <string>

#include "tools/modes/modes_result.hpp"

namespace footing::tools {

// Throws ProblemError where the scene is not planar: three coordinates (x, y, angle), at most one tangent a
// contact, each normal with its tangent meeting in a point.
void CheckDrawable(const ModesScene& scene);

std::string ModesSvg(const ModesResult& result);

}  // namespace footing::tools
