// Against a dense solve by Eigen, which shares no line with it.
#include "core/linalg/small_cholesky.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cstdlib>

namespace footing::small_cholesky_test {

constexpr int kSize = 5;
using Matrix = BoundedMatrix<double, kSize>;
using Vector = BoundedVector<double, kSize>;

TEST(SmallCholesky, SolvesWhatEigenSolves) {
  std::srand(5);
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix root = Matrix::Random();
    const Matrix a = root * root.transpose() + 0.1 * Matrix::Identity();
    const Vector right = Vector::Random();
    Matrix factor = a;
    factor.triangularView<Eigen::StrictlyUpper>().setConstant(1e9);  // is not read
    FactorCholesky<kSize>(factor, [](int) { return 1e-12; });
    Vector solved = right, lower = right;
    SolveCholesky<kSize>(factor, solved);
    SolveLower<kSize>(factor, lower);
    EXPECT_LE((solved - Vector(a.ldlt().solve(right))).norm(), 1e-9 * solved.norm());
    EXPECT_NEAR(lower.squaredNorm(), right.dot(solved), 1e-9 * lower.squaredNorm());
    EXPECT_EQ(factor(0, kSize - 1), 1e9);
  }
}

// A pivot that is not above `least` counts as that: here the third, exactly zero.
TEST(SmallCholesky, ASpoiledPivotIsTheLeast) {
  Matrix factor = Matrix::Identity();
  factor(2, 2) = 0;
  FactorCholesky<kSize>(factor, [](int i) { return i == 2 ? 0.25 : 1e-12; });
  EXPECT_EQ(factor(2, 2), 2);
  EXPECT_EQ(factor(3, 3), 1);
}

}  // namespace footing::small_cholesky_test
