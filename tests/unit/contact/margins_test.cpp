// Margins and the response of forces, by applying the wrench and solving again.
#include "core/contact/margins.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/contact/contact_solver.hpp"
#include "core/contact/delassus.hpp"
#include "core/contact/polyhedral_solver.hpp"
#include "tests/support/random_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing {
namespace {

constexpr int kDof = 18;
constexpr int kContacts = 4;
constexpr double kStep = 0.001;
constexpr double kLength = 0.3;  // m

using Vector6 = Eigen::Matrix<double, 6, 1>;

// A system of 18 dof on four contacts, its free base in the first six, solved under a wrench on it.
struct Scene {
  SystemStack<double, kDof, kContacts> stack;
  DelassusWorkspace<SystemStack<double, kDof, kContacts>> work;
  ContactProblem<double, kContacts> problem;
  ContactSolverState<double, kContacts> solver;
  ContactSolution<double, kContacts> solution;
  ModeReadings<double, kContacts> readings;

  SolveStatus Solve(const Vector6& wrench) {
    auto loaded = stack;
    loaded.force.head<6>() += wrench;
    const SolveStatus assembled = Assemble(loaded, kStep, &work, &problem);
    if (assembled != SolveStatus::kSolved) return assembled;
    const SolveStatus status = SolveContacts(problem, {}, &solver, &solution);
    ReadContactModes(problem, solution, &readings);
    return status;
  }

  // Contacts that push at rest, as feet do that stand: the free velocity of a system at rest, normals first.
  bool Draw(Random& random, bool standing) {
    RandomSystem(kDof, kContacts, 0.0, random, &stack);
    stack.velocity *= standing ? 0.0 : 0.05;
    for (int c = 0; c < kContacts; ++c) {
      stack.normal_bias[c] = 0;
      stack.friction[c] = random.Uniform(0.3, 1.2);
      for (int j = 0; j < kDof; ++j) stack.force[j] -= 30 * stack.jacobian(3 * c, j);
    }
    solver.warm = false;
    return Solve(Vector6::Zero()) == SolveStatus::kSolved;
  }

