// Polyhedral cones with apex 0 in span form and in face form, eqs. 14 and 15 of Berard, Egan, Trinkle:
// Contact Modes and Complementary Cones. Exact, for any dimension, pointed or not.
#pragma once

#include "tools/footing/modes/exact/exact_rows.hpp"

namespace footing::tools {

// Both forms without redundancy: {Σ x_i ray_i + Σ y_j line_j, x ≥ 0} = {w : face_i · w ≤ 0,
// equality_j · w = 0}. For every face some w of the cone has face · w < 0. Rows are primitive vectors
// (exact_rows.hpp).
struct PolyhedralCone {
  ExactRows rays;
  ExactRows lines;       // a basis of the lineality space, also as doubles
  ExactRows faces;       // outward normals
  ExactRows equalities;  // a basis of the space orthogonal to the cone, also as doubles
};

// The cone of the rays (factors ≥ 0) and the lines (any factors). In the result the rays are orthogonal to
// the lines, with Σ metric_k a_k b_k as the product of a and b. The faces are orthogonal to the equalities,
// with 1 / metric_k. The length of `metric` is the dimension of the space.
PolyhedralCone ConeOfSpan(const ExactRows& rays, const ExactRows& lines, const ExactVector& metric);

// In a cone with lines each ray is one of many equivalent ones. Replaces it by the first of the given vectors
// of the cone that differs from it only by a positive factor and the lines.
void PreferRays(const ExactRows& vectors, PolyhedralCone* cone);

}  // namespace footing::tools
