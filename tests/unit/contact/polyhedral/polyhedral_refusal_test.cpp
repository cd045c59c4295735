// What SolvePolyhedral does with problems that it cannot or must not solve: every status by its name.
#include <gtest/gtest.h>

#include "core/contact/solve_contacts.hpp"
#include "tests/support/benches/contact_bench.hpp"
#include "tests/support/trials.hpp"

namespace footing::refusal_test {

constexpr double kStep = 0.004;
using Bench = ContactBench<double, 18, 4, 4>;

Bench& Prepared() {
  Bench& b = BenchMemory<Bench>();
  Random random(5);
  BoxOnGround(4, random, &b.step.stack);
  b.step.solver.warm_contacts = 0;
  EXPECT_EQ(b.Solve(kStep, {}), SolveStatus::kSolved);
  return b;
}

void ExpectRefusal(Bench& b, SolveStatus expected) {
  b.step.solver.warm_contacts = 4;
  EXPECT_EQ(SolvePolyhedral(b.step.problem, {}, &b.step.solver, &b.step.solution), expected);
  EXPECT_EQ(b.step.solution.status, expected);
  EXPECT_EQ(b.step.solution.stage, SolveStage::kNone);
  EXPECT_EQ(b.step.solution.pivots, 0);
  EXPECT_EQ(b.step.solver.warm_contacts, 0);
  for (unsigned c = 0; c < 4; ++c) {
    EXPECT_EQ(b.step.solution.force[c], Vector3<double>::Zero());
    EXPECT_EQ(b.step.solution.mode[c], ContactMode::kSeparate);
  }
}

TEST(Refusal, WhatIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), kInfinity<double>, -kInfinity<double>}) {
    Bench& b = Prepared();
    auto& p = b.step.problem;
    double* const places[] = {
        &p.dt,          &p.delassus(5, 2), &p.delassus(2, 5), &p.delassus(0, 0), &p.free_velocity[11],
        &p.friction[3], &p.normal_bias[0]};
    for (double* place : places) {
      const double good = *place;
      *place = bad;
      ExpectRefusal(b, SolveStatus::kNotFinite);
      *place = good;
    }
  }
}

TEST(Refusal, AStepThatIsNotPositive) {
  Bench& b = Prepared();
  for (const double dt : {0.0, -kStep}) {
    b.step.problem.dt = dt;
    ExpectRefusal(b, SolveStatus::kNotFinite);
  }
}

TEST(Refusal, NegativeFriction) {
  Bench& b = Prepared();
  b.step.problem.friction[2] = -1e-3;
  ExpectRefusal(b, SolveStatus::kBadFriction);
}

TEST(Refusal, AsymmetryAndNegativeDiagonals) {
  Bench& b = Prepared();
  b.step.problem.delassus(4, 7) += 1e-6;
  ExpectRefusal(b, SolveStatus::kNotSymmetric);
  Bench& again = Prepared();
  again.step.problem.delassus(4, 4) = -1.0;
  ExpectRefusal(again, SolveStatus::kNotSymmetric);
}

TEST(Refusal, TooManyContactsAndFewerThanNone) {
  Bench& b = Prepared();
  for (const int contacts : {5, -1}) {
    b.step.problem.contacts = contacts;
    ExpectRefusal(b, SolveStatus::kBadSize);
  }
}

TEST(Refusal, NoContactsAreSolvedByNothing) {
  Bench& b = Prepared();
  b.step.problem.contacts = 0;
  EXPECT_EQ(SolvePolyhedral(b.step.problem, {}, &b.step.solver, &b.step.solution), SolveStatus::kSolved);
  EXPECT_EQ(b.step.solution.residual, 0.0);
}

