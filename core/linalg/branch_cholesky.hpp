// Problem: factor the joint-space mass matrix M of a kinematic tree, or of several, and
// solve with the factor. M is SPD, and M(i, j) ≠ 0 only where one of i and j is an
// ancestor of the other ("branch-induced sparsity").
// Method: M = Lᵀ L, L lower triangular, from the leaves down: no fill-in. Featherstone,
// Rigid Body Dynamics Algorithms (2008), section 6.5, tables 6.3 and 6.4.
// Departure: the trunk (the six degrees of freedom of a free base) is walked by index, without `parent`.
// Several roots (parent −1) give several diagonal blocks. So stacked systems need no special case.
#pragma once

#include <array>

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// parent[i]: the next degree of freedom toward the root, −1 at a root; parent[i] < i.
template <int kCapacity>
using BranchParents = std::array<int, static_cast<unsigned>(kCapacity)>;

namespace branch_internal {

// How many ancestors on the trunk a row has that hangs on a free base. Loops of this length are unrolled.
template <int kCapacity>
inline constexpr int kWritten = Min(6, kCapacity - 1);

// The trunk: the first degrees of freedom, up to the first branching. Each of them is the parent of the next,
// so the ancestors on the trunk have consecutive indices.
template <int kCapacity>
int TrunkLength(const BranchParents<kCapacity>& parent, int n) {
  for (int i = 0; i < n; ++i) {
    const int up = parent[static_cast<unsigned>(i)];
    if (up != i - 1) return up < 0 || up > i ? i : up + 1;
  }
  return n;
}

// f(j) for `first` and its ancestors, the nearest first.
template <int kCapacity, typename F>
[[gnu::always_inline]] inline void ForAncestors(const BranchParents<kCapacity>& parent, int trunk, int first,
                                                const F& f) {
  int i = first;
  // at most kOffTrunk
  for (; i >= trunk; i = parent[static_cast<unsigned>(i)]) f(i);
  WithCount<kWritten<kCapacity>>(i + 1, [&](auto above) {
    for (int j = above - 1; j >= 0; --j) f(j);  // at most kOnTrunk
  });
}

// Divides row k by its pivot and subtracts its products from the rows of k's ancestors. `above` of these
// are on the trunk. Not inlined: its loops could not be bounded if they were mixed with the caller's loops.
template <typename Scalar, int kCapacity, typename Count>
[[gnu::noinline]] void Eliminate(BoundedMatrix<Scalar, kCapacity>& matrix,
                                 const BranchParents<kCapacity>& parent, int trunk, int k, Count above) {
  Scalar* const row = matrix.data() + k * kCapacity;
  const Scalar inverse = Scalar(1) / row[k];
  const int first = parent[static_cast<unsigned>(k)];
  Scalar on_trunk[kCapacity];
  for (int j = 0; j < above; ++j) row[j] = on_trunk[j] = row[j] * inverse;  // at most kOnTrunk
  // at most kOffTrunk
  for (int i = first; i >= trunk; i = parent[static_cast<unsigned>(i)]) row[i] *= inverse;
  // at most kOffTrunk
  for (int i = first; i >= trunk; i = parent[static_cast<unsigned>(i)]) {
    Scalar* const ancestor = matrix.data() + i * kCapacity;
    const Scalar factor = row[i];
    // at most kOffTrunk
    for (int j = i; j >= trunk; j = parent[static_cast<unsigned>(j)]) ancestor[j] -= factor * row[j];
    for (int j = 0; j < above; ++j) ancestor[j] -= factor * on_trunk[j];  // at most kOnTrunk
  }
  for (int j = 0; j < above; ++j) {  // at most kOnTrunk
    Scalar* const ancestor = matrix.data() + j * kCapacity;
    for (int l = 0; l <= j; ++l) ancestor[l] -= on_trunk[j] * on_trunk[l];  // at most kOnTrunk
  }
}

}  // namespace branch_internal

// In: the lower half of M, leading n rows (kg, kg·m, kg·m²). Out: L in its place. Only
// entries (i, i) and (i, ancestor of i) are read or written. Returns false where a pivot
// is NaN or not positive (M is not SPD), or where n or a parent is out of range; `matrix`
// then holds nothing of use. Cost: Σ d_i²/2 multiply-adds; d_i is the number of ancestors
// of i.
// n at most kCapacity.
template <typename Scalar, int kCapacity>
bool FactorBranch(BoundedMatrix<Scalar, kCapacity>& matrix, const BranchParents<kCapacity>& parent, int n) {
  if (n < 0 || n > kCapacity) return false;
  const int trunk = branch_internal::TrunkLength<kCapacity>(parent, n);
  std::array<int, static_cast<unsigned>(kCapacity)> above;  // of each: ancestors on the trunk
  for (int k = 0; k < n; ++k) {
    const int up = parent[static_cast<unsigned>(k)];
    if (up < -1 || up >= k) return false;
    above[static_cast<unsigned>(k)] = up < trunk ? up + 1 : above[static_cast<unsigned>(up)];
  }
  for (int k = n - 1; k >= 0; --k) {
    Scalar* const row = matrix.data() + k * kCapacity;
    if (!(row[k] > Scalar(0)) || !IsFinite(row[k])) return false;
    row[k] = Sqrt(row[k]);
    WithCount<branch_internal::kWritten<kCapacity>>(above[static_cast<unsigned>(k)], [&](auto count) {
      branch_internal::Eliminate(matrix, parent, trunk, k, count);
    });
  }
  return true;
}

// x ← L⁻ᵀ x; x has n entries. A row whose entry is zero costs nothing. So a foot's Jacobian
// costs only its own leg and the base: Σ d_i multiply-adds over the nonzero i.
template <typename Scalar, int kCapacity>
void SolveTransposed(const BoundedMatrix<Scalar, kCapacity>& lower, const BranchParents<kCapacity>& parent,
                     int n, Scalar* x) {
  const int trunk = branch_internal::TrunkLength<kCapacity>(parent, n);
  for (int i = n - 1; i >= 0; --i) {
    if (x[i] == Scalar(0)) continue;
    const Scalar* const row = lower.data() + i * kCapacity;
    const Scalar known = x[i] / row[i];
    x[i] = known;
    branch_internal::ForAncestors<kCapacity>(parent, trunk, parent[static_cast<unsigned>(i)],
                                             [&](int j) { x[j] -= row[j] * known; });
  }
}

// x ← L⁻¹ x; x has n entries. After SolveTransposed the result is M⁻¹ x. Σ d_i multiply-adds.
template <typename Scalar, int kCapacity>
void SolveForward(const BoundedMatrix<Scalar, kCapacity>& lower, const BranchParents<kCapacity>& parent,
                  int n, Scalar* x) {
  const int trunk = branch_internal::TrunkLength<kCapacity>(parent, n);
  for (int i = 0; i < n; ++i) {
    const Scalar* const row = lower.data() + i * kCapacity;
    Scalar sum = x[i];
    branch_internal::ForAncestors<kCapacity>(parent, trunk, parent[static_cast<unsigned>(i)],
                                             [&](int j) { sum -= row[j] * x[j]; });
    x[i] = sum / row[i];
  }
}

}  // namespace footing
