// Of a leg of one joint, by the closed form of the least squares.
#include "core/estimation/sensors/leg_offsets.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace footing {
namespace {

using Model = RobotModel<double, 1, 1>;
using Vector = Vector3<double>;

constexpr double kStep = 0.05;                   // s, a window
constexpr double kNoise = 0.0225 * 0.0225 * 4;   // m²/s², at √(g leg) = 2 m/s
constexpr double kPrior = kNoise / (0.1 * 0.1);  // m²/s²

class LegOffsetsTest : public testing::Test {
 protected:
  LegOffsetsTest() {
    model_.points[0].body = 1;
    leg_ = LegOffsets<Model, 1>(model_, 0, {.weight = 100, .load = 50, .length = 0.4, .speed = 2});
    terms_.points[0].jacobian.setZero();
  }

  // A window in which the column changes by `change` [m/s], and the foot is seen to move with `seen` [m/s].
  void Window(double change, double seen, double ground_variance) {
    leg_.Begin(terms_, 50);
    leg_.Age(kStep);
    ASSERT_TRUE(leg_.Move(Vector(seen, 0, 0), kStep));
    terms_.points[0].jacobian(0, 6) += change * kStep;
    leg_.Learn(terms_, leg_.Velocity(), 50, ground_variance);
  }

  Model model_{};
  LegOffsets<Model, 1> leg_;
  DynamicsTerms<Model> terms_;
};

TEST_F(LegOffsetsTest, OneWindowIsWeighedAgainstThePrior) {
  Window(1.5, 0.01, 0);
  EXPECT_NEAR(leg_.offset(0), 1.5 * 0.01 / (1.5 * 1.5 + kPrior), 1e-12);
}

TEST_F(LegOffsetsTest, GroundThatGivesWayIsNoise) {
  Window(1.5, 0.01, 50 * kNoise);
  EXPECT_NEAR(leg_.offset(0), 1.5 * 0.01 / (1.5 * 1.5 + 100 * kPrior), 1e-12);
  EXPECT_FALSE(leg_.IsTold(0));
}

TEST_F(LegOffsetsTest, ManyWindowsFindTheOffset) {
  for (int i = 0; i < 40; ++i) Window(i % 2 == 0 ? 1.5 : -1.5, (i % 2 == 0 ? 1.5 : -1.5) * 0.06, 0);
  EXPECT_NEAR(leg_.offset(0), 0.06, 0.003);
  EXPECT_TRUE(leg_.IsTold(0));
}

// What was learned in a walk on soft ground is no more sure when the robot stands. (An ANYmal C that stopped
// there had a wrong encoder for 0.2 s, in one run of three.)
TEST_F(LegOffsetsTest, WhatWasUnsureStaysUnsure) {
  for (int i = 0; i < 20; ++i) Window(1.5, i % 2 == 0 ? 0.1 : 0.0, 50 * kNoise);
  const double then = leg_.offset(0);
  ASSERT_GT(then, 0.001);
  for (int i = 0; i < 20; ++i) {
    Window(0, 0, 0);
    EXPECT_LE(leg_.offset(0), then) << i;
  }
}

TEST_F(LegOffsetsTest, ForgetsAtOnce) {
  Window(1.5, 0.05, 0);
  leg_.Forget();
  Window(0, 0, 0);
  EXPECT_EQ(leg_.offset(0), 0);
}

}  // namespace
}  // namespace footing
