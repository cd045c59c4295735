// The nine conditions of Tan, Siu, Liu section 3 for one contact, applied to a force and a velocity. f_d is
// the non-negative combination of directions that makes f_t with the smallest sum. λ is the smallest that
// expression 5 allows. The λ of a separate contact is free, so f_n = 0 sets no condition on it.
#pragma once

#include <algorithm>

#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing {

struct ContactAnswer {
  Real force[3];     // N: normal, two tangents
  Real velocity[3];  // m/s
  Real mu;
  Real bias;  // m/s
};

struct Verdict {
  Real worst = 0;      // largest breach, forces over `force_scale`, velocities over `velocity_scale`
  int expression = 0;  // number of the paper's expression with that breach
  void Take(int number, Real breach) {
    if (breach == breach && breach <= worst) return;
    worst = breach == breach ? breach : Real(1e30);
    expression = number;
  }
};

class NineConditions {
 public:
  NineConditions(int directions, Real force_scale, Real velocity_scale)
      : d_(directions), force_scale_(force_scale), velocity_scale_(velocity_scale) {}

  Verdict Judge(const ContactAnswer& answer) const {
    Verdict verdict;
    const Real fn = answer.force[0] / force_scale_;
    const Real un = (answer.velocity[0] + answer.bias) / velocity_scale_;
    verdict.Take(1, -fn);
    verdict.Take(2, -un);
    verdict.Take(3, std::min(fn, un));

    Real slip = 0;  // the smallest λ of expressions 5 and 7
    for (int k = 0; k < d_; ++k) slip = std::max(slip, -Along(k, answer.velocity) / velocity_scale_);
    const Real room = answer.mu * fn - Gauge(answer.force) / force_scale_;
    verdict.Take(8, -room);
    verdict.Take(9, std::min(slip, room));
    JudgeShares(answer, slip, &verdict);
    // Expressions 4 to 9 together say that friction takes as much power as it can, in every case.
    const Real power = answer.force[1] * answer.velocity[1] + answer.force[2] * answer.velocity[2];
    verdict.Take(6, std::abs(power / (force_scale_ * velocity_scale_) + answer.mu * fn * slip));
    return verdict;
  }

  // The smallest Σ f_d that makes f_t, computed from the sides of the directions' polygon.
  Real Gauge(const Real* f) const {
    if (d_ == 2) return std::abs(f[1]) + Real(1e6) * std::abs(f[2]);  // nothing acts along t2
    Real gauge = 0;
    for (int k = 0; k < d_; ++k) {
      const Real middle = (Angle(k) + Angle(k + 1)) / Real(2);
      gauge =
          std::max(gauge, (std::cos(middle) * f[1] + std::sin(middle) * f[2]) / std::cos(Angle(1) / Real(2)));
    }
    return gauge;
  }

 private:
  Real Angle(int k) const { return Real(2) * Real(3.14159265358979323846L) * Real(k) / Real(d_); }
  Real Along(int k, const Real* x) const { return std::cos(Angle(k)) * x[1] + std::sin(Angle(k)) * x[2]; }

  // Checks expressions 4 to 6 for the two neighbouring directions that make f_t.
  void JudgeShares(const ContactAnswer& answer, Real slip, Verdict* verdict) const {
    const Real* f = answer.force;
    Real share[2] = {std::max(f[1], Real(0)), std::max(-f[1], Real(0))};
    int first = 0;
    Real best = Real(-1e30);
    for (int k = 0; k < d_ && d_ > 2; ++k) {
      const Real turn = std::sin(Angle(1));
      const Real a = (f[1] * std::sin(Angle(k + 1)) - f[2] * std::cos(Angle(k + 1))) / turn;
      const Real b = (f[2] * std::cos(Angle(k)) - f[1] * std::sin(Angle(k))) / turn;
      if (std::min(a, b) > best) best = std::min(a, b), first = k, share[0] = a, share[1] = b;
    }
    for (int i = 0; i < 2; ++i) {
      const Real against = Along(first + i, answer.velocity) / velocity_scale_ + slip;
      verdict->Take(4, -share[i] / force_scale_);
      verdict->Take(6, std::min(share[i] / force_scale_, against));
    }
  }

  int d_;
  Real force_scale_;
  Real velocity_scale_;
};

// Judges all contacts of a solution against its stack, with velocities by J q̇⁺. Forces are relative to the
// largest force, or to `least_force` [N] if all are smaller. Velocities are relative to the largest sum of
// velocities that cancel.
template <typename Contacts, typename Stack, typename Solution>
Verdict JudgeSolution(const Contacts& dense, const Stack& stack, int directions, const Solution& solution,
                      Real least_force = Real(1e-6)) {
  Real force_scale = least_force;
  Real velocity_scale = Real(1e-6);
  for (unsigned r = 0; r < dense.rows; ++r) {
    Real sum = std::abs(dense.free_velocity[r]);
    for (unsigned s = 0; s < dense.rows; ++s) {
      sum += dense.dt * std::abs(dense.delassus[r][s] * Real(solution.force[s / 3][static_cast<int>(s % 3)]));
    }
    velocity_scale = std::max(velocity_scale, sum);
    force_scale = std::max(force_scale, std::abs(Real(solution.force[r / 3][static_cast<int>(r % 3)])));
  }
  const NineConditions conditions(directions, force_scale, velocity_scale);
  Verdict worst;
  for (unsigned c = 0; 3 * c < dense.rows; ++c) {
    ContactAnswer answer{
        {}, {}, Real(stack.friction[static_cast<int>(c)]), Real(stack.normal_bias[static_cast<int>(c)])};
    for (unsigned k = 0; k < 3; ++k) {
      answer.force[k] = Real(solution.force[c][static_cast<int>(k)]);
      answer.velocity[k] = dense.ContactVelocity(3 * c + k, solution.force);
    }
    const Verdict verdict = conditions.Judge(answer);
    worst.Take(verdict.expression, verdict.worst);
  }
  return worst;
}

}  // namespace footing
