// Whether forces solve a contact problem, checked without a solver and in long double. A solver measures its
// residual relative to all terms that had to cancel, forces included. If contacts contradict each other,
// forces without bound would pass that. Here the measure is the speeds without contact forces.
#pragma once

#include <vector>

#include "tools/footing/solve/solver_choice.hpp"
#include "tools/footing/solve/solvers.hpp"

namespace footing::tools {

struct FrictionLaw {
  FrictionModel model = FrictionModel::kCone;
  int directions = 4;  // of the polyhedral model
};

// The largest violation in m/s if the contacts' rows move at u (file_motion.hpp). For normals it is min(dt
// G_nn f_n, u_n + bias). For tangents it is the part of f_t outside of μ f_n K times dt G_tt, and the slip
// that f_t does not oppose. K is a disc, a pyramid's base or a box. Of the problem only G's diagonal, bias
// and μ are used.
double Violation(const Contacts& problem, const ContactForces& forces, const std::vector<long double>& u,
                 const FrictionLaw& law);

}  // namespace footing::tools
