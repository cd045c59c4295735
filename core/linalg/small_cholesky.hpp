// Cholesky A = L Lᵀ of a small symmetric matrix of kSize × kSize. Only the lower half is read and
// written; L stands there with 1 / L_ii on its diagonal.
#pragma once

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// `least`(i) > 0: the pivot i counts as at least that, so a matrix that rounding has spoiled has a factor.
// Cost: n³/6 multiply-adds, n square roots and divisions.
template <int kSize, typename Matrix, typename Least>
void FactorCholesky(Matrix& a, const Least& least) {
  using Scalar = typename Matrix::Scalar;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j <= i; ++j) {
      Scalar sum = a(i, j);
      for (int k = 0; k < j; ++k) sum -= a(i, k) * a(j, k);
      a(i, j) = i == j ? Scalar(1) / Sqrt(Max(sum, least(i))) : sum * a(j, j);
    }
  }
}

// y := L⁻¹ y. n²/2 multiply-adds.
template <int kSize, typename Matrix, typename Vector>
void SolveLower(const Matrix& factor, Vector& y) {
  for (int i = 0; i < kSize; ++i) {
    for (int k = 0; k < i; ++k) y[i] -= factor(i, k) * y[k];
    y[i] *= factor(i, i);
  }
}

// y := L⁻ᵀ y. n²/2 multiply-adds.
template <int kSize, typename Matrix, typename Vector>
void SolveUpper(const Matrix& factor, Vector& y) {
  for (int i = kSize - 1; i >= 0; --i) {
    for (int k = i + 1; k < kSize; ++k) y[i] -= factor(k, i) * y[k];
    y[i] *= factor(i, i);
  }
}

// y := A⁻¹ y. n² multiply-adds.
template <int kSize, typename Matrix, typename Vector>
void SolveCholesky(const Matrix& factor, Vector& y) {
  SolveLower<kSize>(factor, y);
  SolveUpper<kSize>(factor, y);
}

}  // namespace footing
