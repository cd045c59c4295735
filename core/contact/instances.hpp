// Shapes of the contact solver that the library footing_instances holds compiled, in float and double. A program
// that links it defines FOOTING_INSTANCES, and its compiler then leaves out what the library has. Included by
// solve_contacts.hpp; the core without the macro is headers alone.
#pragma once

#include "core/contact/solve_contacts.hpp"

// `Prefix` is `extern template` or `template`.
#define FOOTING_SOLVER_INSTANCE(Prefix, Scalar, kContacts, kJointRows, kDirections)                          \
  Prefix SolveStatus SolveContacts(const ContactProblem<Scalar, kContacts, kJointRows>&,                     \
                                   const ContactSolverOptions&,                                              \
                                   ContactSolverState<Scalar, kContacts, kJointRows, kDirections>*,          \
                                   ContactSolution<Scalar, kContacts, kJointRows>*)

// Four feet, alone and with all stages; eight contacts beside two joint rows.
#define FOOTING_SOLVER_INSTANCES(Prefix, Scalar)             \
  FOOTING_SOLVER_INSTANCE(Prefix, Scalar, 4, 0, kPlainOnly); \
  FOOTING_SOLVER_INSTANCE(Prefix, Scalar, 4, 0, 8);          \
  FOOTING_SOLVER_INSTANCE(Prefix, Scalar, 8, 2, 8)

namespace footing {

FOOTING_SOLVER_INSTANCES(extern template, float);
FOOTING_SOLVER_INSTANCES(extern template, double);

}  // namespace footing
