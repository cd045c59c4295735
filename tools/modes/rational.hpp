// Exact numbers: GMP's fractions, vectors of them, and the fraction that a double in a file stands for.
#pragma once

#include <gmpxx.h>

#include <vector>

namespace footing::tools {

using Rational = mpq_class;
using RationalVector = std::vector<Rational>;
using RationalRows = std::vector<RationalVector>;

// The fraction of smallest denominator within `tolerance` of the value; the value itself where it is an
// integer. 0.1 * 3 with a tolerance of a few roundings is 3/10. `value` is finite, tolerance ≥ 0.
Rational SimplestFraction(double value, double tolerance);

// Entries of one row, each to a fraction within four roundings, 4 · 2⁻⁵³. The rounding meant is the largest
// entry's, so far as that is within 16 times the entry's own: an entry is often a sum of products that
// nearly cancel. What is below four roundings of the largest entry is zero.
RationalVector ReadRow(const std::vector<double>& row);

Rational Dot(const RationalVector& a, const RationalVector& b);
double Dot(const std::vector<double>& a, const std::vector<double>& b);

// a + factor · b
RationalVector Sum(const RationalVector& a, const Rational& factor, const RationalVector& b);

bool IsZero(const RationalVector& vector);

// The positive multiple whose entries are integers without a common divisor.
RationalVector Primitive(const RationalVector& vector);

// Rows of the reduced echelon form, zero rows left out: a basis of the rows' span.
RationalRows EchelonBasis(RationalRows rows);

// Is `vector` in the span of the rows of an EchelonBasis?
bool InSpan(const RationalRows& basis, RationalVector vector);

// To the nearest doubles but for a rounding or two, with Σ (weight_k v_k)² = 1.
std::vector<double> UnitDoubles(const RationalVector& vector, const std::vector<double>& weight);

}  // namespace footing::tools
