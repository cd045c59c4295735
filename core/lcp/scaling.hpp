// Problem: bring the entries of an LCP's matrix to about the same size.
// Method: A' = R A C. R and C are diagonal and positive, and their entries are powers of two. The factor of a
// row (column) brings the geometric mean of its largest and smallest nonzero magnitude to about one. Rows
// come first, then columns (aim: Curtis and Reid 1972; passes: Fourer 1982). z = C z' and w = R⁻¹ w' keep
// every sign and every zero, so complementarity does not change. Powers of two cause no rounding.
#pragma once

#include <bit>
#include <cstdint>

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

inline int BinaryExponent(float x) {
  return static_cast<int>((std::bit_cast<std::uint32_t>(x) >> 23) & 0xffU) - 127;
}
inline int BinaryExponent(double x) {
  return static_cast<int>((std::bit_cast<std::uint64_t>(x) >> 52) & 0x7ffU) - 1023;
}

// 2^exponent. The exponent is clamped to ±120 (float) or ±1000 (double).
template <typename Scalar>
Scalar PowerOfTwo(int exponent) {
  if constexpr (sizeof(Scalar) == 4) {
    const int held = exponent > 120 ? 120 : (exponent < -120 ? -120 : exponent);
    return std::bit_cast<float>(static_cast<std::uint32_t>(held + 127) << 23);
  } else {
    const int held = exponent > 1000 ? 1000 : (exponent < -1000 ? -1000 : exponent);
    return std::bit_cast<double>(static_cast<std::uint64_t>(held + 1023) << 52);
  }
}

// Entries smaller than this share, 2⁻²⁰, of the largest do not stretch the mean. They may be rounding errors.
inline constexpr int kExponentSpan = 20;

// Exponents of the largest and the smallest entry. The scale follows from them. All arithmetic is in
// integers: on a small core this takes a third of the work of comparing numbers.
struct ExponentRange {
  int largest = -(1 << 20);
  int smallest = 1 << 20;

  void Add(int exponent) {
    largest = exponent > largest ? exponent : largest;
    smallest = exponent < smallest ? exponent : smallest;
  }
  int ScaleExponent() const {
    if (largest < smallest) return 0;  // no entries
    const int floor = smallest < largest - kExponentSpan ? largest - kExponentSpan : smallest;
    return -((largest + floor) / 2);
  }
};

// Fills the leading n entries of both scales. Rows and columns of zeros get 1. Entries below the normal range
// count as zero. Looks at about 2 n² exponents.
// n at most kCapacity.
template <typename Scalar, int kCapacity>
void EquilibrateByPowersOfTwo(const BoundedMatrix<Scalar, kCapacity>& matrix, int n,
                              BoundedVector<Scalar, kCapacity>& row_scale,
                              BoundedVector<Scalar, kCapacity>& col_scale) {
  constexpr int kZero = sizeof(Scalar) == 4 ? -127 : -1023;
  for (int i = 0; i < n; ++i) {
    const Scalar* const row = matrix.data() + i * kCapacity;
    ExponentRange range;
    for (int j = 0; j < n; ++j) {
      const int exponent = BinaryExponent(row[j]);
      if (exponent != kZero) range.Add(exponent);
    }
    row_scale[i] = PowerOfTwo<Scalar>(range.ScaleExponent());
  }
  for (int j = 0; j < n; ++j) {
    ExponentRange range;
    for (int i = 0; i < n; ++i) {
      const int exponent = BinaryExponent(matrix.data()[i * kCapacity + j]);
      if (exponent != kZero) range.Add(exponent + BinaryExponent(row_scale[i]));
    }
    col_scale[j] = PowerOfTwo<Scalar>(range.ScaleExponent());
  }
}

}  // namespace footing
