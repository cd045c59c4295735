// Problem: A is symmetric PSD with n rows and a diagonal of ones. F is a set of its rows that gains and loses
// one row at a time. Keep the factors that apply A_FF⁻¹ and A_:F A_FF⁻¹.
// Method: Cholesky, column by column in the order in which rows enter F. (Lawson and Hanson, Solving Least
// Squares Problems, chapter 24, do the same by orthogonal transformations of J, A = J Jᵀ.)
//   A_FF = L Lᵀ,   C = A_:F L⁻ᵀ (n × |F|; its rows F are L),   U = L⁻ᵀ (upper triangular).
// Then A_FF⁻¹ = U Uᵀ, and A − C Cᵀ is the Schur complement that remains of A. A row that leaves is moved to
// the end by plane rotations of the columns of C and U; then the last columns are cut. U costs nothing extra:
// its new column is the scaled response of F to the new row (Following), which the caller needs anyway.
// Cost grows with |F|: a row enters in n |F| + |F|²/2 multiply-adds. It leaves in 4 n for each column behind.
#pragma once

#include <array>
#include <cstdint>

#include "core/linalg/column_kernels.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

template <typename Scalar, int kCapacity>
class GrownCholesky {
 public:
  static constexpr int kStride = (kCapacity + 7) / 8 * 8;  // of the columns, whole blocks

  void Clear(int rows) {
    length_ = PaddedToBlocks(rows);
    size_ = 0;
  }
  int size() const { return size_; }
  int Member(int position) const { return members_[static_cast<unsigned>(position)]; }

  // Where the caller writes the new row of A: `length` entries; those behind the n-th are zero.
  Scalar* Fresh() { return Column(size_); }
  int length() const { return length_; }

  // Projects the row written in Fresh(), which must not be in F. Returns true where its remaining diagonal
  // is larger than the rounding error: then Append may take the row in. In both cases Following() [|F|] is x
  // with A_FF x = −A_F,row: how the z of F change to keep their w constant while the row's z grows by one.
  bool Project(int row) {
    for (int j = 0; j < size_; ++j) factors_[j] = Column(j)[row];
    Scalar* const fresh = Fresh();
    SubtractColumns(factors_.data(), columns_.data(), kStride, size_, length_, fresh);
    Scalar* const following = Inverse(size_);
    SumUpperTriangle(factors_.data(), inverse_.data(), kStride, size_, following);
    entering_ = row;
    terms_ = Scalar(1);
    for (int j = 0; j < size_; ++j) terms_ += Abs(following[j]);
    return fresh[row] > kPivotTolerance * (terms_ * terms_);
  }
  const Scalar* Following() const { return inverse_.data() + size_ * kStride; }
  Scalar Terms() const { return terms_; }  // 1 + Σ|x|

  // Adds the row that Project found independent to F.
  void Append() {
    Scalar* const fresh = Fresh();
    const Scalar inverse_root = Scalar(1) / Sqrt(fresh[entering_]);
    for (int i = 0; i < length_; ++i) fresh[i] *= inverse_root;
    for (int j = 0; j < size_; ++j) fresh[Member(j)] = Scalar(0);
    Scalar* const upper = Inverse(size_);
    for (int j = 0; j < size_; ++j) upper[j] *= inverse_root;
    upper[size_] = inverse_root;
    for (int j = size_ + 1; j % 8 != 0; ++j) upper[j] = Scalar(0);  // at most 7
    members_[static_cast<unsigned>(size_)] = static_cast<std::int16_t>(entering_);
    ++size_;
  }

  // Removes the member at `position`; those behind it move up by one place.
  void Remove(int position) {
    for (int j = position; j + 1 < size_; ++j) {  // at most size_ - 1
      const int row = Member(j + 1);
      const Scalar a = Column(j)[row];
      const Scalar b = Column(j + 1)[row];
      const Scalar inverse = Scalar(1) / Sqrt(a * a + b * b);
      RotateColumns(a * inverse, b * inverse, length_, Column(j), Column(j + 1));
      for (int i = j + 1; i < PaddedToBlocks(j + 2); ++i) Inverse(j)[i] = Scalar(0);  // at most 4
      RotateColumns(a * inverse, b * inverse, PaddedToBlocks(j + 2), Inverse(j), Inverse(j + 1));
      Column(j + 1)[row] = Scalar(0);
      members_[static_cast<unsigned>(j)] = members_[static_cast<unsigned>(j + 1)];
    }
    --size_;
    for (int j = position; j < size_; ++j) {
      Scalar* const upper = Inverse(j);
      for (int i = position; i <= j; ++i) upper[i] = upper[i + 1];
      upper[j + 1] = Scalar(0);
    }
  }

  // x = −A_FF⁻¹ y, in the order of the members; both lengths are multiples of 8. |F|² multiply-adds.
  void SolveNegated(const Scalar* y, Scalar* x) {
    for (int j = 0; j < size_; ++j) {
      const Scalar* const upper = Inverse(j);
      Scalar sum = Scalar(0);
      for (int i = 0; i <= j; ++i) sum += upper[i] * y[i];
      factors_[j] = sum;
    }
    SumUpperTriangle(factors_.data(), inverse_.data(), kStride, size_, x);
  }

  // The last columns of C [length] and of U [|F|]; they belong to the row that entered last.
  const Scalar* LastColumn() const { return columns_.data() + (size_ - 1) * kStride; }
  const Scalar* LastInverse() const { return inverse_.data() + (size_ - 1) * kStride; }

 private:
  // Share of (1 + Σ|x|)², the size of the terms whose difference is the remaining diagonal.
  static constexpr Scalar kPivotTolerance = Scalar(32) * kEpsilon<Scalar>;

  Scalar* Column(int j) { return columns_.data() + j * kStride; }
  Scalar* Inverse(int j) { return inverse_.data() + j * kStride; }

  BoundedMatrix<Scalar, kCapacity + 1, kStride> columns_;  // row j: column j of C
  BoundedMatrix<Scalar, kCapacity + 1, kStride> inverse_;  // row j: column j of U
  BoundedVector<Scalar, kStride> factors_;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> members_;
  int length_ = 0;
  int size_ = 0;
  int entering_ = 0;
  Scalar terms_ = Scalar(1);
};

}  // namespace footing
