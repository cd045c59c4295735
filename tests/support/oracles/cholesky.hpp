// Solves A x = b for symmetric A by A = L Lᵀ in plain loops; false where A is not positive definite.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace footing {

template <int kSize, typename Matrix>
bool SolveByCholesky(const Matrix& a, const Eigen::Matrix<double, kSize, 1>& b,
                     Eigen::Matrix<double, kSize, 1>* x) {
  static Eigen::Matrix<double, kSize, kSize> l;  // too large for a small machine's stack
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = a(i, j);
      for (int k = 0; k < j; ++k) sum -= l(i, k) * l(j, k);
      if (i == j && !(sum > 0.0)) return false;
      l(i, j) = i == j ? std::sqrt(sum) : sum / l(j, j);
    }
  }
  *x = b;
  for (int i = 0; i < kSize; ++i) {
    for (int k = 0; k < i; ++k) (*x)[i] -= l(i, k) * (*x)[k];
    (*x)[i] /= l(i, i);
  }
  for (int i = kSize - 1; i >= 0; --i) {
    for (int k = i + 1; k < kSize; ++k) (*x)[i] -= l(k, i) * (*x)[k];
    (*x)[i] /= l(i, i);
  }
  return true;
}

}  // namespace footing
