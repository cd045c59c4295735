// Problem: w = A z + b, 0 ≤ w ⟂ z ≥ 0, A any square matrix; made for the contact LCP of
// Tan, Siu and Liu (eq. 15): copositive, degenerate, not PSD; solvable (Anitescu, Potra 1997).
// Method: Lemke's complementary pivoting, w = A z + b + d z₀, covering vector d > 0
// (Cottle, Pang and Stone, The Linear Complementarity Problem, algorithm 4.4.5), with
// lexicographic ties (section 4.9), so that it ends; z₀ leaves where it ties.
// Departures:
//   * the tableau is condensed (lemke_tableau.hpp);
//   * rows and columns are scaled by powers of two, so d is ones in scaled units only;
//   * they are scaled once more, by one power for each machine that no entry couples to the others, whose
//     small numbers z₀ would else drown;
//   * where rounding leads a path into a ray or a wrong z, others with another d are tried, if the budget
//     allows; where the tableau's z fails the check against A and b,
//     the final basis is first factored anew from A (in the tableau's memory).
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/box_residual.hpp"
#include "core/lcp/lemke_tableau.hpp"
#include "core/lcp/problem.hpp"
#include "core/lcp/residual.hpp"
#include "core/lcp/scaling.hpp"
#include "core/linalg/general_solve.hpp"

namespace footing {

template <typename Scalar, int kCapacity>
struct LemkeWorkspace {
  LemkeTableau<Scalar, kCapacity> tableau;
  BoundedVector<Scalar, kCapacity> row_scale;
  BoundedVector<Scalar, kCapacity> col_scale;
  BoundedVector<Scalar, kCapacity> value;  // of a refined basis
  BoundedVector<Scalar, kCapacity> error;
  PivotRows<kCapacity> swaps;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> tied;  // rows that tie
};

template <typename Scalar, int kCapacity>
class Lemke {
 public:
  using Problem = LcpProblem<Scalar, kCapacity>;
  using Workspace = LemkeWorkspace<Scalar, kCapacity>;
  using Solution = LcpSolution<Scalar, kCapacity>;

  // Pivots that every contact problem tried stays below: ten times the rows, and 50.
  static constexpr int DefaultBudget(int size) { return 10 * Clamp(size, 0, 1 << 20) + 50; }

  Lemke(const Problem& problem, Workspace& workspace)
      : problem_(problem), work_(workspace), tableau_(workspace.tableau), n_(problem.size) {}

  // Paths `first` to `first` + `attempts` − 1 are tried, each with a d of its own.
  SolveStatus Solve(int pivot_budget, Solution& solution, int first = 0, int attempts = 2) {
    const SolveStatus input = CheckSizeAndNumbers(problem_);
    if (input != SolveStatus::kSolved) return Refuse(input, solution);

    EquilibrateByPowersOfTwo(problem_.A, n_, work_.row_scale, work_.col_scale);
    BringMachinesToOneSize();
    solution.pivots = 0;
    SolveStatus status = SolveStatus::kInaccurate;
    // at most 8
    for (int attempt = first; attempt < first + attempts && status != SolveStatus::kSolved; ++attempt) {
      if (attempt > first && solution.pivots >= pivot_budget) break;
      // Each attempt has another d, so that it takes another path.
      tableau_.Fill(problem_, work_.row_scale, work_.col_scale, attempt);
      const SolveStatus outcome = FollowPath(pivot_budget, solution);
      ReadBasis(solution);
      status = Judge(outcome, solution);
    }
    return status;
  }

 private:
  // Found on 10,000 contact problems of 24 to 96 rows, boxes on 4, 8 and 16 points and a
  // legged body, as the values between which failures were fewest; a decade either way
  // changes little in double. In float the three crowd each other.
  static constexpr bool kIsFloat = sizeof(Scalar) == 4;
  // A ratio ties where it is within this share of the largest |b| of the smallest.
  static constexpr Scalar kTieTolerance = Scalar(kIsFloat ? 32 : 4096) * kEpsilon<Scalar>;
  // Entries of B⁻¹ over the pivot that differ by less are equal.
  static constexpr Scalar kLexicographicTolerance = static_cast<Scalar>(kIsFloat ? 1e-4L : 1e-8L);
  // Entries of the entering column below this share of its largest are rounding errors.
  static constexpr Scalar kPivotTolerance = static_cast<Scalar>(kIsFloat ? 3e-4L : 1e-8L);

  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
  Scalar* Row(int i) { return tableau_.Row(i); }

