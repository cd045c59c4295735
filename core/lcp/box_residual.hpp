// Problem: say whether z solves a (coupled) boxed problem or an LCP, and how far it is.
// Method: as residual.hpp, natural map and a verdict row by row, with two differences: w is
// summed without rounding errors, so that the terms that cancel cost no digits of the
// residual, and the verdict also asks for a residual of 1e-9 (float: 1e-4) of 1 + max|b|.
// The bounds of a coupled row are those that the z at hand gives, rounded once.
#pragma once

#include "core/lcp/error_free_sum.hpp"
#include "core/lcp/problem.hpp"
#include "core/lcp/residual.hpp"

namespace footing {

template <typename Scalar>
inline constexpr Scalar kResidualTolerance = sizeof(Scalar) == 4 ? static_cast<Scalar>(1e-4L)
                                                                 : static_cast<Scalar>(1e-9L);

// The bounds of `row` at z.
template <typename Problem, typename Vector>
auto BoundsAt(const Problem& problem, const Vector& z, int row) {
  auto bounds = BoundsOf(problem, row);
  const int normal = CouplingOf(problem, row);
  if (normal >= 0) {
    bounds.hi = Abs(bounds.hi * z[normal]);
    bounds.lo = -bounds.hi;
  }
  return bounds;
}

// Puts each of z within its bounds, coupled rows last.
template <typename Problem, typename Vector>
void Admit(const Problem& problem, Vector& z) {
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < problem.size; ++i) {
      if ((CouplingOf(problem, i) >= 0) != (pass == 1)) continue;
      const auto bounds = BoundsAt(problem, z, i);
      z[i] = Clamp(IsFinite(z[i]) ? z[i] : decltype(bounds.lo)(0), bounds.lo, bounds.hi);
    }
  }
}

// Writes w = A z + b (the leading `size` rows) and judges z. About 25 n² operations.
template <typename Problem, typename Scalar, int kCapacity>
ResidualCheck<Scalar> CheckBoxes(const Problem& problem, const BoundedVector<Scalar, kCapacity>& z,
                                 BoundedVector<Scalar, kCapacity>& w) {
  const int n = problem.size;
  Scalar largest_z = Scalar(0);
  Scalar largest_b = Scalar(0);
  for (int i = 0; i < n; ++i) {
    largest_z = Max(largest_z, Abs(z[i]));
    largest_b = Max(largest_b, Abs(problem.b[i]));
  }
  ResidualCheck<Scalar> check{Scalar(0), true};
  const Scalar z_slack = kSlack<Scalar> * largest_z;
  for (int i = 0; i < n; ++i) {
    const Scalar* const row = problem.A.data() + i * kCapacity;
    ErrorFreeSum<Scalar> sum;
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
    const RowBounds<Scalar> bounds = BoundsAt(problem, z, i);
    const Scalar slack = kTermTolerance<Scalar> * terms + kSlack<Scalar> * (largest_b + largest_z * row_size);
    // |mid(w, z − lo, z − hi)| is the natural map without a rounding of z − w.
    const Scalar apart = Clamp(w[i], z[i] - bounds.hi, z[i] - bounds.lo);
    check.residual = Max(check.residual, Abs(apart));
    if (!RowHolds(z[i], w[i], bounds, z_slack, slack)) check.solved = false;
  }
  if (!(check.residual <= kResidualTolerance<Scalar> * (Scalar(1) + largest_b))) check.solved = false;
  return check;
}

}  // namespace footing
