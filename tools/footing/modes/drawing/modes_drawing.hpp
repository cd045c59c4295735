// Planar modes as SVG: the scene with its friction cones, and a panel for each mode. The panel shows the
// mode's generators as forces along their lines of action, or as moments.
#pragma once

#include <string>

#include "tools/footing/modes/modes_result.hpp"

namespace footing::tools {

// Throws ProblemError if the scene is not planar: three coordinates (x, y, angle), at most one tangent for
// each contact, and a normal that meets its tangent in a point.
void CheckDrawable(const ModesScene& scene);

std::string ModesSvg(const ModesResult& result);

}  // namespace footing::tools
