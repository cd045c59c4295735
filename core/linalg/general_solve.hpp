// Problem: A x = b, A square, small, dense, unsymmetric.
// Method: Gaussian elimination with partial pivoting, in place (Golub and Van Loan,
// Matrix Computations, algorithm 3.4.1). Rows are swapped in memory: at these sizes that is
// cheaper than an indirection in every inner loop.
// Departure: a pivot is compared with the largest entry that its column had in A, so that
// the test for singularity does not depend on the units of the unknowns.
#pragma once

#include <array>

#include "core/linalg/row_update.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// pivots[k]: the row that step k swapped with row k.
template <int kCapacity>
using PivotRows = std::array<int, static_cast<unsigned>(kCapacity)>;

// P A = L U in place: `matrix` is n rows of `stride` scalars, row-major. Returns false
// where a pivot is below n·epsilon of the largest entry of its column of A, or not
// finite; `matrix` then holds nothing of use. n³/3 multiply-adds.
// n at most kCapacity.
template <typename Scalar, int kCapacity>
bool FactorGeneral(Scalar* matrix, int stride, int n, PivotRows<kCapacity>& pivots) {
  const Scalar tolerance = static_cast<Scalar>(n) * kEpsilon<Scalar>;
  for (int k = 0; k < n; ++k) {
    // Column k holds U above row k by now. Together with the rest it gives the size of A's column.
    Scalar column_size = Scalar(0);
    for (int i = 0; i < k; ++i) column_size = Max(column_size, Abs(matrix[i * stride + k]));
    int best = k;
    for (int i = k + 1; i < n; ++i) {
      if (Abs(matrix[i * stride + k]) > Abs(matrix[best * stride + k])) best = i;
    }
    const Scalar pivot = matrix[best * stride + k];
    column_size = Max(column_size, Abs(pivot));
    if (!(Abs(pivot) > tolerance * column_size) || !IsFinite(pivot)) return false;

    pivots[static_cast<unsigned>(k)] = best;
    Scalar* const upper = matrix + k * stride;
    if (best != k) {
      Scalar* const other = matrix + best * stride;
      for (int j = 0; j < n; ++j) {
        const Scalar held = upper[j];
        upper[j] = other[j];
        other[j] = held;
      }
    }
    const Scalar inverse = Scalar(1) / pivot;
    for (int i = k + 1; i < n; ++i) {
      Scalar* const row = matrix + i * stride;
      const Scalar factor = row[k] * inverse;
      row[k] = factor;
      if (factor == Scalar(0)) continue;
      SubtractMultiple(factor, upper + k + 1, row + k + 1, n - k - 1);
    }
  }
  return true;
}

// x ← A⁻¹ x from FactorGeneral's result. n² multiply-adds.
template <typename Scalar, int kCapacity>
void SolveFactored(const Scalar* matrix, int stride, int n, const PivotRows<kCapacity>& pivots, Scalar* x) {
  for (int k = 0; k < n; ++k) {
    const int other = pivots[static_cast<unsigned>(k)];
    const Scalar held = x[k];
    x[k] = x[other];
    x[other] = held;
  }
  for (int i = 1; i < n; ++i) {
    const Scalar* const row = matrix + i * stride;
    Scalar sum = x[i];
    for (int j = 0; j < i; ++j) sum -= row[j] * x[j];
    x[i] = sum;
  }
  for (int i = n - 1; i >= 0; --i) {
    const Scalar* const row = matrix + i * stride;
    Scalar sum = x[i];
    for (int j = i + 1; j < n; ++j) sum -= row[j] * x[j];
    x[i] = sum / row[i];
  }
}

}  // namespace footing
