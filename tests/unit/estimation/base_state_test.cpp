// Attitude, velocity, height and bias of the base on motions that are known on paper.
#include "core/estimation/base_state.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace footing::base_state_test {

using Base = BaseState<double>;
using Quaternion = Eigen::Quaterniond;
using Vector = Vector3<double>;
using Feet = std::array<FootEvidence<double>, 2>;

constexpr double kGravity = 9.81;
constexpr double kStep = 0.001;

// Stated here, so that tuning the defaults neither breaks nor passes these tests.
BaseStateOptions<double> Options() {
  BaseStateOptions<double> options;
  options.attitude_time = 0.5;
  options.velocity_time = 0.02;
  options.slip_time = 0.5;
  options.bias_time = 1.0;
  options.height_time = 0.05;
  options.agreed_time = 0.05;
  options.agreed_speed = 0.03;
  return options;
}

Quaternion Yaw(double angle) { return {std::cos(angle / 2), 0.0, 0.0, std::sin(angle / 2)}; }

Vector Upright(const Quaternion& attitude) { return attitude.conjugate() * Vector(0, 0, kGravity); }

// The angle between two attitudes.
double Error(const Quaternion& a, const Quaternion& b) {
  return 2.0 * std::asin(std::fmin(1.0, (a * b.conjugate()).vec().norm()));
}

Feet Standing(double height, const Vector& base_velocity) {
  Feet feet;
  for (auto& foot : feet) foot = {true, true, Vector(0.1, 0.1, -height), -base_velocity};
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

TEST(BaseState, FollowsAConstantMeasuredAttitudeWithItsTimeConstant) {
  Base base(Options());
  base.Predict(Quaternion::Identity(), Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
  // The measured attitude with the opposite sign is the same attitude; the base must take the shorter way.
  Quaternion measured = Yaw(0.2);
  measured.coeffs() = -measured.coeffs();
  for (int tick = 1; tick <= 2000; ++tick) {
    base.Predict(measured, Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
    if (tick == 500) {
      EXPECT_NEAR(Error(base.attitude(), measured), 0.2 * std::exp(-1.0), 0.002);
    }
  }
  EXPECT_LE(Error(base.attitude(), measured), 0.2 * std::exp(-3.9));
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
    base.Correct(Feet{}, kStep);  // open feet carry no information
  }
  EXPECT_NEAR(base.velocity()[2], -kGravity * 0.2, 1e-9);
  EXPECT_NEAR(base.position()[2], -0.5 * kGravity * 0.2 * 0.2, 0.0011);
  EXPECT_EQ(base.velocity()[0], 0.0);
}

TEST(BaseState, AHoldingFootTellsTheVelocityAndTheHeight) {
  Base base(Options());
  const Vector truth(0.5, -0.1, 0.0);
  for (int tick = 0; tick < 400; ++tick) {
    base.Predict(Quaternion::Identity(), Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
    base.Correct(Standing(0.3, truth), kStep);
  }
  EXPECT_LE((base.velocity() - truth).norm(), 0.02);
  EXPECT_NEAR(base.position()[2], 0.3, 0.01);
}

TEST(BaseState, ASlippingFootDoesNotPullAlongTheGroundBesideOneThatHolds) {
  Base base(Options());
  Feet feet = Standing(0.3, Vector::Zero());
  feet[1].holds = false;
  feet[1].relative_velocity = Vector(3.0, 0.0, 0.0);
  for (int tick = 0; tick < 200; ++tick) {
    base.Predict(Quaternion::Identity(), Vector::Zero(), Vector(0, 0, kGravity), kGravity, kStep);
    base.Correct(feet, kStep);
  }
  EXPECT_NEAR(base.velocity()[0], 0.0, 1e-9);
}

TEST(BaseState, TheAccelerometersBiasIsLearned) {
  Base base(Options());
  const Vector bias(0.2, -0.1, 0.15);
  for (int tick = 0; tick < 8000; ++tick) {
    base.Predict(Yaw(0.7), Vector::Zero(), Vector(Upright(Yaw(0.7)) + bias), kGravity, kStep);
    base.Correct(Standing(0.3, Vector::Zero()), kStep);
  }
  EXPECT_LE(base.velocity().norm(), 1e-3);
  // A base whose bias is known stays at rest without corrections.
  for (int tick = 0; tick < 200; ++tick) {
    base.Predict(Yaw(0.7), Vector::Zero(), Vector(Upright(Yaw(0.7)) + bias), kGravity, kStep);
  }
  EXPECT_LE((base.specific_force() - Vector(0, 0, kGravity)).norm(), 0.02);
  EXPECT_LE(base.velocity().norm(), 0.005);
}

}  // namespace footing::base_state_test
