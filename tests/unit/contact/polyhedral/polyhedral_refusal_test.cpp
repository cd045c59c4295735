// What SolvePolyhedral does with problems that it cannot solve. What every solver refuses by name is in
// contact_refusal_test.cpp.
#include <gtest/gtest.h>

#include "tests/support/benches/contact_bench.hpp"
#include "tests/support/trials.hpp"

namespace footing::refusal_test {

constexpr double kStep = 0.004;
using Bench = ContactBench<double, 18, 8, 4>;

Bench& Prepared() {
  Bench& b = BenchMemory<Bench>();
  Random random(5);
  BoxOnGround(4, random, &b.step.stack);
  b.step.solver.warm_contacts = 0;
  EXPECT_EQ(b.Solve(kStep, {}), SolveStatus::kSolved);
  return b;
}

// In this and every other failure, no force may be sent on that pulls or leaves its cone.
TEST(Budget, TooFewPivotsAreSaidAndTheForcesStayAdmissible) {
  Bench& b = BenchMemory<Bench>();
  Random random(6);
  int failures = 0;
  for (int trial = 0; trial < Trials(100, 5); ++trial) {
    for (int budget = 1; budget <= 14; ++budget) {
      RandomSystem(12, 4, 0.0, random, &b.step.stack);
      b.step.solver.warm_contacts = 0;
      const SolveStatus status = b.Solve(kStep, {{budget}, 8});
      EXPECT_TRUE(b.Admissible());
      EXPECT_LE(b.step.solution.pivots, budget);
      for (int j = 0; j < 12; ++j) EXPECT_TRUE(IsFinite(b.step.next_velocity[j]));
      if (status == SolveStatus::kSolved) {
        EXPECT_LE(b.Judge(kStep).worst, kJudgeTolerance<double>);
        continue;
      }
      ++failures;
      EXPECT_EQ(status, SolveStatus::kPivotBudget);
      EXPECT_EQ(b.step.solver.warm_contacts, 0);
      EXPECT_GT(b.step.solution.residual, kContactTolerance<double>);
    }
  }
  EXPECT_GT(failures, 0);
}

// A body wedged between two walls that close: no solution exists, and none may be claimed.
TEST(Infeasible, AWedgedBodyIsNotCalledSolved) {
  Bench& b = BenchMemory<Bench>();
  auto& stack = b.step.stack;
  stack.Clear();
  b.step.solver.warm_contacts = 0;
  const int ball = stack.AddSystem(Matrix3<double>::Identity(), Vector3<double>(0, 0, 0),
                                   Vector3<double>(0, 0, -9.81), [](int) { return -1; });
  for (const double side : {-1.0, 1.0}) {
    const int c = stack.AddContact(Vector3<double>(side, 0, 0), 0.5, -0.1);
    stack.Attach(c, ball, 1.0, Matrix3<double>::Identity());
  }
  const SolveStatus status = b.Solve(kStep, {});
  EXPECT_TRUE(status == SolveStatus::kRay || status == SolveStatus::kPivotBudget ||
              status == SolveStatus::kInaccurate)
      << Name(status);
  EXPECT_TRUE(b.Admissible());
  EXPECT_EQ(b.step.solver.warm_contacts, 0);
  EXPECT_GT(b.step.solution.residual, kContactTolerance<double>);
}

// A contact that nothing can move is pressed: no force helps, and the status says so.
TEST(Infeasible, AnImmovableContactThatCloses) {
  Bench& b = Prepared();
  b.step.problem.contacts = 1;
  b.step.problem.delassus.setZero();
  b.step.problem.free_velocity.setZero();
  b.step.problem.normal_bias[0] = 0.0;
  b.step.solver.warm_contacts = 0;
  EXPECT_EQ(SolvePolyhedral(b.step.problem, {}, b.step.solver, b.step.solution), SolveStatus::kSolved);
  b.step.problem.free_velocity[0] = -1.0;
  EXPECT_NE(SolvePolyhedral(b.step.problem, {}, b.step.solver, b.step.solution), SolveStatus::kSolved);
  EXPECT_TRUE(IsFinite(b.step.solution.force[0][0]));
}

// All figures of a success are finite. Here a slip of 1e308 m/s makes its own error overflow.
TEST(Refusal, ASlipErrorThatOverflowsIsNoSuccess) {
  Bench& b = Prepared();
  auto& p = b.step.problem;
  p.contacts = 1;
  p.delassus.setZero();
  p.delassus(1, 1) = 1.0;
  p.free_velocity.setZero();
  p.free_velocity[0] = 1.0;
  p.free_velocity[1] = 1.7e308;
  b.step.solver.warm_contacts = 0;
  const SolveStatus status = SolvePolyhedral(p, {}, b.step.solver, b.step.solution);
  EXPECT_TRUE(status != SolveStatus::kSolved || IsFinite(b.step.solution.slip_error));
}

// Numbers at the ends of the scale must not become a confident answer.
TEST(Refusal, OverflowIsNotCalledSolved) {
  for (const double size : {1e300, 1e-300, 1e150}) {
    Bench& b = Prepared();
    for (int i = 0; i < 12; ++i) {
      for (int j = 0; j < 12; ++j) b.step.problem.delassus(i, j) *= size;
      b.step.problem.free_velocity[i] *= 1e8;
    }
    b.step.solver.warm_contacts = 0;
    const SolveStatus status = SolvePolyhedral(b.step.problem, {}, b.step.solver, b.step.solution);
    for (unsigned c = 0; c < 4; ++c) {
      const auto& f = b.step.solution.force[c];
      EXPECT_TRUE(IsFinite(f[0]) && IsFinite(f[1]) && IsFinite(f[2])) << size << ' ' << Name(status);
    }
    EXPECT_TRUE(status != SolveStatus::kSolved || IsFinite(b.step.solution.residual));
  }
}

// The numbers are finite, but dt times the Delassus matrix is not. The problem is not solved; if the status
// blames the input, the forces must be zero.
TEST(Refusal, FiniteNumbersWhoseProductsOverflow) {
  Bench& b = Prepared();
  auto& p = b.step.problem;
  p.contacts = 1;
  p.dt = 1e200;
  p.delassus.setZero();
  for (int i = 0; i < 3; ++i) p.delassus(i, i) = 1e200;
  p.free_velocity.setConstant(-1.0);
  b.step.solver.warm_contacts = 0;
  const SolveStatus status = SolvePolyhedral(p, {}, b.step.solver, b.step.solution);
  EXPECT_TRUE(status == SolveStatus::kInaccurate || status == SolveStatus::kRay) << Name(status);
}

}  // namespace footing::refusal_test
