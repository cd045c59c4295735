// Sensors that contradict themselves, on signals made by hand whose truth is known.
#include <gtest/gtest.h>

#include <cmath>

#include "core/estimation/sensors/encoder_watch.hpp"
#include "core/estimation/sensors/imu_watch.hpp"
#include "core/estimation/sensors/torque_watch.hpp"

namespace footing::sensor_watch_test {

constexpr int kJoints = 3;
constexpr float kDt = 0.001f;
using Torques = std::array<float, kJoints>;

// A command that swings by 5 N·m about 2, in three rhythms.
Torques CommandAt(int tick) {
  Torques torque;
  for (unsigned j = 0; j < kJoints; ++j)
    torque[j] =
        2.0f + 5.0f * std::sin((10.0f + 3.0f * static_cast<float>(j)) * kDt * static_cast<float>(tick));
  return torque;
}

struct TorqueRun {
  TorqueWatch<kJoints, float> watch{Torques{0.7f, 0.7f, 0.7f}};
  int tick = 0;

  // `measure` turns the command into what joint 1 measures; the others measure it with an offset.
  template <typename Measure>
  void For(int ticks, const Measure& measure) {
    for (const int end = tick + ticks; tick < end; ++tick) {
      const Torques commanded = CommandAt(tick);
      Torques measured = commanded;
      for (float& torque : measured) torque += 2.0f;
      measured[1] = measure(commanded[1]);
      watch.Update(measured, commanded, kDt);
    }
  }
};

TEST(TorqueWatch, OffsetScaleAndNoiseAreNoFault) {
  TorqueRun run;
  float sign = 1;
  run.For(3000, [&sign](float torque) { return 0.7f * torque - 2 + (sign = -sign); });
  EXPECT_EQ(run.watch.stuck() | run.watch.reversed(), 0u);
}

TEST(TorqueWatch, NamesTheStuckJointAndForgetsIt) {
  TorqueRun run;
  const auto good = [](float torque) { return torque; };
  run.For(1000, good);
  run.For(2000, [](float) { return 3.0f; });
  EXPECT_EQ(run.watch.stuck(), BitOf(1));
  EXPECT_EQ(run.watch.reversed(), 0u);
  run.For(2000, good);
  EXPECT_EQ(run.watch.stuck(), 0u);
}

TEST(TorqueWatch, NamesTheReversedJointAndForgetsIt) {
  TorqueRun run;
  const auto good = [](float torque) { return torque; };
  run.For(1000, good);
  run.For(2000, [](float torque) { return 1 - torque; });
  EXPECT_EQ(run.watch.reversed(), BitOf(1));
  EXPECT_EQ(run.watch.stuck(), 0u);
  run.For(2000, good);
  EXPECT_EQ(run.watch.reversed(), 0u);
}

TEST(TorqueWatch, ACommandThatDoesNotVarySaysNothing) {
  TorqueWatch<kJoints, float> watch(Torques{0.7f, 0.7f, 0.7f});
  for (int i = 0; i < 3000; ++i) watch.Update({1, -1, 0}, Torques{5, 5, 5}, kDt);
  EXPECT_EQ(watch.stuck() | watch.reversed(), 0u);
}

using Numbers = std::array<float, 3>;

TEST(RepeatWatch, AnAxisThatRepeatsAloneIsFoundAndFreed) {
  RepeatWatch<float> watch;
  Numbers gyro{}, last_gyro{}, acceleration{}, last{};
  const auto step = [&](int i, bool dead) {
    last_gyro = gyro, last = acceleration;
    for (unsigned k = 0; k < 3; ++k) gyro[k] = acceleration[k] = static_cast<float>(i + 1);
    if (dead) acceleration[1] = 0;
    watch.Update(gyro, last_gyro, acceleration, last);
  };
  for (int i = 0; i < 60; ++i) {
    step(i, true);
    EXPECT_FALSE(watch.gyro());
  }
  EXPECT_TRUE(watch.accelerometer());
  step(60, false);
  EXPECT_FALSE(watch.accelerometer());
}

TEST(RepeatWatch, ASlowImuIsNoDeadOne) {
  RepeatWatch<float> watch;
  Numbers gyro{}, last_gyro{}, acceleration{}, last{};
  for (int i = 0; i < 1000; ++i) {
    last_gyro = gyro, last = acceleration;
    for (unsigned k = 0; k < 3; ++k) gyro[k] = acceleration[k] = static_cast<float>(i / 10);
    watch.Update(gyro, last_gyro, acceleration, last);
    ASSERT_FALSE(watch.gyro() || watch.accelerometer());
  }
}

// The base rolls and pitches by 2° at 4 and 3 Hz. The gyro is the derivative by differences in double.
Quaternion<double> AttitudeAt(double time) {
  const double roll = 0.035 * std::sin(25 * time), pitch = 0.035 * std::sin(19 * time);
  return Product(Quaternion<double>(std::cos(roll / 2), std::sin(roll / 2), 0, 0),
                 Quaternion<double>(std::cos(pitch / 2), 0, std::sin(pitch / 2), 0));
}

struct GyroRun {
  GyroWatch<float> watch;
  int tick = 0;

