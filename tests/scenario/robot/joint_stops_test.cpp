// A joint near the end of its range is pushed back, and a robot that hung from a crane stands again.
#include "firmware/controllers/joint_stops.hpp"

#include <gtest/gtest.h>

#include "tests/support/trials.hpp"
#include "tools/footing/simulate/judge/judge.hpp"
#include "tools/footing/simulate/simulate.hpp"

namespace footing::tools::joint_stops_test {

TEST(JointStops, PushBackFromTheEndsAlone) {
  const BodyUnits<double> units{0.25, 0.16, 100};  // 25 N·m
  JointLimits<double> limits;
  const auto torque = [&](double position, double velocity) {
    return StopTorque(FreeRangeOf(limits), units, position, velocity);
  };
  EXPECT_EQ(torque(1e6, 3), 0);  // a joint without limits
  limits.lower = -1, limits.upper = 2;
  for (const double position : {-0.9, 0.0, 1.9}) EXPECT_EQ(torque(position, 5), 0) << position;
  EXPECT_NEAR(torque(1.95, 0), -5, 1e-12);
  EXPECT_NEAR(torque(2, 0), -10, 1e-12);
  EXPECT_NEAR(torque(-1.05, 0), 15, 1e-12);
  EXPECT_NEAR(torque(2, 1), -10.4, 1e-12);  // on its way out
  limits.lower = 1.5;                       // a joint of a short range has as much of it free
  EXPECT_EQ(torque(1.95, 5), 0);
  EXPECT_NEAR(torque(1.96, 0), -1, 1e-12);
}

// A leg that seeks the ground in the air goes no further than its knee may, and is felt as open.
TEST(JointStops, ARobotThatHungFromACraneStandsAgain) {
  if (kSanitized) GTEST_SKIP() << "too slow with sanitizers";
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    SimulationOptions options;
    options.seed = seed;
    options.duration = 9;
    options.scenario.crane = CraneTimes{3, 7};
    const Simulation simulation = Simulate(options);
    EXPECT_FALSE(simulation.log.fell) << seed;
    EXPECT_GE(Judge(simulation.log).estimator.accuracy, 0.985) << seed;
  }
}

}  // namespace footing::tools::joint_stops_test
