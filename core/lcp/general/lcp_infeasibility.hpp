// Problem: prove that a complementarity problem has no solution because even its linear conditions cannot be
// met. These conditions are: z within its bounds, w_i ≥ 0 if hi_i = ∞, w_i ≤ 0 if lo_i = −∞, coupled rows
// within ±|hi z_k|.
// Method: the first phase of the simplex method on w = A z + b (phase_one.hpp) searches for Farkas' y
// (infeasibility_check.hpp). If it ends above zero, its reduced costs are y. Before and after it, single rows
// of the tableau are tried. A row that no variable can bring within its bounds gives a y with fewer entries.
// Departures: coupled rows with lo_k ≥ 0 enter as s = z_i + μ z_k ≥ 0 and 2 μ z_k − s ≥ 0. The search is
// repeated on conditions that are loosened by a rounding, so that y leaves room for one. y is also tried as
// fractions with small denominators. Only CheckInfeasible decides, and it shares no code with the search.
#pragma once

#include "core/lcp/general/infeasibility_check.hpp"
#include "core/lcp/general/phase_one.hpp"
#include "core/lcp/general/whole_ratios.hpp"
#include "core/lcp/scaling.hpp"

namespace footing {

template <typename Scalar, int kCapacity>
struct InfeasibilityWorkspace {
  int pivots = 0;                      // of the last search
  BoundedVector<Scalar, kCapacity> y;  // the proof, where there is one
  PhaseOne<Scalar, kCapacity> simplex;
  BoundedVector<Scalar, kCapacity> row_scale;
  BoundedVector<Scalar, kCapacity> col_scale;
  BoundedVector<Scalar, kCapacity> raw;  // y as the search leaves it
};

// The search. Variables 0 … n−1 are z, or s in coupled rows. Variables n … 2n−1 are w, or 2 μ z_k − s.
template <typename Problem, typename Scalar, int kCapacity>
class InfeasibilitySearch {
 public:
  using Workspace = InfeasibilityWorkspace<Scalar, kCapacity>;

  InfeasibilitySearch(const Problem& problem, Workspace& workspace)
      : problem_(problem), work_(workspace), simplex_(workspace.simplex), n_(problem.size) {}

  bool Run(int budget) {
    work_.pivots = 0;
    EquilibrateByPowersOfTwo(problem_.A, n_, work_.row_scale, work_.col_scale);
    for (const Scalar loosened :
         {Scalar(0), Scalar(4096) * kEpsilon<Scalar>, kIsFloat ? Scalar(0.01L) : Scalar(1e-7L)}) {
      if (!FindBounds()) return false;
      FillTableau(loosened);
      simplex_.Start(n_);
      if (TryRows()) return true;
      const bool optimal = simplex_.Minimize(budget, &work_.pivots);
      if (TryRows()) return true;
      if (!optimal || !simplex_.FindGains(0, n_)) return false;
      ReadProof(0, n_);
      if (TryProofs()) return true;
    }
    return false;
  }

 private:
  static constexpr bool kIsFloat = sizeof(Scalar) == 4;

  int Normal(int i) const { return CouplingOf(problem_, i); }
  bool Paired(int i) const { return Normal(i) >= 0 && BoundsOf(problem_, Normal(i)).lo >= Scalar(0); }

  // Sets the bounds in scaled units. False if the bounds of a variable leave no value.
  bool FindBounds() {
    for (int i = 0; i < n_; ++i) {
      RowBounds<Scalar> z = BoundsOf(problem_, i);
      RowBounds<Scalar> w{z.hi == kInfinity<Scalar> ? Scalar(0) : -kInfinity<Scalar>,
                          z.lo == -kInfinity<Scalar> ? Scalar(0) : kInfinity<Scalar>};
      if (Paired(i)) {
        z = {Scalar(0), kInfinity<Scalar>};
        w = z;
      } else if (Normal(i) >= 0) {
        const RowBounds<Scalar> normal = BoundsOf(problem_, Normal(i));
        const Scalar mu = CouplingFactor(problem_, i);
        const Scalar reach = mu == Scalar(0) ? mu : mu * Max(Abs(normal.lo), Abs(normal.hi));
        z = {-reach, reach};
        w = {-kInfinity<Scalar>, kInfinity<Scalar>};
      }
      if (z.lo > z.hi) return false;
      simplex_.Bounds(i) = {z.lo / work_.col_scale[i], z.hi / work_.col_scale[i]};
      simplex_.Bounds(n_ + i) = {w.lo, w.hi};
    }
    return true;
  }