  // Rows that nothing couples to the largest b get units of their own, else z₀ would drown them.
  void BringMachinesToOneSize() {
    constexpr int kMost = 60;  // binary digits
    Scalar largest = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      work_.value[i] = problem_.b[i] * work_.row_scale[i];
      largest = Max(largest, Abs(work_.value[i]));
    }
    CoupledSizes<Scalar, kCapacity> sizes(problem_.A, work_.value, work_.value, n_);
    for (int i = 0; i < n_; ++i) {
      const Scalar own = sizes.LargestB(i);
      if (!(own > Scalar(0))) continue;
      const int digits = Min(BinaryExponent(largest) - BinaryExponent(own), kMost);
      work_.row_scale[i] *= PowerOfTwo<Scalar>(digits);
      work_.col_scale[i] *= PowerOfTwo<Scalar>(-digits);
    }
  }

  // From the first pivot to where z₀ leaves, along almost complementary bases.
  SolveStatus FollowPath(int pivot_budget, Solution& solution) {
    int row = FirstLeavingRow();
    if (row < 0) return SolveStatus::kSolved;
    int column = n_;                          // z₀
    while (solution.pivots < pivot_budget) {  // at most 3 * kCapacity, spends budget
      const int left = tableau_.Pivot(row, column);
      ++solution.pivots;
      if (left == 2 * n_) return SolveStatus::kSolved;
      column = tableau_.Place(tableau_.Complement(left));
      row = LeavingRow(column);
      if (row < 0) return SolveStatus::kRay;
    }
    return SolveStatus::kPivotBudget;
  }

