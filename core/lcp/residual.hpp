// Problem: say whether z solves an LCP, from the untouched A and b alone.
// Method: w = A z + b is computed again. The residual reported is that of the natural map,
//   max_i |min(z_i, w_i)|,   boxed: max_i |z_i − clamp(z_i − w_i, lo_i, hi_i)|
// (Cottle, Pang and Stone, The Linear Complementarity Problem, section 5.10). It mixes forces with
// velocities. So the verdict is taken row by row, in the units of the row:
//   w_i counts as zero if |w_i| ≤ t (|b_i| + Σ|A_ij z_j|) + e (max|b| + max|z| Σ|A_ij|).
//   z_i counts as at a bound if it is within e max|z| of it.
// Each max goes over the rows that row i is coupled to (coupled_sizes.hpp).
// t = kTermTolerance is the error that a backward stable solve of a badly conditioned system leaves, relative
// to the terms that cancel. e = kSlack is the rounding error of the largest numbers. It is for rows whose own
// terms are nothing but rounding errors of other rows.
// w and the sizes of its terms cost 2 n² multiply-adds.
#pragma once

#include "core/lcp/coupled_sizes.hpp"
#include "core/lcp/problem.hpp"
#include "core/scalar.hpp"

namespace footing {

// 2¹⁶ roundings in double, 2⁷ in float: 1.5e-11 in double, 1.5e-5 in float. Found on contact problems of 4 to
// 150 rows: correct answers pass, and no answer to an unsolvable problem does.
template <typename Scalar>
inline constexpr Scalar kTermTolerance = sizeof(Scalar) == 4 ? Scalar(128) * kEpsilon<Scalar>
                                                             : Scalar(65536) * kEpsilon<Scalar>;
template <typename Scalar>
inline constexpr Scalar kSlack = Scalar(16) * kEpsilon<Scalar>;

template <typename Scalar>
struct ResidualCheck {
  Scalar residual;  // natural map, in the mixed units of z and w; +∞ where z or w is not finite
  bool solved;      // every row passes the test above
};

// Whether z is within its bounds up to `z_slack`, and w is zero up to `w_slack` or has a sign that a bound
// allows. False if w_slack overflowed.
template <typename Scalar>
bool RowHolds(Scalar z, Scalar w, const RowBounds<Scalar>& bounds, Scalar z_slack, Scalar w_slack) {
  const bool inside = z >= bounds.lo - z_slack && z <= bounds.hi + z_slack;
  const bool may_push_up = z >= bounds.hi - z_slack;    // w < 0 is right at hi only
  const bool may_push_down = z <= bounds.lo + z_slack;  // w > 0 is right at lo only
  return inside && IsFinite(w_slack) && (w >= -w_slack || may_push_up) && (w <= w_slack || may_push_down);
}

// Adds numbers in the order they come.
template <typename Scalar>
struct PlainSum {
  Scalar sum = Scalar(0);
  void Add(Scalar x) { sum += x; }
  void AddProduct(Scalar a, Scalar b) { sum += a * b; }
  Scalar Value() const { return sum; }
};

// Writes w = A z + b (the leading `size` rows) and judges z. A `Sum` adds up each row. `bounds_of`(row) gives
// its bounds.
template <typename Sum, typename Problem, typename Scalar, int kCapacity, typename Bounds>
ResidualCheck<Scalar> CheckRows(const Problem& problem, const BoundedVector<Scalar, kCapacity>& z,
                                BoundedVector<Scalar, kCapacity>& w, const Bounds& bounds_of) {
  const int n = problem.size;
  CoupledSizes<Scalar, kCapacity> sizes(problem.A, problem.b, z, n);
  ResidualCheck<Scalar> check{Scalar(0), true};
  for (int i = 0; i < n; ++i) {
    const Scalar* const row = problem.A.data() + i * kCapacity;
    Sum sum;
    sum.Add(problem.b[i]);
    Scalar terms = Abs(problem.b[i]);
    Scalar row_size = Scalar(0);
    for (int j = 0; j < n; ++j) {
      sum.AddProduct(row[j], z[j]);
      terms += Abs(row[j] * z[j]);
      row_size += Abs(row[j]);
    }
    w[i] = sum.Value();
    if (!IsFinite(w[i]) || !IsFinite(z[i])) {
      check.residual = kInfinity<Scalar>;
      check.solved = false;
      continue;
    }
    const RowBounds<Scalar> bounds = bounds_of(i);
    // |mid(w, z − lo, z − hi)| is the natural map without the rounding error of z − w.
    check.residual = Max(check.residual, Abs(Clamp(w[i], z[i] - bounds.hi, z[i] - bounds.lo)));
    const Scalar own_slack = kTermTolerance<Scalar> * terms;
    if (!check.solved || RowHolds(z[i], w[i], bounds, Scalar(0), own_slack)) continue;
    const Scalar largest_z = sizes.LargestZ(i);
    const Scalar w_slack = own_slack + kSlack<Scalar> * (sizes.LargestB(i) + largest_z * row_size);
    check.solved = RowHolds(z[i], w[i], bounds, kSlack<Scalar> * largest_z, w_slack);
  }
  return check;
}

// CheckRows with plain sums, for a problem without coupled rows.
template <typename Problem, typename Scalar, int kCapacity>
ResidualCheck<Scalar> CheckSolution(const Problem& problem, const BoundedVector<Scalar, kCapacity>& z,
                                    BoundedVector<Scalar, kCapacity>& w) {
  return CheckRows<PlainSum<Scalar>>(problem, z, w, [&](int i) { return BoundsOf(problem, i); });
}

}  // namespace footing
