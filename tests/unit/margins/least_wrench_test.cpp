// The least wrench that changes a mode, checked by applying it and solving again. Small cases on paper show
// what happens if forces are not unique or a response cannot be computed.
#include "core/margins/least_wrench.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "tests/support/scenes/loaded_scene.hpp"
#include "tests/support/trials.hpp"

namespace footing::least_wrench_test {

constexpr double kStep = LoadedScene::kStep;
constexpr double kLength = 0.3;  // m

Vector6 RandomWrench(Random& random, double size) {
  Vector6 wrench;
  for (int k = 0; k < 6; ++k) wrench[k] = random.Uniform(-1, 1);
  wrench *= size / wrench.norm();
  wrench.tail<3>() *= kLength;
  return wrench;
}

// A thousandth inside the margin no mode changes, for any direction. Five thousandths beyond it along the
// named wrench, the named contact changes its mode.
TEST(LeastWrench, ModesHoldWithinItAndEndBeyondIt) {
  constexpr int kContacts = LoadedScene::kContacts;
  LoadedScene& scene = LoadedScene::Memory();
  static LeastWrench<double, kContacts> least;
  static LeastWrench<double, kContacts>::Columns columns;
  Random random(81);
  int checked = 0;
  for (int trial = 0; trial < Trials(300, 10); ++trial) {
    ASSERT_TRUE(scene.Draw(random, true)) << trial;
    const auto modes = scene.Modes();
    if (scene.Slides() || std::count(modes.begin(), modes.end(), ContactMode::kAmbiguous) > 0) continue;
    BaseWrench(scene.stack, scene.work, kStep, kLength, columns);
    WrenchMargin<double> margin;
    ASSERT_EQ(least.Find(scene.problem, scene.solution, columns, kLength, margin), SolveStatus::kSolved);
    ASSERT_TRUE(margin.unique) << trial;
    Vector6 scaled = margin.wrench;
    scaled.tail<3>() /= kLength;
    EXPECT_NEAR(scaled.norm(), margin.size, 1e-9 * margin.size);
    for (int k = 0; k < 10; ++k) {
      ASSERT_EQ(scene.Solve(RandomWrench(random, 0.999 * margin.size)), SolveStatus::kSolved);
      EXPECT_EQ(scene.Modes(), modes) << trial;
    }
    ASSERT_EQ(scene.Solve(0.999 * margin.wrench), SolveStatus::kSolved);
    EXPECT_EQ(scene.Modes(), modes) << trial;
    ASSERT_EQ(scene.Solve(1.005 * margin.wrench), SolveStatus::kSolved);
    EXPECT_NE(scene.Modes(), modes) << trial;
    EXPECT_NE(scene.Modes()[static_cast<unsigned>(margin.contact)],
              modes[static_cast<unsigned>(margin.contact)])
        << trial;
    ++checked;
  }
  std::printf("%d scenes\n", checked);
  EXPECT_GT(checked, Trials(50, 1));
}

// Two feet at one place can share a load in any way. This is reported, and the margin is still that of the
// shares.
TEST(LeastWrench, SaysWhereForcesAreNotUnique) {
  static ContactProblem<double, 2> problem;
  static ContactSolution<double, 2> solution;
  static LeastWrench<double, 2> least;
  LeastWrench<double, 2>::Columns columns;
  columns.setZero();
  problem.contacts = 2;
  problem.dt = kStep;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) problem.delassus(i, j) = i % 3 == j % 3 ? 0.5 : 0.0;
    columns(i, i % 3) = kStep / 2;
  }
  problem.free_velocity << -0.01, 0, 0, -0.01, 0, 0;
  problem.friction.setConstant(0.5);
  problem.normal_bias.setZero();
  Clear(&solution);
  for (unsigned c = 0; c < 2; ++c) {
    solution.force[c][0] = 10;
    solution.mode[c] = ContactMode::kStick;
  }
  ASSERT_TRUE(CertifyCoulomb(problem, 1e-9, &solution));
  solution.status = SolveStatus::kSolved;
  WrenchMargin<double> margin;
  ASSERT_EQ(least.Find(problem, solution, columns, 1, margin), SolveStatus::kSolved);
  EXPECT_FALSE(margin.unique);
  // Each takes half of the change, so both slip under the wrench at which one foot with 20 N would slip.
  EXPECT_NEAR(margin.size, 20 * 0.5 / std::sqrt(1.25), 2e-3);
}

