// ContactSolver against the calls that it stands for, bit for bit; against forces on paper; and what it
// refuses.
#include "core/solver/contact_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/scalars.hpp"
#include "tests/support/scenes/solver_input.hpp"
#include "tests/support/trials.hpp"

namespace footing::contact_solver_test {

constexpr int kDof = kInputDof, kContacts = kInputContacts;
constexpr double kStep = kInputStep;
constexpr auto kStages = SolverStages::kAll;
template <typename Scalar>
using Solver = ContactSolver<Scalar, kDof, kContacts, 0, kStages>;

template <typename Scalar>
class ContactSolverTest : public testing::Test {};
TYPED_TEST_SUITE(ContactSolverTest, Scalars);

TYPED_TEST(ContactSolverTest, HasTheBitsOfTheFiveCalls) {
  using Scalar = TypeParam;
  using Stack = SystemStack<Scalar, kDof, kContacts>;
  static Solver<Scalar> solver;
  static Stack stack;
  static DelassusWorkspace<Stack> work;
  static ContactProblem<Scalar, kContacts> problem;
  static ContactSolverState<Scalar, kContacts, 0, kStages> state;
  static ContactSolution<Scalar, kContacts> solution;
  static ModeReadings<Scalar, kContacts> readings;
  static LeastWrench<Scalar, kContacts> least;
  static typename LeastWrench<Scalar, kContacts>::Columns columns;
  Random random(33);
  SolverInput<Scalar> scene;
  constexpr auto kDt = static_cast<Scalar>(kStep);
  constexpr Scalar kLength = Scalar(0.3);
  int solved = 0, wrenches = 0;
  for (int trial = 0; trial < Trials(300, 12); ++trial) {
    if (trial % 2 == 0) Draw(random, 1 + random.Integer(kContacts), &scene);  // else the last again, warm
    stack.Clear();
    stack.AddSystem(scene.mass, scene.velocity, scene.force, [](int i) { return i - 1; });
    for (int c = 0; c < scene.contacts; ++c) {
      const auto& contact = scene.contact[static_cast<unsigned>(c)];
      stack.AddContact(contact.normal, contact.friction, contact.gap / kDt);
      stack.Attach(c, 0, Scalar(1), contact.jacobian);
      for (int i = 0; i < 3; ++i) stack.velocity_offset[3 * c + i] = contact.velocity_offset[i];
    }
    ASSERT_EQ(Assemble(stack, kDt, work, problem), SolveStatus::kSolved);
    const SolveStatus status = SolveContacts(problem, {.budget = 12}, state, solution);
    ReadContactModes(problem, solution, readings);

    Describe(scene, &solver);
    ASSERT_EQ(solver.Solve({.budget = 12}), status);
    EXPECT_EQ(solver.status(), status);
    EXPECT_EQ(solver.contacts(), scene.contacts);
    EXPECT_EQ(solver.solution().pivots, solution.pivots);
    EXPECT_EQ(solver.solution().residual, solution.residual);
    for (int c = 0; c < scene.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      EXPECT_EQ(solver.force(c), solution.force[i]);
      EXPECT_EQ(solver.velocity(c), solution.velocity[i]);
      EXPECT_EQ(solver.WorldForce(c), stack.frame[i] * solution.force[i]);
      EXPECT_EQ(solver.mode(c), readings[i].mode);
      EXPECT_EQ(solver.reading(c).meets, readings[i].meets);
      const auto margin = MarginOf(readings[i], solution.force[i], solution.velocity[i], problem.friction[c],
                                   problem.normal_bias[c], kDt);
      EXPECT_EQ(solver.margin(c).lift_off, margin.lift_off);
      EXPECT_EQ(solver.margin(c).slip, margin.slip);
      EXPECT_EQ(solver.margin(c).gap, margin.gap);
    }
    WrenchMargin<Scalar> expected, found;
    if (status == SolveStatus::kSolved) {
      ++solved;
      BaseWrench(stack, work, kDt, kLength, columns);
      const SolveStatus searched =
          least.Find(problem, solution, columns, kLength, expected, state.plain.FactorsOf(solution));
      EXPECT_EQ(solver.LeastWrench(kLength, found), searched);
    } else {
      EXPECT_EQ(solver.LeastWrench(kLength, found), status);
    }
    EXPECT_EQ(found.size, expected.size);
    EXPECT_EQ(found.wrench, expected.wrench);
    EXPECT_EQ(found.contact, expected.contact);
    wrenches += found.contact >= 0 ? 1 : 0;
    ASSERT_FALSE(this->HasFailure()) << trial;
  }
  EXPECT_GT(solved, Trials(250, 8));
  EXPECT_GT(wrenches, Trials(150, 4));
}

// A matrix that was computed in another way, by a dense inverse in double.
TYPED_TEST(ContactSolverTest, DelassusGivesWhatDynamicsGive) {
  using Scalar = TypeParam;
  static Solver<Scalar> by_dynamics, by_delassus;
  constexpr double kNear = sizeof(Scalar) == 4 ? 2e-3 : 1e-8;
  Random random(5);
  SolverInput<Scalar> scene;
  int compared = 0;
  for (int trial = 0; trial < Trials(100, 6); ++trial) {
    Draw(random, 2, &scene);
    Describe(scene, &by_dynamics);
    by_dynamics.StartCold();
    Eigen::Matrix<double, 6, kDof> rows;
    Eigen::Matrix<double, 6, 1> offset;
    for (int c = 0; c < 2; ++c) {
      const auto& contact = scene.contact[static_cast<unsigned>(c)];
      rows.middleRows<3>(3 * c) =
          by_dynamics.axes(c).template cast<double>().transpose() * contact.jacobian.template cast<double>();
    }
    const Eigen::Matrix<double, kDof, kDof> inverse = scene.mass.template cast<double>().inverse();
    const Eigen::Matrix<double, kDof, 1> free =
        scene.velocity.template cast<double>() + kStep * inverse * scene.force.template cast<double>();
    const Eigen::Matrix<double, 6, 6> delassus = rows * inverse * rows.transpose();
    by_delassus.Begin(static_cast<Scalar>(kStep));
    by_delassus.SetDelassus(((delassus + delassus.transpose()) / 2).template cast<Scalar>().eval(),
                            (rows * free).template cast<Scalar>().eval());
    for (int c = 0; c < 2; ++c) by_delassus.AddContact(scene.contact[static_cast<unsigned>(c)]);
    by_delassus.StartCold();
    if (by_dynamics.Solve() != SolveStatus::kSolved) continue;
    ASSERT_EQ(by_delassus.Solve(), SolveStatus::kSolved) << trial;
    WrenchMargin<Scalar> margin;
    EXPECT_EQ(by_delassus.LeastWrench(Scalar(0.3), margin), SolveStatus::kOutOfOrder);
    EXPECT_EQ(by_dynamics.LeastWrench(Scalar(0), margin), SolveStatus::kNotFinite);
    EXPECT_EQ(margin.contact, -1);
    double scale = 1;
    for (int c = 0; c < 2; ++c) scale = Max(scale, double(by_dynamics.force(c).norm()));
    for (int c = 0; c < 2; ++c) {
      EXPECT_EQ(by_delassus.mode(c), by_dynamics.mode(c)) << trial;
      EXPECT_LE(double((by_delassus.force(c) - by_dynamics.force(c)).norm()), kNear * scale) << trial;
      EXPECT_LE(double((by_delassus.WorldForce(c) - by_dynamics.WorldForce(c)).norm()), kNear * scale)
          << trial;
    }
    ++compared;
  }
  EXPECT_GT(compared, Trials(90, 4));
}

// The same forces where they are unique; other contacts start cold.
TYPED_TEST(ContactSolverTest, WarmGivesWhatColdGives) {
  using Scalar = TypeParam;
  static Solver<Scalar> warm, cold, renamed;
  constexpr double kNear = sizeof(Scalar) == 4 ? 1e-3 : 1e-7;
  Random random(8);
  SolverInput<Scalar> scene;
  int warm_steps = 0, cold_steps = 0;
  for (int trial = 0; trial < Trials(100, 6); ++trial) {
    Draw(random, 2, &scene);
    Describe(scene, &warm);
    if (warm.Solve() != SolveStatus::kSolved) continue;
    Describe(scene, &renamed);
    ASSERT_EQ(renamed.Solve(), SolveStatus::kSolved);
    scene.force *= Scalar(1.01);
    Describe(scene, &warm);
    Describe(scene, &cold);
    cold.StartCold();
    scene.contact[1].id = 7 + trial;
    Describe(scene, &renamed);
    if (cold.Solve() != SolveStatus::kSolved) continue;
    ASSERT_EQ(warm.Solve(), SolveStatus::kSolved) << trial;
    ASSERT_EQ(renamed.Solve(), SolveStatus::kSolved) << trial;
    const double scale = 1 + double(cold.force(0).norm() + cold.force(1).norm());
    for (int c = 0; c < 2; ++c) {
      EXPECT_LE(double((warm.force(c) - cold.force(c)).norm()), kNear * scale) << trial;
      EXPECT_EQ(renamed.force(c), cold.force(c)) << trial;
    }
    EXPECT_EQ(renamed.solution().pivots, cold.solution().pivots);
    warm_steps += warm.solution().pivots;
    cold_steps += cold.solution().pivots;
  }
  EXPECT_LT(warm_steps, cold_steps);
}

using Point = ContactSolver<double, 3, 1, 0, SolverStages::kNewtonOnly>;
constexpr double kMass = 2, kGravity = 9.81, kSlope = 0.3;  // kg, m/s², rad
const Vector3<double> kUp(-std::sin(kSlope), 0, std::cos(kSlope));
const Matrix3<double> kPointMass = kMass * Matrix3<double>::Identity();

SolveStatus RestOnSlope(double friction, Point* point) {
  point->Begin(0.01);
  point->SetDynamics(kPointMass, Vector3<double>(0, 0, 0), Vector3<double>(0, 0, -kMass * kGravity));
  EXPECT_EQ(point->AddContact({.normal = kUp, .jacobian = Matrix3<double>::Identity(), .friction = friction}),
            0);
  return point->Solve();
}

TEST(ContactSolverOnPaper, ABlockHoldsOnASlope) {
  static Point point;
  ASSERT_EQ(RestOnSlope(0.5, &point), SolveStatus::kSolved);
  const double weight = kMass * kGravity, normal = weight * std::cos(kSlope),
               share = weight * std::sin(kSlope);
  EXPECT_EQ(point.mode(0), ContactMode::kStick);
  EXPECT_NEAR(point.force(0)[0], normal, 1e-7);
  EXPECT_NEAR(std::abs(point.force(0)[1]), share, 1e-7);
  EXPECT_NEAR(point.velocity(0).norm(), 0, 1e-9);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(point.WorldForce(0)[k], k == 2 ? weight : 0, 1e-7);
  EXPECT_NEAR(point.margin(0).lift_off, normal, 1e-7);
  EXPECT_NEAR(point.margin(0).slip, 0.5 * normal - share, 1e-7);
}

TEST(ContactSolverOnPaper, ABlockSlidesDownASlope) {
  static Point point;
  ASSERT_EQ(RestOnSlope(0.2, &point), SolveStatus::kSolved);
  const double normal = kMass * kGravity * std::cos(kSlope);
  const double speed = 0.01 * kGravity * (std::sin(kSlope) - 0.2 * std::cos(kSlope));
  EXPECT_EQ(point.mode(0), ContactMode::kSlide);
  EXPECT_NEAR(point.force(0)[0], normal, 1e-7);
  EXPECT_NEAR(std::hypot(point.force(0)[1], point.force(0)[2]), 0.2 * normal, 1e-7);
  EXPECT_NEAR(point.reading(0).slip_speed, speed, 1e-9);
  EXPECT_NEAR(point.margin(0).slip_speed, speed, 1e-9);
  EXPECT_LT((point.axes(0) * point.velocity(0))[2], 0);  // downhill
}

TEST(ContactSolverOnPaper, AGapThatDoesNotCloseTakesNoForce) {
  static Point point;
  point.Begin(0.01);
  point.SetDynamics(kPointMass, Vector3<double>(0, 0, 0), Vector3<double>(0, 0, -kMass * kGravity));
  point.AddContact({.jacobian = Matrix3<double>::Identity(), .friction = 0.5, .gap = 0.002});
  ASSERT_EQ(point.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(point.mode(0), ContactMode::kApproach);
  EXPECT_EQ(point.force(0).norm(), 0);
  EXPECT_NEAR(point.margin(0).gap, 0.002 - 0.01 * 0.01 * kGravity, 1e-12);
}

// A motor of 1.5 N at most is to hold a mass of 2 kg that is pulled by 4 N: it gives all, and the rest moves.
TEST(ContactSolverOnPaper, AJointRowKeepsWithinItsBounds) {
  static ContactSolver<double, 3, 1, 1, SolverStages::kHeldNewton> solver;
  solver.Begin(0.01);
  solver.SetDynamics(kPointMass, Vector3<double>(0, 0, 0), Vector3<double>(4, 0, 0));
  EXPECT_EQ(solver.AddJointRow({.jacobian = Vector3<double>::UnitX(), .lower = -1.5, .upper = 1.5}), 0);
  EXPECT_EQ(solver.AddJointRow({}), -1);
  EXPECT_EQ(solver.Solve(), SolveStatus::kBadSize);
  solver.Begin(0.01);
  solver.SetDynamics(kPointMass, Vector3<double>(0, 0, 0), Vector3<double>(4, 0, 0));
  solver.AddJointRow({.jacobian = Vector3<double>::UnitX(), .lower = -1.5, .upper = 1.5});
  ASSERT_EQ(solver.Solve(), SolveStatus::kSolved);
  EXPECT_NEAR(solver.joint_force()[0], -1.5, 1e-8);
  EXPECT_NEAR(solver.joint_velocity()[0], 0.01 * 2.5 / kMass, 1e-9);
}

TEST(ContactSolverRefuses, BadNumbersAndSizesWithoutForces) {
  static Point point;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Vector3<double> still(0, 0, 0), weight(0, 0, -kMass * kGravity);
  const Point::Contact good{.jacobian = Matrix3<double>::Identity(), .friction = 0.5};
  const auto expect = [&](SolveStatus status) {
    EXPECT_EQ(point.Solve(), status);
    EXPECT_EQ(point.status(), status);
    EXPECT_EQ(point.force(0).norm(), 0);
    EXPECT_EQ(point.mode(0), ContactMode::kSeparate);
    EXPECT_EQ(point.margin(0).lift_off + point.margin(0).gap, 0);
  };
  const auto with = [&](double dt, const Matrix3<double>& mass, const Point::Contact& contact) {
    point.Begin(dt);
    point.SetDynamics(mass, still, weight);
    point.AddContact(contact);
  };
  const auto spoilt = [&](auto spoil) {
    Point::Contact contact = good;
    spoil(contact);
    with(0.01, kPointMass, contact);
  };
  spoilt([&](Point::Contact& c) { c.jacobian(1, 1) = nan; });
  expect(SolveStatus::kNotFinite);
  spoilt([&](Point::Contact& c) { c.normal[2] = nan; });
  expect(SolveStatus::kNotFinite);
  spoilt([&](Point::Contact& c) { c.normal = {0, 0, 2}; });
  expect(SolveStatus::kBadNormal);
  spoilt([&](Point::Contact& c) { c.normal.setZero(); });
  expect(SolveStatus::kBadNormal);
  spoilt([&](Point::Contact& c) { c.gap = nan; });
  expect(SolveStatus::kNotFinite);
  spoilt([&](Point::Contact& c) { c.velocity_offset[0] = nan; });
  expect(SolveStatus::kNotFinite);
  spoilt([&](Point::Contact& c) { c.friction = -0.1; });
  expect(SolveStatus::kBadFriction);
  with(0, kPointMass, good);
  expect(SolveStatus::kNotFinite);
  with(0.01, -kPointMass, good);
  expect(SolveStatus::kSingular);
  Matrix3<double> spoilt_mass = kPointMass;
  spoilt_mass(0, 2) = 0.1;
  with(0.01, spoilt_mass, good);
  expect(SolveStatus::kNotSymmetric);
  spoilt_mass(0, 2) = nan;
  with(0.01, spoilt_mass, good);
  expect(SolveStatus::kNotFinite);
  with(0.01, kPointMass, good);
  EXPECT_EQ(point.AddContact(good), -1);
  expect(SolveStatus::kBadSize);
  point.Begin(0.01);
  point.SetDynamics(kPointMass, still, Eigen::Vector2d(0, 0));
  expect(SolveStatus::kBadSize);
  point.Begin(0.01);
  point.SetDynamics(kPointMass, still, weight, [](int) { return 2; });  // no tree
  expect(SolveStatus::kBadSize);
  Matrix3<double> skew = Matrix3<double>::Identity();
  skew(0, 1) = 0.5;
  point.Begin(0.01);
  point.SetDelassus(skew, still);
  point.AddContact(good);
  expect(SolveStatus::kNotSymmetric);
  point.Begin(0.01);
  point.SetDelassus(kPointMass, still);  // three rows, and no contact
  expect(SolveStatus::kBadSize);
  with(0.01, kPointMass, good);
  EXPECT_EQ(point.Solve(), SolveStatus::kSolved);  // nothing is left of all that
}

TEST(ContactSolverRefuses, CallsOutOfOrder) {
  static Point point;
  const Point::Contact good{.jacobian = Matrix3<double>::Identity(), .friction = 0.5};
  EXPECT_EQ(point.Solve(), SolveStatus::kOutOfOrder);
  EXPECT_EQ(point.AddContact(good), -1);
  ASSERT_EQ(RestOnSlope(0.5, &point), SolveStatus::kSolved);
  const Vector3<double> force = point.force(0);
  // After a solve: nothing changes.
  EXPECT_EQ(point.AddContact(good), -1);
  point.SetDynamics(-kPointMass, force, force);
  point.SetDelassus(-kPointMass, force);
  EXPECT_EQ(point.Solve(), SolveStatus::kOutOfOrder);
  EXPECT_EQ(point.status(), SolveStatus::kSolved);
  EXPECT_EQ(point.force(0), force);
  EXPECT_EQ(point.mode(0), ContactMode::kStick);
  ASSERT_EQ(RestOnSlope(0.5, &point), SolveStatus::kSolved);
  // While a problem is described: it is refused.
  point.Begin(0.01);
  EXPECT_EQ(point.status(), SolveStatus::kOutOfOrder);
  EXPECT_EQ(point.force(0).norm(), 0);
  EXPECT_EQ(point.AddContact(good), -1);
  point.SetDynamics(kPointMass, Vector3<double>(0, 0, 0), Vector3<double>(0, 0, 0));
  EXPECT_EQ(point.Solve(), SolveStatus::kOutOfOrder);
  point.Begin(0.01);
  EXPECT_EQ(point.Solve(), SolveStatus::kOutOfOrder);
  ASSERT_EQ(RestOnSlope(0.5, &point), SolveStatus::kSolved);
  EXPECT_EQ(point.force(0), force);
}

}  // namespace footing::contact_solver_test
