// How far each contact is from changing its mode, and the smallest external wrench that changes one.
//   each contact   force, friction and gap that are left, read off the solution
//   the robot      with modes fixed, forces and velocities are affine in a wrench w (fixed_modes.hpp). A mode
//                  ends where one of its conditions g · (f, u) ≥ 0 does: at the distance g · (f, u) / |g S|,
//                  S the response to w. The least of these distances is the radius of the largest ball of
//                  wrenches in the complementary cone (Berard, Egan, Trinkle; the ball is beyond the paper).
// Exact where nothing slides, rows are independent and cones are polyhedral. A circular cone is the
// intersection of the half-spaces that touch it, of which the least distant is sought: at most 0.1 % too far
// (measured in the tests). Beside a slide of the circular cone the response is the derivative. A wrench that
// acts during the step is meant: the answer is of the next solve.
#pragma once

#include "core/contact/fixed_modes.hpp"

namespace footing {

// Of one contact; what does not belong to its mode is zero.
template <typename Scalar>
struct ContactMargin {
  Scalar lift_off = 0;    // N, of a loaded one: f_n
  Scalar slip = 0;        // N, of one that sticks: μ f_n − |f_t|
  Scalar slip_share = 0;  // slip / (μ f_n), in [0, 1]
  Scalar slip_speed = 0;  // m/s, of one that slides: what it must lose before it can stick
  Scalar gap = 0;         // m, of an open one, at the step's end
};

// About 20 flops.
template <typename Scalar>
ContactMargin<Scalar> MarginOf(const ModeReading<Scalar>& reading, const Vector3<Scalar>& f,
                               const Vector3<Scalar>& u, Scalar friction, Scalar normal_bias, Scalar dt) {
  constexpr std::uint8_t kOpen = ModeBit(ContactMode::kSeparate) | ModeBit(ContactMode::kApproach);
  ContactMargin<Scalar> margin;
  if ((reading.meets & kOpen) != 0) {
    margin.gap = Max(dt * (u[0] + normal_bias), Scalar(0));
    return margin;
  }
  margin.lift_off = f[0];
  if ((reading.meets & ModeBit(ContactMode::kSlide)) != 0) {
    margin.slip_speed = reading.slip_speed;
    return margin;
  }
  margin.slip = Max(friction * f[0] - Length(f[1], f[2]), Scalar(0));
  margin.slip_share = margin.slip / (friction * f[0]);
  return margin;
}

// The smallest wrench that changes a mode. Wrenches are (force [N], moment [N·m]); their size is
// sqrt(|force|² + |moment|² / length²).
template <typename Scalar>
struct WrenchMargin {
  Scalar size = kInfinity<Scalar>;  // N; infinity: no wrench changes a mode
  Eigen::Matrix<Scalar, 6, 1> wrench = Eigen::Matrix<Scalar, 6, 1>::Zero();
  int contact = -1;                          // that changes
  ContactMode to = ContactMode::kAmbiguous;  // what it changes to
  bool unique = true;  // false: forces are not, and the margin is of the choice that FixedModes makes of them
};

// kDirections: of the solution's friction cone, 0 the circle. The memory lasts for one call.
template <typename ScalarType, int kContactCapacity, int kDirections = 0>
class LeastWrench {
 public:
  using Scalar = ScalarType;
  static constexpr int kContacts = kContactCapacity;
  using Problem = ContactProblem<Scalar, kContacts>;
  using Solution = ContactSolution<Scalar, kContacts>;
  using Columns = typename FixedModes<Scalar, kContacts>::template Columns<6>;

  // `velocity`: change of the free velocity by each unit of the scaled wrench, m/s per N: columns of the
  // force, and `length` [m] times those of the moment (BaseWrench in delassus.hpp). kSolved; kInaccurate: the
  // solution is none, and the margin is zero with contact −1. Cost: that of FixedModes with 6 columns, and
  // for each contact about 400 flops.
  SolveStatus Find(const Problem& problem, const Solution& solution, const Columns& velocity, Scalar length,
                   WrenchMargin<Scalar>* margin) {
    *margin = {};
    const SolveStatus status = modes_.Factor(problem, solution, kDirections == 0);
    if (status != SolveStatus::kSolved) {
      margin->size = Scalar(0);
      return status;
    }
    modes_.Respond(velocity, &force_);
    best_ = kInfinity<Scalar>;
    margin->unique = modes_.unique();
    for (int c = 0; c < problem.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      const Vector3<Scalar>& f = solution.force[i];
      const Vector3<Scalar>& u = solution.velocity[i];
      switch (solution.mode[i]) {
        case ContactMode::kStick: LeaveCone(problem, f, c, margin); break;
        case ContactMode::kSlide:
          Try(f[0], force_.row(3 * c), c, ContactMode::kSeparate, margin);
          StopSliding(problem, velocity, u, f, c, margin);
          break;
        default: {
          const Row opening = VelocityRow(problem, velocity, 3 * c);
          Try(u[0] + problem.normal_bias[c], opening, c, ContactMode::kStick, margin);
        }
      }
    }
    margin->size = Sqrt(best_);
    for (int k = 3; k < 6; ++k) margin->wrench[k] *= length;
    return status;
  }

