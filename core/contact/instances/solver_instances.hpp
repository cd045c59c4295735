// Shapes of the contact solver that the library footing_instances holds compiled, in float and double. A
// program that links it defines FOOTING_INSTANCES, and its compiler then leaves out what the library has.
// Included by solve_contacts.hpp; without the macro the core is headers alone.
#pragma once

#include "core/contact/solve_contacts.hpp"

// `Prefix` is `extern template` or `template`.
#define FOOTING_SOLVER_INSTANCE(Prefix, Scalar, kContacts, kJointRows, kStages)  \
  Prefix SolveStatus SolveContacts(                                              \
      const ContactProblem<Scalar, kContacts, kJointRows>&, const SolveOptions&, \
      ContactSolverState<Scalar, kContacts, kJointRows, SolverStages::kStages>&, \
      ContactSolution<Scalar, kContacts, kJointRows>&)

// Four feet with Newton steps alone and with all stages, and eight contacts alone and beside three joint
// rows.
#define FOOTING_SOLVER_INSTANCES(Prefix, Scalar)              \
  FOOTING_SOLVER_INSTANCE(Prefix, Scalar, 4, 0, kNewtonOnly); \
  FOOTING_SOLVER_INSTANCE(Prefix, Scalar, 4, 0, kAll);        \
  FOOTING_SOLVER_INSTANCE(Prefix, Scalar, 8, 0, kAll);        \
  FOOTING_SOLVER_INSTANCE(Prefix, Scalar, 8, 3, kAll)

namespace footing {

FOOTING_SOLVER_INSTANCES(extern template, float);
FOOTING_SOLVER_INSTANCES(extern template, double);

}  // namespace footing
