// Problem: bring the entries of an LCP's matrix to about one size.
// Method: A' = R A C with R, C diagonal, positive, each entry a power of two: a row's
// (column's) factor makes the geometric mean of its largest and smallest nonzero
// magnitude about one, rows first and then columns (Curtis and Reid 1972 for the aim;
// Fourer 1982 for the passes). z = C z', w = R⁻¹ w' keep every sign and every zero, so
// complementarity is untouched; powers of two round nothing.
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

// 2^exponent, the exponent held within ±120 (float) or ±1000 (double).
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

// Fills the leading n entries of both. Rows and columns of zeros get 1. About 4 n²
// comparisons.
template <typename Scalar, int kCapacity>
void EquilibrateByPowersOfTwo(const BoundedMatrix<Scalar, kCapacity>& matrix, int n,
                              BoundedVector<Scalar, kCapacity>& row_scale,
                              BoundedVector<Scalar, kCapacity>& col_scale) {
  for (int i = 0; i < n; ++i) {
    const Scalar* const row = matrix.data() + i * kCapacity;
    Scalar largest = Scalar(0);
    Scalar smallest = kInfinity<Scalar>;
    for (int j = 0; j < n; ++j) {
      const Scalar size = Abs(row[j]);
      if (size == Scalar(0)) continue;
      largest = Max(largest, size);
      smallest = Min(smallest, size);
    }
    smallest = Max(smallest, largest * Scalar(1e-6));
    row_scale[i] = largest == Scalar(0)
                       ? Scalar(1)
                       : PowerOfTwo<Scalar>(-(BinaryExponent(largest) + BinaryExponent(smallest)) / 2);
  }
  for (int j = 0; j < n; ++j) {
    Scalar largest = Scalar(0);
    Scalar smallest = kInfinity<Scalar>;
    for (int i = 0; i < n; ++i) {
      const Scalar size = Abs(matrix.data()[i * kCapacity + j]) * row_scale[i];
      if (size == Scalar(0)) continue;
      largest = Max(largest, size);
      smallest = Min(smallest, size);
    }
    smallest = Max(smallest, largest * Scalar(1e-6));
    col_scale[j] = largest == Scalar(0)
                       ? Scalar(1)
                       : PowerOfTwo<Scalar>(-(BinaryExponent(largest) + BinaryExponent(smallest)) / 2);
  }
}

}  // namespace footing
