// The safe torque, in its one definition: damping, −k_d q̇, on joints whose measurement is
// good, zero elsewhere. Sent under any of kFallbackFlags (a measurement that cannot be trusted or no
// longer comes, the robot on its back), in the operator's damp mode, and where the controller's torque
// is not finite. It lets the legs fold under the weight, slowly.
#pragma once

#include "firmware/sensing.hpp"

namespace footing {

inline constexpr std::uint32_t kFallbackFlags =
    kJointNotFinite | kEncoderFrozen | kImuLost | kUpsideDown | kSourceStill;

template <typename Scalar>
inline constexpr Scalar kSafeDamping = Scalar(1);  // N·m·s/rad: a falling A1's knee meets 5 N·m at 5 rad/s

template <typename Scalar>
std::array<Scalar, kJoints> SafeTorque(const Sensed<Scalar>& sensed) {
  std::array<Scalar, kJoints> torque{};
  for (unsigned j = 0; j < kJoints; ++j) {
    if (sensed.joint_good[j]) torque[j] = -kSafeDamping<Scalar> * sensed.joint_velocity[static_cast<int>(j)];
  }
  return torque;
}

}  // namespace footing
