// How far a contact force is from its friction cone, measured by what it takes to move it there.
//   force        f + S w for a wrench w; P = S Sᵀ
//   half-space   g · f ≥ 0 for all forces of the cone, g = (normal, −t)
//   its distance (g · f) / |Sᵀ g|, the least |w| that ends it
// The circular cone is the intersection of the half-spaces g(θ) = (μ, −cos θ, −sin θ) that touch it. With
// v = g · f and q = gᵀ P g the slope of v²/q is 2 v (v' q − v q' / 2) / q²; in the bracket the third
// harmonics cancel, and what is left,
//   p(θ) = k_0 + k_1 cos θ + k_2 sin θ + k_3 cos 2θ + k_4 sin 2θ,
// has four roots at most: two least distances, of which one may be in a well as narrow as friction's rest is
// small, near where friction points.
#pragma once

#include "core/contact/coulomb.hpp"

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

  // `response`: the three rows of S.
  template <typename Response>
  ConeDistance(const Vector3<Scalar>& force, const Response& response)
      : f_(force),
        p_00_(response.row(0).dot(response.row(0))),
        p_10_(response.row(1).dot(response.row(0))),
        p_11_(response.row(1).dot(response.row(1))),
        p_20_(response.row(2).dot(response.row(0))),
        p_21_(response.row(2).dot(response.row(1))),
        p_22_(response.row(2).dot(response.row(2))) {}

  Scalar Value(const Face& g) const { return g.normal * f_[0] - g.t_1 * f_[1] - g.t_2 * f_[2]; }

  // Square of the distance; 0 outside, infinity where no wrench ends it.
  Scalar Square(const Face& g) const {
    const Scalar value = Max(Value(g), Scalar(0));
    const Scalar q = g.normal * (g.normal * p_00_ - Scalar(2) * (g.t_1 * p_10_ + g.t_2 * p_20_)) +
                     g.t_1 * (g.t_1 * p_11_ + Scalar(2) * g.t_2 * p_21_) + g.t_2 * g.t_2 * p_22_;
    return q > Scalar(0) ? value * value / q : kInfinity<Scalar>;
  }

  // Whether every half-space of the circular cone is further than `square`: none has a v below the force's
  // own, nor a q above the sum of its harmonics.
  bool IsBeyond(Scalar mu, Scalar square) const {
    const Scalar v = mu * f_[0] - Length(f_[1], f_[2]);
    const Scalar q = mu * mu * p_00_ + Scalar(0.5L) * (p_11_ + p_22_) +
                     Scalar(2) * mu * Length(p_10_, p_20_) + Length(Scalar(0.5L) * (p_22_ - p_11_), p_21_);
    return v > Scalar(0) && v * v >= square * q;
  }

  // The least distant half-space of the circular cone: p's roots by Newton's steps from where friction points
  // and from between those of eight directions where p turns positive. About 300 flops.
  Face NearestOfCircle(Scalar mu) const {
    constexpr Scalar kDiagonal = Scalar(0.70710678118654752440L);
    constexpr Scalar kTurn[9][2] = {{1, 0},  {kDiagonal, kDiagonal},   {0, 1},  {-kDiagonal, kDiagonal},
                                    {-1, 0}, {-kDiagonal, -kDiagonal}, {0, -1}, {kDiagonal, -kDiagonal},
                                    {1, 0}};
    const Scalar friction = Length(f_[1], f_[2]);
    Face start[3] = {{mu, Scalar(1), Scalar(0)}};
    if (friction > Scalar(0)) start[0] = {mu, f_[1] / friction, f_[2] / friction};
    if (!(Value(start[0]) > Scalar(0))) return start[0];

    const Slope slope = SlopeOf(mu);
    const Scalar even[4] = {slope.k_0 + slope.k_3, slope.k_0 + slope.k_4, slope.k_0 - slope.k_3,
                            slope.k_0 - slope.k_4};
    const Scalar odd[4] = {slope.k_1, kDiagonal * (slope.k_1 + slope.k_2), slope.k_2,
                           kDiagonal * (slope.k_2 - slope.k_1)};
    Scalar p[9];
    for (int k = 0; k < 4; ++k) p[k] = even[k] + odd[k], p[k + 4] = even[k] - odd[k];
    p[8] = p[0];
    int starts = 1;
    for (int k = 0; k < 8 && starts < 3; ++k) {
      if (!(p[k] <= Scalar(0) && p[k + 1] > Scalar(0))) continue;
      const auto *const from = kTurn[k], *const to = kTurn[k + 1];
      const auto along = [&](const Scalar* turn) { return start[0].t_1 * turn[0] + start[0].t_2 * turn[1]; };
      if (along(from) >= kDiagonal && along(to) >= kDiagonal) continue;  // start[0] is between them
      start[starts++] = Unit({mu, from[0] * p[k + 1] - to[0] * p[k], from[1] * p[k + 1] - to[1] * p[k]});
    }

    Face best = start[0];
    Scalar least = kInfinity<Scalar>;
    for (int s = 0; s < starts; ++s) {  // at most 3
      const Face root = slope.Root(start[s]);
      const Scalar square = Square(root);
      if (square < least) least = square, best = root;
    }
    return best;
  }

 private:
  static Face Unit(const Face& g) {
    const Scalar shorten = Scalar(1) / Sqrt(g.t_1 * g.t_1 + g.t_2 * g.t_2);
    return {g.normal, g.t_1 * shorten, g.t_2 * shorten};
  }

  // p(θ).
  struct Slope {
    Scalar k_0, k_1, k_2, k_3, k_4;

    // The root where p turns positive, near `at`.
    Face Root(Face at) const {
      constexpr int kSteps = 6;
      constexpr Scalar kMost = Scalar(0.4L), kEnough = Scalar(1e-3L);  // rad; the next error is its square
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

  const Vector3<Scalar>& f_;
  Scalar p_00_, p_10_, p_11_, p_20_, p_21_, p_22_;
};

}  // namespace footing
