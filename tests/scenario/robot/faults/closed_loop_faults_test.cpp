// Faults with the plant in the loop: short ones do not fell the robot, long ones may, and the
// loop goes on either way.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tools/footing/simulate/simulate.hpp"

namespace footing::tools::closed_loop_faults_test {

class ClosedLoopFault : public testing::TestWithParam<const char*> {
 protected:
  Simulation Run(double begin, double duration) {
    SimulationOptions options;
    options.duration = 3.2;
    options.fault = FaultSpec{GetParam(), begin, duration, 7};
    return Simulate(options);
  }
};

std::uint32_t FlagOf(const std::string& kind) {
  if (kind == "nan") return kJointNotFinite;
  if (kind == "frozen") return kEncoderFrozen;
  if (kind == "imu") return kImuLost;
  if (kind == "doubled") return kTickDoubled;
  if (kind == "upside-down") return kUpsideDown;
  if (kind == "late") return kTickLate;  // none skipped
  return kTickLate | kTickMissed;
}

TEST_P(ClosedLoopFault, ThatIsShortDoesNotFellTheRobot) {
  const Simulation run = Run(2.2, 0.002);
  EXPECT_FALSE(run.log.fell);
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < run.log.ticks.size(); ++i) {
    const std::uint32_t flags = run.log.ticks[i].flags & ~kSolveDegraded;
    seen |= flags;
    if (i < 2195 || i > 2205) {
      EXPECT_EQ(flags, 0u) << "tick " << i;
    }
  }
  // Two ticks are too short for an encoder to be called frozen.
  const bool findable = std::string(GetParam()) != "frozen";
  EXPECT_EQ(seen & ~kFallback, findable ? FlagOf(GetParam()) : 0u);
}

TEST_P(ClosedLoopFault, ThatIsLongHasItsFlagToTheEnd) {
  const Simulation run = Run(2.0, 1.0);
  EXPECT_EQ(run.summary.ticks, run.record.size());
  const std::uint32_t wanted = FlagOf(GetParam());
  EXPECT_TRUE(std::any_of(run.log.ticks.begin(), run.log.ticks.end(),
                          [wanted](const TickSample& tick) { return (tick.flags & wanted) == wanted; }));
  if (run.log.fell) {
    EXPECT_EQ(run.log.ticks.back().flags & wanted, wanted);
  }
  for (const TickSample& tick : run.log.ticks) {
    for (const FootSample& foot : tick.feet) {
      for (const float force : foot.estimated_force) ASSERT_TRUE(std::isfinite(force));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ClosedLoopFault,
                         testing::Values("nan", "frozen", "imu", "late", "missed", "doubled", "upside-down"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace footing::tools::closed_loop_faults_test
