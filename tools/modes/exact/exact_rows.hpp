// Vectors of exact numbers: sums, bases, and what they are as doubles.
#pragma once

#include "tools/modes/exact/exact.hpp"

namespace footing::tools {

Exact Dot(const ExactVector& a, const ExactVector& b);
double Dot(const DoubleVector& a, const DoubleVector& b);

// a + factor · b
ExactVector Sum(const ExactVector& a, const Exact& factor, const ExactVector& b);

ExactVector Negative(ExactVector vector);
ExactVector Inverse(ExactVector vector);  // entry by entry
DoubleVector Inverse(DoubleVector vector);
void Append(const ExactRows& rows, ExactRows* to);
bool IsZero(const ExactVector& vector);

// One vector for all its positive multiples: integers without a common divisor, or where it has none such a
// first entry of 1 or −1, zeros left out.
ExactVector Primitive(const ExactVector& vector);

// The primitive ones of the rows that are not zero, sorted, each once.
ExactRows WithoutRepetition(const ExactRows& rows);

// Rows of the reduced echelon form, zero rows left out: a basis of the rows' span.
ExactRows EchelonBasis(ExactRows rows);

// The same, of primitive vectors.
ExactRows PrimitiveBasis(const ExactRows& rows);

// Is `vector` in the span of the rows of an EchelonBasis?
bool InSpan(const ExactRows& basis, ExactVector vector);

// A basis of what is orthogonal to the rows, in the space of that dimension.
ExactRows Complement(const ExactRows& rows, std::size_t dimension);

// Are there factors above zero with which the rows' sum is zero? For rows of which each one is needed; of
// others it may say no.
bool SumToZero(const ExactRows& rows);

// To the nearest doubles but for a rounding or two, with Σ (weight_k v_k)² = 1.
DoubleVector UnitDoubles(const ExactVector& vector, const DoubleVector& weight);

// weight_k v_k, as doubles of a vector of length 1.
DoubleVector ScaledUnit(const ExactVector& vector, const DoubleVector& weight);
DoubleRows ScaledUnits(const ExactRows& rows, const DoubleVector& weight);

// Takes from each row what lies along the axis.
void Project(const DoubleVector& axis, DoubleRows* rows);

}  // namespace footing::tools
