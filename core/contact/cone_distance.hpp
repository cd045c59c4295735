// How far a contact force is from its friction cone, measured by what it takes to move it there.
//   force        f + S w for a wrench w; P = S Sᵀ
//   half-space   g · f ≥ 0 for all forces of the cone, g = (normal, −t)
//   its distance (g · f) / |Sᵀ g|, the least |w| that ends it
// The circular cone is the intersection of the half-spaces g(θ) = (μ, −cos θ, −sin θ) that touch it. With
// v = g · f and q = gᵀ P g the slope of v²/q is 2 v (v' q − v q' / 2) / q²; in the bracket the third
// harmonics cancel, and what is left,
//   p(θ) = k_0 + k_1 cos θ + k_2 sin θ + k_3 cos 2θ + k_4 sin 2θ,
// has at most four roots, so there are at most two local least distances; one of them may lie near the
// direction of friction, in a well that narrows with what is left of μ f_n.
#pragma once

#include <bit>

#include "core/contact/friction_basis.hpp"
#include "core/contact/friction_disc.hpp"

namespace footing {

// g = (normal, −t_1, −t_2).
template <typename Scalar>
struct HalfSpace {
  Scalar normal, t_1, t_2;
};

template <typename Scalar>
class ConeDistance {
 public:
  using Face = HalfSpace<Scalar>;

  ConeDistance() = default;
  // `response`: the three rows of S.
  template <typename Response>
  ConeDistance(const Vector3<Scalar>& force, const Response& response)
      : f_(force),
        friction_(Length(force[1], force[2])),
        p_00_(response.row(0).dot(response.row(0))),
        p_10_(response.row(1).dot(response.row(0))),
        p_11_(response.row(1).dot(response.row(1))),
        p_20_(response.row(2).dot(response.row(0))),
        p_21_(response.row(2).dot(response.row(1))),
        p_22_(response.row(2).dot(response.row(2))) {}

  const Vector3<Scalar>& force() const { return f_; }
  Scalar Value(const Face& g) const { return g.normal * f_[0] - g.t_1 * f_[1] - g.t_2 * f_[2]; }

  // Square of the distance; 0 outside, infinity where no wrench ends it.
  Scalar Square(const Face& g) const {
    const Scalar value = Max(Value(g), Scalar(0));
    const Scalar q = g.normal * (g.normal * p_00_ - Scalar(2) * (g.t_1 * p_10_ + g.t_2 * p_20_)) +
                     g.t_1 * (g.t_1 * p_11_ + Scalar(2) * g.t_2 * p_21_) + g.t_2 * g.t_2 * p_22_;
    return q > Scalar(0) ? value * value / q : kInfinity<Scalar>;
  }

  // A lower bound of Square over the circular cone's half-spaces: least v², over the sum of q's harmonics.
  Scalar LowerBound(Scalar mu) const {
    const Scalar v = mu * f_[0] - friction_;
    const Scalar q =
        mu * (mu * p_00_ + Scalar(2) * (Abs(p_10_) + Abs(p_20_))) + Max(p_11_, p_22_) + Abs(p_21_);
    if (!(v > Scalar(0))) return Scalar(0);
    return q > Scalar(0) ? v * v / q : kInfinity<Scalar>;
  }

  // Whether all half-spaces of the circular cone are further than the root of `square`; false also where this
  // test cannot tell. v² − square · q is a quadratic form of (1, e), e a unit vector, to which κ (|e|² − 1) =
  // 0 may be added; where some κ makes it positive definite, no half-space is as near (Finsler's lemma, which
  // says that there is such a κ if none is). Tried is the best κ of a form without entries across its
  // coupling c. 60 flops.
  bool IsFurther(Scalar mu, Scalar square) const {
    const Scalar v_0 = mu * f_[0], most = v_0 * v_0;
    if (!(v_0 > friction_)) return false;
    const Scalar rounding = Scalar(32) * kEpsilon<Scalar> * most;
    const Scalar c_1 = v_0 * f_[1] - square * (mu * p_10_), c_2 = v_0 * f_[2] - square * (mu * p_20_);
    const Scalar t_11 = f_[1] * f_[1] - square * p_11_ - rounding;
    const Scalar t_22 = f_[2] * f_[2] - square * p_22_ - rounding;
    const Scalar t_21 = f_[1] * f_[2] - square * p_21_;
    const Scalar c = Sqrt(c_1 * c_1 + c_2 * c_2), per_c = Scalar(1) / c, d_1 = per_c * c_1, d_2 = per_c * c_2;
    const Scalar along = d_1 * (t_11 * d_1 + Scalar(2) * t_21 * d_2) + t_22 * d_2 * d_2;
    const Scalar aside = t_11 + t_22 - along;
    const Scalar mixed = d_1 * d_2 * (t_22 - t_11) + t_21 * (d_1 * d_1 - d_2 * d_2);
    const Scalar kappa = Max(c - along, Abs(mixed) + rounding - aside);
    const Scalar across = aside + kappa, left = along + kappa - mixed * mixed / across;
    const Scalar normal = most - square * (mu * mu * p_00_) - rounding - kappa;
    return across > Scalar(0) && left > Scalar(0) && normal * left > c * c;
  }

