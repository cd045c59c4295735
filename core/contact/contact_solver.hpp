// Contact forces of one time step with circular Coulomb cones, and the joint forces beside them.
//
// A ladder under one pivot budget, every step of which is certified against the untouched problem:
//   modes      last tick's forces and modes, or a few Gauss–Seidel sweeps, corrected by Newton steps
//   Lemke      eq. 15 of Tan, Siu, Liu with kDirections directions, then the same Newton steps
//   proximal   Newton steps again, held back strongly, from no forces and from many sweeps
// Where all fail: the best admissible forces that came by.
#pragma once

#include "core/contact/mode_newton.hpp"
#include "core/contact/pyramid_start.hpp"

namespace footing {

struct ContactSolverOptions {
  int pivot_budget = 400;  // Newton steps and Lemke's pivots together
};

// Memory of a solver and what the next solve starts from. kDirections = 0 leaves out Lemke's stage, which
// takes most of the memory; it is passed over where there are joint rows.
template <typename Scalar, int kContacts, int kJointRows = 0, int kDirections = 8>
struct ContactSolverState {
  ModeNewtonWorkspace<Scalar, kContacts, kJointRows> newton;
  PyramidStart<Scalar, kContacts, kDirections> pyramid;
  ContactSolution<Scalar, kContacts, kJointRows> last;
  bool warm = false;  // `last` was solved, for warm_contacts and warm_joint_rows
  int warm_contacts = 0;
  int warm_joint_rows = 0;
};

template <typename Scalar, int kContacts, int kJointRows, int kDirections>
SolveStatus SolveContacts(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                          const ContactSolverOptions& options,
                          ContactSolverState<Scalar, kContacts, kJointRows, kDirections>* state,
                          ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  // A tenth of what "solved" allows: other evaluators round differently.
  constexpr Scalar kTolerance = kCoulombTolerance<Scalar> / Scalar(10);
  const bool warm =
      state->warm && state->warm_contacts == problem.contacts && state->warm_joint_rows == problem.joint_rows;
  state->warm = false;
  *solution = {};
  for (auto& f : solution->force) f.setZero();
  for (auto& u : solution->velocity) u.setZero();
  solution->joint_force.setZero();
  solution->joint_velocity.setZero();

  solution->status = CheckInput(problem);
  if (solution->status != SolveStatus::kSolved) return solution->status;

  ModeNewton<Scalar, kContacts, kJointRows> newton(problem, state->newton);
  ProximalSchedule<Scalar> schedule;
  bool solved = false;
  const auto iterate = [&](SolveStage stage, int rounds) {
    if (solved) return;
    solution->stage = stage;
    const int before = solution->pivots;
    solved = newton.Iterate(schedule, kTolerance, Min(rounds, options.pivot_budget - before), solution);
    solution->stage_pivots[static_cast<unsigned>(stage)] +=
        static_cast<std::int16_t>(solution->pivots - before);
  };
  if (warm) {
    newton.StartFrom(state->last);
    schedule.start = schedule.least;
    iterate(SolveStage::kModes, 8);
    schedule = {};
  }
  if (!solved) {
    newton.StartCold();
    newton.Sweep(5);
    iterate(SolveStage::kModes, 100);
  }
  if constexpr (kDirections > 0) {
    if (!solved && problem.joint_rows == 0 && options.pivot_budget > solution->pivots) {
      const int before = solution->pivots;
      state->pyramid.Solve(problem, options.pivot_budget - before, solution);
      solution->stage_pivots[static_cast<unsigned>(SolveStage::kLemke)] +=
          static_cast<std::int16_t>(solution->pivots - before);
      newton.StartFrom(*solution);
      iterate(SolveStage::kLemke, 60);
    }
  }
  if (!solved) {
    newton.StartCold();
    schedule.start = schedule.most;
    iterate(SolveStage::kProximal, 60);
  }
  if (!solved) {
    newton.StartCold();
    newton.Sweep(50);
    schedule.start = Scalar(0.1L);
    iterate(SolveStage::kProximal, 100);
  }
  if (!solved) solved = newton.TakeBest(kTolerance, solution);
  solution->status = solved                                     ? SolveStatus::kSolved
                     : solution->pivots >= options.pivot_budget ? SolveStatus::kPivotBudget
                                                                : SolveStatus::kInaccurate;
  solution->rank = newton.rank();
  if (solved) {
    state->last = *solution;
    state->warm = true;
    state->warm_contacts = problem.contacts;
    state->warm_joint_rows = problem.joint_rows;
  }
  return solution->status;
}

}  // namespace footing
