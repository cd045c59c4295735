// footing_budget: the share that the deployed solver solves of each family, by its budget. Prints the table
// of docs/solvers.md, and what a judge with a scale for each contact refutes. With `dantzig` it prints the
// share that the tick's Dantzig solves of point feet.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "core/contact/solve_contacts.hpp"
#include "tests/research/budget/families.hpp"
#include "tests/research/budget/humanoid_walk.hpp"
#include "tests/research/budget/own_scale_judge.hpp"
#include "tests/support/scenes/robot_contacts.hpp"

namespace footing::budget {
namespace {

constexpr int kBudgets[] = {3, 6, 12, 30};
enum class Solver { kDeployed, kWhole };

struct Count {
  long problems = 0, steps = 0;
  long solved[4] = {}, refuted[4] = {};
  Wide worst = 0;  // of what was called solved, over the tolerance
};

template <typename Scalar>
class Table {
 public:
  explicit Table(Solver solver) : of_(solver) {}

  // The problem counts where the solver with all stages finds a solution of it, in double.
  template <typename Fill>
  void Cold(const Fill& fill, Count* count) {
    fill(&wide_);
    reference_->warm = false;
    if (SolveContacts(wide_, {}, *reference_, *wide_solution_) != SolveStatus::kSolved) return;
    fill(&problem_);
    ++count->problems;
    for (int b = 0; b < 4; ++b) {
      solver_->warm = false;
      Take(kBudgets[b], b, count);
    }
  }

  // One tick of four sequences, one of each budget, each warm from its own last answer.
  template <typename Fill>
  void Warm(bool first, const Fill& fill, Count* count) {
    fill(&problem_);
    ++count->problems;
    for (int b = 0; b < 4; ++b) {
      auto& state = sequences_[b];
      if (!state) state = std::make_unique<State>();
      if (first) state->warm = false;
      std::swap(state, solver_);
      Take(kBudgets[b], b, count);
      std::swap(state, solver_);
    }
  }

 private:
  using State = ContactSolverState<Scalar, kMostContacts, 0, SolverStages::kNewtonOnly>;

  void Take(int budget, int b, Count* count) {
    SolveStatus status;
    if (of_ == Solver::kWhole) {
      all_->warm = false;
      status = SolveContacts(problem_, {}, *all_, *solution_);
    } else {
      status = SolveContacts(problem_, SolveOptions{budget}, *solver_, *solution_);
    }
    if (b == 3) count->steps += solution_->pivots;
    if (status != SolveStatus::kSolved) return;
    ++count->solved[b];
    const Wide error = WorstByOwnScale(problem_, *solution_) / Wide(kCoulombTolerance<Scalar>);
    count->worst = std::max(count->worst, error);
    if (!(error <= 1)) ++count->refuted[b];
  }

