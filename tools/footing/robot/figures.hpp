// Figures of a robot as text, and without the rounding that turning a frame leaves.
#pragma once

#include <array>
#include <string>

namespace footing::tools {

// The shortest decimal number that is this double; "inf" and "-inf".
std::string ShortNumber(double value);

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
