// From the contacts of a file to a solver, and back to the file's own terms.
#pragma once

#include "tools/solve/solve_problem.hpp"

namespace footing::tools {

// kSolved: the file's own conditions hold to kContactFileTolerance of the speeds without forces, checked from
// the file in long double; the solver's problem is corrected up to twice by what its rounding left. The
// vectors are the last iterate else. A solve, a factorization of M.
SolveAnswer SolveContactFile(const ContactFile& file, const SolveRequest& request);

}  // namespace footing::tools
