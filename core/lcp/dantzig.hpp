// Problem: w = A z + b, lo ≤ z ≤ hi, with A symmetric PSD and perhaps singular. Rows may be bilateral.
// Method: Dantzig's principal pivoting in Baraff's form (Fast Contact Force Computation, SIGGRAPH 1994,
// section 4, eqs. 8–12). A row that breaks its condition is driven until the condition holds, the lowest
// index first. The rows handled before keep their conditions. Each pivot needs one update of L D Lᵀ.
// Departures: rows have two bounds. Bilateral rows are driven first, then stay clamped (section 4.5).
//   * A row whose Schur pivot is near zero (ldlt_update.hpp) is not clamped. It takes the place of a clamped
//     row along the null direction (2×2 principal pivot), if one can leave. If none can, the row stays at its
//     bound or "dependent": its w = 0 follows from the clamped rows. dantzig_step.hpp says which rates are
//     zero.
//   * At the end z is refined against A and b, and checked. A row that breaks its condition then is driven
//     again, on a fresh factorization. If that fails too, all rows are driven again, the highest index first.
#pragma once

#include "core/lcp/residual.hpp"
#include "core/lcp/dantzig_step.hpp"

namespace footing {

template <typename Scalar, int kCapacity>
class Dantzig {
 public:
  using Problem = BoxedLcpProblem<Scalar, kCapacity>;
  using Workspace = DantzigWorkspace<Scalar, kCapacity>;
  using Solution = LcpSolution<Scalar, kCapacity>;

  static constexpr int DefaultBudget(int size) { return 20 * Clamp(size, 0, 1 << 20) + 50; }

  Dantzig(const Problem& problem, Workspace& workspace, Solution& solution)
      : problem_(problem),
        work_(workspace),
        out_(solution),
        n_(problem.size),
        step_(problem, workspace, solution) {}

  SolveStatus Solve(int pivot_budget) {
    const SolveStatus input = CheckSymmetricBoxes(problem_);
    if (input != SolveStatus::kSolved) return Refuse(input, out_);
    budget_ = pivot_budget;
    out_.pivots = 0;
    SolveStatus outcome = SolveStatus::kSolved;
    ResidualCheck<Scalar> check{};
    for (const bool backward : {false, true}) {
      backward_ = backward;
      if (backward && out_.pivots >= budget_) break;
      Start();
      for (int round = 0; round < kRounds; ++round) {
        outcome = DriveAll();
        check = RefineAndCheck();
        if (check.solved || outcome == SolveStatus::kPivotBudget) break;
        Refactor();
      }
      if (check.solved) break;
    }
    if (!check.solved) {
      if (outcome == SolveStatus::kSolved) outcome = SolveStatus::kInaccurate;
      Admit(problem_, out_.z);
      check = CheckSolution(problem_, out_.z, out_.w);
    }
    out_.residual = check.residual;
    out_.status = check.solved ? SolveStatus::kSolved : outcome;
    return out_.status;
  }

 private:
  static constexpr int kRounds = 3;
  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
  const Scalar* Row(int i) const { return problem_.A.data() + i * kCapacity; }
  RowState& State(int i) { return work_.state[Index(i)]; }
  bool Bilateral(int i) const {
    return problem_.lo[i] == -kInfinity<Scalar> && problem_.hi[i] == kInfinity<Scalar>;
  }

  // With plain sums first, then with sums without rounding errors.
  ResidualCheck<Scalar> RefineAndCheck() {
    ResidualCheck<Scalar> check{};
    for (const bool exact : {false, true}) {
      work_.clamped.Refine(problem_, exact, out_.z);
      check = CheckSolution(problem_, out_.z, out_.w);
      if (check.solved) break;
      work_.clamped.Refine(problem_, exact, out_.z);
    }
    return check;
  }

  // Sets z as near to 0 as its bounds allow. No row is clamped.
  void Start() {
    for (int i = 0; i < kCapacity; ++i) {
      out_.z[i] = Scalar(0);
      out_.w[i] = Scalar(0);
    }
    work_.clamped.Clear();
    for (int i = 0; i < n_; ++i) {
      out_.z[i] = Clamp(Scalar(0), problem_.lo[i], problem_.hi[i]);
      work_.root_diagonal[i] = Sqrt(Abs(Row(i)[i]));
      const Scalar root = work_.root_diagonal[i];
      work_.b_share[i] = root > Scalar(0) ? Abs(problem_.b[i]) / root : Scalar(0);
      State(i) = RowState::kUnhandled;
    }
    RecomputeW();
  }

  void RecomputeW() {
    for (int i = 0; i < n_; ++i) {
      const Scalar* const row = Row(i);
      Scalar sum = problem_.b[i];
      for (int j = 0; j < n_; ++j) sum += row[j] * out_.z[j];
      out_.w[i] = sum;
    }
  }

  // Rounding error of the present w_i, from the rows that row i is coupled to directly. n multiply-adds.
  Scalar WRounding(int i) const {
    const Scalar root = work_.root_diagonal[i];
    Scalar largest_b = Scalar(0);
    Scalar b_share = Scalar(0);  // |b_j| / r_j
    Scalar z_size = Scalar(0);   // Σ r_j |z_j|
    for (int j = 0; j < n_; ++j) {
      if (j != i && Row(i)[j] == Scalar(0)) continue;
      largest_b = Max(largest_b, Abs(problem_.b[j]));
      b_share = Max(b_share, work_.b_share[j]);
      z_size += work_.root_diagonal[j] * Abs(out_.z[j]);
    }
    const Scalar data = Min(largest_b, Max(Abs(problem_.b[i]), root * b_share));
    return DantzigStep<Scalar, kCapacity>::kRounding * (data + root * z_size);
  }

