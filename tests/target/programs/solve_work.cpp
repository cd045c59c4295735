// Instructions of a contact solve, in float, for the four point feet of random quadrupeds. The solves are
// cold, and warm along short sequences in which the free velocity drifts.

#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>

#include "core/contact/solve_contacts.hpp"
#include "hal/qemu_mps2/work_clock.hpp"
#include "tests/support/scenes/robot_contacts.hpp"
#include "tests/target/programs/work_sum.hpp"

namespace {

using namespace footing;

struct Solves : WorkSum {
  int unsolved = 0;

  void Print(const char* name) const {
    std::printf("%s_mean %" PRIu32 " %s_worst %" PRIu32 " unsolved %d of %d\n", name, Mean(), name, worst,
                unsolved, count);
  }
};

constexpr int kProblems = 1000;
constexpr int kSteps = 4;

hal::WorkClock work_clock;
RobotContacts contacts(11);
ContactProblem<float, MostContacts(RobotScene::kQuadrupedPoint)> drawn;
ContactProblem<float, 4> problem;
ContactSolverState<float, 4, 0, SolverStages::kNewtonOnly> state;
ContactSolution<float, 4> solution;

bool Draw(int index) {
  contacts.Draw(RobotScene::kQuadrupedPoint, static_cast<std::uint64_t>(index), &drawn);
  if (drawn.contacts != 4) return false;
  problem.contacts = 4;
  problem.dt = drawn.dt;
  problem.delassus = drawn.delassus.topLeftCorner<12, 12>();
  problem.free_velocity = drawn.free_velocity.head<12>();
  problem.friction = drawn.friction.head<4>();
  problem.normal_bias = drawn.normal_bias.head<4>();
  return true;
}

void Solve(Solves* solves) {
  const std::uint32_t start = work_clock.Instructions();
  const SolveStatus status = SolveContacts(problem, SolveOptions{3}, state, solution);
  solves->Add(work_clock.Instructions() - start);
  solves->unsolved += status == SolveStatus::kSolved ? 0 : 1;
}

}  // namespace

TEST(SolveWork, OfFourPointFeet) {
  work_clock.Start();
  Solves cold, warm, again;
  Random random(5);
  for (int index = 0; cold.count < kProblems; ++index) {
    if (!Draw(index)) continue;
    state.warm = false;
    Solve(&cold);
    for (int k = 0; k < kSteps && state.warm; ++k) {
      Solve(&again);
      if (!state.warm) break;
      for (int i = 0; i < 12; ++i) problem.free_velocity[i] *= static_cast<float>(random.Uniform(0.99, 1.01));
      Solve(&warm);
    }
  }
  cold.Print("cold");
  warm.Print("warm");
  again.Print("again");
}
