// An oracle for contacts with the circular Coulomb cone, in the widest type and without a solver's code:
//   separate  f = 0,  u_n + bias ≥ 0
//   stick     u_n + bias = 0,  u_t = 0,  |f_t| ≤ μ f_n
//   slide     u_n + bias = 0,  u_t = s e(θ),  s ≥ 0,  f_t = −μ f_n e(θ),  f_n ≥ 0
// There are 3^p combinations. For given angles of the sliding contacts the rest is linear. Newton's method
// finds the angles that solve  e(θ) × u_t(θ) = 0,  from a grid of starting angles. Run returns each answer
// that meets its mode's conditions once. p ≤ 4, contacts independent of each other. With one sliding
// contact the equation, times its determinant, is a trigonometric polynomial of degree two. It has at most
// four roots, and the grid is fine enough to find all. With more sliding contacts, completeness is likely,
// not proven.
#pragma once

#include "tests/support/oracles/real_contacts.hpp"

namespace footing {

class ModeEnumeration {
 public:
  explicit ModeEnumeration(const RealContacts& problem) : problem_(problem) {}

  std::vector<RealAnswer> Run() {
    answers_.clear();
    unsigned total = 1;
    for (unsigned c = 0; c < problem_.contacts; ++c) total *= 3;
    for (unsigned code = 0; code < total; ++code) {
      unsigned rest = code;
      slides_ = 0;
      for (unsigned c = 0; c < problem_.contacts; ++c, rest /= 3) {
        mode_[c] = static_cast<ContactMode>(rest % 3);
        if (mode_[c] == ContactMode::kSlide) sliding_[slides_++] = c;
      }
      Start();
    }
    return answers_;
  }

  // The largest error of an answer's conditions, whatever its modes are called: relative breaches of 0 ≤ f_n
  // ⟂ u_n + bias ≥ 0, |f_t| ≤ μ f_n and f_t · u_t = −μ f_n |u_t|.
  Real Worst(const RealAnswer& answer) const {
    const Real v = std::max(problem_.VelocityScale(answer.force), Real(1e-300L));
    Real f_scale = problem_.ForceScale();
    for (const Real f : answer.force) f_scale = std::max(f_scale, std::abs(f));
    Real worst = 0;
    for (unsigned c = 0; c < problem_.contacts; ++c) {
      const Real* f = &answer.force[3 * c];
      const Real* u = &answer.velocity[3 * c];
      const Real normal = f[0] / f_scale;
      const Real friction = std::hypot(f[1], f[2]) / f_scale;
      const Real slip = std::hypot(u[1], u[2]) / v;
      const Real power = (f[1] * u[1] + f[2] * u[2]) / (f_scale * v);
      worst =
          std::max({worst, std::abs(std::min(normal, (u[0] + problem_.bias[c]) / v)),
                    friction - problem_.mu[c] * normal, std::abs(power + problem_.mu[c] * normal * slip)});
    }
    return worst;
  }

 private:
  static constexpr unsigned kMost = 4;
  using Angles = std::array<Real, kMost>;

  void Start() {
    constexpr unsigned kGrid[] = {1, 64, 20, 10, 5};  // starts for each angle, by the number of angles
    const unsigned grid = kGrid[slides_];
    unsigned total = 1;
    for (unsigned k = 0; k < slides_; ++k) total *= grid;
    for (unsigned code = 0; code < total; ++code) {
      Angles angle{};
      unsigned rest = code;
      for (unsigned k = 0; k < slides_; ++k, rest /= grid)
        angle[k] = kTurn * (Real(rest % grid) + Real(0.37L)) / Real(grid);
      RealAnswer answer;
      if (!Newton(&angle, &answer) || !Holds(angle, answer)) continue;
      AddDistinct(answer, &answers_);
    }
  }

  bool Newton(Angles* angle, RealAnswer* answer) {
    for (int round = 0; round < 40; ++round) {
      if (!Evaluate(*angle, answer)) return false;
      if (slides_ == 0) return true;
      for (unsigned k = 0; k < slides_; ++k) step_[k][0] = -value_[k];
      if (!GaussJordan<kMost, 1>(slides_, 1, &slope_, &step_)) return false;
      Real largest = 0;
      for (unsigned k = 0; k < slides_; ++k) largest = std::max(largest, std::abs(step_[k][0]));
      if (!(largest < std::numeric_limits<Real>::infinity())) return false;
      const Real shorten = std::min(Real(1), Real(0.5L) / largest);  // at most half a radian
      for (unsigned k = 0; k < slides_; ++k) (*angle)[k] += shorten * step_[k][0];
      if (largest < Real(1e-17L)) return Evaluate(*angle, answer);
      if (largest < Real(1e-14L) && round > 25) return Evaluate(*angle, answer);
    }
    return false;
  }

