// The judge on logs short enough to reckon by hand.
#include "tools/footing/simulate/judge/judge.hpp"

#include <cmath>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "firmware/robots/a1/model.hpp"

namespace footing::tools::judge_test {

// All feet open and rightly called so.
RunLog OpenRun(std::size_t ticks, Phase phase) {
  RunLog log;
  log.plant = "synthetic";
  log.robot = FiguresOf<robots::A1>();
  log.robot.base.mass += 4 / (0.03 * 9.81) - log.robot.Mass();  // kg, so that a foot is loaded above 1 N
  log.ticks.resize(ticks);
  for (std::size_t i = 0; i < ticks; ++i) {
    log.ticks[i].time = 0.001 * static_cast<double>(i);
    log.ticks[i].phase = phase;
    log.ticks[i].feet.resize(4);
  }
  return log;
}

void LoadTruth(RunLog* log, std::size_t foot, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) log->ticks[i].feet[foot].true_force[2] = 50.0f;
}

void Slide(RunLog* log, std::size_t foot, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) log->ticks[i].feet[foot].true_tangential_speed = 0.2f;
}

void Estimate(RunLog* log, std::size_t foot, std::size_t begin, std::size_t end, FootState state) {
  for (std::size_t i = begin; i < end; ++i) log->ticks[i].feet[foot].estimated_state = state;
}

void EstimateForce(RunLog* log, std::size_t foot, std::size_t begin, std::size_t end, float force) {
  for (std::size_t i = begin; i < end; ++i) log->ticks[i].feet[foot].estimated_force[2] = force;
}

TEST(Judge, LoadNeedsMoreThanOneNewton) {
  RunLog log = OpenRun(2, Phase::kTrot);
  log.ticks[0].feet[0].true_force[2] = 1.0f;
  log.ticks[1].feet[0].true_force[2] = 1.01f;
  EXPECT_EQ(TrueStates(log)[0][0], FootState::kOpen);
  EXPECT_EQ(TrueStates(log)[1][0], FootState::kStick);
}

TEST(Judge, SlipLastsFiveMillisecondsAndThenCountsFromItsStart) {
  RunLog log = OpenRun(40, Phase::kTrot);
  LoadTruth(&log, 0, 5, 40);
  Slide(&log, 0, 0, 9);    // four ticks loaded: too short
  Slide(&log, 0, 20, 25);  // five: just long enough
  const auto states = TrueStates(log);
  for (std::size_t i = 0; i < 40; ++i) {
    const FootState expected = i < 5               ? FootState::kOpen
                               : i >= 20 && i < 25 ? FootState::kSlip
                                                   : FootState::kStick;
    EXPECT_EQ(states[i][0], expected) << i;
  }
}

TEST(Judge, ConfusionRecallAndShares) {
  RunLog log = OpenRun(100, Phase::kIce);
  LoadTruth(&log, 2, 0, 60);  // 40 stick, 20 slip, 40 open; the other feet 300 open
  Slide(&log, 2, 40, 60);
  Estimate(&log, 2, 0, 30, FootState::kStick);    // 30 of 40 stick right
  Estimate(&log, 2, 45, 60, FootState::kSlip);    // 15 of 20 slip right, 10 + 5 loaded called open
  Estimate(&log, 2, 90, 100, FootState::kStick);  // 10 of 340 open called loaded
  const JudgeResult result = Judge(log);
  EXPECT_EQ(result.ticks, 100);
  const std::array<std::array<std::int64_t, 3>, 3> expected = {{{330, 10, 0}, {10, 30, 0}, {5, 0, 15}}};
  EXPECT_EQ(result.confusion, expected);
  EXPECT_DOUBLE_EQ(result.recall[0], 330.0 / 340);
  EXPECT_DOUBLE_EQ(result.recall[1], 0.75);
  EXPECT_DOUBLE_EQ(result.recall[2], 0.75);
  EXPECT_DOUBLE_EQ(result.balanced_accuracy, (330.0 / 340 + 1.5) / 3);
  EXPECT_DOUBLE_EQ(result.estimator.accuracy, 375.0 / 400);
  EXPECT_DOUBLE_EQ(result.estimator.false_contact, 10.0 / 340);
  EXPECT_DOUBLE_EQ(result.estimator.missed_contact, 15.0 / 60);
}

TEST(Judge, StandingIsLeftOutAndAbsentClassesToo) {
  RunLog log = OpenRun(50, Phase::kStand);
  LoadTruth(&log, 0, 0, 20);
  log.ticks[30].phase = Phase::kPush;
  const JudgeResult result = Judge(log);
  EXPECT_EQ(result.ticks, 1);
  EXPECT_EQ(result.confusion[0][0], 4);
  EXPECT_TRUE(std::isnan(result.recall[1]));
  EXPECT_DOUBLE_EQ(result.balanced_accuracy, 1.0);
  EXPECT_TRUE(std::isnan(result.estimator.missed_contact));
}

