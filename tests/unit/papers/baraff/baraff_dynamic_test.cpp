// Dynamic friction: Painlevé's rod and a brake, with their exact limits, and the impulse.
#include <gtest/gtest.h>

#include <limits>

#include "core/papers/baraff/baraff_impulse.hpp"
#include "tests/support/benches/baraff_bench.hpp"

namespace footing::baraff_dynamic_test {

constexpr double kGravity = 9.81;
using Bench = test::BaraffBench<double, 2, 2>;
using Problem = Bench::Problem;

// A rod of mass 1 and half length 1 whose lower end is on the ground. This end slips toward −x, away from the
// side to which the rod leans. s and c are sine and cosine of its angle; the rod turns at `rate`. Along N,
// with its friction,
//   a_N = (1 + 3c² − 3 μ s c) f_N + rate² s − g.
struct Rod {
  double s, c, mu, rate;
  double Tied() const { return 1.0 + 3.0 * c * c - 3.0 * mu * s * c; }
  double Free() const { return rate * rate * s - kGravity; }
};

Rod At(double tangent, double mu, double rate) {
  const double c = 1.0 / std::sqrt(1.0 + tangent * tangent);
  return {tangent * c, c, mu, rate};
}

double Limit(double tangent) {
  const double c2 = 1.0 / (1.0 + tangent * tangent);
  return (1.0 + 3.0 * c2) / (3.0 * tangent * c2);
}

Bench& Set(const Rod& rod, double slip = -1.0) {
  Bench& b = test::Memory<Bench>();
  b.ClearBody(1.0, 1.0 / 3.0, 0.0, -kGravity, 0.0);
  b.AddPoint(-rod.c, -rod.s, 0.0, 1.0, rod.mu, slip);
  b.problem.b[0] += rod.rate * rod.rate * rod.s;
  b.problem.b[1] += rod.rate * rod.rate * rod.c;
  return b;
}

TEST(BaraffDynamic, RodIsConsistentBelowTheLimitAndNotAbove) {
  for (const double tangent : {0.5, 1.0, 2.0, 4.0}) {
    for (const double below : {0.0, 0.5, 1.0 - 1e-6}) {
      const Rod rod = At(tangent, below * Limit(tangent), 0.0);
      Bench& b = Set(rod);
      ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
      EXPECT_TRUE(b.Certified());
      const double expected = -rod.Free() / rod.Tied();
      EXPECT_NEAR(b.solution.f[0], expected, 1e-8 * expected);
      EXPECT_NEAR(b.solution.f[1], rod.mu * expected, 1e-8 * expected);
    }
    for (const double above : {1.0 + 1e-6, 1.1, 3.0}) {
      const Rod rod = At(tangent, above * Limit(tangent), 0.0);
      Bench& b = Set(rod);
      ASSERT_EQ(b.Solve(), SolveStatus::kRay);
      EXPECT_TRUE(b.Admissible());
      EXPECT_EQ(b.solution.driven, 0);
      EXPECT_EQ(b.solution.ray[0], 1.0);
      EXPECT_NEAR(b.solution.ray[1], rod.mu, 1e-15);
      // With the slip in the other direction there is no paradox.
      EXPECT_EQ(Set(rod, 1.0).Solve(), SolveStatus::kSolved);
    }
  }
}

TEST(BaraffDynamic, NoAngleJamsTheRodBelowFourThirds) {
  EXPECT_NEAR(Limit(2.0), 4.0 / 3.0, 1e-15);
  for (int k = 1; k < 200; ++k) {
    const double tangent = 0.05 * k;
    EXPECT_EQ(Set(At(tangent, 4.0 / 3.0 - 1e-6, 0.0)).Solve(), SolveStatus::kSolved) << tangent;
  }
  EXPECT_EQ(Set(At(2.0, 4.0 / 3.0 + 1e-6, 0.0)).Solve(), SolveStatus::kRay);
}

// The rod turns so fast that it lifts by itself: f_N = 0 is a solution, and f_N = −b_N / A is another. The
// solver finds the first.
TEST(BaraffDynamic, RodWithTwoSolutionsSeparates) {
  const Rod rod = At(2.0, 2.0, 6.0);
  Bench& b = Set(rod);
  ASSERT_LT(rod.Tied(), 0.0);
  ASSERT_GT(rod.Free(), 0.0);
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(b.solution.f[0], 0.0);
  EXPECT_TRUE(b.Certified());
  BoundedVector<double, Problem::kRows> other = b.solution.f;
  other[0] = -rod.Free() / rod.Tied();
  other[1] = rod.mu * other[0];
  EXPECT_LE(double(test::WorstBaraffViolation(b.problem, other)), 1e-12);
}

TEST(BaraffDynamic, ImpulseStopsTheRodAndTheNextSolveHasForces) {
  for (const double tangent : {0.8, 2.0, 3.0}) {
    const Rod rod = At(tangent, 1.3 * Limit(tangent), 0.5);
    Bench& b = Set(rod);
    ASSERT_EQ(b.Solve(), SolveStatus::kRay);
    BoundedVector<double, Problem::kRows> velocity;
    velocity.setZero();
    velocity[1] = -0.7;
    static BaraffImpulseWorkspace<Problem> work;
    static BaraffImpulse<Problem> hit;
    ASSERT_EQ(ApplyBaraffImpulse(b.problem, b.solution, velocity, b.options, work, hit),
              SolveStatus::kSolved);
    EXPECT_EQ(hit.stopped, 0);
    // The end sticks afterwards, so j = −A⁻¹ v, here by Cramer's rule.
    const auto& A = b.problem.A;
    const double determinant = A(0, 0) * A(1, 1) - A(0, 1) * A(0, 1);
    EXPECT_NEAR(hit.impulse[0], A(0, 1) * velocity[1] / determinant, 1e-12);
    EXPECT_NEAR(hit.impulse[1], -A(0, 0) * velocity[1] / determinant, 1e-12);
    EXPECT_LE(Abs(hit.impulse[1]), rod.mu * hit.impulse[0] + 1e-12);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(hit.velocity[i], 0.0, 1e-12);
    // Kinetic energy must not grow: ½ (v⁺ + v)·j ≤ 0.
    EXPECT_LE(
        (hit.velocity[0] + velocity[0]) * hit.impulse[0] + (hit.velocity[1] + velocity[1]) * hit.impulse[1],
        0.0);
    SetSlip(hit.velocity, 1e-9, &b.problem);
    EXPECT_FALSE(b.problem.Dynamic(0));
    EXPECT_EQ(b.Solve(), SolveStatus::kSolved);
    EXPECT_TRUE(b.Certified());
  }
}

TEST(BaraffDynamic, RayEndsWhereTheFirstSlipDoes) {
  Bench& b = Set(At(2.0, 0.5, 0.0));
  b.AddPoint(1.0, 1.0, 0.0, 1.0, 0.5, 1.0);
  BoundedVector<double, Problem::kRows> velocity;
  BoundedVector<double, Problem::kRows> step;
  velocity << 0.0, -5.0, 0.0, 1.0, 0, 0, 0, 0;
  step << -2.0, 50.0, -1.0, -5.0, 0, 0, 0, 0;
  int stopped = 7;
  EXPECT_DOUBLE_EQ(BaraffRayLength(b.problem, velocity, step, &stopped), 0.1);
  EXPECT_EQ(stopped, 0);
  step[3] = -20.0;
  EXPECT_DOUBLE_EQ(BaraffRayLength(b.problem, velocity, step, &stopped), 0.05);
  EXPECT_EQ(stopped, 1);
  step = velocity;
  EXPECT_EQ(BaraffRayLength(b.problem, velocity, step, &stopped), kInfinity<double>);
  EXPECT_EQ(stopped, -1);
}

TEST(BaraffDynamic, NoImpulseWhereThereIsNoRay) {
  Bench& b = Set(At(2.0, 0.5, 0.0));
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  BoundedVector<double, Problem::kRows> velocity;
  velocity.setOnes();
  static BaraffImpulseWorkspace<Problem> work;
  static BaraffImpulse<Problem> hit;
  EXPECT_EQ(ApplyBaraffImpulse(b.problem, b.solution, velocity, b.options, work, hit), SolveStatus::kSolved);
  EXPECT_EQ(hit.impulse[0], 0.0);
  EXPECT_EQ(hit.velocity[1], 1.0);
}

// A lever of mass 1 and half length 1 on a pin at its left end. Its right end, lower by h, is on a belt:
//   f_N (2 − μ v̂ h) = g.
TEST(BaraffDynamic, BrakeOnAPinGrabsAtItsLimit) {
  constexpr double kMu = 0.8;
  for (const double slip : {1.0, -1.0}) {
    for (const double h : {0.5, 2.0, 2.4999, 2.5001, 4.0}) {
      Bench& b = test::Memory<Bench>();
      b.ClearBody(1.0, 0.5, 0.0, -kGravity, 0.0);
      b.AddPoint(1.0, -h, 0.0, 1.0, kMu, slip);
      b.AddBilateral(1.0, 0.0, 0.0);
      b.AddBilateral(0.0, 1.0, -1.0);
      const double lever = 2.0 - kMu * slip * h;
      const SolveStatus status = b.Solve();
      ASSERT_EQ(status, lever > 0.0 ? SolveStatus::kSolved : SolveStatus::kRay) << slip << " " << h;
      if (lever < 0.0) continue;
      EXPECT_TRUE(b.Certified());
      EXPECT_NEAR(b.solution.f[0], kGravity / lever, 1e-9 / lever);
      EXPECT_NEAR(b.solution.f[2], kMu * slip * kGravity / lever, 1e-9 / lever);
    }
  }
}

// One end slides and the other sticks: a block on two corners, and the ground moves under one of them.
TEST(BaraffDynamic, StaticAndDynamicContactsInOneProblem) {
  Bench& b = test::Memory<Bench>();
  b.ClearBody(1.0, 0.2, 0.0, -kGravity, 0.0);
  b.AddPoint(-0.5, -0.2, 0.0, 1.0, 0.3, 1.0);
  b.AddPoint(0.5, -0.2, 0.0, 1.0, 0.6);
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_TRUE(b.Certified());
  // The block is in balance: f_F1 = −f_F0 = μ f_N0. No torque acts: f_N0 = f_N1.
  EXPECT_NEAR(b.solution.f[0], 0.5 * kGravity, 1e-12);
  EXPECT_NEAR(b.solution.f[1], -0.15 * kGravity, 1e-12);
  EXPECT_NEAR(b.solution.f[3], 0.15 * kGravity, 1e-12);
  EXPECT_EQ(b.solution.friction[0], FrictionSet::kDynamic);
  EXPECT_EQ(b.solution.friction[1], FrictionSet::kCF);
}

TEST(BaraffDynamic, SlipIsDynamicAboveTheThresholdOnly) {
  static BaraffProblem<double, 2> problem;
  problem.contacts = 2;
  BoundedVector<double, 6> velocity;
  velocity << 0.0, 3e-3, 4e-3, 0.0, 0.3e-3, 0.4e-3;
  SetSlip(velocity, 1e-3, &problem);
  EXPECT_DOUBLE_EQ(problem.slip[0][0], 0.6);
  EXPECT_DOUBLE_EQ(problem.slip[0][1], 0.8);
  EXPECT_FALSE(problem.Dynamic(1));
  velocity << 0.0, 3e200, 4e200, 0.0, 3e-200, 4e-200;  // the squares overflow or vanish
  SetSlip(velocity, 0.0, &problem);
  for (unsigned c = 0; c < 2; ++c) EXPECT_DOUBLE_EQ(problem.slip[c][1], 0.8) << c;
}

template <typename Scalar>
BaraffProblem<Scalar, 2> Apart(int dimension, int contacts) {
  BaraffProblem<Scalar, 2> problem;
  problem.dimension = dimension;
  problem.contacts = contacts;
  problem.bilateral = 0;
  problem.A.setIdentity();
  problem.b.setZero();
  for (int c = 0; c < contacts; ++c) problem.b[dimension * c] = -1;
  problem.mu.setConstant(Scalar(0.5));
  for (auto& slip : problem.slip) slip.setZero();
  return problem;
}

// Eq. 24 depends only on the slip's direction.
TEST(BaraffDynamic, SlipOfAnyLength) {
  for (const int dimension : {2, 3}) {
    for (const double length : {1e-320, 1e-170, 1.0, 1e170, 1.5e308}) {
      auto problem = Apart<double>(dimension, 1);
      problem.slip[0] = {length, 0};
      BaraffWorkspace<BaraffProblem<double, 2>> workspace;
      BaraffSolution<BaraffProblem<double, 2>> solution;
      ASSERT_EQ(SolveBaraff(problem, {}, workspace, solution), SolveStatus::kSolved) << length;
      EXPECT_NEAR(solution.f[0], 1, 1e-12);
      EXPECT_NEAR(solution.f[1], -0.5, 1e-12);
    }
  }
  for (const float length : {1e-24f, 1e20f}) {
    auto problem = Apart<float>(2, 1);
    problem.slip[0] = {length, 0};
    BaraffWorkspace<BaraffProblem<float, 2>> workspace;
    BaraffSolution<BaraffProblem<float, 2>> solution;
    ASSERT_EQ(SolveBaraff(problem, {}, workspace, solution), SolveStatus::kSolved) << length;
    EXPECT_NEAR(solution.f[1], -0.5f, 1e-5f);
  }
}

TEST(BaraffDynamic, TheLargestBudgetIsOne) {
  const auto problem = Apart<double>(3, 2);
  BaraffWorkspace<BaraffProblem<double, 2>> workspace;
  BaraffSolution<BaraffProblem<double, 2>> solution;
  BaraffOptions options;
  options.budget = std::numeric_limits<int>::max();
  EXPECT_EQ(SolveBaraff(problem, options, workspace, solution), SolveStatus::kSolved);
}

// The first order of contacts meets a ray; the second solves.
TEST(BaraffDynamic, NoContactIsDrivenWhereARayWasAvoided) {
  auto problem = Apart<double>(2, 2);
  constexpr double kEntries[4][4] = {{1, 2, 1, 1}, {2, 8, 2, 6}, {1, 2, 1, 1}, {1, 6, 1, 5}};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) problem.A(i, j) = kEntries[i][j];
  }
  problem.b.head<4>() << -1, 0, -1, 1;
  problem.mu << 1, 2;
  problem.slip[0] = {1, 0};
  problem.slip[1] = {-1, 0};
  BaraffWorkspace<BaraffProblem<double, 2>> workspace;
  BaraffSolution<BaraffProblem<double, 2>> solution;
  ASSERT_EQ(SolveBaraff(problem, {}, workspace, solution), SolveStatus::kSolved);
  EXPECT_GT(solution.attempts, 1);
  EXPECT_EQ(solution.driven, -1);
}

}  // namespace footing::baraff_dynamic_test
