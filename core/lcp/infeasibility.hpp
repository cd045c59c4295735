// Problem: prove that a complementarity problem has no solution because even its linear
// conditions cannot be met: z within its bounds, w_i ≥ 0 where hi_i = ∞, w_i ≤ 0 where
// lo_i = −∞, coupled rows within ±|hi z_k|.
// Method: Farkas' y (infeasibility_check.hpp) is looked for by the first phase of the simplex
// method on w = A z + b in the condensed tableau, bounded variables (Chvátal, Linear
// Programming, chapter 8): where it ends above zero, its reduced costs are y.
// Departures: coupled rows with lo_k ≥ 0 enter as s = z_i + μ z_k ≥ 0, 2 μ z_k − s ≥ 0; the search
// is repeated on conditions loosened by a rounding, whose y has room for one; y is also tried
// as fractions of small denominators. CheckInfeasible alone decides, and shares no code with the search.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/infeasibility_check.hpp"
#include "core/lcp/problem.hpp"
#include "core/lcp/scaling.hpp"
#include "core/linalg/row_update.hpp"

namespace footing {

template <typename Scalar, int kCapacity>
struct InfeasibilityWorkspace {
  int pivots = 0;                      // of the last search
  BoundedVector<Scalar, kCapacity> y;  // the proof, where there is one
  BoundedMatrix<Scalar, kCapacity> tableau;
  BoundedVector<Scalar, kCapacity> row_scale;
  BoundedVector<Scalar, kCapacity> col_scale;
  BoundedVector<Scalar, kCapacity> gain;       // what a column's growth takes off the infeasibility
  BoundedVector<Scalar, kCapacity> gain_size;  // Σ of its terms' magnitudes
  BoundedVector<Scalar, kCapacity> raw;        // y as the search leaves it
  BoundedVector<Scalar, kCapacity> value;      // of the basic variables
  BoundedVector<Scalar, kCapacity> resting;    // of the nonbasic ones
  std::array<RowBounds<Scalar>, static_cast<unsigned>(2 * kCapacity)> bounds;  // z, then w
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> basic;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> nonbasic;
};

// The search. Variables 0 … n−1 are z (s of coupled rows), n … 2n−1 are w (2 μ z_k − s).
template <typename Problem, typename Scalar, int kCapacity>
class InfeasibilitySearch {
 public:
  using Workspace = InfeasibilityWorkspace<Scalar, kCapacity>;

  InfeasibilitySearch(const Problem& problem, Workspace& workspace)
      : problem_(problem), work_(workspace), n_(problem.size) {}

  bool Run(int budget) {
    work_.pivots = 0;
    EquilibrateByPowersOfTwo(problem_.A, n_, work_.row_scale, work_.col_scale);
    for (const Scalar loosened :
         {Scalar(0), Scalar(4096) * kEpsilon<Scalar>, kIsFloat ? Scalar(0.01L) : Scalar(1e-7L)}) {
      if (!FindBounds()) return false;
      FillTableau(loosened);
      if (!Minimize(budget)) return false;
      ReadProof();
      if (TryProofs()) return true;
    }
    return false;
  }

