// Instructions of modes and margins beyond the solve, in float: the A1 on four feet, by what the feet do.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "core/contact/contact_margin.hpp"
#include "core/contact/contact_solver.hpp"
#include "core/contact/delassus.hpp"
#include "core/contact/least_wrench.hpp"
#include "core/dynamics/compute_dynamics.hpp"
#include "firmware/robots/unitree_a1.hpp"
#include "hal/qemu_mps2/work_clock.hpp"
#include "tests/support/random.hpp"

namespace {

using namespace footing;

constexpr int kFeet = 4;
constexpr float kStep = 0.001f;
constexpr float kLength = 0.3f;  // m

using Model = RobotModel<float, 12, kFeet>;
using Stack = SystemStack<float, Model::kDof, kFeet, 0, 9>;

constexpr Model kRobot = robots::UnitreeA1<float>();

struct Work {
  std::uint64_t sum = 0;
  std::uint32_t worst = 0;
  int count = 0;

  void Add(std::uint32_t work) {
    sum += work;
    worst = std::max(worst, work);
    ++count;
  }
  void Print(const char* name) const {
    std::printf(" %s %lu/%lu", name, static_cast<unsigned long>(count == 0 ? 0 : sum / static_cast<unsigned>(count)),
                static_cast<unsigned long>(worst));
  }
};

// Mean and worst of a kind of stance.
struct Stance {
  Work modes, margins, wrench, find, all;

  void Print(const char* name) const {
    std::printf("%s: %d,", name, all.count);
    modes.Print("modes");
    margins.Print("MarginOf");
    wrench.Print("BaseWrench");
    find.Print("Find");
    all.Print("modes and wrench");
    std::printf("\n");
  }
};

hal::WorkClock work_clock;
DynamicsTerms<Model> terms;
Stack stack;
DelassusWorkspace<Stack> delassus;
ContactProblem<float, kFeet> problem;
ContactSolverState<float, kFeet, 0, kPlainOnly> solver;
ContactSolution<float, kFeet> solution;
ModeReadings<float, kFeet> readings;
LeastWrench<float, kFeet> least;
LeastWrench<float, kFeet>::Columns columns;
WrenchMargin<float> margin;

// Standing, with the torques of random forces of the feet: `push` times the weight's share sideways.
void Draw(Random& random, float push) {
  RobotState<float, 12> state;
  for (int leg = 0; leg < kFeet; ++leg) {
    state.joint_position[3 * leg] = random.Uniform(-0.2f, 0.2f);
    state.joint_position[3 * leg + 1] = random.Uniform(0.5f, 1.0f);
    state.joint_position[3 * leg + 2] = random.Uniform(-1.9f, -1.4f);
  }
  ComputeDynamics(kRobot, state, 9.81f, &terms);
  Eigen::Matrix<float, Model::kDof, 1> force = -terms.bias;
  for (const auto& point : terms.points) {
    const float share = 33.7f;  // N
    const Vector3<float> foot(share * random.Uniform(-push, push), share * random.Uniform(-push, push),
                              share * random.Uniform(0.7f, 1.3f));
    for (int j = 6; j < Model::kDof; ++j) force[j] += terms.bias[j] - point.jacobian.col(j).dot(foot);
    for (int j = 6; j < Model::kDof; ++j) force[j] -= terms.bias[j];
  }
  for (int j = 6; j < Model::kDof; ++j) force[j] += terms.bias[j];
  stack.Clear();
  const int robot =
      stack.AddSystem(terms.mass_matrix, Eigen::Matrix<float, Model::kDof, 1>::Zero(), force, DofParent(kRobot));
  for (const auto& point : terms.points)
    stack.Attach(stack.AddContact(Vector3<float>::UnitZ(), 0.6f, 0.0f), robot, 1.0f, point.jacobian);
  ASSERT_EQ(AssembleRows(stack, kStep, &delassus, &problem), SolveStatus::kSolved);
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
  const std::uint32_t nothing = Count([] {});
  Stance stick, slide, open;
  Random random(7);
  for (int trial = 0; trial < 600; ++trial) {
    Draw(random, trial % 2 == 0 ? 0.2f : 0.8f);
    solver.warm = false;
    if (SolveContacts(problem, ContactSolverOptions{3}, &solver, &solution) != SolveStatus::kSolved) continue;
    const auto modes = Count([] { ReadContactModes(problem, solution, &readings); }) - nothing;
    const auto margins = Count([] {
      for (int c = 0; c < kFeet; ++c) {
        const auto i = static_cast<unsigned>(c);
        const auto of = MarginOf(readings[i], solution.force[i], solution.velocity[i], problem.friction[c],
                                 problem.normal_bias[c], problem.dt);
        asm volatile("" : : "r"(&of) : "memory");
      }
    }) - nothing;
    const auto wrench = Count([] { BaseWrench(stack, delassus, kStep, kLength, &columns); }) - nothing;
    SolveStatus status{};
    const auto find = Count([&] {
      status = least.Find(problem, solution, columns, kLength, &margin, solver.plain.FactorsOf(solution));
    }) - nothing;
    ASSERT_EQ(status, SolveStatus::kSolved);
    int sticks = 0, slides = 0;
    for (const auto mode : solution.mode) {
      sticks += mode == ContactMode::kStick ? 1 : 0;
      slides += mode == ContactMode::kSlide ? 1 : 0;
    }
    Stance& stance = sticks == kFeet ? stick : slides > 0 ? slide : open;
    stance.modes.Add(modes);
    stance.margins.Add(margins);
    stance.wrench.Add(wrench);
    stance.find.Add(find);
    stance.all.Add(modes + wrench + find);
  }
  stick.Print("all stick");
  slide.Print("some slide");
  open.Print("some open");
}
