// The checks of a measurement: each fault has its flag, and no bad number gets through.
#include "tests/unit/estimation/sensors/steady_sensors.hpp"

namespace footing::sensor_check_test {

TEST_F(SensorCheckTest, GoodMeasurementsPassAsTheyAre) {
  const Raw raw = sensors_.Next();
  Check(raw);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.001f);
  for (unsigned j = 0; j < kJoints; ++j) {
    EXPECT_TRUE(sensed_.joint_good[j]);
    EXPECT_EQ(sensed_.joint_position[static_cast<int>(j)], raw.position[j]);
    EXPECT_EQ(sensed_.joint_velocity[static_cast<int>(j)], raw.velocity[j]);
  }
}

TEST_F(SensorCheckTest, NanInAJointCostsThatJointAlone) {
  for (const int field : {0, 1, 2}) {
    Raw raw = sensors_.Next();
    Check(raw);
    const float last_position = sensed_.joint_position[4];
    raw = sensors_.Next();
    (field == 0 ? raw.position : field == 1 ? raw.velocity : raw.torque)[4] = kNan;
    Check(raw);
    EXPECT_EQ(sensed_.flags, kJointNotFinite);
    EXPECT_FALSE(sensed_.joint_good[4]);
    EXPECT_TRUE(sensed_.joint_good[3]);
    EXPECT_EQ(sensed_.joint_velocity[4], 0.0f);
    if (field == 0) {
      EXPECT_EQ(sensed_.joint_position[4], last_position);
    }
    Check(sensors_.Next());
    EXPECT_EQ(sensed_.flags, 0u);
  }
}

TEST_F(SensorCheckTest, NanInTheVeryFirstMeasurement) {
  Raw raw = sensors_.Next();
  raw.position[0] = kNan;
  raw.attitude[1] = kNan;
  check_ = SensorCheck<kJoints, float>(Options());
  sensed_ = {};
  Check(raw);
  EXPECT_EQ(sensed_.flags, kJointNotFinite | kImuLost);
  EXPECT_EQ(sensed_.joint_position[0], 0.0f);
}

TEST_F(SensorCheckTest, AFrozenEncoderIsFoundAndFreedAgain) {
  const float stuck = 0.25f;
  int ticks = 0;
  while ((sensed_.flags & kEncoderFrozen) == 0 && ticks < 1000) {
    Raw raw = sensors_.Next();
    raw.position[7] = stuck;
    raw.torque[7] = ticks % 40 < 20 ? 5.0f : -5.0f;  // of a drive that moves the joint
    Check(raw);
    ++ticks;
  }
  EXPECT_GT(ticks, 50);
  EXPECT_LT(ticks, 1000);
  EXPECT_FALSE(sensed_.joint_good[7]);
  EXPECT_EQ(sensed_.joint_velocity[7], 0.0f);
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
}

// Dry friction holds a joint under a torque that hardly changes, while the others move. The torque's sensor
// is noisy: a drive of 100 N·m whose hip stands for a third of a second was called frozen by its noise.
TEST_F(SensorCheckTest, AJointThatFrictionHoldsIsNotFrozen) {
  std::array<float, kJoints> still{};
  still.fill(1.0f);
  check_ = SensorCheck<kJoints, float>(Options(), still);
  for (int i = 0; i < 3000; ++i) {
    Raw raw = sensors_.Next();
    raw.position[7] = 0.25f;
    raw.velocity[7] = 0.0f;
    raw.torque[7] = 2.0f + (i % 2 == 0 ? 0.4f : -0.4f) + (i / 3 % 2 == 0 ? 0.9f : -0.9f);
    Check(raw);
    ASSERT_EQ(sensed_.flags, 0u) << i;
  }
}

// Without a velocity of its own a joint has that of a filter of its position; without a measured torque, the
// one that was commanded for the period that has passed.
TEST_F(SensorCheckTest, WhatARobotDoesNotMeasureComesFromElsewhere) {
  Raw raw = sensors_.Next();
  raw.velocity_valid = raw.torque_valid = false;
  for (int i = 0; i < 400; ++i) {
    const auto moved = [](int tick) { return 0.3f + 0.002f * static_cast<float>(tick); };  // 2 rad/s
    const Raw next = sensors_.Next();
    raw.stamp = next.stamp;
    raw.attitude = next.attitude, raw.gyro = next.gyro;
    raw.position[5] = moved(i);
    raw.velocity[5] = kNan;  // not read
    raw.torque[5] = kNan;
    raw.commanded[5] = static_cast<float>(i);
    Check(raw);
    ASSERT_TRUE(sensed_.joint_good[5]);
    if (i > 0) ASSERT_EQ(sensed_.joint_torque[5], static_cast<float>(i - 1));
  }
  EXPECT_NEAR(sensed_.joint_velocity[5], 2.0f, 0.01f);
}