 private:
  using Row = Eigen::Matrix<Scalar, 1, 6>;

  // A condition value + row · w ≥ 0.
  template <typename AnyRow>
  void Try(Scalar value, const AnyRow& row, int c, ContactMode to, WrenchMargin<Scalar>* margin) {
    Scalar square = Scalar(0);
    for (int k = 0; k < 6; ++k) square += row[k] * row[k];
    value = Max(value, Scalar(0));
    if (!(value * value < best_ * square)) return;
    const Scalar factor = value / square;
    best_ = value * factor;
    for (int k = 0; k < 6; ++k) margin->wrench[k] = -factor * row[k];
    margin->contact = c;
    margin->to = to;
  }

  // δu of one row by a unit of each wrench, contact forces included.
  Row VelocityRow(const Problem& problem, const Columns& velocity, int row) const {
    Row sum = Row::Zero();
    for (int k = 0; k < modes_.loaded(); ++k) {
      for (int j = 3 * modes_.contact(k); j < 3 * modes_.contact(k) + 3; ++j)  // at most 3
        sum += problem.delassus(row, j) * force_.row(j);
    }
    return velocity.row(row) + problem.dt * sum;
  }

  // One half-space that holds the friction cone: g · f ≥ 0, g = (normal, −tangent).
  struct HalfSpace {
    Scalar normal, t_1, t_2;
  };

  void LeaveCone(const Problem& problem, const Vector3<Scalar>& f, int c, WrenchMargin<Scalar>* margin) {
    const Scalar mu = problem.friction[c];
    const auto response = force_.template block<3, 6>(3 * c, 0);
    Matrix3<Scalar> P;  // response · responseᵀ
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j <= i; ++j) P(i, j) = P(j, i) = response.row(i).dot(response.row(j));
    const auto value = [&](const HalfSpace& g) { return g.normal * f[0] - g.t_1 * f[1] - g.t_2 * f[2]; };
    // (value / |g S|)², of which only the order counts.
    const auto distance = [&](const HalfSpace& g) {
      const Scalar n = Max(value(g), Scalar(0));
      const Scalar square =
          g.normal * (g.normal * P(0, 0) - Scalar(2) * (g.t_1 * P(1, 0) + g.t_2 * P(2, 0))) +
          g.t_1 * (g.t_1 * P(1, 1) + Scalar(2) * g.t_2 * P(2, 1)) + g.t_2 * g.t_2 * P(2, 2);
      return square > Scalar(0) ? n * n / square : kInfinity<Scalar>;
    };
    HalfSpace least{mu, Scalar(1), Scalar(0)};
    if constexpr (kDirections == 0) {
      // No half-space of this cone is nearer than this.
      const Scalar slack = mu * f[0] - Length(f[1], f[2]);
      const Scalar fastest = mu * Sqrt(P(0, 0)) + Sqrt(P(1, 1) + P(2, 2));
      if (slack > Scalar(0) && slack * slack >= best_ * fastest * fastest) return;
      least = Nearest(mu, distance);
    } else {
      Scalar nearest = kInfinity<Scalar>;
      for (const HalfSpace& facet : Facets(mu)) {
        const Scalar d = distance(facet);
        if (d < nearest) nearest = d, least = facet;
      }
    }
    const Row row =
        least.normal * response.row(0) - least.t_1 * response.row(1) - least.t_2 * response.row(2);
    const Scalar before = best_;
    Try(value(least), row, c, ContactMode::kSlide, margin);
    // At the apex the contact ends.
    if (best_ < before && !(f[0] + response.row(0).dot(margin->wrench) > Scalar(1e-6L) * f[0]))
      margin->to = ContactMode::kSeparate;
  }

