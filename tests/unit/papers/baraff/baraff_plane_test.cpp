// Static friction in the plane: answers known on paper.
#include <gtest/gtest.h>

#include "tests/support/benches/baraff_bench.hpp"

namespace footing::baraff_plane_test {

constexpr double kGravity = 9.81;
constexpr double kMass = 2.0;
constexpr double kWeight = kMass * kGravity;

using Bench = test::BaraffBench<double, 4, 2>;

// A block of the given half lengths on its two lower corners, with force (x, y) at its centre.
Bench& Block(double half_length, double half_height, double x, double y, double mu) {
  Bench& b = test::Memory<Bench>();
  b.ClearBody(kMass, kMass * (half_length * half_length + half_height * half_height) / 3.0, x, y, 0.0);
  b.AddPoint(-half_length, -half_height, 0.0, 1.0, mu);
  b.AddPoint(half_length, -half_height, 0.0, 1.0, mu);
  return b;
}

Bench& OnSlope(double tangent, double mu) {
  const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
  return Block(0.5, 0.1, kWeight * tangent * cosine, -kWeight * cosine, mu);
}

TEST(BaraffPlane, BlockOnASlopeSticksBelowTheCriticalAngle) {
  for (const double tangent : {0.0, 0.2, 0.499, 0.5 * (1.0 - 1e-9)}) {
    Bench& b = OnSlope(tangent, 0.5);
    ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
    EXPECT_TRUE(b.Certified());
    const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
    EXPECT_NEAR(b.solution.f[0] + b.solution.f[2], kWeight * cosine, 1e-12);
    EXPECT_NEAR(b.solution.f[1] + b.solution.f[3], -kWeight * tangent * cosine, 1e-12);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(b.solution.a[i], 0.0, 1e-12);
  }
}

TEST(BaraffPlane, BlockOnASlopeIsOnTheConeAtTheCriticalAngle) {
  Bench& b = OnSlope(0.5, 0.5);
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_TRUE(b.Certified());
  for (int c = 0; c < 2; ++c) EXPECT_NEAR(b.solution.f[2 * c + 1], -0.5 * b.solution.f[2 * c], 1e-12);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(b.solution.a[i], 0.0, 1e-12);
}

TEST(BaraffPlane, BlockOnASlopeSlidesAboveTheCriticalAngle) {
  for (const double tangent : {0.5 * (1.0 + 1e-6), 0.6, 2.0}) {
    Bench& b = OnSlope(tangent, 0.5);
    ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
    EXPECT_TRUE(b.Certified());
    const double expected = kGravity * (tangent - 0.5) / std::sqrt(1.0 + tangent * tangent);
    EXPECT_NEAR(b.solution.a[1], expected, 1e-12);
    EXPECT_NEAR(b.solution.a[3], expected, 1e-12);
    for (unsigned c = 0; c < 2; ++c) EXPECT_EQ(b.solution.friction[c], FrictionSet::kNCMinus);
  }
}

TEST(BaraffPlane, PushedBlockSlidesBothWays) {
  for (const double sign : {1.0, -1.0}) {
    Bench& b = Block(0.5, 0.1, sign * 0.6 * kWeight, -kWeight, 0.5);
    ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
    EXPECT_TRUE(b.Certified());
    EXPECT_NEAR(b.solution.a[1], sign * 0.1 * kGravity, 1e-12);
    EXPECT_EQ(b.solution.friction[0], sign > 0.0 ? FrictionSet::kNCMinus : FrictionSet::kNCPlus);
  }
}

TEST(BaraffPlane, TallBlockTipsAboutItsFrontCorner) {
  const double push = 0.5 * kWeight;  // at half the height; the block tips if push · 0.5 > weight · 0.1
  Bench& b = Block(0.1, 0.5, push, -kWeight, 1.5);
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_TRUE(b.Certified());
  const double inertia = kMass * 0.26 / 3.0 + kMass * 0.26;
  const double turn = (push * 0.5 - kWeight * 0.1) / inertia;
  EXPECT_EQ(b.solution.normal[0], NormalSet::kNC);
  EXPECT_EQ(b.solution.friction[1], FrictionSet::kCF);
  EXPECT_NEAR(b.solution.a[0], 0.2 * turn, 1e-12);
  EXPECT_NEAR(b.solution.f[3], kMass * turn * 0.5 - push, 1e-12);
  EXPECT_NEAR(b.solution.f[2], kWeight + kMass * turn * 0.1, 1e-12);
}

// A ladder on a floor (contact 0) against a wall, with half length 1 and the centre of mass in its middle.
Bench& Ladder(double tangent, double floor_mu, double wall_mu) {
  Bench& b = test::Memory<Bench>();
  const double c = 1.0 / std::sqrt(1.0 + tangent * tangent);
  const double s = tangent * c;
  b.ClearBody(kMass, kMass / 3.0, 0.0, -kWeight, 0.0);
  b.AddPoint(c, -s, 0.0, 1.0, floor_mu);
  b.AddPoint(-c, s, 1.0, 0.0, wall_mu);
  return b;
}

TEST(BaraffPlane, LadderAgainstASmoothWallHoldsToItsAngle) {
  constexpr double kMu = 0.4;
  const double critical = 1.0 / (2.0 * kMu);
  for (const double factor : {1.0 + 1e-6, 1.5}) {
    Bench& b = Ladder(critical * factor, kMu, 0.0);
    ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
    EXPECT_TRUE(b.Certified());
    EXPECT_EQ(b.solution.friction[0], FrictionSet::kCF);
    EXPECT_NEAR(b.solution.f[0], kWeight, 1e-11);
    EXPECT_NEAR(b.solution.f[1], -kWeight / (2.0 * critical * factor), 1e-11);
    EXPECT_NEAR(b.solution.f[2], kWeight / (2.0 * critical * factor), 1e-11);
  }
  for (const double factor : {1.0 - 1e-6, 0.5}) {
    Bench& b = Ladder(critical * factor, kMu, 0.0);
    ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
    EXPECT_TRUE(b.Certified());
    EXPECT_EQ(b.solution.friction[0], FrictionSet::kNCMinus);
    EXPECT_GT(b.solution.a[1], 0.0);  // the foot slides away from the wall
  }
}

TEST(BaraffPlane, LadderWithTwoRoughEndsIsInBalance) {
  Bench& b = Ladder(1.0, 0.5, 0.5);
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_TRUE(b.Certified());
  EXPECT_NEAR(b.solution.f[0] - b.solution.f[3], kWeight, 1e-11);
  EXPECT_NEAR(b.solution.f[1] + b.solution.f[2], 0.0, 1e-11);
}

// Every corner has two contacts: A has rank 3 of 8.
TEST(BaraffPlane, ContactsGivenTwiceShareTheLoad) {
  for (const double push : {0.0, 0.3, 0.8}) {
    Bench& b = Block(0.5, 0.1, push * kWeight, -kWeight, 0.5);
    b.AddPoint(-0.5, -0.1, 0.0, 1.0, 0.5);
    b.AddPoint(0.5, -0.1, 0.0, 1.0, 0.5);
    ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
    EXPECT_TRUE(b.Certified());
    double load = 0.0;
    for (int c = 0; c < 4; ++c) load += b.solution.f[2 * c];
    EXPECT_NEAR(load, kWeight, 1e-12);
    EXPECT_NEAR(b.solution.a[1], Max(push - 0.5, 0.0) * kGravity, 1e-12);
  }
}

// A rod held by a pin at its left end rests with its right end on the ground.
TEST(BaraffPlane, BilateralRowsCarryTheirShare) {
  Bench& b = test::Memory<Bench>();
  b.ClearBody(kMass, kMass / 3.0, 0.0, -kWeight, 0.0);
  b.AddPoint(1.0, 0.0, 0.0, 1.0, 0.5);
  b.AddBilateral(1.0, 0.0, 0.0);
  b.AddBilateral(0.0, 1.0, -1.0);
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_TRUE(b.Certified());
  EXPECT_NEAR(b.solution.f[0], 0.5 * kWeight, 1e-12);
  EXPECT_NEAR(b.solution.f[3], 0.5 * kWeight, 1e-12);
}

TEST(BaraffPlane, BilateralRowsAloneAndNothingAtAll) {
  Bench& b = test::Memory<Bench>();
  b.ClearBody(kMass, kMass / 3.0, 1.0, -kWeight, 0.0);
  EXPECT_EQ(b.Solve(), SolveStatus::kSolved);
  b.AddBilateral(1.0, 0.0, 0.0);
  b.AddBilateral(1.0, 0.0, 0.0);  // the same row twice
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_NEAR(b.solution.f[0] + b.solution.f[1], -1.0, 1e-12);
}

TEST(BaraffPlane, AtTheBudgetForcesAreAdmissible) {
  Bench& b = Block(0.5, 0.1, 0.6 * kWeight, -kWeight, 0.5);
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  const int needed = b.solution.pivots;
  b.options.orders = 1;
  for (int budget = 1; budget < needed; ++budget) {
    b.options.budget = budget;
    EXPECT_EQ(b.Solve(), SolveStatus::kPivotBudget);
    EXPECT_EQ(b.solution.pivots, budget);
    EXPECT_TRUE(b.Admissible());
    EXPECT_GT(b.solution.residual, 1e-3);
  }
  b.options.budget = needed;
  EXPECT_EQ(b.Solve(), SolveStatus::kSolved);
}

// Two bilateral rows that contradict each other.
TEST(BaraffPlane, ContradictionIsNeverCalledSolved) {
  Bench& b = test::Memory<Bench>();
  b.ClearBody(kMass, kMass / 3.0, 1.0, -kWeight, 0.0);
  b.AddBilateral(1.0, 0.0, 0.0);
  b.AddBilateral(1.0, 0.0, 0.0);
  b.problem.b[1] += 1.0;
  EXPECT_EQ(b.Solve(), SolveStatus::kInaccurate);
  EXPECT_GE(b.solution.residual, 0.5);
}

TEST(BaraffPlane, RefusesBadInput) {
  Bench& b = Block(0.5, 0.1, 0.0, -kWeight, 0.5);
  const Bench::Problem good = b.problem;
  b.problem.contacts = 5;
  EXPECT_EQ(b.Solve(), SolveStatus::kBadSize);
  b.problem = good;
  b.problem.dimension = 4;
  EXPECT_EQ(b.Solve(), SolveStatus::kBadSize);
  b.problem = good;
  b.problem.bilateral = -1;
  EXPECT_EQ(b.Solve(), SolveStatus::kBadSize);
  b.problem = good;
  b.problem.b[2] = kInfinity<double>;
  EXPECT_EQ(b.Solve(), SolveStatus::kNotFinite);
  b.problem = good;
  b.problem.slip[1][0] = kInfinity<double>;
  EXPECT_EQ(b.Solve(), SolveStatus::kNotFinite);
  b.problem = good;
  b.problem.mu[0] = -0.1;
  EXPECT_EQ(b.Solve(), SolveStatus::kBadFriction);
  b.problem = good;
  b.problem.A(0, 1) += 1.0;
  EXPECT_EQ(b.Solve(), SolveStatus::kNotSymmetric);
  b.problem.A(0, 0) = b.problem.A(1, 1) = 1e308;  // their sum overflows
  b.problem.A(0, 1) = 1e307;
  EXPECT_EQ(b.Solve(), SolveStatus::kNotSymmetric);
  EXPECT_EQ(b.solution.residual, kInfinity<double>);
  EXPECT_EQ(b.solution.f[0], 0.0);
}

}  // namespace footing::baraff_plane_test
