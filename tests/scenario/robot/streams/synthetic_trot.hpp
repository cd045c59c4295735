// A made-up run that looks like a trot with ice and a push: no physics, only shapes, so that
// the report can be looked at and tested without a simulation.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "firmware/robots/a1/model.hpp"
#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

inline constexpr double kTrotBegin = 1.2, kIceBegin = 6.2, kPushBegin = 8.6, kStopBegin = 10.6;  // s
inline constexpr double kIceFrom = 2.35, kIceTo = 3.15;                                          // m

inline Phase SyntheticPhase(double t) {
  if (t < 0.25) return Phase::kFall;
  if (t < kTrotBegin) return Phase::kStand;
  if (t < kIceBegin) return Phase::kTrot;
  if (t < kPushBegin) return Phase::kIce;
  return t < kStopBegin ? Phase::kPush : Phase::kStop;
}

// Joint angles that put the foot at (x, z) below its thigh joint, both links 0.2 m.
inline std::array<float, 2> LegAngles(double x, double z) {
  const double reach = std::min(0.399, std::hypot(x, z));
  const double knee = 2 * std::acos(reach / 0.4);
  return {static_cast<float>(std::atan2(-x, -z) + knee / 2), static_cast<float>(-knee)};
}

inline FootSample SyntheticFoot(std::size_t leg, double t, double base_x, std::mt19937* random,
                                TickSample* tick) {
  std::normal_distribution<double> noise(0, 1);
  const Phase phase = tick->phase;
  const bool trotting = t >= kTrotBegin && t < kStopBegin;
  const double cycle = std::fmod((t - kTrotBegin) / 0.4 + (leg == 0 || leg == 3 ? 0.0 : 0.5), 1.0);
  const bool stance = trotting ? cycle < 0.55 : t > 0.09;
  const double along =
      trotting ? (stance ? 0.055 - 0.2 * cycle : -0.055 + 0.11 * (cycle - 0.55) / 0.45) : 0.0;
  const double lift = trotting && !stance ? 0.06 * std::sin(M_PI * (cycle - 0.55) / 0.45) : 0.0;
  const double drop = t < 0.09 ? 0.05 - 0.5 * 9.81 * t * t : 0.0;

  FootSample foot{};
  const auto angles = LegAngles(along, -0.28 + lift);
  tick->joint_position[3 * leg] = static_cast<float>(0.04 * std::sin(2 * t));
  tick->joint_position[3 * leg + 1] = angles[0];
  tick->joint_position[3 * leg + 2] = angles[1];
  const double x = base_x + (leg < 2 ? 0.1805 : -0.1805) + along;
  foot.true_position = {static_cast<float>(x), leg % 2 == 1 ? 0.13f : -0.13f,
                        static_cast<float>(lift + drop)};
  const double friction = x > kIceFrom && x < kIceTo ? 0.12 : 0.6;
  foot.true_friction = static_cast<float>(friction);
  foot.scheduled_stance = stance;

  const double ramp = trotting ? std::clamp(std::min(cycle, 0.55 - cycle) / 0.03, 0.0, 1.0) : 1.0;
  const double normal = stance ? (trotting ? 62 + 25 * std::sin(M_PI * cycle / 0.55) : 34.0) * ramp : 0.0;
  const double use = stance ? 0.55 * std::sin(2 * M_PI * cycle) : 0.0;
  const double shear = std::clamp(use * 0.6 * normal, -friction * normal, friction * normal);
  const bool sliding = stance && std::abs(use * 0.6) > friction;
  foot.true_tangential_speed = sliding ? 0.25f : stance ? 0.004f : 1.1f;
  foot.true_force = {static_cast<float>(shear), static_cast<float>(0.06 * normal),
                     static_cast<float>(normal)};
  for (std::size_t k = 0; k < 3; ++k) {
    foot.estimated_force[k] = foot.true_force[k] + static_cast<float>((k == 2 ? 2.5 : 1.5) * noise(*random));
    foot.predicted_force[k] = foot.true_force[k] * (k == 2 ? 0.97f : 0.9f);
  }
  const bool late = trotting && stance && cycle < 0.012 + 0.004 * noise(*random);
  foot.estimated_state = !stance || late ? FootState::kOpen : sliding ? FootState::kSlip : FootState::kStick;
  if (phase == Phase::kFall && t < 0.1) foot.estimated_state = FootState::kOpen;
  foot.predicted_mode = static_cast<std::uint8_t>(foot.estimated_state);
  return foot;
}

inline RunLog SyntheticTrot(double seconds) {
  RunLog log;
  log.plant = "synthetic";
  log.seed = 7;
  log.robot = FiguresOf<robots::A1>();
  std::mt19937 random(7);
  std::normal_distribution<float> noise(0, 1);
  double base_x = 0;
  for (int i = 0; i < static_cast<int>(seconds * 1000 + 0.5); ++i) {
    const double t = 0.001 * i;
    TickSample tick{};
    tick.time = t;
    tick.phase = SyntheticPhase(t);
    tick.joint_position.resize(12);
    tick.feet.resize(4);
    const double speed = t < kTrotBegin ? 0
                                        : std::min(0.5, t - kTrotBegin) *
                                              (t > kStopBegin ? std::exp(6 * (kStopBegin - t)) : 1);
    base_x += 0.001 * speed;
    const double after = t - kPushBegin;
    const double sway = after > 0 ? 0.35 * std::exp(-2.5 * after) * std::sin(9 * after) : 0;
    const double drop = t < 0.09 ? 0.05 - 0.5 * 9.81 * t * t : 0;
    const double roll = 0.03 * std::sin(15.7 * t) + 0.1 * sway;
    tick.base_position = {static_cast<float>(base_x), static_cast<float>(0.1 * sway),
                          static_cast<float>(0.28 + drop)};
    tick.base_attitude = {static_cast<float>(std::cos(roll / 2)), static_cast<float>(std::sin(roll / 2)),
                          0.0f, 0.0f};
    tick.base_velocity = {static_cast<float>(speed + 0.03 * std::sin(31.4 * t)), static_cast<float>(sway),
                          static_cast<float>(t < 0.09 ? -9.81 * t : 0.05 * std::sin(31.4 * t))};
    for (std::size_t k = 0; k < 3; ++k)
      tick.estimated_base_velocity[k] = tick.base_velocity[k] + 0.02f * noise(random);
    for (std::size_t leg = 0; leg < 4; ++leg) tick.feet[leg] = SyntheticFoot(leg, t, base_x, &random, &tick);
    const bool hard = tick.phase == Phase::kIce && i % 97 == 0;
    tick.pivots = static_cast<std::uint16_t>(hard ? 14 : i % 200 < 4 ? 5 : 1);
    tick.solve_status = i == 7200 ? 1 : 0;
    tick.flags = i == 7200 ? 4 : 0;
    tick.residual = 1e-6f * std::exp(noise(random));
    log.ticks.push_back(tick);
  }
  return log;
}

}  // namespace footing::tools
