#include "core/lcp/lemke.hpp"

#include <gtest/gtest.h>

#include "tests/support/benches/random_contact_lcp.hpp"
#include "tests/support/oracles/enumeration/enumeration.hpp"
#include "tests/support/random.hpp"

namespace footing::lemke_test {

constexpr int kSize = 8;
using Problem = LcpProblem<double, kSize>;

struct Solver {
  LcpSolution<double, kSize> solution;
  LemkeWorkspace<double, kSize> workspace;

  SolveStatus operator()(const Problem& problem, int budget = 1000) {
    return SolveLemke(problem, {budget}, workspace, solution);
  }
};

Problem Make(int size, const double* entries, const double* right) {
  Problem problem;
  problem.size = size;
  for (int i = 0; i < size; ++i) {
    problem.b[i] = right[i];
    for (int j = 0; j < size; ++j) problem.A(i, j) = entries[i * size + j];
  }
  return problem;
}

TEST(Lemke, SolvesTheTextbookExample) {
  const double entries[] = {2, 1, 1, 2};  // Murty 1988, example 1.1: q = (−5, −6)
  const double right[] = {-5, -6};
  Solver run;
  ASSERT_EQ(run(Make(2, entries, right)), SolveStatus::kSolved);
  EXPECT_NEAR(run.solution.z[0], 4.0 / 3.0, 1e-14);
  EXPECT_NEAR(run.solution.z[1], 7.0 / 3.0, 1e-14);
  EXPECT_LT(run.solution.residual, 1e-14);
}

TEST(Lemke, NeedsNoPivotWhereZeroSolves) {
  const double entries[] = {0, -1, -1, 0};
  const double right[] = {0, 3};
  Solver run;
  ASSERT_EQ(run(Make(2, entries, right), 0), SolveStatus::kSolved);
  EXPECT_EQ(run.solution.pivots, 0);
  EXPECT_EQ(run.solution.z[0], 0.0);
  EXPECT_EQ(run.solution.w[1], 3.0);
}

TEST(Lemke, SolvesTheEmptyProblem) {
  Solver run;
  Problem problem;
  problem.A.setZero();
  problem.b.setZero();
  problem.size = 0;
  EXPECT_EQ(run(problem), SolveStatus::kSolved);
  EXPECT_EQ(run.solution.residual, 0.0);
}

TEST(Lemke, DoesNotCycleOnKostrevasExample) {
  const double entries[] = {1, 2, 0, 0, 1, 2, 2, 0, 1};
  const double right[] = {-1, -1, -1};
  Solver run;
  ASSERT_EQ(run(Make(3, entries, right)), SolveStatus::kSolved);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(run.solution.z[i], 1.0 / 3.0, 1e-14);
}

// Murty 1978: the number of pivots is exponential in n.
Problem MurtyExponential() {
  Problem problem;
  problem.size = kSize;
  for (int i = 0; i < kSize; ++i) {
    problem.b[i] = 0.0;
    for (int j = 0; j < kSize; ++j) problem.A(i, j) = i == j ? 1.0 : (j < i ? 2.0 : 0.0);
    for (int k = kSize - 1 - i; k < kSize; ++k) problem.b[i] -= static_cast<double>(1 << k);
  }
  return problem;
}

TEST(Lemke, SolvesMurtyExample) {
  const Problem problem = MurtyExponential();
  Solver run;
  ASSERT_EQ(run(problem), SolveStatus::kSolved);
  test::Enumeration oracle;
  oracle.Load(problem);
  oracle.Run(1e-9L);
  ASSERT_EQ(oracle.solutions, 1);
  for (int i = 0; i < kSize; ++i)
    EXPECT_NEAR(run.solution.z[i], static_cast<double>(oracle.first[static_cast<unsigned>(i)]), 1e-9);
}

TEST(Lemke, StopsAtTheBudget) {
  const Problem problem = MurtyExponential();
  Solver run;
  ASSERT_EQ(run(problem), SolveStatus::kSolved);
  const int needed = run.solution.pivots;
  ASSERT_GT(needed, 100);
  EXPECT_EQ(run(problem, needed), SolveStatus::kSolved);
  for (const int budget : {1, 7, needed - 1}) {
    EXPECT_EQ(run(problem, budget), SolveStatus::kPivotBudget);
    EXPECT_EQ(run.solution.pivots, budget);
    EXPECT_GT(run.solution.residual, 0.5);
    for (int i = 0; i < kSize; ++i) EXPECT_GE(run.solution.z[i], 0.0);
  }
}

TEST(Lemke, EndsInARayWhereNothingSolves) {
  const double entries[] = {-1};
  const double right[] = {-1};
  Solver run;
  EXPECT_EQ(run(Make(1, entries, right)), SolveStatus::kRay);
  const double closing[] = {1, -1, -1, 1};  // two walls that close on one point
  const double speeds[] = {-1, -1};
  EXPECT_EQ(run(Make(2, closing, speeds)), SolveStatus::kRay);
  EXPECT_GT(run.solution.residual, 0.5);
}

// One problem with two machines that do not touch.
TEST(Lemke, SolvesTheSmallBesideTheLarge) {
  for (const double mobility : {1e-3, 1e-5, 1e-12}) {
    const double entries[] = {mobility, 0, 0, 1};
    const double right[] = {-1e12, -1};
    Solver run;
    ASSERT_EQ(run(Make(2, entries, right)), SolveStatus::kSolved);
    EXPECT_NEAR(run.solution.z[1], 1.0, 1e-12);
  }
}

TEST(Lemke, AnIterateThatOverflowsStaysFinite) {
  const double entries[2][4] = {{0, 0, 1, 1e-200}, {0, 0, -1e-150, 1e150}};
  const double right[2][2] = {{0, -1e200}, {-1e150, 0}};
  for (int k = 0; k < 2; ++k) {
    Solver run;
    EXPECT_NE(run(Make(2, entries[k], right[k])), SolveStatus::kSolved);
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(IsFinite(run.solution.z[i]) && run.solution.z[i] >= 0.0) << k;
  }
}

TEST(Lemke, RefusesBadInput) {
  Solver run;
  const double entries[] = {1, 0, 0, 1};
  const double right[] = {-1, -1};
  Problem problem = Make(2, entries, right);
  problem.size = kSize + 1;
  EXPECT_EQ(run(problem), SolveStatus::kBadSize);
  problem.size = -1;
  EXPECT_EQ(run(problem), SolveStatus::kBadSize);
  problem.size = 2;
  problem.A(1, 0) = kInfinity<double>;
  EXPECT_EQ(run(problem), SolveStatus::kNotFinite);
  problem.A(1, 0) = 0.0;
  problem.b[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(run(problem), SolveStatus::kNotFinite);
  EXPECT_EQ(run.solution.z[0], 0.0);
  EXPECT_EQ(run.solution.pivots, 0);
  EXPECT_EQ(run.solution.residual, kInfinity<double>);
}

TEST(Lemke, AgreesWithEnumerationOnPositiveDefinite) {
  test::Random random(11);
  for (int trial = 0; trial < 60; ++trial) {
    Problem problem;
    problem.size = 1 + random.Integer(6);
    for (int i = 0; i < problem.size; ++i) {
      problem.b[i] = random.Uniform(-1.0, 1.0);
      for (int j = 0; j < problem.size; ++j) {
        problem.A(i, j) = random.Uniform(-1.0, 1.0) + (i == j ? static_cast<double>(problem.size) : 0.0);
      }
    }
    test::Enumeration oracle;
    oracle.Load(problem);
    oracle.Run(1e-10L);
    ASSERT_EQ(oracle.solutions, 1);
    Solver run;
    ASSERT_EQ(run(problem), SolveStatus::kSolved);
    for (int i = 0; i < problem.size; ++i) {
      EXPECT_NEAR(run.solution.z[i], static_cast<double>(oracle.first[static_cast<unsigned>(i)]), 1e-10);
    }
  }
}

TEST(Lemke, NeverSolvesWhatEnumerationRulesOut) {
  test::Random random(12);
  int solvable = 0;
  int solved = 0;
  for (int trial = 0; trial < 100; ++trial) {
    Problem problem;
    problem.size = 1 + random.Integer(5);
    for (int i = 0; i < problem.size; ++i) {
      problem.b[i] = random.Uniform(-1.0, 0.5);
      for (int j = 0; j < problem.size; ++j) problem.A(i, j) = random.Uniform(-1.0, 1.0);
    }
    test::Enumeration oracle;
    oracle.Load(problem);
    oracle.Run(1e-9L);
    Solver run;
    const SolveStatus status = run(problem);
    if (oracle.solutions == 0) {
      EXPECT_NE(status, SolveStatus::kSolved);
    }
    solvable += oracle.solutions > 0 ? 1 : 0;
    solved += status == SolveStatus::kSolved ? 1 : 0;
  }
  EXPECT_GT(solved, solvable / 2);
}

// With small integers every ratio test ties.
TEST(Lemke, SolvesDegenerateSemidefinite) {
  test::Random random(13);
  for (int trial = 0; trial < 200; ++trial) {
    Problem problem;
    const int n = 6;
    problem.size = n;
    int factor[2][6];
    for (auto& row : factor) {
      for (int& entry : row) entry = random.Integer(3) - 1;
    }
    for (int i = 0; i < n; ++i) {
      problem.b[i] = static_cast<double>(factor[0][i] - factor[1][i]);
      for (int j = 0; j < n; ++j) {
        problem.A(i, j) = static_cast<double>(factor[0][i] * factor[0][j] + factor[1][i] * factor[1][j]);
      }
    }
    Solver run;
    ASSERT_EQ(run(problem), SolveStatus::kSolved) << "trial " << trial;
  }
}

// Multiplying b by a power of two changes the units, but no bit of the answer.
TEST(Lemke, AnswerDoesNotDependOnTheUnits) {
  test::Random random(14);
  Problem problem;
  problem.size = 5;
  for (int i = 0; i < 5; ++i) {
    problem.b[i] = random.Uniform(-1.0, 0.0);
    for (int j = 0; j < 5; ++j) problem.A(i, j) = random.Uniform(-1.0, 1.0) + (i == j ? 5.0 : 0.0);
  }
  Problem other = problem;
  other.b *= 1024.0;
  Solver run;
  Solver again;
  ASSERT_EQ(run(problem), SolveStatus::kSolved);
  ASSERT_EQ(again(other), SolveStatus::kSolved);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(again.solution.z[i], 1024.0 * run.solution.z[i]);
}

constexpr test::Motion kMotions[] = {test::Motion::kRest, test::Motion::kSlide, test::Motion::kTumble,
                                     test::Motion::kImpact};

template <typename Scalar, int kCapacity>
struct ContactRun {
  LcpProblem<Scalar, kCapacity> problem;
  LemkeWorkspace<Scalar, kCapacity> workspace;
  LcpSolution<Scalar, kCapacity> solution;
  test::ContactLcp<Scalar, kCapacity> contact;

  // The number of failures among `trials`; contacts = 0 stands for the legged body.
  int Failures(int contacts, int trials) {
    test::Random random(15);
    int failures = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const test::Motion motion = kMotions[trial % 4];
      if (contacts == 0) {
        contact.Legged(motion, random);
      } else {
        contact.Box(contacts, motion, random);
      }
      contact.Assemble(random.Uniform(Scalar(0), Scalar(1.5)), problem);
      const int budget = Lemke<Scalar, kCapacity>::DefaultBudget(problem.size);
      if (SolveLemke(problem, {budget}, workspace, solution) != SolveStatus::kSolved) ++failures;
    }
    return failures;
  }
};

// Static, because a board's stack has no room for such matrices.
ContactRun<float, 24> float_run;
ContactRun<double, 48> double_run;

TEST(Lemke, SolvesContactsOf24RowsInFloat) {
  EXPECT_EQ(float_run.Failures(4, 200), 0);
  EXPECT_LE(float_run.Failures(0, 200), 1);
}

TEST(Lemke, SolvesContactsOf24RowsInDouble) {
  EXPECT_EQ(double_run.Failures(4, 100), 0);
  EXPECT_EQ(double_run.Failures(0, 100), 0);
}

TEST(Lemke, SolvesRankDeficientContactsOf48RowsInDouble) { EXPECT_EQ(double_run.Failures(8, 40), 0); }

}  // namespace footing::lemke_test
