// Problem: a mixed LCP. Some unknowns x are free and their rows are equalities. The other unknowns z are
// complementary:
//   0 = P x + Q z + p,   w = R x + S z + r,   0 ≤ w ⟂ z ≥ 0.
// Method: block elimination (Cottle, Pang and Stone, The Linear Complementarity Problem, section 1.4):
//   A = S − R P⁻¹ Q,   b = r − R P⁻¹ p   is a standard LCP in z,   and then   x = −P⁻¹ (p + Q z).
// P must have an inverse. The other blocks may be anything. The answer is checked against the mixed problem,
// not against the LCP that was solved.
#pragma once

#include "core/lcp/lemke.hpp"
#include "core/linalg/general_solve.hpp"

namespace footing {

// Rows and columns 0 … free − 1 belong to x, and free … size − 1 to z.
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
  BoundedMatrix<Scalar, kRows, kFree> response;  // row j: P⁻¹ times column j of Q
  BoundedVector<Scalar, kFree> constant;         // P⁻¹ p
  LcpProblem<Scalar, kRows> lcp;
  LcpSolution<Scalar, kRows> solution;
  LemkeWorkspace<Scalar, kRows> lemke;
};

// Fills work.lcp. kSingular: P has no inverse. kBadSize, kNotFinite: refused. Only kSolved leaves an LCP.
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

// Computes x from z, writes (x; z) to solution.z, and judges it against `problem`. x is refined twice with the
// free rows summed without rounding errors. The residual is that of residual.hpp; for a free row it is |w|.
// Returns whether (x; z) solves the problem. To be called after EliminateFree.
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
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < n; ++i) solution.w[i] = SumRow(problem, solution.z, i).Value();
    SolveFactored<Scalar, kFree>(work.factor.data(), kFree, n, work.swaps, solution.w.data());
    for (int i = 0; i < n; ++i) solution.z[i] -= solution.w[i];
  }
  return AdmitAndCheck(problem, solution);
}

// Eliminates x, solves by Lemke's method, and recovers x. solution.z is (x; z), and solution.w has the values
// of the rows in the same order. Statuses:
//   kSolved;
//   kPivotBudget, kRay, kInaccurate: no solution was found. z is Lemke's last iterate, and x belongs to it;
//   kBadSize, kNotFinite: refused, z = w = 0. kNotFinite also means that the elimination overflowed;
//   kSingular: P has no inverse, z = w = 0.
// The default budget is that of Lemke's method for the rows that are not free.
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
  solution.status = passes                            ? SolveStatus::kSolved
                    : status == SolveStatus::kSolved ? SolveStatus::kInaccurate
                                                     : status;
  return solution.status;
}

}  // namespace footing
