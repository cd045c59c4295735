// The least wrench on a single point, known on paper.
#include <gtest/gtest.h>

#include <cmath>

#include "core/contact/solve_contacts.hpp"
#include "core/margins/least_wrench.hpp"
#include "tests/support/scalars.hpp"

namespace footing::least_wrench_point_test {

constexpr double kStep = 0.001;  // s

// A point of mass 2 under its weight of 20 N. On paper f = (20, 0, 0) − w, and the margin is the distance to
// the cone.
template <typename Scalar>
struct Point {
  ContactProblem<Scalar, 4> problem;
  ContactSolution<Scalar, 4> solution;
  ContactSolverState<Scalar, 4> solver;
  typename FixedModes<Scalar, 4>::template Columns<6> columns;

  Point(double mu, double slip) {
    problem.contacts = 1;
    problem.dt = static_cast<Scalar>(kStep);
    problem.delassus.setIdentity();
    problem.delassus *= Scalar(0.5);
    problem.free_velocity.template head<3>() << Scalar(-0.01L), static_cast<Scalar>(slip), Scalar(0);
    problem.friction[0] = static_cast<Scalar>(mu);
    problem.normal_bias[0] = Scalar(0);
    columns.setZero();
    for (int k = 0; k < 3; ++k) columns(k, k) = static_cast<Scalar>(kStep / 2);
    EXPECT_EQ(SolveContacts(problem, {}, solver, solution), SolveStatus::kSolved);
  }

  template <int kDirections>
  WrenchMargin<Scalar> Find() {
    static LeastWrench<Scalar, 4, kDirections> least;
    WrenchMargin<Scalar> margin;
    EXPECT_EQ(least.Find(problem, solution, columns, Scalar(1), margin), SolveStatus::kSolved);
    return margin;
  }
};

template <typename Scalar>
class PointMargin : public testing::Test {};
TYPED_TEST_SUITE(PointMargin, Scalars);

// "Never slips" is a cone too: a pull still lifts the point.
TYPED_TEST(PointMargin, OfBoundlessFrictionIsTheWeight) {
  for (const double mu : {1e12, 1e19, 1e30, sizeof(TypeParam) == 4 ? 1e35 : 1e300}) {
    Point<TypeParam> point(mu, 0.01);
    for (const auto& margin : {point.template Find<0>(), point.template Find<4>()}) {
      EXPECT_NEAR(margin.size, 20, 1e-3) << mu;
      EXPECT_EQ(margin.contact, 0);
      EXPECT_EQ(margin.to, ContactMode::kSeparate);
    }
  }
}

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

// It slides at 0.05 m/s with 10 N of friction. 100 N would stop it, 20 N lift it.
TYPED_TEST(PointMargin, OfOneThatSlidesIsToLiftItOrToStopIt) {
  Point<TypeParam> point(0.5, 0.055);
  auto margin = point.template Find<0>();
  EXPECT_NEAR(margin.size, 20, 0.01);
  EXPECT_EQ(margin.to, ContactMode::kSeparate);
  EXPECT_NEAR(margin.wrench[0], 20, 0.01);
  Point<TypeParam> slow(0.5, 0.008);  // 3 mm/s remain
  margin = slow.template Find<0>();
  EXPECT_EQ(margin.to, ContactMode::kStick);
  // w along n reduces friction: (w_t + μ w_n) · dt / m = −3 mm/s with dt / m = 0.5 ms/kg, at the least |w|.
  EXPECT_NEAR(margin.size, 6 / std::sqrt(1.25), 0.01);
}

// On the circle without friction a slip has no end, so only lifting counts. At rest any push begins a slip.
TYPED_TEST(PointMargin, WithoutFrictionIsToLiftIt) {
  Point<TypeParam> point(0, 0.02);
  const auto margin = point.template Find<0>();
  EXPECT_NEAR(margin.size, 20, 0.01);
  EXPECT_NEAR(margin.wrench[0], 20, 0.01);
  EXPECT_EQ(margin.to, ContactMode::kSeparate);
  EXPECT_TRUE(margin.unique);
  EXPECT_EQ((Point<TypeParam>(0, 0).template Find<0>().size), TypeParam(0));
}

// A point touches without a force, so any push changes its mode.
TYPED_TEST(PointMargin, OfOneThatOnlyTouchesIsZero) {
  Point<TypeParam> point(0.5, 0);
  point.problem.free_velocity.setZero();
  point.solver.warm = false;
  ASSERT_EQ(SolveContacts(point.problem, {}, point.solver, point.solution), SolveStatus::kSolved);
  EXPECT_EQ(point.template Find<0>().size, TypeParam(0));
  EXPECT_EQ(point.template Find<4>().size, TypeParam(0));
  ModeReadings<TypeParam, 4> readings;
  ReadContactModes(point.problem, point.solution, readings);
  EXPECT_EQ(readings[0].mode, ContactMode::kAmbiguous);
}

TYPED_TEST(PointMargin, OfNoSolutionIsZero) {
  Point<TypeParam> point(0.5, 0);
  point.solution.status = SolveStatus::kPivotBudget;
  static LeastWrench<TypeParam, 4> least;
  WrenchMargin<TypeParam> margin;
  EXPECT_EQ(least.Find(point.problem, point.solution, point.columns, TypeParam(1), margin),
            SolveStatus::kInaccurate);
  EXPECT_EQ(margin.size, TypeParam(0));
  EXPECT_EQ(margin.contact, -1);
}

// On ground of any roughness, 20 N lift it.
TYPED_TEST(PointMargin, OfOneThatHardlyCanSlideIsToLiftIt) {
  for (const double mu : {1e9, 1e12, 1e17}) {
    Point<TypeParam> point(mu, 0.005);
    const auto margin = point.template Find<0>();
    EXPECT_NEAR(margin.size, 20, 0.01) << mu;
    EXPECT_EQ(margin.contact, 0);
  }
}

// Without friction any push along the ground begins a slip, in any direction.
TYPED_TEST(PointMargin, OfOneAtRestOnIceIsNothing) {
  for (const int tangent : {1, 2}) {
    Point<TypeParam> point(0, 0);
    for (const int other : {1, 2}) {
      if (other != tangent) point.columns(other, other) = TypeParam(0);
    }
    const auto margin = point.template Find<0>();
    EXPECT_EQ(margin.size, TypeParam(0)) << tangent;
    EXPECT_EQ(margin.to, ContactMode::kSlide);
  }
}

// Contacts at one place with equal pushes. The last may have a gap.
template <typename Scalar>
struct Copies {
  ContactProblem<Scalar, 4> problem;
  ContactSolution<Scalar, 4> solution;
  typename FixedModes<Scalar, 4>::template Columns<6> columns;
  WrenchMargin<Scalar> margin;

