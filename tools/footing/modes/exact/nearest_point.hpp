// The point nearest to the origin in the convex hull of some points, after P. Wolfe, "Finding the nearest
// point in a polytope", Mathematical Programming 11 (1976).
#pragma once

#include <Eigen/Core>

#include "tools/footing/modes/exact/exact_rows.hpp"

namespace footing::tools {

struct NearestPoint {
  Eigen::VectorXd point;
  double least =
      0;  // least product of one of the points with `point`; above zero, all points are on its side
  std::vector<std::size_t> among;  // affinely independent points whose mean it is, with weights above 0
};

// `points`: one or more, of length 1. Accurate to about 1e-12, and less where points are nearly dependent.
// Then `least` and `among` can be relied on; `point` only as far as these confirm it.
NearestPoint FindNearestPoint(const DoubleRows& points);

}  // namespace footing::tools
