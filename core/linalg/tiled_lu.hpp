// Problem: A X = B, A small and dense, its symmetric part positive semidefinite or nearly so, unsymmetric or
// symmetric.
// Method: LU by 3 × 3 tiles without row exchanges (Golub and Van Loan, algorithm 3.2.1, in the order of
// Crout, so that a tile's sums stay in registers). A = C (1 + G): C holds tiles on and below the diagonal, G
// above it; of a symmetric A only the lower tiles are read, and G is C's transpose with the diagonal tiles
// divided off. Tiles are written out: on a small processor loops of three cost as much as the sums.
// A row that depends on those before it is dropped, and its unknown stays zero.
#pragma once

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// LU of a tile: unit lower l, upper u with the inverses of its pivots.
template <typename Scalar>
struct TileLu {
  Scalar u_01, u_02, u_12, l_10, l_20, l_21;
  Scalar inverse[3];  // 0 where a row was dropped

  // Pivots up to `least`, in absolute value, are rounding. Returns how many rows were kept.
  int Factor(const Scalar* a, int stride, const Scalar* least) {
    const Scalar *const r_1 = a + stride, *const r_2 = r_1 + stride;
    int kept = 0;
    const auto invert = [&](int k, Scalar pivot) {
      const bool keep = Abs(pivot) > least[k];
      kept += keep ? 1 : 0;
      return inverse[k] = keep ? Scalar(1) / pivot : Scalar(0);
    };
    u_01 = a[1];
    u_02 = a[2];
    const Scalar i_0 = invert(0, a[0]);
    l_10 = r_1[0] * i_0;
    l_20 = r_2[0] * i_0;
    const Scalar i_1 = invert(1, r_1[1] - l_10 * u_01);
    u_12 = r_1[2] - l_10 * u_02;
    l_21 = (r_2[1] - l_20 * u_01) * i_1;
    invert(2, r_2[2] - l_20 * u_02 - l_21 * u_12);
    return kept;
  }

  // (x_0, x_1, x_2) ← tile⁻¹ (x_0, x_1, x_2). 9 multiply-adds.
  void Solve(Scalar& x_0, Scalar& x_1, Scalar& x_2) const {
    const Scalar y_1 = x_1 - l_10 * x_0;
    x_2 = (x_2 - l_20 * x_0 - l_21 * y_1) * inverse[2];
    x_1 = (y_1 - u_12 * x_2) * inverse[1];
    x_0 = (x_0 - u_01 * x_1 - u_02 * x_2) * inverse[0];
  }
};

template <typename Scalar, int kCapacity>
class TiledLu {
 public:
  static constexpr int kRows = 3 * ((kCapacity + 2) / 3);  // whole tiles

  // A, to be filled; rows and columns beyond n are the class's own.
  Scalar& operator()(int i, int j) { return matrix_(i, j); }
  Scalar* Row(int i) { return &matrix_(i, 0); }
  // Where the entries of row i end that Factor reads of a symmetric A.
  static constexpr int LowerEnd(int i) { return i - i % 3 + 3; }
  // A pivot up to it is rounding, of row i.
  Scalar& Least(int i) { return least_[i]; }

  // n at most kCapacity

  // Factors the leading n rows and columns in place; `symmetric`: only tiles on and below the diagonal are
  // read. Returns how many rows were kept. n³/3 multiply-adds, half where symmetric.
  int Factor(int n, bool symmetric) {
    tiles_ = (n + 2) / 3;
    for (int i = n; i < 3 * tiles_; ++i) {  // at most 2
      for (int j = 0; j < 3 * tiles_; ++j) matrix_(i, j) = matrix_(j, i) = Scalar(0);
      matrix_(i, i) = Scalar(1);
      least_[i] = Scalar(0);
    }
    int kept = n - 3 * tiles_;
    for (int k = 0; k < tiles_; ++k) {
      for (int i = k; i < tiles_; ++i) Reduce(i, k, k);
      TileLu<Scalar>& diagonal = diagonal_[k];
      kept += diagonal.Factor(At(k, k), kRows, &least_[3 * k]);
      for (int j = k + 1; j < tiles_; ++j) {
        if (symmetric)
          Transpose(At(j, k), At(k, j));
        else
          Reduce(k, j, k);
        SolveTile(diagonal, At(k, j));
      }
    }
    return kept;
  }

  // Pivot of row i in its tile, inverse; 0 where the row was dropped.
  Scalar InversePivot(int i) const { return diagonal_[i / 3].inverse[i % 3]; }

