// Converts cones from face form to span form, and back through their polars. Normaliz does it in exact
// arithmetic, for cones of any dimension, pointed or not.
#pragma once

#include "tools/footing/modes/exact/exact_rows.hpp"

namespace footing::tools {

// {w : row · w ≤ 0, equality · w = 0} as rays and lines, without redundancy.
struct Span {
  ExactRows rays;
  ExactRows lines;
};
Span SpanOfFaces(const ExactRows& rows, const ExactRows& equalities, std::size_t dimension);

}  // namespace footing::tools
