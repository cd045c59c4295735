// Exact numbers of the real field that the friction directions need: fractions, and where needed √2, √3 or
// another cosine (e-antic). Vectors of them are in exact_rows.hpp.
#pragma once

#include <e-antic/renfxx.h>

#include <vector>

namespace footing::tools {

using Exact = eantic::renf_elem_class;
using ExactVector = std::vector<Exact>;
using ExactRows = std::vector<ExactVector>;
using DoubleVector = std::vector<double>;
using DoubleRows = std::vector<DoubleVector>;

// The fraction with the smallest denominator within `tolerance` of the value; an integer stays itself.
// 0.1 * 3 with a tolerance of a few roundings is 3/10. `value` is finite, tolerance ≥ 0.
Exact SimplestFraction(double value, double tolerance);

// Reads each entry of one row as a fraction within four roundings, 4 · 2⁻⁵³. A rounding is relative to the
// largest entry, but to at most 16 times the entry itself: an entry is often a sum of products that nearly
// cancel. An entry below four roundings of the largest entry becomes zero.
ExactVector ReadRow(const DoubleVector& row);

// cos(2π j / n), j = 0 to n − 1; n is a multiple of 4.
ExactVector CosinesOfCircle(int n);

// The nearest double.
inline double ToDouble(const Exact& value) { return static_cast<double>(value); }
DoubleVector ToDoubles(const ExactVector& vector);

inline Exact Magnitude(const Exact& value) { return value.sgn() < 0 ? -value : value; }

}  // namespace footing::tools
