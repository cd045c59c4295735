#include "core/linalg/branch_cholesky.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace footing::branch_cholesky_test {

// Two systems: a base of three with two legs of two, and a chain of three.
constexpr int kSize = 10;
constexpr BranchParents<kSize> kParent = {-1, 0, 1, 2, 3, 2, 5, -1, 7, 8};

bool Related(int i, int j) {
  for (int k = i; k >= 0; k = kParent[static_cast<unsigned>(k)]) {
    if (k == j) return true;
  }
  for (int k = j; k >= 0; k = kParent[static_cast<unsigned>(k)]) {
    if (k == i) return true;
  }
  return false;
}

BoundedMatrix<double, kSize> TreeMatrix(test::Random& random) {
  BoundedMatrix<double, kSize> mass;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j <= i; ++j) {
      mass(i, j) = Related(i, j) ? random.Uniform(-1.0, 1.0) : 0.0;
      if (i == j) mass(i, j) = 8.0;
      mass(j, i) = mass(i, j);
    }
  }
  return mass;
}

TEST(BranchCholesky, FactorGivesTheMatrixBackWithoutFill) {
  test::Random random(4);
  const BoundedMatrix<double, kSize> mass = TreeMatrix(random);
  BoundedMatrix<double, kSize> lower = mass;
  ASSERT_TRUE(FactorBranch(lower, kParent, kSize));
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (int k = i; k < kSize; ++k) sum += lower(k, i) * lower(k, j);
      EXPECT_NEAR(sum, mass(i, j), 1e-13) << i << ", " << j;
      if (!Related(i, j)) {
        EXPECT_EQ(lower(i, j), 0.0);
      }
    }
  }
}

TEST(BranchCholesky, BothSolvesTogetherInvertTheMatrix) {
  test::Random random(5);
  const BoundedMatrix<double, kSize> mass = TreeMatrix(random);
  BoundedMatrix<double, kSize> lower = mass;
  ASSERT_TRUE(FactorBranch(lower, kParent, kSize));
  for (int column = 0; column < kSize; ++column) {
    double x[kSize] = {};
    x[column] = 1.0;
    SolveTransposed(lower, kParent, kSize, x);
    SolveForward(lower, kParent, kSize, x);
    for (int i = 0; i < kSize; ++i) {
      double sum = 0.0;
      for (int j = 0; j < kSize; ++j) sum += mass(i, j) * x[j];
      EXPECT_NEAR(sum, i == column ? 1.0 : 0.0, 1e-13);
    }
  }
}

TEST(BranchCholesky, AVectorOfOneSystemStaysInIt) {
  test::Random random(6);
  BoundedMatrix<double, kSize> lower = TreeMatrix(random);
  ASSERT_TRUE(FactorBranch(lower, kParent, kSize));
  double x[kSize] = {0, 0, 0, 0, 1.0, 0, 0, 0, 0, 0};
  SolveTransposed(lower, kParent, kSize, x);
  for (int i = 5; i < kSize; ++i) EXPECT_EQ(x[i], 0.0) << "the other leg and the other system";
}

TEST(BranchCholesky, RefusesWhatIsNotPositiveDefiniteOrNoTree) {
  test::Random random(7);
  const BoundedMatrix<double, kSize> good = TreeMatrix(random);
  BoundedMatrix<double, kSize> matrix = good;
  matrix(3, 3) = 0.0;
  EXPECT_FALSE(FactorBranch(matrix, kParent, kSize));
  matrix = good;
  matrix(0, 0) = -1.0;
  EXPECT_FALSE(FactorBranch(matrix, kParent, kSize));
  matrix = good;
  matrix(4, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(FactorBranch(matrix, kParent, kSize));
  matrix = good;
  BranchParents<kSize> cycle = kParent;
  cycle[2] = 2;
  EXPECT_FALSE(FactorBranch(matrix, cycle, kSize));
  EXPECT_FALSE(FactorBranch(matrix, kParent, kSize + 1));
}

}  // namespace footing::branch_cholesky_test
