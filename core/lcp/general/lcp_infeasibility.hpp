// Problem: prove that a complementarity problem has no solution because even its linear
// conditions cannot be met: z within its bounds, w_i ≥ 0 where hi_i = ∞, w_i ≤ 0 where
// lo_i = −∞, coupled rows within ±|hi z_k|.
// Method: Farkas' y (infeasibility_check.hpp) is looked for by the first phase of the simplex
// method on w = A z + b (phase_one.hpp): where it ends above zero, its reduced costs are y; before and after
// it, one row of the tableau that no variable can bring within its bounds gives a y of fewer entries.
// Departures: coupled rows with lo_k ≥ 0 enter as s = z_i + μ z_k ≥ 0, 2 μ z_k − s ≥ 0; the search
// is repeated on conditions loosened by a rounding, whose y has room for one; y is also tried
// as fractions of small denominators. CheckInfeasible alone decides, and shares no code with the search.
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

// The search. Variables 0 … n−1 are z (s of coupled rows), n … 2n−1 are w (2 μ z_k − s).
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

  // In scaled units. False where a variable has no bounds to be within.
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

  // Conditions on unbounded sides loosened by the share.
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

  // Of single rows: FindGains of one alone, and no column to enter.
  bool TryRows() {
    for (int r = 0; r < n_; ++r) {
      if (!simplex_.FindGains(r, r + 1) || simplex_.Entering(0) >= 0) continue;
      ReadProof(r, r + 1);
      if (TryProofs()) return true;
    }
    return false;
  }

  // Σ over the infeasible of rows `from` to `to` of ±x_B less the gains' combination of x_N is a combination
  // of the rows w − A z = b; its weights, the coefficients of w, are y.
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

  // y as it is, then as whole numbers.
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

// Looks for a proof that `problem` (LcpProblem, BoxedLcpProblem, CoupledBoxProblem, found good
// by its solver) has no solution. True: workspace.y is one, and CheckInfeasible says so. False:
// not found, within the budget or at all: most unsolvable problems meet their linear
// conditions. n² multiply-adds a pivot, about n pivots, three times at most.
template <typename Problem, typename Scalar, int kCapacity>
bool ProveInfeasible(const Problem& problem, int pivot_budget,
                     InfeasibilityWorkspace<Scalar, kCapacity>& workspace) {
  return InfeasibilitySearch<Problem, Scalar, kCapacity>(problem, workspace).Run(pivot_budget);
}

}  // namespace footing
