// Problem: factor the joint-space mass matrix M of a kinematic tree, or of several, and
// solve with the factor. M is SPD, and M(i, j) ≠ 0 only where one of i and j is an
// ancestor of the other ("branch-induced sparsity").
// Method: M = Lᵀ L, L lower triangular, from the leaves down: no fill-in. Featherstone,
// Rigid Body Dynamics Algorithms (2008), section 6.5, tables 6.3 and 6.4.
// Departure: the trunk (the six degrees of freedom of a free base) comes last, and is walked by index,
// without `parent`. Where its length is a template argument, its loops are unrolled. Several roots (parent
// −1) give several diagonal blocks. So stacked systems need no special case.
#pragma once

#include <array>
#include <type_traits>

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// parent[i]: the next degree of freedom toward the root, −1 at a root; parent[i] < i.
template <int kCapacity>
using BranchParents = std::array<int, static_cast<unsigned>(kCapacity)>;

// Of a template argument kTrunk: the trunk's length is known at run time alone.
inline constexpr int kAnyTrunk = -1;

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
    if (up != i - 1) return up < 0 || up >= i ? i : up + 1;
  }
  return n;
}

// The length, a constant where it is known.
template <int kTrunk, int kCapacity>
auto Trunk([[maybe_unused]] const BranchParents<kCapacity>& parent, [[maybe_unused]] int n) {
  if constexpr (kTrunk == kAnyTrunk)
    return TrunkLength<kCapacity>(parent, n);
  else
    return std::integral_constant<int, kTrunk>();
}

// f(above) with the number of ancestors on the trunk of a row beyond it.
template <int kTrunk, int kCapacity, typename F>
[[gnu::always_inline]] inline void WithAbove(int above, const F& f) {
  if constexpr (kTrunk == kAnyTrunk)
    WithCount<kWritten<kCapacity>>(above, f);
  else
    f(std::integral_constant<int, kTrunk>());
}

// f(k) for rows k from kLast down, unrolled.
template <int kLast, typename F>
[[gnu::always_inline]] inline void ForConstantsDown(const F& f) {
  if constexpr (kLast >= 0) {
    f(std::integral_constant<int, kLast>());
    ForConstantsDown<kLast - 1>(f);
  }
}

// f(k) for the rows of the trunk, the last first. The number of a row is that of its ancestors.
// trunk at most kTrunkLength
template <typename Trunk, typename F>
[[gnu::always_inline]] inline void ForTrunkDown(Trunk trunk, const F& f) {
  if constexpr (std::is_same_v<Trunk, int>) {
    for (int k = trunk - 1; k >= 0; --k) f(k);
  } else {
    ForConstantsDown<Trunk::value - 1>(f);
  }
}

// From a row's pivot to 1 / L_kk. False: M is not SPD.
template <typename Scalar>
bool InvertRoot(Scalar& pivot) {
  if (!(pivot > Scalar(0)) || !IsFinite(pivot)) return false;
  pivot = Scalar(1) / Sqrt(pivot);
  return true;
}

// Divides row k by its root and subtracts its products from the rows of k's ancestors. `above` of these
// are on the trunk. Not inlined: its loops could not be bounded if they were mixed with the caller's loops.
template <typename Scalar, int kCapacity, typename Count>
[[gnu::noinline]] void Eliminate(BoundedMatrix<Scalar, kCapacity>& matrix,
                                 const BranchParents<kCapacity>& parent, int trunk, int k, Count above) {
  Scalar* const row = matrix.data() + k * kCapacity;
  const Scalar inverse = row[k];
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

// The same for row k of the trunk, all of whose ancestors are the rows before it.
// k at most kOnTrunk
template <typename Scalar, int kCapacity, typename Row>
[[gnu::always_inline]] inline void EliminateOnTrunk(BoundedMatrix<Scalar, kCapacity>& matrix, Row k) {
  Scalar* const row = matrix.data() + k * kCapacity;
  const Scalar inverse = row[k];
  Scalar scaled[kCapacity];
  for (int j = 0; j < k; ++j) row[j] = scaled[j] = row[j] * inverse;
  for (int j = 0; j < k; ++j) {
    Scalar* const ancestor = matrix.data() + j * kCapacity;
    for (int l = 0; l <= j; ++l) ancestor[l] -= scaled[j] * scaled[l];
  }
}

}  // namespace branch_internal

