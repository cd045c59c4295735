// Polyhedral cones with apex 0 in span form and in face form, eqs. 14 and 15 of Berard, Egan, Trinkle:
// Contact Modes and Complementary Cones. From one form to the other by the double description method, in
// exact arithmetic, on cones of any dimension, pointed or not.
#pragma once

#include <cstddef>

#include "tools/modes/rational.hpp"

namespace footing::tools {

// Both forms without redundancy: {Σ x_i ray_i + Σ y_j line_j, x ≥ 0} = {w : face_i · w ≤ 0,
// equality_j · w = 0}. Every face is met with < 0 somewhere. Rows are integers without a common divisor.
struct PolyhedralCone {
  RationalRows rays;
  RationalRows lines;       // a basis of the lineality space, in doubles too
  RationalRows faces;       // outward normals
  RationalRows equalities;  // a basis of what is orthogonal to the cone, likewise
};

// Rays with x ≥ 0, lines with any x; `dimension` is that of the space. Rays are orthogonal to the lines where
// Σ metric_k a_k b_k is the product of a and b; faces are so to the equalities with 1 / metric_k.
PolyhedralCone ConeOfSpan(const RationalRows& rays, const RationalRows& lines, const RationalVector& metric);

// A ray of a cone with lines is one of many: takes instead the first of the given vectors of the cone that is
// the same but for a positive factor and the lines.
void PreferRays(const RationalRows& vectors, PolyhedralCone* cone);

// {w : row · w ≤ 0, equality · w = 0} as rays and lines, without redundancy.
struct Span {
  RationalRows rays;
  RationalRows lines;
};
Span SpanOfFaces(const RationalRows& rows, const RationalRows& equalities, std::size_t dimension);

}  // namespace footing::tools
