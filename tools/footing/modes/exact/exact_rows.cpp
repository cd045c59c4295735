#include "tools/footing/modes/exact/exact_rows.hpp"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>

namespace footing::tools {

namespace {

std::size_t PivotColumn(const ExactVector& row) {
  return static_cast<std::size_t>(
      std::find_if(row.begin(), row.end(), [](const Exact& entry) { return entry != 0; }) - row.begin());
}

}  // namespace

Exact Dot(const ExactVector& a, const ExactVector& b) {
  Exact sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

double Dot(const DoubleVector& a, const DoubleVector& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

ExactVector Sum(const ExactVector& a, const Exact& factor, const ExactVector& b) {
  ExactVector sum = a;
  for (std::size_t k = 0; k < a.size(); ++k) sum[k] += factor * b[k];
  return sum;
}

ExactVector Negative(ExactVector vector) {
  for (Exact& entry : vector) entry = -entry;
  return vector;
}

ExactVector Inverse(ExactVector vector) {
  for (Exact& entry : vector) entry = 1 / entry;
  return vector;
}

DoubleVector Inverse(DoubleVector vector) {
  for (double& entry : vector) entry = 1 / entry;
  return vector;
}

void Append(const ExactRows& rows, ExactRows* to) { to->insert(to->end(), rows.begin(), rows.end()); }

bool IsZero(const ExactVector& vector) { return PivotColumn(vector) == vector.size(); }

ExactVector Primitive(const ExactVector& vector) {
  const std::size_t first = PivotColumn(vector);
  if (first == vector.size()) return vector;
  ExactVector result = vector;
  const Exact inverse = 1 / Magnitude(vector[first]);
  for (Exact& entry : result) entry *= inverse;
  if (!std::all_of(result.begin(), result.end(), [](const Exact& entry) { return entry.is_rational(); })) {
    return result;
  }
  mpz_class multiple = 1;
  for (const Exact& entry : result) multiple = lcm(multiple, static_cast<mpq_class>(entry).get_den());
  mpz_class divisor = 0;
  for (const Exact& entry : result) divisor = gcd(divisor, static_cast<mpz_class>(entry * multiple));
  for (Exact& entry : result) entry = mpz_class(static_cast<mpz_class>(entry * multiple) / divisor);
  return result;
}

ExactRows WithoutRepetition(const ExactRows& rows) {
  ExactRows result;
  for (const ExactVector& row : rows) {
    if (!IsZero(row)) result.push_back(Primitive(row));
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

ExactRows EchelonBasis(ExactRows rows) {
  ExactRows basis;
  for (ExactVector& row : rows) {
    for (const ExactVector& known : basis) {
      const std::size_t column = PivotColumn(known);
      if (row[column] != 0) row = Sum(row, -row[column], known);
    }
    const std::size_t column = PivotColumn(row);
    if (column == row.size()) continue;
    const Exact inverse = 1 / row[column];
    for (Exact& entry : row) entry *= inverse;
    for (ExactVector& known : basis) {
      if (known[column] != 0) known = Sum(known, -known[column], row);
    }
    basis.push_back(row);
  }
  std::sort(basis.begin(), basis.end(),
            [](const ExactVector& a, const ExactVector& b) { return PivotColumn(a) < PivotColumn(b); });
  return basis;
}

ExactRows PrimitiveBasis(const ExactRows& rows) {
  ExactRows basis = EchelonBasis(rows);
  for (ExactVector& row : basis) row = Primitive(row);
  return basis;
}

ExactRows Complement(const ExactRows& rows, std::size_t dimension) {
  const ExactRows basis = EchelonBasis(rows);
  ExactRows complement;
  std::size_t next = 0;  // of the basis
  for (std::size_t k = 0; k < dimension; ++k) {
    if (next < basis.size() && PivotColumn(basis[next]) == k) {
      ++next;
      continue;
    }
    ExactVector& vector = complement.emplace_back(dimension, 0);
    vector[k] = 1;
    for (const ExactVector& row : basis) vector[PivotColumn(row)] = -row[k];
  }
  return complement;
}

bool SumToZero(const ExactRows& rows) {
  ExactRows columns(rows.front().size());
  for (const ExactVector& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) columns[k].push_back(row[k]);
  }
  const ExactRows factors = Complement(columns, rows.size());
  return factors.size() == 1 && std::all_of(factors[0].begin(), factors[0].end(),
                                            [](const Exact& factor) { return factor.sgn() > 0; });
}

DoubleVector UnitDoubles(const ExactVector& vector, const DoubleVector& weight) {
  Exact largest = 0;
  for (const Exact& entry : vector) largest = std::max(largest, Magnitude(entry));
  DoubleVector unit(vector.size(), 0.0);
  if (largest == 0) return unit;
  const Exact inverse = 1 / largest;
  long double norm = 0;
  for (std::size_t k = 0; k < vector.size(); ++k) {
    unit[k] = ToDouble(vector[k] * inverse);
    const long double weighed = static_cast<long double>(weight[k]) * unit[k];
    norm += weighed * weighed;
  }
  norm = std::sqrt(norm);
  for (double& entry : unit) entry = static_cast<double>(entry / norm);
  return unit;
}

DoubleVector ScaledUnit(const ExactVector& vector, const DoubleVector& weight) {
  DoubleVector unit = UnitDoubles(vector, weight);
  for (std::size_t k = 0; k < unit.size(); ++k) unit[k] *= weight[k];
  return unit;
}

DoubleRows ScaledUnits(const ExactRows& rows, const DoubleVector& weight) {
  DoubleRows units;
  for (const ExactVector& row : rows) units.push_back(ScaledUnit(row, weight));
  return units;
}

void Project(const DoubleVector& axis, DoubleRows* rows) {
  const double square = Dot(axis, axis);
  for (DoubleVector& row : *rows) {
    const double along = Dot(axis, row) / square;
    for (std::size_t k = 0; k < row.size(); ++k) row[k] -= along * axis[k];
  }
}

}  // namespace footing::tools
