// What one control tick says of itself. It is output alone. Nothing about a tick is silent: whatever was not
// as it should be is a flag here.
#pragma once

#include "core/estimation/tracked_feet.hpp"
#include "hal/record.hpp"

namespace footing {

// Beside the tracker's flags: the safe torque was sent, not the controller's.
inline constexpr std::uint32_t kFallback = 1u << 8;

// A bit for each name.
inline constexpr int kTickFlagCount = 16;
constexpr const char* FlagName(int bit) {
  constexpr const char* kNames[kTickFlagCount] = {
      "joint not finite", "encoder frozen", "imu lost",        "tick late",
      "tick missed",      "tick doubled",   "upside down",     "solve degraded",
      "fallback",         "source still",   "foot force lost", "torque stuck",
      "torque reversed",  "encoder offset", "gyro fault",      "accelerometer fault"};
  return bit >= 0 && bit < kTickFlagCount ? kNames[bit] : "?";
}

// The tracker's output, whose `flags` may hold kFallback too, and what the control side did with it.
// Joints, feet and points have the order of the robot's model.
template <typename Robot, typename Scalar>
struct TickReport : TrackedFeet<Scalar, Robot::kFeet, Robot::kPoints> {
  static_assert(Robot::kJoints <= hal::kJointCapacity);
  std::uint32_t sequence = 0;
  std::array<bool, Robot::kFeet> scheduled_stance{};  // by the gait clock
  std::array<Scalar, Robot::kJoints> torque{};        // N·m, sent
  std::array<Scalar, Robot::kFeet> plan{};            // told to the tracker in the next tick
  std::uint32_t work = 0;  // of this tick, as hal::WorkCount counts; the loop fills it
};

}  // namespace footing
