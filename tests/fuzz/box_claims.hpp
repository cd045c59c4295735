// Claims that any answer to an LCP or a boxed problem must meet, in long double from the untouched problem.
#pragma once

#include <algorithm>
#include <vector>

#include "core/lcp/problem.hpp"
#include "tests/fuzz/claims.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing::fuzz {

struct RealBounds {
  Real lo;
  Real hi;
};

// The bounds of a row at z.
template <typename Problem, typename Vector>
RealBounds BoundsInReal(const Problem& problem, const Vector& z, int row) {
  if constexpr (requires { problem.free; }) {
    const Real infinity = std::numeric_limits<Real>::infinity();
    return {row < problem.free ? -infinity : Real(0), infinity};
  } else {
    const int normal = CouplingOf(problem, row);
    const Real reach = normal >= 0 ? std::abs(Real(BoundsOf(problem, row).hi) * Real(z[normal])) : Real(0);
    if (normal >= 0) return {-reach, reach};
    return {Real(BoundsOf(problem, row).lo), Real(BoundsOf(problem, row).hi)};
  }
}

// The rounding of a row's bound. The bound of a coupled row is a rounded product.
template <typename Scalar, typename Problem>
Real BoundRounding(const Problem& problem, int row, const RealBounds& bounds) {
  if constexpr (requires { problem.findex; }) {
    using Limits = std::numeric_limits<Scalar>;
    if (CouplingOf(problem, row) >= 0)
      return 4 * (Real(Limits::epsilon()) * bounds.hi + Real(Limits::denorm_min()));
  }
  return 0;
}

template <typename Solution>
void ClaimRefused(const Solution& solution, int size) {
  for (int i = 0; i < size; ++i) Claim(solution.z[i] == 0 && solution.w[i] == 0, "a refusal leaves zeros");
  Claim(solution.pivots == 0, "a refusal takes no pivots");
}

// z is finite and within its bounds; the bound of a coupled row is rounded.
template <typename Scalar, typename Problem, typename Vector>
void ClaimWithinBounds(const Problem& problem, const Vector& z, int size, Real slack) {
  for (int i = 0; i < size; ++i) {
    Claim(std::isfinite(z[i]), "z is finite");
    const RealBounds bounds = BoundsInReal(problem, z, i);
    const Real room = slack + BoundRounding<Scalar>(problem, i, bounds);
    if (std::isfinite(bounds.lo)) ClaimAtMost(bounds.lo - Real(z[i]), room, "z is above its lower bound");
    if (std::isfinite(bounds.hi)) ClaimAtMost(Real(z[i]) - bounds.hi, room, "z is below its upper bound");
  }
}

// For each row, the largest numbers of the rows that it is coupled to, directly or through other rows.
template <typename Problem, typename Vector>
struct CoupledNumbers {
  std::vector<Real> z, b;  // the largest
  CoupledNumbers(const Problem& problem, const Vector& values, int size)
      : z(static_cast<unsigned>(size)), b(static_cast<unsigned>(size)) {
    for (int i = 0; i < size; ++i) {
      z[static_cast<unsigned>(i)] = std::abs(Real(values[i]));
      b[static_cast<unsigned>(i)] = std::abs(Real(problem.b[i]));
    }
    for (int pass = 0; pass < size; ++pass) {  // each pass carries the numbers one row further
      for (int i = 0; i < size; ++i) {
        for (int j = 0; j < size; ++j) {
          if (problem.A(i, j) == 0 && problem.A(j, i) == 0) continue;
          const auto a = static_cast<unsigned>(i), c = static_cast<unsigned>(j);
          z[a] = z[c] = std::max(z[a], z[c]);
          b[a] = b[c] = std::max(b[a], b[c]);
        }
      }
    }
  }
};

