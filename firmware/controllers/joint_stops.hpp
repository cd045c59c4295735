// A joint is pushed back before it reaches the end of its range. On its stop, or with the leg straight, it
// would hide the force on the foot from the torques.
#pragma once

#include "core/dynamics/robot_model.hpp"
#include "firmware/controllers/body_units.hpp"

namespace footing {

// N·m, of a joint at `position` [rad] with the rate `velocity` [rad/s]: a spring and damper near its limits
// and beyond, within 0.1 rad and a tenth of its range; elsewhere zero.
template <typename Scalar>
Scalar StopTorque(const JointLimits<Scalar>& limits, const BodyUnits<Scalar>& units, Scalar position,
                  Scalar velocity) {
  constexpr Scalar kMost = Scalar(0.1L), kShare = Scalar(0.1L), kStiffness = Scalar(4),
                   kDamping = Scalar(0.1L);
  const Scalar margin = Min(kMost, kShare * (limits.upper - limits.lower));
  const Scalar over =
      Max(position - (limits.upper - margin), Scalar(0)) + Min(position - (limits.lower + margin), Scalar(0));
  if (over == Scalar(0)) return Scalar(0);
  return -units.weight * units.length * (kStiffness * over + kDamping * units.time * velocity);
}

}  // namespace footing
