// Slips, forces and the base's motion on logs short enough to reckon by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "firmware/robots/a1/model.hpp"
#include "tools/footing/simulate/judge/judge.hpp"

namespace footing::tools::run_figures_test {

// Four loaded feet that stand still and are called so.
RunLog LoadedRun(std::size_t ticks, Phase phase) {
  RunLog log;
  log.robot = FiguresOf<robots::A1>();
  log.ticks.resize(ticks);
  for (std::size_t i = 0; i < ticks; ++i) {
    TickSample& tick = log.ticks[i];
    tick.phase = phase;
    tick.base_attitude = tick.estimated_base_attitude = {1, 0, 0, 0};
    tick.feet.resize(4);
    for (FootSample& foot : tick.feet) {
      foot.true_force[2] = foot.estimated_force[2] = 30;
      foot.estimated_state = FootState::kStick;
    }
  }
  return log;
}

void Slide(RunLog* log, std::size_t foot, std::size_t begin, std::size_t end, float speed) {
  for (std::size_t i = begin; i < end; ++i) log->ticks[i].feet[foot].true_tangential_speed = speed;
}

void Call(RunLog* log, std::size_t foot, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) log->ticks[i].feet[foot].estimated_state = FootState::kSlip;
}

TEST(SlipFigures, ASlipLastsTenMillisecondsAboveATenthOfAMetreASecond) {
  RunLog log = LoadedRun(200, Phase::kTrot);
  Slide(&log, 0, 20, 29, 0.2f);    // 9 ms: too short
  Slide(&log, 1, 20, 60, 0.09f);   // too slow
  Slide(&log, 2, 20, 30, 0.11f);   // a slip, not called
  Slide(&log, 3, 20, 40, 0.11f);   // a slip, called from its seventh tick on
  Slide(&log, 3, 100, 120, 0.5f);  // a slip, called before it begins
  Call(&log, 3, 26, 40);
  Call(&log, 3, 95, 105);
  const SlipFigures slips = Judge(log).slips;
  EXPECT_EQ(slips.events, 3);
  EXPECT_EQ(slips.found, 2);
  EXPECT_EQ(slips.delays_ms, (std::vector<double>{6, 0}));
  EXPECT_EQ(slips.calls, 2);
  EXPECT_EQ(slips.right, 2);
  // By tick 0.05 m/s for 5 ms count: 9 + 40 + 10 + 40 ticks.
  EXPECT_EQ(slips.ticks, 99);
  EXPECT_EQ(slips.called_ticks, 24);
  EXPECT_EQ(slips.right_ticks, 19);
}

TEST(SlipFigures, CallsWithoutASlipAreWrongAndBreaksAreBridged) {
  RunLog log = LoadedRun(300, Phase::kPush);
  Call(&log, 0, 10, 12);    // wrong, short
  Call(&log, 0, 21, 23);    // the break is of 9 ms: the same call, now 13 ms long
  Call(&log, 0, 33, 34);    // the break is of 10 ms: a call of its own, wrong
  Call(&log, 1, 100, 150);  // right by its last tick
  Slide(&log, 1, 149, 160, 0.06f);
  const SlipFigures slips = Judge(log).slips;
  EXPECT_EQ(slips.calls, 3);
  EXPECT_EQ(slips.right, 1);
  EXPECT_EQ(slips.long_calls, 2);
  EXPECT_EQ(slips.long_right, 1);
  EXPECT_EQ(slips.events, 0);
}

TEST(SlipFigures, StandingCountsOnlyAtRest) {
  RunLog log = LoadedRun(100, Phase::kStand);
  Slide(&log, 0, 0, 100, 0.02f);                                        // not at rest
  for (int i = 0; i < 40; ++i) log.ticks[i].feet[1].true_force[2] = 0;  // not loaded
  for (int i = 50; i < 100; ++i) log.ticks[i].phase = Phase::kFall;     // does not stand
  for (std::size_t f = 0; f < 4; ++f) Call(&log, f, 45, 60);
  const SlipFigures slips = Judge(log).slips;
  EXPECT_EQ(slips.rest, 10 + 50 + 50);
  EXPECT_EQ(slips.rest_called, 3 * 5);
  EXPECT_EQ(slips.calls, 0);
}

// Foot 0 is loaded for 100 ticks of each 200, from tick 100 on.
RunLog Stances(std::size_t count) {
  RunLog log = LoadedRun(200 * count + 100, Phase::kTrot);
  for (std::size_t i = 0; i < log.ticks.size(); ++i) {
    const bool loaded = i % 200 >= 100;
    for (std::size_t f = 0; f < 4; ++f) {
      FootSample& foot = log.ticks[i].feet[f];
      if (f > 0 || !loaded) foot.true_force[2] = 0, foot.estimated_state = FootState::kOpen;
      foot.true_friction = 0.6f;
    }
  }
  return log;
}

