#include "core/contact/newton/plain_newton.hpp"

#include <gtest/gtest.h>

#include "core/margins/least_wrench.hpp"
#include "tests/support/oracles/certificate.hpp"
#include "tests/support/scenes/robot_contacts.hpp"
#include "tests/support/scenes/solver_scene.hpp"
#include "tests/support/trials.hpp"

namespace footing::plain_newton_test {

using Scene = SolverScene;
using Stack = Scene::Stack;
constexpr int kDof = Scene::kDof;
constexpr int kContacts = Scene::kContacts;

// The first stage alone, with three steps: what it calls solved is certified, and all other forces are
// admissible.
TEST(PlainNewton, AloneSolvesOrSaysNot) {
  static Stack stack;
  static DelassusWorkspace<Stack> work;
  static ContactProblem<double, kContacts> problem;
  static ContactSolverState<double, kContacts, 0, SolverStages::kNewtonOnly> solver;
  static ContactSolution<double, kContacts> solution;
  Random random(24);
  int solved = 0;
  constexpr int kProblems = 300;
  for (int k = 0; k < kProblems; ++k) {
    RandomSystem(kDof, kContacts, 0.0, random, &stack);
    ASSERT_EQ(Assemble(stack, 1e-3, work, problem), SolveStatus::kSolved);
    solver.warm = false;
    const SolveStatus status = SolveContacts(problem, SolveOptions{3}, solver, solution);
    const auto certificate = Certify(problem, solution);
    EXPECT_LE(solution.pivots, 3);
    if (status == SolveStatus::kSolved) {
      ++solved;
      EXPECT_TRUE(certificate.HoldsCircular(Real(kCoulombTolerance<double>))) << k;
    } else {
      EXPECT_TRUE(status == SolveStatus::kPivotBudget || status == SolveStatus::kInaccurate) << k;
      EXPECT_FALSE(solver.warm);
    }
    EXPECT_LE(certificate.cone, 1e-12L) << k;
  }
  EXPECT_GT(solved, kProblems * 9 / 10);
}

// A larger budget solves more: feet with soles, cold, in float, where contacts depend on each other.
TEST(PlainNewton, ALargerBudgetSolvesMore) {
  static RobotContacts contacts(41);
  static ContactProblem<float, MostContacts(RobotScene::kBipedFlat)> problem;
  static ContactSolverState<float, MostContacts(RobotScene::kBipedFlat), 0, SolverStages::kNewtonOnly> solver;
  static ContactSolution<float, MostContacts(RobotScene::kBipedFlat)> solution;
  constexpr int kProblems = Trials(2000, 300), kBudgets[] = {3, 12, 30};
  int solved[3] = {};
  for (int k = 0; k < kProblems; ++k) {
    contacts.Draw(RobotScene::kBipedFlat, static_cast<std::uint64_t>(k), &problem);
    for (int b = 0; b < 3; ++b) {
      solver.warm = false;
      const SolveStatus status = SolveContacts(problem, SolveOptions{kBudgets[b]}, solver, solution);
      EXPECT_LE(solution.pivots, kBudgets[b]);
      EXPECT_LE(Certify(problem, solution).cone, 1e-6L) << k;
      if (status != SolveStatus::kSolved) continue;
      ++solved[b];
      EXPECT_TRUE(Certify(problem, solution).HoldsCircular(Real(kCoulombTolerance<float>))) << k;
    }
  }
  EXPECT_GE(solved[0], kProblems * 85 / 100);
  EXPECT_GE(solved[1], kProblems * 98 / 100);
  EXPECT_GE(solved[2], kProblems * 99 / 100);
}

// The factors that a solve leaves give the same margin as factors of its answer. If a contact slides, the
// margin may differ by the slip's turn in the last step, at most a thousandth. If another stage has solved,
// or if a slip has turned further, no factors are left.
TEST(PlainNewton, FactorsAreThoseOfTheSolution) {
  static Scene scene;
  static LeastWrench<double, kContacts> least;
  static LeastWrench<double, kContacts>::Columns columns;
  Random random(23);
  int stuck = 0, sliding = 0;
  for (int k = 0; k < 100; ++k) {
    RandomSystem(kDof, kContacts, 0.0, random, &scene.stack);
    scene.solver.warm = false;
    ASSERT_EQ(scene.Solve(), SolveStatus::kSolved);
    const auto* const factors = scene.solver.plain.FactorsOf(scene.solution);
    if (factors == nullptr) continue;
    BaseWrench(scene.stack, scene.work, 1e-3, 0.3, columns);
    WrenchMargin<double> with, without;
    ASSERT_EQ(least.Find(scene.problem, scene.solution, columns, 0.3, with, factors), SolveStatus::kSolved);
    ASSERT_EQ(least.Find(scene.problem, scene.solution, columns, 0.3, without), SolveStatus::kSolved);
    EXPECT_EQ(with.contact, without.contact);
    EXPECT_EQ(with.to, without.to);
    bool slides = false;
    for (const ContactMode mode : scene.solution.mode) slides |= mode == ContactMode::kSlide;
    (slides ? sliding : stuck) += 1;
    EXPECT_NEAR(with.size, without.size, slides ? 1e-3 * without.size : 0.0) << k;
  }
  EXPECT_GT(stuck, 10);
  EXPECT_GT(sliding, 10);
}

// If the forces are not unique, no factors are left, even if rounding hides the dependence: two to four
// contacts that stick on one body.
TEST(PlainNewton, NoFactorsWhereForcesAreNotUnique) {
  using Scalar = double;
  static SystemStack<Scalar, 6, 4> stack;
  static DelassusWorkspace<SystemStack<Scalar, 6, 4>> work;
  static ContactProblem<Scalar, 4> problem;
  static ContactSolverState<Scalar, 4, 0, SolverStages::kNewtonOnly> solver;
  static ContactSolution<Scalar, 4> solution;
  Random random(29);
  int solved = 0;
  for (int trial = 0; trial < Trials(20000, 200); ++trial) {
    BoxOnGround(2 + trial % 3, random, &stack);
    stack.velocity.setZero();
    ASSERT_EQ(Assemble(stack, Scalar(0.001), work, problem), SolveStatus::kSolved);
    solver.warm = false;
    if (SolveContacts(problem, {}, solver, solution) != SolveStatus::kSolved) continue;
    int stick = 0;
    for (const ContactMode mode : solution.mode) stick += mode == ContactMode::kStick ? 1 : 0;
    if (stick < 2) continue;
    ++solved;
    EXPECT_EQ(solver.plain.FactorsOf(solution), nullptr) << trial;
  }
  EXPECT_GT(solved, Trials(5000, 50));
}

// No factors exist for modes other than those of the last step, for a slip that has turned, or for a refusal.
TEST(PlainNewton, NoFactorsOfOtherModes) {
  static Scene scene;
  Random random(23);
  int left = 0, sliding = 0;
  for (int k = 0; k < 60; ++k) {
    RandomSystem(kDof, kContacts, 0.0, random, &scene.stack);
    scene.solver.warm = false;
    ASSERT_EQ(scene.Solve(), SolveStatus::kSolved);
    if (scene.solver.plain.FactorsOf(scene.solution) == nullptr) continue;
    ++left;
    const auto c = static_cast<unsigned>(k % kContacts);
    auto other = scene.solution;
    other.mode[c] = other.mode[c] == ContactMode::kStick ? ContactMode::kSlide : ContactMode::kStick;
    EXPECT_EQ(scene.solver.plain.FactorsOf(other), nullptr) << k;
    other = scene.solution;
    other.status = SolveStatus::kBadFriction;
    EXPECT_EQ(scene.solver.plain.FactorsOf(other), nullptr) << k;
    const bool rough = scene.problem.friction[static_cast<int>(c)] > 0;
    if (scene.solution.mode[c] != ContactMode::kSlide || !rough) continue;
    ++sliding;
    other = scene.solution;
    std::swap(other.force[c][1], other.force[c][2]);
    EXPECT_EQ(scene.solver.plain.FactorsOf(other), nullptr) << k;
    other = scene.solution;
    other.velocity[c] *= 1.1;
    EXPECT_EQ(scene.solver.plain.FactorsOf(other), nullptr) << k;
  }
  EXPECT_GT(left, 5);
  EXPECT_GT(sliding, 2);
}

}  // namespace footing::plain_newton_test
