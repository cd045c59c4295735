// Stage 1's checks and the safe torque: each fault has its flag, and no bad number gets through.
#include "firmware/sensing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "firmware/fallback.hpp"
#include "hal/board.hpp"

namespace footing::sensing_test {

constexpr float kGravity = 1.62f;  // m/s², the Moon's: no constant of the Earth passes for it
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// A robot in steady motion whose sensors all work.
class Sensors {
 public:
  hal::Measurement Next() {
    ++raw_.sequence;
    raw_.time_us += hal::kPeriodUs;
    const auto t = static_cast<float>(raw_.sequence);
    for (unsigned j = 0; j < kJoints; ++j) {
      raw_.joint_position[j] = 0.001f * t + 0.1f * static_cast<float>(j);
      raw_.joint_velocity[j] = 1.0f + 0.1f * static_cast<float>(j);
      raw_.joint_torque[j] = 2.0f;
    }
    for (unsigned k = 0; k < 3; ++k) raw_.gyro[k] = 0.001f * t;
    raw_.attitude[0] = 1.0f;
    raw_.accelerometer[2] = kGravity;
    raw_.valid = hal::kImuValid;
    raw_.operator_input.mode = hal::OperatorMode::kStand;
    return raw_;
  }
  hal::Measurement& raw() { return raw_; }

 private:
  hal::Measurement raw_{};
};

class SensorCheckTest : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 10; ++i) Check(sensors_.Next());
    ASSERT_EQ(sensed_.flags, 0u);
  }
  void Check(const hal::Measurement& raw) {
    check_.Check(raw, &sensed_);
    for (unsigned j = 0; j < kJoints; ++j) {
      const auto row = static_cast<int>(j);
      ASSERT_TRUE(std::isfinite(sensed_.joint_position[row]) && std::isfinite(sensed_.joint_velocity[row]) &&
                  std::isfinite(sensed_.joint_torque[row]));
      ASSERT_TRUE(std::isfinite(SafeTorque(sensed_)[j]));
    }
    ASSERT_NEAR(sensed_.attitude.norm(), 1.0f, 1e-5f);
    ASSERT_TRUE(std::isfinite(sensed_.gyro.sum() + sensed_.accelerometer.sum()));
  }

  Sensors sensors_;
  SensorCheck<float> check_{kGravity};
  Sensed<float> sensed_;
};

TEST_F(SensorCheckTest, GoodMeasurementsPassAsTheyAre) {
  const hal::Measurement raw = sensors_.Next();
  Check(raw);
  EXPECT_EQ(sensed_.sequence, raw.sequence);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.001f);
  for (unsigned j = 0; j < kJoints; ++j) {
    EXPECT_TRUE(sensed_.joint_good[j]);
    EXPECT_EQ(sensed_.joint_position[static_cast<int>(j)], raw.joint_position[j]);
    EXPECT_EQ(sensed_.joint_velocity[static_cast<int>(j)], raw.joint_velocity[j]);
  }
}

TEST_F(SensorCheckTest, NanInAJointCostsThatJointAlone) {
  for (const int field : {0, 1, 2}) {
    hal::Measurement raw = sensors_.Next();
    Check(raw);
    const float last_position = sensed_.joint_position[4];
    raw = sensors_.Next();
    (field == 0 ? raw.joint_position : field == 1 ? raw.joint_velocity : raw.joint_torque)[4] = kNan;
    Check(raw);
    EXPECT_EQ(sensed_.flags, kJointNotFinite);
    EXPECT_FALSE(sensed_.joint_good[4]);
    EXPECT_TRUE(sensed_.joint_good[3]);
    EXPECT_EQ(sensed_.joint_velocity[4], 0.0f);
    if (field == 0) {
      EXPECT_EQ(sensed_.joint_position[4], last_position);
    }
    const auto torque = SafeTorque(sensed_);
    EXPECT_EQ(torque[4], 0.0f);
    EXPECT_EQ(torque[3], -kSafeDamping<float> * sensed_.joint_velocity[3]);
    Check(sensors_.Next());
    EXPECT_EQ(sensed_.flags, 0u);
  }
}

TEST_F(SensorCheckTest, NanInTheVeryFirstMeasurement) {
  hal::Measurement raw = sensors_.Next();
  raw.joint_position[0] = kNan;
  raw.attitude[1] = kNan;
  check_ = SensorCheck<float>(kGravity);
  Check(raw);
  EXPECT_EQ(sensed_.flags, kJointNotFinite | kImuLost);
  EXPECT_EQ(sensed_.joint_position[0], 0.0f);
}

TEST_F(SensorCheckTest, AFrozenEncoderIsFoundAndFreedAgain) {
  const float stuck = 0.25f;
  int ticks = 0;
  while ((sensed_.flags & kEncoderFrozen) == 0 && ticks < 1000) {
    hal::Measurement raw = sensors_.Next();
    raw.joint_position[7] = stuck;
    Check(raw);
    ++ticks;
  }
  EXPECT_GT(ticks, 50);
  EXPECT_LT(ticks, 1000);
  EXPECT_FALSE(sensed_.joint_good[7]);
  EXPECT_EQ(sensed_.joint_velocity[7], 0.0f);
  EXPECT_EQ(SafeTorque(sensed_)[7], 0.0f);
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
}

