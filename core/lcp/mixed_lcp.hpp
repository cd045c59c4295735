// Problem: a mixed LCP. Some unknowns x are free and their rows equalities, the others are complementary:
//   0 = P x + Q z + p,   w = R x + S z + r,   0 ≤ w ⟂ z ≥ 0.
// Method: block elimination (Cottle, Pang and Stone, The Linear Complementarity Problem, section 1.4):
//   A = S − R P⁻¹ Q,   b = r − R P⁻¹ p   is a standard LCP in z,   and then   x = −P⁻¹ (p + Q z).
// P must have an inverse; the rest may be anything. The answer is checked against the mixed problem
// itself, not against the one that was solved.
#pragma once

#include "core/lcp/lemke.hpp"
#include "core/linalg/general_solve.hpp"

namespace footing {

// Rows and columns 0 … free − 1 belong to x, free … size − 1 to z.
template <typename Scalar, int kFree, int kRows>
struct MixedLcpProblem {
  static constexpr int kCapacity = kFree + kRows;
  int free = 0;
  int size = 0;                        // of both kinds together
  BoundedMatrix<Scalar, kCapacity> A;  // (P Q; R S)
  BoundedVector<Scalar, kCapacity> b;  // (p; r)
};

template <typename Scalar, int kFree, int kRows>
RowBounds<Scalar> BoundsOf(const MixedLcpProblem<Scalar, kFree, kRows>& problem, int row) {
  return {row < problem.free ? -kInfinity<Scalar> : Scalar(0), kInfinity<Scalar>};
}

template <typename Scalar, int kFree, int kRows>
struct MixedLcpWorkspace {
  BoundedMatrix<Scalar, kFree> factor;  // of P
  PivotRows<kFree> swaps;
  BoundedMatrix<Scalar, kRows, kFree> response;  // row j: P⁻¹ Q's column j
  BoundedVector<Scalar, kFree> constant;         // P⁻¹ p
  LcpProblem<Scalar, kRows> lcp;
  LcpSolution<Scalar, kRows> solution;
  LemkeWorkspace<Scalar, kRows> lemke;
};

// Fills work.lcp. kSolved; kSingular: P has no inverse; kBadSize, kNotFinite. Only kSolved leaves an LCP.
// With n free rows and m others: n³/3 + m n² + m² n multiply-adds.
template <typename Scalar, int kFree, int kRows>
SolveStatus EliminateFree(const MixedLcpProblem<Scalar, kFree, kRows>& problem,
                          MixedLcpWorkspace<Scalar, kFree, kRows>& work) {
  const int n = problem.free;
  if (n < 0 || n > kFree || problem.size < n || problem.size - n > kRows) return SolveStatus::kBadSize;
  const int m = problem.size - n;
  const SolveStatus input = CheckSizeAndNumbers(problem);
  if (input != SolveStatus::kSolved) return input;

  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) work.factor(i, j) = problem.A(i, j);
    for (int j = 0; j < m; ++j) work.response(j, i) = problem.A(i, n + j);
    work.constant[i] = problem.b[i];
  }
  if (!FactorGeneral<Scalar, kFree>(work.factor.data(), kFree, n, work.swaps)) return SolveStatus::kSingular;
  SolveFactored<Scalar, kFree>(work.factor.data(), kFree, n, work.swaps, work.constant.data());

  work.lcp.size = m;
  for (int j = 0; j < m; ++j) {
    SolveFactored<Scalar, kFree>(work.factor.data(), kFree, n, work.swaps, &work.response(j, 0));
    Scalar b = problem.b[n + j];
    for (int k = 0; k < n; ++k) b -= problem.A(n + j, k) * work.constant[k];
    work.lcp.b[j] = b;
    for (int i = 0; i < m; ++i) {
      Scalar entry = problem.A(n + i, n + j);
      for (int k = 0; k < n; ++k) entry -= problem.A(n + i, k) * work.response(j, k);
      work.lcp.A(i, j) = entry;
    }
  }
  return SolveStatus::kSolved;
}

// Puts x, which follows from z, in front of it, and judges both against `problem`: the residual of
// residual.hpp, in which a free row's is |w|. After EliminateFree.
template <typename Scalar, int kFree, int kRows>
bool RecoverFree(const MixedLcpProblem<Scalar, kFree, kRows>& problem,
                 const MixedLcpWorkspace<Scalar, kFree, kRows>& work, const BoundedVector<Scalar, kRows>& z,
                 LcpSolution<Scalar, kFree + kRows>& solution) {
  const int n = problem.free;
  for (int i = 0; i < n; ++i) {
    Scalar x = -work.constant[i];
    for (int j = 0; j < work.lcp.size; ++j) x -= work.response(j, i) * z[j];
    solution.z[i] = x;
  }
  for (int j = 0; j < work.lcp.size; ++j) solution.z[n + j] = z[j];
  Admit(problem, solution.z);  // what overflowed is none
  const ResidualCheck<Scalar> check = CheckSolution(problem, solution.z, solution.w);
  solution.residual = check.residual;
  return check.solved;
}

// Eliminates, solves by Lemke, recovers. solution.z is (x; z), ->w the rows' values in the same order.
// kSolved; kPivotBudget, kRay, kInaccurate: x belongs to Lemke's last z, and both are no solution;
// kBadSize, kNotFinite: refused, all zero; kSingular: found on the way, and all zero too. The default budget
// is Lemke's, by the rows that are not free.
template <typename Scalar, int kFree, int kRows>
SolveStatus SolveMixed(const MixedLcpProblem<Scalar, kFree, kRows>& problem, const SolveOptions& options,
                       MixedLcpWorkspace<Scalar, kFree, kRows>& work,
                       LcpSolution<Scalar, kFree + kRows>& solution) {
  const SolveStatus reduced = EliminateFree(problem, work);
  if (reduced != SolveStatus::kSolved) return Refuse(reduced, solution);
  const SolveStatus status = SolveLemke(work.lcp, options, work.lemke, work.solution);
  if (status == SolveStatus::kNotFinite) return Refuse(status, solution);  // the elimination overflowed
  const bool passes = RecoverFree(problem, work, work.solution.z, solution);
  solution.pivots = work.solution.pivots;
  solution.status = passes || status != SolveStatus::kSolved ? status : SolveStatus::kInaccurate;
  return solution.status;
}

}  // namespace footing
