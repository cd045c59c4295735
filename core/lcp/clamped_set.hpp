// Problem: w = A z + b with A symmetric PSD. While z moves in other rows, w must stay zero in the rows C (the
// clamped set C of Baraff, Fast Contact Force Computation, SIGGRAPH 1994, section 4).
// Method: eq. 9 with A_CC = L D Lᵀ. The factorization is updated when a row enters or leaves
// (ldlt_update.hpp). z_C is refined against A and b.
// Departure: a row that depends on the rows of C is refused.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/residual.hpp"
#include "core/linalg/ldlt_update.hpp"

namespace footing {

// Every call after Clear must pass the same A.
template <typename Scalar, int kCapacity>
class ClampedSet {
 public:
  using Matrix = BoundedMatrix<Scalar, kCapacity>;
  using Vector = BoundedVector<Scalar, kCapacity>;

  // A row whose Schur pivot is below this share of its diagonal (5.8e-11, float 1.2e-4) depends on C. A smaller
  // share lets rounding errors of singular matrices in, whose inverses are forces of any size. Of 1,000 problems
  // of rank 18 in double 908 are solved with 64 roundings, 984 with 4,096, all with 262,144.
  static constexpr Scalar kLeastPivot = Scalar(sizeof(Scalar) == 4 ? 1024 : 262144) * kEpsilon<Scalar>;

  void Clear() { factor_.Clear(); }
  int size() const { return factor_.size(); }
  int row(int k) const { return rows_[static_cast<unsigned>(k)]; }  // in the order of Append
  Scalar step(int k) const { return step_[k]; }                     // Δz of row(k), found by Follow

  // Adds `row` to C. False if it depends on the rows of C; then C stays as it is. size²/2 multiply-adds.
  bool Append(const Matrix& A, int row) {
    const int count = size();
    for (int k = 0; k < count; ++k) step_[k] = A(row, this->row(k));
    if (!factor_.Append(step_.data(), A(row, row), kLeastPivot)) return false;
    rows_[static_cast<unsigned>(count)] = static_cast<std::int16_t>(row);
    return true;
  }

  // Removes `row`, which must be in C. No more than size² multiply-adds.
  void Remove(int row) {
    const int last = size() - 1;
    int position = 0;
    while (position < last && this->row(position) != row) ++position;  // at most last
    factor_.Remove(position);
    for (int k = position; k < last; ++k)
      rows_[static_cast<unsigned>(k)] = rows_[static_cast<unsigned>(k + 1)];
  }

  // Finds Δz_C = −direction A_CC⁻¹ A_C,driven (eq. 9): it keeps Δw_C = 0 while z_driven moves by `direction`.
  // size² multiply-adds.
  void Follow(const Matrix& A, int driven, Scalar direction) {
    const Scalar* const source = A.data() + driven * kCapacity;
    for (int k = 0; k < size(); ++k) step_[k] = -direction * source[row(k)];
    factor_.Solve(step_.data());
  }

  // z_C −= A_CC⁻¹ (A z + b)_C. An entry that leaves its bounds by rounding is put back to the bound. Cost:
  // n size multiply-adds, and that of Follow. `exact`: w is summed without rounding errors, 12 times the work.
  void Refine(const BoxedLcpProblem<Scalar, kCapacity>& problem, bool exact, Vector& z) {
    for (int k = 0; k < size(); ++k) {
      const Scalar* const source = problem.A.data() + row(k) * kCapacity;
      Scalar sum = problem.b[row(k)];
      for (int j = 0; j < problem.size && !exact; ++j) sum += source[j] * z[j];
      step_[k] = exact ? SumRow(problem, z, row(k)).Value() : sum;
    }
    factor_.Solve(step_.data());
    for (int k = 0; k < size(); ++k) {
      const int i = row(k);
      z[i] = Clamp(z[i] - step_[k], problem.lo[i], problem.hi[i]);
    }
  }

 private:
  LdltUpdate<Scalar, kCapacity> factor_;
  Vector step_;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> rows_;
};

}  // namespace footing