// kSolved: with w recomputed from z, each row's w is zero or has the sign that the row's bound allows. The
// slack is twice the tolerance of residual.hpp. The answer's w equals the recomputed w.
template <typename Scalar, typename Problem, typename Solution>
void ClaimRowsHold(const Problem& problem, const Solution& solution, int size) {
  constexpr Real kEps = std::numeric_limits<Scalar>::epsilon();
  constexpr Real kTerms = 2 * kEps * (sizeof(Scalar) == 4 ? 128 : 65536);
  constexpr Real kLargest = 2 * kEps * 16;
  Claim(std::isfinite(solution.residual), "the residual of a success is finite");
  Claim(AllFinite(solution.w, size), "w of a success is finite");
  const CoupledNumbers largest(problem, solution.z, size);
  // Products below the smallest number of the scalar lose all their digits.
  const Real grain = 4 * (size + 1) * Real(std::numeric_limits<Scalar>::denorm_min());
  for (int i = 0; i < size; ++i) {
    Real w = Real(problem.b[i]);
    Real terms = std::abs(w);
    Real row = 0;
    for (int j = 0; j < size; ++j) {
      const Real term = Real(problem.A(i, j)) * Real(solution.z[j]);
      w += term;
      terms += std::abs(term);
      row += std::abs(Real(problem.A(i, j)));
    }
    const Real largest_z = largest.z[static_cast<unsigned>(i)];
    const Real slack =
        kTerms * terms + kLargest * (largest.b[static_cast<unsigned>(i)] + largest_z * row) + grain;
    const RealBounds bounds = BoundsInReal(problem, solution.z, i);
    const Real z_slack = kLargest * largest_z + BoundRounding<Scalar>(problem, i, bounds);
    const Real z = Real(solution.z[i]);
    Claim(std::isfinite(z), "z is finite");
    ClaimAtMost(bounds.lo - z, z_slack, "z is above its lower bound");
    ClaimAtMost(z - bounds.hi, z_slack, "z is below its upper bound");
    if (z < bounds.hi - z_slack) ClaimAtMost(-w, slack, "a row that may grow is not pulled up");
    if (z > bounds.lo + z_slack) ClaimAtMost(w, slack, "a row that may shrink is not pushed down");
    ClaimAtMost(std::abs(Real(solution.w[i]) - w), slack, "w is A z + b");
  }
}

// kInfeasible: y is a Farkas proof. y_i > 0 only where w_i must not be negative, and y_i < 0 only where w_i
// must not be positive, so a solution has Σ y_i w_i ≥ 0. For every z within its bounds the sum must be
// negative.
template <typename Problem, typename Vector>
void ClaimInfeasible(const Problem& problem, const Vector& y) {
  const int n = problem.size;
  Real total = 0;
  Real terms = 0;
  const auto column = [&](int j, Real* size) {
    Real sum = 0;
    for (int i = 0; i < n; ++i) {
      sum += Real(problem.A(i, j)) * Real(y[i]);
      *size += std::abs(Real(problem.A(i, j)) * Real(y[i]));
    }
    return sum;
  };
  for (int i = 0; i < n; ++i) {
    Claim(std::isfinite(y[i]), "a proof is finite");
    const bool coupled = CouplingOf(problem, i) >= 0;
    const auto bounds = BoundsOf(problem, i);
    Claim(y[i] <= 0 || (!coupled && std::isinf(bounds.hi)),
          "a proof pushes only where w may not be negative");
    Claim(y[i] >= 0 || (!coupled && std::isinf(bounds.lo)), "a proof pulls only where w may not be positive");
    total += Real(problem.b[i]) * Real(y[i]);
    terms += std::abs(Real(problem.b[i]) * Real(y[i]));
  }
  constexpr Real kRounding = 64 * std::numeric_limits<Real>::epsilon();
  for (int j = 0; j < n; ++j) {
    if (CouplingOf(problem, j) >= 0) continue;
    Real size = 0;
    const Real slope = column(j, &size);
    Real spread = 0;
    for (int i = 0; i < n; ++i) {
      if (CouplingOf(problem, i) == j)
        spread += Real(CouplingFactor(problem, i)) * std::abs(column(i, &size));
    }
    const auto bounds = BoundsOf(problem, j);
    for (const Real end : {Real(bounds.lo), Real(bounds.hi)}) {
      const Real along = end > 0 ? slope + spread : spread - slope;
      if (std::isinf(end)) {
        ClaimAtMost(along, kRounding * size, "a proof does not grow without bound");
      }
      terms += std::isinf(end) ? Real(0) : size * std::abs(end);
    }
    // The sum is convex in z_j, so it is largest at one end of the bounds. An infinite end is never the
    // largest.
    const auto at = [&](Real end) {
      if (std::isinf(end)) return -std::numeric_limits<Real>::infinity();
      return slope * end + spread * std::abs(end);
    };
    const Real largest = std::max(at(Real(bounds.lo)), at(Real(bounds.hi)));
    if (std::isfinite(largest)) total += largest;
  }
  ClaimAtMost(total, kRounding * terms, "a proof's total is negative");
}

}  // namespace footing::fuzz
