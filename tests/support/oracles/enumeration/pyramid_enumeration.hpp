// An oracle for eq. 15 of Tan, Siu, Liu without pivoting. Every contact separates, sticks, slides against one
// of d directions or between two neighbours. For each of the (2 + 2d)^p combinations Gauss–Jordan solves the
// linear system in the widest type. An answer is kept if it meets the nine conditions (nine_conditions.hpp).
// p ≤ 4, d even. Combinations with a singular system are skipped. So if the contacts depend on each other, it
// finds some answers, not all.
#pragma once

#include "tests/support/oracles/nine_conditions.hpp"
#include "tests/support/oracles/real_contacts.hpp"

namespace footing {

class PyramidEnumeration {
 public:
  PyramidEnumeration(const RealContacts& problem, int directions) : problem_(problem), d_(directions) {}

  std::vector<RealAnswer> Run(Real tolerance = Real(1e-11L)) {
    const unsigned d = static_cast<unsigned>(d_);
    const unsigned choices = d_ == 2 ? 4 : 2 + 2 * d;
    unsigned total = 1;
    for (unsigned c = 0; c < problem_.contacts; ++c) total *= choices;
    std::vector<RealAnswer> answers;
    for (unsigned code = 0; code < total; ++code) {
      RealAnswer answer;
      count_ = 0;
      unsigned rest = code;
      for (unsigned c = 0; c < problem_.contacts; ++c) {
        answer.mode[c] = Choose(c, rest % choices);
        rest /= choices;
      }
      if (Solve(&answer) && Worst(answer) <= tolerance) AddDistinct(answer, &answers);
    }
    return answers;
  }

  // The largest breach of the nine conditions.
  Real Worst(const RealAnswer& answer) const {
    Real force_scale = problem_.ForceScale();
    for (const Real f : answer.force) force_scale = std::max(force_scale, std::abs(f));
    const NineConditions conditions(d_, force_scale,
                                    std::max(problem_.VelocityScale(answer.force), Real(1e-300L)));
    Real worst = 0;
    for (unsigned c = 0; c < problem_.contacts; ++c) {
      const Real* f = &answer.force[3 * c];
      const Real* u = &answer.velocity[3 * c];
      worst = std::max(
          worst,
          conditions.Judge({{f[0], f[1], f[2]}, {u[0], u[1], u[2]}, problem_.mu[c], problem_.bias[c]}).worst);
    }
    return worst;
  }

 private:
  // One unit of the unknown is `force` at the contact. `row` of the contact's velocity must be zero.
  struct Unknown {
    unsigned contact;
    Real force[3];
    Real row[3];
  };

  ContactMode Choose(unsigned c, unsigned choice) {
    if (choice == 0) return ContactMode::kSeparate;
    if (choice == 1) {
      const unsigned rows = d_ == 2 ? 2 : 3;
      for (unsigned k = 0; k < rows; ++k) {
        Unknown unknown{c, {0, 0, 0}, {0, 0, 0}};
        unknown.force[k] = unknown.row[k] = 1;
        unknowns_[count_++] = unknown;
      }
      return ContactMode::kStick;
    }
    const unsigned d = static_cast<unsigned>(d_);
    const unsigned k = (choice - 2) % d;
    const Real mu = problem_.mu[c];
    const Real x = Cos(k);
    const Real y = Sin(k);
    unknowns_[count_++] = {c, {1, mu * x, mu * y}, {1, 0, 0}};
    if (choice >= 2 + d) {  // the share of the next direction; both directions see the same velocity
      const Real across[2] = {Cos(k + 1) - x, Sin(k + 1) - y};
      unknowns_[count_++] = {c, {0, across[0], across[1]}, {0, across[0], across[1]}};
    }
    return ContactMode::kSlide;
  }

  bool Solve(RealAnswer* answer) {
    for (unsigned i = 0; i < count_; ++i) {
      const Unknown& row = unknowns_[i];
      right_[i][0] = -row.row[0] * problem_.bias[row.contact];
      for (unsigned k = 0; k < 3; ++k) right_[i][0] -= row.row[k] * problem_.free[3 * row.contact + k];
      for (unsigned j = 0; j < count_; ++j) {
        const Unknown& column = unknowns_[j];
        matrix_[i][j] = 0;
        for (unsigned k = 0; k < 3; ++k) {
          for (unsigned l = 0; l < 3; ++l) {
            matrix_[i][j] +=
                row.row[k] * problem_.impulse[3 * row.contact + k][3 * column.contact + l] * column.force[l];
          }
        }
      }
    }
    if (!GaussJordan<RealContacts::kRows, 1>(count_, 1, &matrix_, &right_)) return false;
    for (unsigned i = 0; i < count_; ++i) {
      for (unsigned k = 0; k < 3; ++k)
        answer->force[3 * unknowns_[i].contact + k] += right_[i][0] * unknowns_[i].force[k];
    }
    for (unsigned c = 0; c < problem_.contacts; ++c) {  // most combinations end here, at low cost
      if (answer->force[3 * c] < -Real(1e-9L) * problem_.ForceScale()) return false;
    }
    answer->velocity = problem_.Velocity(answer->force);
    return true;
  }

  Real Angle(unsigned k) const { return Real(2) * Real(3.14159265358979323846L) * Real(k) / Real(d_); }
  Real Cos(unsigned k) const { return std::cos(Angle(k)); }
  Real Sin(unsigned k) const { return d_ == 2 ? Real(0) : std::sin(Angle(k)); }

  RealContacts problem_;
  int d_;
  unsigned count_ = 0;
  std::array<Unknown, RealContacts::kRows> unknowns_{};
  Dense<RealContacts::kRows, RealContacts::kRows> matrix_{};
  Dense<RealContacts::kRows, 1> right_{};
};

}  // namespace footing
