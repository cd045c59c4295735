// Problem: x_B = T x_N, every variable within its bounds. If this is impossible, find the least sum of the
// distances of the basic variables from their bounds.
// Method: the first phase of the simplex method in a condensed tableau with bounded variables (Chvátal,
// Linear Programming, chapter 8). Two passes find the pivot row (Harris 1973). After 2 n pivots the variables
// with the lowest numbers are chosen (Bland).
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/problem.hpp"
#include "core/linalg/row_update.hpp"

namespace footing {

// Variables 0 … n−1 begin nonbasic, n … 2n−1 begin basic. The caller fills the rows, Constant and Bounds
// before Start.
template <typename Scalar, int kCapacity>
class PhaseOne {
 public:
  Scalar* Row(int i) { return tableau_.data() + i * kCapacity; }
  Scalar& Constant(int i) { return value_[i]; }
  RowBounds<Scalar>& Bounds(int variable) { return bounds_[Index(variable)]; }

  // Puts each nonbasic variable at 0, or at its bound nearest to 0.
  void Start(int size) {
    n_ = size;
    size_ = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      basic_[Index(i)] = static_cast<std::int16_t>(n_ + i);
      nonbasic_[Index(i)] = static_cast<std::int16_t>(i);
      resting_[i] = Clamp(Scalar(0), Bounds(i).lo, Bounds(i).hi);
      size_ = Max(size_, Max(Abs(value_[i]), Abs(resting_[i])));
    }
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) value_[i] += Row(i)[j] * resting_[j];
    }
  }

  // True: the least sum is reached and is not zero. Adds to *pivots, up to `budget`. n² multiply-adds per
  // pivot.
  bool Minimize(int budget, int* pivots) {
    for (;;) {  // at most budget + 1
      if (!FindGains(0, n_)) return false;
      const int column = Entering(*pivots);
      if (column < 0) return true;
      if (*pivots >= budget) return false;
      ++*pivots;
      if (!Step(column)) return false;
    }
  }

  // Finds the gains for the basic variables of rows `from` to `to` − 1. False if all are within their bounds.
  bool FindGains(int from, int to) {
    bool outside = false;
    for (int j = 0; j < n_; ++j) {
      gain_[j] = Scalar(0);
      gain_size_[j] = Scalar(0);
    }
    for (int i = from; i < to; ++i) {
      const int side = Outside(i);
      if (side == 0) continue;
      outside = true;
      const Scalar* const row = Row(i);
      for (int j = 0; j < n_; ++j) {
        gain_[j] -= static_cast<Scalar>(side) * row[j];
        gain_size_[j] += Abs(row[j]);
      }
    }
    return outside;
  }

  // The column with the largest gain. After 2 n pivots of all searches together, the column whose variable
  // has the lowest number (Bland). −1 if no column gains.
  int Entering(int pivots) {
    int best = -1;
    Scalar largest = Scalar(0);
    for (int j = 0; j < n_; ++j) {
      const Scalar gain = gain_[j];
      if (!Gains(j)) continue;
      const RowBounds<Scalar> bounds = Bounds(nonbasic_[Index(j)]);
      const bool can = gain > Scalar(0) ? resting_[j] < bounds.hi : resting_[j] > bounds.lo;
      if (!can) continue;
      const bool better =
          pivots < 2 * n_ ? Abs(gain) > largest : best < 0 || nonbasic_[Index(j)] < nonbasic_[Index(best)];
      if (better) {
        best = j;
        largest = Abs(gain);
      }
    }
    return best;
  }

  // The present variable of row i, and of column j.
  int Basic(int i) const { return basic_[Index(i)]; }
  int Nonbasic(int j) const { return nonbasic_[Index(j)]; }
  // What growth of column j adds to the sum; 0 if that is only rounding.
  Scalar ReducedCost(int j) const { return Gains(j) ? -gain_[j] : Scalar(0); }
  // −1 if the row's basic variable is below its bounds, 1 if above, 0 if inside.
  int Outside(int row) {
    const RowBounds<Scalar> bounds = Bounds(basic_[Index(row)]);
    const Scalar slack = kTolerance * size_;
    return value_[row] < bounds.lo - slack ? -1 : (value_[row] > bounds.hi + slack ? 1 : 0);
  }

 private:
  // A variable is not yet infeasible within this share of the largest constant. A gain below this share of
  // its terms, and a pivot below this share of its column's largest entry, are rounding errors.
  static constexpr Scalar kTolerance = sizeof(Scalar) == 4 ? Scalar(1e-4L) : Scalar(1e-9L);

  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }

  // Whether the gain is above what rounding leaves. The scaled entries of A are about 1.
  bool Gains(int column) const { return Abs(gain_[column]) > kTolerance * (Scalar(1) + gain_size_[column]); }

  // Moves the column's variable until it or a basic variable reaches a bound. False if none does.
  bool Step(int column) {
    const Scalar direction = gain_[column] > Scalar(0) ? Scalar(1) : Scalar(-1);
    const RowBounds<Scalar> own = Bounds(nonbasic_[Index(column)]);
    Scalar largest = Scalar(0);
    for (int i = 0; i < n_; ++i) largest = Max(largest, Abs(Row(i)[column]));
    Scalar bound = kInfinity<Scalar>;  // Harris: every bound may be passed by the slack
    const Scalar slack = kTolerance * size_;
    for (int i = 0; i < n_; ++i) {
      const Scalar rate = direction * Row(i)[column];
      if (!(Abs(rate) > kTolerance * largest)) continue;
      bound = Min(bound, (Room(i, rate) + slack) / Abs(rate));
    }
    int row = -1;
    Scalar pivot = Scalar(0);
    Scalar length = direction > Scalar(0) ? own.hi - resting_[column] : resting_[column] - own.lo;
    for (int i = 0; i < n_; ++i) {
      const Scalar rate = direction * Row(i)[column];
      if (!(Abs(rate) > kTolerance * largest) || !(Room(i, rate) <= bound * Abs(rate))) continue;
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
    for (int i = 0; i < n_; ++i) value_[i] += direction * length * Row(i)[column];
    resting_[column] += direction * length;
    if (row >= 0) {
      Pivot(row, column, target);
    } else {
      resting_[column] = direction > Scalar(0) ? own.hi : own.lo;
    }
    return true;
  }

  // The bound that a basic variable reaches when it moves at `rate`. A variable outside its bounds stops
  // where it gets inside.
  Scalar Target(int row, Scalar rate) {
    const RowBounds<Scalar> bounds = Bounds(basic_[Index(row)]);
    const int side = Outside(row);
    if (rate > Scalar(0)) return side < 0 ? bounds.lo : (side > 0 ? kInfinity<Scalar> : bounds.hi);
    return side > 0 ? bounds.hi : (side < 0 ? -kInfinity<Scalar> : bounds.lo);
  }

  Scalar Room(int row, Scalar rate) {
    const Scalar target = Target(row, rate);
    return Max(rate > Scalar(0) ? target - value_[row] : value_[row] - target, Scalar(0));
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
    value_[row] = resting_[column];
    resting_[column] = target;
    const std::int16_t left = basic_[Index(row)];
    basic_[Index(row)] = nonbasic_[Index(column)];
    nonbasic_[Index(column)] = left;
  }

  int n_ = 0;
  Scalar size_ = Scalar(0);
  BoundedMatrix<Scalar, kCapacity> tableau_;
  BoundedVector<Scalar, kCapacity> gain_;       // how much a column's growth reduces the infeasibility
  BoundedVector<Scalar, kCapacity> gain_size_;  // Σ of its terms' magnitudes
  BoundedVector<Scalar, kCapacity> value_;      // of the basic variables
  BoundedVector<Scalar, kCapacity> resting_;    // of the nonbasic ones
  std::array<RowBounds<Scalar>, static_cast<unsigned>(2 * kCapacity)> bounds_;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> basic_;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> nonbasic_;
};

}  // namespace footing