  // Fills the tableau. One-sided conditions on w are loosened by the share `loosened`.
  void FillTableau(Scalar loosened) {
    for (int i = 0; i < n_; ++i) {
      Scalar* const row = simplex_.Row(i);
      const Scalar scale = work_.row_scale[i];
      Scalar constant = problem_.b[i] * scale;
      for (int j = 0; j < n_; ++j) row[j] = problem_.A(i, j) * (scale * work_.col_scale[j]);
      for (int f = 0; f < n_; ++f) {
        const int k = Normal(f);
        if (Paired(f))
          row[k] -= problem_.A(i, f) * (scale * work_.col_scale[k]) * CouplingFactor(problem_, f);
      }
      if (Paired(i)) {
        for (int j = 0; j < n_; ++j) row[j] = Scalar(0);
        row[Normal(i)] =
            Scalar(2) * CouplingFactor(problem_, i) * work_.col_scale[Normal(i)] / work_.col_scale[i];
        row[i] = Scalar(-1);
        constant = Scalar(0);
      }
      const RowBounds<Scalar> w = simplex_.Bounds(n_ + i);
      const bool one_sided = !Paired(i) && w.lo != w.hi && (w.lo == Scalar(0) || w.hi == Scalar(0));
      if (one_sided && loosened > Scalar(0)) {
        const Scalar sign = w.lo == Scalar(0) ? loosened : -loosened;
        for (int j = 0; j < n_; ++j) {
          const RowBounds<Scalar> z = simplex_.Bounds(j);
          const bool below = IsFinite(z.lo) && !IsFinite(z.hi);
          const bool above = IsFinite(z.hi) && !IsFinite(z.lo);
          row[j] += below ? sign : (above ? -sign : Scalar(0));
        }
        constant += sign * Abs(constant);
      }
      simplex_.Constant(i) = constant;
    }
  }

  // Tries each single row whose own gains (FindGains for this row alone) leave no column to enter.
  bool TryRows() {
    for (int r = 0; r < n_; ++r) {
      if (!simplex_.FindGains(r, r + 1) || simplex_.Entering(0) >= 0) continue;
      ReadProof(r, r + 1);
      if (TryProofs()) return true;
    }
    return false;
  }

  // The sum of ±x_B over the infeasible rows from `from` to `to` − 1, less the combination of x_N that the
  // gains give, is a combination of the rows w − A z = b. Its weights are the coefficients of w. They are y.
  void ReadProof(int from, int to) {
    for (int i = 0; i < n_; ++i) work_.raw[i] = Scalar(0);
    for (int r = 0; r < n_; ++r) {
      const int row = simplex_.Basic(r) - n_;
      if (row >= 0 && r >= from && r < to) work_.raw[row] = -static_cast<Scalar>(simplex_.Outside(r));
      const int column = simplex_.Nonbasic(r) - n_;
      if (column >= 0) work_.raw[column] = simplex_.ReducedCost(r);
    }
    for (int i = 0; i < n_; ++i) {
      const bool about_w = Normal(i) < 0;  // 2 μ z_k ≥ s is no condition on w
      work_.raw[i] = about_w ? work_.raw[i] * work_.row_scale[i] : Scalar(0);
    }
  }

  // Tries y as it is, then as whole numbers.
  bool TryProofs() {
    for (int i = 0; i < n_; ++i) work_.y[i] = work_.raw[i];
    if (CheckInfeasible(problem_, work_.y)) return true;
    return FindWholeRatios(work_.raw, n_, &work_.y) && CheckInfeasible(problem_, work_.y);
  }

  const Problem& problem_;
  Workspace& work_;
  PhaseOne<Scalar, kCapacity>& simplex_;
  int n_;
};

// Looks for a proof that `problem` has no solution. `problem` is an LcpProblem, a BoxedLcpProblem or a
// CoupledBoxProblem that its solver has checked. True: workspace.y is a proof, and CheckInfeasible confirms
// it. False: no proof was found. Either the budget ended, or there is none: most unsolvable problems meet
// their linear conditions. Cost: n² multiply-adds per pivot, about n pivots, up to three times.
template <typename Problem, typename Scalar, int kCapacity>
bool ProveInfeasible(const Problem& problem, int pivot_budget,
                     InfeasibilityWorkspace<Scalar, kCapacity>& workspace) {
  return InfeasibilitySearch<Problem, Scalar, kCapacity>(problem, workspace).Run(pivot_budget);
}

}  // namespace footing
