// The point nearest to the origin in the convex hull of some points; P. Wolfe, "Finding the nearest point in
// a polytope", Mathematical Programming 11 (1976).
#pragma once

#include <Eigen/Core>

#include "tools/modes/exact/exact_rows.hpp"

namespace footing::tools {

struct NearestPoint {
  Eigen::VectorXd point;
  double least =
      0;  // product of one of the points with it: they are all on its side where that is above zero
  std::vector<std::size_t> among;  // affinely independent ones, that it is a mean of with weights above 0
};

// Of one point or more, of length 1; to within some 1e-12, and worse where some are all but dependent:
// `least` and `among` are to be relied upon, `point` only so far as these bear it out.
NearestPoint FindNearestPoint(const DoubleRows& points);

}  // namespace footing::tools
