// Shares and order statistics of judged figures.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace footing::tools {

inline constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

inline double ShareOf(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? kNoFigure : static_cast<double>(part) / static_cast<double>(whole);
}

// The least number of ticks of `period` [s] that last as long.
inline std::size_t TickCount(double seconds, double period) {
  return static_cast<std::size_t>(std::ceil(seconds / period - 1e-9));
}

inline std::vector<double> Sorted(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values;
}

// Of sorted values; kNoFigure of none.
inline double Median(const std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  return n == 0 ? kNoFigure : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

// What 99 of 100 do not exceed, by nearest rank.
inline double Percentile99(const std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  return n == 0 ? kNoFigure : sorted[(99 * n + 99) / 100 - 1];
}

}  // namespace footing::tools
