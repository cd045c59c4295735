// Judges whether forces solve a BaraffProblem, in the widest type and by other formulas than the core's. It
// checks every condition of eqs. 15, 16, 21, 22, 24 separately. Forces are relative to the largest force,
// accelerations to the largest |b|.
#pragma once

#include <algorithm>
#include <cmath>

#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing::test {

template <typename Problem, typename Forces>
Real WorstBaraffViolation(const Problem& problem, const Forces& f) {
  const int n = problem.rows();
  const int d = problem.dimension;
  Real force_scale = 1e-30L;
  Real scale = 1e-30L;
  for (int i = 0; i < n; ++i) {
    force_scale = std::max(force_scale, std::abs(Real(f[i])));
    scale = std::max(scale, std::abs(Real(problem.b[i])));
  }
  const auto acceleration = [&](int row) {
    Real sum = Real(problem.b[row]);
    for (int j = 0; j < n; ++j) sum += Real(problem.A(row, j)) * Real(f[j]);
    return sum / scale;
  };
  const auto tangent = [d](const auto& of, int c) {
    return std::array<Real, 2>{of(d * c + 1), d == 3 ? of(d * c + 2) : Real(0)};
  };
  const auto force = [&](int row) { return Real(f[row]) / force_scale; };
  Real worst = 0;
  const auto at_most_zero = [&worst](Real x) {
    if (!(x <= worst)) worst = x;  // NaN stays
  };
  for (int k = d * problem.contacts; k < n; ++k) at_most_zero(std::abs(acceleration(k)));
  for (int c = 0; c < problem.contacts; ++c) {
    const Real fn = force(d * c);
    const Real an = acceleration(d * c);
    const auto ft = tangent(force, c);
    const Real bound = Real(problem.mu[c]) * fn;
    const Real size = std::hypot(ft[0], ft[1]);
    at_most_zero(-fn);
    at_most_zero(-an);
    at_most_zero(std::min(fn, an));
    at_most_zero(size - bound);
    const auto& slip = problem.slip[static_cast<unsigned>(c)];
    const Real vx = Real(slip[0]);
    const Real vy = d == 3 ? Real(slip[1]) : Real(0);
    if (vx != 0 || vy != 0) {
      at_most_zero(std::abs(ft[0] + bound * vx / std::hypot(vx, vy)));
      at_most_zero(std::abs(ft[1] + bound * vy / std::hypot(vx, vy)));
      continue;
    }
    const auto at = tangent(acceleration, c);
    at_most_zero(ft[0] * at[0] + ft[1] * at[1]);
    at_most_zero(std::min(std::hypot(at[0], at[1]), bound - size));
  }
  return worst;
}

template <typename Scalar>
inline constexpr Real kBaraffTolerance = sizeof(Scalar) == 4 ? 2e-3L : 2e-7L;

}  // namespace footing::test
