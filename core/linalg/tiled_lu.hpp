// Problem: A X = B. A is small and dense, symmetric or not; its symmetric part is positive semidefinite or
// nearly so.
// Method: LU by 3 × 3 tiles without row exchanges (Golub and Van Loan, algorithm 3.2.1). The order is
// Crout's, so that a tile's sums stay in registers. A = C (1 + G): C holds the tiles on and below the
// diagonal, G those above it. Of a symmetric A only the lower tiles are read; then G is C's transpose,
// divided by the diagonal tiles. The tile operations are unrolled: on a small processor loops of three cost
// as much as the sums. A row that depends on the rows before it is dropped, and its unknown stays zero.
#pragma once

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// A tile in registers; in memory its rows are kStride numbers apart.
template <typename Scalar>
struct Tile {
  Scalar x_00, x_01, x_02, x_10, x_11, x_12, x_20, x_21, x_22;

  template <int kStride>
  static Tile Load(const Scalar* from) {
    const Scalar *const row_1 = from + kStride, *const row_2 = row_1 + kStride;
    return {from[0], from[1], from[2], row_1[0], row_1[1], row_1[2], row_2[0], row_2[1], row_2[2]};
  }
  template <int kStride>
  void Store(Scalar* to) const {
    Scalar *const row_1 = to + kStride, *const row_2 = row_1 + kStride;
    to[0] = x_00, to[1] = x_01, to[2] = x_02;
    row_1[0] = x_10, row_1[1] = x_11, row_1[2] = x_12;
    row_2[0] = x_20, row_2[1] = x_21, row_2[2] = x_22;
  }

  Tile Transposed() const { return {x_00, x_10, x_20, x_01, x_11, x_21, x_02, x_12, x_22}; }
  Tile Times(Scalar factor) const {
    return {factor * x_00, factor * x_01, factor * x_02, factor * x_10, factor * x_11,
            factor * x_12, factor * x_20, factor * x_21, factor * x_22};
  }

  // this −= Σ a_p b_p: `count` tiles a_p along a row of tiles, and b_p down a column of tiles.
  template <int kRowStride, int kColumnStride>
  void SubtractProducts(const Scalar* a, const Scalar* b, int count) {
    for (int p = 0; p < count; ++p) {
      for (int k = 0; k < 3; ++k) {
        const Scalar b_0 = b[0], b_1 = b[1], b_2 = b[2];
        const Scalar a_0 = a[k], a_1 = a[kRowStride + k], a_2 = a[2 * kRowStride + k];
        x_00 -= a_0 * b_0, x_01 -= a_0 * b_1, x_02 -= a_0 * b_2;
        x_10 -= a_1 * b_0, x_11 -= a_1 * b_1, x_12 -= a_1 * b_2;
        x_20 -= a_2 * b_0, x_21 -= a_2 * b_1, x_22 -= a_2 * b_2;
        b += kColumnStride;
      }
      a += 3;
    }
  }
};

// LU of a tile: l is unit lower, u is upper; the pivots are stored as their inverses.
template <typename Scalar>
struct TileLu {
  Scalar u_01, u_02, u_12, l_10, l_20, l_21;
  Scalar inverse[3];  // 0 where a row was dropped

  // A pivot whose absolute value is up to `least` is rounding. Returns how many rows were kept.
  int Factor(const Tile<Scalar>& a, const Scalar* least) {
    int kept = 0;
    const auto invert = [&](int k, Scalar pivot) {
      const bool keep = Abs(pivot) > least[k];
      kept += keep ? 1 : 0;
      return inverse[k] = keep ? Scalar(1) / pivot : Scalar(0);
    };
    u_01 = a.x_01;
    u_02 = a.x_02;
    const Scalar i_0 = invert(0, a.x_00);
    l_10 = a.x_10 * i_0;
    l_20 = a.x_20 * i_0;
    const Scalar i_1 = invert(1, a.x_11 - l_10 * u_01);
    u_12 = a.x_12 - l_10 * u_02;
    l_21 = (a.x_21 - l_20 * u_01) * i_1;
    invert(2, a.x_22 - l_20 * u_02 - l_21 * u_12);
    return kept;
  }

