// Problem: A symmetric PSD with n rows and a diagonal of ones, F a set of its rows that gains and loses one
// at a time: keep what A_FF⁻¹ and A_:F A_FF⁻¹ take to be applied. Method: Cholesky's, column by column in the
// order in which rows enter F (Lawson and Hanson, Solving Least Squares Problems, chapter 24, for the same by
// orthogonal transformations of J, A = J Jᵀ):
//   A_FF = L Lᵀ,   C = A_:F L⁻ᵀ (n × |F|, L its rows F),   U = L⁻ᵀ (upper triangular),
// so that A_FF⁻¹ = U Uᵀ and A − C Cᵀ is what is left of A. A row that leaves is moved to the end by plane
// rotations of the columns of C and U, which are then cut. U comes for nothing: a new column of it is
// how F must follow the new row, which is wanted anyway.
// Cost follows |F|, not n: n |F| + |F|²/2 multiply-adds to enter, 4 n for each column behind to leave.
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

  // Where row `row` of A is to be written, `length` entries of which those behind the n-th are zero.
  Scalar* Fresh() { return Column(size_); }
  int length() const { return length_; }

  // Looks at the row written there; not in F. True where what is left of its diagonal is more than
  // rounding can have made of nothing: Append may take it in. Either way Following() [|F|] is x with
  // A_FF x = −A_F,row: how F moves to keep its w as it is while the row's z grows by one.
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

  // Takes in the row that Project found independent.
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

  // Takes the member at `position` out; those behind it move up by one place.
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

  // x = −A_FF⁻¹ y, members in their order; both are whole eights long. |F|² multiply-adds.
  void SolveNegated(const Scalar* y, Scalar* x) {
    for (int j = 0; j < size_; ++j) {
      const Scalar* const upper = Inverse(j);
      Scalar sum = Scalar(0);
      for (int i = 0; i <= j; ++i) sum += upper[i] * y[i];
      factors_[j] = sum;
    }
    SumUpperTriangle(factors_.data(), inverse_.data(), kStride, size_, x);
  }

  // The last columns of C [length] and of U [|F|]: of the row that entered last.
  const Scalar* LastColumn() const { return columns_.data() + (size_ - 1) * kStride; }
  const Scalar* LastInverse() const { return inverse_.data() + (size_ - 1) * kStride; }

 private:
  // Of (1 + Σ|x|)², of which what is left of the diagonal is a difference.
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
