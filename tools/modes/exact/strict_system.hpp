// Homogeneous linear systems with strict inequalities, decided exactly, and whether rounding in the file
// could have changed the answer.
//
//   r · x = 0, r · x ≥ 0, r · x > 0     row by row
//
// The system has a solution exactly where each strict row is above zero on one of the rays of its closure,
// the cone with r · x ≥ 0 in their place. It is near where some row is so by less than 1e-9, rows and rays
// scaled to y_k = x_k / scale_k and to length 1; and where it has none, but would have one by 1e-4 without
// the equalities and weak rows that others all but imply: two equalities that differ by less than about 1e-8
// could be one, and leave a motion that the exact ones do not.
#pragma once

#include "tools/modes/exact/span.hpp"

namespace footing::tools {

struct StrictSystem {
  ExactRows equalities;
  ExactRows weak;    // ≥ 0
  ExactRows strict;  // > 0
};

enum class Solvable { kYes, kNo, kNear };

inline constexpr double kNear = 1e-9;

struct Decision {
  Solvable solvable = Solvable::kNo;
  Span closure;
};

// One or two conversions from faces to rays.
Decision Decide(const StrictSystem& system, const ExactVector& scale);

// Is there less than 1e-9 between some of the scaled rows and exact dependence, but not none?
bool NearlyDependent(const ExactRows& rows, const ExactVector& scale);

}  // namespace footing::tools
