// How far a contact force is from its friction cone, measured by what it takes to move it there.
//   force        f + S w for a wrench w; P = S Sᵀ
//   half-space   g · f ≥ 0 for all forces of the cone, g = (normal, −t)
//   distance     (g · f) / |Sᵀ g|, the least |w| that ends the half-space's condition
// The circular cone is the intersection of the half-spaces g(e) = (μ, −e) that touch it, e a unit vector. Let
// v = g · f and q = gᵀ P g. Dinkelbach's method (1967) seeks the least v²/q: from any s it takes the e in
// which v² − s q is least, until s no longer falls. v² − s q is a quadratic form of (1, e). Its minimum on
// the circle is a trust-region problem in the plane, and the secular equation gives the global solution (Moré
// and Sorensen 1983). So no minimum is missed, however narrow. The x axis of the plane points along the
// friction force: then rounding does not hide how much of the cone that force leaves.
#pragma once

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

  // Square of the distance to a half-space's limit; 0 outside, infinity if no wrench ends the condition.
  Scalar Square(const Face& g) const {
    const Scalar value = Max(Value(g), Scalar(0));
    const Scalar q = g.normal * (g.normal * p_00_ - Scalar(2) * (g.t_1 * p_10_ + g.t_2 * p_20_)) +
                     g.t_1 * (g.t_1 * p_11_ + Scalar(2) * g.t_2 * p_21_) + g.t_2 * g.t_2 * p_22_;
    return q > Scalar(0) ? value * value / q : kInfinity<Scalar>;
  }

  // A lower bound of Square over the circular cone's half-spaces: the least v², divided by the sum of q's
  // harmonics.
  Scalar LowerBound(Scalar mu) const {
    const Scalar v = mu * f_[0] - friction_;
    const Scalar q =
        mu * (mu * p_00_ + Scalar(2) * (Abs(p_10_) + Abs(p_20_))) + Max(p_11_, p_22_) + Abs(p_21_);
    if (!(v > Scalar(0))) return Scalar(0);
    return q > Scalar(0) ? v * v / q : kInfinity<Scalar>;
  }

  // The nearest side of the pyramid over kDirections. Cost: 30 flops a side.
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

  // What a search may still take: Dinkelbach's steps, and turns of the secular equation.
  struct Effort {
    int steps = 12, turns = 36;
  };

  // Finds the nearest half-space of the circular cone. False, with *nearest as it was, if all are farther
  // than the root of `square`. Takes what it needs from *left. If that is not enough, *nearest is the nearest
  // so far. Cost: some 100 flops in that case, otherwise mostly 300.
  [[gnu::always_inline]] bool NearestOfCircle(Scalar mu, Scalar square, Effort* left, Face* nearest) const {
    Scalar d_1 = Scalar(1), d_2 = Scalar(0);
    if (friction_ > Scalar(0)) d_1 = f_[1] / friction_, d_2 = f_[2] / friction_;
    const auto take = [&](const Direction& e) {
      *nearest = {mu, e.x * d_1 - e.y * d_2, e.x * d_2 + e.y * d_1};
      return true;
    };
    const Circle circle(*this, mu, d_1, d_2);
    Direction best{Scalar(1), Scalar(0)};
    if (!(circle.left > Scalar(0))) return take(best);

    Scalar least = circle.Square(best);
    if (!(least < square)) least = square;
    bool found = least < square;
    constexpr Scalar kEnough = Scalar(1e-3L);  // the next gain is about its square
    for (; left->steps > 0; --left->steps) {   // at most kSearchSteps, kSearchSteps in all of VisitContacts
      const Form form = circle.FormAt(least);
      const Scalar least_r = form.LeastRoot();
      Scalar r = form.FirstRoot(least_r);
      // at most kSearchTurns, kSearchTurns in all of VisitContacts
      for (bool go = r > Scalar(0); go && left->turns > 0; --left->turns) {
        const Scalar more = form.Correction(r);
        r = Max(r + more, least_r);
        go = Abs(more) > Max(Scalar(1e-2L) * r, Scalar(8) * kEpsilon<Scalar> * form.apart);
      }
      const Direction e = form.At(r);
      const Scalar next = circle.Square(e);
      if (!(next < least)) break;
      const bool last = next > (Scalar(1) - kEnough) * least;
      best = e;
      least = next;
      found = true;
      if (last) break;
    }
    return found && take(best);
  }

 private:
  struct Direction {
    Scalar x, y;  // along the friction force, and to its left
  };

  // A quadratic form on the circle in its own axes, t_1 e_1² + t_2 e_2² − 2 c · e with t_1 ≤ t_2. At its
  // minimum (t + κ) e = c with r = κ + t_1 ≥ 0 and |e| = 1: the secular equation.
  struct Form {
    Scalar a_x, a_y;  // the second axis
    Scalar apart;     // t_2 − t_1
    Scalar c_1, c_2;
    Scalar b_1, b_2;  // sizes of c

    // A lower bound of r, because |e| ≥ 1 there. If it is zero, r is zero, and the form does not depend on
    // the sign of e_1.
    Scalar LeastRoot() const { return Max(b_1, b_2 - apart); }
    // An upper bound of r where it is known at little cost, from |e_2| ≤ most; otherwise `least`.
    Scalar FirstRoot(Scalar least) const {
      const Scalar most = b_2 / (least + apart), rest = Scalar(1) - most * most;
      return rest > Scalar(0) ? Max(least, b_1 / Sqrt(rest)) : least;
    }
    // Newton's step on 1 / |e|, which is concave. From above the root it ends below it; from below it stays
    // below.
    Scalar Correction(Scalar r) const {
      const Scalar per_1 = Scalar(1) / r, per_2 = Scalar(1) / (r + apart);
      const Scalar e_1 = b_1 * per_1, e_2 = b_2 * per_2, size = e_1 * e_1 + e_2 * e_2;
      return size * (Sqrt(size) - Scalar(1)) / (e_1 * e_1 * per_1 + e_2 * e_2 * per_2);
    }
    Direction At(Scalar r) const {
      Scalar e_1 = Scalar(1), e_2 = Scalar(0);
      if (r > Scalar(0)) {
        e_1 = b_1 / r;
        e_2 = b_2 / (r + apart);
        const Scalar shorten = Scalar(1) / Sqrt(e_1 * e_1 + e_2 * e_2);
        e_1 *= shorten;
        e_2 *= shorten;
      } else if (apart > Scalar(0)) {
        e_2 = b_2 / apart;
        e_1 = Sqrt(Max(Scalar(1) - e_2 * e_2, Scalar(0)));
      }
      if (c_1 < Scalar(0)) e_1 = -e_1;
      if (c_2 < Scalar(0)) e_2 = -e_2;
      return {a_x * e_2 - a_y * e_1, a_x * e_1 + a_y * e_2};
    }
  };

  // v = left + F (1 − x) and q = q_0 − 2 q_x x − 2 q_y y + q_xx x² + 2 q_xy x y + q_yy y².
  struct Circle {
    Scalar limit, friction, left, q_0, q_x, q_y, q_xx, q_xy, q_yy;

    Circle(const ConeDistance& of, Scalar mu, Scalar d_1, Scalar d_2)
        : limit(mu * of.f_[0]),
          friction(of.friction_),
          left(limit - friction),
          q_0(mu * mu * of.p_00_),
          q_x(mu * (of.p_10_ * d_1 + of.p_20_ * d_2)),
          q_y(mu * (of.p_20_ * d_1 - of.p_10_ * d_2)),
          q_xx(of.p_11_ * (d_1 * d_1) + of.p_21_ * (Scalar(2) * d_1 * d_2) + of.p_22_ * (d_2 * d_2)),
          q_xy((of.p_22_ - of.p_11_) * (d_1 * d_2) + of.p_21_ * (d_1 * d_1 - d_2 * d_2)),
          q_yy(of.p_11_ * (d_2 * d_2) - of.p_21_ * (Scalar(2) * d_1 * d_2) + of.p_22_ * (d_1 * d_1)) {}

    Scalar Square(const Direction& e) const {
      const Scalar v = left + friction * (Scalar(1) - e.x);
      const Scalar q =
          q_0 + e.x * (q_xx * e.x + Scalar(2) * (q_xy * e.y - q_x)) + e.y * (q_yy * e.y - Scalar(2) * q_y);
      return q > Scalar(0) ? v * v / q : kInfinity<Scalar>;
    }

    // The form v² − s q; for infinite s it is −q.
    Form FormAt(Scalar s) const {
      const bool any = IsFinite(s);
      const Scalar of_v = any ? friction : Scalar(0), of_q = any ? s : Scalar(1);
      const Scalar t_xy = -of_q * q_xy, half = Scalar(0.5L) * (of_v * of_v - of_q * (q_xx - q_yy));
      const Scalar c_x = of_v * limit - of_q * q_x, c_y = -of_q * q_y;
      const Scalar radius = Sqrt(half * half + t_xy * t_xy), apart = Scalar(2) * radius;
      Scalar a_x = Scalar(1), a_y = Scalar(0);
      if (radius > Scalar(0)) {
        const Scalar longer = Sqrt(Scalar(0.5L) * (Scalar(1) + Abs(half) / radius));
        const Scalar other = t_xy / (apart * longer);
        a_x = half < Scalar(0) ? other : longer;
        a_y = half < Scalar(0) ? longer : other;
      }
      const Scalar c_1 = a_x * c_y - a_y * c_x, c_2 = a_x * c_x + a_y * c_y;
      return {a_x, a_y, apart, c_1, c_2, Abs(c_1), Abs(c_2)};
    }
  };

  Vector3<Scalar> f_;
  Scalar friction_ = 0;  // |f_t|
  Scalar p_00_ = 0, p_10_ = 0, p_11_ = 0, p_20_ = 0, p_21_ = 0, p_22_ = 0;
};

}  // namespace footing
