// Attitude, velocity, place and biases of the base on motions that are known on paper.
#include "core/estimation/base/base_state.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace footing::base_state_test {

using Base = BaseState<double>;
using Quaternion = Eigen::Quaterniond;
using Vector = Vector3<double>;
using Feet = std::array<FootEvidence<double>, 2>;

constexpr double kGravity = 9.81;
constexpr double kStep = 0.001;
const Vector kUp = Vector::UnitZ();

// Stated here, so that tuning the defaults neither breaks nor passes these tests.
BaseStateOptions<double> Options() {
  BaseStateOptions<double> options;
  options.gyro_sigma = 0.1;
  options.gyro_walk = 1e-3;
  options.attitude_sigma = 0.0015;
  options.attitude_time = 1;
  options.accelerometer_sigma = 1.7;
  options.accelerometer_walk = 0.05;
  options.hold_sigma = 0.03;
  options.off_sigma = 0.03;
  options.give_time = 0.3;
  options.fastest_give = 0.2;
  options.agreed_sigma = 0.085;
  options.slip_sigma = 0.85;
  options.agreed_speed = 0.03;
  return options;
}

Quaternion Yaw(double angle) { return {std::cos(angle / 2), 0.0, 0.0, std::sin(angle / 2)}; }

Vector Upright(const Quaternion& attitude) { return attitude.conjugate() * Vector(0, 0, kGravity); }

// The angle between two attitudes.
double Error(const Quaternion& a, const Quaternion& b) {
  return 2.0 * std::asin(std::fmin(1.0, (a * b.conjugate()).vec().norm()));
}

Feet Standing(const Vector& base_velocity) {
  Feet feet;
  for (auto& foot : feet) foot = {true, true, -base_velocity};
  return feet;
}

TEST(BaseState, StartsAtTheMeasuredAttitude) {
  Base base(Options());
  base.Predict(Yaw(1.0), Vector::Zero(), Upright(Yaw(1.0)), kGravity, kStep);
  EXPECT_LE(Error(base.attitude(), Yaw(1.0)), 1e-12);
  base.RestartAttitude();
  base.Predict(Yaw(2.0), Vector::Zero(), Upright(Yaw(2.0)), kGravity, kStep);
  EXPECT_LE(Error(base.attitude(), Yaw(2.0)), 1e-12);
}

