// Each error of the sensors on a truth made by hand: what is measured is worked out from the truth and from
// the measurement without the error, which draws the same noise.
#include "hal/host_sim/sensor_errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "firmware/robots/a1/model.hpp"
#include "hal/host_sim/sensors.hpp"
#include "tools/footing/simulate/scenario/sensor_option.hpp"

namespace footing::tools::sensor_errors_test {

constexpr int kJoints = 12;
constexpr int kTicks = 400;
constexpr double kStep = 0.25e-3;  // s, four a tick

// All joints and the base swing, each in its own way.
hal::PlantSample TruthAt(double time) {
  hal::PlantSample truth{};
  truth.joints = kJoints;
  truth.base_attitude = {1, 0, 0, 0};
  for (std::size_t j = 0; j < kJoints; ++j) {
    const auto own = static_cast<double>(j + 1);
    truth.joint_position[j] = 0.5 * std::sin(3 * time + own);
    truth.joint_torque[j] = 5 * std::cos(4 * time + own);
  }
  truth.base_angular_velocity = {std::sin(5 * time), 2 * std::cos(3 * time), -0.5};
  truth.specific_force = {std::cos(2 * time), 1, 9.81};
  return truth;
}

std::vector<hal::Measurement> Measured(const std::vector<std::string>& errors) {
  const RobotFigures a1 = FiguresOf<robots::A1>();
  hal::SensorOptions options;
  options.joints = kJoints;
  options.torque_sigma.fill(0.2);
  options.torque_bias.fill(0.3);
  for (const std::string& error : errors) options.errors.push_back(ParseSensorError(error, &a1));
  hal::Sensors sensors(options, 1);
  std::vector<hal::Measurement> measured;
  hal::Measurement now{};
  for (int tick = 0; tick < kTicks; ++tick) {
    hal::PlantSample truth{};
    for (int step = 1; step <= 4; ++step) {
      truth = TruthAt(kStep * (4 * tick + step));
      sensors.Step(truth, kStep);
    }
    now.sequence = static_cast<std::uint32_t>(tick + 1);
    now.time_us = 1000 * now.sequence;
    sensors.Sample(truth, &now);
    measured.push_back(now);
  }
  return measured;
}

struct Fields {
  bool position = true, velocity = true, torque = true, gyro = true, accelerometer = true, attitude = true;
};

// To the bit, except for joint `but` and the fields that are false.
void ExpectSame(const hal::Measurement& a, const hal::Measurement& b, int but = -1, Fields same = {}) {
  for (int j = 0; j < kJoints; ++j) {
    if (j == but) continue;
    EXPECT_TRUE(!same.position || a.joint_position[j] == b.joint_position[j]) << j;
    EXPECT_TRUE(!same.velocity || a.joint_velocity[j] == b.joint_velocity[j]) << j;
    EXPECT_TRUE(!same.torque || a.joint_torque[j] == b.joint_torque[j]) << j;
  }
  for (int k = 0; k < 3; ++k) {
    EXPECT_TRUE(!same.gyro || a.gyro[k] == b.gyro[k]) << k;
    EXPECT_TRUE(!same.accelerometer || a.accelerometer[k] == b.accelerometer[k]) << k;
  }
  for (int k = 0; k < 4; ++k) EXPECT_TRUE(!same.attitude || a.attitude[k] == b.attitude[k]) << k;
}

TEST(SensorErrors, HaveTheEnumerationsOrder) {
  for (std::size_t i = 0; i < std::size(hal::kSensorErrors); ++i)
    EXPECT_EQ(static_cast<std::size_t>(hal::kSensorErrors[i].kind), i);
}

TEST(SensorErrors, HoldFromT0ToT1AndLeaveTheRestAlone) {
  const auto clean = Measured({});
  const auto spoilt = Measured({"torque-offset=2@FR_calf_joint:0.1:0.2"});  // joint 2
  const auto whole = Measured({"torque-offset=2@2"});
  for (std::size_t i = 0; i < kTicks; ++i) {
    ExpectSame(spoilt[i], clean[i], 2);
    const bool on = i >= 100 && i < 200;
    EXPECT_EQ(spoilt[i].joint_torque[2], (on ? whole : clean)[i].joint_torque[2]) << i;
    EXPECT_NE(whole[i].joint_torque[2], clean[i].joint_torque[2]) << i;
  }
}

TEST(SensorErrors, TorqueOffsetIsAddedToTheTruth) {
  const auto spoilt = Measured({"torque-offset=2@3", "torque-noise=0@3"});
  for (int i = 0; i < kTicks; ++i) {
    double mean = 0;
    for (int step = 1; step <= 4; ++step) mean += TruthAt(kStep * (4 * i + step)).joint_torque[3] / 4;
    EXPECT_NEAR(spoilt[static_cast<std::size_t>(i)].joint_torque[3], mean + 2, 1e-5);
  }
}

TEST(SensorErrors, OffsetsOfAllJointsHaveEitherSign) {
  const auto clean = Measured({"torque-offset=0"});
  int up = 0, down = 0;
  const auto spoilt = Measured({"torque-offset=2"});
  for (std::size_t i = 0; i < kTicks; i += 50) {
    for (int j = 0; j < kJoints; ++j) {
      const float offset = spoilt[i].joint_torque[j] - clean[i].joint_torque[j];
      EXPECT_NEAR(std::abs(offset), 2, 1e-5);
      ++(offset > 0 ? up : down);
    }
  }
  EXPECT_GT(up, 0);
  EXPECT_GT(down, 0);
}

TEST(SensorErrors, TorqueScaleReversedAndStuck) {
  const std::string still = "torque-noise=0", unbiased = "torque-offset=0@5";
  const auto clean = Measured({still, unbiased});
  const auto scaled = Measured({still, unbiased, "torque-scale=-0.5@5"});
  const auto reversed = Measured({still, unbiased, "joint-reversed@5"});
  const auto stuck = Measured({still, unbiased, "torque-stuck@5:0.1:0.3"});
  for (std::size_t i = 0; i < kTicks; ++i) {
    for (const auto* spoilt : {&scaled, &reversed, &stuck}) ExpectSame((*spoilt)[i], clean[i], 5);
    EXPECT_EQ(scaled[i].joint_torque[5], -0.5f * clean[i].joint_torque[5]);
    EXPECT_EQ(scaled[i].joint_position[5], clean[i].joint_position[5]);
    EXPECT_EQ(reversed[i].joint_position[5], -clean[i].joint_position[5]);
    EXPECT_EQ(reversed[i].joint_velocity[5], -clean[i].joint_velocity[5]);
    EXPECT_EQ(reversed[i].joint_torque[5], -clean[i].joint_torque[5]);
    const std::size_t last = i >= 100 && i < 300 ? 99 : i;
    EXPECT_EQ(stuck[i].joint_torque[5], clean[last].joint_torque[5]) << i;
    EXPECT_EQ(stuck[i].joint_position[5], clean[i].joint_position[5]);
  }
}

TEST(SensorErrors, EncoderCountsOffsetAndStuck) {
  const auto clean = Measured({});
  const auto coarse = Measured({"encoder-counts=100@7"});
  const auto moved = Measured({"encoder-offset=-0.25@7"});
  const auto stuck = Measured({"encoder-stuck@7:0.1"});
  const double count = 2 * std::numbers::pi / 100, fine = 2 * std::numbers::pi / 16384;
  for (std::size_t i = 0; i < kTicks; ++i) {
    const double truth = TruthAt(1e-3 * static_cast<double>(i + 1)).joint_position[7];
    for (const auto* spoilt : {&coarse, &moved, &stuck}) ExpectSame((*spoilt)[i], clean[i], 7);
    const double read = coarse[i].joint_position[7];
    EXPECT_NEAR(read / count, std::round(read / count), 1e-4);
    EXPECT_LE(std::abs(read - truth), count / 2 + 1e-6);
    EXPECT_LE(std::abs(static_cast<double>(moved[i].joint_position[7]) + 0.25 - truth), fine / 2 + 1e-6);
    EXPECT_EQ(stuck[i].joint_position[7], clean[std::min<std::size_t>(i, 99)].joint_position[7]);
    EXPECT_EQ(stuck[i].joint_torque[7], clean[i].joint_torque[7]);
  }
  EXPECT_GT(std::abs(clean[150].joint_velocity[7]), 0.1f);
  EXPECT_LT(std::abs(stuck[150].joint_velocity[7]), 1e-3f);  // the filter's, 50 ms later
}

TEST(SensorErrors, NoiseHasItsDeviation) {
  const auto quiet = Measured({"torque-noise=0", "gyro-noise=0", "accelerometer-noise=0"});
  const auto loud = Measured({"torque-noise=1", "gyro-noise=0.5", "accelerometer-noise=3"});
  double torque = 0, gyro = 0, acceleration = 0;
  for (std::size_t i = 0; i < kTicks; ++i) {
    ExpectSame(loud[i], quiet[i], -1, {.torque = false, .gyro = false, .accelerometer = false});
    for (int j = 0; j < kJoints; ++j)
      torque += std::pow(loud[i].joint_torque[j] - quiet[i].joint_torque[j], 2) / (kTicks * kJoints);
    for (int k = 0; k < 3; ++k) {
      gyro += std::pow(loud[i].gyro[k] - quiet[i].gyro[k], 2) / (3 * kTicks);
      acceleration += std::pow(loud[i].accelerometer[k] - quiet[i].accelerometer[k], 2) / (3 * kTicks);
    }
  }
  // Four deviations of an estimate from so many samples: 4 / √(2 n).
  EXPECT_NEAR(std::sqrt(torque), 1, 0.041);
  EXPECT_NEAR(std::sqrt(gyro), 0.5, 0.5 * 0.082);
  EXPECT_NEAR(std::sqrt(acceleration), 3, 3 * 0.082);
}

TEST(SensorErrors, ImuBiasOffsetAndClip) {
  const std::vector<std::string> still = {"gyro-noise=0", "accelerometer-noise=0"};
  const auto with = [&still](std::vector<std::string> errors) {
    errors.insert(errors.end(), still.begin(), still.end());
    return Measured(errors);
  };
  const auto clean = with({"gyro-bias=0", "accelerometer-offset=0"});
  const auto biased = with({"gyro-bias=0.05", "accelerometer-offset=0.7"});
  const auto clipped =
      with({"gyro-bias=0", "accelerometer-offset=0", "gyro-clip=0.75", "accelerometer-clip=5"});
  for (std::size_t i = 0; i < kTicks; ++i) {
    const auto truth = TruthAt(1e-3 * static_cast<double>(i + 1)).base_angular_velocity;
    ExpectSame(biased[i], clean[i], -1, {.gyro = false, .accelerometer = false});
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(clean[i].gyro[k], truth[k], 1e-6);
      EXPECT_NEAR(std::abs(biased[i].gyro[k] - clean[i].gyro[k]), 0.05, 1e-6);
      EXPECT_NEAR(std::abs(biased[i].accelerometer[k] - clean[i].accelerometer[k]), 0.7, 1e-5);
      EXPECT_FLOAT_EQ(clipped[i].gyro[k], std::min(0.75f, std::max(-0.75f, clean[i].gyro[k])));
      EXPECT_FLOAT_EQ(clipped[i].accelerometer[k],
                      std::min(5.0f, std::max(-5.0f, clean[i].accelerometer[k])));
    }
  }
}