TEST(Judge, DelaysAreSignedAndMissesCounted) {
  RunLog log = OpenRun(1000, Phase::kTrot);
  for (std::size_t k = 0; k < 4; ++k) LoadTruth(&log, 1, 100 + 200 * k, 200 + 200 * k);
  Estimate(&log, 1, 104, 202, FootState::kStick);  // down +4, up +2
  Estimate(&log, 1, 297, 409, FootState::kStick);  // down −3, up +9
  Estimate(&log, 1, 520, 600, FootState::kStick);  // down +20, up 0; the fourth is missed
  Estimate(&log, 1, 640, 655, FootState::kStick);  // an extra pair while the foot is in the air
  const LoadVerdict verdict = Judge(log).estimator;
  EXPECT_EQ(verdict.touch_down.events, 4);
  EXPECT_EQ(verdict.touch_down.missed, 0);               // the pair at 640 is the nearest to 700: 60 ms early
  EXPECT_DOUBLE_EQ(verdict.touch_down.median_ms, 12.0);  // of 3 4 20 60
  EXPECT_DOUBLE_EQ(verdict.touch_down.signed_median_ms, 0.5);  // of −60 −3 4 20
  EXPECT_DOUBLE_EQ(verdict.touch_down.worst_ms, 60.0);
  EXPECT_EQ(verdict.lift_off.events, 4);
  EXPECT_EQ(verdict.lift_off.missed, 1);
  EXPECT_EQ(verdict.lift_off.extra, 1);
  EXPECT_DOUBLE_EQ(verdict.lift_off.median_ms, 2.0);  // of 0 2 9
  EXPECT_DOUBLE_EQ(verdict.lift_off.p99_ms, 9.0);
  EXPECT_EQ(verdict.events.events, 8);
  EXPECT_EQ(verdict.events.missed, 1);
}

TEST(Judge, ShortIntervalsAreNoEvents) {
  RunLog log = OpenRun(300, Phase::kTrot);
  LoadTruth(&log, 3, 50, 59);  // 9 ms: a graze
  LoadTruth(&log, 3, 100, 150);
  LoadTruth(&log, 3, 155, 200);  // 5 ms without load: no lift-off
  Estimate(&log, 3, 101, 120, FootState::kStick);
  Estimate(&log, 3, 125, 205, FootState::kSlip);
  const LoadVerdict verdict = Judge(log).estimator;
  EXPECT_EQ(verdict.touch_down.events, 1);
  EXPECT_EQ(verdict.lift_off.events, 1);
  EXPECT_EQ(verdict.events.extra, 0);
  EXPECT_DOUBLE_EQ(verdict.touch_down.worst_ms, 1.0);
  EXPECT_DOUBLE_EQ(verdict.lift_off.signed_median_ms, 5.0);
}

TEST(Judge, RivalTakesTheLowestOfTheBestThresholds) {
  RunLog log = OpenRun(200, Phase::kTrot);
  LoadTruth(&log, 0, 50, 150);
  EstimateForce(&log, 0, 0, 200, 7.2f);    // noise in swing …
  EstimateForce(&log, 0, 56, 146, 30.0f);  // … and the load seen 6 ms late, lost 4 ms early
  const JudgeResult result = Judge(log);
  EXPECT_DOUBLE_EQ(result.threshold, 7.5);
  EXPECT_DOUBLE_EQ(result.rival.accuracy, 790.0 / 800);
  EXPECT_DOUBLE_EQ(result.rival.missed_contact, 0.1);
  EXPECT_DOUBLE_EQ(result.rival.touch_down.signed_median_ms, 6.0);
  EXPECT_DOUBLE_EQ(result.rival.lift_off.signed_median_ms, -4.0);
}

TEST(Judge, EmptyRunHasNoFigures) {
  const JudgeResult result = Judge(RunLog{});
  EXPECT_EQ(result.ticks, 0);
  EXPECT_TRUE(std::isnan(result.balanced_accuracy));
  EXPECT_TRUE(std::isnan(result.rival.accuracy));
  std::ostringstream out;
  PrintJudge(out, result);
  EXPECT_NE(out.str().find("balanced accuracy"), std::string::npos);
  EXPECT_NE(JudgeJson(result).dump().find("\"balanced_accuracy\":null"), std::string::npos);
}

}  // namespace footing::tools::judge_test
