// Sums from which the root mean square of several runs together can be had.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace footing::tools {

inline double Degrees(double radians) { return radians * 180 / std::numbers::pi; }

struct Squares {
  double sum = 0;
  std::int64_t count = 0;

  void Add(double error) {
    sum += error * error;
    ++count;
  }
  void Add(const Squares& other) {
    sum += other.sum;
    count += other.count;
  }
  double Rmse() const {  // NaN of nothing
    if (count == 0) return std::numeric_limits<double>::quiet_NaN();
    return std::sqrt(sum / static_cast<double>(count));
  }
};

}  // namespace footing::tools
