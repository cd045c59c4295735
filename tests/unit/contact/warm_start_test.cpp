// What a solve keeps of the last one, and that this costs no answer.
#include <gtest/gtest.h>

#include <cmath>

#include "core/contact/newton/plain_newton.hpp"
#include "tests/support/oracles/certificate.hpp"
#include "tests/support/scenes/solver_scene.hpp"
#include "tests/support/trials.hpp"

namespace footing::warm_start_test {

using Scene = SolverScene;
using Stack = Scene::Stack;
constexpr int kDof = Scene::kDof;
constexpr int kContacts = Scene::kContacts;

// The solver as the control tick uses it, with at most three plain steps: once warm, and once cold for
// comparison.
struct WarmBesideCold {
  using State = ContactSolverState<double, kContacts, 0, SolverStages::kNewtonOnly>;
  Stack stack;
  DelassusWorkspace<Stack> work;
  ContactProblem<double, kContacts> problem;
  State warm, cold;
  ContactSolution<double, kContacts> solution;
  int solved_warm = 0, solved_cold = 0;

  SolveStatus Solve(State* state) { return SolveContacts(problem, SolveOptions{3}, *state, solution); }

  // Counts which of the two solve the problem. `solution` is then the warm one's.
  void Count() {
    cold.warm = false;
    for (const bool is_warm : {false, true}) {
      if (Solve(is_warm ? &warm : &cold) != SolveStatus::kSolved) continue;
      EXPECT_TRUE(Certify(problem, solution).HoldsCircular(Real(kCoulombTolerance<double>)));
      ++(is_warm ? solved_warm : solved_cold);
    }
  }
};

// Warm ticks of independent contacts under a drifting load, certified independently: the mean steps of a
// tick, and the number of contacts that slid.
struct Drift {
  double steps = 0;
  int slides = 0;
};
Drift StepsOfDriftingTicks(double mu, double change) {
  static Scene scene;
  Random random(21);
  constexpr int kSystems = 40, kTicks = 5;
  Drift drift;
  for (int k = 0; k < kSystems; ++k) {
    RandomSystem(kDof, kContacts, 0.0, random, &scene.stack);
    for (int c = 0; c < kContacts; ++c) scene.stack.friction[c] = mu;
    scene.solver.warm = false;
    EXPECT_EQ(scene.Solve(), SolveStatus::kSolved);
    for (int tick = 0; tick < kTicks; ++tick) {
      for (int j = 0; j < kDof; ++j) scene.stack.force[j] *= random.Uniform(1 - change, 1 + change);
      EXPECT_EQ(scene.Solve(), SolveStatus::kSolved);
      EXPECT_TRUE(Certify(scene.problem, scene.solution).HoldsCircular(Real(kCoulombTolerance<double>)));
      EXPECT_EQ(scene.solution.stage, SolveStage::kModes);
      drift.steps += static_cast<double>(scene.solution.pivots) / (kSystems * kTicks);
      for (const ContactMode mode : scene.solution.mode) drift.slides += mode == ContactMode::kSlide ? 1 : 0;
    }
  }
  return drift;
}

TEST(WarmStart, OneStepATickWhileModesStay) { EXPECT_LE(StepsOfDriftingTicks(10, 0.001).steps, 1.05); }

// Sweeps turn the slips, so that one step is enough here too (1.5 from the last slips alone).
TEST(WarmStart, OneStepATickWhileSlipsTurn) {
  const Drift drift = StepsOfDriftingTicks(0.3, 0.03);
  EXPECT_GT(drift.slides, 200);
  EXPECT_LE(drift.steps, 1.1);
}

// Ticks with a completely different load. At the control tick's budget, a warm start from the wrong modes
// solves as many of them as a cold start, within a fiftieth (933 both; 557 from the last modes alone).
TEST(WarmStart, WrongModesCostNoAnswer) {
  static WarmBesideCold solvers;
  constexpr int kTicks = Trials(1000, 300);
  Random random(23);
  int changes = 0;
  for (int tick = 0; tick < kTicks; ++tick) {
    RandomSystem(kDof, kContacts, 0.0, random, &solvers.stack);
    ASSERT_EQ(Assemble(solvers.stack, 1e-3, solvers.work, solvers.problem), SolveStatus::kSolved);
    const auto modes = solvers.warm.last.mode;
    const bool started = solvers.warm.warm;
    solvers.Count();
    changes += started && solvers.solution.mode != modes ? 1 : 0;
  }
  EXPECT_GT(changes, kTicks / 2);
  EXPECT_GT(solvers.solved_cold, kTicks * 9 / 10);
  EXPECT_GE(solvers.solved_warm, solvers.solved_cold - kTicks / 50);
}

// Ticks whose load has fallen, as after an impact, or grown. A warm start solves as many as a cold start,
// within a hundredth (about 463; from the forces of the heavier load 444 at a third of it, 390 at a tenth).
TEST(WarmStart, LoadThatFallsCostsNoAnswer) {
  static WarmBesideCold solvers;
  constexpr int kTicks = Trials(500, 100);
  for (const double before : {0.1, 0.6, 1.5, 3.0, 10.0}) {
    Random random(25);
    solvers.solved_warm = solvers.solved_cold = 0;
    for (int tick = 0; tick < kTicks; ++tick) {
      RandomSystem(kDof, kContacts, 0.0, random, &solvers.stack);
      ASSERT_EQ(Assemble(solvers.stack, 1e-3, solvers.work, solvers.problem), SolveStatus::kSolved);
      const Eigen::Matrix<double, 3 * kContacts, 1> now = solvers.problem.free_velocity;
      solvers.problem.free_velocity = before * now;
      solvers.warm.warm = false;
      if (solvers.Solve(&solvers.warm) != SolveStatus::kSolved) continue;
      solvers.problem.free_velocity = now;
      solvers.Count();
    }
    EXPECT_GT(solvers.solved_cold, kTicks * 9 / 10) << before;
    EXPECT_GE(solvers.solved_warm, solvers.solved_cold - kTicks / 100) << before;
  }
}

// If a solved problem is solved again, it has the same forces. This holds also for contacts that depend on
// each other, where rounding may name another mode for a force on its cone.
TEST(WarmStart, SameProblemAgainHasTheSameAnswer) {
  static SystemStack<double, kDof, kContacts> stack;
  static DelassusWorkspace<Stack> work;
  static ContactProblem<double, kContacts> problem;
  static ContactSolverState<double, kContacts, 0, SolverStages::kNewtonOnly> solver;
  static ContactSolution<double, kContacts> first, again;
  const SolveOptions budget{.budget = 3};
  Random random(26);
  int sequences = 0;
  for (int k = 0; k < 400; ++k) {
    BoxOnGround(kContacts, random, &stack);
    ASSERT_EQ(Assemble(stack, 1e-3, work, problem), SolveStatus::kSolved);
    solver.warm = false;
    if (SolveContacts(problem, budget, solver, first) != SolveStatus::kSolved) continue;
    ++sequences;
    for (int tick = 0; tick < 6; ++tick) {
      ASSERT_EQ(SolveContacts(problem, budget, solver, again), SolveStatus::kSolved) << k << ' ' << tick;
      for (unsigned c = 0; c < kContacts; ++c)
        EXPECT_LE((again.force[c] - first.force[c]).norm(), 1e-4 * (first.force[c].norm() + 1))
            << k << ' ' << tick;
    }
  }
  EXPECT_GT(sequences, 200);
}

// For contacts that do not depend on each other, the same problem takes no step. The forces keep their bits,
// whether contacts stick, slide or open.
TEST(WarmStart, SameProblemAgainTakesNoStep) {
  static Scene scene;
  Random random(27);
  constexpr int kSystems = 200;
  int kept = 0, slides = 0;
  for (int k = 0; k < kSystems; ++k) {
    RandomSystem(kDof, kContacts, 0.0, random, &scene.stack);
    scene.solver.warm = false;
    ASSERT_EQ(scene.Solve(), SolveStatus::kSolved) << k;
    const auto first = scene.solution;
    ASSERT_EQ(scene.Solve(), SolveStatus::kSolved) << k;
    EXPECT_TRUE(Certify(scene.problem, scene.solution).HoldsCircular(Real(kCoulombTolerance<double>))) << k;
    if (scene.solution.pivots > 0) continue;
    ++kept;
    EXPECT_EQ(scene.solution.force, first.force) << k;
    EXPECT_EQ(scene.solution.mode, first.mode) << k;
    for (const ContactMode mode : first.mode) slides += mode == ContactMode::kSlide ? 1 : 0;
  }
  EXPECT_GE(kept, kSystems * 98 / 100);
  EXPECT_GT(slides, kSystems / 4);
}

// Two contacts in one place have no unique forces. They start from any shares of a load that was a twentieth
// larger; both then give up the same amount.
TEST(WarmStart, ContactsThatDependShareWhatChanges) {
  static Scene scene;
  Random random(22);
  Duplicates(2, 0, random, &scene.stack);
  scene.stack.force.setZero();
  scene.stack.force[2] = -10;
  scene.stack.velocity.setZero();
  for (int c = 0; c < 2; ++c) scene.stack.friction[c] = 10;
  ASSERT_EQ(Assemble(scene.stack, 1e-3, scene.work, scene.problem), SolveStatus::kSolved);
  PlainNewton<double, kContacts> plain;
  auto& solution = scene.solution;
  const auto solve = [&](const ContactSolution<double, kContacts>* last) {
    Clear(&solution);
    solution.status = SolveStatus::kSolved;
    return plain.Solve<true>(scene.problem, last, 6, 1e-9, &solution);
  };
  ASSERT_TRUE(solve(nullptr));
  const double whole = solution.force[0][0] + solution.force[1][0];
  EXPECT_GT(whole, 0);
  for (const double share : {0.2, 0.5, 0.7}) {
    auto last = solution;
    last.force[0][0] = (1.05 - share) * whole;
    last.force[1][0] = share * whole;
    ASSERT_TRUE(solve(&last));
    EXPECT_NEAR(solution.force[1][0], (share - 0.025) * whole, 1e-4 * whole);
    EXPECT_NEAR(solution.force[0][0] + solution.force[1][0], whole, 1e-9 * whole);
    EXPECT_TRUE(Certify(scene.problem, solution).HoldsCircular(Real(kCoulombTolerance<double>)));
  }
}

// Last tick's forces hold, but friction has fallen: by less than the tolerance, or by much.
TEST(WarmStart, LastForcesComeBackIntoTheirCones) {
  ContactProblem<double, 4> problem;
  problem.contacts = 2;
  problem.dt = 1;
  problem.delassus.setZero();
  for (int i = 0; i < 6; ++i) {
    for (int j = i % 3; j < 6; j += 3) problem.delassus(i, j) = 1;  // two contacts at one place
  }
  problem.free_velocity.head<6>() << -1, 1, 0, -1, 1, 0;
  problem.normal_bias.setZero();
  for (const double less : {1 - 3e-9, 0.2}) {
    ContactSolverState<double, 4, 0, SolverStages::kNewtonOnly> state;
    ContactSolution<double, 4> solution;
    problem.friction.setConstant(0.5);
    ASSERT_EQ(SolveContacts(problem, {}, state, solution), SolveStatus::kSolved);
    problem.friction *= less;
    ContactSolution<double, 4> next;
    Clear(&next);
    next.status = SolveStatus::kSolved;
    static_cast<void>(state.plain.Solve<false>(problem, &state.last, 100, 2.5e-9, &next));
    for (unsigned c = 0; c < 2; ++c) {
      EXPECT_LE(std::hypot(next.force[c][1], next.force[c][2]), 0.5 * less * next.force[c][0]);
    }
  }
}

}  // namespace footing::warm_start_test
