// Problem: hold the basic solutions of w − A z − d z₀ = b that Lemke's method (lemke.hpp) visits. A and b are
// scaled. z₀ has the covering vector d > 0.
// Method: a tableau x_B + T x_N = v for the basic variables B and the nonbasic variables N. A pivot exchanges
// one variable of each (Cottle, Pang and Stone, The Linear Complementarity Problem, section 2.3).
// Departure: the tableau is condensed. The unit columns of the basic variables are not stored, and B⁻¹ is
// read from the columns of the nonbasic w.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/problem.hpp"
#include "core/linalg/row_update.hpp"

namespace footing {

// Numbers of the variables: w has 0 … n − 1, z has n … 2n − 1, z₀ has 2n.
template <typename Scalar, int kCapacity>
class LemkeTableau {
 public:
  using Problem = LcpProblem<Scalar, kCapacity>;
  using Vector = BoundedVector<Scalar, kCapacity>;

  // Scalars from one row to the next.
  static constexpr int kStride = kCapacity + 2;

  // Makes w basic, in scaled units. d is all ones for attempt 0. For other attempts its entries vary between
  // 1 and 2.
  void Fill(const Problem& problem, const Vector& row_scale, const Vector& col_scale, int attempt) {
    n_ = problem.size;
    for (int i = 0; i < n_; ++i) {
      const Scalar* const source = problem.A.data() + i * kCapacity;
      Scalar* const row = Row(i);
      const Scalar scale = row_scale[i];
      for (int j = 0; j < n_; ++j) row[j] = -(source[j] * (scale * col_scale[j]));
      row[n_] =
          attempt == 0 ? Scalar(-1) : Scalar(-1) - static_cast<Scalar>((i * 37 * attempt) % 64) / Scalar(64);
      row[n_ + 1] = problem.b[i] * scale;
      SetBasic(i, i);
      SetNonbasic(i, n_ + i);
    }
    SetNonbasic(n_, 2 * n_);
  }

  // The same problem, started from the present complementary basis: d becomes all ones in it.
  void CoverAgain() {
    const int column = Place(2 * n_);
    for (int i = 0; i < n_; ++i) Row(i)[column] = Scalar(-1);
  }

  // Row i of T: a column for each of the n + 1 nonbasic variables, then the value of the basic variable.
  Scalar* Row(int i) { return entries_.data() + i * kStride; }
  Scalar Value(int i) { return Row(i)[n_ + 1]; }

  int Basic(int row) const { return basic_[Index(row)]; }
  // The column of a nonbasic variable, or −1 − row of a basic one.
  int Place(int variable) const { return place_[Index(variable)]; }
  int Complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }

  // Entry (row, k) of B⁻¹. `place` must be the Place of w_k.
  Scalar InverseEntry(int row, int place) {
    if (place >= 0) return Row(row)[place];
    return place == -1 - row ? Scalar(1) : Scalar(0);
  }

  // Exchanges the basic variable of `row` with the nonbasic variable of `column`. The entry there must not be
  // zero. Returns the variable that left the basis. A rank-one update of n × (n + 2).
  int Pivot(int row, int column) {
    const int width = n_ + 2;
    Scalar* const pivot_row = Row(row);
    const Scalar inverse = Scalar(1) / pivot_row[column];
    pivot_row[column] = Scalar(1);
    for (int j = 0; j < width; ++j) pivot_row[j] *= inverse;
    for (int i = 0; i < n_; ++i) {
      Scalar* const other = Row(i);
      const Scalar factor = other[column];
      if (i == row || factor == Scalar(0)) continue;
      other[column] = Scalar(0);
      SubtractMultiple(factor, pivot_row, other, width);
    }
    const int left = basic_[Index(row)];
    SetBasic(row, nonbasic_[Index(column)]);
    SetNonbasic(column, left);
    return left;
  }

 private:
  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }

  void SetBasic(int row, int variable) {
    basic_[Index(row)] = static_cast<std::int16_t>(variable);
    place_[Index(variable)] = static_cast<std::int16_t>(-1 - row);
  }
  void SetNonbasic(int column, int variable) {
    nonbasic_[Index(column)] = static_cast<std::int16_t>(variable);
    place_[Index(variable)] = static_cast<std::int16_t>(column);
  }

  BoundedMatrix<Scalar, kCapacity, kStride> entries_;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> basic_;          // variable of each row
  std::array<std::int16_t, static_cast<unsigned>(kCapacity + 1)> nonbasic_;   // variable of each column
  std::array<std::int16_t, static_cast<unsigned>(2 * kCapacity + 1)> place_;  // of each variable
  int n_ = 0;                                                                 // at most kCapacity
};

}  // namespace footing
