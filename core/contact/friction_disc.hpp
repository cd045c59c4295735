// The section of a circular friction cone at one normal force is a disc of radius μ f_n. These functions
// measure lengths in it and bring friction back into it, for all numbers that a scalar can hold.
#pragma once

#include "core/scalar.hpp"

namespace footing {

// A square below this has lost digits that count.
template <typename Scalar>
inline constexpr Scalar kLeastSquare = std::numeric_limits<Scalar>::min() /
                                       (kEpsilon<Scalar> * kEpsilon<Scalar>);

// Length of (x, y), also if the squares leave the scalar's range or lose their digits at its end.
template <typename Scalar>
Scalar Length(Scalar x, Scalar y) {
  constexpr Scalar kFar = sizeof(Scalar) == 4 ? Scalar(0x1p100L) : Scalar(0x1p800L);
  const Scalar square = x * x + y * y;
  if (square > kLeastSquare<Scalar> && IsFinite(square)) return Sqrt(square);
  const Scalar unit = square > Scalar(1) ? kFar : Scalar(1) / kFar;
  x /= unit;
  y /= unit;
  return unit * Sqrt(x * x + y * y);
}

// Whether (x, y) is no longer than `limit`, up to rounding.
template <typename Scalar>
bool IsWithin(Scalar limit, Scalar x, Scalar y) {
  const Scalar most = limit * limit;
  if (most > kLeastSquare<Scalar> && IsFinite(most)) return x * x + y * y <= most;
  return Length(x, y) <= limit;
}

// Friction that is shortened gets this share of its limit, so that rounding cannot put it outside.
template <typename Scalar>
inline constexpr Scalar kWithin = Scalar(1) - Scalar(4) * kEpsilon<Scalar>;

// A square up to this has its digits, and so has limit / square, if limit² is above kLeastSquare.
template <typename Scalar>
inline constexpr Scalar kMostSquare = sizeof(Scalar) == 4 ? Scalar(0x1p80L) : Scalar(0x1p560L);

// Shortens (f_1, f_2) to kWithin of `limit` ≥ 0 if it is longer. True: it is not longer. ClipFarToDisc is for
// numbers whose squares leave the scalar's range.
template <typename Scalar>
bool ClipFarToDisc(Scalar limit, Scalar* f_1, Scalar* f_2) {
  const Scalar length = Length(*f_1, *f_2);
  if (length <= limit) return true;
  *f_1 = *f_1 / length * (kWithin<Scalar> * limit);  // limit / length may lose digits, or all of them
  *f_2 = *f_2 / length * (kWithin<Scalar> * limit);
  return false;
}
template <typename Scalar>
[[gnu::always_inline]] inline bool ClipToDisc(Scalar limit, Scalar* f_1, Scalar* f_2) {
  const Scalar most = limit * limit, square = *f_1 * *f_1 + *f_2 * *f_2;
  if (!(most > kLeastSquare<Scalar> && square < kMostSquare<Scalar>)) return ClipFarToDisc(limit, f_1, f_2);
  if (square <= most) return true;
  const Scalar factor = kWithin<Scalar> * limit / square * Sqrt(square);  // division and root are independent
  *f_1 *= factor;
  *f_2 *= factor;
  return false;
}

}  // namespace footing
