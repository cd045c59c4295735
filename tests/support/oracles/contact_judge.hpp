// Judges contact forces by each contact's own scale, in the widest type and by code of its own: polyhedral friction
// with four directions (Tan, Siu, Liu eq. 15), friction in boxes, and Baraff's static and dynamic friction (eqs. 15,
// 16, 21 to 24).
// Violations are velocities (or accelerations); a force counts as what it gives its own contact through the largest
// diagonal entry of its rows. The scale of a contact is the largest of its rows' (row_judge.hpp).
#pragma once

#include <array>

#include "tests/support/oracles/row_judge.hpp"

namespace footing::test {

// Motions, scales and violations of contacts with `dimension` rows each, then of rows that must be zero.
class ContactJudge {
 public:
  ContactJudge(const JudgedRows& rows, unsigned dimension, unsigned contacts)
      : rows_(rows), judge_(rows), d_(dimension), contacts_(contacts) {}

  Real Motion(unsigned i) const {
    Real u = rows_.b[i];
    for (unsigned j = 0; j < rows_.n; ++j) u += rows_.A[i * rows_.n + j] * rows_.z[j];
    return u;
  }
  Real Scale(unsigned c) const {
    Real scale = 0;
    for (unsigned k = 0; k < d_; ++k) scale = std::max(scale, judge_.scale(d_ * c + k));
    return scale;
  }
  Real PerForce(unsigned c) const {
    Real largest = 0;
    for (unsigned k = 0; k < d_; ++k) largest = std::max(largest, rows_.A[(d_ * c + k) * (rows_.n + 1)]);
    return largest;
  }

  Real WorstPolyhedral(const std::vector<Real>& mu) const {
    Real worst = 0;
    for (unsigned c = 0; c < contacts_; ++c) {
      const auto f = [&](unsigned k) { return rows_.z[3 * c + k]; };
      const std::array<Real, 3> u = {Motion(3 * c), Motion(3 * c + 1), Motion(3 * c + 2)};
      const Real per_force = PerForce(c);
      const Real slip = std::max(std::abs(u[1]), std::abs(u[2]));  // λ
      const Real room = per_force * (mu[c] * f(0) - std::abs(f(1)) - std::abs(f(2)));
      Real violation = std::max({Normal(f(0), u[0], per_force), -room, std::min(slip, room)});
      for (unsigned k = 1; k < 3; ++k) {  // a share acts only against the largest slip
        const Real along = f(k) > 0 ? u[k] : -u[k];
        violation = std::max(violation, std::min(per_force * std::abs(f(k)), along + slip));
      }
      worst = std::max(worst, Share(violation, Scale(c)));
    }
    return worst;
  }

  // Friction in boxes: |f_t| ≤ μ f_n and u_t ≠ 0 → f_t = −μ f_n sign(u_t), for each tangent t. Each row moves by
  // its own diagonal entry, and the scale is that of the terms. A pull and a force outside its box are infinite.
  Real WorstBox(const std::vector<Real>& mu) const {
    Real worst = 0;
    for (unsigned c = 0; c < contacts_; ++c) {
      const auto f = [&](unsigned k) { return rows_.z[3 * c + k]; };
      const auto per_force = [&](unsigned k) { return rows_.A[(3 * c + k) * (rows_.n + 1)]; };
      const Real bound = mu[c] * f(0);
      Real error = std::abs(std::min(per_force(0) * f(0), Motion(3 * c)));
      if (f(0) < 0) return std::numeric_limits<Real>::infinity();
      for (unsigned k = 1; k < 3; ++k) {
        const Real u = Motion(3 * c + k);
        if (std::abs(f(k)) > bound * (1 + Real(1e-6L))) return std::numeric_limits<Real>::infinity();
        const Real room = per_force(k) * std::max(u > 0 ? f(k) + bound : bound - f(k), Real(0));
        error = std::max(error, std::min(std::abs(u), room));
      }
      worst = std::max(worst, Share(error, std::max({Terms(3 * c), Terms(3 * c + 1), Terms(3 * c + 2)})));
    }
    return worst;
  }

