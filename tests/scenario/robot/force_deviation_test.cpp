// What the tracker states of its forces, against the truth of the plants.
#include <gtest/gtest.h>

#include "tests/support/trials.hpp"
#include "tools/footing/simulate/course.hpp"
#include "tools/footing/simulate/judge/judge.hpp"
#include "tools/footing/simulate/simulate.hpp"

namespace footing::tools::force_deviation_test {

JudgeResult Judged(SimulationOptions options) {
  const Simulation simulation = Simulate(options);
  EXPECT_FALSE(simulation.log.fell);
  return Judge(simulation.log);
}

class StatedDeviations : public testing::TestWithParam<std::string> {};

// Of a normal distribution 4.6 % are beyond two deviations. Over these robots, gaits and plants it is 1.9 to
// 6.4 %; the deviation that was stated before, of the torques alone, had 0.2 % of settled feet and 20 to 27 %
// in the first 20 ms of a load.
TEST_P(StatedDeviations, AreThoseOfTheForces) {
  if (!kFullRun) GTEST_SKIP() << "run by the optimized build of GCC";
  for (const char* robot : {"a1", "go2", "anymal_c"}) {
    for (const GaitKind gait : {GaitKind::kTrot, GaitKind::kWalk}) {
      SimulationOptions options;
      options.robot = robot;
      options.plant = GetParam();
      options.scenario.gait = gait;
      options.seed = 21;
      const StateFigures state = Judged(options).state;
      const double beyond = static_cast<double>(state.far_forces) / static_cast<double>(state.forces);
      EXPECT_GT(beyond, 0.01) << robot;
      EXPECT_LT(beyond, 0.08) << robot;
    }
  }
}

#if FOOTING_HAS_MUJOCO
INSTANTIATE_TEST_SUITE_P(Plants, StatedDeviations, testing::Values("footing", "mujoco"),
                         [](const auto& param) { return param.param; });

// A G1 that is pulled sideways puts a foot down with 7 % of its weight, on straight legs, whose joints say
// nothing of it. (It was called open for three seconds, also when it carried a third of the weight: 81 % of
// the foot-ticks were right, of a threshold 92 %. One run in eight still has 88.)
TEST(PulledHumanoid, FindsAFootThatItsJointsDoNotTell) {
  if (!kFullRun) GTEST_SKIP() << "run by the optimized build of GCC";
  double right = 0, rival = 0;
  for (std::uint64_t seed = 811; seed < 815; ++seed) {
    SimulationOptions options;
    options.robot = "g1";
    options.plant = "mujoco";
    options.seed = seed;
    const JudgeResult judged = Judged(PulledCourse(options));
    right += judged.estimator.accuracy / 4;
    rival += judged.rival.accuracy / 4;
  }
  EXPECT_GE(right, 0.97);
  EXPECT_GT(right, rival);
}
#else
INSTANTIATE_TEST_SUITE_P(Plants, StatedDeviations, testing::Values("footing"));
#endif

}  // namespace footing::tools::force_deviation_test