 private:
  static constexpr bool kIsFloat = sizeof(Scalar) == 4;
  // Of the largest constant: what is not yet infeasible. Of a sum's terms: what is no gain.
  static constexpr Scalar kValueTolerance = static_cast<Scalar>(kIsFloat ? 1e-4L : 1e-9L);
  static constexpr Scalar kGainTolerance = static_cast<Scalar>(kIsFloat ? 1e-4L : 1e-9L);
  static constexpr Scalar kPivotTolerance = static_cast<Scalar>(kIsFloat ? 1e-4L : 1e-9L);
  static constexpr Scalar kWholeTolerance = static_cast<Scalar>(kIsFloat ? 1e-4L : 1e-9L);
  static constexpr Scalar kLargestDenominator = static_cast<Scalar>(kIsFloat ? 1e3L : 1e7L);

  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
  Scalar* Row(int i) { return work_.tableau.data() + i * kCapacity; }
  int Normal(int i) const { return CouplingOf(problem_, i); }
  bool Paired(int i) const { return Normal(i) >= 0 && BoundsOf(problem_, Normal(i)).lo >= Scalar(0); }
  RowBounds<Scalar>& Bounds(int variable) { return work_.bounds[Index(variable)]; }

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
      Bounds(i) = {z.lo / work_.col_scale[i], z.hi / work_.col_scale[i]};
      Bounds(n_ + i) = {w.lo, w.hi};
    }
    return true;
  }

  // Values of z at the bound nearest to 0; conditions on unbounded sides loosened by the share.
  void FillTableau(Scalar loosened) {
    size_ = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      Scalar* const row = Row(i);
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
      const RowBounds<Scalar> w = Bounds(n_ + i);
      const bool one_sided = !Paired(i) && w.lo != w.hi && (w.lo == Scalar(0) || w.hi == Scalar(0));
      if (one_sided && loosened > Scalar(0)) {
        const Scalar sign = w.lo == Scalar(0) ? loosened : -loosened;
        for (int j = 0; j < n_; ++j) {
          const RowBounds<Scalar> z = Bounds(j);
          const bool below = IsFinite(z.lo) && !IsFinite(z.hi);
          const bool above = IsFinite(z.hi) && !IsFinite(z.lo);
          row[j] += below ? sign : (above ? -sign : Scalar(0));
        }
        constant += sign * Abs(constant);
      }
      work_.value[i] = constant;
      size_ = Max(size_, Abs(constant));
      work_.basic[Index(i)] = static_cast<std::int16_t>(n_ + i);
      work_.nonbasic[Index(i)] = static_cast<std::int16_t>(i);
      work_.resting[i] = Clamp(Scalar(0), Bounds(i).lo, Bounds(i).hi);
      size_ = Max(size_, Abs(work_.resting[i]));
    }
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) work_.value[i] += Row(i)[j] * work_.resting[j];
    }
  }

  // −1 below its bounds, 1 above, 0 inside.
  int Outside(int row) {
    const RowBounds<Scalar> bounds = Bounds(work_.basic[Index(row)]);
    const Scalar slack = kValueTolerance * size_;
    return work_.value[row] < bounds.lo - slack ? -1 : (work_.value[row] > bounds.hi + slack ? 1 : 0);
  }

  // True where the least sum of infeasibilities is reached and is not zero.
  bool Minimize(int budget) {
    for (;;) {
      if (!FindGains()) return false;
      const int column = Entering();
      if (column < 0) return true;
      if (work_.pivots >= budget) return false;
      ++work_.pivots;
      if (!Step(column)) return false;
    }
  }

  // False where all basic variables are within their bounds.
  bool FindGains() {
    bool outside = false;
    for (int j = 0; j < n_; ++j) {
      work_.gain[j] = Scalar(0);
      work_.gain_size[j] = Scalar(0);
    }
    for (int i = 0; i < n_; ++i) {
      const int side = Outside(i);
      if (side == 0) continue;
      outside = true;
      const Scalar* const row = Row(i);
      for (int j = 0; j < n_; ++j) {
        work_.gain[j] -= static_cast<Scalar>(side) * row[j];
        work_.gain_size[j] += Abs(row[j]);
      }
    }
    return outside;
  }

  // Above what rounding leaves; the scaled entries of A are about 1.
  bool Gains(int column) const {
    return Abs(work_.gain[column]) > kGainTolerance * (Scalar(1) + work_.gain_size[column]);
  }

  // The column of the largest gain, after 2 n pivots the variable of the lowest number
  // (Bland); −1 where none gains.
  int Entering() {
    int best = -1;
    Scalar largest = Scalar(0);
    for (int j = 0; j < n_; ++j) {
      const Scalar gain = work_.gain[j];
      if (!Gains(j)) continue;
      const RowBounds<Scalar> bounds = Bounds(work_.nonbasic[Index(j)]);
      const bool can = gain > Scalar(0) ? work_.resting[j] < bounds.hi : work_.resting[j] > bounds.lo;
      if (!can) continue;
      const bool better = work_.pivots < 2 * n_
                              ? Abs(gain) > largest
                              : best < 0 || work_.nonbasic[Index(j)] < work_.nonbasic[Index(best)];
      if (better) {
        best = j;
        largest = Abs(gain);
      }
    }
    return best;
  }

  // Moves the column's variable until it or a basic one meets a bound. False where none does.
  bool Step(int column) {
    const Scalar direction = work_.gain[column] > Scalar(0) ? Scalar(1) : Scalar(-1);
    const RowBounds<Scalar> own = Bounds(work_.nonbasic[Index(column)]);
    Scalar largest = Scalar(0);
    for (int i = 0; i < n_; ++i) largest = Max(largest, Abs(Row(i)[column]));
    Scalar bound = kInfinity<Scalar>;  // Harris: where every bound may be passed by the slack
    const Scalar slack = kValueTolerance * size_;
    for (int i = 0; i < n_; ++i) {
      const Scalar rate = direction * Row(i)[column];
      if (!(Abs(rate) > kPivotTolerance * largest)) continue;
      bound = Min(bound, (Room(i, rate) + slack) / Abs(rate));
    }
    int row = -1;
    Scalar pivot = Scalar(0);
    Scalar length = own.hi - own.lo;
    for (int i = 0; i < n_; ++i) {
      const Scalar rate = direction * Row(i)[column];
      if (!(Abs(rate) > kPivotTolerance * largest) || !(Room(i, rate) <= bound * Abs(rate))) continue;
      if (!IsFinite(Room(i, rate)) || Abs(rate) <= pivot) continue;
      pivot = Abs(rate);
      row = i;
    }
    if (row >= 0) {
      const Scalar reached = Room(row, direction * Row(row)[column]) / pivot;
      if (!(reached < length)) row = -1;
      length = Min(length, reached);
    }
    if (!IsFinite(length)) return false;
    Scalar target = Scalar(0);
    if (row >= 0) target = Target(row, direction * Row(row)[column]);
    for (int i = 0; i < n_; ++i) work_.value[i] += direction * length * Row(i)[column];
    work_.resting[column] += direction * length;
    if (row >= 0) {
      Pivot(row, column, target);
    } else {
      work_.resting[column] = direction > Scalar(0) ? own.hi : own.lo;
    }
    return true;
  }

  // The bound that a basic variable meets when it moves at `rate`: one outside stops where it
  // gets inside.
  Scalar Target(int row, Scalar rate) {
    const RowBounds<Scalar> bounds = Bounds(work_.basic[Index(row)]);
    const int side = Outside(row);
    if (rate > Scalar(0)) return side < 0 ? bounds.lo : (side > 0 ? kInfinity<Scalar> : bounds.hi);
    return side > 0 ? bounds.hi : (side < 0 ? -kInfinity<Scalar> : bounds.lo);
  }

  Scalar Room(int row, Scalar rate) {
    const Scalar target = Target(row, rate);
    return Max(rate > Scalar(0) ? target - work_.value[row] : work_.value[row] - target, Scalar(0));
  }

  // value_r = T_rc x_c + …  →  x_c = (value_r − …) / T_rc.
  void Pivot(int row, int column, Scalar target) {
    Scalar* const pivot_row = Row(row);
    const Scalar inverse = Scalar(1) / pivot_row[column];
    for (int j = 0; j < n_; ++j) pivot_row[j] *= -inverse;
    pivot_row[column] = inverse;
    for (int i = 0; i < n_; ++i) {
      Scalar* const other = Row(i);
      const Scalar factor = other[column];
      if (i == row || factor == Scalar(0)) continue;
      other[column] = Scalar(0);
      SubtractMultiple(-factor, pivot_row, other, n_);
    }
    work_.value[row] = work_.resting[column];
    work_.resting[column] = target;
    const std::int16_t left = work_.basic[Index(row)];
    work_.basic[Index(row)] = work_.nonbasic[Index(column)];
    work_.nonbasic[Index(column)] = left;
  }

  // Σ over the infeasible of ±x_B less the gains' combination of x_N is a combination of the
  // rows w − A z = b; its weights, the coefficients of w, are y.
  void ReadProof() {
    for (int i = 0; i < n_; ++i) work_.raw[i] = Scalar(0);
    for (int r = 0; r < n_; ++r) {
      const int row = work_.basic[Index(r)] - n_;
      if (row >= 0) work_.raw[row] = -static_cast<Scalar>(Outside(r));
      const int column = work_.nonbasic[Index(r)] - n_;
      if (column < 0) continue;
      work_.raw[column] = Gains(r) ? -work_.gain[r] : Scalar(0);
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
    return MakeWhole() && CheckInfeasible(problem_, work_.y);
  }

  // Fractions of small denominators, which continued fractions find, over a common one.
  bool MakeWhole() {
    Scalar multiple = Scalar(0);
    for (int i = 0; i < n_; ++i) multiple = Max(multiple, Abs(work_.raw[i]));
    if (!(multiple > Scalar(0))) return false;
    multiple = Scalar(1) / multiple;
    Scalar denominator = Scalar(1);
    for (int i = 0; i < n_; ++i) {
      const Scalar q = Denominator(work_.raw[i] * multiple);
      if (q == Scalar(0)) return false;
      multiple *= q;
      denominator *= q;
      if (denominator > kLargestDenominator) return false;
    }
    for (int i = 0; i < n_; ++i) work_.y[i] = Rounded(work_.raw[i] * multiple);
    return true;
  }

  // The least of the continued fraction's denominators that makes x nearly whole; 0 where none does.
  static Scalar Denominator(Scalar x) {
    Scalar before = Scalar(0);
    Scalar q = Scalar(1);
    Scalar rest = Abs(x) - Rounded(Abs(x));
    for (int step = 0; step < 16 && q < kLargestDenominator; ++step) {
      if (Abs(x * q - Rounded(x * q)) <= kWholeTolerance * (Scalar(1) + Abs(x * q))) return q;
      const Scalar inverse = Scalar(1) / rest;
      const Scalar whole = Rounded(inverse);
      rest = inverse - whole;
      const Scalar next = Abs(whole * q + before);
      before = whole * q + before < Scalar(0) ? -q : q;
      q = next;
    }
    return Scalar(0);
  }

  // To the nearest whole number; larger ones than the mantissa holds are whole.
  static Scalar Rounded(Scalar x) {
    constexpr Scalar kWhole = Scalar(1) / kEpsilon<Scalar>;
    if (!(Abs(x) < kWhole)) return x;
    const Scalar up = x < Scalar(0) ? -kWhole : kWhole;
    return (x + up) - up;
  }

  const Problem& problem_;
  Workspace& work_;
  int n_;
  Scalar size_ = Scalar(0);
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
