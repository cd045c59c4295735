// Problem: factor the joint-space mass matrix M of a kinematic tree, or of several, and
// solve with the factor. M is SPD, and M(i, j) ≠ 0 only where one of i and j is an
// ancestor of the other ("branch-induced sparsity").
// Method: M = Lᵀ L, L lower triangular, from the leaves down: no fill-in. Featherstone,
// Rigid Body Dynamics Algorithms (2008), section 6.5, tables 6.3 and 6.4.
// Departures: none. Several roots (parent −1) give several diagonal blocks, so systems
// stacked one after another need no further case.
#pragma once

#include <array>

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// parent[i]: the degree of freedom next nearer to the root, −1 at a root; parent[i] < i.
template <int kCapacity>
using BranchParents = std::array<int, static_cast<unsigned>(kCapacity)>;

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
  for (int k = n - 1; k >= 0; --k) {
    Scalar* const row = matrix.data() + k * kCapacity;
    if (!(row[k] > Scalar(0)) || !IsFinite(row[k])) return false;
    row[k] = Sqrt(row[k]);
    const Scalar inverse = Scalar(1) / row[k];
    const int first = parent[static_cast<unsigned>(k)];
    // at most kAncestors, kAllAncestors in all
    for (int i = first; i >= 0; i = parent[static_cast<unsigned>(i)]) row[i] *= inverse;
    // at most kAncestors, kAllAncestors in all
    for (int i = first; i >= 0; i = parent[static_cast<unsigned>(i)]) {
      Scalar* const ancestor = matrix.data() + i * kCapacity;
      const Scalar factor = row[i];
      // at most kAncestors + 1, kAncestorPairs in all
      for (int j = i; j >= 0; j = parent[static_cast<unsigned>(j)]) ancestor[j] -= factor * row[j];
    }
  }
  return true;
}

// x ← L⁻ᵀ x, x of n entries. A row whose entry is zero costs nothing, so a foot's
// Jacobian costs only its own leg and the base: Σ d_i over the nonzero i.
template <typename Scalar, int kCapacity>
void SolveTransposed(const BoundedMatrix<Scalar, kCapacity>& lower, const BranchParents<kCapacity>& parent,
                     int n, Scalar* x) {
  for (int i = n - 1; i >= 0; --i) {
    if (x[i] == Scalar(0)) continue;
    const Scalar* const row = lower.data() + i * kCapacity;
    const Scalar known = x[i] / row[i];
    x[i] = known;
    // at most kAncestors, kAllAncestors in all
    for (int j = parent[static_cast<unsigned>(i)]; j >= 0; j = parent[static_cast<unsigned>(j)]) {
      x[j] -= row[j] * known;
    }
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
