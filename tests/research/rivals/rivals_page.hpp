// The comparison as Markdown: docs/generated/rivals.md.
#pragma once

#include <string>

#include "tests/research/rivals/comparison.hpp"

namespace footing::rivals {

std::string RivalsPage(const tools::Campaign& campaign, const ComparisonOptions& options,
                       const Comparison& comparison);

}  // namespace footing::rivals
