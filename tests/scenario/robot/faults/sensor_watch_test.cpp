// Faulty sensors with the plant in the loop: each raises its own flag in time, sound and degraded ones raise
// none, and what a sensor did wrong for a moment is forgotten.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/scenario/robot/streams/trot_stream.hpp"

namespace footing::tools::sensor_watch_test {

constexpr std::uint32_t kWatched =
    kTorqueStuck | kTorqueReversed | kEncoderOffset | kGyroFault | kAccelerometerFault;

RunLog LogOf(const std::vector<std::string>& errors, double duration = 4, const std::string& robot = "a1",
             std::uint64_t seed = 1) {
  SimulationOptions options;
  options.robot = robot;
  options.seed = seed;
  options.duration = duration;
  options.sensor_errors = errors;
  return Simulate(options).log;
}

std::uint32_t FlagsOf(const RunLog& log) {
  std::uint32_t flags = 0;
  for (const TickSample& tick : log.ticks) flags |= tick.flags;
  return flags & kWatched;
}

// s, from which on the flag is there.
double FirstAt(const RunLog& log, std::uint32_t flag) {
  for (const TickSample& tick : log.ticks)
    if ((tick.flags & flag) != 0) return tick.time;
  return INFINITY;
}

// All joints that are named up to `end` [s].
std::uint64_t SuspectsOf(const RunLog& log, double end) {
  std::uint64_t joints = 0;
  for (const TickSample& tick : log.ticks)
    if (tick.time <= end) joints |= tick.suspect_joints;
  return joints;
}

struct Fault {
  const char* error;
  std::uint32_t flag;
  double latest;  // s; the trot begins at 1.5
  int joint = -1;
};

class FaultySensor : public testing::TestWithParam<Fault> {};

TEST_P(FaultySensor, RaisesItsFlagAloneAndNamesItsJoint) {
  const Fault& fault = GetParam();
  const RunLog log = LogOf({fault.error});
  EXPECT_LE(FirstAt(log, fault.flag), fault.latest);
  const JointMask named = fault.joint < 0 ? 0 : BitOf(static_cast<unsigned>(fault.joint));
  EXPECT_EQ(SuspectsOf(log, fault.latest), named);
  EXPECT_EQ(SuspectsOf(log, INFINITY), named);
  EXPECT_EQ(FlagsOf(log), fault.flag);
  EXPECT_FALSE(log.fell);
}

INSTANTIATE_TEST_SUITE_P(Kinds, FaultySensor,
                         testing::Values(Fault{"torque-stuck@1:1", kTorqueStuck, 3.5, 1},
                                         Fault{"torque-stuck@11:1", kTorqueStuck, 3.5, 11},
                                         Fault{"torque-scale=-1@2:1.7", kTorqueReversed, 3.5, 2},
                                         Fault{"torque-scale=-1@6:1.7", kTorqueReversed, 3.5, 6},
                                         Fault{"encoder-offset=0.06@1", kEncoderOffset, 3.5, 1},
                                         Fault{"encoder-offset=-0.06@8", kEncoderOffset, 3.5, 8},
                                         Fault{"encoder-offset=0.055@0", kEncoderOffset, 3.5},
                                         Fault{"encoder-offset=-0.055@9", kEncoderOffset, 3.5},
                                         Fault{"gyro-bias=0.12", kGyroFault, 3.5},
                                         Fault{"gyro-stuck:1.7", kGyroFault, 1.9},
                                         Fault{"gyro-clip=0.01:1.7", kGyroFault, 1.95},
                                         Fault{"accelerometer-dead=0:1.7", kAccelerometerFault, 1.9},
                                         Fault{"accelerometer-dead=2:1.7", kAccelerometerFault, 1.9}),
                         [](const auto& of) {
                           std::string name = of.param.error;
                           std::erase_if(
                               name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
                           return name;
                         });

class SoundSensor : public testing::TestWithParam<const char*> {};

TEST_P(SoundSensor, RaisesNoFlag) {
  const std::string error = GetParam();
  const RunLog log = LogOf(error.empty() ? std::vector<std::string>{} : std::vector{error}, 6, "a1", 2);
  EXPECT_EQ(FlagsOf(log), 0u);
  for (const TickSample& tick : log.ticks) ASSERT_EQ(tick.suspect_joints, 0u);
}

INSTANTIATE_TEST_SUITE_P(Degraded, SoundSensor,
                         testing::Values("", "torque-noise=1", "torque-offset=2", "encoder-counts=4096",
                                         "accelerometer-offset=0.7", "gyro-bias=0.05", "delay=1"));

// Of a stream that was spoilt by hand for a moment. Two seconds later the control side says what it says
// without it.
class Moment : public testing::Test {
 protected:
  // A second and more is compared, as a landing that is felt one tick later has a force of its own. The
  // forces of an impact are left out: one tick later they are others.
  static constexpr int kSeconds = 6;
  static constexpr int kImpact = 20;  // ticks
  static constexpr std::size_t kBegin = 2000, kAfter = 4000, kEnd = 1000 * kSeconds;
  void SetUp() override {
    records_ = ShortTrot(kSeconds).record;
    ASSERT_EQ(records_.size(), kEnd);
    clean_ = ReplayTicks(records_);
  }
  static bool IsOpen(const FullReplay& replay, std::size_t tick, std::size_t foot) {
    return replay.ticks[tick].report.feet[foot].state == ContactState::kOpen;
  }
  void ExpectForgotten(std::size_t ticks) {
    const FullReplay spoilt = ReplayTicks(records_);
    int same = 0, all = 0, settled = 0;
    double force = 0, velocity = 0;
    std::array<int, kFeet> since{};  // ticks, since the foot's state last changed in either
    for (std::size_t i = kBegin + ticks + (kAfter - kBegin); i < kEnd; ++i) {
      const auto &now = spoilt.ticks[i].report, &then = clean_.ticks[i].report;
      ASSERT_EQ(now.flags, then.flags) << i;
      velocity = std::max<double>(velocity, (now.base_velocity - then.base_velocity).norm());
      for (std::size_t foot = 0; foot < kFeet; ++foot, ++all) {
        const bool open = IsOpen(spoilt, i, foot), should = IsOpen(clean_, i, foot);
        same += open == should ? 1 : 0;
        const bool changes = IsOpen(spoilt, i - 1, foot) != open || IsOpen(clean_, i - 1, foot) != should;
        since[foot] = changes ? 0 : since[foot] + 1;
        if (since[foot] < kImpact) continue;
        ++settled;
        force += std::abs(now.feet[foot].force[2] - then.feet[foot].force[2]);
      }
    }
    EXPECT_GE(same, 0.998 * all);
    EXPECT_GE(settled, 0.7 * all);
    EXPECT_LE(force / settled, 0.5);  // N
    EXPECT_LE(velocity, 0.02);    // m/s
  }
  Records records_;
  FullReplay clean_;
};

TEST_F(Moment, AWrongTorqueAtAKneeIsForgotten) {
  for (std::size_t i = kBegin; i < kBegin + 60; ++i) records_[i].joint_torque[5] += 25;
  ExpectForgotten(60);
}

TEST_F(Moment, ASaturatedGyroIsForgotten) {
  for (std::size_t i = kBegin; i < kBegin + 900; ++i)
    for (float& rate : records_[i].gyro) rate = 34.9f;
  ExpectForgotten(900);
}

TEST_F(Moment, OneTickOf999AtAJointIsForgotten) {
  for (const int field : {0, 1, 2}) {
    records_ = ShortTrot(kSeconds).record;
    hal::Measurement& record = records_[kBegin];
    (field == 0 ? record.joint_position : field == 1 ? record.joint_velocity : record.joint_torque)[4] = 999;
    const FullReplay spoilt = ReplayTicks(records_);
    EXPECT_TRUE(spoilt.ticks[kBegin].report.flags & kJointNotFinite) << field;
    ExpectForgotten(1);
  }
}

TEST_F(Moment, AnAccelerometerAtItsEndIsForgotten) {
  for (std::size_t i = kBegin; i < kBegin + 20; ++i)
    for (float& force : records_[i].accelerometer) force = 39 + 0.01f * static_cast<float>(i % 7);
  ExpectForgotten(20);
}

}  // namespace footing::tools::sensor_watch_test