// A quarter turn about z and 0.1 m ahead of the base's origin.
TEST_F(SensorCheckTest, AnImuOffTheOriginIsReadInTheBasesFrame) {
  SensorCheckOptions<float> options = Options();
  const float half = std::sqrt(0.5f);
  options.imu = {{0.1f, 0.0f, 0.0f}, {half, 0.0f, 0.0f, half}};
  check_ = SensorCheck<kJoints, float>(options);
  for (int i = 0; i < 20; ++i) {
    Raw raw = sensors_.Next();
    raw.attitude = {half, 0.0f, 0.0f, half};                         // the base is level and looks along x
    raw.gyro = {0.0f, 0.0f, 3.0f + 0.001f * static_cast<float>(i)};  // ω̇ = 1 rad/s²
    // At the IMU: base's own (0, 0, g), ω × (ω × r) = −0.9 along x, ω̇ × r = 0.1 along y; in IMU axes x is the
    // base's y.
    raw.acceleration = {0.1f, 0.9f, kGravity + 0.001f * static_cast<float>(i % 2)};
    Check(raw);
  }
  EXPECT_NEAR(sensed_.attitude.w(), 1.0f, 1e-6f);
  EXPECT_NEAR(sensed_.gyro[2], 3.02f, 1e-2f);
  EXPECT_NEAR(sensed_.accelerometer[0], 0.0f, 0.02f);
  EXPECT_NEAR(sensed_.accelerometer[1], 0.0f, 0.01f);
  EXPECT_NEAR(sensed_.accelerometer[2], kGravity, 0.01f);
}

// Nor where one of them gives a wrong sample, which looks like 8 rad of travel.
TEST_F(SensorCheckTest, ARobotAtRestHasNoFrozenEncoders) {
  Raw still = sensors_.Next();
  Check(still);
  for (int i = 0; i < 1000; ++i) {
    const Raw next = sensors_.Next();
    still.stamp = next.stamp;
    still.gyro = next.gyro;
    still.acceleration = next.acceleration;
    Raw raw = still;
    if (i == 500) raw.position[4] += 4.0f;
    Check(raw);
    ASSERT_EQ(sensed_.flags, i == 500 || i == 501 ? kJointNotFinite : 0u) << i;
  }
}

TEST_F(SensorCheckTest, TheImuIsLostWhenInvalidNotFiniteOfNoLengthOrRepeating) {
  Raw raw = sensors_.Next();
  raw.imu_valid = false;
  Check(raw);
  EXPECT_EQ(sensed_.flags, kImuLost);
  EXPECT_EQ(sensed_.gyro.norm(), 0.0f);
  EXPECT_NEAR(sensed_.accelerometer[2], kGravity, 1e-5f);
  raw = sensors_.Next();
  raw.acceleration[1] = kNan;
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
    raw.acceleration = sensors_.raw().acceleration = {0, 0, kGravity};
    Check(raw);
  }
  EXPECT_EQ(sensed_.flags, kImuLost);
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
}

TEST_F(SensorCheckTest, AnImuWithoutNoiseIsBelievedWhereThatIsSaid) {
  check_ = SensorCheck<kJoints, float>({.gravity = kGravity, .imu_repeats = 0});
  for (int i = 0; i < 100; ++i) {
    Raw raw = sensors_.Next();
    raw.gyro = {};
    Check(raw);
    ASSERT_EQ(sensed_.flags, 0u) << i;
  }
}

// A force that cannot be is not used, and said; those of the other feet are.
TEST(SensorCheckOfFeet, TakesWhatIsValidAndCanBe) {
  using Feet = SensorCheck<kJoints, float, float, 3>;
  Feet check({.gravity = kGravity, .largest_force = 800});
  Sensed<kJoints, float, 3> sensed;
  Feet::Raw raw;
  raw.attitude[0] = 1;
  raw.dt = 0.001f;
  raw.foot_force = {{{1, 2, 3}, {4, -800, 6}, {7, 8, 9}}};
  check.Check(raw, sensed);
  EXPECT_EQ(sensed.feet.valid, 0u);
  raw.foot_force_valid = 0xfffffffau;  // of the feet that the robot has: the second
  check.Check(raw, sensed);
  EXPECT_EQ(sensed.feet.valid, 2u);
  EXPECT_EQ(sensed.feet.force[1], Vector3<float>(4, -800, 6));
  EXPECT_EQ(sensed.flags & kFootForceLost, 0u);
  raw.foot_force_valid = 7;
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), 801.0f, -std::numeric_limits<float>::infinity()}) {
    raw.foot_force[0][1] = bad;
    check.Check(raw, sensed);
    EXPECT_EQ(sensed.feet.valid, 6u);
    EXPECT_NE(sensed.flags & kFootForceLost, 0u);
    EXPECT_EQ(sensed.flags & kNotMeasured, 0u);
  }
}

}  // namespace footing::sensor_check_test
