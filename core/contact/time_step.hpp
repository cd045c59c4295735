// One time step of stacked systems with contacts: assemble, solve, q̇⁺ (Tan, Siu, Liu eqs. 5
// to 15). The caller fills `stack` and moves the systems by `next_velocity` afterwards.
#pragma once

#include "core/contact/delassus.hpp"
#include "core/contact/polyhedral_solver.hpp"

namespace footing {

template <typename Scalar, int kDof, int kContacts, int kDirections>
struct TimeStep {
  SystemStack<Scalar, kDof, kContacts> stack;
  DelassusWorkspace<SystemStack<Scalar, kDof, kContacts>> delassus;
  ContactProblem<Scalar, kContacts> problem;
  PolyhedralState<Scalar, kContacts, kDirections> solver;
  ContactSolution<Scalar, kContacts> solution;
  Eigen::Matrix<Scalar, kDof, 1> next_velocity;  // q̇⁺, rows as in the stack
};

// The status is SolvePolyhedral'; kSingular: a mass matrix is not positive definite, and
// next_velocity is the velocity before. Else next_velocity follows from the forces returned,
// whatever the status. `dt` [s] > 0. Cost: that of Assemble and of SolvePolyhedral.
template <typename Scalar, int kDof, int kContacts, int kDirections>
SolveStatus StepVelocity(Scalar dt, const PolyhedralOptions& options,
                         TimeStep<Scalar, kDof, kContacts, kDirections>* step) {
  const SolveStatus assembled = Assemble(step->stack, dt, &step->delassus, &step->problem);
  if (assembled != SolveStatus::kSolved) {
    step->next_velocity = step->stack.velocity;
    return assembled;
  }
  const SolveStatus status = SolvePolyhedral(step->problem, options, &step->solver, &step->solution);
  NextVelocity(step->stack, step->delassus, dt, step->solution.force, &step->next_velocity);
  return status;
}

}  // namespace footing