void Warn(RunLog* log, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) log->ticks[i].feet[0].warns_of_slip = true;
}

TEST(KnownGround, IsGroundOnWhichTheFootHasSlipped) {
  RunLog log = Stances(6);
  Slide(&log, 0, 100, 120, 0.2f);  // the first slip has nothing to be known by
  Warn(&log, 97, 102);
  Slide(&log, 0, 300, 320, 0.2f);  // warned of at the latest tick, 3 ms after the slip begins
  Warn(&log, 303, 308);
  Call(&log, 0, 307, 320);
  Warn(&log, 550, 551);  // an alarm
  for (std::size_t i = 850; i < log.ticks.size(); ++i) log.ticks[i].feet[0].true_friction = 0.3f;
  Warn(&log, 900, 905);              // elsewhere, without a slip
  Slide(&log, 0, 1150, 1160, 0.2f);  // elsewhere, with one
  const KnownGroundFigures known = Judge(log).known_ground;
  EXPECT_EQ(known.slips, 1);
  EXPECT_EQ(known.warned, 1);
  EXPECT_EQ(known.alarms, 1);
  EXPECT_EQ(known.other_stances, 1);
  EXPECT_EQ(known.other_alarms, 1);
  EXPECT_EQ(known.lead_ms, (std::vector<double>{4}));
}

TEST(KnownGround, AWarningThatComesLateOrWithTheLiftOffIsNone) {
  RunLog log = Stances(4);
  Slide(&log, 0, 120, 140, 0.2f);
  Slide(&log, 0, 320, 340, 0.2f);
  Warn(&log, 324, 340);  // 4 ms after the slip begins
  Warn(&log, 590, 600);  // from 10 ms before the lift-off on
  const KnownGroundFigures known = Judge(log).known_ground;
  EXPECT_EQ(known.slips, 1);
  EXPECT_EQ(known.warned, 0);
  EXPECT_EQ(known.alarms, 0);
}

TEST(StateFigures, ForceIsOfLoadedFeetInSharesOfTheWeight) {
  RunLog log = LoadedRun(100, Phase::kTrot);
  const double weight = 9.81 * log.robot.Mass();
  for (std::size_t i = 0; i < 100; ++i) {
    log.ticks[i].feet[0].true_force[2] = i < 40 ? 0.0f : 30.0f;  // 60 ticks loaded, 40 of them settled
    log.ticks[i].feet[0].estimated_force = {500, 500, i < 60 ? 70.0f : 33.0f};
    log.ticks[i].feet[0].normal_sigma = i < 60 ? 19.9f : 1.6f;
  }
  const StateFigures state = Judge(log).state;
  EXPECT_EQ(state.force.count, 300 + 60);
  EXPECT_NEAR(state.force.Rmse(), std::sqrt((20 * 1600 + 40 * 9) / 360.0) / weight, 1e-6);
  EXPECT_EQ(state.far_forces, 20);
  EXPECT_EQ(state.settled_force.count, 4 * 80 - 40);  // the first 20 ticks of each load are left out
  EXPECT_NEAR(state.settled_force.Rmse(), std::sqrt(40 * 9 / 280.0) / weight, 1e-6);
}

TEST(StateFigures, VelocityTiltAndDrift) {
  RunLog log = LoadedRun(1001, Phase::kIce);
  const double half = 0.5 * 3 * std::numbers::pi / 180, yaw = 0.4;
  for (std::size_t i = 0; i <= 1000; ++i) {
    TickSample& tick = log.ticks[i];
    const double share = static_cast<double>(i) / 1000;
    tick.base_position = {static_cast<float>(3 * share), static_cast<float>(-4 * share), 0.3f};  // 5 m
    tick.estimated_base_position = {static_cast<float>(3.03 * share - 7), static_cast<float>(-3.96 * share),
                                    9};
    tick.base_velocity = {3, 0, 0};
    tick.estimated_base_velocity = i % 2 == 0 ? std::array<float, 3>{3, 0, 0} : std::array<float, 3>{4, 2, 2};
    // Half of the ticks 3° of roll too much; another heading is no tilt.
    const auto cosine = static_cast<float>(std::cos(half)), sine = static_cast<float>(std::sin(half));
    tick.estimated_base_attitude = i % 2 == 0 ? std::array<float, 4>{static_cast<float>(std::cos(yaw)), 0, 0,
                                                                     static_cast<float>(std::sin(yaw))}
                                              : std::array<float, 4>{cosine, sine, 0, 0};
  }
  const StateFigures state = Judge(log).state;
  EXPECT_NEAR(state.velocity.Rmse(), 3 * std::sqrt(500 / 1001.0), 1e-6);
  EXPECT_NEAR(state.tilt.Rmse() * 180 / std::numbers::pi, 3 * std::sqrt(500 / 1001.0), 1e-4);
  EXPECT_NEAR(state.way, 5, 1e-5);
  EXPECT_NEAR(state.drift, 0.05, 1e-5);
}

