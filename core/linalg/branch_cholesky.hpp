// Problem: factor the joint-space mass matrix M of a kinematic tree, or of several, and
// solve with the factor. M is SPD, and M(i, j) ≠ 0 only where one of i and j is an
// ancestor of the other ("branch-induced sparsity").
// Method: M = Lᵀ L, L lower triangular, from the leaves down: no fill-in. Featherstone,
// Rigid Body Dynamics Algorithms (2008), section 6.5, tables 6.3 and 6.4.
// Departures: none. Several roots (parent −1) give several diagonal blocks, so systems
// stacked one after another need no further case.
#pragma once

#include <array>
#include <utility>

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// parent[i]: the degree of freedom next nearer to the root, −1 at a root; parent[i] < i.
template <int kCapacity>
using BranchParents = std::array<int, static_cast<unsigned>(kCapacity)>;

namespace branch_internal {

// first[i]: where the run of i begins, the consecutive degrees of freedom up to i of which each hangs
// on the one before. A branch is a few runs, along which the entries of a row lie side by side.
template <int kCapacity>
BranchParents<kCapacity> FirstOfRuns(const BranchParents<kCapacity>& parent, int n) {
  BranchParents<kCapacity> first;
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<unsigned>(i);
    first[k] = i > 0 && parent[k] == i - 1 ? first[k - 1] : i;
  }
  return first;
}

// visit(begin, count) for each run of the branch that ends at `last`, leaves first.
template <int kCapacity, typename Visit>
void ForRuns(const BranchParents<kCapacity>& first, const BranchParents<kCapacity>& parent, int last,
             const Visit& visit) {
  while (last >= 0) {  // at most kRuns
    const int begin = first[static_cast<unsigned>(last)];
    visit(begin, last - begin + 1);
    last = parent[static_cast<unsigned>(begin)];
  }
}

// Below, six entries, a floating base's, do without a loop.

// x ← factor x, `count` entries.
template <typename Scalar>
void Scale(Scalar factor, int count, Scalar* x) {
  if (count == 6) {
    for (int i = 0; i < 6; ++i) x[i] *= factor;
  } else {
    for (int i = 0; i < count; ++i) x[i] *= factor;  // at most kRunLength
  }
}

// x ← x − factor y, `count` entries.
template <typename Scalar>
void Subtract(Scalar factor, const Scalar* y, int count, Scalar* x) {
  if (count == 6) {
    for (int i = 0; i < 6; ++i) x[i] -= factor * y[i];
  } else {
    for (int i = 0; i < count; ++i) x[i] -= factor * y[i];  // at most kRunLength
  }
}

// The lower half of a 6 × 6 block less y yᵀ, its rows kStride apart.
template <int kStride, typename Scalar>
void SubtractSquare(const Scalar* y, Scalar* block) {
  const Scalar v[6] = {y[0], y[1], y[2], y[3], y[4], y[5]};
  const auto subtract = [&v, block]<int kRow>(std::integral_constant<int, kRow>) {
    for (int j = 0; j <= kRow; ++j) block[kRow * kStride + j] -= v[kRow] * v[j];
  };
  [&]<int... kRow>(std::integer_sequence<int, kRow...>) {
    (subtract(std::integral_constant<int, kRow>()), ...);
  }
  (std::make_integer_sequence<int, 6>());
}

}  // namespace branch_internal

// In: the lower half of M, leading n rows (kg, kg·m, kg·m²). Out: L in its place. Only
// entries (i, i) and (i, ancestor of i) are read or written. Returns false where a pivot
// is not positive, so M not SPD, or NaN, or n or a parent is out of range; `matrix` then
// holds nothing of use. Σ d_i²/2 multiply-adds, d_i the depth of i (the count of
// ancestors).
// n at most kCapacity.
template <typename Scalar, int kCapacity>
bool FactorBranch(BoundedMatrix<Scalar, kCapacity>& matrix, const BranchParents<kCapacity>& parent, int n) {
  if (n < 0 || n > kCapacity) return false;
  for (int k = 0; k < n; ++k) {
    const int up = parent[static_cast<unsigned>(k)];
    if (up < -1 || up >= k) return false;
  }
  const auto first = branch_internal::FirstOfRuns<kCapacity>(parent, n);
  for (int k = n - 1; k >= 0; --k) {
    Scalar* const row = matrix.data() + k * kCapacity;
    if (!(row[k] > Scalar(0)) || !IsFinite(row[k])) return false;
    row[k] = Sqrt(row[k]);
    const Scalar inverse = Scalar(1) / row[k];
    const int nearest = parent[static_cast<unsigned>(k)];
    branch_internal::ForRuns<kCapacity>(first, parent, nearest, [row, inverse](int begin, int count) {
      branch_internal::Scale(inverse, count, row + begin);
    });
    branch_internal::ForRuns<kCapacity>(first, parent, nearest, [&](int begin, int count) {
      Scalar* ancestor = matrix.data() + begin * kCapacity;
      const int above = parent[static_cast<unsigned>(begin)];
      if (count == 6) branch_internal::SubtractSquare<kCapacity>(row + begin, ancestor + begin);
      if (count == 6 && above < 0) return;
      for (int i = begin; i < begin + count; ++i, ancestor += kCapacity) {  // at most kRunLength
        if (count != 6) branch_internal::Subtract(row[i], row + begin, i - begin + 1, ancestor + begin);
        branch_internal::ForRuns<kCapacity>(first, parent, above, [&](int from, int length) {
          branch_internal::Subtract(row[i], row + from, length, ancestor + from);
        });
      }
    });
  }
  return true;
}

// x ← L⁻ᵀ x, x of n entries. A row whose entry is zero costs nothing, so a foot's
// Jacobian costs only its own leg and the base: Σ d_i over the nonzero i.
template <typename Scalar, int kCapacity>
void SolveTransposed(const BoundedMatrix<Scalar, kCapacity>& lower, const BranchParents<kCapacity>& parent,
                     int n, Scalar* x) {
  const auto first = branch_internal::FirstOfRuns<kCapacity>(parent, n);
  for (int i = n - 1; i >= 0; --i) {
    if (x[i] == Scalar(0)) continue;
    const Scalar* const row = lower.data() + i * kCapacity;
    const Scalar known = x[i] / row[i];
    x[i] = known;
    branch_internal::ForRuns<kCapacity>(first, parent, parent[static_cast<unsigned>(i)],
                                        [known, row, x](int begin, int count) {
                                          branch_internal::Subtract(known, row + begin, count, x + begin);
                                        });
  }
}

// x ← L⁻¹ x, x of n entries; after SolveTransposed that makes x ← M⁻¹ x. Σ d_i.
template <typename Scalar, int kCapacity>
void SolveForward(const BoundedMatrix<Scalar, kCapacity>& lower, const BranchParents<kCapacity>& parent,
                  int n, Scalar* x) {
  for (int i = 0; i < n; ++i) {
    const Scalar* const row = lower.data() + i * kCapacity;
    Scalar sum = x[i];
    // at most kAncestors, kAllAncestors in all
    for (int j = parent[static_cast<unsigned>(i)]; j >= 0; j = parent[static_cast<unsigned>(j)]) {
      sum -= row[j] * x[j];
    }
    x[i] = sum / row[i];
  }
}

}  // namespace footing
