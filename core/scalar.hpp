// The scalar kinds and the few functions of one number that the core uses.
// Trigonometric functions are written here: the results of libm differ in the last bit
// between C libraries, and between builds of one library. Only the square root is the
// machine's: IEEE 754 fixes its bits.
// Method: Cody–Waite reduction by pi/2 in three parts, then the Taylor polynomials
// to the order that the scalar can hold on |r| <= pi/4.
#pragma once

#include <array>
#include <cmath>
#include <limits>

// The flags that a compiler reports by a macro; tests/gates/flags.py finds the others.
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "core/ is IEEE arithmetic as written: no -ffast-math, -Ofast or any of their parts"
#endif

namespace footing {

template <typename Scalar>
inline constexpr Scalar kPi = static_cast<Scalar>(3.14159265358979323846L);

template <typename Scalar>
inline constexpr Scalar kInfinity = std::numeric_limits<Scalar>::infinity();

template <typename Scalar>
inline constexpr Scalar kEpsilon = std::numeric_limits<Scalar>::epsilon();

template <typename Scalar>
constexpr Scalar Abs(Scalar x) {
  return x < Scalar(0) ? -x : x;
}
// One instruction. The generic version needs a compare and a branch, because of the sign of zero.
template <>
constexpr float Abs(float x) {
  return __builtin_fabsf(x);
}
template <>
constexpr double Abs(double x) {
  return __builtin_fabs(x);
}

template <typename Scalar>
constexpr Scalar Max(Scalar a, Scalar b) {
  return a < b ? b : a;
}

template <typename Scalar>
constexpr Scalar Min(Scalar a, Scalar b) {
  return b < a ? b : a;
}

template <typename Scalar>
constexpr Scalar Clamp(Scalar x, Scalar lo, Scalar hi) {
  return Min(Max(x, lo), hi);
}

// False for NaN and both infinities. x - x is 0 exactly for the rest.
template <typename Scalar>
constexpr bool IsFinite(Scalar x) {
  return x - x == Scalar(0);
}

inline float Sqrt(float x) { return __builtin_sqrtf(x); }
inline double Sqrt(double x) { return __builtin_sqrt(x); }

// Angle [rad] of (x, y) from the x axis, in (−π, π]; 0 for (0, 0) and for values that are not finite.
// Method: |angle| <= pi/4 by symmetry, halved three times (tan(a/2) = t / (1 + sqrt(1 + t²))), then the
// Taylor polynomial. Error at most 5e-7 in float, 9e-16 in double (measured in the tests).
template <typename Scalar>
Scalar Atan2(Scalar y, Scalar x) {
  const Scalar along = Abs(x);
  const Scalar across = Abs(y);
  const Scalar largest = Max(along, across);
  if (!(largest > Scalar(0)) || !IsFinite(largest)) return Scalar(0);
  Scalar t = Min(along, across) / largest;
  for (int half = 0; half < 3; ++half) t = t / (Scalar(1) + Sqrt(Scalar(1) + t * t));
  const Scalar t2 = t * t;
  constexpr int kTerms = sizeof(Scalar) == 4 ? 3 : 8;  // t <= 0.099
  Scalar tail = Scalar(0);
  for (int k = kTerms; k >= 1; --k) tail = t2 * (Scalar(k % 2 == 0 ? 1 : -1) / Scalar(2 * k + 1) + tail);
  Scalar angle = Scalar(8) * (t + t * tail);
  if (across > along) angle = kPi<Scalar> / Scalar(2) - angle;
  if (x < Scalar(0)) angle = kPi<Scalar> - angle;
  return y < Scalar(0) ? -angle : angle;
}

namespace scalar_internal {

// 1 / n! for n below kCount. The factorials that SinCos needs are exact.
template <typename Scalar, unsigned kCount>
constexpr std::array<Scalar, kCount> InverseFactorials() {
  std::array<Scalar, kCount> inverse{};
  Scalar factorial = Scalar(1);
  for (unsigned n = 0; n < kCount; ++n) {
    if (n > 0) factorial *= static_cast<Scalar>(n);
    inverse[n] = Scalar(1) / factorial;
  }
  return inverse;
}

}  // namespace scalar_internal

template <typename Scalar>
struct SinCosResult {
  Scalar sin;
  Scalar cos;
};

// Sine and cosine of `angle` [rad], |angle| <= 1000 (beyond it the reduction loses
// digits). Error at most 1.2e-7 in float, 3e-16 in double (measured in the tests).
template <typename Scalar>
SinCosResult<Scalar> SinCos(Scalar angle) {
  // pi/2 split so that quarter * part is exact for |quarter| < 2^9.
  constexpr bool kIsFloat = sizeof(Scalar) == 4;
  constexpr Scalar kPart1 = static_cast<Scalar>(kIsFloat ? 1.5703125L : 1.57079632673412561417e+00L);
  constexpr Scalar kPart2 =
      static_cast<Scalar>(kIsFloat ? 4.837512969970703125e-4L : 6.07710050630396597660e-11L);
  constexpr Scalar kPart3 =
      static_cast<Scalar>(kIsFloat ? 7.549789948768648e-8L : 2.02226624879595063154e-21L);
  constexpr Scalar kTwoOverPi = static_cast<Scalar>(0.636619772367581343076L);

  const Scalar scaled = angle * kTwoOverPi;
  const int quarter = static_cast<int>(scaled < Scalar(0) ? scaled - Scalar(0.5) : scaled + Scalar(0.5));
  const Scalar q = static_cast<Scalar>(quarter);
  const Scalar r = ((angle - q * kPart1) - q * kPart2) - q * kPart3;
  const Scalar r2 = r * r;

  // Taylor terms beyond these are below half a last place at |r| = pi/4.
  constexpr unsigned kTerms = kIsFloat ? 5 : 9;
  constexpr auto kCoefficients = scalar_internal::InverseFactorials<Scalar, 2 * kTerms + 2>();
  Scalar sine_tail = Scalar(0);
  Scalar cosine_tail = Scalar(0);
  for (unsigned k = kTerms; k >= 1; --k) {
    sine_tail = -r2 * (kCoefficients[2 * k + 1] + sine_tail);
    cosine_tail = -r2 * (kCoefficients[2 * k] + cosine_tail);
  }
  const Scalar s = r + r * sine_tail;
  const Scalar c = Scalar(1) + cosine_tail;

  switch (quarter & 3) {
    case 0: return {s, c};
    case 1: return {c, -s};
    case 2: return {-s, -c};
    default: return {-c, s};
  }
}

// 1 / (1 + e^−x): the probability of which x is the log-odds. Method: the Taylor polynomial of e^(−|x| / 64),
// squared six times; |x| counts as 20 at the most. Relative error at most 1e-5 in float, 2e-14 in double
// (measured in the tests).
template <typename Scalar>
Scalar Logistic(Scalar x) {
  const Scalar part = -Min(Abs(x), Scalar(20)) / Scalar(64);
  constexpr int kTerms = sizeof(Scalar) == 4 ? 6 : 12;
  Scalar power = Scalar(1);
  for (int k = kTerms; k >= 1; --k) power = Scalar(1) + part / Scalar(k) * power;
  for (int k = 0; k < 6; ++k) power *= power;
  const Scalar below = power / (Scalar(1) + power);
  return x < Scalar(0) ? below : Scalar(1) - below;
}

}  // namespace footing