// Of any attitude: tilted in both axes, and turned about the world's vertical.
TEST(StateFigures, FrictionCountsFromTheThirdSlipOfAFootOnOneGround) {
  RunLog log = LoadedRun(400, Phase::kTrot);
  for (TickSample& tick : log.ticks) {
    tick.estimated_normal = {0, 0, 1};
    for (FootSample& foot : tick.feet) foot.true_friction = 0.1f, foot.estimated_friction = 0.6f;
  }
  for (const std::size_t begin : {20u, 80u, 140u, 200u}) Slide(&log, 0, begin, begin + 20, 0.3f);
  for (std::size_t i = 140; i < 160; ++i) log.ticks[i].feet[0].estimated_friction = 0.13f;
  for (std::size_t i = 200; i < 220; ++i) log.ticks[i].feet[0].estimated_friction = 0.06f;
  Slide(&log, 1, 20, 40, 0.3f);  // the other feet have slipped once, or never
  const StateFigures state = Judge(log).state;
  EXPECT_EQ(state.friction.count, 2);
  EXPECT_NEAR(state.friction.sum, 0.03 * 0.03 + 0.04 * 0.04, 1e-6);
  EXPECT_EQ(state.ground.Rmse(), 0);
}

TEST(StateFigures, AnotherHeadingIsNoTilt) {
  RunLog log = LoadedRun(10, Phase::kTrot);
  const double w = 0.9, x = 0.3, y = 0.2, z = -std::sqrt(0.06), cosine = std::cos(0.4), sine = std::sin(0.4);
  for (TickSample& tick : log.ticks) {
    tick.base_attitude = {static_cast<float>(w), static_cast<float>(x), static_cast<float>(y),
                          static_cast<float>(z)};
    tick.estimated_base_attitude = {
        static_cast<float>(cosine * w - sine * z), static_cast<float>(cosine * x - sine * y),
        static_cast<float>(cosine * y + sine * x), static_cast<float>(cosine * z + sine * w)};
  }
  EXPECT_NEAR(Judge(log).state.tilt.Rmse(), 0, 1e-6);
}

TEST(StateFigures, OnlyJudgedPhasesCount) {
  RunLog log = LoadedRun(30, Phase::kStand);
  for (TickSample& tick : log.ticks) tick.estimated_base_velocity = {9, 9, 9};
  const JudgeResult result = Judge(log);
  EXPECT_EQ(result.state.velocity.count, 0);
  EXPECT_TRUE(std::isnan(result.state.velocity.Rmse()));
  EXPECT_EQ(result.state.way, 0);
}

TEST(DelayStats, AMatchMoreThanTenMillisecondsAwayIsFar) {
  RunLog log = LoadedRun(600, Phase::kTrot);
  for (int i = 0; i < 600; ++i) {  // foot 0 in the air from 100 to 200, from 300 to 400, from 500 on
    const bool air = (i >= 100 && i < 200) || (i >= 300 && i < 400) || i >= 500;
    log.ticks[i].feet[0].true_force[2] = air ? 0.0f : 30.0f;
    const bool said = (i >= 110 && i < 189) || (i >= 311 && i < 400) || i >= 500;
    log.ticks[i].feet[0].estimated_state = said ? FootState::kOpen : FootState::kStick;
  }
  const LoadVerdict verdict = Judge(log).estimator;
  EXPECT_EQ(verdict.lift_off.far, 1);  // 10 ms late is near, 11 is far
  EXPECT_EQ(verdict.touch_down.far, 1);
  EXPECT_EQ(verdict.lift_off.signed_ms, (std::vector<double>{10, 11, 0}));
  EXPECT_EQ(verdict.touch_down.signed_ms, (std::vector<double>{-11, 0}));
  EXPECT_EQ(verdict.events.far, 2);
  EXPECT_EQ(verdict.events.missed, 0);
}

}  // namespace footing::tools::run_figures_test
