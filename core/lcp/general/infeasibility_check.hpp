// Problem: say whether a vector y proves that a complementarity problem has no solution because even its
// linear conditions cannot be met. These conditions are: z within its bounds, w_i ≥ 0 if hi_i = ∞, w_i ≤ 0 if
// lo_i = −∞, coupled rows within ±|hi z_k|.
// Method: Farkas. The condition on w_i decides the sign of y_i: y_i ≥ 0 for w_i ≥ 0, y_i ≤ 0 for w_i ≤ 0, any
// y_i for w_i = 0, and y_i = 0 for a free w_i. With such a y every solution has yᵀw = yᵀb + (Aᵀy)ᵀz ≥ 0. If
// the largest value of this over the bounds of z is negative, there is no solution (for an LCP: y ≥ 0,
// Aᵀy ≤ 0, yᵀb < 0). This file shares no code with the search for y.
#pragma once

#include "core/lcp/error_free_sum.hpp"
#include "core/lcp/problem.hpp"

namespace footing {

// True if y proves that `problem` has no solution, for the exact numbers of A, b, lo and hi. Each sum is
// bounded from above together with its rounding errors (error_free_sum.hpp). Only exact zeros count as zero.
// False says nothing. Cost: about 50 n² operations.
template <typename Problem, typename Scalar, int kCapacity>
bool CheckInfeasible(const Problem& problem, const BoundedVector<Scalar, kCapacity>& y) {
  const int n = problem.size;
  const auto column_sum = [&](int j) {
    ErrorFreeSum<Scalar> sum;
    for (int i = 0; i < n; ++i) sum.AddProduct(problem.A(i, j), y[i]);
    return sum;
  };
  ErrorFreeSum<Scalar> total;  // the largest that yᵀw can be
  for (int i = 0; i < n; ++i) {
    if (!IsFinite(y[i])) return false;
    const RowBounds<Scalar> bounds = BoundsOf(problem, i);
    const bool coupled = CouplingOf(problem, i) >= 0;
    if (y[i] > Scalar(0) && (coupled || bounds.hi < kInfinity<Scalar>)) return false;
    if (y[i] < Scalar(0) && (coupled || bounds.lo > -kInfinity<Scalar>)) return false;
    total.AddProduct(problem.b[i], y[i]);
  }
  for (int j = 0; j < n; ++j) {
    if (CouplingOf(problem, j) >= 0) continue;
    // Over z_j and the rows coupled to it, yᵀw is at most g z_j + c |z_j|, which is convex in z_j.
    const ErrorFreeSum<Scalar> g = column_sum(j);
    ErrorFreeSum<Scalar> up;  // slopes toward +∞ and toward −∞
    ErrorFreeSum<Scalar> down;
    up.Add(g.Upper());
    down.Add(-g.Lower());
    for (int i = 0; i < n; ++i) {
      if (CouplingOf(problem, i) != j) continue;
      const ErrorFreeSum<Scalar> h = column_sum(i);
      const Scalar size = Max(Abs(h.Upper()), Abs(h.Lower()));
      up.AddProduct(CouplingFactor(problem, i), size);
      down.AddProduct(CouplingFactor(problem, i), size);
    }
    const RowBounds<Scalar> bounds = BoundsOf(problem, j);
    const auto at = [&](Scalar end) {  // the value at a finite bound
      ErrorFreeSum<Scalar> value;
      value.AddProduct(end > Scalar(0) ? up.Upper() : down.Upper(), Abs(end));
      return value.Upper();
    };
    const bool no_top = bounds.hi == kInfinity<Scalar>;
    const bool no_bottom = bounds.lo == -kInfinity<Scalar>;
    if (no_top && !(up.Upper() <= Scalar(0))) return false;
    if (no_bottom && !(down.Upper() <= Scalar(0))) return false;
    if (!no_top && !no_bottom) {
      const Scalar bottom = at(bounds.lo);
      const Scalar top = at(bounds.hi);
      if (!IsFinite(bottom + top)) return false;  // NaN, which Max would skip
      total.Add(Max(bottom, top));
    } else if (!no_bottom) {
      total.Add(at(bounds.lo));
    } else if (!no_top) {
      total.Add(at(bounds.hi));
    }
  }
  return total.Upper() < Scalar(0);
}

}  // namespace footing
