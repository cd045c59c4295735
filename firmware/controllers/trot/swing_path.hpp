// The path of a swinging foot: from rest at lift-off to the foothold, over the ground. It meets the ground at
// a speed that is given, so that it neither bounces nor lands late. Its acceleration jumps at lift-off alone:
// a torque that jumps is felt as a force on the foot.
#pragma once

#include "core/dynamics/kinematics.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
struct FootPath {
  Vector3<Scalar> position = Vector3<Scalar>::Zero();      // m
  Vector3<Scalar> velocity = Vector3<Scalar>::Zero();      // m/s
  Vector3<Scalar> acceleration = Vector3<Scalar>::Zero();  // m/s²
};

// A way [m] from rest, as a polynomial of fifth degree. It ends without acceleration.
template <typename Scalar>
class Glide {
 public:
  // `start` [m]: the first acceleration times duration². `end` [m]: the last speed times duration.
  Glide(Scalar way, Scalar start, Scalar end, Scalar duration)
      : rate_(Scalar(1) / duration),
        square_(start / Scalar(2)),
        cube_(Scalar(10) * way - Scalar(4) * end - Scalar(3) * square_),
        fourth_(Scalar(-15) * way + Scalar(7) * end + Scalar(3) * square_),
        fifth_(Scalar(6) * way - Scalar(3) * end - square_) {}

  // After a share u of the duration, 0 to 1.
  Scalar Position(Scalar u) const { return u * u * (square_ + u * (cube_ + u * (fourth_ + u * fifth_))); }
  Scalar Velocity(Scalar u) const {
    return rate_ * u *
           (Scalar(2) * square_ +
            u * (Scalar(3) * cube_ + u * (Scalar(4) * fourth_ + Scalar(5) * u * fifth_)));
  }
  Scalar Acceleration(Scalar u) const {
    return rate_ * rate_ *
           (Scalar(2) * square_ +
            u * (Scalar(6) * cube_ + u * (Scalar(12) * fourth_ + Scalar(20) * u * fifth_)));
  }

 private:
  Scalar rate_;  // 1/s
  Scalar square_, cube_, fourth_, fifth_;
};

// After `share` of a swing of `duration` [s] from `lift_off` to `target` [m, world axes], whose top is
// `height` [m] over the middle of both, and which ends with `landing_speed` [m/s, down].
template <typename Scalar>
FootPath<Scalar> SwingOver(const Vector3<Scalar>& lift_off, const Vector3<Scalar>& target, Scalar height,
                           Scalar landing_speed, Scalar share, Scalar duration) {
  // Along the ground the foot is there early, so that it does not land in full swing.
  constexpr Scalar kEarly = Scalar(0.85);
  // The way down has more time than the way up.
  constexpr Scalar kTop = Scalar(0.45);
  // It leaves the ground at once, with nearly the largest acceleration of its way up.
  constexpr Scalar kLeave = Scalar(6);
  FootPath<Scalar> path;
  const Glide<Scalar> sweep(Scalar(1), Scalar(0), Scalar(0), kEarly * duration);
  const Scalar s = Min(share / kEarly, Scalar(1));
  const Vector3<Scalar> way = target - lift_off;
  path.position = lift_off + sweep.Position(s) * way;
  path.velocity = sweep.Velocity(s) * way;
  path.acceleration = sweep.Acceleration(s) * way;

  const Scalar top = (lift_off[2] + target[2]) / Scalar(2) + height;
  const bool rises = share < kTop;
  const Scalar from = rises ? lift_off[2] : top, rise = (rises ? top : target[2]) - from;
  const Scalar length = rises ? kTop : Scalar(1) - kTop, time = length * duration;
  const Glide<Scalar> upward(rise, rises ? kLeave * rise : Scalar(0),
                             rises ? Scalar(0) : -landing_speed * time, time);
  const Scalar u = (share - (rises ? Scalar(0) : kTop)) / length;
  path.position[2] = from + upward.Position(u);
  path.velocity[2] = upward.Velocity(u);
  path.acceleration[2] = upward.Acceleration(u);
  return path;
}

}  // namespace footing
