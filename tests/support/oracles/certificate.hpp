// Judges whether forces solve a contact problem with a circular friction cone, from the untouched problem and
// the forces alone, in long double: u = Δt A f + b row by row, and per contact
//   0 ≤ f_n ⟂ u_n + bias ≥ 0,   |f_t| ≤ μ f_n,   μ f_n u_t = −|u_t| f_t.
// Velocities are relative to V, the largest Σ_j |Δt A_ij f_j| + |b_i| of the rows. V is the size of what had
// to cancel, and at most a multiple of the largest |b_i| + |bias| (with the forces that bounds impose). Of
// the core, only structs are used.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contact/contact_problem.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing {

template <typename Scalar>
inline constexpr Real kCertificateTolerance = sizeof(Scalar) == 4 ? Real(1e-4L) : Real(1e-8L);

struct Certificate {
  Real velocity_scale = 0;  // V, m/s
  Real natural = 0;         // largest |min(A_nn Δt f_n, u_n + bias)| / V, and joint rows' likewise
  Real pull = 0;            // largest −A_nn Δt f_n / V, at least 0
  Real cone = 0;            // largest |f_t| / (μ f_n) − 1, at least 0; infinite for f_t alone
  Real slip = 0;            // largest |μ f_n u_t + |u_t| f_t| / (μ f_n V)
  Real box_cone = 0;        // largest |f_ti| / (μ f_n) − 1 of either tangent
  Real box_slip = 0;        // largest natural map of a tangent in ±μ f_n, over V

  // NaN fails.
  bool HoldsCircular(Real tolerance) const {
    return natural <= tolerance && pull <= tolerance && cone <= tolerance && slip <= tolerance;
  }
  // The conditions of a solver with friction boxes: each tangent separately.
  bool HoldsBox(Real tolerance) const {
    return natural <= tolerance && pull <= tolerance && box_cone <= tolerance && box_slip <= tolerance;
  }
};

namespace certificate_internal {

// NaN stays.
inline void Raise(Real value, Real* largest) {
  if (value > *largest || value != value) *largest = value;
}

// The distance of `f` from the condition that [low, high] and u set, as a velocity.
inline Real Held(Real f, Real u, Real low, Real high, Real per_force) {
  const Real step = per_force > Real(0) ? per_force : Real(1);
  return std::abs(f - std::min(std::max(f - u / step, low), high)) * step;
}

inline Real Excess(Real size, Real limit) {
  if (size == Real(0)) return Real(0);
  return limit > Real(0) ? std::max(size / limit - Real(1), Real(0)) : std::numeric_limits<Real>::infinity();
}

}  // namespace certificate_internal

// `force` has problem.rows() numbers: first the contacts' (n, t1, t2), then joint rows. Cost: (3p)²
// multiply-adds, twice. Friction that moves its own rows by at most negligible · V counts as none. If a
// contact's whole force does no more, the direction of its slip is not judged.
template <typename Scalar, int kContacts, int kJointRows, typename Force>
Certificate Certify(const ContactProblem<Scalar, kContacts, kJointRows>& problem, const Force& force,
                    Real negligible = 0) {
  using namespace certificate_internal;
  constexpr auto kRows = static_cast<unsigned>(3 * kContacts + kJointRows);
  Certificate result;
  std::array<Real, kRows> f;
  std::array<Real, kRows> u;
  const int rows = problem.rows();
  const Real dt = Real(problem.dt);
  Real given = 0;
  for (int i = 0; i < rows; ++i) f[static_cast<unsigned>(i)] = Real(force[i]);
  for (int i = 0; i < rows; ++i) {
    Real sum = Real(problem.free_velocity[i]);
    Real size = std::abs(sum);
    for (int j = 0; j < rows; ++j) {
      const Real term = dt * Real(problem.delassus(i, j)) * f[static_cast<unsigned>(j)];
      sum += term;
      size += std::abs(term);
    }
    u[static_cast<unsigned>(i)] = sum;
    Raise(size, &result.velocity_scale);
    Real input = std::abs(Real(problem.free_velocity[i]));
    if (i < 3 * problem.contacts && i % 3 == 0) input += std::abs(Real(problem.normal_bias[i / 3]));
    for (int k = 0; k < problem.joint_rows; ++k) {  // forces that the bounds impose
      const Real least = std::min(std::max(Real(0), Real(problem.lower[k])), Real(problem.upper[k]));
      input += std::abs(dt * Real(problem.delassus(i, 3 * problem.contacts + k)) * least);
    }
    Raise(input, &given);
  }
  // Forces that cancel down to rounding prove nothing, so V has an upper limit.
  if (std::isfinite(result.velocity_scale))
    result.velocity_scale = std::min(result.velocity_scale, Real(sizeof(Scalar) == 4 ? 64 : 10) * given);
  if (!std::isfinite(result.velocity_scale)) result.natural = std::numeric_limits<Real>::infinity();
  const Real scale = result.velocity_scale > Real(0) ? result.velocity_scale : Real(1);

  for (int c = 0; c < problem.contacts; ++c) {
    const auto n = static_cast<unsigned>(3 * c);
    const Real mobility = dt * Real(problem.delassus(3 * c, 3 * c));
    const Real opening = u[n] + Real(problem.normal_bias[c]);
    const bool idle = f[n] > Real(0) && mobility == Real(0);  // beside a gap no force is small enough
    Raise(std::abs(idle ? opening : std::min(mobility * f[n], opening)) / scale, &result.natural);
    if (!(f[n] >= Real(0)))
      Raise(std::max(mobility, std::numeric_limits<Real>::min()) * -f[n] / scale, &result.pull);

    const Real limit = Real(problem.friction[c]) * std::max(f[n], Real(0));
    const Real tangential = std::hypot(f[n + 1], f[n + 2]);
    const Real speed = std::hypot(u[n + 1], u[n + 2]);
    Real grip = 0;
    for (unsigned t = n + 1; t < n + 3; ++t) {
      const int i = static_cast<int>(t);
      const Real mobility_t = dt * Real(problem.delassus(i, i));
      Raise(mobility_t * std::abs(f[t]), &grip);
      Raise(Held(f[t], u[t], -limit, limit, mobility_t) / scale, &result.box_slip);
    }
    if (!(grip <= negligible * scale)) {
      Raise(Excess(tangential, limit), &result.cone);
      Raise(Excess(std::max(std::abs(f[n + 1]), std::abs(f[n + 2])), limit), &result.box_cone);
    }
    const Real slip1 = limit * u[n + 1] + speed * f[n + 1];
    const Real slip2 = limit * u[n + 2] + speed * f[n + 2];
    if (limit > Real(0) && !(std::max(grip, mobility * f[n]) <= negligible * scale)) {
      Raise(std::hypot(slip1, slip2) / (limit * scale), &result.slip);
    }
  }
  for (int k = 0; k < problem.joint_rows; ++k) {
    const int i = 3 * problem.contacts + k;
    const auto r = static_cast<unsigned>(i);
    Raise(
        Held(f[r], u[r], Real(problem.lower[k]), Real(problem.upper[k]), dt * Real(problem.delassus(i, i))) /
            scale,
        &result.natural);
  }
  return result;
}

