#include "core/linalg/general_solve.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace footing::general_solve_test {

constexpr int kSize = 10;

template <typename Scalar, int kCapacity>
bool Solve(BoundedMatrix<Scalar, kCapacity>& matrix, BoundedVector<Scalar, kCapacity>& rhs, int n) {
  PivotRows<kCapacity> pivots;
  if (!FactorGeneral<Scalar, kCapacity>(matrix.data(), kCapacity, n, pivots)) return false;
  SolveFactored<Scalar, kCapacity>(matrix.data(), kCapacity, n, pivots, rhs.data());
  return true;
}

TEST(GeneralSolve, FindsAKnownVector) {
  test::Random random(3);
  for (int n = 0; n <= kSize; ++n) {
    BoundedMatrix<double, kSize> matrix;
    BoundedVector<double, kSize> rhs;
    for (int i = 0; i < n; ++i) {
      rhs[i] = 0.0;
      for (int j = 0; j < n; ++j) {
        matrix(i, j) = random.Uniform(-1.0, 1.0) + (i == (j + 1) % n ? 2.0 : 0.0);
        rhs[i] += matrix(i, j) * static_cast<double>(j - 3);
      }
    }
    ASSERT_TRUE(Solve(matrix, rhs, n));
    for (int j = 0; j < n; ++j) EXPECT_NEAR(rhs[j], static_cast<double>(j - 3), 1e-11);
  }
}

TEST(GeneralSolve, PivotsPastAZeroDiagonal) {
  BoundedMatrix<float, 2> matrix;
  matrix << 0.0F, 2.0F, 4.0F, 0.0F;
  BoundedVector<float, 2> rhs;
  rhs << 6.0F, 4.0F;
  ASSERT_TRUE(Solve(matrix, rhs, 2));
  EXPECT_EQ(rhs[0], 1.0F);
  EXPECT_EQ(rhs[1], 3.0F);
}

TEST(GeneralSolve, RefusesSingularWhateverTheUnit) {
  for (const double unit : {1e-8, 1.0, 1e8}) {
    BoundedMatrix<double, 3> matrix;
    matrix << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0;
    matrix.col(1) *= unit;
    BoundedVector<double, 3> rhs;
    rhs << 1.0, 2.0, 3.0;
    EXPECT_FALSE(Solve(matrix, rhs, 3));
    EXPECT_EQ(rhs[2], 3.0);
  }
}

TEST(GeneralSolve, RefusesNotANumber) {
  BoundedMatrix<double, 2> matrix;
  matrix << std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0, 1.0;
  BoundedVector<double, 2> rhs;
  rhs << 1.0, 1.0;
  EXPECT_FALSE(Solve(matrix, rhs, 2));
}

}  // namespace footing::general_solve_test
