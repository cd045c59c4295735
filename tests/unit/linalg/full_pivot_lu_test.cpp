#include "core/linalg/full_pivot_lu.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace footing::full_pivot_lu_test {

constexpr int kSize = 8;
using Matrix = BoundedMatrix<double, kSize>;
using Vector = BoundedVector<double, kSize>;
using Lu = FullPivotLu<double, kSize>;

// A = L R of small integers, of the given rank; x = 1, 2, …
void Fill(test::Random& random, int n, int rank, Matrix* a, Vector* b) {
  int left[kSize][kSize] = {};
  int right[kSize][kSize] = {};
  for (int i = 0; i < n; ++i) {
    for (int r = 0; r < rank; ++r) {
      left[i][r] = r == i ? 3 : random.Integer(5) - 2;
      right[r][i] = r == i ? 3 : random.Integer(5) - 2;
    }
  }
  for (int i = 0; i < n; ++i) {
    (*b)[i] = 0.0;
    for (int j = 0; j < n; ++j) {
      int sum = 0;
      for (int r = 0; r < rank; ++r) sum += left[i][r] * right[r][j];
      (*a)(i, j) = static_cast<double>(sum);
      (*b)[i] += static_cast<double>(sum * (j + 1));
    }
  }
}

TEST(FullPivotLu, SolvesWhatIsConsistentWhateverTheRank) {
  test::Random random(5);
  Lu lu;
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 1 + random.Integer(kSize);
    const int rank = random.Integer(n + 1);
    Vector b;
    Fill(random, n, rank, &lu.matrix(), &b);
    const Matrix kept = lu.matrix();
    Vector x = b;
    const int found = lu.Factor(n, 1e-10);
    EXPECT_LE(found, rank);
    lu.Solve(x);
    int zeros = 0;
    for (int i = 0; i < n; ++i) {
      double sum = -b[i];
      for (int j = 0; j < n; ++j) sum += kept(i, j) * x[j];
      EXPECT_NEAR(sum, 0.0, 1e-9);
      zeros += x[i] == 0.0 ? 1 : 0;
    }
    EXPECT_GE(zeros, n - found);
  }
}

TEST(FullPivotLu, MeetsOneOfTwoEquationsThatContradict) {
  Lu lu;
  lu.matrix().setZero();
  Vector x;
  x.setZero();
  for (const int i : {0, 1}) lu.matrix()(i, 0) = lu.matrix()(i, 1) = 1.0;
  lu.matrix()(2, 2) = 2.0;
  x[0] = 1.0;
  x[1] = 1.5;
  x[2] = 4.0;
  EXPECT_EQ(lu.Factor(3, 1e-10), 2);
  lu.Solve(x);
  EXPECT_TRUE(x[0] + x[1] == 1.0 || x[0] + x[1] == 1.5);
  EXPECT_DOUBLE_EQ(x[2], 2.0);
}

TEST(FullPivotLu, NothingAndZero) {
  Lu lu;
  lu.matrix().setZero();
  Vector x;
  x.setOnes();
  EXPECT_EQ(lu.Factor(0, 1e-10), 0);
  lu.Solve(x);
  EXPECT_EQ(x[0], 1.0);
  EXPECT_EQ(lu.Factor(2, 1e-10), 0);
  lu.Solve(x);
  EXPECT_EQ(x[0], 0.0);
  EXPECT_EQ(x[2], 1.0);
}

TEST(FullPivotLu, APivotThatIsNotFiniteEndsIt) {
  Lu lu;
  lu.matrix().setIdentity();
  lu.matrix()(1, 1) = kInfinity<double>;
  EXPECT_EQ(lu.Factor(3, 1e-10), 0);
}

}  // namespace footing::full_pivot_lu_test