// In: the lower half of M, leading n rows (kg, kg·m, kg·m²). Out: L in its place, and on its
// diagonal 1 / L_ii, since all uses divide by it. Only entries (i, i) and (i, ancestor of i) are read or
// written. Returns false where a pivot is NaN or not positive (M is not SPD), or where n or a parent is out
// of range; `matrix` then holds nothing of use. Cost: Σ d_i²/2 multiply-adds; d_i is the number of ancestors
// of i.
// kTrunk: the length of the trunk, if all others hang on its end; false if it is not so. The two functions
// below must get the same.
// n at most kCapacity.
template <int kTrunk = kAnyTrunk, typename Scalar, int kCapacity>
bool FactorBranch(BoundedMatrix<Scalar, kCapacity>& matrix, const BranchParents<kCapacity>& parent, int n) {
  if (n < 0 || n > kCapacity) return false;
  const int length = branch_internal::TrunkLength<kCapacity>(parent, n);
  if (kTrunk != kAnyTrunk && kTrunk != length) return false;
  const auto trunk = branch_internal::Trunk<kTrunk, kCapacity>(parent, n);
  for (int k = trunk; k < n; ++k) {
    const int up = parent[static_cast<unsigned>(k)];
    if (up < (kTrunk == kAnyTrunk ? -1 : kTrunk - 1) || up >= k) return false;
  }
  for (int k = n - 1; k >= trunk; --k) {  // at most kBranchRows
    if (!branch_internal::InvertRoot(matrix.data()[k * (kCapacity + 1)])) return false;
    int up = parent[static_cast<unsigned>(k)];
    while (up >= trunk) up = parent[static_cast<unsigned>(up)];  // at most kOffTrunk
    branch_internal::WithAbove<kTrunk, kCapacity>(
        up + 1, [&](auto above) { branch_internal::Eliminate(matrix, parent, trunk, k, above); });
  }
  bool positive = true;
  branch_internal::ForTrunkDown(trunk, [&](auto k) {
    positive = positive && branch_internal::InvertRoot(matrix.data()[k * (kCapacity + 1)]);
    if (positive) branch_internal::EliminateOnTrunk(matrix, k);
  });
  return positive;
}

// x ← L⁻ᵀ x; x has n entries. A row whose entry is zero costs nothing. So a foot's Jacobian
// costs only its own leg and the base: Σ d_i multiply-adds over the nonzero i.
template <int kTrunk = kAnyTrunk, typename Scalar, int kCapacity>
void SolveTransposed(const BoundedMatrix<Scalar, kCapacity>& lower, const BranchParents<kCapacity>& parent,
                     int n, Scalar* x) {
  const auto trunk = branch_internal::Trunk<kTrunk, kCapacity>(parent, n);
  for (int i = n - 1; i >= trunk; --i) {  // at most kBranchRows
    if (x[i] == Scalar(0)) continue;
    const Scalar* const row = lower.data() + i * kCapacity;
    const Scalar known = x[i] * row[i];
    x[i] = known;
    int up = parent[static_cast<unsigned>(i)];
    // at most kOffTrunk
    for (; up >= trunk; up = parent[static_cast<unsigned>(up)]) x[up] -= row[up] * known;
    branch_internal::WithAbove<kTrunk, kCapacity>(up + 1, [&](auto above) {
      for (int j = above - 1; j >= 0; --j) x[j] -= row[j] * known;  // at most kOnTrunk
    });
  }
  branch_internal::ForTrunkDown(trunk, [&](auto i) {
    if (x[i] == Scalar(0)) return;
    const Scalar* const row = lower.data() + i * kCapacity;
    const Scalar known = x[i] * row[i];
    x[i] = known;
    for (int j = i - 1; j >= 0; --j) x[j] -= row[j] * known;  // at most kOnTrunk
  });
}

// x ← L⁻¹ x; x has n entries. After SolveTransposed the result is M⁻¹ x. Σ d_i multiply-adds.
template <int kTrunk = kAnyTrunk, typename Scalar, int kCapacity>
void SolveForward(const BoundedMatrix<Scalar, kCapacity>& lower, const BranchParents<kCapacity>& parent,
                  int n, Scalar* x) {
  const auto trunk = branch_internal::Trunk<kTrunk, kCapacity>(parent, n);
  for (int i = 0; i < trunk; ++i) {  // at most kTrunkLength
    const Scalar* const row = lower.data() + i * kCapacity;
    Scalar sum = x[i];
    for (int j = i - 1; j >= 0; --j) sum -= row[j] * x[j];  // at most kOnTrunk
    x[i] = sum * row[i];
  }
  for (int i = trunk; i < n; ++i) {  // at most kBranchRows
    const Scalar* const row = lower.data() + i * kCapacity;
    Scalar sum = x[i];
    int up = parent[static_cast<unsigned>(i)];
    // at most kOffTrunk
    for (; up >= trunk; up = parent[static_cast<unsigned>(up)]) sum -= row[up] * x[up];
    branch_internal::WithAbove<kTrunk, kCapacity>(up + 1, [&](auto above) {
      for (int j = above - 1; j >= 0; --j) sum -= row[j] * x[j];  // at most kOnTrunk
    });
    x[i] = sum * row[i];
  }
}

}  // namespace footing
