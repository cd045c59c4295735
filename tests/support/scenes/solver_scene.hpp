// Random systems of 18 dof under SolveContacts: all memory to assemble, to solve and to keep the state.
#pragma once

#include "core/contact/solve_contacts.hpp"
#include "core/assembly/delassus.hpp"
#include "tests/support/scenes/random_contacts.hpp"

namespace footing {

struct SolverScene {
  static constexpr int kDof = 18;
  static constexpr int kContacts = 4;
  using Stack = SystemStack<double, kDof, kContacts>;
  Stack stack;
  DelassusWorkspace<Stack> work;
  ContactProblem<double, kContacts> problem;
  ContactSolverState<double, kContacts> solver;
  ContactSolution<double, kContacts> solution;

  SolveStatus Solve() {
    const SolveStatus status = Assemble(stack, 1e-3, work, problem);
    return status == SolveStatus::kSolved ? SolveContacts(problem, {}, solver, solution) : status;
  }
};

}  // namespace footing
