// Problem: find whole numbers that have the same ratios as given rounded numbers.
// Method: continued fractions give each number as a fraction with a small denominator. All fractions are then
// brought to a common denominator.
#pragma once

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

namespace whole_internal {

template <typename Scalar>
inline constexpr Scalar kTolerance = sizeof(Scalar) == 4 ? Scalar(1e-4L) : Scalar(1e-9L);
template <typename Scalar>
inline constexpr Scalar kLargestDenominator = sizeof(Scalar) == 4 ? Scalar(1e3L) : Scalar(1e7L);

// Rounds to the nearest whole number. Numbers too large for a fraction in the mantissa are already whole.
template <typename Scalar>
Scalar Rounded(Scalar x) {
  constexpr Scalar kWhole = Scalar(1) / kEpsilon<Scalar>;
  if (!(Abs(x) < kWhole)) return x;
  const Scalar up = x < Scalar(0) ? -kWhole : kWhole;
  return (x + up) - up;
}

// The least denominator of the continued fraction that makes x nearly whole; 0 if none does.
template <typename Scalar>
Scalar Denominator(Scalar x) {
  Scalar before = Scalar(0);
  Scalar q = Scalar(1);
  Scalar rest = Abs(x) - Rounded(Abs(x));
  for (int step = 0; step < 16 && q < kLargestDenominator<Scalar>; ++step) {
    if (Abs(x * q - Rounded(x * q)) <= kTolerance<Scalar> * (Scalar(1) + Abs(x * q))) return q;
    const Scalar inverse = Scalar(1) / rest;
    const Scalar whole = Rounded(inverse);
    rest = inverse - whole;
    const Scalar next = Abs(whole * q + before);
    before = whole * q + before < Scalar(0) ? -q : q;
    q = next;
  }
  return Scalar(0);
}

}  // namespace whole_internal

// Sets the first n entries of *whole to the least whole numbers with the ratios of x. False, and *whole is
// not changed, if there are none with a common denominator up to 1e7 (float: 1e3), or if all entries of x are
// zero.
template <typename Scalar, int kCapacity>
bool FindWholeRatios(const BoundedVector<Scalar, kCapacity>& x, int n,
                     BoundedVector<Scalar, kCapacity>* whole) {
  Scalar multiple = Scalar(0);
  for (int i = 0; i < n; ++i) multiple = Max(multiple, Abs(x[i]));
  if (!(multiple > Scalar(0))) return false;
  multiple = Scalar(1) / multiple;
  Scalar denominator = Scalar(1);
  for (int i = 0; i < n; ++i) {
    const Scalar q = whole_internal::Denominator(x[i] * multiple);
    if (q == Scalar(0)) return false;
    multiple *= q;
    denominator *= q;
    if (denominator > whole_internal::kLargestDenominator<Scalar>) return false;
  }
  for (int i = 0; i < n; ++i) (*whole)[i] = whole_internal::Rounded(x[i] * multiple);
  return true;
}

}  // namespace footing