  // (x_0, x_1, x_2) ← tile⁻¹ (x_0, x_1, x_2). 9 multiply-adds.
  void Solve(Scalar& x_0, Scalar& x_1, Scalar& x_2) const {
    const Scalar y_1 = x_1 - l_10 * x_0;
    x_2 = (x_2 - l_20 * x_0 - l_21 * y_1) * inverse[2];
    x_1 = (y_1 - u_12 * x_2) * inverse[1];
    x_0 = (x_0 - u_01 * x_1 - u_02 * x_2) * inverse[0];
  }
  void Solve(Tile<Scalar>& x) const {
    Solve(x.x_00, x.x_10, x.x_20);
    Solve(x.x_01, x.x_11, x.x_21);
    Solve(x.x_02, x.x_12, x.x_22);
  }
};

template <typename Scalar, int kCapacity>
class TiledLu {
 public:
  static constexpr int kRows = 3 * ((kCapacity + 2) / 3);  // whole tiles

  // A, for the caller to fill in: the leading n rows and columns. The class fills the others.
  Scalar& operator()(int i, int j) { return matrix_(i, j); }
  Scalar* Row(int i) { return &matrix_(i, 0); }
  // One past the last entry of row i that Factor reads of a symmetric A.
  static constexpr int LowerEnd(int i) { return i - i % 3 + 3; }
  // A pivot of row i up to this value is rounding.
  Scalar& Least(int i) { return least_[i]; }
  Scalar Least(int i) const { return least_[i]; }

  // n at most kCapacity

  // Factors the leading n rows and columns in place. If `symmetric`, only tiles on and below the diagonal are
  // read. Returns how many rows were kept. n³/3 multiply-adds, half of that if symmetric.
  int Factor(int n, bool symmetric) {
    tiles_ = (n + 2) / 3;
    for (int i = n; i < 3 * tiles_; ++i) {  // at most 2
      for (int j = 0; j < 3 * tiles_; ++j) matrix_(i, j) = matrix_(j, i) = Scalar(0);
      matrix_(i, i) = Scalar(1);
      least_[i] = Scalar(0);
    }
    const int kept = FactorTiles<kRows>(tiles_, symmetric, [this](int i, int j) { return TileAt(i, j); });
    return kept - (3 * tiles_ - n);
  }

  // The same for an A in other storage, `count` whole tiles wide. `at`(i, j) points at tile (i, j), whose
  // rows are kStride numbers apart. The caller has to fill Least only.
  template <int kStride, typename At>
  int FactorTiles(int count, bool symmetric, const At& at) {
    tiles_ = count;
    int kept = 0;
    for (int k = 0; k < tiles_; ++k) {
      TileLu<Scalar>& diagonal = diagonal_[k];
      kept += diagonal.Factor(Reduced<kStride>(at(k, k), k, k, k), &least_[3 * k]);
      for (int i = k + 1; i < tiles_; ++i) {
        const Tile<Scalar> below = Reduced<kStride>(at(i, k), i, k, k);
        below.template Store<kRows>(TileAt(i, k));
        Tile<Scalar> right = symmetric ? below.Transposed() : Reduced<kStride>(at(k, i), k, i, k);
        diagonal.Solve(right);
        right.template Store<kRows>(TileAt(k, i));
      }
    }
    return kept;
  }

  // Inverse of the pivot of row i in its tile; 0 where the row was dropped.
  Scalar InversePivot(int i) const { return diagonal_[i / 3].inverse[i % 3]; }
  // Σ Least / |pivot| over the rows that were kept. If it is below 1 / m, each pivot is above m times the
  // Least of its row.
  Scalar LeastShares() const {
    Scalar sum = Scalar(0);
    for (int k = 0; k < tiles_; ++k) {
      for (int i = 0; i < 3; ++i) sum += Abs(diagonal_[k].inverse[i]) * least_[3 * k + i];
    }
    return sum;
  }

