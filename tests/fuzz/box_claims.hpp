// Claims that any answer to an LCP or a boxed problem must meet, in long double from the untouched problem.
#pragma once

#include <algorithm>
#include <vector>

#include "core/lcp/problem.hpp"
#include "tests/fuzz/claims.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"
#include "tests/support/oracles/row_judge.hpp"

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

// kSolved: z is within its bounds, and w, computed again from z, is zero or has the sign that the row's bound allows.
// The slack is twice that of residual.hpp: a share of the row's terms, capped by the data that it is coupled to
// (row_judge.hpp). The answer's w equals the recomputed w.
template <typename Scalar, typename Problem, typename Solution>
void ClaimRowsHold(const Problem& problem, const Solution& solution, int size) {
  constexpr Real kEps = std::numeric_limits<Scalar>::epsilon();
  constexpr Real kTerms = 2 * kEps * (sizeof(Scalar) == 4 ? 128 : 65536);
  constexpr Real kLargest = 2 * kEps * 64;
  constexpr Real kData = sizeof(Scalar) == 4 ? 5e-4L : 2e-7L;
  Claim(std::isfinite(solution.residual), "the residual of a success is finite");
  Claim(AllFinite(solution.w, size), "w of a success is finite");
  test::JudgedRows rows(size);
  for (unsigned i = 0; i < rows.n; ++i) {
    const auto row = static_cast<int>(i);
    for (unsigned j = 0; j < rows.n; ++j) rows.A[i * rows.n + j] = Real(problem.A(row, static_cast<int>(j)));
    rows.b[i] = Real(problem.b[row]);
    rows.z[i] = Real(solution.z[row]);
    const RealBounds bounds = BoundsInReal(problem, solution.z, row);
    rows.lo[i] = bounds.lo;
    rows.hi[i] = bounds.hi;
    Claim(std::isfinite(rows.z[i]), "z is finite");
  }
  const test::RowJudge judge(rows);
  // Where a product of three numbers leaves the scalar's range, no row can be brought into another one's units.
  bool extreme = false;
  Real largest_b = 0;
  for (unsigned i = 0; i < rows.n; ++i) {
    largest_b = std::max(largest_b, std::abs(rows.b[i]));
    for (unsigned j = 0; j <= rows.n; ++j) {
      const Real number = std::abs(j < rows.n ? rows.A[i * rows.n + j] : rows.b[i]);
      const Real cube = number * number * number;
      extreme |= number != 0 && (cube > std::numeric_limits<Scalar>::max() || cube < std::numeric_limits<Scalar>::min());
    }
  }
  // Products below the smallest number of the scalar lose all their digits.
  const Real grain = 4 * (size + 1) * Real(std::numeric_limits<Scalar>::denorm_min());
  for (unsigned i = 0; i < rows.n; ++i) {
    const auto row = static_cast<int>(i);
    Real w = rows.b[i];
    Real terms = std::abs(w);
    for (unsigned j = 0; j < rows.n; ++j) {
      w += rows.A[i * rows.n + j] * rows.z[j];
      terms += std::abs(rows.A[i * rows.n + j] * rows.z[j]);
    }
    const Real data = judge.scale(i);
    Real slack = std::min(kTerms * terms + kLargest * (data + judge.term(i)), kData * data) + grain;
    if (extreme)
      slack = std::max(64 * slack, kTerms * terms + kLargest * (largest_b + judge.term(i)) +
                                      4 * Real(std::numeric_limits<Scalar>::min()));
    slack += 4 * Real(size) * std::numeric_limits<Real>::epsilon() * terms;  // the rounding of long double itself
    const RealBounds bounds{rows.lo[i], rows.hi[i]};
    const Real z_slack = BoundRounding<Scalar>(problem, row, bounds);
    const Real z = rows.z[i];
    ClaimAtMost(bounds.lo - z, z_slack, "z is above its lower bound");
    ClaimAtMost(z - bounds.hi, z_slack, "z is below its upper bound");
    if (z < bounds.hi - z_slack) ClaimAtMost(-w, slack, "a row that may grow is not pulled up");
    if (z > bounds.lo + z_slack) ClaimAtMost(w, slack, "a row that may shrink is not pushed down");
    ClaimAtMost(std::abs(Real(solution.w[row]) - w), std::max(slack, kTerms * terms + grain), "w is A z + b");
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