  // Computes forces and velocities for given angles. value_[k] is e × u_t of sliding contact k; slope_ is its
  // derivative by the angles.
  bool Evaluate(const Angles& angle, RealAnswer* answer) {
    unsigned n = 0;
    for (unsigned c = 0, slide = 0; c < problem_.contacts; ++c) {
      if (mode_[c] == ContactMode::kSeparate) continue;
      if (mode_[c] == ContactMode::kStick) {
        for (unsigned k = 0; k < 3; ++k) column_[n] = {}, column_[n][3 * c + k] = 1, row_[n++] = 3 * c + k;
        continue;
      }
      const Real mu = problem_.mu[c];
      const Real x = std::cos(angle[slide]);
      const Real y = std::sin(angle[slide]);
      column_[n] = {};
      column_[n][3 * c] = 1, column_[n][3 * c + 1] = -mu * x, column_[n][3 * c + 2] = -mu * y;
      turn_[slide] = {};
      turn_[slide][3 * c + 1] = mu * y, turn_[slide][3 * c + 2] = -mu * x;
      unknown_of_[slide++] = n;
      row_[n++] = 3 * c;
    }
    for (unsigned i = 0; i < n; ++i) {
      const unsigned r = row_[i];
      for (unsigned j = 0; j < n; ++j) matrix_[i][j] = Impulse(r, column_[j], row_[j] / 3);
      right_[i][0] = -problem_.free[r] - (r % 3 == 0 ? problem_.bias[r / 3] : Real(0));
      for (unsigned k = 0; k < slides_; ++k) right_[i][1 + k] = -Impulse(r, turn_[k], sliding_[k]);
    }
    if (!GaussJordan<kRows, 1 + kMost>(n, 1 + slides_, &matrix_, &right_)) return false;

    answer->force = {};
    answer->mode = mode_;
    for (unsigned j = 0; j < n; ++j) {
      for (unsigned r = row_[j] / 3 * 3, k = 0; k < 3; ++k)
        answer->force[r + k] += right_[j][0] * column_[j][r + k];
    }
    answer->velocity = problem_.Velocity(answer->force);

    for (unsigned k = 0; k < slides_; ++k) {
      const unsigned c = sliding_[k];
      value_[k] = Cross(angle[k], answer->velocity[3 * c + 1], answer->velocity[3 * c + 2]);
    }
    for (unsigned l = 0; l < slides_; ++l) {  // derivative by angle l
      const Real normal = right_[unknown_of_[l]][0];
      RealContacts::Vector change{};
      for (unsigned r = 0; r < kRows; ++r) change[r] = normal * turn_[l][r];
      for (unsigned j = 0; j < n; ++j) {
        for (unsigned r = row_[j] / 3 * 3, k = 0; k < 3; ++k)
          change[r + k] += normal * right_[j][1 + l] * column_[j][r + k];
      }
      for (unsigned k = 0; k < slides_; ++k) {
        const unsigned c = sliding_[k];
        slope_[k][l] = Cross(angle[k], Impulse(3 * c + 1, change), Impulse(3 * c + 2, change));
        if (k == l) slope_[k][l] -= Along(angle[k], *answer, c);
      }
    }
    return true;
  }

  bool Holds(const Angles& angle, const RealAnswer& answer) const {
    for (unsigned k = 0; k < slides_; ++k) {
      if (Along(angle[k], answer, sliding_[k]) < -kTolerance * problem_.VelocityScale(answer.force))
        return false;
    }
    for (const Real f : answer.force) {
      if (!(std::abs(f) < std::numeric_limits<Real>::infinity())) return false;
    }
    return Worst(answer) <= kTolerance;
  }

  Real Impulse(unsigned row, const RealContacts::Vector& force) const {
    Real sum = 0;
    for (unsigned s = 0; s < 3 * problem_.contacts; ++s) sum += problem_.impulse[row][s] * force[s];
    return sum;
  }
  // For a force at contact c alone.
  Real Impulse(unsigned row, const RealContacts::Vector& force, unsigned c) const {
    const auto& g = problem_.impulse[row];
    return g[3 * c] * force[3 * c] + g[3 * c + 1] * force[3 * c + 1] + g[3 * c + 2] * force[3 * c + 2];
  }
  static Real Cross(Real angle, Real x, Real y) { return std::cos(angle) * y - std::sin(angle) * x; }
  // The slip along e(θ).
  static Real Along(Real angle, const RealAnswer& answer, unsigned c) {
    return std::cos(angle) * answer.velocity[3 * c + 1] + std::sin(angle) * answer.velocity[3 * c + 2];
  }

  static constexpr unsigned kRows = RealContacts::kRows;
  static constexpr Real kTurn = Real(6.28318530717958647693L);
  static constexpr Real kTolerance = sizeof(Real) > 8 ? Real(1e-13L) : Real(1e-11L);

  RealContacts problem_;
  std::vector<RealAnswer> answers_;
  std::array<ContactMode, RealContacts::kContacts> mode_{};
  std::array<unsigned, kMost> sliding_{};     // contacts
  std::array<unsigned, kMost> unknown_of_{};  // numbers of their normals in the linear system
  unsigned slides_ = 0;
  std::array<RealContacts::Vector, kRows> column_{};  // the force of one unit of each unknown
  std::array<RealContacts::Vector, kMost> turn_{};    // derivative of a sliding contact's column by its angle
  std::array<unsigned, kRows> row_{};
  Dense<kRows, kRows> matrix_{};
  Dense<kRows, 1 + kMost> right_{};
  std::array<Real, kMost> value_{};
  Dense<kMost, kMost> slope_{};
  Dense<kMost, 1> step_{};
};

}  // namespace footing
