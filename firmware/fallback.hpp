// The safe torque: damping, −k_d q̇, on joints whose measurement is good, zero elsewhere. It is sent
// under any of kFallbackFlags (a measurement that cannot be trusted or no longer comes, the robot on its
// back), in the operator's damp mode, and where the controller's torque is not finite. It lets the legs fold
// under the weight, slowly. WithinLimits is for every torque that leaves the firmware, this one included.
#pragma once

#include "core/estimation/sensors/sensor_check.hpp"
#include "firmware/tick_report.hpp"

namespace footing {

inline constexpr std::uint32_t kFallbackFlags = kNotMeasured | kUpsideDown;

// `damping`: k_d [N·m·s/rad].
template <int kJoints, typename Scalar, int kFeet>
std::array<Scalar, kJoints> SafeTorque(const Sensed<kJoints, Scalar, kFeet>& sensed, Scalar damping) {
  std::array<Scalar, kJoints> torque{};
  for (unsigned j = 0; j < kJoints; ++j) {
    if (sensed.joint_good[j]) torque[j] = -damping * sensed.joint_velocity[static_cast<int>(j)];
  }
  return torque;
}

// `torque` [N·m] within the limits of the model's joints; zero where it is NaN.
template <typename Model, typename Torque>
Torque WithinLimits(const Model& model, const Torque& torque) {
  Torque within{};
  for (unsigned j = 0; j < static_cast<unsigned>(Model::kJoints); ++j) {
    const auto most = model.joints[j].limits.torque;
    if (torque[j] == torque[j]) within[j] = Clamp(torque[j], -most, most);
  }
  return within;
}

}  // namespace footing
