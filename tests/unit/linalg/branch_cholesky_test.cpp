#include "core/linalg/branch_cholesky.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace footing::branch_cholesky_test {

constexpr int kSize = 10;
using Tree = BranchParents<kSize>;
// Two systems: a base of three with two legs of two, and a chain of three.
constexpr Tree kParent = {-1, 0, 1, 2, 3, 2, 5, -1, 7, 8};
// Also a free base with two legs and with an arm on its fourth degree of freedom; a chain; ten independent
// degrees of freedom.
constexpr Tree kTrees[] = {kParent,
                           {-1, 0, 1, 2, 3, 4, 5, 6, 5, 3},
                           {-1, 0, 1, 2, 3, 4, 5, 6, 7, 8},
                           {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1}};

bool Related(const Tree& parent, int i, int j) {
  for (int k = i; k >= 0; k = parent[static_cast<unsigned>(k)]) {
    if (k == j) return true;
  }
  for (int k = j; k >= 0; k = parent[static_cast<unsigned>(k)]) {
    if (k == i) return true;
  }
  return false;
}

BoundedMatrix<double, kSize> TreeMatrix(test::Random& random, const Tree& parent = kParent) {
  BoundedMatrix<double, kSize> mass;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j <= i; ++j) {
      mass(i, j) = Related(parent, i, j) ? random.Uniform(-1.0, 1.0) : 0.0;
      if (i == j) mass(i, j) = 8.0;
      mass(j, i) = mass(i, j);
    }
  }
  return mass;
}

TEST(BranchCholesky, FactorGivesTheMatrixBackWithoutFill) {
  test::Random random(4);
  for (const Tree& parent : kTrees) {
    const BoundedMatrix<double, kSize> mass = TreeMatrix(random, parent);
    BoundedMatrix<double, kSize> lower = mass;
    ASSERT_TRUE(FactorBranch(lower, parent, kSize));
    for (int i = 0; i < kSize; ++i) lower(i, i) = 1 / lower(i, i);
    for (int i = 0; i < kSize; ++i) {
      for (int j = 0; j <= i; ++j) {
        double sum = 0.0;
        for (int k = i; k < kSize; ++k) sum += lower(k, i) * lower(k, j);
        EXPECT_NEAR(sum, mass(i, j), 1e-13) << i << ", " << j;
        if (!Related(parent, i, j)) {
          EXPECT_EQ(lower(i, j), 0.0);
        }
      }
    }
  }
}

// Entries that are on no branch are neither read nor written.
TEST(BranchCholesky, LeavesAloneWhatIsOnNoBranch) {
  test::Random random(8);
  for (const Tree& parent : kTrees) {
    BoundedMatrix<double, kSize> lower = TreeMatrix(random, parent);
    for (int i = 0; i < kSize; ++i) {
      for (int j = 0; j < i; ++j)
        if (!Related(parent, i, j)) lower(i, j) = std::numeric_limits<double>::quiet_NaN();
    }
    ASSERT_TRUE(FactorBranch(lower, parent, kSize));
    for (int i = 0; i < kSize; ++i) {
      for (int j = 0; j <= i; ++j) EXPECT_EQ(IsFinite(lower(i, j)), Related(parent, i, j)) << i << ", " << j;
    }
  }
}

TEST(BranchCholesky, BothSolvesTogetherInvertTheMatrix) {
  test::Random random(5);
  for (const Tree& parent : kTrees) {
    for (int n = 1; n <= kSize; ++n) {  // only the first n degrees of freedom
      const BoundedMatrix<double, kSize> mass = TreeMatrix(random, parent);
      BoundedMatrix<double, kSize> lower = mass;
      ASSERT_TRUE(FactorBranch(lower, parent, n));
      for (int column = 0; column < n; ++column) {
        double x[kSize] = {};
        x[column] = 1.0;
        SolveTransposed(lower, parent, n, x);
        SolveForward(lower, parent, n, x);
        for (int i = 0; i < n; ++i) {
          double sum = 0.0;
          for (int j = 0; j < n; ++j) sum += mass(i, j) * x[j];
          EXPECT_NEAR(sum, i == column ? 1.0 : 0.0, 1e-13);
        }
      }
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

// A base of three degrees of freedom, on whose end three limbs hang. What is known of the trunk changes no
// bit.
TEST(BranchCholesky, AKnownTrunkGivesTheSameBits) {
  test::Random random(9);
  constexpr Tree kLimbs = {-1, 0, 1, 2, 3, 2, 5, 6, 2, 8};
  const BoundedMatrix<double, kSize> mass = TreeMatrix(random, kLimbs);
  BoundedMatrix<double, kSize> any = mass, known = mass;
  ASSERT_TRUE(FactorBranch(any, kLimbs, kSize));
  ASSERT_TRUE(FactorBranch<3>(known, kLimbs, kSize));
  EXPECT_EQ(known, any);
  double x[kSize], y[kSize];
  for (int i = 0; i < kSize; ++i) x[i] = y[i] = i % 4 == 1 ? 0.0 : random.Uniform(-1.0, 1.0);
  SolveTransposed(any, kLimbs, kSize, x);
  SolveTransposed<3>(known, kLimbs, kSize, y);
  for (int i = 0; i < kSize; ++i) EXPECT_EQ(y[i], x[i]);
  SolveForward(any, kLimbs, kSize, x);
  SolveForward<3>(known, kLimbs, kSize, y);
  for (int i = 0; i < kSize; ++i) EXPECT_EQ(y[i], x[i]);
}

TEST(BranchCholesky, RefusesAnotherTrunkThanTheKnownOne) {
  test::Random random(10);
  for (const Tree& parent : kTrees) {
    BoundedMatrix<double, kSize> matrix = TreeMatrix(random, parent);
    EXPECT_FALSE(
        FactorBranch<6>(matrix, parent, kSize));  // too short, an arm below its end, a chain, no trunk
  }
  BoundedMatrix<double, kSize> chain = TreeMatrix(random, kTrees[2]);
  EXPECT_TRUE(FactorBranch<kSize>(chain, kTrees[2], kSize));
}

}  // namespace footing::branch_cholesky_test