  Solver of_;
  ContactProblem<Scalar, kMostContacts> problem_;
  ContactProblem<double, kMostContacts> wide_;
  std::unique_ptr<State> solver_ = std::make_unique<State>();
  std::unique_ptr<State> sequences_[4];
  std::unique_ptr<ContactSolution<Scalar, kMostContacts>> solution_ =
      std::make_unique<ContactSolution<Scalar, kMostContacts>>();
  using All = ContactSolverState<double, kMostContacts>;
  std::unique_ptr<All> reference_ = std::make_unique<All>();
  std::unique_ptr<ContactSolverState<Scalar, kMostContacts>> all_ =
      std::make_unique<ContactSolverState<Scalar, kMostContacts>>();
  std::unique_ptr<ContactSolution<double, kMostContacts>> wide_solution_ =
      std::make_unique<ContactSolution<double, kMostContacts>>();
};

void Print(const char* name, const char* how, const Count& count) {
  std::printf("| %-26s | %-11s |", name, how);
  const auto n = static_cast<double>(std::max(count.problems, 1L));
  for (long solved : count.solved) std::printf(" %6.2f |", 100.0 * static_cast<double>(solved) / n);
  std::printf(" %.1f | %ld %ld %ld %ld | %.2Lg |\n", static_cast<double>(count.steps) / n, count.refuted[0],
              count.refuted[1], count.refuted[2], count.refuted[3], count.worst);
  std::fflush(stdout);
}

template <typename Scalar>
void Run(const char* scalar, long problems, std::uint64_t seed, Solver solver, const char* only) {
  auto table = std::make_unique<Table<Scalar>>(solver);
  const auto wanted = [&](const char* name) { return only == nullptr || std::strstr(name, only) != nullptr; };
  char cold[40], warm[40];
  std::snprintf(cold, sizeof cold, "%s cold", scalar);
  std::snprintf(warm, sizeof warm, "%s warm", scalar);
  for (int f = 0; f < kFamilies; ++f) {
    const auto family = static_cast<Family>(f);
    if (!wanted(Name(family))) continue;
    Count count;
    DrawnContacts drawn;
    for (long k = 0; k < problems; ++k) {
      Draw(family, seed, static_cast<std::uint64_t>(k), &drawn);
      table->Cold([&](auto* problem) { drawn.Fill(problem); }, &count);
    }
    Print(Name(family), cold, count);
  }
  for (const RobotScene scene :
       {RobotScene::kQuadrupedPoint, RobotScene::kBipedFlat, RobotScene::kQuadrupedFlat}) {
    if (!wanted(footing::Name(scene))) continue;
    RobotContacts contacts(seed + 100);
    Count count, drift;
    for (long k = 0; k < problems; ++k) {
      contacts.Draw(scene, static_cast<std::uint64_t>(k));
      table->Cold([&](auto* problem) { contacts.Fill(problem); }, &count);
      Random random(static_cast<std::uint64_t>(k) + 1);
      for (int tick = 0; tick < 5 && k % 8 == 0; ++tick) {
        std::array<double, 3 * kMostContacts> by;
        for (double& x : by) x = random.Uniform(0.97, 1.03);
        table->Warm(
            tick == 0,
            [&](auto* problem) {
              contacts.Fill(problem);
              for (int i = 0; i < 3 * problem->contacts && tick > 0; ++i)
                problem->free_velocity[i] *= static_cast<Scalar>(by[static_cast<unsigned>(i % 3)]);
            },
            &drift);
      }
    }
    Print(footing::Name(scene), cold, count);
    Print(footing::Name(scene), warm, drift);
  }
  if (wanted("humanoid")) {
    Count count, lone;
    DrawnContacts drawn;
    const int sequences = static_cast<int>(std::max(problems / 500, 1L));
    for (int s = 0; s < sequences; ++s) {
      HumanoidWalk walk(seed * 1000 + static_cast<std::uint64_t>(s));
      for (int k = 0; k < 1000; ++k) {
        walk.Draw(k, &drawn);
        table->Warm(
            k == 0, [&](auto* problem) { drawn.Fill(problem); }, &count);
        if (k % 10 == 0) table->Cold([&](auto* problem) { drawn.Fill(problem); }, &lone);
      }
    }
    Print("humanoid walking", cold, lone);
    Print("humanoid walking", warm, count);
  }
}

// Dantzig with the tick's ε and 15 pivots on point feet: cold, and warm after a drift of the free velocity by
// up to 3 %.
template <typename Scalar>
void RunDantzig(const char* scalar, long problems, std::uint64_t seed) {
  constexpr int kFeet = 6;
  static ContactProblem<Scalar, kFeet> problem;
  static ContactSolverState<Scalar, kFeet, 0, SolverStages::kDantzig> solver;
  static ContactSolution<Scalar, kFeet> solution;
  RobotContacts contacts(seed);
  long solved[2] = {};
  for (long k = 0; k < problems; ++k) {
    contacts.Draw(RobotScene::kQuadrupedPoint, static_cast<std::uint64_t>(k), &problem);
    Regularize(Scalar(1e-4L), problem);
    solver.warm = false;
    Random random(static_cast<std::uint64_t>(k) + 1);
    for (long& count : solved) {
      count += SolveContacts(problem, SolveOptions{15}, solver, solution) == SolveStatus::kSolved ? 1 : 0;
      for (int i = 0; i < 3 * problem.contacts; ++i)
        problem.free_velocity[i] *= static_cast<Scalar>(random.Uniform(0.97, 1.03));
    }
  }
  const auto percent = [&](long n) { return 100.0 * static_cast<double>(n) / static_cast<double>(problems); };
  std::printf("Dantzig, %s, %ld problems of point feet: %.3f %% cold, %.3f %% warm\n", scalar, problems,
              percent(solved[0]), percent(solved[1]));
}

}  // namespace
}  // namespace footing::budget

// footing_budget [PROBLEMS [SEED [float|double|both [deployed|whole|dantzig [FAMILY]]]]]
int main(int argc, char** argv) {
  const long problems = argc > 1 ? std::atol(argv[1]) : 2000;
  const auto seed = static_cast<std::uint64_t>(argc > 2 ? std::atol(argv[2]) : 1);
  const char* scalar = argc > 3 ? argv[3] : "both";
  const char* which = argc > 4 ? argv[4] : "deployed";
  const auto solver =
      std::strcmp(which, "whole") == 0 ? footing::budget::Solver::kWhole : footing::budget::Solver::kDeployed;
  const char* only = argc > 5 && *argv[5] ? argv[5] : nullptr;
  const bool in_float = std::strcmp(scalar, "double") != 0, in_double = std::strcmp(scalar, "float") != 0;
  if (std::strcmp(which, "dantzig") == 0) {
    if (in_float) footing::budget::RunDantzig<float>("float", problems, seed);
    if (in_double) footing::budget::RunDantzig<double>("double", problems, seed);
    return 0;
  }
  std::printf(
      "| family | how | 3 | 6 | 12 | 30 | steps of 30 | refuted | worst / tolerance "
      "|\n|---|---|---|---|---|---|---|---|---|\n");
  if (in_float) footing::budget::Run<float>("float", problems, seed, solver, only);
  if (in_double) footing::budget::Run<double>("double", problems, seed, solver, only);
}