TEST(SensorErrors, AMisalignedImuIsTurnedByItsAngle) {
  const std::vector<std::string> still = {"gyro-noise=0", "accelerometer-noise=0", "gyro-bias=0",
                                          "accelerometer-offset=0"};
  std::vector<std::string> turned = still;
  turned.emplace_back("imu-misalignment=90");
  const auto clean = Measured(still), spoilt = Measured(turned);
  for (std::size_t i = 0; i < kTicks; ++i) {
    const hal::Measurement &a = clean[i], &b = spoilt[i];
    ExpectSame(b, a, -1, {.gyro = false, .accelerometer = false, .attitude = false});
    // Lengths and the angle between both vectors stay, and the attitude turns by a quarter of a turn.
    double lengths[2][3] = {};
    for (int k = 0; k < 3; ++k) {
      for (int of = 0; of < 2; ++of) {
        const hal::Measurement& m = of == 0 ? a : b;
        lengths[of][0] += m.gyro[k] * m.gyro[k];
        lengths[of][1] += m.accelerometer[k] * m.accelerometer[k];
        lengths[of][2] += m.gyro[k] * m.accelerometer[k];
      }
    }
    for (int of = 0; of < 3; ++of) EXPECT_NEAR(lengths[0][of], lengths[1][of], 1e-3);
    double cosine = 0;
    for (int k = 0; k < 4; ++k) cosine += a.attitude[k] * b.attitude[k];
    EXPECT_NEAR(2 * std::acos(std::abs(cosine)), std::numbers::pi / 2, 1e-5);
  }
}

