// The measurements of a replay as text, read back and tracked by dt, give what the control side computed, to
// the bit.
#include "tools/footing/files/replay_csv.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>

#include "core/estimation/foot_tracker.hpp"
#include "tests/scenario/robot/streams/trot_stream.hpp"

namespace footing::tools::replay_csv_test {

TEST(MeasurementCsv, TrackedAgainIsTheSameToTheBit) {
  const Simulation run = ShortTrot(2);
  const auto ticks = ReplayTicks(run.record).ticks;
  std::stringstream log;
  MeasurementCsv csv(log, RobotNamed("a1").figures);
  for (std::size_t i = 0; i < ticks.size(); ++i) csv.Add(run.record[i], SampleOf(ticks[i].report));

  std::string line;
  ASSERT_TRUE(std::getline(log, line));
  EXPECT_EQ(line.substr(0, 8), "t,q0,q1,");
  const auto tracker = std::make_unique<FootTracker<robots::A1, float>>();
  double last = 0;
  int planned = 0;  // ticks
  for (const ReplayedTick& tick : ticks) {
    ASSERT_TRUE(std::getline(log, line));
    std::istringstream row(line);
    std::vector<double> x;
    for (std::string number; std::getline(row, number, ',');) x.push_back(std::stod(number));
    ASSERT_EQ(x.size(), 63u);
    FootTracker<robots::A1, float>::Measurement m;
    std::size_t next = 1;
    const auto take = [&](auto* numbers) {
      for (float& number : *numbers) number = static_cast<float>(x[next++]);
    };
    take(&m.position), take(&m.velocity), take(&m.torque), take(&m.attitude), take(&m.gyro);
    take(&m.acceleration), take(&m.commanded);
    FootTracker<robots::A1, float>::Plan plan;
    take(&plan);
    planned += plan[0] != 0 ? 1 : 0;
    m.dt = static_cast<float>(x[0] - last);
    last = x[0];
    const auto& now = tracker->Update(m, plan);
    ASSERT_EQ(now.flags, tick.report.flags);
    ASSERT_EQ(now.base_velocity, tick.report.base_velocity);
    for (std::size_t foot = 0; foot < 4; ++foot) {
      ASSERT_EQ(now.feet[foot].state, tick.report.feet[foot].state);
      ASSERT_EQ(now.feet[foot].force, tick.report.feet[foot].force);
      ASSERT_EQ(now.feet[foot].predicted_force, tick.report.feet[foot].predicted_force);
    }
  }
  EXPECT_FALSE(std::getline(log, line));
  EXPECT_GT(planned, 100);
}

// Behind them the forces that the feet measure, which are nan where they are not valid.
TEST(MeasurementCsv, HasTheMeasuredForces) {
  SimulationOptions options;
  options.duration = 0.01;
  options.foot_force_sigma = 2;
  Simulation run = Simulate(options);
  run.record[3].valid &= ~hal::FootForceValid(1);
  const auto ticks = ReplayTicks(run.record).ticks;
  std::stringstream log;
  MeasurementCsv csv(log, RobotNamed("a1").figures, true);
  for (std::size_t i = 0; i < ticks.size(); ++i) csv.Add(run.record[i], SampleOf(ticks[i].report));
  std::string line;
  ASSERT_TRUE(std::getline(log, line));
  EXPECT_NE(line.find(",commanded11,planned0,planned1,planned2,planned3,FR_foot_measured_x,FR_foot_measured_"
                      "y,FR_foot_measured_z,FL_foot_"),
            std::string::npos);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    ASSERT_TRUE(std::getline(log, line));
    std::istringstream row(line);
    std::vector<std::string> x;
    for (std::string number; std::getline(row, number, ',');) x.push_back(number);
    ASSERT_EQ(x.size(), 63u + 12u);
    for (std::size_t k = 0; k < 12; ++k) {
      if (i == 3 && k / 3 == 1)
        EXPECT_EQ(x[63 + k], "nan");
      else
        EXPECT_EQ(std::stof(x[63 + k]), run.record[i].foot_force[k / 3][k % 3]);
    }
  }
}

}  // namespace footing::tools::replay_csv_test
