// ContactSolver with SolverStages::kDantzig: against the calls that it stands for, and against forces on paper; ε.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/solver/contact_solver.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/scenes/solver_input.hpp"
#include "tests/support/trials.hpp"

namespace footing::contact_solver_boxes_test {

constexpr int kDof = kInputDof, kContacts = kInputContacts;
using Point = ContactSolver<double, 3, 1, 0, SolverStages::kNewtonOnly>;
constexpr double kMass = 2;  // kg
const Matrix3<double> kPointMass = kMass * Matrix3<double>::Identity();

// A point mass of 2 kg on the ground that is pushed along both tangents; μ = 0.5. `Solver` has three degrees
// of freedom.
template <typename Solver>
SolveStatus Push(double push, double epsilon, Solver* solver) {
  solver->Begin(0.01);
  solver->SetDynamics(kPointMass, Vector3<double>(0, 0, 0), Vector3<double>(push, push, -20));
  solver->AddContact({.jacobian = Matrix3<double>::Identity(), .friction = 0.5});
  return solver->Solve({.epsilon = epsilon});
}

using BoxPoint = ContactSolver<double, 3, 1, 0, SolverStages::kDantzig>;

TEST(ContactSolverOfBoxesOnPaper, ABoxHoldsEachTangentByItself) {
  static BoxPoint box;
  static Point cone;
  ASSERT_EQ(Push(9, 0, &box), SolveStatus::kSolved);
  EXPECT_EQ(box.solution().stage, SolveStage::kDantzig);
  EXPECT_EQ(box.mode(0), ContactMode::kStick);
  EXPECT_NEAR(box.margin(0).lift_off, 20, 1e-7);
  EXPECT_NEAR(box.margin(0).slip, 1, 1e-7);
  EXPECT_NEAR(box.margin(0).slip_share, 0.1, 1e-8);
  EXPECT_NEAR(box.WorldForce(0)[0], -9, 1e-7);
  EXPECT_NEAR(box.WorldForce(0)[1], -9, 1e-7);
  ASSERT_EQ(Push(9, 0, &cone), SolveStatus::kSolved);
  EXPECT_EQ(cone.mode(0), ContactMode::kSlide);

  ASSERT_EQ(Push(12, 0, &box), SolveStatus::kSolved);
  EXPECT_EQ(box.mode(0), ContactMode::kSlide);
  EXPECT_NEAR(std::abs(box.force(0)[1]), 10, 1e-7);
  EXPECT_NEAR(std::abs(box.force(0)[2]), 10, 1e-7);
  EXPECT_NEAR(box.margin(0).slip_speed, 0.01 * std::sqrt(2.0), 1e-9);
}

// With (1 + ε) on the diagonal a weight of 20 N is held by 20 / (1 + ε), in each solver.
TEST(ContactSolverOfBoxesOnPaper, EpsilonIsOnTheDiagonal) {
  static BoxPoint box;
  static Point cone;
  ASSERT_EQ(Push(1, 0.25, &box), SolveStatus::kSolved);
  EXPECT_NEAR(box.force(0)[0], 16, 1e-7);
  ASSERT_EQ(Push(1, 0.25, &cone), SolveStatus::kSolved);
  EXPECT_NEAR(cone.force(0)[0], 16, 1e-7);
  EXPECT_NEAR(cone.problem().delassus(0, 0), 1.25 / kMass, 1e-15);
  for (const double bad : {-1e-9, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(Push(1, bad, &box), SolveStatus::kNotFinite);
    EXPECT_EQ(Push(1, bad, &cone), SolveStatus::kNotFinite);
    EXPECT_EQ(cone.force(0).norm(), 0);
  }
}

template <typename Scalar>
class ContactSolverOfBoxes : public testing::Test {};
TYPED_TEST_SUITE(ContactSolverOfBoxes, Scalars);

// Random systems: boxes' bits are those of the calls, cold and warm.
TYPED_TEST(ContactSolverOfBoxes, WithDantzigHasTheBitsOfTheCalls) {
  using Scalar = TypeParam;
  using Solver = ContactSolver<Scalar, kDof, kContacts, 0, SolverStages::kDantzig>;
  static Solver solver;
  static ContactSolverState<Scalar, kContacts, 0, SolverStages::kDantzig> state;
  static ContactSolution<Scalar, kContacts> solution;
  static ModeReadings<Scalar, kContacts> readings;
  Random random(34);
  SolverInput<Scalar> scene;
  int solved = 0;
  for (int trial = 0; trial < Trials(300, 12); ++trial) {
    if (trial % 2 == 0) Draw(random, 1 + random.Integer(kContacts), &scene);  // else the last again, warm
    Describe(scene, &solver);
    const SolveStatus status = solver.Solve();
    ASSERT_EQ(SolveContacts(solver.problem(), {}, state, solution), status);
    ReadContactModes<kBoxFriction>(solver.problem(), solution, readings);
    EXPECT_EQ(solver.solution().pivots, solution.pivots);
    for (int c = 0; c < scene.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      EXPECT_EQ(solver.force(c), solution.force[i]);
      EXPECT_EQ(solver.mode(c), readings[i].mode);
      if (status != SolveStatus::kSolved) continue;
      const Scalar left = solver.problem().friction[c] * solution.force[i][0] -
                          Max(Abs(solution.force[i][1]), Abs(solution.force[i][2]));
      if (solver.mode(c) == ContactMode::kStick) {
        EXPECT_EQ(solver.margin(c).slip, Max(left, Scalar(0)));
      }
    }
    solved += status == SolveStatus::kSolved ? 1 : 0;
    ASSERT_FALSE(this->HasFailure()) << trial;
  }
  EXPECT_GT(solved, Trials(280, 8));
}

}  // namespace footing::contact_solver_boxes_test
