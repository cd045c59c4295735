// An answer called solved has the modes of its forces and velocities, even if the last step or the last tick
// had other modes. An answer that is not solved has the best forces that the solve has seen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/margins/least_wrench.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/scenes/solver_scene.hpp"
#include "tests/support/trials.hpp"

namespace footing::solved_modes_test {

// 1 kg on the ground, pushed with 3 N along t1.
template <typename Scalar>
struct PushedPoint {
  static constexpr Scalar kStep = Scalar(1e-3L);
  ContactProblem<Scalar, 4> problem;
  ContactSolverState<Scalar, 4, 0, SolverStages::kNewtonOnly> solver;
  ContactSolution<Scalar, 4> solution;
  LeastWrench<Scalar, 4> least;

  PushedPoint() {
    problem.contacts = 1;
    problem.dt = kStep;
    problem.delassus.setIdentity();
    problem.free_velocity.template head<3>() << Scalar(-9.81e-3L), Scalar(3e-3L), Scalar(0);
    problem.normal_bias.setZero();
  }
  SolveStatus Solve(double mu) {
    problem.friction.setConstant(static_cast<Scalar>(mu));
    return SolveContacts(problem, {}, solver, solution);
  }
  ContactMode Reading() const {
    ModeReadings<Scalar, 4> readings;
    ReadContactModes(problem, solution, readings);
    return readings[0].mode;
  }
  double Margin() {
    typename LeastWrench<Scalar, 4>::Columns columns;
    columns.setZero();
    for (int k = 0; k < 3; ++k) columns(k, k) = kStep;
    WrenchMargin<Scalar> margin;
    EXPECT_EQ(least.Find(problem, solution, columns, Scalar(1), margin, solver.plain.FactorsOf(solution)),
              SolveStatus::kSolved);
    return static_cast<double>(margin.size);
  }
};

template <typename Scalar>
class SolvedModes : public testing::Test {};
TYPED_TEST_SUITE(SolvedModes, Scalars);

// The last forces, cut to their cone, still hold; the last mode does not.
TYPED_TEST(SolvedModes, FollowFrictionThatChanges) {
  const struct {
    double before, now;
    ContactMode mode;
    double margin;                                                                 // N
  } cases[] = {{0.5, 0.1, ContactMode::kSlide, (3 - 0.981) / std::hypot(1, 0.1)},  // until it sticks
               {0.5, 0, ContactMode::kSlide, 9.81},                                // until it lifts
               {0, 0.5, ContactMode::kStick, (4.905 - 3) / std::hypot(1, 0.5)}};   // until it slides
  for (const auto& at : cases) {
    PushedPoint<TypeParam> point;
    ASSERT_EQ(point.Solve(at.before), SolveStatus::kSolved);
    for (int tick = 0; tick < 2; ++tick) {
      ASSERT_EQ(point.Solve(at.now), SolveStatus::kSolved);
      EXPECT_EQ(point.solution.mode[0], at.mode) << at.now;
      EXPECT_EQ(point.Reading(), at.mode) << at.now;
      EXPECT_NEAR(point.Margin(), at.margin, 1e-3) << at.now;
    }
  }
}

// Nothing moves the second contact's normal any more, and the contact is open. Last tick's force is then not
// valid, though it would hold the contact's tangents.
TYPED_TEST(SolvedModes, AForceThatMovesNothingIsNoneBesideAGap) {
  ContactProblem<TypeParam, 4> problem;
  problem.contacts = 2;
  problem.dt = TypeParam(1e-3L);
  problem.delassus.setIdentity();
  problem.free_velocity.template head<6>() << TypeParam(-9.81e-3L), TypeParam(1e-3L), 0, TypeParam(-9.81e-3L),
      TypeParam(1e-3L), 0;
  problem.friction.setConstant(TypeParam(0.5L));
  problem.normal_bias.setZero();
  const auto solve = [&](auto* state) {
    ContactSolution<TypeParam, 4> solution;
    for (const TypeParam gap : {TypeParam(0), TypeParam(5e-4L)}) {
      problem.delassus(3, 3) = gap > TypeParam(0) ? TypeParam(0) : TypeParam(1);
      problem.free_velocity[3] = gap > TypeParam(0) ? TypeParam(0) : TypeParam(-9.81e-3L);
      problem.normal_bias[1] = gap;
      ASSERT_EQ(SolveContacts(problem, {}, *state, solution), SolveStatus::kSolved);
    }
    EXPECT_TRUE(solution.force[1].isZero());
    solution.force[1] << TypeParam(9.81L), TypeParam(-1), TypeParam(0);
    EXPECT_FALSE(CertifyCoulomb(problem, kCoulombTolerance<TypeParam>, &solution));
  };
  static ContactSolverState<TypeParam, 4, 0, SolverStages::kNewtonOnly> plain;
  static ContactSolverState<TypeParam, 4> stages;
  solve(&plain);
  solve(&stages);
}

// Rows n and t1 are equal up to sign, so the step in mode stick leaves the cone. Cut back to the cone, its
// forces are those of the slide.
TEST(SolvedForces, CutToTheirConeSlide) {
  PushedPoint<double> point;
  constexpr double kLight = 0.0032680708629839275, kAcross = 0.00037468970447753879;  // 1/kg
  point.problem.dt = 1e-6;
  point.problem.delassus.topLeftCorner<3, 3>() << kLight, -kLight, 0, -kLight, kLight, 0, 0, 0, kAcross;
  point.problem.free_velocity.head<3>() << -0.3800091360877389, 0.3800091360877389, -0.63170386545953994;
  point.problem.friction.setConstant(10);
  ContactSolverState<double, 4> stages;
  ASSERT_EQ(SolveContacts(point.problem, {}, stages, point.solution), SolveStatus::kSolved);
  EXPECT_LT(point.solution.velocity[0][2], -0.1);
  EXPECT_EQ(point.solution.mode[0], ContactMode::kSlide);
  EXPECT_EQ(point.Reading(), ContactMode::kSlide);
}

// If the budget ends with the plain steps, the forces are about as good as theirs, although the stages after
// them begin from no forces (with error 1).
TEST(SolvedForces, AreTheBestOfAllStages) {
  static SolverScene scene;
  static ContactSolverState<double, SolverScene::kContacts, 0, SolverStages::kNewtonOnly> plain;
  static ContactSolution<double, SolverScene::kContacts> alone;
  const SolveOptions budget{.budget = 2};
  Random random(28);
  int unsolved = 0;
  constexpr int kProblems = Trials(2000, 400);
  for (int k = 0; k < kProblems; ++k) {
    RandomSystem(SolverScene::kDof, SolverScene::kContacts, 0.0, random, &scene.stack);
    ASSERT_EQ(Assemble(scene.stack, 1e-3, scene.work, scene.problem), SolveStatus::kSolved);
    plain.warm = scene.solver.warm = false;
    if (SolveContacts(scene.problem, budget, plain, alone) == SolveStatus::kSolved) continue;
    if (SolveContacts(scene.problem, budget, scene.solver, scene.solution) == SolveStatus::kSolved) continue;
    ++unsolved;
    const auto error = [](const auto& of) { return std::max(of.residual, of.slip_error); };
    EXPECT_LE(error(scene.solution), std::max(10 * error(alone), 0.1)) << k;
    EXPECT_EQ(scene.solution.status, SolveStatus::kPivotBudget);
  }
  EXPECT_GT(unsolved, kProblems / 100);
}

}  // namespace footing::solved_modes_test
