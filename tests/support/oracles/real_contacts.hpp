// A small contact problem in the widest type, for oracles, and one answer to it.
#pragma once

#include <vector>

#include "core/contact/contact_problem.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing {

struct RealContacts {
  static constexpr unsigned kContacts = 4;
  static constexpr unsigned kRows = 3 * kContacts;
  using Vector = std::array<Real, kRows>;

  unsigned contacts = 0;
  Dense<kRows, kRows> impulse{};  // dt · Delassus matrix [m/s per N]
  Vector free{};                  // m/s
  std::array<Real, kContacts> mu{};
  std::array<Real, kContacts> bias{};

  template <typename Scalar, int kCapacity>
  static RealContacts From(const ContactProblem<Scalar, kCapacity>& problem) {
    RealContacts real;
    real.contacts = static_cast<unsigned>(problem.contacts);
    for (int r = 0; r < 3 * problem.contacts; ++r) {
      const auto row = static_cast<unsigned>(r);
      real.free[row] = Real(problem.free_velocity[r]);
      for (int s = 0; s < 3 * problem.contacts; ++s)
        real.impulse[row][static_cast<unsigned>(s)] = Real(problem.dt) * Real(problem.delassus(r, s));
    }
    for (int c = 0; c < problem.contacts; ++c) {
      real.mu[static_cast<unsigned>(c)] = Real(problem.friction[c]);
      real.bias[static_cast<unsigned>(c)] = Real(problem.normal_bias[c]);
    }
    return real;
  }

  Vector Velocity(const Vector& force) const {
    Vector u = free;
    for (unsigned r = 0; r < 3 * contacts; ++r) {
      for (unsigned s = 0; s < 3 * contacts; ++s) u[r] += impulse[r][s] * force[s];
    }
    return u;
  }

  // The largest sum of velocities that cancel under `force` [m/s].
  Real VelocityScale(const Vector& force) const {
    Real scale = 0;
    for (unsigned r = 0; r < 3 * contacts; ++r) {
      Real sum = std::abs(free[r]) + std::abs(bias[r / 3]);
      for (unsigned s = 0; s < 3 * contacts; ++s) sum += std::abs(impulse[r][s] * force[s]);
      scale = std::max(scale, sum);
    }
    return scale;
  }

  // A force of the problem's own size [N]: the largest free velocity over the largest diagonal entry.
  Real ForceScale() const {
    Real velocity = 0;
    Real largest = 0;
    for (unsigned r = 0; r < 3 * contacts; ++r) {
      velocity = std::max(velocity, std::abs(free[r]) + std::abs(bias[r / 3]));
      largest = std::max(largest, impulse[r][r]);
    }
    return largest > Real(0) ? velocity / largest : Real(1);
  }
};

struct RealAnswer {
  RealContacts::Vector force{};     // N, contact by contact (n, t1, t2)
  RealContacts::Vector velocity{};  // m/s
  std::array<ContactMode, RealContacts::kContacts> mode{};
};

// The largest difference of forces, relative to the largest force, or to `least` [N] if all are smaller.
inline Real Distance(const RealAnswer& a, const RealAnswer& b, Real least = Real(1e-30L)) {
  Real largest = least;
  Real difference = 0;
  for (unsigned r = 0; r < RealContacts::kRows; ++r) {
    largest = std::max({largest, std::abs(a.force[r]), std::abs(b.force[r])});
    difference = std::max(difference, std::abs(a.force[r] - b.force[r]));
  }
  return difference / largest;
}

template <typename Solution>
RealAnswer ToReal(const Solution& solution, int contacts) {
  RealAnswer answer;
  for (int c = 0; c < contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    answer.mode[i] = solution.mode[i];
    for (int k = 0; k < 3; ++k) {
      answer.force[3 * i + static_cast<unsigned>(k)] = Real(solution.force[i][k]);
      answer.velocity[3 * i + static_cast<unsigned>(k)] = Real(solution.velocity[i][k]);
    }
  }
  return answer;
}

// The distance from `one` to the nearest of `answers`; +∞ if there is none.
inline Real DistanceToNearest(const std::vector<RealAnswer>& answers, const RealAnswer& one,
                              Real least = Real(1e-30L)) {
  Real nearest = std::numeric_limits<Real>::infinity();
  for (const RealAnswer& answer : answers) nearest = std::min(nearest, Distance(answer, one, least));
  return nearest;
}

// Adds `one` unless the list has it already.
inline void AddDistinct(const RealAnswer& one, std::vector<RealAnswer>* answers) {
  if (DistanceToNearest(*answers, one) > Real(1e-9L)) answers->push_back(one);
}

}  // namespace footing
