// What one control tick leaves behind. Nothing about a tick is silent: whatever was not as
// it should be is a flag here.
#pragma once

#include <array>
#include <cstdint>

#include "core/margins/contact_margin.hpp"
#include "core/margins/least_wrench.hpp"
#include "core/estimation/contact_estimator.hpp"
#include "hal/measurement.hpp"

namespace footing {

inline constexpr int kFeet = 4;
inline constexpr int kJoints = hal::kJointCount;

enum TickFlag : std::uint32_t {
  kJointNotFinite = 1u << 0,  // a joint's position, velocity or torque is NaN, or beyond 1000
  kEncoderFrozen = 1u << 1,   // a joint's position stands still while the others move
  kImuLost = 1u << 2,         // IMU invalid, NaN, beyond 1000, or repeating itself
  kTickLate = 1u << 3,        // more than 1.5 periods since the last
  kTickMissed = 1u << 4,      // a measurement's number was skipped
  kTickDoubled = 1u << 5,     // the same measurement again, an older one, or one within half a period
  kUpsideDown = 1u << 6,      // the base's z axis, filtered or measured, points below the horizon
  kSolveDegraded = 1u << 7,   // the contact solve ended in anything but kSolved
  kFallback = 1u << 8,        // the safe torque was sent, not the controller's
  kSourceStill = 1u << 9,     // five doubled ticks on end
};
inline constexpr int kTickFlagCount = 10;

constexpr const char* FlagName(int bit) {
  constexpr const char* kNames[kTickFlagCount] = {
      "joint not finite", "encoder frozen", "imu lost",       "tick late", "tick missed",
      "tick doubled",     "upside down",    "solve degraded", "fallback",  "source still"};
  return bit >= 0 && bit < kTickFlagCount ? kNames[bit] : "?";
}

template <typename Scalar>
struct FootReport {
  ContactState state = ContactState::kOpen;
  ContactMode predicted_mode = ContactMode::kSeparate;        // by the contact solver, in the coming step
  std::uint8_t modes_that_meet = 0;                           // ModeBit of each; one unless ambiguous
  ContactMargin<Scalar> margin;                               // of predicted_mode
  bool scheduled_stance = false;                              // by the gait clock
  Vector3<Scalar> force = Vector3<Scalar>::Zero();            // N, estimated, world axes
  Vector3<Scalar> predicted_force = Vector3<Scalar>::Zero();  // N, by the contact solver, world axes
};

template <typename Scalar>
struct TickReport {
  std::uint32_t sequence = 0;
  std::uint32_t flags = 0;  // TickFlag bits
  SolveStatus status = SolveStatus::kSolved;
  SolveStage stage = SolveStage::kNone;
  int pivots = 0;
  Scalar residual = 0;                         // natural map of the contact solve, relative
  std::array<FootReport<Scalar>, kFeet> feet;  // FR, FL, RR, RL
  WrenchMargin<Scalar> margin;  // on the base, about its origin, world axes; contact is the foot, or −1
  Vector3<Scalar> base_position = Vector3<Scalar>::Zero();  // m, estimated
  Vector3<Scalar> base_velocity = Vector3<Scalar>::Zero();  // m/s, estimated, world axes
  std::array<Scalar, kJoints> torque{};                     // N·m, sent
  std::uint32_t work = 0;                                   // of this tick, as hal::WorkCount counts
};

}  // namespace footing