  // x ← A⁻¹ x; n ≤ kRows entries, and what fills the last tile is overwritten. n² multiply-adds.
  void Solve(int n, Scalar* x) const {
    const int end = 3 * tiles_;
    if (n < end) x[end - 1] = Scalar(0);  // no loop, which would become a call of memset
    if (n < end - 1) x[end - 2] = Scalar(0);
    for (int k = 0; k < tiles_; ++k) {
      Scalar* const at = x + 3 * k;
      Scalar x_0 = at[0], x_1 = at[1], x_2 = at[2];
      SubtractRows(At(k, 0), x, k, x_0, x_1, x_2);
      diagonal_[k].Solve(x_0, x_1, x_2);
      at[0] = x_0, at[1] = x_1, at[2] = x_2;
    }
    if constexpr (kTiles == 1) return;
    for (int k = tiles_ - 2; k >= 0; --k) {
      Scalar* const at = x + 3 * k;
      SubtractRows(At(k, k + 1), at + 3, tiles_ - 1 - k, at[0], at[1], at[2]);
    }
  }

  // The same of kColumns, a multiple of 3, row-major columns; all whole tiles of rows must be there.
  template <int kColumns>
  void SolveColumns(int n, Scalar* x) const {
    static_assert(kColumns % 3 == 0);
    for (int i = n * kColumns; i < 3 * tiles_ * kColumns; ++i) x[i] = Scalar(0);  // at most 2 * kColumns
    for (int column = 0; column < kColumns; column += 3) {
      const auto at = [&](int k) { return x + 3 * k * kColumns + column; };
      for (int k = 0; k < tiles_; ++k) {
        SubtractProducts<kColumns>(At(k, 0), at(0), k, at(k));
        SolveTile<kColumns>(diagonal_[k], at(k));
      }
      for (int k = tiles_ - 2; k >= 0; --k)
        SubtractProducts<kColumns>(At(k, k + 1), at(k + 1), tiles_ - 1 - k, at(k));
    }
  }

 private:
  static constexpr int kTiles = kRows / 3;

  Scalar* At(int i, int j) { return &matrix_(3 * i, 3 * j); }
  const Scalar* At(int i, int j) const { return &matrix_(3 * i, 3 * j); }

  void Reduce(int i, int j, int count) { SubtractProducts<kRows>(At(i, 0), At(0, j), count, At(i, j)); }

  // c ← c − Σ a_p b_p, `count` tiles along a row of tiles and down a column of them.
  template <int kStride>
  static void SubtractProducts(const Scalar* a, const Scalar* b, int count, Scalar* c) {
    if (count == 0) return;
    Scalar c_00 = c[0], c_01 = c[1], c_02 = c[2];
    Scalar c_10 = c[kStride], c_11 = c[kStride + 1], c_12 = c[kStride + 2];
    Scalar c_20 = c[2 * kStride], c_21 = c[2 * kStride + 1], c_22 = c[2 * kStride + 2];
    for (int p = 0; p < count; ++p) {
      for (int k = 0; k < 3; ++k) {
        const Scalar b_0 = b[0], b_1 = b[1], b_2 = b[2];
        const Scalar a_0 = a[k], a_1 = a[kRows + k], a_2 = a[2 * kRows + k];
        c_00 -= a_0 * b_0, c_01 -= a_0 * b_1, c_02 -= a_0 * b_2;
        c_10 -= a_1 * b_0, c_11 -= a_1 * b_1, c_12 -= a_1 * b_2;
        c_20 -= a_2 * b_0, c_21 -= a_2 * b_1, c_22 -= a_2 * b_2;
        b += kStride;
      }
      a += 3;
    }
    c[0] = c_00, c[1] = c_01, c[2] = c_02;
    c[kStride] = c_10, c[kStride + 1] = c_11, c[kStride + 2] = c_12;
    c[2 * kStride] = c_20, c[2 * kStride + 1] = c_21, c[2 * kStride + 2] = c_22;
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

  static void Transpose(const Scalar* a, Scalar* b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) b[i * kRows + j] = a[j * kRows + i];
  }

  template <int kStride = kRows>
  static void SolveTile(const TileLu<Scalar>& tile, Scalar* x) {
    for (int j = 0; j < 3; ++j) tile.Solve(x[j], x[kStride + j], x[2 * kStride + j]);
  }

  int tiles_ = 0;  // at most kTiles
  BoundedMatrix<Scalar, kRows> matrix_;
  BoundedVector<Scalar, kRows> least_;
  TileLu<Scalar> diagonal_[kTiles];
};

}  // namespace footing