TEST(BaseState, FollowsAMeasuredAttitudeByTheShorterWay) {
  Base base(Options());
  base.Predict(Quaternion::Identity(), Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
  // The measured attitude with the opposite sign is the same attitude; the base must take the shorter way.
  Quaternion measured = Yaw(0.2);
  measured.coeffs() = -measured.coeffs();
  for (int tick = 1; tick <= 20000; ++tick)
    base.Predict(measured, Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
  EXPECT_LE(Error(base.attitude(), measured), 1e-3);
  EXPECT_NEAR(base.attitude().norm(), 1.0, 1e-12);
}

TEST(BaseState, GyroIsIntegratedAndTurnedToTheWorld) {
  Base base(Options());
  base.Predict(Quaternion::Identity(), Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
  // After a quarter turn about z, the body's x is the world's y. Here gyro and IMU agree.
  for (int tick = 1; tick <= 1000; ++tick) {
    base.Predict(Yaw(1.2 * tick * kStep), Vector(0, 0, 1.2), Vector(0, 0, kGravity), kGravity, kStep);
  }
  EXPECT_LE(Error(base.attitude(), Yaw(1.2)), 1e-9);
  base.Predict(Yaw(1.2), Vector(1, 0, 0), Vector(0, 0, kGravity), kGravity, kStep);
  EXPECT_NEAR(base.angular_velocity()[0], std::cos(1.2), 2e-3);
  EXPECT_NEAR(base.angular_velocity()[1], std::sin(1.2), 2e-3);
}

TEST(BaseState, FreeFallGathersGravity) {
  Base base(Options());
  for (int tick = 0; tick < 200; ++tick) {
    base.Predict(Quaternion::Identity(), Vector::Zero(), Vector::Zero(), kGravity, kStep);
    base.Correct(Feet{}, kUp, kStep);  // open feet carry no information
  }
  EXPECT_NEAR(base.velocity()[2], -kGravity * 0.2, 1e-9);
  EXPECT_EQ(base.velocity()[0], 0.0);
}

TEST(BaseState, AHoldingFootTellsTheVelocity) {
  Base base(Options());
  const Vector truth(0.5, -0.1, 0.0);
  for (int tick = 0; tick < 400; ++tick) {
    base.Predict(Quaternion::Identity(), Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
    base.Correct(Standing(truth), kUp, kStep);
  }
  EXPECT_LE((base.velocity() - truth).norm(), 0.02);
}

TEST(BaseState, ASlippingFootDoesNotPullAlongTheGroundBesideOneThatHolds) {
  Base base(Options());
  Feet feet = Standing(Vector::Zero());
  feet[1].holds = false;
  feet[1].relative_velocity = Vector(3.0, 0.0, 0.0);
  for (int tick = 0; tick < 200; ++tick) {
    base.Predict(Quaternion::Identity(), Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
    base.Correct(feet, kUp, kStep);
  }
  EXPECT_NEAR(base.velocity()[0], 0.0, 1e-9);
}

// The feet sink and rise with up to 0.12 m/s, as on soft ground; the base is at rest, and so its
// accelerometer says. Ground that is hard again is believed again.
TEST(BaseState, GroundThatGivesWayIsBelievedLess) {
  BaseStateOptions<double> options = Options();
  options.accelerometer_sigma = 0.7;
  Base base(options);
  double largest = 0, time = 0;
  for (int tick = 0; tick < 4000; ++tick, time += kStep) {
    base.Predict(Quaternion::Identity(), Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
    base.Correct(Standing(Vector(0, 0, 0.12 * std::sin(25 * time))), kUp, kStep);
    if (tick > 1000) largest = std::fmax(largest, std::fabs(base.velocity()[2]));
  }
  EXPECT_LT(largest, 0.05);
  EXPECT_NEAR(base.ground_variance(), 4 * 0.12 * 0.12 / 2, 0.015);
  for (int tick = 0; tick < 2000; ++tick) {
    base.Predict(Quaternion::Identity(), Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
    base.Correct(Standing(Vector::Zero()), kUp, kStep);
  }
  EXPECT_LT(base.ground_variance(), 1e-4);
}

TEST(BaseState, TheAccelerometersBiasIsLearned) {
  Base base(Options());
  const Vector bias(0.2, -0.1, 0.15);
  for (int tick = 0; tick < 8000; ++tick) {
    base.Predict(Yaw(0.7), Vector::Zero(), Vector(Upright(Yaw(0.7)) + bias), kGravity, kStep);
    base.Correct(Standing(Vector::Zero()), kUp, kStep);
  }
  EXPECT_LE(base.velocity().norm(), 1e-3);
  // A base whose bias is known stays at rest without corrections.
  for (int tick = 0; tick < 200; ++tick) {
    base.Predict(Yaw(0.7), Vector::Zero(), Vector(Upright(Yaw(0.7)) + bias), kGravity, kStep);
  }
  EXPECT_LE((base.specific_force() - Vector(0, 0, kGravity)).norm(), 0.02);
  EXPECT_LE(base.velocity().norm(), 0.005);
}

TEST(BaseState, TheGyrosBiasIsLearned) {
  Base base(Options());
  const Vector bias(0.05, -0.03, 0.02);
  for (int tick = 0; tick < 20000; ++tick) base.Predict(Yaw(0.7), bias, Upright(Yaw(0.7)), kGravity, kStep);
  EXPECT_LE((base.gyro_bias() - bias).norm(), 2e-3);
  EXPECT_LE(base.angular_velocity().norm(), 2e-3);
  EXPECT_LE(Error(base.attitude(), Yaw(0.7)), 1e-3);
}

// The error of many runs with white noise as large as the filter is told has the deviation that it states.
TEST(BaseState, StatesTheCovarianceOfItsVelocity) {
  BaseStateOptions<double> options = Options();
  options.fastest_give = 0;  // what the feet say has the noise that is told
  std::mt19937 random(7);
  std::normal_distribution<double> noise;
  double squares = 0, stated = 0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run) {
    Base base(options);
    for (int tick = 0; tick < 300; ++tick) {
      const auto draw = [&](double sigma) -> Vector {
        return sigma * Vector(noise(random), noise(random), noise(random));
      };
      base.Predict(Quaternion::Identity(), Vector::Zero(),
                   Vector(0, 0, kGravity) + draw(options.accelerometer_sigma), kGravity, kStep);
      Feet feet = Standing(Vector::Zero());
      for (auto& foot : feet) foot.relative_velocity = draw(options.hold_sigma);
      base.Correct(feet, kUp, kStep);
    }
    squares += base.velocity().squaredNorm() / 3;
    stated = base.along_covariance().value;
  }
  EXPECT_NEAR(std::sqrt(squares / kRuns / stated), 1.0, 0.1);
}

// A step of 0.3 mm is below half the distance of two floats at 100 km.
TEST(BaseState, ThePlaceMovesFarFromTheOrigin) {
  BaseState<float> base{BaseStateOptions<float>{}};
  base.Begin({1e5f, 0, 0}, Eigen::Quaternionf::Identity());
  std::array<FootEvidence<float>, 1> feet;
  feet[0] = {true, true, {-0.3f, 0, 0}};
  for (int tick = 0; tick < 10000; ++tick) {
    base.Predict(Eigen::Quaternionf::Identity(), Vector3<float>::Zero(), {0, 0, 9.81f}, 9.81f, 0.001f);
    base.Correct(feet, Vector3<float>::UnitZ(), 0.001f);
    base.Move(0.1f, 0, 0.001f);
  }
  EXPECT_NEAR(base.position()[0] - 1e5f, 3.0, 0.03);
  EXPECT_NEAR(base.position()[2], 0.3, 0.003);
}

}  // namespace footing::base_state_test
