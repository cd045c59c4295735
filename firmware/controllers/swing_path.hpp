// The path of a swinging foot: from rest at lift-off to the foothold, over the ground. It meets the ground at
// a speed that is given, so that it neither bounces nor lands late.
#pragma once

#include "core/dynamics/kinematics.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
struct FootPath {
  Vector3<Scalar> position = Vector3<Scalar>::Zero();  // m
  Vector3<Scalar> velocity = Vector3<Scalar>::Zero();  // m/s
  Scalar lift = 0;                                     // m/s², the upward part of the acceleration
};

// After `share` of a swing of `duration` [s] from `lift_off` to `target` [m, world axes], whose top is
// `height` [m] over the middle of both, and which ends with `landing_speed` [m/s, down].
template <typename Scalar>
FootPath<Scalar> SwingOver(const Vector3<Scalar>& lift_off, const Vector3<Scalar>& target, Scalar height,
                           Scalar landing_speed, Scalar share, Scalar duration) {
  // Along the ground the foot is there early, so that it does not land in full swing.
  constexpr Scalar kEarly = Scalar(0.85);
  // The way down has more time than the way up.
  constexpr Scalar kTop = Scalar(0.4);
  FootPath<Scalar> path;
  const SinCosResult<Scalar> sweep = SinCos(kPi<Scalar> * Min(share / kEarly, Scalar(1)));
  const Vector3<Scalar> way = target - lift_off;
  path.position = lift_off + (Scalar(1) - sweep.cos) / Scalar(2) * way;
  path.velocity = kPi<Scalar> * sweep.sin / (Scalar(2) * kEarly * duration) * way;

  // Up to the top and down from it: a cubic each, at rest at its start.
  const Scalar top = (lift_off[2] + target[2]) / Scalar(2) + height;
  const bool rises = share < kTop;
  const Scalar from = rises ? lift_off[2] : top, to = rises ? top : target[2];
  const Scalar length = rises ? kTop : Scalar(1) - kTop, time = length * duration;
  const Scalar u = (share - (rises ? Scalar(0) : kTop)) / length;
  const Scalar end = rises ? Scalar(0) : -landing_speed * time;  // m, of the last speed in this time
  const Scalar square = Scalar(3) * (to - from) - end, cube = end - Scalar(2) * (to - from);
  path.position[2] = from + u * u * (square + cube * u);
  path.velocity[2] = u * (Scalar(2) * square + Scalar(3) * cube * u) / time;
  path.lift = (Scalar(2) * square + Scalar(6) * cube * u) / (time * time);
  return path;
}

}  // namespace footing
