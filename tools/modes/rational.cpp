#include "tools/modes/rational.hpp"

#include <algorithm>
#include <cmath>

namespace footing::tools {

namespace {

constexpr double kRounding = 0x1p-53;

mpz_class Floor(const Rational& value) {
  mpz_class quotient;
  mpz_fdiv_q(quotient.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  return quotient;
}

// Of the interval 0 < lo ≤ hi, by continued fractions: as long as no integer lies in it, both ends have the
// same integer part.
Rational SimplestBetween(Rational lo, Rational hi) {
  mpz_class numerator = 1, last_numerator = 0;
  mpz_class denominator = 0, last_denominator = 1;
  const auto append = [&](const mpz_class& term) {
    const mpz_class next_numerator = term * numerator + last_numerator;
    const mpz_class next_denominator = term * denominator + last_denominator;
    last_numerator = numerator;
    last_denominator = denominator;
    numerator = next_numerator;
    denominator = next_denominator;
  };
  for (;;) {
    const mpz_class whole = Floor(lo);
    if (whole == lo) {
      append(whole);
      break;
    }
    if (whole + 1 <= hi) {
      append(whole + 1);
      break;
    }
    append(whole);
    const Rational next_lo = 1 / (hi - whole);
    hi = 1 / (lo - whole);
    lo = next_lo;
  }
  Rational result(numerator, denominator);
  result.canonicalize();
  return result;
}

std::size_t PivotColumn(const RationalVector& row) {
  return static_cast<std::size_t>(
      std::find_if(row.begin(), row.end(), [](const Rational& entry) { return entry != 0; }) - row.begin());
}

}  // namespace

Rational SimplestFraction(double value, double tolerance) {
  const double size = std::abs(value);
  if (size <= tolerance) return 0;
  const Rational exact(size);
  const Rational allowed(tolerance);
  const Rational fraction = exact.get_den() == 1 ? exact : SimplestBetween(exact - allowed, exact + allowed);
  return value < 0 ? Rational(-fraction) : fraction;
}

RationalVector ReadRow(const std::vector<double>& row) {
  double largest = 0;
  for (const double entry : row) largest = std::max(largest, std::abs(entry));
  RationalVector result;
  for (const double entry : row) {
    const double size = std::abs(entry);
    const double rounding = size <= 4 * kRounding * largest ? largest : std::min(largest, 16 * size);
    result.push_back(SimplestFraction(entry, 4 * kRounding * rounding));
  }
  return result;
}

Rational Dot(const RationalVector& a, const RationalVector& b) {
  Rational sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

double Dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

RationalVector Sum(const RationalVector& a, const Rational& factor, const RationalVector& b) {
  RationalVector sum = a;
  for (std::size_t k = 0; k < a.size(); ++k) sum[k] += factor * b[k];
  return sum;
}

bool IsZero(const RationalVector& vector) { return PivotColumn(vector) == vector.size(); }

RationalVector Primitive(const RationalVector& vector) {
  mpz_class multiple = 1;
  for (const Rational& entry : vector) multiple = lcm(multiple, entry.get_den());
  mpz_class divisor = 0;
  for (const Rational& entry : vector) divisor = gcd(divisor, mpz_class(entry * multiple));
  if (divisor == 0) return vector;
  RationalVector result;
  for (const Rational& entry : vector) result.emplace_back(mpz_class(entry * multiple) / divisor);
  return result;
}

RationalRows EchelonBasis(RationalRows rows) {
  RationalRows basis;
  for (RationalVector& row : rows) {
    for (const RationalVector& known : basis) {
      const std::size_t column = PivotColumn(known);
      if (row[column] != 0) row = Sum(row, -row[column], known);
    }
    const std::size_t column = PivotColumn(row);
    if (column == row.size()) continue;
    const Rational pivot = row[column];
    for (Rational& entry : row) entry /= pivot;
    for (RationalVector& known : basis) {
      if (known[column] != 0) known = Sum(known, -known[column], row);
    }
    basis.push_back(row);
  }
  std::sort(basis.begin(), basis.end(),
            [](const RationalVector& a, const RationalVector& b) { return PivotColumn(a) < PivotColumn(b); });
  return basis;
}

bool InSpan(const RationalRows& basis, RationalVector vector) {
  for (const RationalVector& row : basis) {
    const Rational entry = vector[PivotColumn(row)];
    if (entry != 0) vector = Sum(vector, -entry, row);
  }
  return IsZero(vector);
}

std::vector<double> UnitDoubles(const RationalVector& vector, const std::vector<double>& weight) {
  Rational largest = 0;
  for (const Rational& entry : vector) largest = std::max(largest, Rational(abs(entry)));
  std::vector<double> unit(vector.size(), 0.0);
  if (largest == 0) return unit;
  long double norm = 0;
  for (std::size_t k = 0; k < vector.size(); ++k) {
    unit[k] = Rational(vector[k] / largest).get_d();
    const long double weighed = static_cast<long double>(weight[k]) * unit[k];
    norm += weighed * weighed;
  }
  norm = std::sqrt(norm);
  for (double& entry : unit) entry = static_cast<double>(entry / norm);
  return unit;
}

}  // namespace footing::tools
