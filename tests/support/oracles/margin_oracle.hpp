// An oracle for margins of polyhedral friction, which looks at all combinations and follows no path. In a
// combination every contact is open (its gap closing or not), sticks, slides against one direction, or slides
// between two neighbours. For each combination forces and velocities are affine in the wrench. They come from
// the widest type, with the six unit wrenches as further right sides. Every condition of eq. 15 is then
// affine too; a combination holds where it meets all of them.
//   Holding(w)   the combinations that hold at a wrench
//   Nearest(m)   the least distance of combination m to a condition's zero
#pragma once

#include <limits>

#include "tests/support/oracles/real_contacts.hpp"

namespace footing {

class MarginOracle {
 public:
  using Wrench = std::array<Real, 6>;

  enum class Kind : std::uint8_t { kOpen, kApproach, kStick, kVertex, kEdge };
  struct Choice {
    Kind kind = Kind::kOpen;
    unsigned direction = 0;
    bool operator==(const Choice&) const = default;
  };
  using Combination = std::array<Choice, RealContacts::kContacts>;

  struct Margin {
    Real size = std::numeric_limits<Real>::infinity();
    Wrench wrench{};
    unsigned contact = 0;
    Real second = std::numeric_limits<Real>::infinity();  // the next condition's distance
  };

  // columns[r][k]: what a unit of wrench coordinate k adds to the free velocity of row r.
  MarginOracle(const RealContacts& problem, unsigned directions, const Dense<RealContacts::kRows, 6>& columns)
      : problem_(problem), d_(directions), columns_(columns) {}

  // `slack`: a condition holds if its value is at least −slack times its scale.
  std::vector<Combination> Holding(const Wrench& wrench, Real slack) {
    std::vector<Combination> holding;
    unsigned total = 1;
    for (unsigned c = 0; c < problem_.contacts; ++c) total *= Choices();
    for (unsigned code = 0; code < total; ++code) {
      Combination combination{};
      unsigned rest = code;
      bool twice = false;
      for (unsigned c = 0; c < problem_.contacts; ++c, rest /= Choices()) {
        combination[c] = Number(rest % Choices());
        twice |= combination[c].kind == Kind::kApproach && !(problem_.bias[c] > 0);  // the gap is closed
      }
      if (twice || !Solve(combination)) continue;
      bool holds = true;
      for (const Condition& condition : conditions_)
        holds = holds && At(condition.value, wrench) >= -slack * condition.scale;
      if (holds) holding.push_back(combination);
    }
    return holding;
  }

  Margin Nearest(const Combination& combination) {
    Margin margin;
    if (!Solve(combination)) return margin;
    for (const Condition& condition : conditions_) {
      Real square = 0;
      for (unsigned k = 0; k < 6; ++k) square += condition.value[1 + k] * condition.value[1 + k];
      if (!(std::sqrt(square) > Real(1e-15L) * condition.scale)) continue;
      const Real distance = std::max(condition.value[0], Real(0)) / std::sqrt(square);
      if (distance >= margin.size) {
        margin.second = std::min(margin.second, distance);
        continue;
      }
      margin.second = margin.size;
      margin.size = distance;
      margin.contact = condition.contact;
      for (unsigned k = 0; k < 6; ++k)
        margin.wrench[k] = -distance / std::sqrt(square) * condition.value[1 + k];
    }
    return margin;
  }

  // How the forces of the last solved combination follow the wrench: [row][1 + coordinate].
  const Dense<RealContacts::kRows, 7>& force() const { return force_; }

  static ContactMode ModeOf(Choice choice) {
    switch (choice.kind) {
      case Kind::kOpen: return ContactMode::kSeparate;
      case Kind::kApproach: return ContactMode::kApproach;
      case Kind::kStick: return ContactMode::kStick;
      default: return ContactMode::kSlide;
    }
  }

