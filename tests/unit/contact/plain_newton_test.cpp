#include "core/contact/plain_newton.hpp"

#include <gtest/gtest.h>

#include "core/contact/contact_solver.hpp"
#include "core/contact/delassus.hpp"
#include "core/contact/margins.hpp"
#include "tests/support/certificate.hpp"
#include "tests/support/random_contacts.hpp"

namespace footing {
namespace {

constexpr int kDof = 18;
constexpr int kContacts = 4;
using Stack = SystemStack<double, kDof, kContacts>;

struct Scene {
  Stack stack;
  DelassusWorkspace<Stack> work;
  ContactProblem<double, kContacts> problem;
  ContactSolverState<double, kContacts> solver;
  ContactSolution<double, kContacts> solution;

  SolveStatus Solve() {
    const SolveStatus status = Assemble(stack, 1e-3, &work, &problem);
    return status == SolveStatus::kSolved ? SolveContacts(problem, {}, &solver, &solution) : status;
  }
};

// Warm ticks of independent contacts under a drifting load: one step each, certified independently.
TEST(PlainNewton, OneStepATickWhileModesStay) {
  static Scene scene;
  Random random(21);
  int ticks = 0;
  int steps = 0;
  for (int k = 0; k < 40; ++k) {
    RandomSystem(kDof, kContacts, 0.0, random, &scene.stack);
    for (int c = 0; c < kContacts; ++c) scene.stack.friction[c] = 10;  // so that what is loaded sticks
    scene.solver.warm = false;
    ASSERT_EQ(scene.Solve(), SolveStatus::kSolved);
    for (int tick = 0; tick < 5; ++tick) {
      for (int j = 0; j < kDof; ++j) scene.stack.force[j] *= random.Uniform(0.999, 1.001);
      ASSERT_EQ(scene.Solve(), SolveStatus::kSolved);
      EXPECT_TRUE(Certify(scene.problem, scene.solution).HoldsCircular(kCoulombTolerance<double>));
      EXPECT_EQ(scene.solution.stage, SolveStage::kModes);
      steps += scene.solution.pivots;
      ++ticks;
    }
  }
  EXPECT_LE(steps, ticks + ticks / 20);
}

// Two contacts in one place have no one choice of forces: plain steps leave them to the proximal ones.
TEST(PlainNewton, LeavesContactsThatDependOnEachOther) {
  static Scene scene;
  Random random(22);
  Duplicates(2, 0, random, &scene.stack);
  scene.stack.force.setZero();
  scene.stack.force[2] = -10;
  scene.stack.velocity.setZero();
  ASSERT_EQ(Assemble(scene.stack, 1e-3, &scene.work, &scene.problem), SolveStatus::kSolved);
  PlainNewton<double, kContacts> plain;
  Clear(&scene.solution);
  scene.solution.status = SolveStatus::kSolved;
  for (auto& f : scene.solution.force) f[0] = 1;
  EXPECT_FALSE(plain.Iterate(scene.problem, 4, false, 1e-9, &scene.solution));
  EXPECT_EQ(plain.FactorsOf(scene.solution), nullptr);
}

// The factors that a solve leaves give the margin that factors of their own give; where something slides, or
// another stage has solved, none are left.
TEST(PlainNewton, FactorsAreThoseOfTheSolution) {
  static Scene scene;
  static LeastWrench<double, kContacts> least;
  static LeastWrench<double, kContacts>::Columns columns;
  Random random(23);
  int left = 0;
  for (int k = 0; k < 100; ++k) {
    RandomSystem(kDof, kContacts, 0.0, random, &scene.stack);
    scene.solver.warm = false;
    ASSERT_EQ(scene.Solve(), SolveStatus::kSolved);
    const auto* const factors = scene.solver.plain.FactorsOf(scene.solution);
    if (factors == nullptr) continue;
    ++left;
    for (const ContactMode mode : scene.solution.mode) EXPECT_NE(mode, ContactMode::kSlide);
    BaseWrench(scene.stack, scene.work, 1e-3, 0.3, &columns);
    WrenchMargin<double> with, without;
    ASSERT_EQ(least.Find(scene.problem, scene.solution, columns, 0.3, &with, factors), SolveStatus::kSolved);
    ASSERT_EQ(least.Find(scene.problem, scene.solution, columns, 0.3, &without), SolveStatus::kSolved);
    EXPECT_EQ(with.size, without.size);
    EXPECT_EQ(with.contact, without.contact);
  }
  EXPECT_GT(left, 10);
}

}  // namespace
}  // namespace footing
