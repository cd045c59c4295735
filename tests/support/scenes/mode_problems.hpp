// Contacts of one rigid body for Berard's LCPs, and a judge of answers by Tables I and II of that paper (per
// axis with 4 sides, by greatest dissipation with k), in the widest type. The judge uses none of the LCP's
// quantities.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/papers/berard/lcp_modes.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"
#include "tests/support/random.hpp"

namespace footing {

// Contacts on one body of random mass, at random points with random normals. Each contact slides with the
// given probability. b = J w + h, with h in J's range too, so that pressed redundant contacts have an answer.
template <typename Scalar, int kContacts, int kTangents>
void RandomModeProblem(int contacts, double slides, double largest_mu, Random& random,
                       ModeProblem<Scalar, kContacts, kTangents>* problem) {
  constexpr int kStride = 1 + kTangents;
  constexpr int kDof = 3 * kTangents;  // 3 in the plane, 6 in space
  std::array<std::array<Real, 6>, static_cast<unsigned>(kStride * kContacts)> J{};
  std::array<Real, 6> inverse_mass{};
  std::array<Real, 6> wrench{};
  for (unsigned k = 0; k < kDof; ++k) {
    inverse_mass[k] = Real(k < kDof / 2 + (kTangents == 1) ? 1.0 : random.Uniform(0.5, 4.0));
    wrench[k] = Real(random.Uniform(-5, 5));
  }
  problem->contacts = contacts;
  for (int c = 0; c < contacts; ++c) {
    const auto at = static_cast<unsigned>(c);
    std::array<Real, 3> r{};
    std::array<std::array<Real, 3>, 3> axis{};
    for (Real& x : r) x = Real(random.Uniform(-1, 1));
    if (kTangents == 1) {
      const Real angle = Real(random.Uniform(-3.1, 3.1));
      axis[0] = {std::cos(angle), std::sin(angle), 0};
      axis[1] = {std::sin(angle), -std::cos(angle), 0};
    } else {
      Vector3<double> normal(random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(0.1, 1));
      const Matrix3<double> frame = ContactFrame<double>(normal / normal.norm());
      for (int k = 0; k < 3; ++k)
        axis[static_cast<unsigned>(k)] = {Real(frame(0, k)), Real(frame(1, k)), Real(frame(2, k))};
    }
    for (unsigned k = 0; k < kStride; ++k) {
      auto& row = J[kStride * at + k];
      const auto& x = axis[k];
      if (kTangents == 1) {
        row = {x[0], x[1], r[0] * x[1] - r[1] * x[0]};
      } else {
        row = {x[0],
               x[1],
               x[2],
               r[1] * x[2] - r[2] * x[1],
               r[2] * x[0] - r[0] * x[2],
               r[0] * x[1] - r[1] * x[0]};
      }
    }
    problem->before[at] = random.Uniform(0, 1) < slides ? MotionBefore::kSlides : MotionBefore::kRolls;
    problem->static_friction[c] = static_cast<Scalar>(random.Uniform(0.05, largest_mu));
    problem->kinetic_friction[c] =
        static_cast<Scalar>(0.7 * static_cast<double>(problem->static_friction[c]));
    for (int k = 0; k < kTangents; ++k) problem->slip[at][k] = static_cast<Scalar>(random.Uniform(-2, 2));
  }
  for (unsigned i = 0; i < static_cast<unsigned>(kStride * contacts); ++i) {
    Real free = 0;
    for (unsigned k = 0; k < kDof; ++k) free += J[i][k] * inverse_mass[k] * wrench[k];
    problem->b[static_cast<int>(i)] = static_cast<Scalar>(free);
    for (unsigned j = 0; j < static_cast<unsigned>(kStride * contacts); ++j) {
      Real sum = 0;
      for (unsigned k = 0; k < kDof; ++k) sum += J[i][k] * inverse_mass[k] * J[j][k];
      problem->A(static_cast<int>(i), static_cast<int>(j)) = static_cast<Scalar>(sum);
    }
  }
}

struct ModeJudgement {
  Real worst = 0;          // breach of Table I, relative to the largest force or to the acceleration's terms
  bool modes_true = true;  // each letter agrees with a and c
  int ambiguous = 0;       // contacts
};

// `sides`: 0 in the plane and for eq. 30, otherwise k of eq. 37.
template <typename Problem, typename Answer>
ModeJudgement JudgeModes(const Problem& problem, int sides, Real slack, const Answer& answer) {
  constexpr int kStride = Problem::kStride;
  const auto force = [&](int row) {
    return Real(answer.force[static_cast<unsigned>(row / kStride)][row % kStride]);
  };
  ModeJudgement judged;
  Real f_scale = Real(1e-300L);
  for (int c = 0; c < problem.contacts; ++c)
    f_scale =
        std::max(f_scale, std::abs(Real(problem.b[kStride * c]) / Real(problem.A(kStride * c, kStride * c))));
  for (int i = 0; i < kStride * problem.contacts; ++i) f_scale = std::max(f_scale, std::abs(force(i)));
  for (int c = 0; c < problem.contacts; ++c) {
    const auto at = static_cast<unsigned>(c);
    std::array<Real, 3> a{};
    Real a_scale = Real(1e-300L);
    for (int k = 0; k < kStride; ++k) {
      Real sum = Real(problem.b[kStride * c + k]);
      Real terms = std::abs(sum);
      for (int j = 0; j < kStride * problem.contacts; ++j) {
        const Real term = Real(problem.A(kStride * c + k, j)) * force(j);
        sum += term;
        terms += std::abs(term);
      }
      a[static_cast<unsigned>(k)] = sum;
      a_scale = std::max(a_scale, terms);
    }
    for (unsigned k = 0; k < kStride; ++k) {
      judged.worst = std::max(judged.worst,
                              std::abs(a[k] - Real(answer.acceleration[at][static_cast<int>(k)])) / a_scale);
      a[k] /= a_scale;
    }
    const std::array<Real, 3> f = {force(kStride * c) / f_scale, force(kStride * c + 1) / f_scale,
                                   kStride == 3 ? force(kStride * c + kStride - 1) / f_scale : Real(0)};
    const auto breach = [&](Real x) { judged.worst = std::max(judged.worst, std::abs(x)); };
    const auto zero = [&](Real x) { return std::abs(x) <= slack; };

    breach(std::min(f[0], a[0]));
    const bool before = problem.before[at] == MotionBefore::kSlides;
    const LcpMode mode = answer.mode[at];
    const Real mu = Real(before ? problem.kinetic_friction[c] : problem.static_friction[c]);
    const Real speed = std::hypot(a[1], a[2]);
    bool fits = true;
    bool degenerate = zero(f[0]) && zero(a[0]);
    if (before) {
      const Real length = kStride == 2
                              ? std::abs(Real(problem.slip[at][0]))
                              : std::hypot(Real(problem.slip[at][0]), Real(problem.slip[at][kStride - 2]));
      for (int k = 1; k < kStride; ++k)
        breach(f[static_cast<unsigned>(k)] + mu * f[0] * Real(problem.slip[at][k - 1]) / length);
      const char goes_on = kStride == 3 ? 'm' : problem.slip[at][0] > 0 ? 'l' : 'r';
      fits = mode.letter == 's' || mode.letter == goes_on;
    } else if (sides == 0) {
      for (unsigned k = 1; k < kStride; ++k) {
        breach(std::max(std::abs(f[k]) - mu * f[0], Real(0)));
        breach(std::min(std::abs(a[k]), mu * f[0] + (a[k] > 0 ? f[k] : -f[k])));
        degenerate = degenerate || (zero(a[k]) && zero(mu * f[0] - std::abs(f[k])));
        const int sign = mode.letter == 'l'   ? 1
                         : mode.letter == 'r' ? -1
                         : mode.letter == 'n' ? 0
                                              : mode.sign[k - 1];
        if (mode.letter != 's' && mode.letter != '?')
          fits = fits && (sign == 0 ? zero(a[k]) : Real(sign) * a[k] > 0);
      }
      const bool known = kStride == 2 ? mode.letter == 'l' || mode.letter == 'r' : mode.letter == 'q';
      fits = fits && (known || mode.letter == 's' || mode.letter == 'n' || mode.letter == '?');
    } else {
      const Real turn = Real(6.28318530717958647693L) / Real(sides);
      Real opposed = 0;  // the largest −d_j · a over |a|
      Real inside = mu * f[0];
      int direction = 0;
      for (int j = 0; j < sides; ++j) {
        const Real angle = turn * Real(j);
        const Real along =
            -(std::cos(angle) * a[1] + std::sin(angle) * a[2]) / std::max(speed, Real(1e-300L));
        if (along > opposed) opposed = along, direction = j;
        const Real across = std::cos(angle + turn / 2) * f[1] + std::sin(angle + turn / 2) * f[2];
        breach(std::max(across - mu * f[0] * std::cos(turn / 2), Real(0)));
        inside = std::min(inside, mu * f[0] * std::cos(turn / 2) - across);
      }
      degenerate = degenerate || (zero(inside) && (zero(speed) || zero(opposed - std::cos(turn / 2))));
      const Real power = (f[1] * a[1] + f[2] * a[2]) / std::max(speed, Real(1e-300L));
      breach(std::min(speed, mu * f[0] * opposed + power));
      if (mode.letter == 'n') fits = zero(speed);
      if (mode.letter == 'd') {
        fits = speed > 0 && (direction == mode.direction || direction == mode.second);
        const Real edge = std::cos(turn / 2);
        if (mode.second >= 0)
          fits = fits && zero(opposed - edge) && (mode.direction + 1 - mode.second) % sides == 0;
        if (mode.second < 0) fits = fits && opposed > edge;
      }
      fits = fits && mode.letter != 'q' && mode.letter != 'l' && mode.letter != 'r';
    }
    if (mode.letter == 's') fits = fits && a[0] > 0 && zero(f[0]);
    if (mode.letter != 's' && mode.letter != '?') fits = fits && f[0] > 0 && zero(a[0]);
    if (mode.letter == '?') fits = fits && degenerate;
    judged.ambiguous += mode.letter == '?' ? 1 : 0;
    judged.modes_true = judged.modes_true && fits;
  }
  return judged;
}

}  // namespace footing
