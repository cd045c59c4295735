// Problem: w = A z + b in boxes of which some move with another row (CoupledBoxProblem), A any
// square matrix: symmetric PSD or not, singular, with bilateral rows.
// Method: the stages of box_stages.hpp under one budget: Dantzig's method, active sets, Lemke's method, a
// proof that there is no solution, Lemke's method on six other paths, proximal steps; each answer judged from
// the untouched input. Else the best z met, put within its bounds, with an honest status.
#pragma once

#include "core/lcp/general/box_stages.hpp"

namespace footing {

// Pivots, and rounds of active sets, that every solvable problem tried stays below.
constexpr int DefaultBoxBudget(int size) { return 60 * Clamp(size, 0, 1 << 20) + 400; }

// Solves `problem`. Statuses:
//   kSolved: every row passes the test of box_residual.hpp, from the untouched input;
//   kInfeasible: proven, workspace.infeasibility.y shows it (CheckInfeasible);
//   kPivotBudget, kRay, kInaccurate: not found, which proves nothing. z is the best met, finite,
//     within its bounds, coupled rows within those that z gives; w and residual are of it;
//   kNotFinite, kBadSize (findex too), kBadBounds (an infinite hi of a coupled row too): refused.
// problem.hpp says what `solution` holds for each. Cost: a round of active sets is up to m³
// multiply-adds for m rows between their bounds; a pivot of Lemke's up to 4 n². The default budget is
// DefaultBoxBudget(n).
template <typename Scalar, int kCapacity>
SolveStatus SolveCoupledBoxes(const CoupledBoxProblem<Scalar, kCapacity>& problem,
                              const SolveOptions& options, CoupledBoxWorkspace<Scalar, kCapacity>& workspace,
                              LcpSolution<Scalar, kCapacity>& solution) {
  const SolveStatus input = CheckCoupledBoxes(problem);
  if (input != SolveStatus::kSolved) {
    workspace.stage = BoxStage::kNone;
    return Refuse(input, solution);
  }
  BoxStages<Scalar, kCapacity> stages(problem, workspace, solution);
  (void)(stages.Start(options.BudgetOr(DefaultBoxBudget(problem.size))) || stages.Dantzig() ||
         stages.ActiveSets() || stages.Lemke(stages.ContactPivots()) || stages.Proof() ||
         stages.Lemke(stages.ContactPivots(), true) || stages.Proximal());
  return solution.status;
}

}  // namespace footing