  bool Solve(const Combination& combination) {
    AddUnknowns(combination);
    for (unsigned i = 0; i < unknowns_.size(); ++i) {
      const Unknown& row = unknowns_[i];
      right_[i] = {};
      right_[i][0] = -row.row[0] * problem_.bias[row.contact];
      for (unsigned k = 0; k < 3; ++k) {
        right_[i][0] -= row.row[k] * problem_.free[3 * row.contact + k];
        for (unsigned w = 0; w < 6; ++w) right_[i][1 + w] -= row.row[k] * columns_[3 * row.contact + k][w];
      }
      for (unsigned j = 0; j < unknowns_.size(); ++j) {
        const Unknown& column = unknowns_[j];
        matrix_[i][j] = 0;
        for (unsigned k = 0; k < 3; ++k) {
          for (unsigned l = 0; l < 3; ++l)
            matrix_[i][j] +=
                row.row[k] * problem_.impulse[3 * row.contact + k][3 * column.contact + l] * column.force[l];
        }
      }
    }
    const unsigned n = static_cast<unsigned>(unknowns_.size());
    if (!GaussJordan<RealContacts::kRows, 7>(n, 7, &matrix_, &right_)) return false;
    force_ = {};
    for (unsigned i = 0; i < n; ++i) {
      for (unsigned k = 0; k < 3; ++k) {
        for (unsigned w = 0; w < 7; ++w)
          force_[3 * unknowns_[i].contact + k][w] += right_[i][w] * unknowns_[i].force[k];
      }
    }
    for (unsigned r = 0; r < 3 * problem_.contacts; ++r) {
      velocity_[r] = {};
      velocity_[r][0] = problem_.free[r];
      for (unsigned w = 0; w < 6; ++w) velocity_[r][1 + w] = columns_[r][w];
      for (unsigned s = 0; s < 3 * problem_.contacts; ++s) {
        for (unsigned w = 0; w < 7; ++w) velocity_[r][w] += problem_.impulse[r][s] * force_[s][w];
      }
    }
    AddConditions(combination);
    return true;
  }

  // The slack of the tightest condition of the last solved combination, as a share of the condition's scale.
  Real Slack() const {
    Real least = std::numeric_limits<Real>::infinity();
    for (const Condition& condition : conditions_)
      least = std::min(least, condition.value[0] / condition.scale);
    return least;
  }

 private:
  using Affine = std::array<Real, 7>;
  struct Condition {
    unsigned contact;
    Real scale;
    Affine value;
  };
  struct Unknown {
    unsigned contact;
    std::array<Real, 3> force, row;
  };

  unsigned Choices() const { return 3 + (d_ == 2 ? 2 : 2 * d_); }
  Choice Number(unsigned number) const {
    if (number < 3) return {static_cast<Kind>(number), 0};
    return number - 3 < d_ ? Choice{Kind::kVertex, number - 3} : Choice{Kind::kEdge, number - 3 - d_};
  }

  Real Cos(unsigned k) const { return d_ == 2 ? (k % 2 == 0 ? 1 : -1) : std::cos(Angle(k)); }
  Real Sin(unsigned k) const { return d_ == 2 ? 0 : std::sin(Angle(k)); }
  Real Angle(unsigned k) const { return Real(6.28318530717958647693L) * Real(k) / Real(d_); }

  void AddUnknowns(const Combination& combination) {
    unknowns_.clear();
    for (unsigned c = 0; c < problem_.contacts; ++c) {
      const Real mu = problem_.mu[c];
      const unsigned k = combination[c].direction;
      const Real x = Cos(k), y = Sin(k), x_next = Cos(k + 1), y_next = Sin(k + 1);
      switch (combination[c].kind) {
        case Kind::kOpen:
        case Kind::kApproach: break;
        case Kind::kStick:
          unknowns_.push_back({c, {1, 0, 0}, {1, 0, 0}});
          unknowns_.push_back({c, {0, 1, 0}, {0, 1, 0}});
          if (d_ > 2) unknowns_.push_back({c, {0, 0, 1}, {0, 0, 1}});
          break;
        case Kind::kVertex: unknowns_.push_back({c, {1, mu * x, mu * y}, {1, 0, 0}}); break;
        case Kind::kEdge:
          unknowns_.push_back({c, {1, mu * x, mu * y}, {1, 0, 0}});
          unknowns_.push_back({c, {0, x_next - x, y_next - y}, {0, x_next - x, y_next - y}});
      }
    }
  }