  Copies(int contacts, Scalar mobility, Scalar normal, Scalar tangential, Scalar gap) {
    problem.contacts = contacts;
    problem.dt = static_cast<Scalar>(kStep);
    problem.delassus.setZero();
    columns.setZero();
    problem.normal_bias.setZero();
    problem.normal_bias[contacts - 1] = gap;
    problem.friction.setConstant(Scalar(0.5));
    for (int i = 0; i < 3 * contacts; ++i) {
      for (int j = i % 3; j < 3 * contacts; j += 3) problem.delassus(i, j) = mobility;
      columns(i, i % 3) = mobility * problem.dt;
      problem.free_velocity[i] = i % 3 == 0 ? normal : i % 3 == 1 ? tangential : Scalar(0);
    }
    ContactSolverState<Scalar, 4> solver;
    EXPECT_EQ(SolveContacts(problem, {}, solver, solution), SolveStatus::kSolved);
    LeastWrench<Scalar, 4> least;
    EXPECT_EQ(least.Find(problem, solution, columns, Scalar(1), margin), SolveStatus::kSolved);
  }
};

TYPED_TEST(PointMargin, OfEquallyNearContactsWhichOneTouchesIsNamedByItsSlip) {
  for (int k = 1; k <= 200; ++k) {
    const auto n = static_cast<TypeParam>(k);
    Copies<TypeParam> copies(4, TypeParam(1) / n, TypeParam(0.003L) + TypeParam(0.01L) / TypeParam(3),
                             TypeParam(0.02L), TypeParam(0));
    EXPECT_EQ(copies.margin.to, ContactMode::kSlide) << k;
  }
}

TYPED_TEST(PointMargin, OfAContactThatAnotherHoldsUpIsNoRounding) {
  for (int k = 1; k <= 50; ++k) {
    const TypeParam mobility = TypeParam(1) / static_cast<TypeParam>(k);
    Copies<TypeParam> copies(2, mobility, TypeParam(-0.01L), TypeParam(0.001L), TypeParam(0.02L));
    Copies<TypeParam> alone(1, mobility, TypeParam(-0.01L), TypeParam(0.001L), TypeParam(0));
    EXPECT_EQ(copies.margin.contact, 0) << k;
    EXPECT_NEAR(copies.margin.size / alone.margin.size, 1, 1e-3) << k;
  }
}

}  // namespace footing::least_wrench_point_test