// The least wrench for SolvePolyhedral's answer. `columns` holds the free velocities for a unit of each
// number.
template <int kSides, int kCount>
SolveStatus LeastOf(const ContactProblem<double, kCount>& problem,
                    const typename LeastWrench<double, kCount, kSides>::Columns& columns,
                    WrenchMargin<double>* margin) {
  static PolyhedralState<double, kCount, kSides> state;
  static ContactSolution<double, kCount> solution;
  static LeastWrench<double, kCount, kSides> least;
  EXPECT_EQ(SolvePolyhedral(problem, {}, state, solution), SolveStatus::kSolved);
  return least.Find(problem, solution, columns, 1.0, *margin);
}

ContactProblem<double, 8> Particle(double mu, double u_1) {
  ContactProblem<double, 8> problem;
  problem.contacts = 1;
  problem.dt = kStep;
  problem.delassus.setIdentity();
  problem.free_velocity.head<3>() = Vector3<double>(-0.01, u_1, 0);
  problem.friction[0] = mu;
  problem.normal_bias[0] = 0;
  return problem;
}

// Without friction the facets of the cone do not limit the normal force.
TEST(LeastWrench, WithoutFrictionAContactLiftsOff) {
  auto problem = Particle(0, 0);
  problem.delassus(1, 1) = problem.delassus(2, 2) = 0;
  LeastWrench<double, 8, 4>::Columns columns = LeastWrench<double, 8, 4>::Columns::Zero();
  columns(0, 0) = kStep;
  WrenchMargin<double> margin;
  ASSERT_EQ(LeastOf<4>(problem, columns, &margin), SolveStatus::kSolved);
  EXPECT_NEAR(margin.size, 10, 1e-9);
  EXPECT_EQ(margin.contact, 0);
  EXPECT_EQ(margin.to, ContactMode::kSeparate);
}

// A response whose square overflows ends no mode.
TEST(LeastWrench, WhatOverflowsNamesNoContact) {
  LeastWrench<double, 8, 4>::Columns columns = LeastWrench<double, 8, 4>::Columns::Zero();
  columns(0, 0) = 1e200;
  WrenchMargin<double> margin;
  ASSERT_EQ(LeastOf<4>(Particle(0.5, 0), columns, &margin), SolveStatus::kSolved);
  EXPECT_EQ(margin.size, kInfinity<double>);
  EXPECT_EQ(margin.contact, -1);
  EXPECT_EQ(margin.wrench.norm(), 0);
}

// On a line a slip ends where it would turn to a neighbouring direction, so the contact sticks.
TEST(LeastWrench, ASlipThatEndsSticks) {
  LeastWrench<double, 8, 8>::Columns columns = LeastWrench<double, 8, 8>::Columns::Zero();
  columns(1, 1) = kStep;
  for (int k = 1; k <= 50; ++k) {
    WrenchMargin<double> margin;
    ASSERT_EQ(LeastOf<8>(Particle(0.5, 0.005 + 0.001 * k), columns, &margin), SolveStatus::kSolved);
    EXPECT_NEAR(margin.size, k, 1e-9 * k);
    EXPECT_EQ(margin.to, ContactMode::kStick) << k;
  }
}

