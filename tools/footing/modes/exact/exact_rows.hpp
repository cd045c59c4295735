// Vectors of exact numbers: sums, bases, and conversion to doubles.
#pragma once

#include "tools/footing/modes/exact/exact.hpp"

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

// The same vector for all positive multiples: integers without a common divisor. Where the entries have no
// integer multiple, the first nonzero entry is 1 or −1.
ExactVector Primitive(const ExactVector& vector);

// The nonzero rows as primitive vectors, sorted, each once.
ExactRows WithoutRepetition(const ExactRows& rows);

// Rows of the reduced echelon form without zero rows: a basis of the rows' span.
ExactRows EchelonBasis(ExactRows rows);

// The same basis as primitive vectors.
ExactRows PrimitiveBasis(const ExactRows& rows);

// A basis of the space orthogonal to the rows; `dimension` is that of the whole space.
ExactRows Complement(const ExactRows& rows, std::size_t dimension);

// Do factors above zero exist with which the rows sum to zero? The answer is reliable if every row is needed
// for that; otherwise it may be a wrong no.
bool SumToZero(const ExactRows& rows);

// The vector scaled to Σ (weight_k v_k)² = 1, as doubles within a rounding or two.
DoubleVector UnitDoubles(const ExactVector& vector, const DoubleVector& weight);

// The vector weight_k v_k scaled to length 1, as doubles.
DoubleVector ScaledUnit(const ExactVector& vector, const DoubleVector& weight);
DoubleRows ScaledUnits(const ExactRows& rows, const DoubleVector& weight);

// Subtracts from each row its component along the axis.
void Project(const DoubleVector& axis, DoubleRows* rows);

}  // namespace footing::tools