  // The lexicographically smallest row of (b, I) over d: the lowest, of several the last.
  // −1 where b ≥ 0, so that z = 0 is the solution. Sets the size of the values.
  int FirstLeavingRow() {
    int row = -1;
    Scalar lowest = Scalar(0);
    value_size_ = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      const Scalar value = tableau_.Value(i) / -Row(i)[n_];
      value_size_ = Max(value_size_, Abs(value));
      if (value < Scalar(0) && value <= lowest) {
        lowest = value;
        row = i;
      }
    }
    return row;
  }

  // Ratio test; −1 on an unbounded ray.
  int LeavingRow(int column) {
    Scalar largest = Scalar(0);
    for (int i = 0; i < n_; ++i) largest = Max(largest, Abs(Row(i)[column]));
    const Scalar floor = kPivotTolerance * largest;

    // Harris: the smallest ratio when every value may be off by the slack.
    const Scalar slack = kTieTolerance * value_size_;
    Scalar bound = kInfinity<Scalar>;
    int least = -1;
    for (int i = 0; i < n_; ++i) {
      const Scalar* const row = Row(i);
      if (!(row[column] > floor)) continue;
      const Scalar ratio = (Max(row[n_ + 1], Scalar(0)) + slack) / row[column];
      if (!(ratio < bound)) continue;
      bound = ratio;
      least = i;
    }
    if (least < 0) return -1;

    int count = 0;  // count at most kCapacity
    for (int i = 0; i < n_; ++i) {
      const Scalar* const row = Row(i);
      if (!(row[column] > floor) || row[n_ + 1] > bound * row[column]) continue;
      if (tableau_.Basic(i) == 2 * n_) return i;
      work_.tied[Index(count++)] = static_cast<std::int16_t>(i);
    }
    if (count == 0) return least;  // where rounding is more than the slack
    return count == 1 ? work_.tied[0] : LexicographicMinimum(column, count);
  }

  // Of the tied rows the one with the smallest row of B⁻¹ over its pivot, compared
  // column by column; rows that fall behind drop out. Rows of a basis differ, so one stays.
  int LexicographicMinimum(int column, int count) {
    for (int k = 0; k < n_ && count > 1; ++k) {  // at most kCapacity
      const int place = tableau_.Place(k);
      Scalar best = kInfinity<Scalar>;
      for (int t = 0; t < count; ++t) {
        const int i = work_.tied[Index(t)];
        best = Min(best, tableau_.InverseEntry(i, place) / Row(i)[column]);
      }
      const Scalar bound = best + kLexicographicTolerance * Max(Abs(best), Scalar(1));
      int kept = 0;
      for (int t = 0; t < count; ++t) {
        const int i = work_.tied[Index(t)];
        if (tableau_.InverseEntry(i, place) / Row(i)[column] <= bound) {
          work_.tied[Index(kept++)] = static_cast<std::int16_t>(i);
        }
      }
      count = kept;
    }
    return work_.tied[0];
  }

  void ReadBasis(Solution& solution) {
    for (int i = 0; i < kCapacity; ++i) {
      solution.z[i] = Scalar(0);
      solution.w[i] = Scalar(0);
    }
    for (int i = 0; i < n_; ++i) {
      const int j = tableau_.Basic(i) - n_;
      if (j >= 0 && j < n_) solution.z[j] = Max(tableau_.Value(i), Scalar(0)) * work_.col_scale[j];
    }
  }

  SolveStatus Judge(SolveStatus outcome, Solution& solution) {
    Admit(problem_, solution.z);  // what overflowed is none
    ResidualCheck<Scalar> check = CheckSolution(problem_, solution.z, solution.w);
    if (!check.solved && outcome == SolveStatus::kSolved) {
      RefineBasis(solution);
      Admit(problem_, solution.z);
      check = CheckSolution(problem_, solution.z, solution.w);
      if (!check.solved) outcome = SolveStatus::kInaccurate;
    }
    solution.residual = check.residual;
    solution.status = check.solved ? SolveStatus::kSolved : outcome;
    return solution.status;
  }

  // z_α = −A_αα⁻¹ b_α for the basic z, from A itself, with one step of refinement.
  // Leaves z alone where A_αα is singular to working precision. The tableau is lost.
  void RefineBasis(Solution& solution) {
    constexpr int kStride = LemkeTableau<Scalar, kCapacity>::kStride;
    int count = 0;  // count at most kCapacity
    for (int j = 0; j < n_; ++j) {
      if (tableau_.Place(n_ + j) < 0) work_.tied[Index(count++)] = static_cast<std::int16_t>(j);
    }
    for (int r = 0; r < count; ++r) {
      const int i = work_.tied[Index(r)];
      for (int c = 0; c < count; ++c) {
        const int j = work_.tied[Index(c)];
        Row(r)[c] = problem_.A(i, j) * (work_.row_scale[i] * work_.col_scale[j]);
      }
      work_.value[r] = Scalar(0);
    }
    if (!FactorGeneral<Scalar, kCapacity>(Row(0), kStride, count, work_.swaps)) return;
    for (int pass = 0; pass < 2; ++pass) {
      for (int r = 0; r < count; ++r) {
        const int i = work_.tied[Index(r)];
        Scalar sum = problem_.b[i];
        for (int c = 0; c < count; ++c) sum += problem_.A(i, work_.tied[Index(c)]) * work_.value[c];
        work_.error[r] = -sum * work_.row_scale[i];
      }
      SolveFactored<Scalar, kCapacity>(Row(0), kStride, count, work_.swaps, work_.error.data());
      for (int c = 0; c < count; ++c) {
        work_.value[c] += work_.error[c] * work_.col_scale[work_.tied[Index(c)]];
      }
    }
    for (int c = 0; c < count; ++c) solution.z[work_.tied[Index(c)]] = Max(work_.value[c], Scalar(0));
  }

  const Problem& problem_;
  Workspace& work_;
  LemkeTableau<Scalar, kCapacity>& tableau_;
  int n_;  // at most kCapacity
  Scalar value_size_ = Scalar(0);
};

// Solves `problem`. Statuses: kSolved; kPivotBudget, kRay, kInaccurate (z is the last
// iterate with z₀ left out: no solution); kNotFinite, kBadSize (refused). problem.hpp
// says what `solution` holds. Two paths are tried, each with a d of its own.
// Cost: (n + 1)(n + 2) multiply-adds a pivot, one to three times n pivots on contact problems; exponentially
// many on made-up ones, hence the budget, by default 10 n + 50.
template <typename Scalar, int kCapacity>
SolveStatus SolveLemke(const LcpProblem<Scalar, kCapacity>& problem, const SolveOptions& options,
                       LemkeWorkspace<Scalar, kCapacity>& workspace,
                       LcpSolution<Scalar, kCapacity>& solution) {
  using Method = Lemke<Scalar, kCapacity>;
  return Method(problem, workspace).Solve(options.BudgetOr(Method::DefaultBudget(problem.size)), solution);
}

}  // namespace footing
