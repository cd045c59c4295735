// Instructions of modes and margins beyond the solve, in float. The A1 stands on four feet; all of them
// stick, or some slide.

#include <gtest/gtest.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "core/contact/solve_contacts.hpp"
#include "core/assembly/delassus.hpp"
#include "core/margins/least_wrench.hpp"
#include "core/dynamics/compute_dynamics.hpp"
#include "firmware/robots/a1/model.hpp"
#include "hal/qemu_mps2/work_clock.hpp"
#include "tests/support/random.hpp"
#include "tests/target/programs/work_sum.hpp"

namespace {

using namespace footing;

constexpr int kFeet = 4;
constexpr float kStep = 0.001f;
constexpr float kLength = 0.3f;  // m

using Model = RobotModel<float, 12, kFeet>;
using Stack = SystemStack<float, Model::kDof, kFeet, 0, 9>;

constexpr Model kRobot = robots::A1::Model<float>();

// The work for one kind of stance.
struct Stance {
  WorkSum modes, wrench, find, all;

  void Print(const char* name) const {
    std::printf("%s %d, mean worst:", name, all.count);
    const auto print = [](const char* of, const WorkSum& work) {
      std::printf(" %s %" PRIu32 " %" PRIu32, of, work.Mean(), work.worst);
    };
    print("modes", modes);
    print("BaseWrench", wrench);
    print("Find", find);
    print("together", all);
    std::printf("\n");
  }
};

hal::WorkClock work_clock;
DynamicsTerms<Model> terms;
Stack stack;
DelassusWorkspace<Stack> delassus;
ContactProblem<float, kFeet> problem;
ContactSolverState<float, kFeet, 0, SolverStages::kNewtonOnly> solver;
ContactSolution<float, kFeet> solution;
ModeReadings<float, kFeet> readings;
LeastWrench<float, kFeet> least;
LeastWrench<float, kFeet>::Columns columns;
WrenchMargin<float> margin;

// Draws a standing robot. Its joint torques come from random forces of the feet, which push sideways with up
// to `push` times their share of the weight.
void Draw(Random& random, float push) {
  RobotState<float, 12> state;
  for (int leg = 0; leg < kFeet; ++leg) {
    state.joint_position[3 * leg] = random.Uniform(-0.2f, 0.2f);
    state.joint_position[3 * leg + 1] = random.Uniform(0.5f, 1.0f);
    state.joint_position[3 * leg + 2] = random.Uniform(-1.9f, -1.4f);
  }
  ComputeDynamics(kRobot, state, 9.81f, &terms);
  Eigen::Matrix<float, Model::kDof, 1> force = -terms.bias;
  force.tail<12>().setZero();
  for (const auto& point : terms.points) {
    constexpr float kShare = 33.7f;  // N, of the weight
    const Vector3<float> foot(kShare * random.Uniform(-push, push), kShare * random.Uniform(-push, push),
                              kShare * random.Uniform(0.7f, 1.3f));
    for (int j = 6; j < Model::kDof; ++j) force[j] -= point.jacobian.col(j).dot(foot);
  }
  stack.Clear();
  const int robot = stack.AddSystem(terms.mass_matrix, Eigen::Matrix<float, Model::kDof, 1>::Zero(), force,
                                    DofParent(kRobot));
  for (const auto& point : terms.points)
    stack.Attach(stack.AddContact(Vector3<float>::UnitZ(), 0.6f, 0.0f), robot, 1.0f, point.jacobian);
  ASSERT_EQ(Assemble(stack, kStep, delassus, problem), SolveStatus::kSolved);
}

template <typename Call>
std::uint32_t Count(const Call& call) {
  const std::uint32_t start = work_clock.Instructions();
  call();
  return work_clock.Instructions() - start;
}

}  // namespace

TEST(MarginWork, OfFourFeet) {
  work_clock.Start();
  Stance stick, slide;
  Random random(7);
  for (int trial = 0; trial < 600; ++trial) {
    Draw(random, trial % 2 == 0 ? 0.2f : 0.8f);
    solver.warm = false;
    if (SolveContacts(problem, SolveOptions{3}, solver, solution) != SolveStatus::kSolved) continue;
    const std::uint32_t modes = Count([] { ReadContactModes(problem, solution, readings); });
    const std::uint32_t wrench = Count([] { BaseWrench(stack, delassus, kStep, kLength, columns); });
    SolveStatus status{};
    const std::uint32_t find = Count([&] {
      status = least.Find(problem, solution, columns, kLength, margin, solver.plain.FactorsOf(solution));
    });
    ASSERT_EQ(status, SolveStatus::kSolved);
    const auto sticks = std::count(solution.mode.begin(), solution.mode.end(), ContactMode::kStick);
    Stance& stance = sticks == kFeet ? stick : slide;
    stance.modes.Add(modes);
    stance.wrench.Add(wrench);
    stance.find.Add(find);
    stance.all.Add(modes + wrench + find);
  }
  stick.Print("all stick");
  slide.Print("some slide");
  EXPECT_GT(stick.all.count, 100);
  EXPECT_GT(slide.all.count, 100);
}
