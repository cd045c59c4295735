// What the balance learns: what stays missing, a heavier robot, how sure each row is.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/benches/balance_bench.hpp"

namespace footing::momentum_balance_learning_test {

using namespace balance_bench;

// A crane that lifts the robot off its feet, one of which is still near the ground.
TEST(MomentumBalance, WhatLastsIsNoLanding) {
  Robot robot;
  robot.feet[2].near = true;
  int shared = 0;
  for (int tick = 0; tick < 100; ++tick) {
    robot.Tick({50, 50, 0, 0}, 40);
    shared += robot.missing(2) > 0 ? 1 : 0;
  }
  EXPECT_EQ(shared, 29);
}

// A payload: the force that is there all the time is the model's error. Then a landing is told as before.
TEST(MomentumBalance, AnErrorOfTheModelIsTakenOff) {
  Robot robot;
  for (int tick = 0; tick < 2000; ++tick) robot.Tick({50, 50, 0, 0}, 20);
  EXPECT_NEAR(robot.missing(0), 0, 0.1);
  robot.feet[2].near = true;
  robot.Tick({50, 50, 40, 0}, 20);
  EXPECT_NEAR(robot.missing(2), 40, 2);
}

// Of a robot whose base is 1.6 times as heavy as its model's, up and down at 2 Hz. (An impact of an A1 was
// told as 0.6 of what it is.)
TEST(MomentumBalance, AHeavierRobotHasHeavierImpacts) {
  Robot robot;
  double most = 0;
  for (int tick = 0; tick < 6000; ++tick) {
    const double base = kWeight * (1 + 0.4 * std::sin(0.0126 * tick));  // by the model
    const double stands = 0.8 * base;                                   // N, each of feet 0 and 1
    for (const unsigned foot : {0u, 1u}) robot.Carry(foot, stands);
    robot.Tick({stands, stands, 0, 0}, base - 1.6 * base, base);
    if (tick > 5000) most = std::fmax(most, std::fabs(robot.missing(0)));
  }
  EXPECT_LT(most, 0.05);
}

// What a crane bears of a robot is no lack of mass: an impact is not the smaller for it. (With a mass that
// was learned from it, robots fell when the crane had put them down.)
TEST(MomentumBalance, ALiftedRobotIsNotLighter) {
  Robot robot;
  for (int tick = 0; tick < 2000; ++tick) robot.Tick({50, 50, 0, 0}, 20);
  robot.Tick({50, 50, 0, 0}, 20, 2 * kWeight);
  EXPECT_NEAR(robot.missing(0), 0, 0.1);
}

// A hand that pulls sideways moves no foot's force for long.
TEST(MomentumBalance, ASidewaysPullIsTakenOff) {
  Robot robot;
  const std::array<Vector, 4> stands{50 * kUp, 50 * kUp, Vector::Zero(), Vector::Zero()};
  for (int tick = 0; tick < 2000; ++tick) robot.Tick(stands, Vector(0, 20, 0));
  for (const auto& foot : robot.feet) EXPECT_NEAR(foot.missing.norm(), 0, 0.1);
}

// An accelerometer with white noise, here of 20 N. A foot that lands is then told less of it. (3 m/s² had
// made the forces of impacts worse than without a balance.)
TEST(MomentumBalance, ItsNoiseIsLearned) {
  Robot robot;
  for (int tick = 0; tick < 5000; ++tick) robot.Tick({50, 50, 0, 0}, tick % 2 == 0 ? 20 : -20);
  robot.Predict(2, 200);
  robot.Tick({50, 50, 0, 0});
  robot.Predict(2, 0);
  robot.Tick({50, 50, 120, 0});
  const double noise = 20 * 20 - kStanding;  // N²
  const double part = 75 * 75 * kShare / (noise + 75 * 75 * kShare * kShare + kStanding);
  EXPECT_NEAR(robot.missing(2), 60 * part, 0.2);
  EXPECT_LT(robot.missing(2), 95);
}

// Before the robot has stood the torques' offsets are not known, and all rows but the vertical one are less
// sure. (Of an A1 with offsets of 2 N·m a foot was called open for 1.5 s, and its load was learned as an
// offset.)
TEST(MomentumBalance, AtFirstTheVerticalRowIsTheSurest) {
  const auto part = [](double begin_sigma, int ticks) {
    MomentumBalanceOptions<double> options = Options();
    options.begin_sigma = begin_sigma;
    Robot robot;
    robot.balance = Balance(options, kWeight, kLength);
    for (int tick = 0; tick < ticks; ++tick) robot.Tick({50, 50, 0, 0});
    robot.feet[2].near = true;
    robot.Carry(2, 10);
    const Vector truth(20, 0, 10);
    robot.Tick({50 * kUp, 50 * kUp, truth, Vector::Zero()}, Vector::Zero());
    return robot.feet[2].missing[0] / truth[0];
  };
  // N²: what the row sees of a foot that lands, 0.2 of 75 N beside its direction, and of two that stand.
  const double foot = std::pow(75 * 0.2 * kShare, 2), others = 2 * std::pow(5 * 0.6 * kShare, 2);
  for (const double sigma : {6.0, 15.0})
    EXPECT_NEAR(part(sigma / kWeight, 0), foot / (foot + sigma * sigma + others), 1e-6) << sigma;
  EXPECT_NEAR(part(0.15, 9000), part(0, 0), 1e-3);
}

// Impacts are what the balance is for. If they counted as noise, 108 N of the last would be told, not 118.
TEST(MomentumBalance, ALandingIsNoNoise) {
  Robot robot;
  robot.Predict(2, 200);
  for (int tick = 0; tick < 3000; ++tick) robot.Tick({50, 50, tick % 20 == 0 ? 120.0 : 0.0, 0});
  robot.Tick({50, 50, 120, 0});
  EXPECT_NEAR(robot.missing(2), 60 * Part(75, kShare, kStanding), 2);
}

}  // namespace footing::momentum_balance_learning_test
