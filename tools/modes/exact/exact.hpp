// Exact numbers, of the real field that the friction directions need: fractions, or as well √2, √3 or another
// cosine (e-antic). Vectors of them: exact_rows.hpp.
#pragma once

#include <e-antic/renfxx.h>

#include <vector>

namespace footing::tools {

using Exact = eantic::renf_elem_class;
using ExactVector = std::vector<Exact>;
using ExactRows = std::vector<ExactVector>;
using DoubleVector = std::vector<double>;
using DoubleRows = std::vector<DoubleVector>;

// The fraction of smallest denominator within `tolerance` of the value; the value itself where it is an
// integer. 0.1 * 3 with a tolerance of a few roundings is 3/10. `value` is finite, tolerance ≥ 0.
Exact SimplestFraction(double value, double tolerance);

// Entries of one row, each to a fraction within four roundings, 4 · 2⁻⁵³. The rounding meant is the largest
// entry's, so far as that is within 16 times the entry's own: an entry is often a sum of products that
// nearly cancel. What is below four roundings of the largest entry is zero.
ExactVector ReadRow(const DoubleVector& row);

// cos(2π j / n), j = 0 to n − 1; n is a multiple of 4.
ExactVector CosinesOfCircle(int n);

// The nearest double.
inline double ToDouble(const Exact& value) { return static_cast<double>(value); }
DoubleVector ToDoubles(const ExactVector& vector);

inline Exact Magnitude(const Exact& value) { return value.sgn() < 0 ? -value : value; }

}  // namespace footing::tools