TEST(SensorErrors, DelayGivesWhatWasMeasuredNTicksAgo) {
  const auto clean = Measured({});
  const auto late = Measured({"delay=3"});
  const auto later = Measured({"delay=50:0.2:0.3"});
  for (std::size_t i = 0; i < kTicks; ++i) {
    ExpectSame(late[i], clean[i < 3 ? 0 : i - 3]);
    ExpectSame(later[i], clean[i >= 200 && i < 300 ? i - 50 : i]);
    EXPECT_EQ(late[i].sequence, i + 1);
    EXPECT_EQ(late[i].time_us, 1000 * (i + 1));
  }
}

TEST(SensorOption, IsReadWhole) {
  const RobotFigures a1 = FiguresOf<robots::A1>();
  const hal::SensorError error = ParseSensorError("torque-scale=-1.5@RL_calf_joint:2:3.5", &a1);
  EXPECT_EQ(error.kind, hal::SensorErrorKind::kTorqueScale);
  EXPECT_EQ(error.value, -1.5);
  EXPECT_EQ(error.joint, 11);
  EXPECT_EQ(error.begin, 2);
  EXPECT_EQ(error.end, 3.5);
  EXPECT_EQ(ParseSensorError("delay=0", nullptr).joint, -1);
  EXPECT_TRUE(std::isinf(ParseSensorError("delay=0:600", nullptr).end));
}

