// Whether forces solve a contact problem, apart from any solver and in long double. A solver measures its
// residual by all that had to cancel, forces included; where contacts contradict each other, forces without
// bound would pass that. Here the measure is the speeds without contact forces.
#pragma once

#include "tools/solve/solve_problem.hpp"
#include "tools/solve/solvers.hpp"

namespace footing::tools {

// Largest violation, in m/s: normals, min(dt G_nn f_n, u_n + bias); tangents, what f_t is outside of
// μ f_n K, times dt G_tt, and the slip that it does not oppose. K: a disk, a pyramid's base or a box.
double Violation(const Contacts& problem, const ContactForces& forces, const SolveRequest& request);

}  // namespace footing::tools