// Nor where one of them gives a wrong sample, which looks like 8 rad of travel.
TEST_F(SensorCheckTest, ARobotAtRestHasNoFrozenEncoders) {
  hal::Measurement still = sensors_.Next();
  Check(still);
  for (int i = 0; i < 1000; ++i) {
    const hal::Measurement next = sensors_.Next();
    still.sequence = next.sequence;
    still.time_us = next.time_us;
    still.gyro[0] = next.gyro[0];
    hal::Measurement raw = still;
    if (i == 500) raw.joint_position[4] += 4.0f;
    Check(raw);
    ASSERT_EQ(sensed_.flags, 0u) << i;
  }
}

TEST_F(SensorCheckTest, TheImuIsLostWhenInvalidNotFiniteOfNoLengthOrRepeating) {
  hal::Measurement raw = sensors_.Next();
  raw.valid = 0;
  Check(raw);
  EXPECT_EQ(sensed_.flags, kImuLost);
  EXPECT_EQ(sensed_.gyro.norm(), 0.0f);
  EXPECT_NEAR(sensed_.accelerometer[2], kGravity, 1e-5f);
  raw = sensors_.Next();
  raw.accelerometer[1] = kNan;
  Check(raw);
  EXPECT_EQ(sensed_.flags, kImuLost);
  raw = sensors_.Next();
  raw.attitude[0] = 0.0f;
  Check(raw);
  EXPECT_EQ(sensed_.flags, kImuLost);
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
  const float gyro = sensors_.raw().gyro[0];
  for (int i = 0; i < 20; ++i) {
    raw = sensors_.Next();
    for (float& rate : raw.gyro) rate = gyro;
    Check(raw);
  }
  EXPECT_EQ(sensed_.flags, kImuLost);
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
}

TEST_F(SensorCheckTest, LateMissedAndDoubledTicks) {
  hal::Measurement raw = sensors_.Next();
  raw.time_us += 900;
  sensors_.raw().time_us += 900;
  Check(raw);
  EXPECT_EQ(sensed_.flags, kTickLate);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.0019f);

  sensors_.Next();
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, kTickLate | kTickMissed);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.002f);

  Check(sensors_.raw());
  EXPECT_EQ(sensed_.flags, kTickDoubled);
  EXPECT_EQ(sensed_.dt, 0.0f);

  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.001f);
}

// What was dropped is no measure of time: of three readings, one late or two exchanged, all of the time that
// passed is in dt.
TEST_F(SensorCheckTest, TimeRunsFromTheLastMeasurementThatWasUsed) {
  hal::Measurement late = sensors_.Next();
  late.time_us += 600;
  Check(late);
  EXPECT_EQ(sensed_.flags, kTickLate);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.0016f);
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, kTickDoubled);
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.0014f);

  const hal::Measurement second = sensors_.Next();
  Check(sensors_.Next());
  EXPECT_FLOAT_EQ(sensed_.dt, 0.002f);
  Check(second);
  EXPECT_EQ(sensed_.flags, kTickDoubled);
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.001f);
}

TEST_F(SensorCheckTest, ASourceThatIsTooFastIsHeardEverySecondTime) {
  int doubled = 0;
  for (int i = 0; i < 100; ++i) {
    hal::Measurement& raw = sensors_.raw();
    sensors_.Next();
    raw.time_us -= 600;
    Check(raw);
    EXPECT_EQ(sensed_.flags & kSourceStill, 0u);
    doubled += (sensed_.flags & kTickDoubled) != 0 ? 1 : 0;
  }
  EXPECT_EQ(doubled, 50);
}

TEST_F(SensorCheckTest, ALongSilenceIsBridgedByFivePeriodsAtMost) {
  sensors_.raw().sequence += 5000;
  sensors_.raw().time_us += 5000000;
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, kTickLate | kTickMissed);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.005f);
}

TEST_F(SensorCheckTest, TheClockMayWrap) {
  sensors_.raw().time_us = 0xffffffffu - 400u;
  sensors_.raw().sequence = 0xfffffffeu;
  check_ = SensorCheck<float>(kGravity);
  Check(sensors_.Next());
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.001f);
}

TEST_F(SensorCheckTest, AnOperatorsNanMeansStand) {
  hal::Measurement raw = sensors_.Next();
  raw.operator_input = {hal::OperatorMode::kTrot, kNan, 0.0f, 0.0f};
  Check(raw);
  EXPECT_EQ(sensed_.operator_input.mode, hal::OperatorMode::kStand);
  EXPECT_EQ(sensed_.operator_input.forward_speed, 0.0f);
}

TEST_F(SensorCheckTest, AnOperatorsNanLeavesTheWishToDamp) {
  hal::Measurement raw = sensors_.Next();
  raw.operator_input = {hal::OperatorMode::kDamp, 0.0f, 0.0f, kNan};
  Check(raw);
  EXPECT_EQ(sensed_.operator_input.mode, hal::OperatorMode::kDamp);
  EXPECT_EQ(sensed_.operator_input.yaw_rate, 0.0f);
}

TEST(SafeTorque, DampsJointsThatAreGoodAndLeavesTheRest) {
  Sensed<double> sensed;
  for (int j = 0; j < kJoints; ++j) sensed.joint_velocity[j] = j - 3.0;
  sensed.joint_good.fill(true);
  sensed.joint_good[1] = false;
  const auto torque = SafeTorque(sensed);
  for (unsigned j = 0; j < kJoints; ++j) {
    EXPECT_EQ(torque[j], j == 1 ? 0.0 : -kSafeDamping<double> * (static_cast<double>(j) - 3.0));
  }
}

}  // namespace footing::sensing_test