  bool Slides() const {
    for (const auto& reading : readings)
      if (reading.mode == ContactMode::kSlide) return true;
    return false;
  }
  std::array<ContactMode, kContacts> Modes() const {
    std::array<ContactMode, kContacts> modes;
    for (unsigned c = 0; c < kContacts; ++c) modes[c] = readings[c].mode;
    return modes;
  }
};

Scene& Memory() {
  static Scene scene;
  return scene;
}

Vector6 RandomWrench(Random& random, double size) {
  Vector6 wrench;
  for (int k = 0; k < 6; ++k) wrench[k] = random.Uniform(-1, 1);
  wrench *= size / wrench.norm();
  wrench.tail<3>() *= kLength;
  return wrench;
}

// A thousandth inside the margin nothing changes, whatever the direction; five beyond it along the
// wrench that is named, the contact that is named does.
TEST(LeastWrench, ModesHoldWithinItAndEndBeyondIt) {
  Scene& scene = Memory();
  static LeastWrench<double, kContacts> least;
  static LeastWrench<double, kContacts>::Columns columns;
  Random random(81);
  int checked = 0;
  for (int trial = 0; trial < Trials(300, 10); ++trial) {
    ASSERT_TRUE(scene.Draw(random, true)) << trial;
    const auto modes = scene.Modes();
    if (scene.Slides() || std::count(modes.begin(), modes.end(), ContactMode::kAmbiguous) > 0) continue;
    BaseWrench(scene.stack, scene.work, kStep, kLength, &columns);
    WrenchMargin<double> margin;
    ASSERT_EQ(least.Find(scene.problem, scene.solution, columns, kLength, &margin), SolveStatus::kSolved);
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

// A point of mass 2 under its weight of 20 N: with f = (20, 0, 0) − w on paper, the distance to the cone.
template <typename Scalar>
struct Point {
  ContactProblem<Scalar, 1> problem;
  ContactSolution<Scalar, 1> solution;
  ContactSolverState<Scalar, 1> solver;
  typename FixedModes<Scalar, 1>::template Columns<6> columns;

  Point(double mu, double slip) {
    problem.contacts = 1;
    problem.dt = static_cast<Scalar>(kStep);
    problem.delassus = Scalar(0.5) * Matrix3<Scalar>::Identity();
    problem.free_velocity << Scalar(-0.01L), static_cast<Scalar>(slip), Scalar(0);
    problem.friction[0] = static_cast<Scalar>(mu);
    problem.normal_bias[0] = Scalar(0);
    columns.setZero();
    for (int k = 0; k < 3; ++k) columns(k, k) = static_cast<Scalar>(kStep / 2);
    EXPECT_EQ(SolveContacts(problem, {}, &solver, &solution), SolveStatus::kSolved);
  }

  template <int kDirections>
  WrenchMargin<Scalar> Find() {
    static LeastWrench<Scalar, 1, kDirections> least;
    WrenchMargin<Scalar> margin;
    EXPECT_EQ(least.Find(problem, solution, columns, Scalar(1), &margin), SolveStatus::kSolved);
    return margin;
  }
};

template <typename Scalar>
class PointMargin : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PointMargin, Scalars);

TYPED_TEST(PointMargin, OfOneThatSticksIsTheDistanceToItsCone) {
  const double tolerance = sizeof(TypeParam) == 4 ? 1e-3 : 1e-7;
  for (const double mu : {0.1, 0.5, 1.2}) {
    Point<TypeParam> point(mu, 0);
    const auto circle = point.template Find<0>();
    EXPECT_NEAR(circle.size, 20 * mu / std::sqrt(1 + mu * mu), 20 * tolerance);
    EXPECT_EQ(circle.to, ContactMode::kSlide);
    EXPECT_EQ(circle.contact, 0);
    EXPECT_TRUE(circle.unique);
    const double facet = mu * std::sqrt(0.5);
    EXPECT_NEAR(point.template Find<4>().size, 20 * facet / std::sqrt(1 + facet * facet), 20 * tolerance);
    EXPECT_NEAR(point.template Find<2>().size, 20 * mu / std::sqrt(1 + mu * mu), 20 * tolerance);
  }
}

// It slides at 0.05 m/s after 10 N of friction: 100 N stop it, 20 N lift it.
TYPED_TEST(PointMargin, OfOneThatSlidesIsToLiftItOrToStopIt) {
  Point<TypeParam> point(0.5, 0.055);
  auto margin = point.template Find<0>();
  EXPECT_NEAR(margin.size, 20, 0.01);
  EXPECT_EQ(margin.to, ContactMode::kSeparate);
  EXPECT_NEAR(margin.wrench[0], 20, 0.01);
  Point<TypeParam> slow(0.5, 0.008);  // 3 mm/s are left
  margin = slow.template Find<0>();
  EXPECT_EQ(margin.to, ContactMode::kStick);
  // w along n costs friction: (w_t − μ w_n) · 0.5 ms = −3 mm/s at the least |w|
  EXPECT_NEAR(margin.size, 6 / std::sqrt(1.25), 0.01);
}

// Without friction a slip has no end, on the circle: only the lift counts. At rest any push begins one.
TYPED_TEST(PointMargin, WithoutFrictionIsToLiftIt) {
  Point<TypeParam> point(0, 0.02);
  const auto margin = point.template Find<0>();
  EXPECT_NEAR(margin.size, 20, 0.01);
  EXPECT_NEAR(margin.wrench[0], 20, 0.01);
  EXPECT_EQ(margin.to, ContactMode::kSeparate);
  EXPECT_TRUE(margin.unique);
  EXPECT_EQ((Point<TypeParam>(0, 0).template Find<0>().size), TypeParam(0));
}

// A point that touches without a force: any push changes its mode.
TYPED_TEST(PointMargin, OfOneThatOnlyTouchesIsZero) {
  Point<TypeParam> point(0.5, 0);
  point.problem.free_velocity.setZero();
  point.solver.warm = false;
  ASSERT_EQ(SolveContacts(point.problem, {}, &point.solver, &point.solution), SolveStatus::kSolved);
  EXPECT_EQ(point.template Find<0>().size, TypeParam(0));
  EXPECT_EQ(point.template Find<4>().size, TypeParam(0));
  ModeReadings<TypeParam, 1> readings;
  ReadContactModes(point.problem, point.solution, &readings);
  EXPECT_EQ(readings[0].mode, ContactMode::kAmbiguous);
}

TYPED_TEST(PointMargin, OfNoSolutionIsZero) {
  Point<TypeParam> point(0.5, 0);
  point.solution.status = SolveStatus::kPivotBudget;
  static LeastWrench<TypeParam, 1> least;
  WrenchMargin<TypeParam> margin;
  EXPECT_EQ(least.Find(point.problem, point.solution, point.columns, TypeParam(1), &margin),
            SolveStatus::kInaccurate);
  EXPECT_EQ(margin.size, TypeParam(0));
  EXPECT_EQ(margin.contact, -1);
}

// Two feet at one place share a load in any way: said so, and still a margin of the choice.
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
  ASSERT_EQ(least.Find(problem, solution, columns, 1, &margin), SolveStatus::kSolved);
  EXPECT_FALSE(margin.unique);
  // The first takes all change, the second keeps its 10 N.
  EXPECT_NEAR(margin.size, 10 * 0.5 / std::sqrt(1.25), 1e-3);
}

// The least wrench of what SolvePolyhedral finds; `columns`: free velocities by a unit of each number.
template <int kSides, int kCount>
SolveStatus LeastOf(const ContactProblem<double, kCount>& problem,
                    const typename LeastWrench<double, kCount, kSides>::Columns& columns,
                    WrenchMargin<double>* margin) {
  static PolyhedralState<double, kCount, kSides> state;
  static ContactSolution<double, kCount> solution;
  static LeastWrench<double, kCount, kSides> least;
  EXPECT_EQ(SolvePolyhedral(problem, {}, &state, &solution), SolveStatus::kSolved);
  return least.Find(problem, solution, columns, 1.0, margin);
}

ContactProblem<double, 1> Particle(double mu, double u_1) {
  ContactProblem<double, 1> problem;
  problem.contacts = 1;
  problem.dt = kStep;
  problem.delassus.setIdentity();
  problem.free_velocity = Vector3<double>(-0.01, u_1, 0);
  problem.friction[0] = mu;
  problem.normal_bias[0] = 0;
  return problem;
}

// Facets of a cone without friction say nothing of the normal force.
TEST(LeastWrench, WithoutFrictionAContactLiftsOff) {
  auto problem = Particle(0, 0);
  problem.delassus(1, 1) = problem.delassus(2, 2) = 0;
  LeastWrench<double, 1, 4>::Columns columns = LeastWrench<double, 1, 4>::Columns::Zero();
  columns(0, 0) = kStep;
  WrenchMargin<double> margin;
  ASSERT_EQ(LeastOf<4>(problem, columns, &margin), SolveStatus::kSolved);
  EXPECT_NEAR(margin.size, 10, 1e-9);
  EXPECT_EQ(margin.contact, 0);
  EXPECT_EQ(margin.to, ContactMode::kSeparate);
}

// A response whose square is beyond the numbers' range ends no mode.
TEST(LeastWrench, WhatOverflowsNamesNoContact) {
  LeastWrench<double, 1, 4>::Columns columns = LeastWrench<double, 1, 4>::Columns::Zero();
  columns(0, 0) = 1e200;
  WrenchMargin<double> margin;
  ASSERT_EQ(LeastOf<4>(Particle(0.5, 0), columns, &margin), SolveStatus::kSolved);
  EXPECT_EQ(margin.size, kInfinity<double>);
  EXPECT_EQ(margin.contact, -1);
  EXPECT_EQ(margin.wrench.norm(), 0);
}

// On a line a slip ends where it would turn to a neighbouring direction: the contact sticks.
TEST(LeastWrench, ASlipThatEndsSticks) {
  LeastWrench<double, 1, 8>::Columns columns = LeastWrench<double, 1, 8>::Columns::Zero();
  columns(1, 1) = kStep;
  for (int k = 1; k <= 50; ++k) {
    WrenchMargin<double> margin;
    ASSERT_EQ(LeastOf<8>(Particle(0.5, 0.005 + 0.001 * k), columns, &margin), SolveStatus::kSolved);
    EXPECT_NEAR(margin.size, k, 1e-9 * k);
    EXPECT_EQ(margin.to, ContactMode::kStick) << k;
  }
}

// A_nn = μ A_nt: the first pivot of two slides is zero, though their forces are unique. Re-solved, contact 0
// lifts off at 3.269 N; taken for a dependent row, 53.27 N came out. Now it is refused.
TEST(LeastWrench, APivotThatIsZeroIsNoDependence) {
  ContactProblem<double, 2> problem;
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
  LeastWrench<double, 2, 2>::Columns columns = LeastWrench<double, 2, 2>::Columns::Zero();
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

// Two points of one body may squeeze each other, whatever roundings the entries have.
TEST(LeastWrench, TwoPointsOfABodyAreNeverUnique) {
  static ContactSolverState<double, 2> solver;
  static ContactSolution<double, 2> solution;
  static LeastWrench<double, 2> least;
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
    ContactProblem<double, 2> problem;
    problem.contacts = 2;
    problem.dt = kStep;
    problem.delassus = J * inverse_mass.asDiagonal() * J.transpose();
    problem.delassus = (0.5 * (problem.delassus + problem.delassus.transpose())).eval();
    problem.free_velocity = J.col(2) * (-9.81 * kStep);
    problem.friction.setConstant(0.6);
    problem.normal_bias.setZero();
    solver.warm = false;
    ASSERT_EQ(SolveContacts(problem, {}, &solver, &solution), SolveStatus::kSolved) << turn;
    if (solution.mode[0] != ContactMode::kStick || solution.mode[1] != ContactMode::kStick) continue;
    ++stick;
    const LeastWrench<double, 2>::Columns columns = kStep * J * inverse_mass.asDiagonal();
    WrenchMargin<double> margin;
    ASSERT_EQ(least.Find(problem, solution, columns, 1.0, &margin), SolveStatus::kSolved);
    EXPECT_FALSE(margin.unique) << turn;
  }
  EXPECT_GT(stick, Trials(300, 30) / 2);
}

// Also where contacts slide: forces are smooth away from changes of modes.
TEST(FixedModes, ResponseIsTheDerivativeOfTheForces) {
  Scene& scene = Memory();
  static FixedModes<double, kContacts> fixed;
  static FixedModes<double, kContacts>::Columns<kDof> by_force, by_velocity, change;
  Random random(82);
  int slides = 0;
  int compared = 0;
  for (int trial = 0; trial < Trials(100, 4); ++trial) {
    ASSERT_TRUE(scene.Draw(random, false)) << trial;
    FreeVelocityResponse(scene.stack, scene.work, kStep, &by_force, &by_velocity);
    ASSERT_EQ(fixed.Factor(scene.problem, scene.solution), SolveStatus::kSolved);
    EXPECT_TRUE(fixed.unique());
    const auto modes = scene.Modes();
    slides += scene.Slides() ? 1 : 0;
    const auto original = scene.stack;
    for (const bool velocity : {false, true}) {
      fixed.Respond(velocity ? by_velocity : by_force, &change);
      const double h = velocity ? 1e-7 : 1e-4;
      for (int j = 0; j < kDof; j += 5) {
        Eigen::Matrix<double, 3 * kContacts, 1> difference = Eigen::Matrix<double, 3 * kContacts, 1>::Zero();
        bool same = true;
        for (const double side : {-1.0, 1.0}) {
          scene.stack = original;
          (velocity ? scene.stack.velocity : scene.stack.force)[j] += side * h;
          ASSERT_EQ(scene.Solve(Vector6::Zero()), SolveStatus::kSolved);
          same = same && scene.Modes() == modes;
          for (unsigned c = 0; c < kContacts; ++c) {
            difference.segment<3>(3 * static_cast<int>(c)) += side * scene.solution.force[c];
          }
        }
        scene.stack = original;
        if (!same) continue;
        difference /= 2 * h;
        const double size = difference.norm() + change.col(j).norm();
        EXPECT_LT((difference - change.col(j)).norm(), 1e-3 * size + 1e-6 / h * 1e-3) << trial << " " << j;
        ++compared;
      }
    }
    ASSERT_EQ(scene.Solve(Vector6::Zero()), SolveStatus::kSolved);
  }
  std::printf("%d slide, %d columns\n", slides, compared);
  EXPECT_GT(slides, Trials(20, 1));
  EXPECT_GT(compared, Trials(500, 10));
}

}  // namespace
}  // namespace footing
