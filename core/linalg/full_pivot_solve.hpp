// Problem: A x = b, A square, small, dense, unsymmetric, perhaps of less than full rank.
// Method: Gaussian elimination with complete pivoting (Golub and Van Loan, Matrix
// Computations, section 3.4.8), ended at the first pivot below a threshold; the unknowns
// that are left over are set to zero. The caller scales A: the threshold is absolute.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "core/linalg/row_update.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
struct FullPivotResult {
  int rank = 0;
  Scalar mismatch = Scalar(0);  // largest |b − A x| of the equations left over
  int worst_row = -1;           // where; −1 where there are none
};

// rhs ← x, of the leading n rows and columns; `matrix` is overwritten. mismatch says whether the
// equations contradict each other. 2 n³/3 operations and as many comparisons.
template <typename Scalar, int kCapacity>
FullPivotResult<Scalar> SolveFullPivot(BoundedMatrix<Scalar, kCapacity>& matrix,
                                       BoundedVector<Scalar, kCapacity>& rhs, int n, Scalar threshold) {
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> row_of;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> column_of;
  for (int i = 0; i < n; ++i) {
    row_of[static_cast<unsigned>(i)] = static_cast<std::int16_t>(i);
    column_of[static_cast<unsigned>(i)] = static_cast<std::int16_t>(i);
  }
  FullPivotResult<Scalar> result;
  for (int k = 0; k < n; ++k) {
    int row = k;
    int column = k;
    for (int i = k; i < n; ++i) {
      for (int j = k; j < n; ++j) {
        if (Abs(matrix(i, j)) > Abs(matrix(row, column))) {
          row = i;
          column = j;
        }
      }
    }
    if (!(Abs(matrix(row, column)) > threshold)) break;
    if (row != k) {
      matrix.row(k).swap(matrix.row(row));
      std::swap(rhs[k], rhs[row]);
      std::swap(row_of[static_cast<unsigned>(k)], row_of[static_cast<unsigned>(row)]);
    }
    if (column != k) {
      matrix.col(k).swap(matrix.col(column));
      std::swap(column_of[static_cast<unsigned>(k)], column_of[static_cast<unsigned>(column)]);
    }
    const Scalar inverse = Scalar(1) / matrix(k, k);
    for (int i = k + 1; i < n; ++i) {
      const Scalar factor = matrix(i, k) * inverse;
      if (factor == Scalar(0)) continue;
      SubtractMultiple(factor, &matrix(k, k), &matrix(i, k), n - k);
      rhs[i] -= factor * rhs[k];
    }
    ++result.rank;
  }
  for (int i = result.rank; i < n; ++i) {
    if (Abs(rhs[i]) > result.mismatch || result.worst_row < 0) {
      result.mismatch = Abs(rhs[i]);
      result.worst_row = row_of[static_cast<unsigned>(i)];
    }
  }
  for (int i = result.rank - 1; i >= 0; --i) {
    Scalar sum = rhs[i];
    for (int j = i + 1; j < result.rank; ++j) sum -= matrix(i, j) * rhs[j];
    rhs[i] = sum / matrix(i, i);
  }
  // Back into the order of the unknowns, through the first row, which is no longer needed.
  for (int i = 0; i < n; ++i) {
    matrix(0, column_of[static_cast<unsigned>(i)]) = i < result.rank ? rhs[i] : Scalar(0);
  }
  for (int i = 0; i < n; ++i) rhs[i] = matrix(0, i);
  return result;
}

}  // namespace footing
