// The plan that the example controller tells the tracker: of the gait, and what the course makes of it where
// it is wrong, absent, or right.
#include <gtest/gtest.h>

#include "firmware/controllers/trot/gait.hpp"
#include "tests/support/trials.hpp"
#include "tools/footing/simulate/judge/judge.hpp"
#include "tools/footing/simulate/simulate.hpp"

namespace footing::tools::plan_test {

constexpr double kEdge = 0.02;  // s

TEST(GaitPlan, IsSureInTheMidstAndSaysNothingAtASwitch) {
  const Gait<double> gait{GaitKind::kTrot, 0.5, 0.6};  // stance 0.3 s, swing 0.2 s
  const auto at = [&gait](double time) { return gait.Plan(time / 0.5, kEdge); };
  for (const double time : {0.02, 0.1, 0.15, 0.28}) EXPECT_NEAR(at(time), 1, 1e-12) << time;
  for (const double time : {0.32, 0.4, 0.48}) EXPECT_NEAR(at(time), -1, 1e-12) << time;
  EXPECT_NEAR(at(0), 0, 1e-12);
  EXPECT_NEAR(at(0.3), 0, 1e-12);
  EXPECT_NEAR(at(0.005), 0.25, 1e-12);
  EXPECT_NEAR(at(0.29), 0.5, 1e-12);
  EXPECT_NEAR(at(0.31), -0.5, 1e-12);
  EXPECT_NEAR(at(0.495), -0.25, 1e-12);
}

SimulationOptions Walk() {
  SimulationOptions options;
  options.seed = 13;
  options.duration = kSanitized ? 4 : 12.5;
  return options;
}

JudgeResult Judged(const SimulationOptions& options) {
  const Simulation simulation = Simulate(options);
  EXPECT_FALSE(simulation.log.fell);
  return Judge(simulation.log);
}

// Told 0 while the robot stands, and where it tells nothing.
TEST(Plan, IsOfTheStepsAlone) {
  SimulationOptions options = Walk();
  options.duration = 3;
  for (const bool tells : {true, false}) {
    options.control.tells_plan = tells;
    const Simulation simulation = Simulate(options);
    int planned = 0;
    for (const TickSample& tick : simulation.log.ticks) {
      for (const FootSample& foot : tick.feet) {
        EXPECT_LE(std::abs(foot.planned), 1);
        if (foot.planned != 0) EXPECT_EQ(foot.planned > 0, foot.scheduled_stance);
        if (tick.time < 1.4) EXPECT_EQ(foot.planned, 0) << tick.time;
        planned += foot.planned != 0 ? 1 : 0;
      }
    }
    if (tells)
      EXPECT_GT(planned, 5000);
    else
      EXPECT_EQ(planned, 0);
  }
}

TEST(Plan, MayBeWrongByThirtyMilliseconds) {
  SimulationOptions options = Walk();
  for (const double delay : {-0.03, 0.03}) {
    options.control.plan_delay = delay;
    EXPECT_GE(Judged(options).estimator.accuracy, 0.98) << delay;
  }
}

TEST(Plan, IsNotNeeded) {
  SimulationOptions options = Walk();
  options.control.tells_plan = false;
  EXPECT_GE(Judged(options).estimator.accuracy, 0.99);
}

#if FOOTING_HAS_MUJOCO
// With encoders of 4,096 counts the rates are noisy, and so are the forces. Over these three seeds the plan
// gains 0.27 points.
TEST(Plan, FindsFeetWhoseForceIsNoisy) {
  if (!kFullRun) GTEST_SKIP() << "run by the optimized build of GCC";
  double gain = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SimulationOptions options = Walk();
    options.plant = "mujoco";
    options.sensor_errors = {"encoder-counts=4096"};
    options.seed = seed;
    gain += Judged(options).estimator.accuracy / 3;
    options.control.tells_plan = false;
    gain -= Judged(options).estimator.accuracy / 3;
  }
  EXPECT_GE(gain, 0.0015);
}
#endif

}  // namespace footing::tools::plan_test
