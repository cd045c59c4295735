#include "core/lcp/dantzig.hpp"

#include <gtest/gtest.h>

#include "tests/support/benches/random_contact_lcp.hpp"
#include "tests/support/oracles/enumeration/enumeration.hpp"
#include "tests/support/random.hpp"

namespace footing::dantzig_test {

constexpr int kSize = 8;
constexpr double kInf = kInfinity<double>;
using Problem = BoxedLcpProblem<double, kSize>;

struct Solver {
  LcpSolution<double, kSize> solution;
  DantzigWorkspace<double, kSize> workspace;

  SolveStatus operator()(const Problem& problem, int budget = 200) {
    return SolveDantzig(problem, {budget}, workspace, solution);
  }
};

Problem Make(int size, const double* entries, const double* right, const double* lo, const double* hi) {
  Problem problem;
  problem.size = size;
  for (int i = 0; i < size; ++i) {
    problem.b[i] = right[i];
    problem.lo[i] = lo[i];
    problem.hi[i] = hi[i];
    for (int j = 0; j < size; ++j) problem.A(i, j) = entries[i * size + j];
  }
  return problem;
}

// A = GᵀG of integers, so the problem is degenerate. b = A x + shift is in the column space if shift = 0.
Problem RandomGram(test::Random& random, int size, int rank, bool shifted) {
  Problem problem;
  problem.size = size;
  int g[kSize][kSize] = {};
  int x[kSize] = {};
  for (int r = 0; r < rank; ++r) {
    for (int i = 0; i < size; ++i) g[r][i] = random.Integer(5) - 2;
  }
  for (int i = 0; i < size; ++i) x[i] = random.Integer(7) - 3;
  for (int i = 0; i < size; ++i) {
    problem.b[i] = shifted ? static_cast<double>(random.Integer(3) - 1) : 0.0;
    for (int j = 0; j < size; ++j) {
      int sum = 0;
      for (int r = 0; r < rank; ++r) sum += g[r][i] * g[r][j];
      problem.A(i, j) = static_cast<double>(sum);
      problem.b[i] += static_cast<double>(sum * x[j]);
    }
    const int kind = random.Integer(4);
    problem.lo[i] = kind == 3 ? -kInf : static_cast<double>(kind == 0 ? 0 : -random.Integer(3));
    problem.hi[i] = kind == 3 || kind == 0 ? kInf : static_cast<double>(random.Integer(3));
    if (kind == 2) {
      problem.lo[i] += 1.0;  // 0 may be outside of the bounds
      problem.hi[i] += 1.0;
    }
  }
  return problem;
}

TEST(Dantzig, SolvesTwoRowsInClosedForm) {
  const double entries[] = {2, 1, 1, 2};
  const double right[] = {-5, -6};
  const double lo[] = {0, 0};
  const double hi[] = {kInf, kInf};
  Solver solve;
  ASSERT_EQ(solve(Make(2, entries, right, lo, hi)), SolveStatus::kSolved);
  EXPECT_NEAR(solve.solution.z[0], 4.0 / 3.0, 1e-15);
  EXPECT_NEAR(solve.solution.z[1], 7.0 / 3.0, 1e-15);
  EXPECT_EQ(solve.solution.pivots, 2);
}

TEST(Dantzig, StopsAtBothBounds) {
  const double entries[] = {1, 0, 0, 1};
  const double right[] = {-5, 5};
  const double lo[] = {-1, -2};
  const double hi[] = {3, 1};
  Solver solve;
  ASSERT_EQ(solve(Make(2, entries, right, lo, hi)), SolveStatus::kSolved);
  EXPECT_EQ(solve.solution.z[0], 3.0);
  EXPECT_EQ(solve.solution.w[0], -2.0);
  EXPECT_EQ(solve.solution.z[1], -2.0);
  EXPECT_EQ(solve.solution.w[1], 3.0);
}

TEST(Dantzig, EqualBoundsFixARow) {
  const double entries[] = {2, 1, 1, 2};
  const double right[] = {7, -6};
  const double lo[] = {1, 0};
  const double hi[] = {1, kInf};
  Solver solve;
  ASSERT_EQ(solve(Make(2, entries, right, lo, hi)), SolveStatus::kSolved);
  EXPECT_EQ(solve.solution.z[0], 1.0);
  EXPECT_EQ(solve.solution.z[1], 2.5);
}

TEST(Dantzig, SolvesBilateralRowsAsALinearSystem) {
  const double entries[] = {4, 1, 0, 1, 3, 1, 0, 1, 2};
  const double right[] = {1, -2, 3};
  const double lo[] = {-kInf, -kInf, -kInf};
  const double hi[] = {kInf, kInf, kInf};
  Solver solve;
  ASSERT_EQ(solve(Make(3, entries, right, lo, hi)), SolveStatus::kSolved);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(solve.solution.w[i], 0.0, 1e-15);
}

TEST(Dantzig, SolvesADuplicatedBilateralRow) {
  const double entries[] = {1, 1, 0.5, 1, 1, 0.5, 0.5, 0.5, 1};
  const double right[] = {2, 2, -1};
  const double lo[] = {-kInf, -kInf, 0};
  const double hi[] = {kInf, kInf, kInf};
  Solver solve;
  ASSERT_EQ(solve(Make(3, entries, right, lo, hi)), SolveStatus::kSolved);
  EXPECT_NEAR(solve.solution.z[0] + solve.solution.z[1] + 0.5 * solve.solution.z[2], -2.0, 1e-14);
}

TEST(Dantzig, ReportsARayOnContradictoryRows) {
  const double entries[] = {1, 1, 1, 1};
  const double right[] = {2, -2};
  const double lo[] = {-kInf, -kInf};
  const double hi[] = {kInf, kInf};
  Solver solve;
  EXPECT_EQ(solve(Make(2, entries, right, lo, hi)), SolveStatus::kRay);
  EXPECT_GT(solve.solution.residual, 0.5);
  const double closing[] = {1, -1, -1, 1};
  const double speeds[] = {-1, -1};
  const double zero[] = {0, 0};
  EXPECT_EQ(solve(Make(2, closing, speeds, zero, hi)), SolveStatus::kRay);
}

TEST(Dantzig, RefusesBadInput) {
  const double entries[] = {2, 1, 1, 2};
  const double right[] = {-5, -6};
  const double lo[] = {0, 0};
  const double hi[] = {kInf, 1};
  const Problem good = Make(2, entries, right, lo, hi);
  Solver solve;
  Problem bad = good;
  bad.size = kSize + 1;
  EXPECT_EQ(solve(bad), SolveStatus::kBadSize);
  bad = good;
  bad.A(0, 1) = 1.5;
  EXPECT_EQ(solve(bad), SolveStatus::kNotSymmetric);
  bad = good;
  bad.lo[1] = 2.0;
  EXPECT_EQ(solve(bad), SolveStatus::kBadBounds);
  bad = good;
  bad.lo[0] = kInf;
  EXPECT_EQ(solve(bad), SolveStatus::kBadBounds);
  bad = good;
  bad.lo[0] = -kInf;
  bad.hi[0] = -kInf;
  EXPECT_EQ(solve(bad), SolveStatus::kBadBounds);
  bad = good;
  bad.hi[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solve(bad), SolveStatus::kNotFinite);
  bad = good;
  bad.b[0] = kInf;
  EXPECT_EQ(solve(bad), SolveStatus::kNotFinite);
  EXPECT_EQ(solve.solution.residual, kInf);
  EXPECT_EQ(solve.solution.z[1], 0.0);
}

TEST(Dantzig, StopsAtTheBudget) {
  Problem problem;
  problem.size = kSize;
  for (int i = 0; i < kSize; ++i) {
    problem.b[i] = -1.0;
    problem.lo[i] = 0.0;
    problem.hi[i] = kInf;
    for (int j = 0; j < kSize; ++j) problem.A(i, j) = i == j ? 2.0 : 0.5;
  }
  Solver solve;
  ASSERT_EQ(solve(problem), SolveStatus::kSolved);
  const int needed = solve.solution.pivots;
  EXPECT_GE(needed, kSize);
  EXPECT_EQ(solve(problem, needed), SolveStatus::kSolved);
  EXPECT_EQ(solve(problem, 0), SolveStatus::kSolved);  // the default
  for (const int budget : {1, needed - 1}) {
    EXPECT_EQ(solve(problem, budget), SolveStatus::kPivotBudget);
    EXPECT_EQ(solve.solution.pivots, budget);
  }
}

TEST(Dantzig, NeverAsksForAnIndefiniteMatrixToBeSolvedWrongly) {
  const double entries[] = {0, 1, 1, 0};
  const double right[] = {-3, -3};
  const double lo[] = {0, 0};
  const double hi[] = {kInf, kInf};
  Solver solve;
  const SolveStatus status = solve(Make(2, entries, right, lo, hi));
  EXPECT_TRUE(status != SolveStatus::kSolved || (solve.solution.z[0] == 3.0 && solve.solution.z[1] == 3.0));
}

TEST(Dantzig, AgreesWithEnumerationOnPositiveDefinite) {
  test::Random random(21);
  for (int trial = 0; trial < 100; ++trial) {
    Problem problem = RandomGram(random, 1 + random.Integer(6), 6, true);
    for (int i = 0; i < problem.size; ++i) problem.A(i, i) += 1.0;
    test::Enumeration oracle;
    oracle.Load(problem);
    oracle.Run(1e-9L);
    ASSERT_GE(oracle.solutions, 1);
    Solver solve;
    ASSERT_EQ(solve(problem), SolveStatus::kSolved) << "trial " << trial;
    for (int i = 0; i < problem.size; ++i) {
      EXPECT_NEAR(solve.solution.z[i], static_cast<double>(oracle.first[static_cast<unsigned>(i)]), 1e-9);
    }
  }
}

TEST(Dantzig, SolvesSingularProblemsWithTheRightSideInTheColumnSpace) {
  test::Random random(22);
  for (int trial = 0; trial < 300; ++trial) {
    const int size = 2 + random.Integer(6);
    const Problem problem = RandomGram(random, size, 1 + random.Integer(size - 1), false);
    Solver solve;
    ASSERT_EQ(solve(problem), SolveStatus::kSolved) << "trial " << trial;
  }
}

// Any right side: with A singular there may be no solution.
TEST(Dantzig, SolvesJustWhatEnumerationSolves) {
  test::Random random(23);
  for (int trial = 0; trial < 300; ++trial) {
    const int size = 2 + random.Integer(4);
    Problem problem = RandomGram(random, size, 1 + random.Integer(size), true);
    for (int i = 0; i < size; ++i) problem.lo[i] = Max(problem.lo[i], -3.0);  // the oracle needs a vertex
    test::Enumeration oracle;
    oracle.Load(problem);
    oracle.Run(1e-9L);
    Solver solve;
    const bool solved = solve(problem) == SolveStatus::kSolved;
    EXPECT_EQ(solved, oracle.solutions > 0) << "trial " << trial;
  }
}

TEST(Dantzig, SolvesNormalsOfRankDeficientContacts) {
  static LcpProblem<float, 48> full;
  static BoxedLcpProblem<float, 48> problem;
  static DantzigWorkspace<float, 48> workspace;
  static LcpSolution<float, 48> solution;
  static test::ContactLcp<float, 48> contact;
  test::Random random(24);
  for (int trial = 0; trial < 100; ++trial) {
    contact.Box(8, trial % 2 == 0 ? test::Motion::kTumble : test::Motion::kImpact, random);
    contact.Assemble(0.5F, full);
    problem.size = 8;
    for (int i = 0; i < 8; ++i) {
      problem.b[i] = full.b[i];
      problem.lo[i] = 0.0F;
      problem.hi[i] = kInfinity<float>;
      for (int j = 0; j < 8; ++j) problem.A(i, j) = full.A(i, j);
    }
    ASSERT_EQ(SolveDantzig(problem, {130}, workspace, solution), SolveStatus::kSolved) << "trial " << trial;
  }
}

// A row that can be neither clamped nor exchanged is passed over, but no other row is. Otherwise it stops the
// drive again and again. By hand: w = (9, 0, 0).
TEST(Dantzig, PassesOverTheRowThatStoppedIt) {
  static BoxedLcpProblem<double, 3> problem;
  static DantzigWorkspace<double, 3> workspace;
  static LcpSolution<double, 3> solution;
  problem.size = 3;
  problem.A << 2, 3, 3, 3, 2, 1, 3, 1, 1;  // not PSD
  problem.b << 0, 2, -3;
  problem.lo << 0, -kInf, 0;
  problem.hi << 1, kInf, kInf;
  ASSERT_EQ(SolveDantzig(problem, {20}, workspace, solution), SolveStatus::kSolved);
  EXPECT_NEAR(solution.z[0], 0, 1e-12);
  EXPECT_NEAR(solution.z[1], -5, 1e-12);
  EXPECT_NEAR(solution.z[2], 8, 1e-12);
}

// One problem with two machines that do not touch.
TEST(Dantzig, SolvesTheSmallBesideTheLarge) {
  const double entries[] = {1e-5, 0, 0, 1};
  const double right[] = {-1e12, -1};
  const double lo[] = {0, 0};
  const double hi[] = {kInf, kInf};
  Solver run;
  ASSERT_EQ(run(Make(2, entries, right, lo, hi)), SolveStatus::kSolved);
  EXPECT_NEAR(run.solution.z[1], 1.0, 1e-12);
}

TEST(Dantzig, AnIterateThatOverflowsStaysFiniteAndWithinItsBounds) {
  const double entries[] = {0, 0, 0, 1e-200};
  const double right[] = {0, 1e200};
  const double lo[] = {-kInf, -kInf};
  const double hi[] = {1, 1};
  Solver run;
  EXPECT_NE(run(Make(2, entries, right, lo, hi)), SolveStatus::kSolved);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(IsFinite(run.solution.z[i]) && run.solution.z[i] <= 1.0) << i;
}

}  // namespace footing::dantzig_test
