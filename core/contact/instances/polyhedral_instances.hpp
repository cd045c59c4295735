// Shapes of the polyhedral solver in the library footing_instances, as in core/contact/instances/solver_instances.hpp: eight
// contacts, whose friction takes the directions named.
#pragma once

#include "core/contact/polyhedral/polyhedral_solver.hpp"

// `Prefix` is `extern template` or `template`.
#define FOOTING_POLYHEDRAL_INSTANCE(Prefix, Scalar, kDirections)                                 \
  Prefix SolveStatus SolvePolyhedral(const ContactProblem<Scalar, 8>&, const PolyhedralOptions&, \
                                     PolyhedralState<Scalar, 8, kDirections>&, ContactSolution<Scalar, 8>&)

namespace footing {

FOOTING_POLYHEDRAL_INSTANCE(extern template, float, 4);
FOOTING_POLYHEDRAL_INSTANCE(extern template, float, 8);
FOOTING_POLYHEDRAL_INSTANCE(extern template, double, 2);
FOOTING_POLYHEDRAL_INSTANCE(extern template, double, 4);
FOOTING_POLYHEDRAL_INSTANCE(extern template, double, 8);

}  // namespace footing
