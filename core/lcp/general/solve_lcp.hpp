// Problem: w = A z + b, 0 ≤ w ⟂ z ≥ 0, A any square matrix. It is solved, proven unsolvable, or neither.
// Method: descent over z ≥ 0 (nonnegative_descent.hpp), which is enough for a symmetric PSD A. Otherwise the
// stages of box_stages.hpp follow: Lemke's method; a proof that no z ≥ 0 has A z + b ≥ 0; Dantzig's method,
// if A is symmetric with no negative diagonal entry; active sets; Lemke's method on six other paths; Lemke's
// method and active sets in proximal steps. All share one pivot budget. Each answer is judged from the
// untouched input. docs/reference/lcp.md says what was measured.
#pragma once

#include "core/lcp/general/box_stages.hpp"
#include "core/lcp/general/nonnegative_descent.hpp"

namespace footing {

// About 10 n² scalars.
template <typename Scalar, int kCapacity>
struct LcpWorkspace {
  NonnegativeDescentWorkspace<Scalar, kCapacity> descent;
  CoupledBoxProblem<Scalar, kCapacity> boxed;
  CoupledBoxWorkspace<Scalar, kCapacity, kCapacity> boxes;  // holds the stage and the proof
};

// Contact problems need one to three pivots per row. Constructed problems need up to 2^n. The budget allows
// this for up to 16 rows.
constexpr int DefaultLcpBudget(int size) {
  const int n = Clamp(size, 0, 1 << 20);  // the solver refuses a larger size
  return 80 * n + 400 + (n <= 16 ? 2 << n : 0);
}

// Solves `problem`. problem.hpp says what `solution` holds for each status:
//   kSolved: every row passes the test of residual.hpp, from the untouched input. After descent (stage
//     kDescent) w and the residual are plain sums, and their rounding error is counted against the answer;
//   kInfeasible: proven. workspace.boxes.infeasibility.y shows it (CheckInfeasible);
//   kPivotBudget, kRay, kInaccurate: no solution was found, which proves nothing. z is the best met;
//   kNotFinite, kBadSize: refused.
// Cost for a PSD A of rank r: n² entries looked at, then about r pivots of up to n r multiply-adds. For any
// other A: up to 4 n² multiply-adds per pivot, and n³ for a round of active sets, which counts as a pivot.
// The default budget is DefaultLcpBudget(n).
template <typename Scalar, int kCapacity>
SolveStatus SolveLcp(const LcpProblem<Scalar, kCapacity>& problem, const SolveOptions& options,
                     LcpWorkspace<Scalar, kCapacity>& workspace, LcpSolution<Scalar, kCapacity>& solution) {
  const SolveStatus input = CheckSizeAndNumbers(problem);
  if (input != SolveStatus::kSolved) {
    workspace.boxes.stage = BoxStage::kNone;
    return Refuse(input, solution);
  }
  int budget = options.BudgetOr(DefaultLcpBudget(problem.size));
  NonnegativeDescent<Scalar, kCapacity> descent(problem, workspace.descent, solution);
  if (descent.Solve(Min(budget, 3 * problem.size + 10)) == SolveStatus::kSolved) {
    workspace.boxes.stage = BoxStage::kDescent;
    return solution.status = SolveStatus::kSolved;
  }
  auto& boxed = workspace.boxed;
  boxed.size = problem.size;
  for (int i = 0; i < problem.size; ++i) {
    for (int j = 0; j < problem.size; ++j) boxed.A(i, j) = problem.A(i, j);
    boxed.b[i] = problem.b[i];
    boxed.lo[i] = Scalar(0);
    boxed.hi[i] = kInfinity<Scalar>;
    boxed.findex[static_cast<unsigned>(i)] = -1;
  }
  BoxStages<Scalar, kCapacity, kCapacity> stages(boxed, workspace.boxes, solution);
  const int spent = solution.pivots;
  budget -= spent;
  const int for_lemke = Max(budget / 2, budget - 2 * stages.ContactPivots());
  (void)(stages.Start(budget) || stages.Lemke(for_lemke) || stages.Proof() || stages.Dantzig() ||
         stages.ActiveSets() || stages.Lemke(stages.ContactPivots(), true) || stages.Proximal());
  solution.pivots += spent;
  return solution.status;
}

}  // namespace footing
