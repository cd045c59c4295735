// Claims that any answer to a contact problem must meet, in long double from the untouched problem.
#pragma once

#include <algorithm>

#include "tests/fuzz/claims.hpp"
#include "tests/support/oracles/certificate.hpp"
#include "tests/support/oracles/row_judge.hpp"

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

// kSolved of SolvePolyhedral: eq. 15 of Tan, Siu and Liu holds at each contact, within twice the slack that
// polyhedral_check.hpp may give it: a share of the largest velocity that the contact is coupled to. Forces count as
// the velocity that they give their own contact. f_t is split into the two directions beside it.
template <int kDirections, typename Scalar, int kContacts>
void ClaimPolyhedral(const ContactProblem<Scalar, kContacts>& problem,
                     const ContactSolution<Scalar, kContacts>& solution) {
  ClaimFinite(problem, solution);
  test::JudgedRows rows(3 * problem.contacts);
  for (unsigned i = 0; i < rows.n; ++i) {
    const auto row = static_cast<int>(i);
    for (unsigned j = 0; j < rows.n; ++j)
      rows.A[i * rows.n + j] = Real(problem.dt) * Real(problem.delassus(row, static_cast<int>(j)));
    rows.b[i] = std::abs(Real(problem.free_velocity[row]));
    if (i % 3 == 0) rows.b[i] += std::abs(Real(problem.normal_bias[row / 3]));
    rows.z[i] = Real(solution.force[i / 3][row % 3]);
  }
  const test::RowJudge judge(rows);
  const Real turn = 2 * std::acos(Real(-1)) / kDirections;
  // At quarter turns exactly 0: forces may be 1e20 times what moves.
  const auto exact = [](Real x) { return std::abs(x) < Real(1e-18L) ? Real(0) : x; };
  const auto cosine = [&](Real angle) { return exact(std::cos(angle)); };
  const auto sine = [&](Real angle) { return exact(std::sin(angle)); };
  for (int c = 0; c < problem.contacts; ++c) {
    const auto n = static_cast<unsigned>(3 * c);
    std::array<Real, 3> u{}, f{};
    Real scale = 0;
    Real per_force = 0;
    for (unsigned k = 0; k < 3; ++k) {
      f[k] = rows.z[n + k];
      u[k] = Real(problem.free_velocity[3 * c + static_cast<int>(k)]);
      if (k == 0) u[k] += Real(problem.normal_bias[c]);
      for (unsigned j = 0; j < rows.n; ++j) u[k] += rows.A[(n + k) * rows.n + j] * rows.z[j];
      scale = std::max(scale, judge.scale(n + k));
      per_force = std::max(per_force, rows.A[(n + k) * (rows.n + 1)]);
    }
    const Real underflow = 16 * Real(std::numeric_limits<Scalar>::denorm_min());
    const Real limit = (sizeof(Scalar) == 4 ? Real(5e-4L) : Real(2e-7L)) * scale + underflow;
    ClaimAtMost(std::max({-f[0] * per_force, -u[0], std::min(f[0] * per_force, u[0])}), limit,
                "normal condition of a polyhedral solution");
    Real lambda = 0;
    for (int k = 0; k < kDirections; ++k)
      lambda = std::max(lambda, -(cosine(turn * k) * u[1] + sine(turn * k) * u[2]));
    Real gauge = std::abs(f[1]);  // two directions: nothing acts along t2
    if constexpr (kDirections > 2) {
      gauge = 0;
      for (int k = 0; k < kDirections; ++k) {
        const Real side = cosine(turn * k) * f[2] - sine(turn * k) * f[1];
        const Real other = sine(turn * (k + 1)) * f[1] - cosine(turn * (k + 1)) * f[2];
        if (side < 0 || other < 0) continue;
        const std::array<Real, 2> share = {other / sine(turn), side / sine(turn)};
        gauge = std::max(gauge, share[0] + share[1]);
        for (int m = 0; m < 2; ++m) {
          const Real angle = turn * (k + m);
          const Real along = cosine(angle) * u[1] + sine(angle) * u[2];
          ClaimAtMost(std::min(share[static_cast<unsigned>(m)] * per_force, along + lambda), limit,
                      "friction of a polyhedral solution opposes the slip");
        }
      }
    }
    const Real room = per_force * (Real(problem.friction[c]) * f[0] - gauge);
    const Real rounding = 8 * Real(std::numeric_limits<Scalar>::epsilon()) * per_force * gauge;
    ClaimAtMost(-room - rounding, limit, "friction of a polyhedral solution is inside the pyramid");
    ClaimAtMost(std::min(lambda, room), limit, "a contact that slips has all of its friction");
  }
}

}  // namespace footing::fuzz
