// Which samples are used, and what time has passed between them: by stamp and by dt.
#include "tests/unit/estimation/sensors/steady_sensors.hpp"

namespace footing::sensor_check_test {

TEST_F(SensorCheckTest, LateMissedAndDoubledTicks) {
  Raw raw = sensors_.Next();
  raw.stamp.time_us += 900;
  sensors_.raw().stamp.time_us += 900;
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
  Raw late = sensors_.Next();
  late.stamp.time_us += 600;
  Check(late);
  EXPECT_EQ(sensed_.flags, kTickLate);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.0016f);
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, kTickDoubled);
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.0014f);

  const Raw second = sensors_.Next();
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
    Raw& raw = sensors_.raw();
    sensors_.Next();
    raw.stamp.time_us -= 600;
    Check(raw);
    EXPECT_EQ(sensed_.flags & kSourceStill, 0u);
    doubled += (sensed_.flags & kTickDoubled) != 0 ? 1 : 0;
  }
  EXPECT_EQ(doubled, 50);
}

TEST_F(SensorCheckTest, ALongSilenceIsBridgedByFivePeriodsAtMost) {
  sensors_.raw().stamp.sequence += 5000;
  sensors_.raw().stamp.time_us += 5000000;
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, kTickLate | kTickMissed);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.005f);
}

TEST_F(SensorCheckTest, TheClockMayWrap) {
  sensors_.raw().stamp.time_us = 0xffffffffu - 400u;
  sensors_.raw().stamp.sequence = 0xfffffffeu;
  check_ = SensorCheck<kJoints, float>(Options());
  sensed_ = {};
  Check(sensors_.Next());
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, 0u);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.001f);
}

// ---- without a stamp, by dt alone ----------------------------------------------------------------

class ByDt : public SensorCheckTest {
 protected:
  void Next(float dt) {
    Raw raw = sensors_.Next();
    raw.stamp = {};
    raw.dt = dt;
    Check(raw);
  }
};

TEST_F(ByDt, DtIsTakenAsItIs) {
  for (const float dt : {0.001f, 0.0011f, 0.0009f, 0.00051f}) {
    Next(dt);
    EXPECT_EQ(sensed_.flags, 0u) << dt;
    EXPECT_EQ(sensed_.dt, dt);
  }
}

TEST_F(ByDt, ItIsLateBeyondOneAndAHalfPeriodsAndBridgesFive) {
  Next(0.0016f);
  EXPECT_EQ(sensed_.flags, kTickLate);
  EXPECT_EQ(sensed_.dt, 0.0016f);
  for (const float dt : {1.0f, std::numeric_limits<float>::infinity()}) {
    Next(dt);
    EXPECT_EQ(sensed_.flags, kTickLate);
    EXPECT_FLOAT_EQ(sensed_.dt, 0.005f);
  }
  Next(0.001f);
  EXPECT_EQ(sensed_.flags, 0u);
}

TEST_F(ByDt, TimeOfSamplesThatWereNotUsedIsNotLost) {
  Next(0.0004f);
  EXPECT_EQ(sensed_.flags, kTickDoubled);
  EXPECT_EQ(sensed_.dt, 0.0f);
  Next(0.0008f);
  EXPECT_EQ(sensed_.flags, 0u);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.0012f);
}

TEST_F(ByDt, ATimeThatDoesNotPassIsASourceThatIsStill) {
  for (const float dt : {0.0f, -1.0f, kNan, 0.0f}) {
    Next(dt);
    EXPECT_EQ(sensed_.flags, kTickDoubled);
  }
  Next(kNan);
  EXPECT_EQ(sensed_.flags, kTickDoubled | kSourceStill);
  for (const bool good : sensed_.joint_good) EXPECT_FALSE(good);
  Next(0.001f);
  EXPECT_EQ(sensed_.flags, 0u);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.001f);
}

TEST_F(ByDt, TheFirstIsOnePeriod) {
  check_ = SensorCheck<kJoints, float>(Options());
  sensed_ = {};
  Next(kNan);
  EXPECT_EQ(sensed_.flags, 0u);
  EXPECT_FLOAT_EQ(sensed_.dt, 0.001f);
}

TEST_F(SensorCheckTest, OfAnotherPeriod) {
  check_ = SensorCheck<kJoints, float>({.period = 0.002f, .gravity = kGravity});
  for (int i = 0; i < 10; ++i) {
    sensors_.raw().stamp.time_us += kPeriodUs;
    Check(sensors_.Next());
    EXPECT_EQ(sensed_.flags, 0u);
    EXPECT_FLOAT_EQ(sensed_.dt, 0.002f);
  }
  sensors_.raw().stamp.time_us += 2 * kPeriodUs + 1;
  Check(sensors_.Next());
  EXPECT_EQ(sensed_.flags, kTickLate);
}

}  // namespace footing::sensor_check_test