  // x ← A⁻¹ x; n ≤ kRows entries. The padding of the last tile is overwritten. n² multiply-adds.
  void Solve(int n, Scalar* x) const {
    const int end = 3 * tiles_;
    if (n < end) x[end - 1] = Scalar(0);  // no loop, which would become a call of memset
    if (n < end - 1) x[end - 2] = Scalar(0);
    for (int k = 0; k < tiles_; ++k) {
      Scalar* const at = x + 3 * k;
      Scalar x_0 = at[0], x_1 = at[1], x_2 = at[2];
      SubtractRows(TileAt(k, 0), x, k, x_0, x_1, x_2);
      diagonal_[k].Solve(x_0, x_1, x_2);
      at[0] = x_0, at[1] = x_1, at[2] = x_2;
    }
    if constexpr (kTiles == 1) return;
    for (int k = tiles_ - 2; k >= 0; --k) {
      Scalar* const at = x + 3 * k;
      SubtractRows(TileAt(k, k + 1), at + 3, tiles_ - 1 - k, at[0], at[1], at[2]);
    }
  }

  // Sets the rows beyond n that fill the last tile to 0, in kColumns columns.
  template <int kColumns>
  void ClearTail(int n, Scalar* x) const {
    for (int i = n * kColumns; i < 3 * tiles_ * kColumns; ++i) x[i] = Scalar(0);  // at most 2 * kColumns
  }

  // X = factor A⁻¹ B. Both have kColumns columns (a multiple of 3) and are row-major. `rows`(k) points at the
  // rows of B of tile k; they may be the rows of X. Rows beyond n are zero. n² kColumns multiply-adds.
  template <int kColumns, typename Rows>
  void SolveColumns(Scalar factor, const Rows& rows, Scalar* x) const {
    static_assert(kColumns % 3 == 0);
    for (int column = 0; column < kColumns; column += 3) {
      const auto at = [&](int k) { return x + 3 * k * kColumns + column; };
      for (int k = 0; k < tiles_; ++k) {
        auto tile = Tile<Scalar>::template Load<kColumns>(rows(k) + column).Times(factor);
        tile.template SubtractProducts<kRows, kColumns>(TileAt(k, 0), at(0), k);
        diagonal_[k].Solve(tile);
        tile.template Store<kColumns>(at(k));
      }
      for (int k = tiles_ - 2; k >= 0; --k) {
        auto tile = Tile<Scalar>::template Load<kColumns>(at(k));
        tile.template SubtractProducts<kRows, kColumns>(TileAt(k, k + 1), at(k + 1), tiles_ - 1 - k);
        tile.template Store<kColumns>(at(k));
      }
    }
  }

 private:
  static constexpr int kTiles = kRows / 3;

  Scalar* TileAt(int i, int j) { return &matrix_(3 * i, 3 * j); }
  const Scalar* TileAt(int i, int j) const { return &matrix_(3 * i, 3 * j); }

  // Tile (i, j) of A, stored at `from`, minus the products of the first `count` tiles of its row and column.
  template <int kStride>
  Tile<Scalar> Reduced(const Scalar* from, int i, int j, int count) const {
    auto tile = Tile<Scalar>::template Load<kStride>(from);
    tile.template SubtractProducts<kRows, kRows>(TileAt(i, 0), TileAt(0, j), count);
    return tile;
  }

  // (x_0, x_1, x_2) −= `count` tiles of a row times y.
  static void SubtractRows(const Scalar* a, const Scalar* y, int count, Scalar& x_0, Scalar& x_1,
                           Scalar& x_2) {
    for (int p = 0; p < 3 * count; p += 3) {
      const Scalar y_0 = y[p], y_1 = y[p + 1], y_2 = y[p + 2];
      const Scalar *const a_0 = a + p, *const a_1 = a_0 + kRows, *const a_2 = a_1 + kRows;
      x_0 -= a_0[0] * y_0 + a_0[1] * y_1 + a_0[2] * y_2;
      x_1 -= a_1[0] * y_0 + a_1[1] * y_1 + a_1[2] * y_2;
      x_2 -= a_2[0] * y_0 + a_2[1] * y_1 + a_2[2] * y_2;
    }
  }

  int tiles_ = 0;  // at most kTiles
  BoundedMatrix<Scalar, kRows> matrix_;
  BoundedVector<Scalar, kRows> least_;
  TileLu<Scalar> diagonal_[kTiles];
};

}  // namespace footing