  // `slip`: zero is static friction.
  Real WorstBaraff(const std::vector<Real>& mu, const std::vector<std::array<Real, 2>>& slip) const {
    Real worst = 0;
    for (unsigned c = 0; c < contacts_; ++c) {
      const Real f_n = rows_.z[d_ * c];
      const std::array<Real, 2> f = {rows_.z[d_ * c + 1], d_ == 3 ? rows_.z[d_ * c + 2] : Real(0)};
      const std::array<Real, 2> a = {Motion(d_ * c + 1), d_ == 3 ? Motion(d_ * c + 2) : Real(0)};
      const Real per_force = PerForce(c);
      const Real bound = mu[c] * f_n;
      const Real size = std::hypot(f[0], f[1]);
      Real violation = Normal(f_n, Motion(d_ * c), per_force);
      const Real speed = std::hypot(slip[c][0], slip[c][1]);
      for (unsigned k = 0; k < 2 && speed > 0; ++k)
        violation = std::max(violation, per_force * std::abs(f[k] + bound * slip[c][k] / speed));
      if (speed == 0) {
        const Real along = size > 0 ? (f[0] * a[0] + f[1] * a[1]) / size : Real(0);
        violation = std::max({violation, per_force * (size - bound), std::min(along, per_force * size),
                              std::min(std::hypot(a[0], a[1]), per_force * (bound - size))});
      }
      worst = std::max(worst, Share(violation, Scale(c)));
    }
    for (unsigned i = d_ * contacts_; i < rows_.n; ++i)
      worst = std::max(worst, Share(std::abs(Motion(i)), judge_.scale(i)));
    return worst;
  }

 private:
  static Real Normal(Real f, Real u, Real per_force) {
    return std::max({-f * per_force, -u, std::min(per_force * f, u)});
  }
  Real Terms(unsigned i) const {
    Real terms = std::abs(rows_.b[i]);
    for (unsigned j = 0; j < rows_.n; ++j) terms += std::abs(rows_.A[i * rows_.n + j] * rows_.z[j]);
    return terms;
  }
  static Real Share(Real violation, Real scale) {
    if (!(violation > 0)) return violation == violation ? Real(0) : std::numeric_limits<Real>::infinity();
    return violation / scale;  // infinite where nothing may be violated
  }

  const JudgedRows& rows_;
  RowJudge judge_;
  unsigned d_;
  unsigned contacts_;
};

template <typename Problem, typename Vector, typename Given>
JudgedRows RowsOf(const Problem& A, int size, const Given& b, const Vector& z, Real factor) {
  JudgedRows rows(size);
  for (int i = 0; i < size; ++i) {
    const auto at = static_cast<unsigned>(i);
    for (int j = 0; j < size; ++j) rows.A[at * rows.n + static_cast<unsigned>(j)] = factor * Real(A(i, j));
    rows.b[at] = b(i);
    rows.z[at] = z(i);
  }
  return rows;
}

// judge(ContactJudge, μ) of a ContactProblem's answer.
template <typename Problem, typename Solution, typename Judge>
Real JudgeContacts(const Problem& problem, const Solution& solution, const Judge& judge) {
  const JudgedRows rows = RowsOf(
      problem.delassus, 3 * problem.contacts,
      [&](int i) { return Real(problem.free_velocity[i]) + (i % 3 == 0 ? Real(problem.normal_bias[i / 3]) : Real(0)); },
      [&](int i) { return Real(solution.force[static_cast<unsigned>(i / 3)][i % 3]); }, Real(problem.dt));
  std::vector<Real> mu(static_cast<unsigned>(problem.contacts));
  for (unsigned c = 0; c < mu.size(); ++c) mu[c] = Real(problem.friction[static_cast<int>(c)]);
  return judge(ContactJudge(rows, 3, static_cast<unsigned>(problem.contacts)), mu);
}

// With four directions.
template <typename Problem, typename Solution>
Real WorstPolyhedralContact(const Problem& problem, const Solution& solution) {
  return JudgeContacts(problem, solution, [](const auto& judge, const auto& mu) { return judge.WorstPolyhedral(mu); });
}

template <typename Problem, typename Solution>
Real WorstBoxContact(const Problem& problem, const Solution& solution) {
  return JudgeContacts(problem, solution, [](const auto& judge, const auto& mu) { return judge.WorstBox(mu); });
}

// Of a BaraffProblem's forces.
template <typename Problem, typename Forces>
Real WorstBaraffContact(const Problem& problem, const Forces& f) {
  const JudgedRows rows = RowsOf(
      problem.A, problem.rows(), [&](int i) { return Real(problem.b[i]); }, [&](int i) { return Real(f[i]); }, Real(1));
  std::vector<Real> mu(static_cast<unsigned>(problem.contacts));
  std::vector<std::array<Real, 2>> slip(mu.size());
  for (unsigned c = 0; c < mu.size(); ++c) {
    mu[c] = Real(problem.mu[static_cast<int>(c)]);
    slip[c] = {Real(problem.slip[c][0]), problem.dimension == 3 ? Real(problem.slip[c][1]) : Real(0)};
  }
  return ContactJudge(rows, static_cast<unsigned>(problem.dimension), static_cast<unsigned>(problem.contacts))
      .WorstBaraff(mu, slip);
}

}  // namespace footing::test
