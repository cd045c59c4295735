// Problem: a row of w = A z + b may carry rounding errors of other rows. How large are the numbers that these
// errors come from? Only rows count that the row is coupled to, directly or through other rows. Another
// machine in the same problem does not count.
// Method: breadth-first search over A. An entry below the rounding error of its row's largest entry couples
// nothing.
#pragma once

#include <array>
#include <cstdint>

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
  // together look at no more than 2 size² entries. The first call looks at size² more.
  Scalar LargestB(int i) {
    Find(i);
    return largest_b_[i];
  }
  Scalar LargestZ(int i) {
    Find(i);
    return largest_z_[i];
  }

 private:
  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }

  bool Couples(int i, int j) const { return Abs(matrix_(i, j)) > kEpsilon<Scalar> * row_largest_[i]; }

  void FindRowLargest() {
    for (int i = 0; i < n_; ++i) {
      row_largest_[i] = Scalar(0);
      for (int j = 0; j < n_; ++j) row_largest_[i] = Max(row_largest_[i], Abs(matrix_(i, j)));
    }
    has_row_largest_ = true;
  }

  void Find(int from) {
    if (known_[Index(from)]) return;
    if (!has_row_largest_) FindRowLargest();
    int count = 0;
    const auto reach = [&](int i) {
      known_[Index(i)] = true;
      reached_[Index(count++)] = static_cast<std::int16_t>(i);
    };
    reach(from);
    Scalar largest_b = Scalar(0);
    Scalar largest_z = Scalar(0);
    for (int k = 0; k < count; ++k) {  // at most kCapacity
      const int i = reached_[Index(k)];
      largest_b = Max(largest_b, Abs(b_[i]));
      largest_z = Max(largest_z, Abs(z_[i]));
      for (int j = 0; j < n_; ++j) {
        if (!known_[Index(j)] && (Couples(i, j) || Couples(j, i))) reach(j);
      }
    }
    for (int k = 0; k < count; ++k) {
      largest_b_[reached_[Index(k)]] = largest_b;
      largest_z_[reached_[Index(k)]] = largest_z;
    }
  }

  const Matrix& matrix_;
  const Vector& b_;
  const Vector& z_;
  int n_;
  bool has_row_largest_ = false;
  std::array<bool, static_cast<unsigned>(kCapacity)> known_;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> reached_;
  Vector row_largest_;
  Vector largest_b_;
  Vector largest_z_;
};

}  // namespace footing
