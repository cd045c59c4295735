// Whole steps whose answer is known on paper: blocks, balls, and two bodies.
#include <gtest/gtest.h>

#include "core/assembly/normal_bias.hpp"
#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "tests/support/benches/contact_bench.hpp"

namespace footing::closed_form_test {

constexpr double kGravity = 9.81;
constexpr double kStep = 0.001;
constexpr double kMass = 2.0;

using Bench = ContactBench<double, 12, 8, 4>;

// A point mass with force `push` in addition to its weight, moving at `velocity`, above the plane by `gap`.
Bench& PointMass(const Vector3<double>& velocity, const Vector3<double>& push, double mu, double gap,
                 const NormalBiasOptions<double>& options = {}) {
  Bench& b = BenchMemory<Bench>();
  auto& stack = b.step.stack;
  stack.Clear();
  b.step.solver.warm_contacts = 0;
  const Matrix3<double> mass = kMass * Matrix3<double>::Identity();
  const Vector3<double> force = push - kMass * kGravity * Vector3<double>::UnitZ();
  const int ball = stack.AddSystem(mass, velocity, force, [](int) { return -1; });
  const int c = stack.AddContact(Vector3<double>::UnitZ(), mu, NormalBias(gap, velocity[2], kStep, options));
  stack.Attach(c, ball, 1.0, Matrix3<double>::Identity());
  EXPECT_EQ(b.Solve(kStep, {}), SolveStatus::kSolved);
  EXPECT_LE(b.Judge(kStep).worst, kJudgeTolerance<double>);
  return b;
}

void ExpectForce(const Bench& b, double n, double x, double y) {
  EXPECT_NEAR(b.step.solution.force[0][0], n, 1e-8);
  EXPECT_NEAR(b.step.solution.force[0][1], x, 1e-8);
  EXPECT_NEAR(b.step.solution.force[0][2], y, 1e-8);
}

void ExpectNext(const Bench& b, double x, double y, double z) {
  EXPECT_NEAR(b.step.next_velocity[0], x, 1e-11);
  EXPECT_NEAR(b.step.next_velocity[1], y, 1e-11);
  EXPECT_NEAR(b.step.next_velocity[2], z, 1e-11);
}

constexpr double kWeight = kMass * kGravity;

TEST(PointMass, RestsAndSticks) {
  const Bench& b = PointMass({0, 0, 0}, {0, 0, 0}, 0.5, 0.0);
  ExpectForce(b, kWeight, 0, 0);
  ExpectNext(b, 0, 0, 0);
  EXPECT_EQ(b.step.solution.mode[0], ContactMode::kStick);
}

TEST(PointMass, SlidesAgainstFrictionAlongADirection) {
  const Bench& b = PointMass({0, -1, 0}, {0, 0, 0}, 0.5, 0.0);
  ExpectForce(b, kWeight, 0, 0.5 * kWeight);
  ExpectNext(b, 0, -1 + 0.5 * kGravity * kStep, 0);
  EXPECT_EQ(b.step.solution.mode[0], ContactMode::kSlide);
}

TEST(PointMass, SlidingThatFrictionCanStopStopsWithoutTurning) {
  const Bench& b = PointMass({0.002, 0, 0}, {0, 0, 0}, 0.5, 0.0);
  ExpectForce(b, kWeight, -kMass * 0.002 / kStep, 0);
  ExpectNext(b, 0, 0, 0);
  EXPECT_EQ(b.step.solution.mode[0], ContactMode::kStick);
}

TEST(PointMass, PushedJustBelowFrictionHoldsAndJustAboveSlides) {
  const Bench& below = PointMass({0, 0, 0}, {0.4999 * kWeight, 0, 0}, 0.5, 0.0);
  ExpectForce(below, kWeight, -0.4999 * kWeight, 0);
  EXPECT_EQ(below.step.solution.mode[0], ContactMode::kStick);
  const Bench& above = PointMass({0, 0, 0}, {0.5001 * kWeight, 0, 0}, 0.5, 0.0);
  ExpectForce(above, kWeight, -0.5 * kWeight, 0);
  ExpectNext(above, 0.0001 * kGravity * kStep, 0, 0);
  EXPECT_EQ(above.step.solution.mode[0], ContactMode::kSlide);
}

TEST(PointMass, SlidesBetweenTwoDirectionsOnTheirEdge) {
  const Bench& b = PointMass({1, 1, 0}, {0, 0, 0}, 0.5, 0.0);
  const auto& f = b.step.solution.force[0];
  EXPECT_NEAR(f[0], kWeight, 1e-8);
  EXPECT_NEAR(f[1] + f[2], -0.5 * kWeight, 1e-8);
  EXPECT_EQ(b.step.solution.mode[0], ContactMode::kSlide);
}

TEST(PointMass, LiftsOffWithoutForce) {
  const Bench& b = PointMass({0.3, 0, 0.2}, {0, 0, 0}, 0.5, 0.0);
  ExpectForce(b, 0, 0, 0);
  ExpectNext(b, 0.3, 0, 0.2 - kGravity * kStep);
  EXPECT_EQ(b.step.solution.mode[0], ContactMode::kSeparate);
}

TEST(PointMass, PulledUpHarderThanItsWeightItLeaves) {
  const Bench& b = PointMass({0, 0, 0}, {0, 0, 1.5 * kWeight}, 0.5, 0.0);
  ExpectForce(b, 0, 0, 0);
  ExpectNext(b, 0, 0, 0.5 * kGravity * kStep);
  EXPECT_EQ(b.step.solution.mode[0], ContactMode::kSeparate);
}

TEST(PointMass, FallsThroughItsGapAndStopsAtTheGround) {
  const Bench& far = PointMass({0, 0, -1}, {0, 0, 0}, 0.5, 0.01);
  ExpectForce(far, 0, 0, 0);
  ExpectNext(far, 0, 0, -1 - kGravity * kStep);
  const Bench& near = PointMass({0, 0, -1}, {0, 0, 0}, 0.5, 0.0004);
  ExpectNext(near, 0, 0, -0.4);  // 0.4 mm in a step: it ends on the ground, not below
  ExpectForce(near, kMass * (0.6 + kGravity * kStep) / kStep, 0, 0);
}

TEST(PointMass, BouncesByItsRestitution) {
  const Bench& b = PointMass({0, 0, -2}, {0, 0, 0}, 0.5, 0.0, {0.5, 0.01, 0, 0});
  ExpectNext(b, 0, 0, 1);
}

TEST(PointMass, IceGivesNoFriction) {
  const Bench& b = PointMass({0.7, -0.2, 0}, {1, 0, 0}, 0.0, 0.0);
  ExpectForce(b, kWeight, 0, 0);
  ExpectNext(b, 0.7 + kStep / kMass, -0.2, 0);
}

TEST(TwoBodies, FrictionlessCollisionKeepsMomentumAndStopsTheApproach) {
  Bench& b = BenchMemory<Bench>();
  auto& stack = b.step.stack;
  stack.Clear();
  b.step.solver.warm_contacts = 0;
  constexpr double kOther = 3.0;
  const auto root = [](int) { return -1; };
  const Vector3<double> none = Vector3<double>::Zero();
  const int left =
      stack.AddSystem(kMass * Matrix3<double>::Identity(), Vector3<double>(1, 0.5, 0), none, root);
  const int right =
      stack.AddSystem(kOther * Matrix3<double>::Identity(), Vector3<double>(-1, 0, 0), none, root);
  const int c = stack.AddContact(Vector3<double>(-1, 0, 0), 0.0, 0.0);  // toward the first
  stack.Attach(c, left, 1.0, Matrix3<double>::Identity());
  stack.Attach(c, right, -1.0, Matrix3<double>::Identity());
  ASSERT_EQ(b.Solve(kStep, {}), SolveStatus::kSolved);
  const double common = (kMass - kOther) / (kMass + kOther);
  EXPECT_NEAR(b.step.next_velocity[0], common, 1e-12);
  EXPECT_NEAR(b.step.next_velocity[3], common, 1e-12);
  EXPECT_NEAR(b.step.next_velocity[1], 0.5, 1e-12);
  EXPECT_NEAR(b.step.solution.force[0][0], kMass * (1 - common) / kStep, 1e-8);
}

// Four corners carry a box. Their shares are free; their sum is not.
TEST(Box, RestsOnFourCornersAndSlidesAsOne) {
  Bench& b = BenchMemory<Bench>();
  for (const double speed : {0.0, 1.0}) {
    Random random(3);
    BoxOnGround(4, random, &b.step.stack);
    b.step.solver.warm_contacts = 0;
    b.step.stack.velocity.setZero();
    b.step.stack.force.setZero();
    b.step.stack.velocity[0] = speed;
    b.step.stack.force[2] = -kWeight;
    b.step.stack.friction.setConstant(0.1);
    ASSERT_EQ(b.Solve(kStep, {}), SolveStatus::kSolved);
    EXPECT_LE(b.Judge(kStep).worst, kJudgeTolerance<double>);
    Vector3<double> sum = Vector3<double>::Zero();
    for (const auto& f : b.step.solution.force) sum += f;
    EXPECT_NEAR(sum[0], kWeight, 1e-7);
    EXPECT_NEAR(sum[1], speed > 0.0 ? -0.1 * kWeight : 0.0, 1e-7);
    EXPECT_NEAR(b.step.next_velocity[2], 0.0, 1e-11);
  }
}

// In the plane, d = 2, friction acts along t1 and not along t2.
TEST(Plane, TwoDirectionsLeaveTheSecondTangentFree) {
  using PlaneBench = ContactBench<double, 12, 8, 2>;
  PlaneBench& b = BenchMemory<PlaneBench>();
  for (const double x : {0.0, 1.0}) {
    auto& stack = b.step.stack;
    stack.Clear();
    b.step.solver.warm_contacts = 0;
    const Vector3<double> force(0, 0, -kWeight);
    const int ball = stack.AddSystem(kMass * Matrix3<double>::Identity(), Vector3<double>(x, 0.001, 0), force,
                                     [](int) { return -1; });
    const int c = stack.AddContact(Vector3<double>::UnitZ(), 0.5, 0.0);
    stack.Attach(c, ball, 1.0, Matrix3<double>::Identity());
    ASSERT_EQ(b.Solve(kStep, {}), SolveStatus::kSolved);
    EXPECT_EQ(b.step.solution.force[0][2], 0.0);
    EXPECT_NEAR(b.step.next_velocity[1], 0.001, 1e-15);
    EXPECT_NEAR(b.step.solution.force[0][1], x > 0.0 ? -0.5 * kWeight : 0.0, 1e-9);
    EXPECT_LE(b.Judge(kStep).worst, kJudgeTolerance<double>);
  }
}

// A gram that flies off under a push, small beside a ton's weight: this does not solve the polyhedral cones.
TEST(PolyhedralResidual, CountsALightBodysForceByWhatItMoves) {
  static ContactProblem<float, 2> problem;
  static ContactSolution<float, 2> solution;
  const FrictionBasis<float, 4> basis;
  problem.contacts = 2;
  problem.dt = 0.001F;
  problem.delassus.setZero();
  for (int i = 0; i < 3; ++i) problem.delassus(i, i) = 1e-3F;
  for (int i = 3; i < 6; ++i) problem.delassus(i, i) = 1e3F;
  problem.free_velocity << -0.01F, 0, 0, 0.44F, 0, 0;
  problem.friction.setZero();
  problem.normal_bias.setZero();
  Clear(&solution);
  solution.force[0][0] = 1e4F;
  const auto residual = [&] {
    const auto scales = contact_internal::UpdateVelocitiesAndScales(problem, &solution);
    return contact_internal::Residual(problem, basis, scales, solution);
  };
  EXPECT_LT(residual(), 1e-6F);
  solution.force[1][0] = 0.004F;
  EXPECT_GT(residual(), 1e-3F);
}

}  // namespace footing::closed_form_test
