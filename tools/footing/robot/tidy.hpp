// Figures of a robot without the rounding that turning a frame leaves.
#pragma once

#include <array>

namespace footing::tools {

// The number with the fewest digits near `value`: at most 9 digits within 1e-12 of `scale`, or 13 within
// 1e-15; else `value`.
double Tidy(double value, double scale);

// All entries on the scale of the largest.
template <std::size_t kSize>
std::array<double, kSize> Tidy(std::array<double, kSize> values) {
  double scale = 0;
  for (const double value : values) scale = value > scale ? value : -value > scale ? -value : scale;
  for (double& value : values) value = Tidy(value, scale);
  return values;
}

}  // namespace footing::tools