// A_nn = μ A_nt: the first pivot of two slides is zero, though their forces are unique. By solving again,
// contact 0 lifts off at 3.269 N. When the row was taken for a dependent one, the result was 53.27 N. Now it
// is refused.
TEST(LeastWrench, APivotThatIsZeroIsNoDependence) {
  ContactProblem<double, 8> problem;
  problem.contacts = 2;
  problem.dt = 1.0 / 1024;
  problem.delassus.setZero();
  problem.free_velocity.setZero();
  problem.friction.setOnes();
  problem.normal_bias.setZero();
  const double lower[4][4] = {
      {2, 0, 0, 0}, {2, 3.75, 0, 0}, {-0.375, -0.75, 3.625, 0}, {0.875, -0.5, 0.5, 1.75}};
  const double free_velocity[4] = {0.078125, 0.484375, -0.21875, 0.296875};
  const int row[4] = {0, 1, 3, 4};
  LeastWrench<double, 8, 2>::Columns columns = LeastWrench<double, 8, 2>::Columns::Zero();
  for (int i = 0; i < 4; ++i) {
    problem.free_velocity[row[i]] = free_velocity[i];
    for (int j = 0; j <= i; ++j)
      problem.delassus(row[i], row[j]) = problem.delassus(row[j], row[i]) = lower[i][j];
  }
  for (int k = 0; k < 4; ++k) columns.col(k) = problem.dt * problem.delassus.col(row[k]);
  WrenchMargin<double> margin;
  EXPECT_EQ(LeastOf<2>(problem, columns, &margin), SolveStatus::kInaccurate);
  EXPECT_EQ(margin.size, 0);
  EXPECT_EQ(margin.contact, -1);
}

// Two points of one body may squeeze each other, for any roundings of the entries.
TEST(LeastWrench, TwoPointsOfABodyAreNeverUnique) {
  static ContactSolverState<double, 4> solver;
  static ContactSolution<double, 4> solution;
  static LeastWrench<double, 4> least;
  int stick = 0;
  for (int turn = 0; turn < Trials(300, 30); ++turn) {
    const double yaw = 0.02 * turn, c = std::cos(yaw), s = std::sin(yaw);
    Eigen::Matrix<double, 6, 6> J;
    Matrix3<double> axes;
    axes << 0, 0, 1, c, s, 0, -s, c, 0;  // rows n, t1, t2
    for (int i = 0; i < 2; ++i) {
      const Vector3<double> point(i == 0 ? -0.2 : 0.2, i == 0 ? -0.1 : 0.1, -0.05);
      for (int k = 0; k < 3; ++k) {
        const Vector3<double> axis = axes.row(k);
        J.row(3 * i + k) << axis.transpose(), point.cross(axis).transpose();
      }
    }
    Vector6 inverse_mass;
    inverse_mass << 0.1, 0.1, 0.1, 24, 7.1, 6;
    ContactProblem<double, 4> problem;
    problem.contacts = 2;
    problem.dt = kStep;
    const Eigen::Matrix<double, 6, 6> A = J * inverse_mass.asDiagonal() * J.transpose();
    problem.delassus.topLeftCorner<6, 6>() = 0.5 * (A + A.transpose());
    problem.free_velocity.head<6>() = J.col(2) * (-9.81 * kStep);
    problem.friction.setConstant(0.6);
    problem.normal_bias.setZero();
    solver.warm = false;
    ASSERT_EQ(SolveContacts(problem, {}, solver, solution), SolveStatus::kSolved) << turn;
    if (solution.mode[0] != ContactMode::kStick || solution.mode[1] != ContactMode::kStick) continue;
    ++stick;
    LeastWrench<double, 4>::Columns columns;
    columns.topRows<6>() = kStep * J * inverse_mass.asDiagonal();
    WrenchMargin<double> margin;
    ASSERT_EQ(least.Find(problem, solution, columns, 1.0, margin), SolveStatus::kSolved);
    EXPECT_FALSE(margin.unique) << turn;
  }
  EXPECT_GT(stick, Trials(300, 30) / 2);
}

}  // namespace footing::least_wrench_test
