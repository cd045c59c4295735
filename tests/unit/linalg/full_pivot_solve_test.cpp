#include "core/linalg/full_pivot_solve.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace footing {
namespace {

constexpr int kSize = 8;
using Matrix = BoundedMatrix<double, kSize>;
using Vector = BoundedVector<double, kSize>;

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

TEST(FullPivotSolve, SolvesWhatIsConsistentWhateverTheRank) {
  test::Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 1 + random.Integer(kSize);
    const int rank = random.Integer(n + 1);
    Matrix a;
    Vector b;
    Fill(random, n, rank, &a, &b);
    Matrix kept = a;
    Vector x = b;
    const FullPivotResult<double> result = SolveFullPivot(a, x, n, 1e-10);
    EXPECT_LE(result.rank, rank);
    EXPECT_NEAR(result.mismatch, 0.0, 1e-10);
    int zeros = 0;
    for (int i = 0; i < n; ++i) {
      double sum = -b[i];
      for (int j = 0; j < n; ++j) sum += kept(i, j) * x[j];
      EXPECT_NEAR(sum, 0.0, 1e-9);
      zeros += x[i] == 0.0 ? 1 : 0;
    }
    EXPECT_GE(zeros, n - result.rank);
  }
}

TEST(FullPivotSolve, TellsWhichEquationsContradict) {
  Matrix a;
  a.setZero();
  Vector x;
  x.setZero();
  a(0, 0) = a(0, 1) = a(1, 0) = a(1, 1) = 1.0;
  a(2, 2) = 2.0;
  x[0] = 1.0;
  x[1] = 1.5;
  x[2] = 4.0;
  const FullPivotResult<double> result = SolveFullPivot(a, x, 3, 1e-10);
  EXPECT_EQ(result.rank, 2);
  EXPECT_DOUBLE_EQ(result.mismatch, 0.5);
  ASSERT_TRUE(result.worst_row == 0 || result.worst_row == 1);
  EXPECT_DOUBLE_EQ(x[0] + x[1], result.worst_row == 0 ? 1.5 : 1.0);
  EXPECT_DOUBLE_EQ(x[2], 2.0);
}

TEST(FullPivotSolve, NothingAndZero) {
  Matrix a;
  a.setZero();
  Vector x;
  x.setOnes();
  EXPECT_EQ(SolveFullPivot(a, x, 0, 1e-10).rank, 0);
  EXPECT_EQ(SolveFullPivot(a, x, 2, 1e-10).mismatch, 1.0);
  EXPECT_EQ(x[0], 0.0);
}

}  // namespace
}  // namespace footing
