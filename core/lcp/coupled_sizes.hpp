// Problem: how large are the numbers that row i of w = A z + b may be measured by? Its own b may be zero, and its
// w may carry rounding errors of other rows. Only rows count that the row is coupled to, directly or through
// other rows. Another machine in the same problem does not count.
// Method: breadth-first search over A. Rows have different units, so row i has a root r_i and column i a root c_i,
// both √A_ii if A_ii > 0. For A symmetric PSD |A_ij| ≤ r_i r_j. Elsewhere r_i is the largest |A_ij| / c_j over the
// columns whose root is known, c_i alike; the slip rows of a contact LCP learn theirs from their forces. Then
// b_k / r_k, c_k z_k and A_ij / (r_i c_j) have one unit, and D A D, D b give what A, b do. An entry below the
// rounding error of r_i c_j couples nothing.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar, int kCapacity>
class CoupledSizes {
 public:
  using Matrix = BoundedMatrix<Scalar, kCapacity>;
  using Vector = BoundedVector<Scalar, kCapacity>;

  // `matrix`, `b` and `z` must outlive this object.
  CoupledSizes(const Matrix& matrix, const Vector& b, const Vector& z, int size)
      : matrix_(matrix), b_(b), z_(z), n_(size) {
    known_.fill(false);
  }

  // The largest |b| and the largest |z| of the rows that row i is coupled to, row i included. All calls
  // together look at no more than 2 size² entries. The first call looks at size² more at most.
  Scalar LargestB(int i) {
    Find(i);
    return largest_b_[i];
  }
  Scalar LargestZ(int i) {
    Find(i);
    return largest_z_[i];
  }

  // The largest |b_k| r_i / r_k, at most the largest |b_k| itself if A_ii > 0. At least |b_i|. It is not finite
  // where the numbers overflow.
  Scalar Data(int i) {
    Find(i);
    const Scalar scaled = Max(Abs(b_[i]), root_[i] * largest_b_share_[i]);
    return matrix_(i, i) > Scalar(0) && IsFinite(scaled) ? Min(scaled, largest_b_[i]) : scaled;
  }

  // r_i times the largest c_k |z_k|: the largest term that row i could have if A were as large as its roots
  // allow.
  Scalar Term(int i) {
    Find(i);
    return root_[i] * largest_z_share_[i];
  }

 private:
  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }

  bool Couples(int i, int j) const {
    return Abs(matrix_(i, j)) > kEpsilon<Scalar> * root_[i] * column_root_[j];
  }

  void FindRoots() {
    bool all = true;
    for (int i = 0; i < n_; ++i) {
      column_root_[i] = root_[i] = Sqrt(Max(matrix_(i, i), Scalar(0)));
      all = all && root_[i] > Scalar(0);
    }
    has_roots_ = true;
    // By what has a diagonal, by what was learned from that, and by nothing.
    for (int pass = 0; pass < 3 && !all; ++pass) {
      for (int i = 0; i < n_; ++i) {
        learned_row_[i] = root_[i] > Scalar(0) ? root_[i] : Learned(i, pass == 2, true);
        learned_column_[i] = column_root_[i] > Scalar(0) ? column_root_[i] : Learned(i, pass == 2, false);
      }
      for (int i = 0; i < n_; ++i) {
        root_[i] = learned_row_[i];
        column_root_[i] = learned_column_[i];
      }
    }
  }

  // Root of row (or column) i, 0 if no root is known of what it meets. `alone`: from its own largest entry.
  Scalar Learned(int i, bool alone, bool row) const {
    Scalar root = Scalar(0);
    for (int j = 0; j < n_; ++j) {
      const Scalar entry = Abs(row ? matrix_(i, j) : matrix_(j, i));
      const Scalar other = row ? column_root_[j] : root_[j];
      if (alone) root = Max(root, Sqrt(entry));
      if (alone || entry == Scalar(0) || other == Scalar(0)) continue;
      root = Max(root, Max(entry / other, std::numeric_limits<Scalar>::min()));  // known, if it underflows
    }
    return root;
  }

  void Find(int from) {
    if (known_[Index(from)]) return;
    if (!has_roots_) FindRoots();
    int count = 0;
    const auto reach = [&](int i) {
      known_[Index(i)] = true;
      reached_[Index(count++)] = static_cast<std::int16_t>(i);
    };
    reach(from);
    Scalar largest_b = Scalar(0), largest_z = Scalar(0);
    Scalar b_share = Scalar(0), z_share = Scalar(0);
    for (int k = 0; k < count; ++k) {  // at most kCapacity
      const int i = reached_[Index(k)];
      largest_b = Max(largest_b, Abs(b_[i]));
      largest_z = Max(largest_z, Abs(z_[i]));
      if (root_[i] > Scalar(0)) b_share = Max(b_share, Abs(b_[i]) / root_[i]);
      z_share = Max(z_share, column_root_[i] * Abs(z_[i]));
      for (int j = 0; j < n_; ++j) {
        if (!known_[Index(j)] && (Couples(i, j) || Couples(j, i))) reach(j);
      }
    }
    for (int k = 0; k < count; ++k) {
      const int i = reached_[Index(k)];
      largest_b_[i] = largest_b;
      largest_z_[i] = largest_z;
      largest_b_share_[i] = b_share;
      largest_z_share_[i] = z_share;
    }
  }

  const Matrix& matrix_;
  const Vector& b_;
  const Vector& z_;
  int n_;
  bool has_roots_ = false;
  std::array<bool, static_cast<unsigned>(kCapacity)> known_;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> reached_;
  Vector root_;  // r
  Vector column_root_;  // c
  Vector learned_row_;
  Vector learned_column_;
  Vector largest_b_;
  Vector largest_z_;
  Vector largest_b_share_;  // of |b_k| / r_k
  Vector largest_z_share_;  // of c_k |z_k|
};

}  // namespace footing
