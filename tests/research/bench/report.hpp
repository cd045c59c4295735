// What was measured as Markdown and as a picture.
#pragma once

#include <cstdio>
#include <vector>

#include "tests/research/bench/measure/measure.hpp"

namespace footing::bench {

// The bars with Footing's ratios, then a table a course.
void PrintMarkdown(std::FILE* file, const std::vector<Result>& results);

// Medians with 99.9 % and worst on a logarithmic axis, a panel a course, as SVG.
void PrintPicture(std::FILE* file, const std::vector<Result>& results);

}  // namespace footing::bench