  // Coefficients of f and u of contact c.
  void Add(unsigned c, const std::array<Real, 3>& of_force, const std::array<Real, 3>& of_velocity,
           Real constant) {
    Condition condition{c, 0, {}};
    condition.value[0] = constant;
    const bool velocity = std::abs(of_velocity[0]) + std::abs(of_velocity[1]) + std::abs(of_velocity[2]) > 0;
    condition.scale = velocity ? velocity_scale_ : force_scale_;
    for (unsigned k = 0; k < 3; ++k) {
      for (unsigned w = 0; w < 7; ++w)
        condition.value[w] += of_force[k] * force_[3 * c + k][w] + of_velocity[k] * velocity_[3 * c + k][w];
    }
    conditions_.push_back(condition);
  }

  void AddConditions(const Combination& combination) {
    conditions_.clear();
    RealContacts::Vector f{};
    force_scale_ = problem_.ForceScale();
    for (unsigned r = 0; r < 3 * problem_.contacts; ++r)
      f[r] = force_[r][0], force_scale_ = std::max(force_scale_, std::abs(f[r]));
    velocity_scale_ = problem_.VelocityScale(f);
    for (unsigned c = 0; c < problem_.contacts; ++c) {
      const Real mu = problem_.mu[c];
      const unsigned k = combination[c].direction;
      const auto towards = [&](unsigned j, Real factor) {
        return std::array<Real, 3>{0, factor * Cos(j), factor * Sin(j)};
      };
      const auto turn = [&](unsigned from, unsigned to) {
        return std::array<Real, 3>{0, Cos(to) - Cos(from), Sin(to) - Sin(from)};
      };
      switch (combination[c].kind) {
        case Kind::kOpen:
        case Kind::kApproach:
          Add(c, {}, {1, 0, 0}, problem_.bias[c]);
          if (problem_.bias[c] > 0) Add(c, {}, {combination[c].kind == Kind::kOpen ? 1 : Real(-1), 0, 0}, 0);
          break;
        case Kind::kStick:
          Add(c, {1, 0, 0}, {}, 0);
          for (unsigned j = 0; j < d_; ++j) {  // left of the edge from j to j + 1
            if (d_ == 2) {
              Add(c, {mu, -Cos(j), 0}, {}, 0);
              continue;
            }
            const Real x = Cos(j + 1) - Cos(j), y = Sin(j + 1) - Sin(j);
            Add(c, {mu * (Cos(j) * y - Sin(j) * x), -y, x}, {}, 0);
          }
          break;
        case Kind::kVertex:
          Add(c, {1, 0, 0}, {}, 0);
          Add(c, {}, towards(k, -1), 0);
          if (d_ > 2) {
            Add(c, {}, turn(k, k + 1), 0);
            Add(c, {}, turn(k, k + d_ - 1), 0);
          }
          break;
        case Kind::kEdge: {
          Add(c, {1, 0, 0}, {}, 0);
          Add(c, {}, towards(k, -1), 0);
          // f_t = μ f_n d_k + s (d_k+1 − d_k), 0 ≤ s ≤ μ f_n
          const Real x = Cos(k + 1) - Cos(k), y = Sin(k + 1) - Sin(k), square = x * x + y * y;
          const Real base = mu * (Cos(k) * x + Sin(k) * y);
          Add(c, {-base / square, x / square, y / square}, {}, 0);
          Add(c, {mu + base / square, -x / square, -y / square}, {}, 0);
        }
      }
    }
  }

  static Real At(const Affine& value, const Wrench& wrench) {
    Real sum = value[0];
    for (unsigned k = 0; k < 6; ++k) sum += value[1 + k] * wrench[k];
    return sum;
  }

  RealContacts problem_;
  unsigned d_;
  Dense<RealContacts::kRows, 6> columns_;
  std::vector<Unknown> unknowns_;
  std::vector<Condition> conditions_;
  Dense<RealContacts::kRows, RealContacts::kRows> matrix_{};
  Dense<RealContacts::kRows, 7> right_{};
  Dense<RealContacts::kRows, 7> force_{};
  Dense<RealContacts::kRows, 7> velocity_{};
  Real force_scale_ = 1, velocity_scale_ = 1;
};

}  // namespace footing
