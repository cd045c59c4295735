// Decides exactly whether a homogeneous linear system with strict inequalities has a solution, and whether
// rounding in the file could have changed the answer.
//
//   r · x = 0, r · x > 0     row by row
//
// The closure is the cone with r · x ≥ 0 instead of r · x > 0. The system has a solution if and only if each
// strict row is above zero on one of the closure's rays. It is near in two cases, where rows and rays are
// scaled to y_k = x_k / scale_k and to length 1. First: some strict row is above zero by less than 1e-9.
// Second: it has no solution, but would have one by 1e-4 without the equalities that others nearly imply. Two
// equalities that differ by less than about 1e-8 could be one, which would allow a motion that the exact ones
// do not.
#pragma once

#include "tools/footing/modes/exact/span.hpp"

namespace footing::tools {

struct StrictSystem {
  ExactRows equalities;
  ExactRows strict;  // > 0
};

enum class Solvable { kYes, kNo, kNear };

inline constexpr double kNear = 1e-9;

struct Decision {
  Solvable solvable = Solvable::kNo;
  Span closure;
};

// Cost: one or two conversions from faces to rays.
Decision Decide(const StrictSystem& system, const ExactVector& scale);

// Are some of the scaled rows within 1e-9 of exact dependence, but not exactly dependent?
bool NearlyDependent(const ExactRows& rows, const ExactVector& scale);

}  // namespace footing::tools
