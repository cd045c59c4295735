// Which modes' cones overlap: whose relative interiors have a wrench in common.
#pragma once

#include "tools/modes/mode_list.hpp"

namespace footing::tools {

// Fills `overlaps` of every mode. Wrenches are compared as w_k · mass_scale_k. Most pairs are decided by a
// face that separates them or a wrench inside both; the others by an exact linear program. Throws
// ProblemError where a pair's answer hangs on rounding.
void FindOverlaps(const ExactVector& mass_scale, std::vector<Mode>* modes);

}  // namespace footing::tools
