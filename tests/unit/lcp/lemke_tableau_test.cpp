#include "core/lcp/lemke_tableau.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "tests/support/random.hpp"

namespace footing::lemke_tableau_test {

constexpr int kSize = 6;

// Random A and b, unscaled, n = 5 of 6 rows.
struct LemkeTableauTest : testing::Test {
  LemkeTableauTest() {
    test::Random random(8);
    problem.size = n;
    for (int i = 0; i < n; ++i) {
      problem.b[i] = random.Uniform(-1.0, 1.0);
      for (int j = 0; j < n; ++j) problem.A(i, j) = random.Uniform(-1.0, 1.0);
    }
    ones.setOnes();
    tableau.Fill(problem, ones, ones, 0);
  }

  // The basic solution: all 2n + 1 variables, with the nonbasic variables zero.
  Eigen::Matrix<double, 2 * kSize + 1, 1> Variables() {
    Eigen::Matrix<double, 2 * kSize + 1, 1> x;
    x.setZero();
    for (int i = 0; i < n; ++i) x[tableau.Basic(i)] = tableau.Value(i);
    return x;
  }

  static constexpr int n = kSize - 1;
  LcpProblem<double, kSize> problem;
  BoundedVector<double, kSize> ones;
  LemkeTableau<double, kSize> tableau;
};

TEST_F(LemkeTableauTest, EveryBasicSolutionMeetsTheEquations) {
  for (const auto& [row, column] : {std::pair(2, n), std::pair(0, 1), std::pair(4, 3), std::pair(2, 0)}) {
    const int leaving = tableau.Basic(row);
    EXPECT_EQ(tableau.Place(leaving), -1 - row);
    EXPECT_EQ(tableau.Pivot(row, column), leaving);
    EXPECT_EQ(tableau.Place(leaving), column);
    const auto x = Variables();
    for (int i = 0; i < n; ++i) {
      double sum = x[i] - x[2 * n];
      for (int j = 0; j < n; ++j) sum -= problem.A(i, j) * x[n + j];
      EXPECT_NEAR(sum, problem.b[i], 1e-12);
    }
  }
}

TEST_F(LemkeTableauTest, TheInverseOfTheBasisTakesBToTheValues) {
  tableau.Pivot(2, n);
  tableau.Pivot(0, 1);
  for (int i = 0; i < n; ++i) {
    double sum = 0.0;
    for (int k = 0; k < n; ++k) sum += tableau.InverseEntry(i, tableau.Place(k)) * problem.b[k];
    EXPECT_NEAR(sum, tableau.Value(i), 1e-12);
  }
}

TEST_F(LemkeTableauTest, APivotTwiceIsNone) {
  const double before = tableau.Row(1)[2];
  tableau.Pivot(3, 2);
  EXPECT_EQ(tableau.Basic(3), n + 2);
  tableau.Pivot(3, 2);
  EXPECT_EQ(tableau.Basic(3), 3);
  EXPECT_NEAR(tableau.Row(1)[2], before, 1e-12);
}

TEST_F(LemkeTableauTest, TheCoveringVectorIsPositive) {
  tableau.Fill(problem, ones, ones, 1);
  for (int i = 0; i < n; ++i) {
    EXPECT_LE(tableau.Row(i)[n], -1.0);
    EXPECT_GT(tableau.Row(i)[n], -2.0);
  }
}

}  // namespace footing::lemke_tableau_test
