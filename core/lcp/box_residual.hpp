// Problem: say whether z solves an LCP or a (coupled) boxed problem, and how large its residual is.
// Method: the natural map and the verdict row by row, as in residual.hpp, with two differences. w is summed
// without rounding errors, so terms that cancel cost no digits of the residual. The verdict also requires a
// residual of at most 1e-9 (float: 1e-4) of 1 + max|b|.
// The bounds of a coupled row follow from the given z and are rounded once.
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

// Moves each entry of z into its bounds, coupled rows last. An entry that is not finite counts as 0.
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

// Writes w = A z + b (the leading `size` rows) and judges z. Cost: about 25 n² operations.
template <typename Problem, typename Scalar, int kCapacity>
ResidualCheck<Scalar> CheckBoxes(const Problem& problem, const BoundedVector<Scalar, kCapacity>& z,
                                 BoundedVector<Scalar, kCapacity>& w) {
  ResidualCheck<Scalar> check =
      CheckRows<ErrorFreeSum<Scalar>>(problem, z, w, [&](int i) { return BoundsAt(problem, z, i); });
  Scalar largest_b = Scalar(0);
  for (int i = 0; i < problem.size; ++i) largest_b = Max(largest_b, Abs(problem.b[i]));
  if (!(check.residual <= kResidualTolerance<Scalar> * (Scalar(1) + largest_b))) check.solved = false;
  return check;
}

}  // namespace footing
