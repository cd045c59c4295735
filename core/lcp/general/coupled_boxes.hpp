// Problem: w = A z + b in boxes, some of which move with another row (CoupledBoxProblem). A is any square
// matrix: symmetric PSD or not, perhaps singular, with bilateral rows.
// Method: the stages of box_stages.hpp under one budget: Dantzig's method, active sets, Lemke's method, a
// proof that there is no solution, Lemke's method on six other paths, proximal steps. A solution whose
// friction forces cancel each other gives way to one of less friction. Each answer is judged from the untouched
// input. If no stage solves the problem, the result is the best z met, put within its bounds, with a status that
// says so.
#pragma once

#include "core/lcp/general/box_stages.hpp"

namespace footing {

// Every solvable problem tried stays below this number of pivots and rounds of active sets.
constexpr int DefaultBoxBudget(int size) { return 60 * Clamp(size, 0, 1 << 20) + 400; }

// Solves `problem`. problem.hpp says what `solution` holds for each status:
//   kSolved: every row passes the test of residual.hpp, from the untouched input;
//   kInfeasible: proven. workspace.infeasibility.y shows it (CheckInfeasible);
//   kPivotBudget, kRay, kInaccurate: no solution was found, which proves nothing. z is the best met, finite
//     and within its bounds. The bounds of coupled rows follow from this z. w and the residual belong to it;
//   kNotFinite, kBadSize (also for a bad findex), kBadBounds (also for an infinite hi of a coupled row):
//     refused.
// Cost: a round of active sets takes up to m³ multiply-adds, with m rows between their bounds. A pivot of
// Lemke's method takes up to 4 n². The default budget is DefaultBoxBudget(n).
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
  stages.LessFriction();
  return solution.status;
}

}  // namespace footing