  // The least distant side of the pyramid over kDirections. 30 flops a side.
  template <int kDirections>
  Face NearestOfPyramid(Scalar mu) const {
    const FrictionBasis<Scalar, kDirections> basis;
    Face least{mu, Scalar(1), Scalar(0)};
    Scalar nearest = kInfinity<Scalar>;
    for (int k = 0; k < kDirections; ++k) {
      const auto d = basis.direction.row(k), e = basis.direction.row((k + 1) % kDirections);
      Face side{mu, d[0], d[1]};
      if constexpr (kDirections > 2) {
        const Scalar t_1 = d[0] + e[0], t_2 = d[1] + e[1], shorten = Scalar(1) / Length(t_1, t_2);
        side = {mu * shorten * (t_1 * d[0] + t_2 * d[1]), shorten * t_1, shorten * t_2};
      }
      const Scalar square = Square(side);
      if (square < nearest) nearest = square, least = side;
    }
    return least;
  }

  // The least distant half-space of the circular cone: p's roots by Newton's steps from between those of
  // eight directions where p turns positive; from where friction points unless both are found; and from where
  // p may turn there and back between two directions. About 300 flops, 700 at most.
  Face NearestOfCircle(Scalar mu) const {
    constexpr Scalar kDiagonal = Scalar(0.70710678118654752440L);
    static constexpr Scalar kTurn[8][2] = {
        {1, 0},  {kDiagonal, kDiagonal},   {0, 1},  {-kDiagonal, kDiagonal},
        {-1, 0}, {-kDiagonal, -kDiagonal}, {0, -1}, {kDiagonal, -kDiagonal}};
    Face along{mu, Scalar(1), Scalar(0)};
    if (friction_ > Scalar(0)) along = {mu, f_[1] / friction_, f_[2] / friction_};
    const Scalar left = mu * f_[0] - friction_;
    if (!(left > Scalar(0))) return along;

    const Slope slope = SlopeOf(mu);
    const Scalar even[4] = {slope.k_0 + slope.k_3, slope.k_0 + slope.k_4, slope.k_0 - slope.k_3,
                            slope.k_0 - slope.k_4};
    const Scalar odd[4] = {slope.k_1, kDiagonal * (slope.k_1 + slope.k_2), slope.k_2,
                           kDiagonal * (slope.k_2 - slope.k_1)};
    Scalar p[8];
    for (int k = 0; k < 4; ++k) p[k] = even[k] + odd[k], p[k + 4] = even[k] - odd[k];
    unsigned above = 0;
    for (unsigned k = 0; k < 8; ++k) above |= p[k] > Scalar(0) ? 1u << k : 0u;
    unsigned turns = above & ~(above << 1 | above >> 7);  // bit k: positive from direction k on
    Face start[3];
    int starts = 0;
    const bool may_hide = slope.MayHaveFourRoots();
    bool from_friction = !(left < Scalar(0.75L) * mu * f_[0]);  // or its well is too wide to be missed
    for (; starts < 2 && turns != 0; turns &= turns - 1) {      // at most 2
      const auto k = static_cast<unsigned>(std::countr_zero(turns)), before = (k + 7) % 8;
      const auto *const from = kTurn[before], *const to = kTurn[k];
      const auto near = [&](const Scalar* turn) {
        return along.t_1 * turn[0] + along.t_2 * turn[1] >= kDiagonal;
      };
      if (!from_friction && near(from) && near(to)) {
        start[starts++] = along;
        from_friction = true;
      } else {
        const Scalar share = p[k] / (p[k] - p[before]), rest = Scalar(1) - share;
        start[starts++] = Unit({mu, share * from[0] + rest * to[0], share * from[1] + rest * to[1]});
      }
    }
    const bool both = starts == 2;
    if (starts == 0 || (may_hide && !both && !from_friction)) start[starts++] = along;
    if (may_hide && !both) {
      const Scalar k_3 = Scalar(2) * slope.k_3, k_4 = Scalar(2) * slope.k_4;
      const Scalar even_rate[4] = {k_4, -k_3, -k_4, k_3}, odd_rate[4] = {odd[2], odd[3], -odd[0], -odd[1]};
      unsigned rising = 0;
      for (unsigned k = 0; k < 4; ++k) {
        rising |= even_rate[k] + odd_rate[k] > Scalar(0) ? 1u << k : 0u;
        rising |= even_rate[k] - odd_rate[k] > Scalar(0) ? 16u << k : 0u;
      }
      const unsigned was_above = above << 1 | above >> 7, was_rising = rising << 1 | rising >> 7;
      // Bit k: both ends, the later of them direction k, are on one side, and p leaves both towards the
      // other.
      const unsigned dips = above & was_above & rising & ~was_rising;
      const unsigned bumps = 0xffu & ~(above | was_above | rising) & was_rising;
      if ((dips | bumps) != 0) {
        const auto k = static_cast<unsigned>(std::countr_zero(dips | bumps));
        const auto* const from = kTurn[(dips >> k & 1u) != 0 ? k : (k + 7) % 8];  // where p rises
        start[starts++] = {mu, from[0], from[1]};
      }
    }

    Face nearest = slope.Root(start[0]);
    for (int k = 1; k < starts; ++k) {  // at most 2
      const Face other = slope.Root(start[k]);
      if (Square(other) < Square(nearest)) nearest = other;
    }
    return nearest;
  }

