// Problem: w = A z + b, 0 ≤ w ⟂ z ≥ 0, A any square matrix, solved, proven unsolvable, or neither.
// Method: a ladder under one pivot budget, each rung's answer judged from the untouched A and b:
//   1. Lemke's method (lemke.hpp);
//   2. a proof that A z + b ≥ 0 cannot be met by any z ≥ 0 (infeasibility.hpp);
//   3. Dantzig's method, where A is symmetric with no negative diagonal entry (dantzig.hpp);
//   4. active sets from the best z so far (active_set.hpp);
//   5. Lemke on A + δ I, b − δ z_before, in proximal steps, and active sets on A from its answer.
// Lemke is first for symmetric A as well: see docs/solvers-lcp.md for what was measured.
#pragma once

#include "core/lcp/active_set.hpp"
#include "core/lcp/box_residual.hpp"
#include "core/lcp/dantzig.hpp"
#include "core/lcp/infeasibility.hpp"
#include "core/lcp/lemke.hpp"

namespace footing {

enum class LcpRung : std::uint8_t { kNone, kLemke, kProof, kDantzig, kActiveSet, kProximal };

// About 7 n² scalars.
template <typename Scalar, int kCapacity>
struct LcpLadderWorkspace {
  LcpRung rung = LcpRung::kNone;  // what the last status came from
  LemkeWorkspace<Scalar, kCapacity> lemke;
  DantzigWorkspace<Scalar, kCapacity> dantzig;
  ActiveSetWorkspace<Scalar, kCapacity> active_set;
  InfeasibilityWorkspace<Scalar, kCapacity> infeasibility;  // of kInfeasible: y proves it
  BoxedLcpProblem<Scalar, kCapacity> boxed;
  CoupledBoxProblem<Scalar, kCapacity> coupled;
  LcpProblem<Scalar, kCapacity> shifted;
  LcpSolution<Scalar, kCapacity> trial;
  BoundedVector<Scalar, kCapacity> center;
};

template <typename Scalar, int kCapacity>
class LcpLadder {
 public:
  using Problem = LcpProblem<Scalar, kCapacity>;
  using Workspace = LcpLadderWorkspace<Scalar, kCapacity>;
  using Solution = LcpSolution<Scalar, kCapacity>;

  LcpLadder(const Problem& problem, Workspace& workspace, Solution& solution)
      : problem_(problem), work_(workspace), out_(solution), n_(problem.size) {}

  SolveStatus Solve(int budget) {
    budget_ = budget;
    work_.rung = LcpRung::kNone;
    out_.status = SolveStatus::kPivotBudget;
    out_.pivots = 0;
    out_.residual = kInfinity<Scalar>;
    for (int i = 0; i < kCapacity; ++i) {
      out_.z[i] = Scalar(0);
      out_.w[i] = Scalar(0);
      work_.trial.z[i] = Scalar(0);
    }
    if (Offer(LcpRung::kNone)) return out_.status;
    if (TryLemke(problem_, Left(), LcpRung::kLemke)) return out_.status;
    if (TryProof() || TryDantzig()) return out_.status;
    CopyCoupled();
    if (TryActiveSet()) return out_.status;
    TryProximal();
    return out_.status;
  }

 private:
  static constexpr bool kIsFloat = sizeof(Scalar) == 4;
  static constexpr Scalar kNearBound = static_cast<Scalar>(kIsFloat ? 1e-3L : 1e-7L);
  static constexpr int kPolishRounds = 8;
  static constexpr int kProximalSteps = 10;

  int Left() const { return budget_ - out_.pivots; }

  // Judges trial.z, keeps it where it is the best; true where it solves.
  bool Offer(LcpRung rung) {
    Admit(problem_, work_.trial.z);
    const ResidualCheck<Scalar> check = CheckBoxes(problem_, work_.trial.z, work_.trial.w);
    if (check.solved || check.residual < out_.residual) {
      for (int i = 0; i < n_; ++i) {
        out_.z[i] = work_.trial.z[i];
        out_.w[i] = work_.trial.w[i];
      }
      out_.residual = check.residual;
      work_.rung = rung;
    }
    if (check.solved) out_.status = SolveStatus::kSolved;
    return check.solved;
  }

  void Note(SolveStatus status) {
    out_.status = status == SolveStatus::kSolved ? SolveStatus::kInaccurate : status;
  }

  bool TryLemke(const Problem& problem, int budget, LcpRung rung) {
    if (budget <= 0) return false;
    const SolveStatus status = SolveLemke(problem, budget, work_.lemke, work_.trial);
    out_.pivots += work_.trial.pivots;
    if (status == SolveStatus::kNotFinite) return false;
    Note(status);
    return Offer(rung);
  }

  bool TryProof() {
    const bool proven = ProveInfeasible(problem_, Left(), work_.infeasibility);
    out_.pivots += work_.infeasibility.pivots;
    if (!proven) return false;
    out_.status = SolveStatus::kInfeasible;
    work_.rung = LcpRung::kProof;
    return true;
  }

