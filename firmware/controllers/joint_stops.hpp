// A joint is pushed back before it reaches the end of its range. On its stop, or with the leg straight, it
// would hide the force on the foot from the torques.
#pragma once

#include <array>

#include "core/dynamics/robot_model.hpp"
#include "firmware/controllers/body_units.hpp"

namespace footing {

template <typename Scalar>
struct FreeRange {
  Scalar lower, upper;  // rad
};

// Where a joint is left alone: further from its limits than 0.1 rad, or than a tenth of its range.
template <typename Scalar>
constexpr FreeRange<Scalar> FreeRangeOf(const JointLimits<Scalar>& limits) {
  const Scalar margin = Min(Scalar(0.1L), Scalar(0.1L) * (limits.upper - limits.lower));
  return {limits.lower + margin, limits.upper - margin};
}

// Of each joint. The compiler finds them.
template <typename Robot, typename Scalar>
inline constexpr auto kFreeRanges = [] {
  constexpr auto kModel = Robot::template Model<Scalar>();
  std::array<FreeRange<Scalar>, Robot::kJoints> ranges{};
  for (unsigned j = 0; j < Robot::kJoints; ++j) ranges[j] = FreeRangeOf(kModel.joints[j].limits);
  return ranges;
}();

// N·m, of a joint at `position` [rad] with the rate `velocity` [rad/s]: a spring and damper beyond its free
// range; within, zero.
template <typename Scalar>
Scalar StopTorque(const FreeRange<Scalar>& range, const BodyUnits<Scalar>& units, Scalar position,
                  Scalar velocity) {
  constexpr Scalar kStiffness = Scalar(4), kDamping = Scalar(0.1L);
  Scalar over = position - range.upper;
  if (!(over > Scalar(0))) {
    over = position - range.lower;
    if (!(over < Scalar(0))) return Scalar(0);
  }
  return -units.weight * units.length * (kStiffness * over + kDamping * units.time * velocity);
}

}  // namespace footing
