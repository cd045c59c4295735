#include "tests/bench/yardstick.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "tests/survey/kernel_watch.hpp"

namespace footing::bench {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

template <typename Factorization>
void Solve(Factorization* factorization, int n, const double* a, const double* b, double* x) {
  static Matrix matrix;
  static Vector right;
  static Vector answer;
  matrix = Eigen::Map<const Matrix>(a, n, n);
  right = Eigen::Map<const Vector>(b, n);
  answer.resize(n);
  {
    const survey::KernelWatch watch;
    factorization->compute(matrix);
    answer.noalias() = factorization->solve(right);
  }
  Eigen::Map<Vector>(x, n) = answer;
}

}  // namespace

void SolveByPartialPivLu(int n, const double* a, const double* b, double* x) {
  static Eigen::PartialPivLU<Matrix> lu;
  Solve(&lu, n, a, b, x);
}

void SolveByLdlt(int n, const double* a, const double* b, double* x) {
  static Eigen::LDLT<Matrix> ldlt;
  Solve(&ldlt, n, a, b, x);
}

void FactorByPartialPivLu(int n, const double* a, const double* /*b*/, double* /*x*/) {
  static Matrix matrix;
  static Eigen::PartialPivLU<Matrix> lu;
  matrix = Eigen::Map<const Matrix>(a, n, n);
  const survey::KernelWatch watch;
  lu.compute(matrix);
}

}  // namespace footing::bench
