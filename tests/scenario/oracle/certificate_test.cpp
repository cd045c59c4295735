#include "tests/support/oracles/certificate.hpp"

#include <gtest/gtest.h>

namespace footing::certificate_test {

constexpr Real kTolerance = kCertificateTolerance<double>;

// A point mass of 2 kg on the ground, Δt = 1 ms: u = f/2000 + free.
ContactProblem<double, 1, 1> PointMass(double un, double ut1, double ut2, double mu) {
  ContactProblem<double, 1, 1> problem;
  problem.contacts = 1;
  problem.dt = 1e-3;
  problem.delassus.setIdentity();
  problem.delassus *= 0.5;
  problem.free_velocity << un, ut1, ut2, 0.0;
  problem.friction << mu;
  problem.normal_bias << 0.0;
  problem.lower << -1.0;
  problem.upper << 1.0;
  return problem;
}
using Forces = std::array<double, 4>;
Certificate Grade(const ContactProblem<double, 1, 1>& problem, const Forces& f) {
  return Certify(problem, f.data());
}

TEST(Certificate, ClosedForms) {
  // Known by hand: resting, sticking, sliding along (0.6, 0.8), open.
  EXPECT_TRUE(Grade(PointMass(-0.01, 0, 0, 0.5), {20, 0, 0, 0}).HoldsCircular(kTolerance));
  EXPECT_TRUE(Grade(PointMass(-0.01, 0.003, 0, 0.5), {20, -6, 0, 0}).HoldsCircular(kTolerance));
  EXPECT_TRUE(Grade(PointMass(-0.01, 0.6, 0.8, 0.5), {20, -6, -8, 0}).HoldsCircular(kTolerance));
  EXPECT_TRUE(Grade(PointMass(0.01, 0.6, 0.8, 0.5), {0, 0, 0, 0}).HoldsCircular(kTolerance));
}

TEST(Certificate, EachBreachShows) {
  const auto slide = PointMass(-0.01, 0.6, 0.8, 0.5);
  EXPECT_NEAR(static_cast<double>(Grade(slide, {20, -6.6, -8.8, 0}).cone), 0.1, 1e-12);
  EXPECT_FALSE(Grade(slide, {20, -6.6, -8.8, 0}).HoldsCircular(kTolerance));
  // Friction turned by a right angle, then too little friction.
  EXPECT_GT(Grade(slide, {20, -8, 6, 0}).slip, Real(0.5));
  EXPECT_GT(Grade(slide, {20, -3, -4, 0}).slip, Real(0.3));
  EXPECT_GT(Grade(slide, {19, -5.7, -7.6, 0}).natural, Real(1e-4));
  EXPECT_GT(Grade(PointMass(0.01, 0, 0, 0.5), {-20, 0, 0, 0}).pull, Real(0.1));
  EXPECT_TRUE(std::isinf(Grade(PointMass(-0.01, 0, 0, 0.0), {20, 1e-9, 0, 0}).cone));
  EXPECT_FALSE(Grade(slide, {NAN, -6, -8, 0}).HoldsCircular(kTolerance));
  EXPECT_FALSE(Grade(slide, {20, NAN, -8, 0}).HoldsCircular(kTolerance));
  EXPECT_FALSE(Grade(slide, {20, -6, NAN, 0}).HoldsBox(kTolerance));
  EXPECT_FALSE(Grade(slide, {INFINITY, -6, -8, 0}).HoldsCircular(kTolerance));
}

TEST(Certificate, BoxesByThemselves) {
  const auto slide = PointMass(-0.01, 0.6, 0.8, 0.5);
  EXPECT_TRUE(Grade(slide, {20, -10, -10, 0}).HoldsBox(kTolerance));
  EXPECT_FALSE(Grade(slide, {20, -10, -10, 0}).HoldsCircular(kTolerance));
  EXPECT_FALSE(Grade(slide, {20, -6, -8, 0}).HoldsBox(kTolerance));
}

TEST(Certificate, BiasAndJointRow) {
  auto problem = PointMass(-0.01, 0, 0, 0.5);
  problem.normal_bias << 0.01;
  EXPECT_TRUE(Grade(problem, {0, 0, 0, 0}).HoldsCircular(kTolerance));
  problem.normal_bias << 0.004;
  EXPECT_TRUE(Grade(problem, {12, 0, 0, 0}).HoldsCircular(kTolerance));
  // A motor of ±1 N m. It stops 4e-4, and against 2e-3 it gives its full torque.
  problem.joint_rows = 1;
  problem.free_velocity[3] = 4e-4;
  EXPECT_TRUE(Grade(problem, {12, 0, 0, -0.8}).HoldsCircular(kTolerance));
  EXPECT_FALSE(Grade(problem, {12, 0, 0, -0.7}).HoldsCircular(kTolerance));
  problem.free_velocity[3] = 2e-3;
  EXPECT_TRUE(Grade(problem, {12, 0, 0, -1}).HoldsCircular(kTolerance));
  EXPECT_FALSE(Grade(problem, {12, 0, 0, -1.1}).HoldsCircular(kTolerance));
}

// A mass between two walls that come closer at 0.1 m/s each. Equal pushes of both walls balance.
TEST(Certificate, LeastForceOfClosingWalls) {
  ContactProblem<double, 2> problem;
  problem.contacts = 2;
  problem.dt = 1e-3;
  problem.delassus.setZero();
  for (int i = 0; i < 6; ++i) problem.delassus(i, i) = 0.5;
  problem.delassus(0, 3) = problem.delassus(3, 0) = -0.5;
  problem.free_velocity << -0.1, 0, 0, -0.1, 0, 0;
  problem.friction.setOnes();
  problem.normal_bias.setZero();
  const std::array<double, 6> push = {1, 0, 0, 1, 0, 0};
  EXPECT_TRUE(std::isinf(LeastForce(problem, push.data())));
  // If the walls yield a little, a large force is enough: u = (a f1 − b f2) dt − 0.1 at each wall.
  problem.delassus(0, 3) = problem.delassus(3, 0) = -0.5 + 5e-7;
  const Real units = Real(0.1) / (Real(1e-3) * Real(0.5));
  // f (0.5 − 0.4999995) dt = 0.1 needs 2e8 N from each.
  EXPECT_NEAR(static_cast<double>(LeastForce(problem, push.data()) * units / Real(2e8)), 1.0, 1e-6);
  // These prove nothing: a pull, a tangent, NaN, and walls that part.
  EXPECT_EQ(LeastForce(problem, std::array<double, 6>{1, 0, 0, -1, 0, 0}.data()), Real(0));
  EXPECT_EQ(LeastForce(problem, std::array<double, 6>{1, 1, 0, 1, 0, 0}.data()), Real(0));
  EXPECT_EQ(LeastForce(problem, std::array<double, 6>{1, NAN, 0, 1, 0, 0}.data()), Real(0));
  problem.normal_bias << 0.1, 0.1;
  EXPECT_EQ(LeastForce(problem, push.data()), Real(0));
}

}  // namespace footing::certificate_test
