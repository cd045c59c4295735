// Problem: w = A x + b. In chosen rows w shall be given, and x shall follow from it.
// Method: principal pivot transform (Cottle, Pang and Stone, The Linear Complementarity Problem,
// section 2.3). It exchanges one w with one x at a time, with complete pivoting.
// Departure: if the chosen block is singular to working precision, some of its rows are not exchanged.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/problem.hpp"
#include "core/lcp/scaling.hpp"
#include "core/linalg/row_update.hpp"

namespace footing {

// The caller fills the tableau with A, the constant with b, and `chosen` before Exchange.
template <typename Scalar, int kCapacity>
struct PivotTransform {
  BoundedMatrix<Scalar, kCapacity> tableau;  // rows: w and exchanged x; columns: x and exchanged w
  BoundedVector<Scalar, kCapacity> constant;
  std::array<bool, static_cast<unsigned>(kCapacity)> chosen;
  BoundedVector<Scalar, kCapacity> row_scale;
  BoundedVector<Scalar, kCapacity> col_scale;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> row_of_x;  // of an exchanged x, or −1
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> col_of_w;  // of an exchanged w, or −1

  int RowOfX(int i) const { return row_of_x[static_cast<unsigned>(i)]; }
  int ColOfW(int i) const { return col_of_w[static_cast<unsigned>(i)]; }

  // Exchanges the largest scaled entry in the chosen rows and columns that are left, until all such entries
  // are rounding errors. These are then set to zero. An entry of the diagonal goes first if it is at least a
  // quarter of the largest. Entry (j, i) goes after entry (i, j), so for a PSD A the rows left are also the
  // columns left. Up to size³ multiply-adds.
  void Exchange(int size) {
    row_of_x.fill(-1);
    col_of_w.fill(-1);
    EquilibrateByPowersOfTwo(tableau, size, row_scale, col_scale);
    Scalar rounding = Scalar(0);
    Entry pivot = Largest(size);
    for (int step = 0; step < size; ++step) {
      if (step == 0) rounding = static_cast<Scalar>(16 * size) * kEpsilon<Scalar> * pivot.size;
      if (!(pivot.size > rounding)) break;
      ExchangeOne(size, pivot);
      pivot = At(pivot.column, pivot.row);
      if (!(pivot.size > rounding)) pivot = Largest(size);
    }
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        if (StaysRow(i) && StaysColumn(j)) tableau(i, j) = Scalar(0);
      }
    }
  }

 private:
  struct Entry {
    int row = 0;
    int column = 0;
    Scalar size = Scalar(0);  // scaled; 0 if it may not be exchanged
  };

  bool StaysRow(int i) const { return chosen[static_cast<unsigned>(i)] && ColOfW(i) < 0; }
  bool StaysColumn(int j) const { return chosen[static_cast<unsigned>(j)] && RowOfX(j) < 0; }
  Entry At(int i, int j) const {
    const bool stays = StaysRow(i) && StaysColumn(j);
    return {i, j, stays ? Abs(tableau(i, j)) * row_scale[i] * col_scale[j] : Scalar(0)};
  }

  Entry Largest(int size) const {
    Entry largest;
    Entry on_diagonal;
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        const Entry entry = At(i, j);
        if (entry.size > largest.size) largest = entry;
        if (i == j && entry.size > on_diagonal.size) on_diagonal = entry;
      }
    }
    return Scalar(4) * on_diagonal.size >= largest.size ? on_diagonal : largest;
  }

  void ExchangeOne(int size, const Entry& pivot) {
    Scalar* const pivot_row = tableau.data() + pivot.row * kCapacity;
    const Scalar inverse = Scalar(1) / pivot_row[pivot.column];
    for (int j = 0; j < size; ++j) pivot_row[j] *= -inverse;
    pivot_row[pivot.column] = inverse;
    constant[pivot.row] *= -inverse;
    for (int i = 0; i < size; ++i) {
      Scalar* const other = tableau.data() + i * kCapacity;
      const Scalar factor = other[pivot.column];
      if (i == pivot.row || factor == Scalar(0)) continue;
      other[pivot.column] = Scalar(0);
      SubtractMultiple(-factor, pivot_row, other, size);
      constant[i] += factor * constant[pivot.row];
    }
    row_of_x[static_cast<unsigned>(pivot.column)] = static_cast<std::int16_t>(pivot.row);
    col_of_w[static_cast<unsigned>(pivot.row)] = static_cast<std::int16_t>(pivot.column);
  }
};

}  // namespace footing