 private:
  static Face Unit(const Face& g) {
    const Scalar shorten = Scalar(1) / Sqrt(g.t_1 * g.t_1 + g.t_2 * g.t_2);
    return {g.normal, g.t_1 * shorten, g.t_2 * shorten};
  }

  // p(θ).
  struct Slope {
    Scalar k_0, k_1, k_2, k_3, k_4;

    // Else the first harmonic decides p'' wherever p' is zero, which then is in two places; p is in two at
    // most.
    bool MayHaveFourRoots() const { return Scalar(20) * (k_3 * k_3 + k_4 * k_4) > k_1 * k_1 + k_2 * k_2; }

    // The root where p turns positive, near `at`.
    Face Root(Face at) const {
      constexpr int kSteps = 6;
      constexpr Scalar kMost = Scalar(0.4L), kEnough = Scalar(2e-3L);  // rad; the next error is its square
      for (int step = 0; step < kSteps; ++step) {
        const Scalar cos_2 = at.t_1 * at.t_1 - at.t_2 * at.t_2, sin_2 = Scalar(2) * at.t_1 * at.t_2;
        const Scalar p = k_0 + k_1 * at.t_1 + k_2 * at.t_2 + k_3 * cos_2 + k_4 * sin_2;
        const Scalar rate = k_2 * at.t_1 - k_1 * at.t_2 + Scalar(2) * (k_4 * cos_2 - k_3 * sin_2);
        Scalar turn = p > Scalar(0) ? -kMost : kMost;
        if (rate > Scalar(0)) turn = Clamp(-p / rate, -kMost, kMost);
        at = Unit({at.normal, at.t_1 - turn * at.t_2, at.t_2 + turn * at.t_1});
        if (Abs(turn) < kEnough) break;
      }
      return at;
    }
  };

  Slope SlopeOf(Scalar mu) const {
    constexpr Scalar kHalf = Scalar(0.5L);
    const Scalar b = mu * p_10_, c = mu * p_20_, d = p_22_ - p_11_, e = p_21_;
    const Scalar q_n = mu * mu * p_00_, v_0 = mu * f_[0];
    return {Scalar(1.5L) * (f_[2] * b - f_[1] * c), v_0 * c + f_[1] * e - f_[2] * (q_n + p_11_),
            f_[1] * (q_n + p_22_) - f_[2] * e - v_0 * b, kHalf * (f_[1] * c + f_[2] * b) - v_0 * e,
            kHalf * (f_[2] * c - f_[1] * b - v_0 * d)};
  }

  Vector3<Scalar> f_;
  Scalar friction_ = 0;  // |f_t|
  Scalar p_00_ = 0, p_10_ = 0, p_11_ = 0, p_20_ = 0, p_21_ = 0, p_22_ = 0;
};

}  // namespace footing
