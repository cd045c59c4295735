#include "tests/research/bench/measure/yardstick.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "tests/research/peers/kernel_watch.hpp"

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

template <int n>
void SolveFixed(Eigen::PartialPivLU<Eigen::Matrix<double, n, n>>* lu, const double* a, const double* b,
                double* x) {
  using Right = Eigen::Matrix<double, n, 1>;
  const Eigen::Matrix<double, n, n> matrix = Eigen::Map<const Eigen::Matrix<double, n, n>>(a);
  const Right right = Eigen::Map<const Right>(b);
  Right answer;
  {
    const survey::KernelWatch watch;
    lu->compute(matrix);
    answer.noalias() = lu->solve(right);
  }
  Eigen::Map<Right> target(x);
  target = answer;
}

}  // namespace

void SolveByPartialPivLu(int n, const double* a, const double* b, double* x) {
  static Eigen::PartialPivLU<Matrix> lu;
  // Fixed sizes where those are faster: for small matrices the heap calls of the dynamic size take much time.
  static Eigen::PartialPivLU<Eigen::Matrix<double, 4, 4>> lu4;
  static Eigen::PartialPivLU<Eigen::Matrix<double, 12, 12>> lu12;
  switch (n) {
    case 4: return SolveFixed<4>(&lu4, a, b, x);
    case 12: return SolveFixed<12>(&lu12, a, b, x);
    default: return Solve(&lu, n, a, b, x);
  }
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
