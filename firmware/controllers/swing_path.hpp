// The path of a swinging foot: from lift-off to the foothold, at rest at both ends, over the ground.
#pragma once

#include "core/dynamics/kinematics.hpp"
#include "core/scalar.hpp"

namespace footing {

// After `share` of a swing of `duration` [s] from `lift_off` to `target` [m, world axes, on the believed
// ground], `height` [m] over the ground in its middle, and `below` [m] under it at the end. *velocity in m/s.
template <typename Scalar>
void SwingOver(const Vector3<Scalar>& lift_off, const Vector3<Scalar>& target, Scalar height, Scalar below,
               Scalar share, Scalar duration, Vector3<Scalar>* position, Vector3<Scalar>* velocity) {
  // Along the ground the foot is there early, so that it does not land in full swing.
  constexpr Scalar kEarly = Scalar(0.85);
  const Scalar rate = Scalar(1) / duration;
  const SinCosResult<Scalar> turn = SinCos(kPi<Scalar> * share);
  const SinCosResult<Scalar> sweep = SinCos(kPi<Scalar> * Min(share / kEarly, Scalar(1)));
  const Scalar along = (Scalar(1) - sweep.cos) / Scalar(2);
  const Scalar along_rate = kPi<Scalar> * sweep.sin / Scalar(2) * rate / kEarly;
  const Vector3<Scalar> start(lift_off[0], lift_off[1], Scalar(0));
  const Vector3<Scalar> way(target[0] - start[0], target[1] - start[1], Scalar(0));
  *position = start + along * way;
  *velocity = along_rate * way;
  // Lands a little below the believed ground, so that it lands. sin² starts and ends at rest.
  const Scalar down = (Scalar(1) - turn.cos) / Scalar(2);
  const Scalar down_rate = kPi<Scalar> * turn.sin / Scalar(2) * rate;
  const Scalar drop = lift_off[2] - target[2] + below;
  (*position)[2] = lift_off[2] - down * drop + height * turn.sin * turn.sin;
  (*velocity)[2] = -down_rate * drop + height * Scalar(2) * turn.sin * turn.cos * kPi<Scalar> * rate;
}

}  // namespace footing