  template <typename Measure>
  void For(int ticks, const Measure& measure) {
    for (const int end = tick + ticks; tick < end; ++tick) {
      const double time = 1e-3 * tick;
      const Quaternion<double> now = AttitudeAt(time), before = AttitudeAt(time - 1e-3);
      const Quaternion<double> turn = Product(Conjugate(before), now);
      const Vector3<float> rate = (2e3 * turn.vec()).cast<float>();
      watch.Update(now.cast<float>(), measure(rate), kDt);
    }
  }
};
const auto kGood = [](const Vector3<float>& rate) { return rate; };

TEST(GyroWatch, ASmallBiasIsLearnedAndNoFault) {
  GyroRun run;
  const Vector3<float> bias(0.05f, -0.05f, 0.05f);
  run.For(4000, [&bias](const Vector3<float>& rate) { return Vector3<float>(rate + bias); });
  EXPECT_FALSE(run.watch.fault());
  EXPECT_LT((run.watch.bias() + bias).norm(), 0.005f);
}

TEST(GyroWatch, ABiasOfATenthIsAFault) {
  GyroRun run;
  run.For(2000, [](const Vector3<float>& rate) { return Vector3<float>(rate + Vector3<float>(0, 0, 0.1f)); });
  EXPECT_TRUE(run.watch.fault());
}

TEST(GyroWatch, DeadFrozenAndSwappedAreFoundIn200ms) {
  const Vector3<float> zero = Vector3<float>::Zero(), frozen(0.3f, -0.2f, 0.1f);
  const auto dead = [&zero](const Vector3<float>&) { return zero; };
  const auto stuck = [&frozen](const Vector3<float>&) { return frozen; };
  const auto swapped = [](const Vector3<float>& rate) { return Vector3<float>(rate[1], rate[2], rate[0]); };
  const auto expect = [](const auto& fault) {
    GyroRun run;
    run.For(2000, kGood);
    EXPECT_FALSE(run.watch.fault());
    run.For(200, fault);
    EXPECT_TRUE(run.watch.fault());
    run.For(2000, kGood);
    EXPECT_FALSE(run.watch.fault());
  };
  expect(dead);
  expect(stuck);
  expect(swapped);
}

TEST(GyroWatch, ASaturatedGyroIsRefusedAtOnceAndReplacedByTheAttitude) {
  GyroRun run;
  run.For(2000, kGood);
  run.For(300, [](const Vector3<float>&) { return Vector3<float>(35, 35, 35); });
  EXPECT_TRUE(run.watch.fault());
  EXPECT_LT(run.watch.Instead(Vector3<float>(35, 35, 35), false).norm(), 2.0f);
  run.For(1500, kGood);
  EXPECT_FALSE(run.watch.fault());
}

}  // namespace footing::sensor_watch_test
