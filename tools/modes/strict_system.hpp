// Homogeneous linear systems with strict inequalities, decided exactly, and whether rounding in the file
// could have changed the answer.
//
//   r · x = 0, r · x ≥ 0, r · x > 0     row by row
//
// Rows are scaled to x_k = y_k · scale_k and to a largest entry of 1. Then ε is the largest one with
// strict rows at ε or more and |y| ≤ 1; the system has a solution exactly where ε > 0. It is near where
// 0 < ε < 1e-9, and where ε = 0 but equalities that may be off by 1e-12 let it be 1e-4: two equalities that
// differ by less than about 1e-8 could be one, and leave a motion that the exact ones do not.
#pragma once

#include "tools/modes/rational.hpp"

namespace footing::tools {

struct StrictSystem {
  RationalRows equalities;
  RationalRows weak;    // ≥ 0
  RationalRows strict;  // > 0
};

enum class Solvable { kYes, kNo, kNear };

inline constexpr double kNear = 1e-9;

// One or two exact linear programs, of scale.size() + 1 unknowns.
Solvable Decide(const StrictSystem& system, const RationalVector& scale);

// Is there less than 1e-9 between some of the scaled rows and exact dependence, but not none?
bool NearlyDependent(const RationalRows& rows, const RationalVector& scale);

}  // namespace footing::tools
