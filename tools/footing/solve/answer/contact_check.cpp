#include "tools/footing/solve/answer/contact_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace footing::tools {

namespace {

using Real = long double;

struct Tangent {
  Real x;
  Real y;
};

Real Dot(Tangent a, Tangent b) { return a.x * b.x + a.y * b.y; }

// The unit vector at the angle π half_steps / directions.
Tangent Direction(int half_steps, int directions) {
  const Real angle = std::numbers::pi_v<Real> * half_steps / directions;
  return {std::cos(angle), std::sin(angle)};
}

// The smallest s ≥ 0 with f in s K.
Real Gauge(const FrictionLaw& law, Tangent f) {
  if (law.model == FrictionModel::kCone) return std::hypot(f.x, f.y);
  if (law.model == FrictionModel::kBox) return std::max(std::abs(f.x), std::abs(f.y));
  Real largest = 0;
  const int d = law.directions;
  for (int k = 0; k < d; ++k) largest = std::max(largest, Dot(Direction(2 * k + 1, d), f));
  return largest / Direction(1, d).x;
}

// How far `share` = f_t / (μ f_n) is from opposing u as well as a point of K can [m/s].
Real Unopposed(const FrictionLaw& law, Tangent u, Tangent share) {
  if (law.model == FrictionModel::kCone) {
    const Real speed = std::hypot(u.x, u.y);
    return std::hypot(u.x + speed * share.x, u.y + speed * share.y);
  }
  if (law.model == FrictionModel::kBox) return std::abs(u.x) + std::abs(u.y) + Dot(u, share);
  Real most = 0;
  for (int k = 0; k < law.directions; ++k) most = std::max(most, Dot(Direction(2 * k, law.directions), u));
  return most + Dot(u, share);
}

}  // namespace

double Violation(const Contacts& problem, const ContactForces& forces, const std::vector<Real>& moved,
                 const FrictionLaw& law) {
  Real worst = 0;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto& f = forces.force[static_cast<std::size_t>(c)];
    const Real* const u = &moved[static_cast<std::size_t>(3 * c)];
    const auto speed_per_force = [&](int row) {
      return Real(problem.dt) * problem.delassus(3 * c + row, 3 * c + row);
    };
    const Real open = u[0] + problem.normal_bias[c];
    // No force can move such a normal, so it must be open.
    const Real normal = speed_per_force(0) > 0 ? std::abs(std::min(speed_per_force(0) * f[0], open))
                                               : std::max(-open, Real(0));
    const Real limit = Real(problem.friction[c]) * std::max(f[0], 0.0);
    const Tangent force{f[1], f[2]};
    const Real per_force = std::max(speed_per_force(1), speed_per_force(2));
    const Real outside = per_force * std::max(Gauge(law, force) - limit, Real(0));
    const Real slip = limit > 0 ? Unopposed(law, {u[1], u[2]}, {force.x / limit, force.y / limit}) : Real(0);
    for (const Real violation : {normal, outside, std::min(slip, per_force * limit)}) {
      if (!(violation <= worst)) worst = violation;
    }
    if (!std::isfinite(worst)) return std::numeric_limits<double>::infinity();
  }
  return static_cast<double>(worst);
}

}  // namespace footing::tools
