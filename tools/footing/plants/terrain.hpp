// Ground that changes along x: strips, each with its own height and friction.
#pragma once

#include <limits>
#include <vector>

namespace footing::tools {

struct Terrain {
  struct Strip {
    double x_end;     // m; the strip goes from the end of the one before to here
    double height;    // m
    double friction;  // μ
  };
  std::vector<Strip> strips = {{std::numeric_limits<double>::infinity(), 0.0, 0.6}};  // the last has no end

  const Strip& At(double x) const {
    std::size_t i = 0;
    while (x > strips[i].x_end) ++i;
    return strips[i];
  }
};

}  // namespace footing::tools
