// Whether forces solve a contact problem, apart from any solver and in long double. A solver measures its
// residual by all that had to cancel, forces included; where contacts contradict each other, forces without
// bound would pass that. Here the measure is the speeds without contact forces.
#pragma once

#include <vector>

#include "tools/solve/solve_problem.hpp"
#include "tools/solve/solvers.hpp"

namespace footing::tools {

// Largest violation, in m/s, where the contacts' rows move at u (file_motion.hpp): normals,
// min(dt G_nn f_n, u_n + bias); tangents, what f_t is outside of μ f_n K, times dt G_tt, and the slip that it
// does not oppose. K: a disk, a pyramid's base or a box. Of the problem G's diagonal, bias and μ count.
double Violation(const Contacts& problem, const ContactForces& forces, const std::vector<long double>& u,
                 const SolveRequest& request);

}  // namespace footing::tools
