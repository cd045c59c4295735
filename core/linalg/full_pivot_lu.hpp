// Problem: A x = b, A square, small, dense, unsymmetric, perhaps of less than full rank.
// Method: P A Q = L U in place by Gaussian elimination with complete pivoting (Golub and Van Loan,
// Matrix Computations, section 3.4.8). It ends at the first pivot below a threshold.
// Departure: the remaining equations are ignored, and their unknowns are zero. This solves a singular
// but consistent system. The caller scales A, because the threshold is absolute.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "core/linalg/row_update.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar, int kCapacity>
class FullPivotLu {
 public:
  // A, for the caller to fill in before Factor: the leading n rows and columns.
  BoundedMatrix<Scalar, kCapacity>& matrix() { return matrix_; }

  // Overwrites the matrix, n at most kCapacity. Returns the rank: how many pivots are finite and
  // above `threshold` in size. n³/3 multiply-adds and as many comparisons.
  int Factor(int n, Scalar threshold) {
    n_ = n;
    rank_ = 0;
    for (int k = 0; k < n; ++k) {
      row_order_[Index(k)] = static_cast<std::int16_t>(k);
      col_order_[Index(k)] = static_cast<std::int16_t>(k);
    }
    for (int k = 0; k < n; ++k) {
      const Scalar pivot = BringPivot(k);
      if (!(pivot > threshold) || !IsFinite(pivot)) break;
      const Scalar* const upper = Row(k);
      const Scalar inverse = Scalar(1) / upper[k];
      for (int r = k + 1; r < n; ++r) {
        Scalar* const row = Row(r);
        const Scalar factor = row[k] * inverse;
        row[k] = factor;
        if (factor != Scalar(0)) SubtractMultiple(factor, upper + k + 1, row + k + 1, n - k - 1);
      }
      ++rank_;
    }
    return rank_;
  }

  // x ← Q U⁻¹ L⁻¹ P x on the leading rank, 0 beyond. rank² multiply-adds.
  void Solve(BoundedVector<Scalar, kCapacity>& x) {
    for (int k = 0; k < rank_; ++k) {
      const Scalar* const row = Row(k);
      Scalar sum = x[row_order_[Index(k)]];
      for (int j = 0; j < k; ++j) sum -= row[j] * ordered_[j];
      ordered_[k] = sum;
    }
    for (int k = rank_ - 1; k >= 0; --k) {
      const Scalar* const row = Row(k);
      Scalar sum = ordered_[k];
      for (int j = k + 1; j < rank_; ++j) sum -= row[j] * ordered_[j];
      ordered_[k] = sum / row[k];
    }
    for (int k = 0; k < n_; ++k) x[col_order_[Index(k)]] = k < rank_ ? ordered_[k] : Scalar(0);
  }

 private:
  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
  Scalar* Row(int i) { return matrix_.data() + i * kCapacity; }

  // Exchanges rows and columns so that the largest entry not yet eliminated is at (k, k). Of equal
  // entries the first is taken. Returns its absolute value.
  Scalar BringPivot(int k) {
    Scalar largest = Scalar(0);
    int best_row = k;
    int best_col = k;
    for (int r = k; r < n_; ++r) {
      const Scalar* const row = Row(r);
      for (int c = k; c < n_; ++c) {
        if (!(Abs(row[c]) > largest)) continue;
        largest = Abs(row[c]);
        best_row = r;
        best_col = c;
      }
    }
    if (best_row != k) {
      for (int c = 0; c < n_; ++c) std::swap(matrix_(k, c), matrix_(best_row, c));
      std::swap(row_order_[Index(k)], row_order_[Index(best_row)]);
    }
    if (best_col != k) {
      for (int r = 0; r < n_; ++r) std::swap(matrix_(r, k), matrix_(r, best_col));
      std::swap(col_order_[Index(k)], col_order_[Index(best_col)]);
    }
    return largest;
  }

  BoundedMatrix<Scalar, kCapacity> matrix_;   // L below the diagonal, without its ones; U
  BoundedVector<Scalar, kCapacity> ordered_;  // the unknowns in the order of elimination
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> row_order_;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> col_order_;
  int n_ = 0;
  int rank_ = 0;
};

}  // namespace footing
