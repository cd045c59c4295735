// Warning times on logs short enough to reckon by hand.
#include "tools/footing/simulate/judge/warnings.hpp"

#include <cmath>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/contact/contact_problem.hpp"
#include "firmware/robots/a1/model.hpp"

namespace footing::tools::warnings_test {

constexpr std::size_t kTicks = 1000;
constexpr float kNominal = 0.6f;

// Foot 1 stands from tick 100 up to `lift_off` and carries 50 N, as predicted; nothing is low. The other
// feet are open throughout.
RunLog OneStance(std::size_t lift_off) {
  RunLog log;
  log.plant = "synthetic";
  log.robot = FiguresOf<robots::A1>();
  log.nominal_friction = static_cast<double>(kNominal);
  log.ticks.resize(kTicks);
  for (std::size_t i = 0; i < kTicks; ++i) {
    log.ticks[i].phase = Phase::kTrot;
    log.ticks[i].feet.resize(4);
    for (FootSample& foot : log.ticks[i].feet) foot.true_friction = kNominal;
    if (i < 100 || i >= lift_off) continue;
    FootSample& foot = log.ticks[i].feet[1];
    foot.true_force[2] = foot.lift_off_margin = 50;
    foot.slip_share = 0.8f;
  }
  return log;
}

void Slide(RunLog* log, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) log->ticks[i].feet[1].true_tangential_speed = 0.2f;
}

void SetShare(RunLog* log, std::size_t begin, std::size_t end, float share) {
  for (std::size_t i = begin; i < end; ++i) log->ticks[i].feet[1].slip_share = share;
}

const WarningStats& Of(const WarningResult& result, FootEventKind kind) {
  return result.stats[static_cast<std::size_t>(kind)];
}

// A load that falls in a straight line over 50 ticks is below a fifth of its mean for a known time.
TEST(Warnings, ARampOfTheLoadWarnsFromWhereItCrossesTheThreshold) {
  RunLog log = OneStance(600);
  for (int k = 0; k < 50; ++k)
    log.ticks[550 + static_cast<std::size_t>(k)].feet[1].lift_off_margin = 50.0f - static_cast<float>(k);
  const WarningResult result = JudgeWarnings(log);
  const double load = (450 * 50 + 50 * 50 - 49 * 50 / 2) / 500.0;
  EXPECT_FLOAT_EQ(result.load[1], static_cast<float>(load));
  const int first = static_cast<int>(std::floor(50 - 0.2 * load)) + 2;  // 50 − k < 0.2 load, the second such
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_EQ(result.events[0].kind, FootEventKind::kLiftOff);
  EXPECT_EQ(result.events[0].foot, 1u);
  EXPECT_EQ(result.events[0].tick, 600u);
  EXPECT_DOUBLE_EQ(result.events[0].warning, 0.001 * (50 - first));
  EXPECT_EQ(result.lift_off.event, 1);
  EXPECT_EQ(result.lift_off.recovery, 0);
}

TEST(Warnings, WhatRecoversIsFalse) {
  RunLog log = OneStance(600);
  for (std::size_t i : {300u, 301u, 590u, 591u}) log.ticks[i].feet[1].lift_off_margin = 1;
  const WarningResult result = JudgeWarnings(log);
  EXPECT_EQ(Of(result, FootEventKind::kLiftOff).events, 1);
  EXPECT_EQ(Of(result, FootEventKind::kLiftOff).unwarned, 1);
  EXPECT_DOUBLE_EQ(Of(result, FootEventKind::kLiftOff).median_ms, 0);
  EXPECT_TRUE(std::isnan(Of(result, FootEventKind::kLiftOff).worst_ms));
  EXPECT_EQ(result.lift_off.recovery, 2);
}

// The prediction has not yet seen the touch-down: low is no news.
TEST(Warnings, ALowMarginSinceTheLandingIsNone) {
  RunLog log = OneStance(600);
  for (std::size_t i = 100; i < 110; ++i) log.ticks[i].feet[1].lift_off_margin = 0;
  EXPECT_EQ(JudgeWarnings(log).lift_off.recovery, 0);
  for (std::size_t i = 110; i < 600; ++i) log.ticks[i].feet[1].lift_off_margin = 0;
  const WarningResult result = JudgeWarnings(log);
  EXPECT_EQ(Of(result, FootEventKind::kLiftOff).unwarned, 1);
}

TEST(Warnings, SlipIsWarnedOfFromTheLastFallOfItsShare) {
  RunLog log = OneStance(kTicks);
  SetShare(&log, 300, 305, 0.1f);  // recovers
  SetShare(&log, 388, 400, 0.1f);  // lasts
  Slide(&log, 400, 420);
  const WarningResult result = JudgeWarnings(log);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_EQ(result.events[0].kind, FootEventKind::kSlip);
  EXPECT_EQ(result.events[0].tick, 400u);
  EXPECT_DOUBLE_EQ(result.events[0].warning, 0.011);
  EXPECT_EQ(result.slip.event, 1);
  EXPECT_EQ(result.slip.recovery, 1);
  EXPECT_EQ(result.slips_without_rest, 0);
}

