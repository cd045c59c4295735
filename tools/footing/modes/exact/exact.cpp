#include "tools/footing/modes/exact/exact.hpp"

#include <flint/fmpz_poly.h>
#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace footing::tools {

namespace {

constexpr double kRounding = 0x1p-53;

mpz_class Floor(const mpq_class& value) {
  mpz_class quotient;
  mpz_fdiv_q(quotient.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  return quotient;
}

// The simplest fraction of the interval 0 < lo ≤ hi, by continued fractions. As long as no integer lies in
// the interval, both ends have the same integer part.
mpq_class SimplestBetween(mpq_class lo, mpq_class hi) {
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
    const mpq_class next_lo = 1 / (hi - whole);
    hi = 1 / (lo - whole);
    lo = next_lo;
  }
  mpq_class result(numerator, denominator);
  result.canonicalize();
  return result;
}

// The field of 2 cos(2π / n), whose minimal polynomial is known.
auto FieldOfCircle(int n) {
  fmpz_poly_t polynomial;
  fmpz_poly_init(polynomial);
  fmpz_poly_cos_minpoly(polynomial, static_cast<ulong>(n));
  char* const text = fmpz_poly_get_str_pretty(polynomial, "x");
  const std::string minimal = text;
  flint_free(text);
  fmpz_poly_clear(polynomial);
  const std::string near = std::to_string(2 * std::cos(2 * std::numbers::pi / n));
  return eantic::renf_class::make(minimal, "x", near + " +/- 1e-5");
}

}  // namespace

Exact SimplestFraction(double value, double tolerance) {
  const double size = std::abs(value);
  if (size <= tolerance) return 0;
  const mpq_class exact(size);
  const mpq_class allowed(tolerance);
  const mpq_class fraction = exact.get_den() == 1 ? exact : SimplestBetween(exact - allowed, exact + allowed);
  return value < 0 ? mpq_class(-fraction) : fraction;
}

ExactVector ReadRow(const DoubleVector& row) {
  double largest = 0;
  for (const double entry : row) largest = std::max(largest, std::abs(entry));
  ExactVector result;
  for (const double entry : row) {
    const double size = std::abs(entry);
    const double rounding = size <= 4 * kRounding * largest ? largest : std::min(largest, 16 * size);
    result.push_back(SimplestFraction(entry, 4 * kRounding * rounding));
  }
  return result;
}

// Uses cos((j + 1) φ) = 2 cos φ cos(j φ) − cos((j − 1) φ).
ExactVector CosinesOfCircle(int n) {
  const Exact twice = n == 4 ? 0 : FieldOfCircle(n)->gen();
  ExactVector cosines = {1, twice / 2};
  while (cosines.size() < static_cast<std::size_t>(n)) {
    cosines.push_back(twice * cosines.back() - cosines[cosines.size() - 2]);
  }
  cosines.resize(static_cast<std::size_t>(n));
  return cosines;
}

DoubleVector ToDoubles(const ExactVector& vector) {
  DoubleVector doubles;
  for (const Exact& entry : vector) doubles.push_back(ToDouble(entry));
  return doubles;
}

}  // namespace footing::tools
