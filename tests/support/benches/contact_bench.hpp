// All the memory of one step's solve, and a judge of the answer by the nine conditions.
#pragma once

#include "core/assembly/delassus.hpp"
#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "tests/support/scenes/dense_contacts.hpp"
#include "tests/support/oracles/nine_conditions.hpp"
#include "tests/support/scenes/random_contacts.hpp"

namespace footing {

template <typename ScalarType, int kDof, int kContacts, int d>
struct ContactBench {
  using Scalar = ScalarType;
  static constexpr int kDirections = d;
  using Stack = SystemStack<Scalar, kDof, kContacts>;
  struct {
    Stack stack;
    DelassusWorkspace<Stack> delassus;
    ContactProblem<Scalar, kContacts> problem;
    PolyhedralState<Scalar, kContacts, d> solver;
    ContactSolution<Scalar, kContacts> solution;
    decltype(Stack::velocity) next_velocity;
  } step;
  DenseContacts<kDof, kContacts> dense;

  SolveStatus Solve(Scalar dt, const PolyhedralOptions& options) {
    const SolveStatus assembled = Assemble(step.stack, dt, step.delassus, step.problem);
    if (assembled != SolveStatus::kSolved) return assembled;
    const SolveStatus status = SolvePolyhedral(step.problem, options, step.solver, step.solution);
    NextVelocity(step.stack, step.delassus, dt, step.solution.force, step.solution.joint_force,
                 step.next_velocity);
    return status;
  }

  // Judges the current solution.
  Verdict Judge(Scalar dt) {
    if (!dense.Fill(step.stack, Real(dt))) return {Real(1e30), 0};
    return JudgeSolution(dense, step.stack, d, step.solution);
  }

  // Forces and velocities are finite, no contact pulls, and friction is within the cone. Such forces may be
  // sent on, solved or not.
  bool Admissible() const {
    Scalar largest = Scalar(1);
    for (const auto& f : step.solution.force) largest = Max(largest, Abs(f[0]));
    const Scalar slack = (sizeof(Scalar) == 4 ? Scalar(1e-3L) : Scalar(1e-8L)) * largest;
    for (int c = 0; c < step.stack.contacts; ++c) {
      const auto& f = step.solution.force[static_cast<unsigned>(c)];
      const auto& u = step.solution.velocity[static_cast<unsigned>(c)];
      for (int k = 0; k < 3; ++k) {
        if (!IsFinite(f[k]) || !IsFinite(u[k])) return false;
      }
      if (f[0] < -slack || Sqrt(f[1] * f[1] + f[2] * f[2]) > step.stack.friction[c] * f[0] + slack)
        return false;
    }
    return true;
  }
};

// One static object for each type, because it takes up to 300 kB.
template <typename Bench>
Bench& BenchMemory() {
  static Bench bench;
  return bench;
}

// Allows, beyond the solver's own tolerance, what Assemble rounds away and the difference of the scales.
template <typename Scalar>
inline constexpr Real kJudgeTolerance = sizeof(Scalar) == 4 ? 1e-3L : 4e-9L;

}  // namespace footing