  // Drives rows until none breaks its condition. The bilateral rows come first.
  SolveStatus DriveAll() {
    for (int pass = 0; pass < 2; ++pass) {
      for (;;) {  // at most budget_ + 1
        const int row = FirstViolated(pass == 0);
        if (row < 0) break;
        const SolveStatus status = Drive(row);
        if (status != SolveStatus::kSolved) return status;
      }
    }
    return SolveStatus::kSolved;
  }

  int FirstViolated(bool only_bilateral) {
    for (int k = 0; k < n_; ++k) {
      const int i = backward_ ? n_ - 1 - k : k;
      if (State(i) == RowState::kClamped || (only_bilateral && !Bilateral(i))) continue;
      const bool may_move = out_.w[i] < Scalar(0) ? out_.z[i] < problem_.hi[i] : out_.z[i] > problem_.lo[i];
      if (may_move && Abs(out_.w[i]) > WRounding(i)) return i;
    }
    return -1;
  }

  // drive_to_zero (Baraff, section 4.2).
  SolveStatus Drive(int driven) {
    State(driven) = RowState::kUnhandled;
    for (int i = 0; i < n_; ++i) work_.passed_over[Index(i)] = false;
    const Scalar direction = out_.w[driven] < Scalar(0) ? Scalar(1) : Scalar(-1);
    for (;;) {  // at most budget_ + 1
      if (out_.pivots >= budget_) return SolveStatus::kPivotBudget;
      ++out_.pivots;
      step_.Find(driven, direction, WRounding(driven));
      if (step_.event == DantzigEvent::kNone) return SolveStatus::kRay;
      step_.Take();
      const int row = step_.row;
      if (step_.event == DantzigEvent::kLeaves) {
        Unclamp(row);
      } else if (step_.event == DantzigEvent::kEnters) {
        if (!Clamped(row) && !Exchange(row)) work_.passed_over[Index(row)] = true;
      } else if (step_.event == DantzigEvent::kDrivenAtBound) {
        out_.z[driven] = direction > Scalar(0) ? problem_.hi[driven] : problem_.lo[driven];
        State(driven) = RowState::kAtBound;
        return SolveStatus::kSolved;
      } else {
        out_.w[driven] = Scalar(0);
        if (!Clamped(driven) && !Exchange(driven)) State(driven) = Resting(driven);
        return SolveStatus::kSolved;
      }
    }
  }

  // The state of a row that is not clamped and has w = 0.
  RowState Resting(int i) const {
    const bool at_bound = out_.z[i] == problem_.lo[i] || out_.z[i] == problem_.hi[i];
    return at_bound ? RowState::kAtBound : RowState::kDependent;
  }

  bool Clamped(int row) {
    if (!work_.clamped.Append(problem_.A, row)) return false;
    State(row) = RowState::kClamped;
    out_.w[row] = Scalar(0);
    return true;
  }

  void Unclamp(int row) {
    work_.clamped.Remove(row);
    out_.w[row] = Scalar(0);
    State(row) = Resting(row);
  }

  // `row` depends on the clamped rows: A v = 0 for v = (1 at row, −A_CC⁻¹ A_C,row). Moves along v, which
  // changes no w, until a clamped row reaches its bound. That row leaves, and `row` is clamped in its place.
  // False if no clamped row reaches a bound, or if `row` cannot be clamped then.
  bool Exchange(int row) {
    for (const Scalar direction : {Scalar(1), Scalar(-1)}) {
      step_.FindNull(row, direction);
      if (step_.event == DantzigEvent::kNone) continue;
      step_.Take();
      Unclamp(step_.row);
      return Clamped(row);
    }
    return false;
  }

  // Computes w and the factor of the clamped set again from A. Rows that are refused or at a bound leave the
  // set.
  void Refactor() {
    const int count = work_.clamped.size();
    work_.clamped.Clear();
    RecomputeW();
    for (int k = 0; k < count; ++k) {
      const int row = work_.clamped.row(k);
      const Scalar w = out_.w[row];
      State(row) = RowState::kUnhandled;
      if (Resting(row) == RowState::kAtBound || !Clamped(row)) {
        out_.w[row] = w;
        State(row) = Resting(row);
      }
    }
  }

  const Problem& problem_;
  Workspace& work_;
  Solution& out_;
  int n_;
  int budget_ = 0;
  bool backward_ = false;
  DantzigStep<Scalar, kCapacity> step_;
};

// Solves `problem`. problem.hpp says what `solution` holds for each status:
//   kSolved; kPivotBudget; kInaccurate;
//   kRay: a row could not be driven to its condition. Either b is outside the column space, or A is not PSD;
//   kNotFinite (also for a bound that is NaN), kBadSize, kBadBounds, kNotSymmetric: refused.
// Cost: about n (c + 2) + 2 c² multiply-adds per pivot, with c rows clamped. Contact problems need about as
// many pivots as they have rows. The default budget is 20 n + 50.
template <typename Scalar, int kCapacity>
SolveStatus SolveDantzig(const BoxedLcpProblem<Scalar, kCapacity>& problem, const SolveOptions& options,
                         DantzigWorkspace<Scalar, kCapacity>& workspace,
                         LcpSolution<Scalar, kCapacity>& solution) {
  using Method = Dantzig<Scalar, kCapacity>;
  return Method(problem, workspace, solution).Solve(options.BudgetOr(Method::DefaultBudget(problem.size)));
}

}  // namespace footing
