// Problem: say whether a z with few entries solves an LCP, from the untouched A and b alone.
// Method: the test of residual.hpp, for answers that pass it with room to spare. w is a plain sum over
// the entries of z. Its rounding error (PlainSumError) is counted against the answer, both in the verdict of the
// row and in the residual, so both hold for the exact w. The slack is only what the row's own terms and its own b
// allow. An answer that fails here may still pass there.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/residual.hpp"
#include "core/linalg/column_kernels.hpp"

namespace footing {

// The entries of a vector. All other entries are zero.
template <typename Scalar, int kCapacity>
struct SparseVector {
  int count = 0;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> index;
  BoundedVector<Scalar, kCapacity> value;
};

// Sums of kColumnBlock rows side by side.
template <typename Scalar>
struct RowSums {
  Scalar sum[kColumnBlock];    // row · z
  Scalar terms[kColumnBlock];  // Σ|row_j z_j|
};

// Sums kColumnBlock rows of `matrix` from row `first` on. `rows` rows are in use. Beyond them the last row is
// repeated.
template <typename Scalar, int kCapacity>
RowSums<Scalar> SumRows(const BoundedMatrix<Scalar, kCapacity>& matrix, int rows, int first,
                        const SparseVector<Scalar, kCapacity>& z) {
  using Block = Packs<Scalar, kColumnBlock>;
  const Scalar* row[kColumnBlock];
  for (int i = 0; i < kColumnBlock; ++i) {
    row[i] = matrix.data() + (first + i < rows ? first + i : rows - 1) * kCapacity;
  }
  Block sum{};
  Block terms{};
  for (int k = 0; k < z.count; ++k) {
    const int j = z.index[static_cast<unsigned>(k)];
    const Scalar entries[kColumnBlock] = {row[0][j], row[1][j], row[2][j], row[3][j]};
    Block term;
    term.Read(entries);
    for (int p = 0; p < Block::kCount; ++p) {
      const auto product = term.part[p] * z.value[k];
      sum.part[p] += product;
      terms.part[p] += product > -product ? product : -product;
    }
  }
  RowSums<Scalar> sums;
  sum.Write(sums.sum);
  terms.Write(sums.terms);
  return sums;
}

// Writes all of z and of w = A z + b, and judges z. Cost: twice n · count multiply-adds.
template <typename Scalar, int kCapacity>
ResidualCheck<Scalar> CheckSparse(const LcpProblem<Scalar, kCapacity>& problem,
                                  const SparseVector<Scalar, kCapacity>& sparse,
                                  BoundedVector<Scalar, kCapacity>& z, BoundedVector<Scalar, kCapacity>& w) {
  const int n = problem.size;
  for (int i = 0; i < n; ++i) z[i] = Scalar(0);
  for (int k = 0; k < sparse.count; ++k) z[sparse.index[static_cast<unsigned>(k)]] = sparse.value[k];
  ResidualCheck<Scalar> check{Scalar(0), true};
  for (int first = 0; first < n; first += kColumnBlock) {
    const RowSums<Scalar> rows = SumRows(problem.A, n, first, sparse);
    for (int i = first; i < Min(first + kColumnBlock, n); ++i) {
      const Scalar own = Abs(problem.b[i]);
      const Scalar sum = rows.sum[i - first] + problem.b[i];
      const Scalar terms = rows.terms[i - first] + own;
      // Terms of zero: a row of zeros, or products that underflowed.
      const bool exact = terms == Scalar(0) && SumRow(problem, z, i).Bound() == Scalar(0);
      const Scalar error = exact ? Scalar(0) : PlainSumError(sparse.count, terms);
      const Scalar slack = Min(kTermTolerance<Scalar> * terms, kDataTolerance<Scalar> * own) - error;
      w[i] = sum;
      // No branches, because it is as good as random which rows of z are zero.
      const bool may_push_down = (z[i] == Scalar(0)) | (sum <= slack);
      check.solved = check.solved & (sum >= -slack) & may_push_down & (terms < kInfinity<Scalar>);
      check.residual = Max(check.residual, Abs(Min(sum, z[i])) + error);
    }
  }
  return check;
}

}  // namespace footing
