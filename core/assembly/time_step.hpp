// One time step of stacked systems with contacts: assemble, solve, q̇⁺ (Tan, Siu, Liu eqs. 5
// to 15). The caller fills `stack` and moves the systems by `next_velocity` afterwards.
#pragma once

#include "core/assembly/delassus.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

template <typename Scalar, int kDof, int kContacts, int kJointRows = 0,
          SolverStages kStages = SolverStages::kAll>
struct TimeStep {
  using Stack = SystemStack<Scalar, kDof, kContacts, kJointRows>;
  Stack stack;
  DelassusWorkspace<Stack> delassus;
  ContactProblem<Scalar, kContacts, kJointRows> problem;
  ContactSolverState<Scalar, kContacts, kJointRows, kStages> solver;
  ContactSolution<Scalar, kContacts, kJointRows> solution;
  BoundedVector<Scalar, kDof> next_velocity;  // q̇⁺, rows as in the stack
};

// Solves a step of `dt` [s] > 0. If Assemble fails, its status is returned, next_velocity is the velocity
// before the step, and all forces are zero. Otherwise the status is that of SolveContacts. next_velocity then
// follows from the forces returned, whatever the status is. Cost: that of Assemble and of SolveContacts.
template <typename Scalar, int kDof, int kContacts, int kJointRows, SolverStages kStages>
SolveStatus StepVelocity(Scalar dt, const SolveOptions& options,
                         TimeStep<Scalar, kDof, kContacts, kJointRows, kStages>& step) {
  const SolveStatus assembled = Assemble(step.stack, dt, step.delassus, step.problem);
  if (assembled != SolveStatus::kSolved) {
    Clear(&step.solution);
    step.next_velocity = step.stack.velocity;
    return assembled;
  }
  const SolveStatus status = SolveContacts(step.problem, options, step.solver, step.solution);
  NextVelocity(step.stack, step.delassus, dt, step.solution.force, step.solution.joint_force,
               step.next_velocity);
  return status;
}

}  // namespace footing
