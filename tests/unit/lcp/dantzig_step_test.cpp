#include "core/lcp/dantzig_step.hpp"

#include <gtest/gtest.h>

namespace footing::dantzig_step_test {

constexpr int kSize = 3;

// A = 1, z = 0 within ±4, w = −1. Row 0 is clamped, row 1 is driven, row 2 is watched.
struct DantzigStepTest : testing::Test {
  DantzigStepTest() {
    problem.A.setIdentity();
    problem.lo.setConstant(-4.0);
    problem.hi.setConstant(4.0);
    work.root_diagonal.setOnes();
    work.passed_over.fill(false);
    work.state = {RowState::kClamped, RowState::kUnhandled, RowState::kAtBound};
    solution.z.setZero();
    solution.w << 0.0, -1.0, -1.0;
    EXPECT_TRUE(work.clamped.Append(problem.A, 0));
  }

  void Find() { step.Find(1, 1.0, 1e-15); }
  void Expect(DantzigEvent event, int row, double length) {
    EXPECT_EQ(step.event, event);
    EXPECT_EQ(step.row, row);
    EXPECT_DOUBLE_EQ(step.length, length);
  }

  BoxedLcpProblem<double, kSize> problem{.size = kSize, .A = {}, .b = {}, .lo = {}, .hi = {}};
  DantzigWorkspace<double, kSize> work;
  LcpSolution<double, kSize> solution;
  DantzigStep<double, kSize> step{problem, work, solution};
};

TEST_F(DantzigStepTest, EndsWhereTheDrivenRowIsDone) {
  Find();
  Expect(DantzigEvent::kDrivenDone, 1, 1.0);
  step.Take();
  EXPECT_EQ(solution.z[1], 1.0);
  EXPECT_EQ(solution.w[1], 0.0);
}

TEST_F(DantzigStepTest, EndsAtTheDrivenRowsBound) {
  problem.hi[1] = 0.25;
  Find();
  Expect(DantzigEvent::kDrivenAtBound, 1, 0.25);
}

TEST_F(DantzigStepTest, EndsWhereAClampedRowMeetsItsBound) {
  problem.A(0, 1) = problem.A(1, 0) = -0.5;
  problem.hi[0] = 0.25;
  Find();
  Expect(DantzigEvent::kLeaves, 0, 0.5);
  step.Take();
  EXPECT_EQ(solution.z[0], 0.25);
  EXPECT_EQ(solution.w[0], 0.0);
}

TEST_F(DantzigStepTest, EndsWhereAWatchedRowsForceTurns) {
  problem.A(1, 2) = problem.A(2, 1) = -0.5;
  solution.w[2] = 0.125;
  Find();
  Expect(DantzigEvent::kEnters, 2, 0.25);
  work.passed_over[2] = true;
  Find();
  Expect(DantzigEvent::kDrivenDone, 1, 1.0);
}

TEST_F(DantzigStepTest, TheDrivenRowIsDoneBeforeOthersThatTie) {
  problem.A(0, 1) = problem.A(1, 0) = -0.5;
  problem.hi[0] = 0.5 * (1.0 / 0.75);
  Find();  // Δw of row 1 is 3/4
  Expect(DantzigEvent::kDrivenDone, 1, 4.0 / 3.0);
}

TEST_F(DantzigStepTest, ANullDirectionEndsAtAClampedRowOnly) {
  problem.A(0, 1) = problem.A(1, 0) = -1.0;
  problem.hi[0] = 3.0;
  step.FindNull(1, 1.0);
  Expect(DantzigEvent::kLeaves, 0, 3.0);
  step.Take();
  EXPECT_EQ(solution.z[0], 3.0);
  EXPECT_EQ(solution.w[1], -1.0);
  problem.hi[1] = 3.5;
  problem.hi[0] = 4.0;
  step.FindNull(1, 1.0);
  EXPECT_EQ(step.event, DantzigEvent::kNone);
}

}  // namespace footing::dantzig_step_test