  // The least distant half-space of the circle: the best of eight, halving the angle to its neighbours, and
  // the vertex of the parabola through the three.
  template <typename Distance>
  static HalfSpace Nearest(Scalar mu, const Distance& distance) {
    constexpr Scalar kDiagonal = Scalar(0.70710678118654752440L);
    constexpr Scalar kTurn[8][2] = {{1, 0},  {kDiagonal, kDiagonal},   {0, 1},  {-kDiagonal, kDiagonal},
                                    {-1, 0}, {-kDiagonal, -kDiagonal}, {0, -1}, {kDiagonal, -kDiagonal}};
    constexpr int kHalvings = 3;
    const auto at = [&](int k) { return HalfSpace{mu, kTurn[k & 7][0], kTurn[k & 7][1]}; };
    Scalar distances[8];
    int first = 0;
    for (int k = 0; k < 8; ++k) {
      distances[k] = distance(at(k));
      if (distances[k] < distances[first]) first = k;
    }
    HalfSpace left = at(first + 7), best = at(first), right = at(first + 1);
    Scalar d_left = distances[(first + 7) & 7], d_best = distances[first],
           d_right = distances[(first + 1) & 7];
    for (int halving = 0; halving < kHalvings; ++halving) {
      const HalfSpace to_left = Between(best, left), to_right = Between(best, right);
      const Scalar d_to_left = distance(to_left), d_to_right = distance(to_right);
      if (d_to_left < d_best && d_to_left <= d_to_right) {
        right = best, d_right = d_best;
        best = to_left, d_best = d_to_left;
      } else if (d_to_right < d_best) {
        left = best, d_left = d_best;
        best = to_right, d_best = d_to_right;
      } else {
        left = to_left, d_left = d_to_left;
        right = to_right, d_right = d_to_right;
      }
    }
    const Scalar bend = d_left - d_best - d_best + d_right;
    if (!(bend > Scalar(0)) || !IsFinite(bend)) return best;
    const Scalar shift = (d_left - d_right) / (Scalar(4) * bend);
    return Unit({mu, best.t_1 + shift * (right.t_1 - left.t_1), best.t_2 + shift * (right.t_2 - left.t_2)});
  }

  static HalfSpace Unit(const HalfSpace& g) {
    const Scalar shorten = Scalar(1) / Sqrt(g.t_1 * g.t_1 + g.t_2 * g.t_2);
    return {g.normal, g.t_1 * shorten, g.t_2 * shorten};
  }

  static HalfSpace Between(const HalfSpace& a, const HalfSpace& b) {
    return Unit({a.normal, a.t_1 + b.t_1, a.t_2 + b.t_2});
  }

  // Of the pyramid over kDirections.
  static auto Facets(Scalar mu) {
    std::array<HalfSpace, static_cast<unsigned>(kDirections)> facets;
    const FrictionBasis<Scalar, kDirections> basis;
    for (int k = 0; k < kDirections; ++k) {
      HalfSpace& facet = facets[static_cast<unsigned>(k)];
      const auto d = basis.direction.row(k);
      if (kDirections == 2) {
        facet = {mu, d[0], d[1]};
        continue;
      }
      const auto e = basis.direction.row((k + 1) % kDirections);
      facet = Between({mu, d[0], d[1]}, {mu, e[0], e[1]});
      facet.normal = mu * (facet.t_1 * d[0] + facet.t_2 * d[1]);
    }
    return facets;
  }

  void StopSliding(const Problem& problem, const Columns& velocity, const Vector3<Scalar>& u,
                   const Vector3<Scalar>& f, int c, WrenchMargin<Scalar>* margin) {
    const Row row_1 = VelocityRow(problem, velocity, 3 * c + 1);
    const Row row_2 = VelocityRow(problem, velocity, 3 * c + 2);
    const auto along = [&](Scalar d_1, Scalar d_2, ContactMode to) {
      Try(d_1 * u[1] + d_2 * u[2], d_1 * row_1 + d_2 * row_2, c, to, margin);
    };
    if constexpr (kDirections == 0) {
      const Scalar speed = Length(u[1], u[2]);
      if (speed > Scalar(0)) along(u[1] / speed, u[2] / speed, ContactMode::kStick);
    } else {
      const FrictionBasis<Scalar, kDirections> basis;
      int taken = 0;  // friction's direction, the most opposed to −f
      SlipSpeed<Scalar>(basis, -f, &taken);
      const auto d = basis.direction.row(taken);
      along(-d[0], -d[1], ContactMode::kStick);
      if (kDirections == 2) return;
      for (const int turn : {1, kDirections - 1}) {
        const auto e = basis.direction.row((taken + turn) % kDirections);
        along(e[0] - d[0], e[1] - d[1], ContactMode::kSlide);
      }
    }
  }

  FixedModes<Scalar, kContacts> modes_;
  Columns force_;
  Scalar best_ = kInfinity<Scalar>;  // square of the least distance so far
};

}  // namespace footing
