// Claims that any answer to a contact problem must meet, in long double from the untouched problem.
#pragma once

#include <algorithm>

#include "tests/fuzz/claims.hpp"
#include "tests/support/oracles/certificate.hpp"

namespace footing::fuzz {

// Any status: forces are finite, do not pull, and stay inside the circular cone and the joint rows' bounds.
template <typename Scalar, int kContacts, int kJointRows>
void ClaimAdmissible(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                     const ContactSolution<Scalar, kContacts, kJointRows>& solution) {
  const bool refused = IsRefusal(solution.status);
  // A limit below the smallest normal number is rounded coarsely.
  const Real grain = 4 * Real(std::numeric_limits<Scalar>::denorm_min());
  for (int c = 0; c < kContacts; ++c) {
    const auto& f = solution.force[static_cast<unsigned>(c)];
    Claim(AllFinite(f, 3), "forces are finite");
    if (refused || c >= problem.contacts) {
      Claim(f[0] == 0 && f[1] == 0 && f[2] == 0, "no force where none was asked for");
      Claim(solution.mode[static_cast<unsigned>(c)] == ContactMode::kSeparate, "no mode where no force is");
      continue;
    }
    Claim(f[0] >= 0, "no contact pulls");
    const Real limit = Real(problem.friction[c]) * Real(f[0]);
    ClaimAtMost(std::hypot(Real(f[1]), Real(f[2])),
                limit * (1 + 8 * Real(std::numeric_limits<Scalar>::epsilon())) + grain,
                "friction is inside its cone");
  }
  for (int k = 0; k < kJointRows; ++k) {
    const Scalar f = solution.joint_force[k];
    Claim(std::isfinite(f), "joint forces are finite");
    if (refused || k >= problem.joint_rows) {
      Claim(f == 0, "no joint force where none was asked for");
    } else {
      Claim(f >= problem.lower[k] && f <= problem.upper[k], "joint forces are within their bounds");
    }
  }
}

template <typename Scalar, int kContacts, int kJointRows>
void ClaimBudget(const ContactSolution<Scalar, kContacts, kJointRows>& solution, int budget) {
  Claim(solution.pivots >= 0, "pivots are counted");
  ClaimAtMost(solution.pivots, budget, "pivots are within the budget");
  int sum = 0;
  for (const std::int16_t pivots : solution.stage_pivots) sum += pivots;
  Claim(sum == solution.pivots, "the stages' pivots add up");
}

template <typename Scalar, int kContacts, int kJointRows>
void ClaimFinite(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                 const ContactSolution<Scalar, kContacts, kJointRows>& solution) {
  for (int c = 0; c < problem.contacts; ++c) {
    Claim(AllFinite(solution.velocity[static_cast<unsigned>(c)], 3), "velocities of a success are finite");
  }
  Claim(AllFinite(solution.joint_velocity, problem.joint_rows), "joint velocities of a success are finite");
  Claim(std::isfinite(solution.residual) && std::isfinite(solution.cone_violation) &&
            std::isfinite(solution.slip_error) && std::isfinite(solution.rounding) &&
            std::isfinite(solution.velocity_scale),
        "the certificate of a success is finite");
}

// kInfeasible: y has the signs that the rows allow, and y · (b + bias) < 0. A solution needs dt Σ |(Aᵀ y)_i|
// |f_i| ≥ −y · (b + bias). This must ask for some |f_i| beyond 1e9 (largest |b + bias|) / (dt A_ii). The
// check takes 0.9e9 to allow for rounding.
template <typename Scalar, int kContacts, int kJointRows>
void ClaimProof(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                const ContactSolution<Scalar, kContacts, kJointRows>& solution) {
  const int joints = 3 * problem.contacts;
  const auto& y = solution.proof;
  Real drift = 0;
  Real reach = 0;
  Real fastest = 0;
  for (int i = 0; i < problem.rows(); ++i) {
    const bool contact = i < joints;
    const bool push = contact ? i % 3 == 0 : std::isinf(problem.upper[i - joints]);
    const bool pull = !contact && std::isinf(problem.lower[i - joints]);
    Claim(std::isfinite(y[i]) && (push || y[i] <= 0) && (pull || y[i] >= 0), "a proof has the rows' signs");
    const Real bias = contact && i % 3 == 0 ? Real(problem.normal_bias[i / 3]) : Real(0);
    drift += Real(y[i]) * (Real(problem.free_velocity[i]) + bias);
    fastest = std::max(fastest, std::abs(Real(problem.free_velocity[i])) + std::abs(bias));
    Real sum = 0;
    for (int j = 0; j < problem.rows(); ++j) sum += Real(problem.delassus(j, i)) * Real(y[j]);
    const Real diagonal = std::max(Real(problem.delassus(i, i)), Real(0));
    if (sum != 0) reach += diagonal > 0 ? std::abs(sum) / diagonal : std::numeric_limits<Real>::infinity();
  }
  Claim(drift < 0, "a proof has y · (b + bias) below zero");
  ClaimAtMost(reach * fastest * Real(0.9e9L), -drift, "a proof leaves no force that a robot has");
}

// kSolved of SolveContacts: the conditions of the circular cone hold. A μ f_n below the smallest normal
// number counts as no friction. The velocity scale is at least 256 times the smallest normal number, in
// double 10 times. Where a product underflows, the natural map may be off by what the underflow leaves.
template <typename Scalar, int kContacts, int kJointRows>
void ClaimSolved(ContactProblem<Scalar, kContacts, kJointRows> problem,
                 ContactSolution<Scalar, kContacts, kJointRows> solution) {
  ClaimFinite(problem, solution);
  const Certificate certificate = Certify(problem, solution);
  constexpr Real kLeast = Real(std::numeric_limits<Scalar>::min());
  constexpr Real kLeastScale = kLeast * (sizeof(Scalar) == 4 ? 256 : 10);
  const Real scale = std::max(certificate.velocity_scale, kLeastScale);
  const Real unit = certificate.velocity_scale / scale;
  Real largest = std::max(Real(problem.dt), Real(1)) * problem.rows();
  for (int c = 0; c < problem.contacts; ++c) {
    auto& f = solution.force[static_cast<unsigned>(c)];
    largest = std::max(largest, std::abs(Real(f[0])));
    if (Real(problem.friction[c]) * Real(f[0]) < kLeast) problem.friction[c] = f[1] = f[2] = 0;
  }
  for (int k = 0; k < problem.joint_rows; ++k)
    largest = std::max(largest, std::abs(Real(solution.joint_force[k])));
  const Real underflow = 4 * Real(std::numeric_limits<Scalar>::denorm_min()) * largest / scale;
  const Real tolerance = kCertificateTolerance<Scalar>;
  ClaimAtMost(certificate.natural * unit, tolerance + underflow, "natural map of a solution");
  ClaimAtMost(certificate.pull * unit, tolerance, "pull of a solution");
  const Certificate friction = Certify(problem, solution);
  ClaimAtMost(friction.cone, tolerance, "cone violation of a solution");
  ClaimAtMost(friction.slip * unit, tolerance, "slip error of a solution");
}

// kSolved of SolvePolyhedral: the normal condition holds and the friction lies inside the pyramid. It takes
// as much power from the slip as the pyramid allows: f_t · u_t = −μ f_n λ, λ = max_k −d_k · u_t. The velocity
// scale is V of coulomb.hpp, but at least 1e-6 m/s. The force scale is Residual's `unit`.
template <int kDirections, typename Scalar, int kContacts>
void ClaimPolyhedral(const ContactProblem<Scalar, kContacts>& problem,
                     const ContactSolution<Scalar, kContacts>& solution) {
  ClaimFinite(problem, solution);
  const Real dt = Real(problem.dt);
  const int rows = 3 * problem.contacts;
  const auto force = [&](int i) { return Real(solution.force[static_cast<unsigned>(i / 3)][i % 3]); };
  std::array<Real, static_cast<unsigned>(3 * kContacts)> u{};
  Real velocity_scale = 0;
  Real force_scale = 1e-6L;
  Real given = 0;
  for (int i = 0; i < rows; ++i) {
    Real sum = Real(problem.free_velocity[i]);
    Real size = std::abs(sum);
    given = std::max(given, size + std::abs(Real(problem.normal_bias[i / 3])));
    for (int j = 0; j < rows; ++j) {
      const Real term = dt * Real(problem.delassus(i, j)) * force(j);
      sum += term;
      size += std::abs(term);
    }
    u[static_cast<unsigned>(i)] = sum;
    velocity_scale = std::max(velocity_scale, size);
    force_scale = std::max(force_scale, std::abs(force(i)));
  }
  velocity_scale =
      std::max(std::min(velocity_scale, Real(sizeof(Scalar) == 4 ? 256 : 10) * given), Real(1e-6L));
  const Real tolerance = sizeof(Scalar) == 4 ? Real(3e-4L) : Real(3e-9L);
  for (int c = 0; c < problem.contacts; ++c) {
    const auto n = static_cast<unsigned>(3 * c);
    const Real mobility = dt * Real(problem.delassus(3 * c, 3 * c));
    const Real unit = mobility * force_scale > velocity_scale ? velocity_scale / mobility : force_scale;
    const Real opening = u[n] + Real(problem.normal_bias[c]);
    ClaimAtMost(std::abs(std::min(force(3 * c) / unit, opening / velocity_scale)), tolerance,
                "normal condition of a polyhedral solution");
    const Real limit = Real(problem.friction[c]) * force(3 * c);
    const Real f_1 = force(3 * c + 1);
    const Real f_2 = force(3 * c + 2);
    Real lambda = 0;
    Real gauge = 0;
    const Real apothem = std::cos(std::acos(Real(-1)) / kDirections);
    for (int k = 0; k < kDirections; ++k) {
      const Real angle = 2 * std::acos(Real(-1)) * k / kDirections;
      const Real half = angle + std::acos(Real(-1)) / kDirections;
      lambda = std::max(lambda, -(std::cos(angle) * u[n + 1] + std::sin(angle) * u[n + 2]));
      gauge = std::max(gauge, (std::cos(half) * f_1 + std::sin(half) * f_2) / apothem);
    }
    const Real rounding = 8 * Real(std::numeric_limits<Scalar>::epsilon()) * limit;
    ClaimAtMost((gauge - limit - rounding) / unit, tolerance,
                "friction of a polyhedral solution is inside the pyramid");
    // `left` is the error of at most three conditions, each within the tolerance.
    const Real left = f_1 * u[n + 1] + f_2 * u[n + 2] + limit * lambda;
    ClaimAtMost(left / (velocity_scale * std::max(limit, unit) + unit * lambda), 3 * tolerance,
                "friction of a polyhedral solution opposes the slip");
  }
}

}  // namespace footing::fuzz
