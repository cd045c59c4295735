// The main job on the desk, as it is judged: the robot stays on its feet and the contact
// estimate agrees with the plant's truth, on both plants and where the world is not as believed.
#include "tools/footing/simulate/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "tests/scenario/robot/streams/trot_stream.hpp"
#include "tests/support/trials.hpp"
#include "tools/footing/simulate/judge/judge.hpp"

namespace footing::tools::course_test {

constexpr double kIceAtMost = 0.2;  // μ; all other ground is rougher

// Contacts of at least 10 ms that began on the ice.
int FootfallsOnIce(const RunLog& log) {
  int footfalls = 0;
  const auto states = TrueStates(log);
  for (std::size_t foot = 0; foot < 4; ++foot) {
    int loaded = 0;
    bool ice = false;
    for (std::size_t i = 0; i < states.size(); ++i) {
      loaded = states[i][foot] == FootState::kOpen ? 0 : loaded + 1;
      if (loaded == 1) ice = static_cast<double>(log.ticks[i].feet[foot].true_friction) < kIceAtMost;
      if (loaded == 10 && ice) ++footfalls;
    }
  }
  return footfalls;
}

void ExpectAllStatusesGood(const LoopSummary& summary) {
  std::uint32_t counted = 0;
  for (unsigned i = 0; i < kStatusCount; ++i) {
    counted += summary.statuses[i];
    EXPECT_STRNE(Name(static_cast<SolveStatus>(i)), "?");
  }
  EXPECT_EQ(counted, summary.ticks);
  EXPECT_GE(summary.statuses[static_cast<unsigned>(SolveStatus::kSolved)], 0.999 * summary.ticks);
}

void ExpectNoFalseFlags(const LoopSummary& summary) {
  for (int bit = 0; bit < kTickFlagCount; ++bit) {
    if (1u << bit == kSolveDegraded) continue;
    EXPECT_EQ(summary.flags[static_cast<unsigned>(bit)], 0u) << FlagName(bit);
  }
}

void ExpectFinds(const JudgeResult& judged) {
  EXPECT_GE(judged.estimator.accuracy, 0.97);
  EXPECT_GT(judged.estimator.touch_down.events, 20);
  EXPECT_LE(judged.estimator.touch_down.median_ms, 8.0);
  EXPECT_LE(judged.estimator.touch_down.missed, 0.02 * judged.estimator.touch_down.events);
}

void Say(const Simulation& simulation, const JudgeResult& judged) {
  std::printf(
      "%s, seed %d: loaded %.2f %%, threshold %.2f %%, touch-down %.1f ms, lift-off %.1f ms, missed %d of "
      "%d, "
      "balanced %.1f %%, slip ticks %d, footfalls on ice %d, %.1f s\n",
      judged.plant.c_str(), static_cast<int>(simulation.log.seed), 100 * judged.estimator.accuracy,
      100 * judged.rival.accuracy, judged.estimator.touch_down.median_ms, judged.estimator.lift_off.median_ms,
      judged.estimator.events.missed, judged.estimator.events.events, 100 * judged.balanced_accuracy,
      static_cast<int>(
          std::accumulate(judged.confusion[2].begin(), judged.confusion[2].end(), std::int64_t{0})),
      FootfallsOnIce(simulation.log), simulation.log.ticks.back().time);
}

struct Case {
  std::string plant;
  std::uint64_t seed;
};

std::vector<Case> Cases() {
  // Seed 11 falls on the ice, as one run in thirty does: see FallsRarely.
  std::vector<Case> cases = {{"footing", 12}};
  if (!kSanitized) cases.push_back({"footing", 13});
#if FOOTING_HAS_MUJOCO
  if (!kSanitized) cases.insert(cases.end(), {{"mujoco", 11}, {"mujoco", 12}});
#endif
  return cases;
}

class CourseOverSeeds : public testing::TestWithParam<Case> {};

TEST_P(CourseOverSeeds, StaysUpAndFeelsItsFeet) {
  SimulationOptions options;
  options.plant = GetParam().plant;
  options.seed = GetParam().seed;
  const Simulation simulation = Simulate(options);
  const JudgeResult judged = Judge(simulation.log);
  Say(simulation, judged);

  EXPECT_FALSE(simulation.log.fell);
  EXPECT_EQ(simulation.summary.ticks, 12500u);
  ExpectFinds(judged);
  EXPECT_GT(judged.estimator.accuracy, judged.rival.accuracy);
  EXPECT_LE(judged.estimator.lift_off.median_ms, 8.0);

  EXPECT_GE(FootfallsOnIce(simulation.log), 4);
  const auto& slip = judged.confusion[2];
  EXPECT_GT(std::accumulate(slip.begin(), slip.end(), std::int64_t{0}), 100);
  ExpectAllStatusesGood(simulation.summary);
  ExpectNoFalseFlags(simulation.summary);
}

INSTANTIATE_TEST_SUITE_P(Seeds, CourseOverSeeds, testing::ValuesIn(Cases()),
                         [](const auto& of) { return of.param.plant + "_" + std::to_string(of.param.seed); });

TEST(Course, FallsRarely) {
  if (!kFullRun) GTEST_SKIP() << "run by the optimized build of GCC";
  int falls = 0;
  for (std::uint64_t seed = 21; seed <= 30; ++seed) {
    SimulationOptions options;
    options.seed = seed;
    falls += Simulate(options).log.fell ? 1 : 0;
  }
  EXPECT_LE(falls, 1);
}

// The course up to the stop is long; under the sanitizers the first steps must do.
SimulationOptions Shortened() {
  SimulationOptions options;
  options.seed = 13;
  if (kSanitized) options.duration = 5;
  return options;
}

TEST(CourseNotAsBelieved, TheGroundLiesThreeCentimetresLower) {
  SimulationOptions options = Shortened();
  options.ground_offset = -0.03;
  const Simulation simulation = Simulate(options);
  const JudgeResult judged = Judge(simulation.log);
  Say(simulation, judged);
  EXPECT_FALSE(simulation.log.fell);
  ExpectFinds(judged);
  ExpectNoFalseFlags(simulation.summary);
}

TEST(CourseNotAsBelieved, TheGaitClockIsOff) {
  SimulationOptions options = Shortened();
  options.control.clock_offset = 0.05;
  const Simulation simulation = Simulate(options);
  const JudgeResult judged = Judge(simulation.log);
  Say(simulation, judged);
  EXPECT_FALSE(simulation.log.fell);
  ExpectFinds(judged);
}

// In closed loop the robot steps as its clock says, whatever that is. Here it does not.
TEST(CourseNotAsBelieved, TheGaitClockIsOffByFiftyMillisecondsAgainstTheFeet) {
  Simulation simulation = Simulate(Shortened());
  A1Options<float> control;
  control.controller.clock_offset = 0.05f;
  const FullReplay replay = ReplayTicks(simulation.record, control);
  ASSERT_EQ(replay.ticks.size(), simulation.log.ticks.size());
  int scheduled_otherwise = 0;
  for (std::size_t i = 0; i < replay.ticks.size(); ++i) {
    for (std::size_t f = 0; f < 4; ++f) {
      FootSample& foot = simulation.log.ticks[i].feet[f];
      const auto& report = replay.ticks[i].report.feet[f];
      scheduled_otherwise += foot.scheduled_stance != replay.ticks[i].report.scheduled_stance[f] ? 1 : 0;
      foot.estimated_state = static_cast<FootState>(report.state);
      for (int k = 0; k < 3; ++k) foot.estimated_force[static_cast<std::size_t>(k)] = report.force[k];
    }
  }
  EXPECT_GT(scheduled_otherwise, 1000);
  const JudgeResult judged = Judge(simulation.log);
  Say(simulation, judged);
  ExpectFinds(judged);
}

void ExpectStaysUp(const SimulationOptions& options) {
  const Simulation simulation = Simulate(options);
  Say(simulation, Judge(simulation.log));
  EXPECT_FALSE(simulation.log.fell) << "after " << simulation.log.ticks.back().time << " s";
  ExpectAllStatusesGood(simulation.summary);
  ExpectNoFalseFlags(simulation.summary);
}

TEST(CourseNotAsBelieved, TheRobotIsATenthLighter) {
  SimulationOptions options = Shortened();
  options.mass_scale = 0.9;
  ExpectStaysUp(options);
}

TEST(CourseNotAsBelieved, TheRobotIsATenthHeavier) {
  SimulationOptions options = Shortened();
  options.mass_scale = 1.1;
  ExpectStaysUp(options);
}

TEST(CourseNotAsBelieved, ThePushComesFromTheLeft) {
  SimulationOptions options = Shortened();
  options.push = -60;
  if (kSanitized) options.push_time = 3;
  ExpectStaysUp(options);
}

TEST(CourseNotAsBelieved, TheIceLiesElsewhereAndIsRougher) {
  SimulationOptions options = Shortened();
  options.ice_friction = 0.15;
  options.ice_begin = kSanitized ? 1.0 : 2.0;
  ExpectStaysUp(options);
}

}  // namespace footing::tools::course_test