  bool TryDantzig() {
    work_.boxed.size = n_;
    for (int i = 0; i < n_; ++i) {
      if (!(problem_.A(i, i) >= Scalar(0))) return false;
      for (int j = 0; j < n_; ++j) work_.boxed.A(i, j) = problem_.A(i, j);
      work_.boxed.b[i] = problem_.b[i];
      work_.boxed.lo[i] = Scalar(0);
      work_.boxed.hi[i] = kInfinity<Scalar>;
    }
    const SolveStatus status = SolveDantzig(
        work_.boxed, Min(Left(), Dantzig<Scalar, kCapacity>::DefaultBudget(n_)), work_.dantzig, work_.trial);
    if (status == SolveStatus::kNotSymmetric) return false;
    out_.pivots += work_.trial.pivots;
    return Offer(LcpRung::kDantzig);
  }

  void CopyCoupled() {
    work_.coupled.size = n_;
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) work_.coupled.A(i, j) = problem_.A(i, j);
      work_.coupled.b[i] = problem_.b[i];
      work_.coupled.lo[i] = Scalar(0);
      work_.coupled.hi[i] = kInfinity<Scalar>;
      work_.coupled.findex[static_cast<unsigned>(i)] = -1;
    }
  }

  bool IterateActiveSet(int rounds, Scalar near, LcpRung rung) {
    ActiveSet<Scalar, kCapacity> active(work_.coupled, work_.active_set);
    Scalar largest = Scalar(0);
    for (int i = 0; i < n_; ++i) largest = Max(largest, work_.trial.z[i]);
    active.PlacesOf(work_.trial.z, near * largest);
    (void)active.Iterate(Min(Left(), rounds), out_.pivots, work_.trial.z);
    return Offer(rung);
  }

  bool TryActiveSet() {
    for (int i = 0; i < n_; ++i) work_.trial.z[i] = out_.z[i];
    if (IterateActiveSet(kPolishRounds, kNearBound, LcpRung::kActiveSet)) return true;
    for (int i = 0; i < n_; ++i) work_.trial.z[i] = Scalar(0);
    return IterateActiveSet(24 + n_ / 2, Scalar(0), LcpRung::kActiveSet);
  }

  bool TryProximal() {
    Scalar largest = Scalar(0);
    for (int i = 0; i < n_; ++i) largest = Max(largest, Abs(problem_.A(i, i)));
    if (!(largest > Scalar(0))) largest = Scalar(1);
    Scalar delta = static_cast<Scalar>(0.1L) * largest;
    for (int i = 0; i < n_; ++i) work_.center[i] = out_.z[i];
    for (int step = 0; step < kProximalSteps && Left() > 0; ++step) {
      work_.shifted.size = n_;
      for (int i = 0; i < n_; ++i) {
        for (int j = 0; j < n_; ++j) work_.shifted.A(i, j) = problem_.A(i, j);
        work_.shifted.A(i, i) += delta;
        work_.shifted.b[i] = problem_.b[i] - delta * work_.center[i];
      }
      const SolveStatus status = SolveLemke(work_.shifted, Left(), work_.lemke, work_.trial);
      out_.pivots += work_.trial.pivots;
      if (status != SolveStatus::kSolved && status != SolveStatus::kInaccurate) {
        delta *= Scalar(4);
        continue;
      }
      for (int i = 0; i < n_; ++i) work_.center[i] = work_.trial.z[i];
      if (Offer(LcpRung::kProximal)) return true;
      if (IterateActiveSet(kPolishRounds, kNearBound, LcpRung::kProximal)) return true;
      delta *= static_cast<Scalar>(0.3L);
    }
    return false;
  }

  const Problem& problem_;
  Workspace& work_;
  Solution& out_;
  int n_;
  int budget_ = 0;
};

// Contact problems need one to three pivots a row. Made-up ones need up to 2^n, which is paid
// for up to 16 rows.
constexpr int DefaultLcpBudget(int size) { return 50 * size + 200 + (size <= 16 ? 2 << size : 0); }

// Solves `problem`. Statuses:
//   kSolved: every row passes the test of box_residual.hpp, from the untouched input;
//   kInfeasible: proven, workspace.infeasibility.y shows it (CheckInfeasible);
//   kPivotBudget, kRay, kInaccurate: not found, which proves nothing; z is the best met;
//   kNotFinite, kBadSize: refused.
// problem.hpp says what `solution` holds for each. Cost: at most 4 n² multiply-adds a pivot, n³
// for a round of active sets, which counts as a pivot.
template <typename Scalar, int kCapacity>
SolveStatus SolveLcp(const LcpProblem<Scalar, kCapacity>& problem, int budget,
                     LcpLadderWorkspace<Scalar, kCapacity>& workspace,
                     LcpSolution<Scalar, kCapacity>& solution) {
  const SolveStatus input = CheckSizeAndNumbers(problem);
  if (input != SolveStatus::kSolved) {
    workspace.rung = LcpRung::kNone;
    return Refuse(input, solution);
  }
  return LcpLadder<Scalar, kCapacity>(problem, workspace, solution).Solve(budget);
}

}  // namespace footing
