#include "core/lcp/general/solve_lcp.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "tests/support/oracles/enumeration/enumeration.hpp"
#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing::solve_lcp_test {

constexpr int kSize = 8;
using Problem = LcpProblem<double, kSize>;

LcpSolution<double, kSize> solution;
LcpWorkspace<double, kSize> workspace;

SolveStatus Solve(const Problem& problem, int budget) {
  return SolveLcp(problem, {budget}, workspace, solution);
}
SolveStatus Solve(const Problem& problem) { return Solve(problem, DefaultLcpBudget(problem.size)); }

Problem RandomProblem(Random& random, int size) {
  Problem problem;
  problem.size = size;
  for (int i = 0; i < size; ++i) {
    problem.b[i] = random.Integer(11) - 5;
    for (int j = 0; j < size; ++j) problem.A(i, j) = random.Integer(9) - 3;
  }
  return problem;
}

double NaturalResidual(const Problem& problem) {
  double worst = 0.0;
  for (int i = 0; i < problem.size; ++i) {
    double w = problem.b[i];
    for (int j = 0; j < problem.size; ++j) w += problem.A(i, j) * solution.z[j];
    worst = Max(worst, Abs(Min(w, solution.z[i])));
  }
  return worst;
}

TEST(LcpStages, ClaimsNothingThatEnumerationDenies) {
  Random random(5);
  int solved = 0;
  int infeasible = 0;
  int missed = 0;
  for (int trial = 0; trial < Trials(3000, 25); ++trial) {
    const Problem problem = RandomProblem(random, 1 + random.Integer(5));
    test::Enumeration all;
    all.Load(problem);
    all.Run(1e-9L);
    const SolveStatus status = Solve(problem);
    EXPECT_LE(solution.pivots, DefaultLcpBudget(problem.size));
    if (status == SolveStatus::kSolved) {
      ++solved;
      EXPECT_LT(NaturalResidual(problem), 1e-10);
    } else if (status == SolveStatus::kInfeasible) {
      ++infeasible;
      EXPECT_EQ(all.solutions, 0) << "trial " << trial;
      EXPECT_TRUE(CheckInfeasible(problem, workspace.boxes.infeasibility.y));
    } else {
      missed += all.solutions > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(solved, Trials(1500, 12));
  EXPECT_GT(infeasible, Trials(150, 1));
  EXPECT_LE(missed, 1 + solved / 50);  // nothing is guaranteed for an arbitrary matrix
}

// Murty 1978: with the rows in this order, 2ⁿ pivots.
TEST(LcpStages, PaysForExponentialPaths) {
  Problem problem;
  problem.size = kSize;
  for (int i = 0; i < kSize; ++i) {
    problem.b[i] = -static_cast<double>(1 << (kSize - 1 - i));
    for (int j = 0; j < kSize; ++j) problem.A(i, j) = i == j ? 1.0 : (j < i ? 2.0 : 0.0);
  }
  ASSERT_EQ(Solve(problem), SolveStatus::kSolved);
  EXPECT_EQ(NaturalResidual(problem), 0.0);
}

TEST(LcpStages, KeepsToItsBudget) {
  Random random(6);
  for (int trial = 0; trial < Trials(300, 20); ++trial) {
    const Problem problem = RandomProblem(random, kSize);
    const int budget = trial % 2 == 0 ? 1 + random.Integer(11) : 1 + random.Integer(199);
    const SolveStatus status = Solve(problem, budget);
    EXPECT_LE(solution.pivots, budget);
    if (status != SolveStatus::kSolved && status != SolveStatus::kInfeasible) {
      EXPECT_EQ(status == SolveStatus::kPivotBudget, solution.pivots >= budget) << "budget " << budget;
    }
    EXPECT_TRUE(IsFinite(solution.residual));
    for (int i = 0; i < kSize; ++i) EXPECT_GE(solution.z[i], 0.0);
  }
}

TEST(LcpStages, TellsRowsOfVeryDifferentUnitsApart) {
  Problem problem;
  problem.size = 2;
  problem.A.setZero();
  problem.A(0, 0) = 1e9;
  problem.A(1, 1) = 1e-9;
  problem.b[0] = -2e9;
  problem.b[1] = -3e-9;
  ASSERT_EQ(Solve(problem), SolveStatus::kSolved);
  EXPECT_NEAR(solution.z[0], 2.0, 1e-12);
  EXPECT_NEAR(solution.z[1], 3.0, 1e-12);
}

TEST(LcpStages, RefusesWhatItCannotRead) {
  Random random(1);
  Problem problem = RandomProblem(random, 2);
  problem.A(1, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Solve(problem), SolveStatus::kNotFinite);
  EXPECT_EQ(solution.z[0], 0.0);
  problem.size = kSize + 1;
  EXPECT_EQ(Solve(problem, 10), SolveStatus::kBadSize);
  problem.size = -1;
  EXPECT_EQ(Solve(problem, 10), SolveStatus::kBadSize);
  problem.size = 0;
  EXPECT_EQ(Solve(problem, 10), SolveStatus::kSolved);
}

TEST(LcpStages, WorksInFloat) {
  LcpProblem<float, 3> problem;
  LcpSolution<float, 3> answer;
  LcpWorkspace<float, 3> work;
  problem.size = 3;
  problem.A << 1, 2, 0, 0, 1, 2, 2, 0, 1;
  problem.b.setConstant(-1.0F);
  ASSERT_EQ(SolveLcp(problem, {}, work, answer), SolveStatus::kSolved);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(answer.z[i], 1.0F / 3.0F, 1e-6F);
  problem.A = -problem.A;
  EXPECT_EQ(SolveLcp(problem, {}, work, answer), SolveStatus::kInfeasible);
}

// The old contents of a workspace must not show in the result: stage and pivots too must be the same.
TEST(LcpStages, ReadsNoMemoryThatItHasNotWritten) {
  constexpr int kLarge = 12;
  static LcpWorkspace<double, kLarge> memory;
  Random random(7);
  for (int trial = 0; trial < Trials(3000, 100); ++trial) {
    LcpProblem<double, kLarge> problem;
    problem.size = 9 + random.Integer(4);
    int jacobian[kLarge][kLarge];
    for (auto& row : jacobian) {
      for (int& entry : row) entry = random.Integer(5) - 2;
    }
    for (int i = 0; i < problem.size; ++i) {
      problem.b[i] = -random.Integer(9);
      for (int j = 0; j < problem.size; ++j) {
        problem.A(i, j) = i == j ? 1 : 0;
        for (int k = 0; k < problem.size; ++k) problem.A(i, j) += jacobian[i][k] * jacobian[j][k];
      }
    }
    BoxStage stage[2];
    int pivots[2];
    for (const int k : {0, 1}) {
      std::memset(static_cast<void*>(&memory), k == 0 ? 0 : 0xff, sizeof memory);
      LcpSolution<double, kLarge> answer;
      static_cast<void>(SolveLcp(problem, {}, memory, answer));
      stage[k] = memory.boxes.stage;
      pivots[k] = answer.pivots;
    }
    ASSERT_EQ(stage[0], stage[1]) << "trial " << trial;
    ASSERT_EQ(pivots[0], pivots[1]) << "trial " << trial;
  }
}

// One problem with two machines that do not touch.
TEST(LcpStages, SolvesTheSmallBesideTheLarge) {
  Problem problem;
  problem.size = 2;
  problem.A.setZero();
  problem.A(1, 1) = 1.0;
  problem.b[1] = -1.0;
  for (const double mobility : {1e-3, 1e-4, 1e-5}) {
    problem.A(0, 0) = mobility;
    problem.b[0] = -1e12;
    ASSERT_EQ(Solve(problem), SolveStatus::kSolved);
    EXPECT_NEAR(solution.z[0], 1e12 / mobility, 1e6);
    EXPECT_NEAR(solution.z[1], 1.0, 1e-12);
  }
}

TEST(LcpStages, BudgetOfASizeThatIsNone) {
  EXPECT_EQ(DefaultLcpBudget(-1), DefaultLcpBudget(0));
  EXPECT_EQ(DefaultLcpBudget(std::numeric_limits<int>::min()), DefaultLcpBudget(0));
  EXPECT_GT(DefaultLcpBudget(std::numeric_limits<int>::max()), 0);
}

}  // namespace footing::solve_lcp_test
