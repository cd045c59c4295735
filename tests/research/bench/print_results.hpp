// Prints the measurements as Markdown and as a picture.
#pragma once

#include <cstdio>
#include <vector>

#include "tests/research/bench/measure/measure.hpp"

namespace footing::bench {

// Prints the bars with Footing's ratios, then one table for each course.
void PrintMarkdown(std::FILE* file, const std::vector<Result>& results);

// Draws medians, 99.9 % quantiles and worst times on a logarithmic axis as SVG, one panel for each course.
void PrintPicture(std::FILE* file, const std::vector<Result>& results);

}  // namespace footing::bench
