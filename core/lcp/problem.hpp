// The two complementarity problems of the core, and what a solver hands back.
// Units are the caller's: in contact problems z is a force [N] and w a velocity [m/s].
#pragma once

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"
#include "core/status.hpp"

namespace footing {

// Find z with  w = A z + b,  z ≥ 0,  w ≥ 0,  zᵀ w = 0.
template <typename Scalar, int kCapacity>
struct LcpProblem {
  int size = 0;                        // rows in use, 0 … kCapacity
  BoundedMatrix<Scalar, kCapacity> A;  // size × size, the leading block
  BoundedVector<Scalar, kCapacity> b;  // size
};

// Find z within lo ≤ z ≤ hi with  w = A z + b  and, row by row,
//   z = lo → w ≥ 0,   z = hi → w ≤ 0,   lo < z < hi → w = 0.
// lo = −∞ and hi = +∞ together make a bilateral row; lo = hi frees w of its sign.
template <typename Scalar, int kCapacity>
struct BoxedLcpProblem {
  int size = 0;
  BoundedMatrix<Scalar, kCapacity> A;
  BoundedVector<Scalar, kCapacity> b;
  BoundedVector<Scalar, kCapacity> lo;  // −∞ allowed, +∞ not
  BoundedVector<Scalar, kCapacity> hi;  // +∞ allowed, −∞ not
};

// kSolved: z and w solve the problem within the tolerance of residual.hpp.
// kPivotBudget, kRay, kInaccurate: z is the last iterate, inside its bounds, w = A z + b
// and the residual belong to it: it is no solution.
// Refusals (kNotFinite, kBadSize, kNotSymmetric, kBadBounds): z = w = 0, residual = ∞.
template <typename Scalar, int kCapacity>
struct LcpSolution {
  SolveStatus status = SolveStatus::kBadSize;
  int pivots = 0;                       // steps taken, at most the budget
  Scalar residual = kInfinity<Scalar>;  // natural-map residual, recomputed
  BoundedVector<Scalar, kCapacity> z;
  BoundedVector<Scalar, kCapacity> w;
};

// Sets what a refusal leaves behind.
template <typename Scalar, int kCapacity>
SolveStatus Refuse(SolveStatus why, LcpSolution<Scalar, kCapacity>& solution) {
  solution.status = why;
  solution.pivots = 0;
  solution.residual = kInfinity<Scalar>;
  for (int i = 0; i < kCapacity; ++i) {
    solution.z[i] = Scalar(0);
    solution.w[i] = Scalar(0);
  }
  return why;
}

// kSolved where the numbers can be worked with; it says nothing yet of a solution.
template <typename Problem>
SolveStatus CheckSizeAndNumbers(const Problem& problem) {
  const int n = problem.size;
  if (n < 0 || n > static_cast<int>(problem.b.size())) return SolveStatus::kBadSize;
  const int stride = static_cast<int>(problem.b.size());
  for (int i = 0; i < n; ++i) {
    const auto* const row = problem.A.data() + i * stride;
    auto sum = problem.b[i] - problem.b[i];  // x − x is 0, or NaN where x is not finite
    for (int j = 0; j < n; ++j) sum += row[j] - row[j];
    if (!IsFinite(sum)) return SolveStatus::kNotFinite;
  }
  return SolveStatus::kSolved;
}

}  // namespace footing