// At 0.05 m/s it is a slip, but it began to move before.
TEST(Warnings, SlipIsDatedToTheEndOfRest) {
  RunLog log = OneStance(kTicks);
  SetShare(&log, 397, 420, 0.0f);
  for (std::size_t i = 395; i < 420; ++i)  // above 0.01 m/s from tick 397 on, a slip from tick 401 on
    log.ticks[i].feet[1].true_tangential_speed = i < 397 ? 0 : 0.0102f * static_cast<float>(i - 396);
  WarningResult result = JudgeWarnings(log);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_EQ(result.events[0].tick, 397u);
  EXPECT_EQ(result.events[0].warning, 0);
  SetShare(&log, 395, 397, 0.0f);
  EXPECT_DOUBLE_EQ(JudgeWarnings(log).events[0].warning, 0.001);
}

TEST(Warnings, MedianAndWorstOfThreeSlipsAndTheLongest) {
  RunLog log = OneStance(kTicks);
  SetShare(&log, 295, 300, 0.0f);  // 4 ms
  Slide(&log, 300, 310);
  Slide(&log, 400, 410);           // unwarned
  SetShare(&log, 500, 800, 0.0f);  // 300 ms, of which 200 count
  Slide(&log, 800, 810);
  const WarningStats stats = Of(JudgeWarnings(log), FootEventKind::kSlip);
  EXPECT_EQ(stats.events, 3);
  EXPECT_EQ(stats.unwarned, 1);
  EXPECT_DOUBLE_EQ(stats.median_ms, 4);
  EXPECT_DOUBLE_EQ(stats.worst_ms, 4);
  EXPECT_DOUBLE_EQ(JudgeWarnings(log).events[2].warning, kLongestWarning);
}

// One low tick raises none; one once raised stands until the margin is above 0.3.
TEST(Warnings, AreRaisedByTwoTicksAndKeptUpToTheHigherThreshold) {
  RunLog log = OneStance(kTicks);
  SetShare(&log, 250, 251, 0.1f);
  SetShare(&log, 300, 302, 0.1f);
  SetShare(&log, 302, 310, 0.25f);
  SetShare(&log, 390, 392, 0.1f);
  SetShare(&log, 392, 400, 0.29f);
  Slide(&log, 400, 410);
  const WarningResult result = JudgeWarnings(log);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_DOUBLE_EQ(result.events[0].warning, 0.009);
  EXPECT_EQ(result.slip.recovery, 1);
  EXPECT_DOUBLE_EQ(result.slip.Precision(), 0.5);
}

TEST(Warnings, IceIsCountedApart) {
  RunLog log = OneStance(kTicks);
  Slide(&log, 300, 310);
  SetShare(&log, 690, 700, 0.0f);
  Slide(&log, 700, 710);
  for (std::size_t i = 250; i < 350; ++i) log.ticks[i].feet[1].true_friction = 0.12f;
  const WarningResult result = JudgeWarnings(log);
  EXPECT_EQ(Of(result, FootEventKind::kSlipOnIce).events, 1);
  EXPECT_EQ(Of(result, FootEventKind::kSlipOnIce).unwarned, 1);
  EXPECT_EQ(Of(result, FootEventKind::kSlip).events, 1);
  EXPECT_DOUBLE_EQ(Of(result, FootEventKind::kSlip).median_ms, 9);
}

TEST(Warnings, AFootThatLandsSlidingHadNoRest) {
  RunLog log = OneStance(kTicks);
  Slide(&log, 100, 130);
  Slide(&log, 139, 150);  // after 9 ms of rest
  Slide(&log, 160, 170);  // after 10
  const WarningResult result = JudgeWarnings(log);
  EXPECT_EQ(result.slips_without_rest, 2);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_EQ(result.events[0].tick, 160u);
}

TEST(Warnings, ASlipWarningMayEndWithTheLoad) {
  RunLog log = OneStance(600);
  SetShare(&log, 595, 600, 0.0f);
  const WarningResult result = JudgeWarnings(log);
  EXPECT_EQ(result.slip.event, 0);
  EXPECT_EQ(result.slip.lift_off, 1);
  EXPECT_EQ(result.slip.recovery, 0);
}

TEST(Warnings, StandingIsLeftOut) {
  RunLog log = OneStance(600);
  Slide(&log, 300, 310);
  for (TickSample& tick : log.ticks) tick.phase = Phase::kStand;
  EXPECT_TRUE(JudgeWarnings(log).events.empty());
}

TEST(Warnings, AmbiguousFootTicksAreCounted) {
  RunLog log = OneStance(600);
  for (std::size_t i : {3u, 200u, 999u})
    log.ticks[i].feet[2].predicted_mode = static_cast<std::uint8_t>(ContactMode::kAmbiguous);
  const WarningResult result = JudgeWarnings(log);
  EXPECT_EQ(result.ambiguous, 3);
  EXPECT_EQ(result.foot_ticks, 4000);
}

TEST(Warnings, AnEmptyRunHasNone) {
  const WarningResult result = JudgeWarnings(RunLog{});
  EXPECT_TRUE(result.events.empty());
  for (const WarningStats& stats : result.stats) EXPECT_TRUE(std::isnan(stats.median_ms));
  std::ostringstream out;
  PrintWarnings(out, result);
  EXPECT_NE(out.str().find("ambiguous foot-ticks: 0 of 0"), std::string::npos);
  EXPECT_EQ(WarningsJson(result)["events"].size(), 0u);
  EXPECT_NE(WarningsJson(result).dump().find("\"median_ms\":null"), std::string::npos);
}

}  // namespace footing::tools::warnings_test
