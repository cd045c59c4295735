// What a caller may set of a solve: one struct for every solver of the library.
//
// Each solver is called as Solve…(problem, options, workspace, solution): problem and options are only read,
// workspace and solution are written. Tolerances are no options: what "solved" means is fixed for each
// scalar (kCoulombTolerance, residual.hpp), so that it means the same for every caller.
#pragma once

namespace footing {

struct SolveOptions {
  // The most steps and pivots, of all stages together; 0 or less: the method's own default, which its
  // declaration states. What a step costs differs: a held step of SolverStages::kNewtonOnly counts as one,
  // and is two Newton steps, so it takes 2.8 times as many instructions as a plain one (docs/solvers.md).
  int budget = 0;

  constexpr int BudgetOr(int default_budget) const { return budget > 0 ? budget : default_budget; }
};

}  // namespace footing
