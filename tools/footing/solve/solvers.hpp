// The core's solvers at the sizes of the command line, one small function each. Their memory is on the heap;
// getting it is not part of the measured time.
#pragma once

#include <string>
#include <vector>

#include "core/assembly/delassus.hpp"
#include "core/contact/contact_problem.hpp"
#include "core/lcp/problem.hpp"
#include "tools/footing/solve/file/problem_file.hpp"
#include "tools/footing/solve/solver_choice.hpp"

namespace footing::tools {

using Lcp = LcpProblem<double, kLargestRows>;
using Boxes = CoupledBoxProblem<double, kLargestRows>;
using LcpAnswer = LcpSolution<double, kLargestRows>;
using Stack = SystemStack<double, kLargestDof, kLargestContacts>;
using Contacts = ContactProblem<double, kLargestContacts>;
using ContactForces = ContactSolution<double, kLargestContacts>;

struct SolverRun {
  std::string stage;  // the stage that gave the answer
  double seconds = 0;
  std::vector<double> proof;  // of kInfeasible
};

// By dantzig, lemke or boxes.
SolverRun SolveLcpWith(SolverChoice solver, const Lcp& problem, int budget, LcpAnswer* answer);

// By boxes or, if no row is coupled to another, by dantzig; checked as an LCP.
SolverRun SolveBoxesWith(SolverChoice solver, const Boxes& problem, int budget, LcpAnswer* answer);

// `directions` 2, 4, … 16.
SolverRun SolvePolyhedralWith(const Contacts& problem, int directions, int budget, ContactForces* forces);

// Lemke's method alone, on the LCP of the pyramid (Tan, Siu, Liu eq. 15).
SolverRun SolveLemkeWith(const Contacts& problem, int directions, int budget, ContactForces* forces);

SolverRun SolveConeWith(const Contacts& problem, int budget, ContactForces* forces);

// Impacts one by one; forces->pivots is their number.
SolverRun PassOnImpactsWith(const Contacts& problem, double restitution, int budget, ContactForces* forces);

SolverRun SolveDantzigWith(const Contacts& problem, int budget, ContactForces* forces);

const char* StageName(SolveStage stage);

}  // namespace footing::tools
