// Problem: A symmetric PSD with n rows, F a set of its rows that gains and loses one at a time: keep what
// A_FF⁻¹ and A_:F A_FF⁻¹ take to be applied.
// Method: Cholesky's, column by column in the order in which rows enter F (Lawson and Hanson, Solving Least
// Squares Problems, chapter 24, for the same by orthogonal transformations of J, A = J Jᵀ):
//   A_FF = L Lᵀ,   C = A_:F L⁻ᵀ (n × |F|, L its rows F),   U = L⁻ᵀ (upper triangular),
// so that A_FF⁻¹ = U Uᵀ and A − C Cᵀ is what is left of A. A row that leaves is moved to the end by plane
// rotations of the columns of C and U, which are then cut. U is a by-product: the last column of U is
// what a row needs to find its way along F.
// Cost follows |F|, not n: n |F| + |F|²/2 multiply-adds to enter, four times the columns behind it to leave.
#pragma once

#include <array>
#include <cstdint>

#include "core/linalg/storage.hpp"
#include "core/linalg/subtract_columns.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar, int kCapacity>
class GrownCholesky {
 public:
  static constexpr int kStride = (kCapacity + 7) / 8 * 8;

  void Clear(int rows) {
    rows_ = rows;
    size_ = 0;
  }
  int size() const { return size_; }
  int Member(int position) const { return members_[static_cast<unsigned>(position)]; }

  // Reads row `row` of A, of which `entries` are the n entries; `root` is √A_ii of each row. True where
  // what is left of its diagonal is more than rounding can have made of nothing; then Append takes it
  // in. False leaves Null(): A_FF x = −A_F,row, so that a step of 1 in the row and x in F moves nothing.
  bool Project(const Scalar* entries, int row, const BoundedVector<Scalar, kCapacity>& root) {
    Scalar* const fresh = Column(size_);
    for (int i = 0; i < rows_; ++i) fresh[i] = entries[i];
    for (int i = rows_; i < PaddedToBlocks(rows_); ++i) fresh[i] = Scalar(0);
    Scalar* const null = Inverse(size_);
    for (int j = 0; j < size_; ++j) factors_[j] = Column(j)[row];
    for (int j = 0; j < PaddedToBlocks(rows_); ++j) null[j] = Scalar(0);
    if (size_ == kCapacity) return false;
    SubtractColumns(factors_.data(), columns_.data(), kStride, size_, PaddedToBlocks(rows_), fresh);
    SubtractUpperTriangle(factors_.data(), inverse_.data(), kStride, size_, null);
    entering_ = row;
    Scalar terms = root[row];
    for (int j = 0; j < size_; ++j) terms += root[Member(j)] * Abs(null[j]);
    return fresh[row] > kPivotTolerance * (terms * terms);
  }

  // Takes in the row that Project found independent.
  void Append() {
    Scalar* const fresh = Column(size_);
    const Scalar inverse_root = Scalar(1) / Sqrt(fresh[entering_]);
    for (int i = 0; i < PaddedToBlocks(rows_); ++i) fresh[i] *= inverse_root;
    Scalar* const upper = Inverse(size_);
    for (int j = 0; j < size_; ++j) upper[j] *= inverse_root;
    upper[size_] = inverse_root;
    members_[static_cast<unsigned>(size_)] = static_cast<std::int16_t>(entering_);
    ++size_;
  }

  // Takes the member at `position` out; those behind it move up by one place.
  void Remove(int position) {
    for (int j = position; j + 1 < size_; ++j) {
      const int row = Member(j + 1);
      const Scalar a = Column(j)[row];
      const Scalar b = Column(j + 1)[row];
      const Scalar inverse = Scalar(1) / Sqrt(a * a + b * b);
      Rotate(a * inverse, b * inverse, PaddedToBlocks(rows_), Column(j), Column(j + 1));
      Rotate(a * inverse, b * inverse, PaddedToBlocks(j + 2), Inverse(j), Inverse(j + 1));
      members_[static_cast<unsigned>(j)] = members_[static_cast<unsigned>(j + 1)];
    }
    --size_;
    for (int j = position; j < size_; ++j) {
      Scalar* const upper = Inverse(j);
      for (int i = position; i <= j; ++i) upper[i] = upper[i + 1];
      upper[j + 1] = Scalar(0);
    }
  }

  // x ← x − A_FF⁻¹ y, members in their order; y is lost. |F|² multiply-adds.
  void SubtractSolved(Scalar* y, Scalar* x) {
    for (int j = 0; j < size_; ++j) {
      const Scalar* const upper = Inverse(j);
      Scalar sum = Scalar(0);
      for (int i = 0; i <= j; ++i) sum += upper[i] * y[i];
      factors_[j] = sum;
    }
    SubtractUpperTriangle(factors_.data(), inverse_.data(), kStride, size_, x);
  }

  const Scalar* Null() const { return inverse_.data() + size_ * kStride; }
  // The last column of C [n] and of U [|F|]: of the row that entered last.
  const Scalar* LastColumn() const { return columns_.data() + (size_ - 1) * kStride; }
  const Scalar* LastInverse() const { return inverse_.data() + (size_ - 1) * kStride; }

 private:
  // Of (r_row + Σ r_j |x_j|)², r² = A_ii, of which what is left of the diagonal is a difference.
  static constexpr Scalar kPivotTolerance = Scalar(32) * kEpsilon<Scalar>;

  static void Rotate(Scalar c, Scalar s, int length, Scalar* x, Scalar* y) {
    for (int i = 0; i < length; ++i) {
      const Scalar turned = c * x[i] + s * y[i];
      y[i] = c * y[i] - s * x[i];
      x[i] = turned;
    }
  }

  Scalar* Column(int j) { return columns_.data() + j * kStride; }
  Scalar* Inverse(int j) { return inverse_.data() + j * kStride; }

  BoundedMatrix<Scalar, kCapacity + 1, kStride> columns_;  // row j: column j of C
  BoundedMatrix<Scalar, kCapacity + 1, kStride> inverse_;  // row j: column j of U
  BoundedVector<Scalar, kStride> factors_;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> members_;
  int rows_ = 0;
  int size_ = 0;
  int entering_ = 0;
};

}  // namespace footing