// Neither here nor in any other failure may a force be sent on that pulls or leaves its cone.
TEST(Budget, TooFewPivotsAreSaidAndTheForcesStayAdmissible) {
  Bench& b = BenchMemory<Bench>();
  Random random(6);
  int failures = 0;
  for (int trial = 0; trial < Trials(100, 5); ++trial) {
    for (int budget = 0; budget <= 14; ++budget) {
      RandomSystem(12, 4, 0.0, random, &b.step.stack);
      b.step.solver.warm_contacts = 0;
      const SolveStatus status = b.Solve(kStep, {8, budget});
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

// Wedged between two walls that close: there is no solution, and none may be claimed.
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

// A contact that nothing can move, pressed upon: no force helps, and that is said.
TEST(Infeasible, AnImmovableContactThatCloses) {
  Bench& b = Prepared();
  b.step.problem.contacts = 1;
  b.step.problem.delassus.setZero();
  b.step.problem.free_velocity.setZero();
  b.step.problem.normal_bias[0] = 0.0;
  b.step.solver.warm_contacts = 0;
  EXPECT_EQ(SolvePolyhedral(b.step.problem, {}, &b.step.solver, &b.step.solution), SolveStatus::kSolved);
  b.step.problem.free_velocity[0] = -1.0;
  EXPECT_NE(SolvePolyhedral(b.step.problem, {}, &b.step.solver, &b.step.solution), SolveStatus::kSolved);
  EXPECT_TRUE(IsFinite(b.step.solution.force[0][0]));
}

// A y is not zero in a row of diagonal −0, so that y proves nothing.
TEST(Infeasible, ADiagonalOfMinusZeroIsNoProof) {
  ContactProblem<double, 1, 2> problem;
  problem.contacts = 0;
  problem.joint_rows = 2;
  problem.dt = 1e-3;
  problem.delassus.setZero();
  problem.delassus.topLeftCorner<2, 2>() << 1.0, 1.0, 1.0, -0.0;
  problem.free_velocity.setZero();
  problem.free_velocity[0] = -1.0;
  problem.lower.setConstant(-kInfinity<double>);
  problem.upper.setConstant(kInfinity<double>);
  BoundedVector<double, 5> y = BoundedVector<double, 5>::Zero();
  y[0] = 1.0;
  EXPECT_FALSE(ProvesInfeasible(problem, &y));
}

// A success is finite in all its figures: slip of 1e308 m/s is beyond its own error's range.
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
  const SolveStatus status = SolvePolyhedral(p, {}, &b.step.solver, &b.step.solution);
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
    const SolveStatus status = SolvePolyhedral(b.step.problem, {}, &b.step.solver, &b.step.solution);
    for (unsigned c = 0; c < 4; ++c) {
      const auto& f = b.step.solution.force[c];
      EXPECT_TRUE(IsFinite(f[0]) && IsFinite(f[1]) && IsFinite(f[2])) << size << ' ' << Name(status);
    }
    EXPECT_TRUE(status != SolveStatus::kSolved || IsFinite(b.step.solution.residual));
  }
}

// Finite numbers, of which dt times the Delassus matrix is none: not solved, and not called the input's fault
// with forces that are not zero.
TEST(Refusal, FiniteNumbersWhoseProductsOverflow) {
  Bench& b = Prepared();
  auto& p = b.step.problem;
  p.contacts = 1;
  p.dt = 1e200;
  p.delassus.setZero();
  for (int i = 0; i < 3; ++i) p.delassus(i, i) = 1e200;
  p.free_velocity.setConstant(-1.0);
  b.step.solver.warm_contacts = 0;
  const SolveStatus status = SolvePolyhedral(p, {}, &b.step.solver, &b.step.solution);
  EXPECT_TRUE(status == SolveStatus::kInaccurate || status == SolveStatus::kRay) << Name(status);

  static ContactSolverState<double, 4> state;
  state.warm = false;
  EXPECT_NE(SolveContacts(p, {}, &state, &b.step.solution), SolveStatus::kSolved);
  EXPECT_GE(b.step.solution.force[0][0], 0.0);
}

}  // namespace footing::refusal_test
