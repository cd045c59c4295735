// Which modes' cones overlap: their relative interiors have a wrench in common.
#pragma once

#include "tools/footing/modes/mode_list.hpp"

namespace footing::tools {

// Fills `overlaps` of every mode. Wrenches are compared as w_k · mass_scale_k. A face that separates them, or
// a wrench inside both, decides most pairs; an exact linear program decides the others. Throws ProblemError
// where the answer for a pair depends on rounding.
void FindOverlaps(const ExactVector& mass_scale, std::vector<Mode>* modes);

}  // namespace footing::tools
