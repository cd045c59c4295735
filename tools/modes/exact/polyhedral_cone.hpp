// Polyhedral cones with apex 0 in span form and in face form, eqs. 14 and 15 of Berard, Egan, Trinkle:
// Contact Modes and Complementary Cones. Exact; of any dimension, pointed or not.
#pragma once

#include "tools/modes/exact/exact_rows.hpp"

namespace footing::tools {

// Both forms without redundancy: {Σ x_i ray_i + Σ y_j line_j, x ≥ 0} = {w : face_i · w ≤ 0,
// equality_j · w = 0}. Every face is met with < 0 somewhere. Rows are integers without a common divisor.
struct PolyhedralCone {
  ExactRows rays;
  ExactRows lines;       // a basis of the lineality space, in doubles too
  ExactRows faces;       // outward normals
  ExactRows equalities;  // a basis of what is orthogonal to the cone, likewise
};

// Rays with x ≥ 0, lines with any x; `dimension` is that of the space. Rays are orthogonal to the lines where
// Σ metric_k a_k b_k is the product of a and b; faces are so to the equalities with 1 / metric_k.
PolyhedralCone ConeOfSpan(const ExactRows& rays, const ExactRows& lines, const ExactVector& metric);

// A ray of a cone with lines is one of many: takes instead the first of the given vectors of the cone that is
// the same but for a positive factor and the lines.
void PreferRays(const ExactRows& vectors, PolyhedralCone* cone);

}  // namespace footing::tools
