// Problem: w = A z + b, 0 ≤ w ⟂ z ≥ 0, A any square matrix. Made for the contact LCP of Tan, Siu and Liu
// (eq. 15): copositive, degenerate and not PSD, but solvable (Anitescu, Potra 1997).
// Method: Lemke's complementary pivoting on w = A z + b + d z₀ with covering vector d > 0 (Cottle, Pang and
// Stone, The Linear Complementarity Problem, algorithm 4.4.5). Ties are broken lexicographically
// (section 4.9), so the method ends. If z₀ ties, z₀ leaves.
// Departures:
//   * The tableau is condensed (lemke_tableau.hpp).
//   * Rows and columns are scaled by powers of two, so d consists of ones only in scaled units.
//   * Each machine that no entry couples to the others is scaled by one more power of two. Otherwise z₀ would
//     drown its small numbers.
//   * If rounding leads a path into a ray or to a wrong z, other paths with another d are tried, if the
//     budget allows. If z is wrong where such a path ends, it goes on from there with a new z₀. If the tableau's
//     z fails the check against A and b, the final basis is first factored again from A, in the memory of the
//     tableau.
#pragma once

#include <array>
#include <cstdint>

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

  // Every contact problem tried stays below this number of pivots.
  static constexpr int DefaultBudget(int size) { return 10 * Clamp(size, 0, 1 << 20) + 50; }

  Lemke(const Problem& problem, Workspace& workspace)
      : problem_(problem), work_(workspace), tableau_(workspace.tableau), n_(problem.size) {}

  // Tries the paths `first` to `first` + `attempts` − 1. Each path has its own d.
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
      // Each attempt has another d, so it takes another path.
      tableau_.Fill(problem_, work_.row_scale, work_.col_scale, attempt);
      SolveStatus outcome = FollowPath(pivot_budget, solution);
      bool solved = ReadBasis(solution);
      if (attempt > first && outcome == SolveStatus::kSolved && !solved) {
        tableau_.CoverAgain();
        outcome = GoOn(pivot_budget, solution);
        solved = ReadBasis(solution);
      }
      if (!solved && outcome == SolveStatus::kSolved) {
        RefineBasis(solution);
        solved = AdmitAndCheck(problem_, solution);
        if (!solved) outcome = SolveStatus::kInaccurate;
      }
      status = solution.status = solved ? SolveStatus::kSolved : outcome;
    }
    return status;
  }

 private:
  // With these values failures were fewest on 10,000 contact problems of 24 to 96 rows: boxes on 4, 8 and 16
  // points, and a legged body. A factor of ten either way changes little in double. In float the three values
  // leave each other little room.
  static constexpr bool kIsFloat = sizeof(Scalar) == 4;
  // Every value may be off by this share of the largest |b_i / d_i|. Ratios that agree within that tie.
  static constexpr Scalar kTieTolerance = Scalar(kIsFloat ? 32 : 4096) * kEpsilon<Scalar>;
  // Entries of B⁻¹, divided by the pivot, are equal if they differ by less than this.
  static constexpr Scalar kLexicographicTolerance = static_cast<Scalar>(kIsFloat ? 1e-4L : 1e-8L);
  // Entries of the entering column below this share of its largest entry are rounding errors.
  static constexpr Scalar kPivotTolerance = static_cast<Scalar>(kIsFloat ? 3e-4L : 1e-8L);

  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
  Scalar* Row(int i) { return tableau_.Row(i); }

  // Scales up the rows that nothing couples to the largest b. Otherwise z₀ would drown them.
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

  SolveStatus FollowPath(int pivot_budget, Solution& solution) {
    value_size_ = Scalar(0);
    for (int i = 0; i < n_; ++i) value_size_ = Max(value_size_, Abs(tableau_.Value(i) / Row(i)[n_]));
    return Pivot(FirstLeavingRow(n_), n_, pivot_budget, solution);
  }

  // The slack of the ratio test lets small values fall below zero beside large ones. A path from where the last
  // one ended makes up for it, with a slack of their own size.
  SolveStatus GoOn(int pivot_budget, Solution& solution) {
    const int column = tableau_.Place(2 * n_);
    const int row = FirstLeavingRow(column);
    if (row >= 0) value_size_ = Abs(tableau_.Value(row));
    return Pivot(row, column, pivot_budget, solution);
  }

  // Goes along almost complementary bases. In the first pivot z₀ in `column` replaces the variable of `row`, in
  // the last it leaves.
  SolveStatus Pivot(int row, int column, int pivot_budget, Solution& solution) {
    if (row < 0) return SolveStatus::kSolved;
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

  // The lexicographically smallest row of (b, I) over d: the row with the lowest value, on a tie the last.
  // Returns −1 if b ≥ 0; then z = 0 is the solution. d has its negative in `column`.
  int FirstLeavingRow(int column) {
    int row = -1;
    Scalar lowest = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      const Scalar value = tableau_.Value(i) / -Row(i)[column];
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

    // Harris: the smallest ratio if every value may be off by the slack.
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
    if (count == 0) return least;  // if rounding is larger than the slack
    return count == 1 ? work_.tied[0] : LexicographicMinimum(column, count);
  }

  // Among the tied rows, the one with the smallest row of B⁻¹ over its pivot, compared column by column. Rows
  // that fall behind drop out. The rows of B⁻¹ differ, so one remains.
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

  // Writes the z of the present basis, and judges it. True: it solves the problem.
  bool ReadBasis(Solution& solution) {
    for (int i = 0; i < kCapacity; ++i) {
      solution.z[i] = Scalar(0);
      solution.w[i] = Scalar(0);
    }
    for (int i = 0; i < n_; ++i) {
      const int j = tableau_.Basic(i) - n_;
      if (j >= 0 && j < n_) solution.z[j] = Max(tableau_.Value(i), Scalar(0)) * work_.col_scale[j];
    }
    return AdmitAndCheck(problem_, solution);
  }

  // Finds z_α = −A_αα⁻¹ b_α for the basic z from A itself, with two steps of refinement whose residuals have no
  // rounding errors. Leaves z as it is if A_αα is singular to working precision. Overwrites the tableau.
  void RefineBasis(Solution& solution) {
    constexpr int kPasses = 3;
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
    for (int pass = 0; pass < kPasses; ++pass) {
      for (int r = 0; r < count; ++r) {
        const int i = work_.tied[Index(r)];
        ErrorFreeSum<Scalar> sum;
        sum.Add(problem_.b[i]);
        for (int c = 0; c < count; ++c) sum.AddProduct(problem_.A(i, work_.tied[Index(c)]), work_.value[c]);
        work_.error[r] = -sum.Value() * work_.row_scale[i];
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

// Solves `problem`. problem.hpp says what `solution` holds for each status:
//   kSolved;
//   kPivotBudget, kRay, kInaccurate: no solution was found. z is the last iterate, without z₀;
//   kNotFinite, kBadSize: refused.
// Two paths are tried, each with its own d. Cost: (n + 1)(n + 2) multiply-adds per pivot. Contact problems
// need one to three times n pivots. Constructed problems may need exponentially many, so there is a budget.
// The default budget is 10 n + 50.
template <typename Scalar, int kCapacity>
SolveStatus SolveLemke(const LcpProblem<Scalar, kCapacity>& problem, const SolveOptions& options,
                       LemkeWorkspace<Scalar, kCapacity>& workspace,
                       LcpSolution<Scalar, kCapacity>& solution) {
  using Method = Lemke<Scalar, kCapacity>;
  return Method(problem, workspace).Solve(options.BudgetOr(Method::DefaultBudget(problem.size)), solution);
}

}  // namespace footing
