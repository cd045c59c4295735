// Problem: say whether a z of few entries solves an LCP, from the untouched A and b alone.
// Method: the test of box_residual.hpp where it is passed with room to spare: w is a plain sum over the
// entries of z, of which the rounding, at most (entries + 2) ε Σ|terms|, is counted against the
// answer, in the row's verdict and in the residual, so that both hold for the exact w; and of
// the slack only what those terms allow. What fails here may still pass there.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/box_residual.hpp"
#include "core/linalg/column_kernels.hpp"

namespace footing {

// `count` entries; the arrays are read up to a full block, value 0 at index 0 beyond `count`.
template <typename Scalar, int kCapacity>
struct SparseVector {
  static constexpr int kPadded = PaddedToBlocks(kCapacity);
  int count = 0;
  std::array<std::int16_t, static_cast<unsigned>(kPadded)> index;
  BoundedVector<Scalar, kPadded> value;

  void Pad() {
    for (int k = count; k < PaddedToBlocks(count); ++k) {
      index[static_cast<unsigned>(k)] = 0;
      value[k] = Scalar(0);
    }
  }
};

template <typename Scalar>
struct RowSum {
  Scalar sum;
  Scalar terms;  // Σ|row_j z_j|
};

// row · z, in four sums that are added at the end. z ≥ 0, padded.
template <typename Scalar, int kCapacity>
RowSum<Scalar> SumOver(const Scalar* row, const SparseVector<Scalar, kCapacity>& z) {
  Scalar sum[kColumnBlock] = {};
  Scalar terms[kColumnBlock] = {};
  for (int k = 0; k < z.count; k += kColumnBlock) {
    for (int i = 0; i < kColumnBlock; ++i) {
      const Scalar term = row[z.index[static_cast<unsigned>(k + i)]] * z.value[k + i];
      sum[i] += term;
      terms[i] += Abs(term);
    }
  }
  return {(sum[0] + sum[1]) + (sum[2] + sum[3]), (terms[0] + terms[1]) + (terms[2] + terms[3])};
}

// Writes z and w = A z + b in full and judges. n · count multiply-adds, twice.
template <typename Scalar, int kCapacity>
ResidualCheck<Scalar> CheckSparse(const LcpProblem<Scalar, kCapacity>& problem,
                                  const SparseVector<Scalar, kCapacity>& sparse,
                                  BoundedVector<Scalar, kCapacity>& z, BoundedVector<Scalar, kCapacity>& w) {
  const int n = problem.size;
  const Scalar rounding = static_cast<Scalar>(sparse.count + 2) * kEpsilon<Scalar>;
  Scalar largest_b = Scalar(0);
  for (int i = 0; i < n; ++i) {
    z[i] = Scalar(0);
    largest_b = Max(largest_b, Abs(problem.b[i]));
  }
  for (int k = 0; k < sparse.count; ++k) z[sparse.index[static_cast<unsigned>(k)]] = sparse.value[k];
  ResidualCheck<Scalar> check{Scalar(0), true};
  for (int i = 0; i < n; ++i) {
    const RowSum<Scalar> row = SumOver(problem.A.data() + i * kCapacity, sparse);
    const Scalar terms = row.terms + Abs(problem.b[i]);
    const Scalar error = rounding * terms;
    const Scalar slack = kTermTolerance<Scalar> * terms + kSlack<Scalar> * largest_b - error;
    w[i] = row.sum + problem.b[i];
    const bool holds = w[i] >= -slack && (w[i] <= slack || z[i] == Scalar(0)) && terms < kInfinity<Scalar>;
    check.solved = check.solved && holds;
    check.residual = Max(check.residual, Abs(Min(w[i], z[i])) + error);
  }
  if (!(check.residual <= kResidualTolerance<Scalar> * (Scalar(1) + largest_b))) check.solved = false;
  return check;
}

}  // namespace footing