template <typename Scalar, int kContacts, int kJointRows>
Certificate Certify(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                    const ContactSolution<Scalar, kContacts, kJointRows>& solution) {
  std::array<Scalar, static_cast<unsigned>(3 * kContacts + kJointRows)> force{};
  struct Flat {
    const Scalar* data;
    Scalar operator[](int i) const { return data[i]; }
  };
  for (int i = 0; i < 3 * problem.contacts; ++i) {
    force[static_cast<unsigned>(i)] = solution.force[static_cast<unsigned>(i / 3)][i % 3];
  }
  for (int k = 0; k < problem.joint_rows; ++k) {
    force[static_cast<unsigned>(3 * problem.contacts + k)] = solution.joint_force[k];
  }
  return Certify(problem, Flat{force.data()});
}

// The proof that y gives for a problem without solution. y may push on normals and on joint rows without an
// upper bound, and pull on rows without a lower bound. It is free on bilateral rows and zero elsewhere. Then
// any solution has y · (u + bias) ≥ 0. With u = Δt A f + b this gives Δt Σ_j |(A y)_j| |f_j| ≥ −y · (b +
// bias). So some force must be at least the number returned, in units of V / (Δt · the largest diagonal
// entry), where V is the largest |b_i + bias_i|. 0: y proves nothing. Infinite: no force is large enough.
template <typename Scalar, int kContacts, int kJointRows, typename Vector>
Real LeastForce(const ContactProblem<Scalar, kContacts, kJointRows>& problem, const Vector& y) {
  const int joints = 3 * problem.contacts;
  Real drift = 0;
  Real reach = 0;
  Real fastest = 0;
  Real mobility = 0;
  for (int i = 0; i < problem.rows(); ++i) {
    const Real weight = Real(y[i]);
    bool may_push = i % 3 == 0;
    bool may_pull = false;
    if (i >= joints) {
      may_push = std::isinf(problem.upper[i - joints]);
      may_pull = std::isinf(problem.lower[i - joints]);
    }
    if (!(std::isfinite(weight) && (may_push || weight <= Real(0)) && (may_pull || weight >= Real(0)))) {
      return Real(0);
    }
    Real wanted = Real(problem.free_velocity[i]);
    if (i < joints && i % 3 == 0) wanted += Real(problem.normal_bias[i / 3]);
    drift += weight * wanted;
    Real sum = 0;
    for (int j = 0; j < problem.rows(); ++j) sum += Real(problem.delassus(i, j)) * Real(y[j]);
    reach += std::abs(sum);
    fastest = std::max(fastest, std::abs(wanted));
    mobility = std::max(mobility, Real(problem.delassus(i, i)));
  }
  if (!(drift < Real(0))) return Real(0);
  return reach > Real(0) ? -drift * mobility / (reach * fastest) : std::numeric_limits<Real>::infinity();
}

// The least force that a proof must show. Problems with mass ratios to a million can reach smaller forces.
inline constexpr Real kInfeasibleForce = 1e6L;

}  // namespace footing
