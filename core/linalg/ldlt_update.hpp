// Problem: keep the factorization A_CC = L D Lᵀ (L unit lower triangular) of a principal
// submatrix of a symmetric PSD matrix while its index set C gains and loses one index at
// a time, as in Dantzig's pivoting (Baraff 1994, section 4.3).
//
// Method: Append solves one triangular system for the new last row. Remove deletes row
// and column k. What column k contributed to the rows below is a rank-one term with the
// positive weight d_k. It is added again by method C1 of Gill, Golub, Murray and Saunders,
// "Methods for modifying matrix factorizations" (1974), which is stable for d_k > 0.
//
// Departure: C1 goes by columns. Here it goes by rows and shifts the rows in the same pass.
#pragma once

#include "core/linalg/row_update.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar, int kCapacity>
class LdltUpdate {
 public:
  // A new row enters only if its remaining diagonal is above this share of the diagonal. The
  // subtraction's error is about size·epsilon of the diagonal. So 64 covers a size of 64, and
  // leaves an order of magnitude at the sizes of the contact problems.
  static constexpr Scalar kPivotTolerance = Scalar(64) * kEpsilon<Scalar>;

  void Clear() { size_ = 0; }
  int size() const { return size_; }

  // Adds an index behind the others. `row`: its size() entries of A with the present members,
  // in their order; `diagonal`: its diagonal entry. Returns false and changes nothing where
  // the pivot is not above least_share·|diagonal|: the row depends on the present ones, or
  // A is not PSD. Returns false at capacity too. size²/2 multiply-adds.
  bool Append(const Scalar* row, Scalar diagonal, Scalar least_share = kPivotTolerance) {
    if (size_ >= kCapacity) return false;
    Scalar* const fresh = lower_.data() + size_ * kCapacity;
    Scalar pivot = diagonal;
    for (int i = 0; i < size_; ++i) fresh[i] = row[i];
    SolveUnitLower(fresh);
    for (int i = 0; i < size_; ++i) {
      const Scalar scaled = fresh[i] * inverse_pivots_[i];
      pivot -= fresh[i] * scaled;
      fresh[i] = scaled;
    }
    if (!(pivot > least_share * Abs(diagonal))) return false;
    pivots_[size_] = pivot;
    inverse_pivots_[size_] = Scalar(1) / pivot;
    ++size_;
    return true;
  }

  // Removes the member at `position`; those behind it move up by one place.
  // (size − position)² multiply-adds.
  void Remove(int position) {
    Scalar weight = pivots_[position];
    for (int r = position + 1; r < size_; ++r) {
      const Scalar* const from = lower_.data() + r * kCapacity;
      Scalar* const to = lower_.data() + (r - 1) * kCapacity;
      for (int j = 0; j < position; ++j) to[j] = from[j];
      Scalar v = from[position];
      for (int j = position; j < r - 1; ++j) {
        const Scalar l = from[j + 1];
        v -= entry_[j] * l;
        to[j] = l + gain_[j] * v;
      }
      const Scalar pivot = pivots_[r] + weight * v * v;
      entry_[r - 1] = v;
      gain_[r - 1] = v * weight / pivot;
      weight *= pivots_[r] / pivot;
      pivots_[r - 1] = pivot;
      inverse_pivots_[r - 1] = Scalar(1) / pivot;
    }
    --size_;
  }

  // x ← A_CC⁻¹ x, in the order of the members. size² multiply-adds.
  void Solve(Scalar* x) const {
    SolveUnitLower(x);
    for (int i = 0; i < size_; ++i) x[i] *= inverse_pivots_[i];
    for (int i = size_ - 1; i > 0; --i) {
      const Scalar* const l = lower_.data() + i * kCapacity;
      SubtractMultiple(x[i], l, x, i);
    }
  }

 private:
  // x ← L⁻¹ x. Four rows side by side: each sum waits for its own last addition only. size²/2 multiply-adds.
  void SolveUnitLower(Scalar* x) const {
    int i = 0;
    for (; i + 4 <= size_; i += 4) {  // at most size_ / 4
      const Scalar* const l_0 = lower_.data() + i * kCapacity;
      const Scalar* const l_1 = l_0 + kCapacity;
      const Scalar* const l_2 = l_1 + kCapacity;
      const Scalar* const l_3 = l_2 + kCapacity;
      Scalar x_0 = x[i], x_1 = x[i + 1], x_2 = x[i + 2], x_3 = x[i + 3];
      for (int j = 0; j < i; ++j) {
        const Scalar known = x[j];
        x_0 -= l_0[j] * known;
        x_1 -= l_1[j] * known;
        x_2 -= l_2[j] * known;
        x_3 -= l_3[j] * known;
      }
      x_1 -= l_1[i] * x_0;
      x_2 -= l_2[i] * x_0;
      x_2 -= l_2[i + 1] * x_1;
      x_3 -= l_3[i] * x_0;
      x_3 -= l_3[i + 1] * x_1;
      x_3 -= l_3[i + 2] * x_2;
      x[i] = x_0, x[i + 1] = x_1, x[i + 2] = x_2, x[i + 3] = x_3;
    }
    for (; i < size_; ++i) {  // at most 3
      const Scalar* const l = lower_.data() + i * kCapacity;
      Scalar sum = x[i];
      for (int j = 0; j < i; ++j) sum -= l[j] * x[j];
      x[i] = sum;
    }
  }

  BoundedMatrix<Scalar, kCapacity> lower_;  // below the diagonal; the ones are not stored
  BoundedVector<Scalar, kCapacity> pivots_;
  BoundedVector<Scalar, kCapacity> inverse_pivots_;
  BoundedVector<Scalar, kCapacity> entry_;  // of Remove: the rank-one vector, and
  BoundedVector<Scalar, kCapacity> gain_;   // what each column takes of it
  int size_ = 0;
};

}  // namespace footing
