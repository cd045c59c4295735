// The point nearest to the origin in the convex hull of some points; P. Wolfe, "Finding the nearest point in
// a polytope", Mathematical Programming 11 (1976).
#pragma once

#include <Eigen/Core>

#include "tools/modes/exact_rows.hpp"

namespace footing::tools {

struct NearestPoint {
  Eigen::VectorXd point;
  std::vector<Eigen::Index>
      among;           // columns, affinely independent, that it is a mean of with weights above 0
  bool found = false;  // false: not within the bound on steps
};

// Of one point or more, of length 1; to within some 1e-12.
NearestPoint FindNearestPoint(const DoubleRows& points);

}  // namespace footing::tools