TEST(SensorOption, SaysWhatIsWrong) {
  const RobotFigures a1 = FiguresOf<robots::A1>();
  const std::pair<const char*, const char*> kBad[] = {{"", "no sensor error ''; there are torque-noise"},
                                                      {"gyro=1", "no sensor error 'gyro'"},
                                                      {"torque-noise", "needs a value in N·m"},
                                                      {"torque-noise=", "in [0, 1000], is ''"},
                                                      {"torque-noise=nan", "in [0, 1000], is 'nan'"},
                                                      {"torque-noise=1001", "in [0, 1000], is '1001'"},
                                                      {"encoder-counts=15", "in [16, 1e+08], is '15'"},
                                                      {"delay=0.5", "must be a whole number"},
                                                      {"delay=51", "in [0, 50]"},
                                                      {"joint-reversed=1", "has no value"},
                                                      {"gyro-bias=1@2", "is not of a joint"},
                                                      {"torque-stuck@", "must follow '@'"},
                                                      {"torque-stuck@12", "a1 has no joint '12'"},
                                                      {"torque-stuck@1.5", "a1 has no joint '1.5'"},
                                                      {"torque-stuck@knee", "FR_hip_joint to RL_calf_joint"},
                                                      {"torque-stuck:x", "T0 [s] must be a number"},
                                                      {"torque-stuck:-1", "T0 [s] must be a number"},
                                                      {"torque-stuck:1:601", "T1 [s] must be a number"},
                                                      {"torque-stuck:2:2", "T1 must be later than T0"},
                                                      {"torque-stuck:1:2:3", "must be NAME[=VALUE]"}};
  for (const auto& [text, why] : kBad) {
    try {
      ParseSensorError(text, &a1);
      ADD_FAILURE() << text << " was taken";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << text << ": " << error.what();
    }
  }
}

}  // namespace footing::tools::sensor_errors_test
