// From the contacts of a file to a solver, and back to the file's own terms.
#pragma once

#include "tools/footing/solve/solve_problem.hpp"

namespace footing::tools {

// Solves the contacts of a file.
//   kSolved   the file's own conditions hold to kContactFileTolerance of the speeds without contact forces
//   others    the vectors are the last iterate
// The conditions are checked from the file in long double. If they do not hold, the problem is corrected by
// what the rounding of the Delassus matrix left, and solved again, up to twice. Cost: up to three solves, and
// a factorization of M in quadruple precision.
SolveAnswer SolveContactFile(const ContactFile& file, const SolveRequest& request);

}  // namespace footing::tools
