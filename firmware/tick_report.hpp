// What one control tick says of itself. It is output alone. Nothing about a tick is silent: whatever was not
// as it should be is a flag here.
#pragma once

#include "core/estimation/tracked_feet.hpp"
#include "hal/record.hpp"

namespace footing {

inline constexpr int kFeet = 4;
inline constexpr int kJoints = hal::kJointCount;

// Beside the tracker's flags: the safe torque was sent, not the controller's.
inline constexpr std::uint32_t kFallback = 1u << 8;

// A bit for each name.
inline constexpr int kTickFlagCount = 10;
constexpr const char* FlagName(int bit) {
  constexpr const char* kNames[kTickFlagCount] = {
      "joint not finite", "encoder frozen", "imu lost",       "tick late", "tick missed",
      "tick doubled",     "upside down",    "solve degraded", "fallback",  "source still"};
  return bit >= 0 && bit < kTickFlagCount ? kNames[bit] : "?";
}

// The tracker's output, whose `flags` may hold kFallback too, and what the control side did with it.
// Feet: FR, FL, RR, RL.
template <typename Scalar>
struct TickReport : TrackedFeet<Scalar, kFeet> {
  std::uint32_t sequence = 0;
  std::array<bool, kFeet> scheduled_stance{};  // by the gait clock
  std::array<Scalar, kJoints> torque{};        // N·m, sent
  std::uint32_t work = 0;                      // of this tick, as hal::WorkCount counts; the loop fills it
};

}  // namespace footing
