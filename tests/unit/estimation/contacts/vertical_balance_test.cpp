// Which foot gets what the joints miss of the balance. The expected numbers are the mean of Gaussian beliefs,
// done by hand: with balance noise n and a foot's deviation s seen by the share c, the foot gets
// s² c / (n² + s² c²) of what is missing.
#include "core/estimation/contacts/vertical_balance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

namespace footing::vertical_balance_test {

using Balance = VerticalBalance<double, 4>;
using Feet = Balance::Feet;

constexpr double kStep = 0.001;
constexpr double kWeight = 100.0;  // N

VerticalBalanceOptions<double> Options() {
  VerticalBalanceOptions<double> options;
  options.sigma = 0.04;
  options.landing_sigma = 0.5;
  options.impact_time = 0.02;
  options.landing_time = 0.03;
  options.model_time = 0.2;
  options.least_force = 0.05;
  return options;
}

// Feet 0 and 1 have stood for long, with 50 N each; 2 and 3 swing high.
class Robot {
 public:
  Robot() {
    for (unsigned i = 0; i < 4; ++i) {
      const bool stands = i < 2;
      feet[i].open = !stands;
      feet[i].near = stands;
      feet[i].time_in_state = 1;
      feet[i].predicted = stands ? 50 : 0;
      feet[i].sigma = 5;
      feet[i].share = 0.5;
      Carry(i, stands ? 50 : 0);
    }
  }

  void Carry(unsigned foot, double normal) {
    feet[foot].normal = normal;
    feet[foot].carried = feet[foot].share * normal;
  }

  // One tick in which the feet truly carry these forces.
  void Tick(std::initializer_list<double> truth, double other = 0, bool known = true) {
    double force = other;
    unsigned i = 0;
    for (const double f : truth) force += feet[i++].share * f;
    balance.Find(known, force, kStep, feet);
  }

  Balance balance{Options(), kWeight};
  Feet feet{};
};

double Part(double sigma, double share, double others) {
  return sigma * sigma * share / (4 * 4 + sigma * sigma * share * share + others);
}

TEST(VerticalBalance, NothingIsMissingWhereTheJointsTellAll) {
  Robot robot;
  robot.Tick({50, 50, 0, 0});
  for (const auto& foot : robot.feet) EXPECT_EQ(foot.missing, 0);
}

TEST(VerticalBalance, AFootThatWasPredictedToLandGetsWhatIsMissing) {
  Robot robot;
  robot.feet[2].predicted = 200;
  robot.Tick({50, 50, 0, 0});
  EXPECT_EQ(robot.feet[2].missing, 0);  // it lands in the coming step
  robot.feet[2].predicted = 0;
  robot.Tick({50, 50, 120, 0});
  const double standing = 2 * 5 * 5 * 0.25;
  EXPECT_NEAR(robot.feet[2].missing, 60 * Part(100, 0.5, standing), 1e-9);
  EXPECT_GT(robot.feet[2].missing, 118);
  EXPECT_NEAR(robot.feet[0].missing, robot.feet[2].missing * 25 / 10000, 1e-9);
  EXPECT_TRUE(robot.feet[2].is_sure);
  EXPECT_EQ(robot.feet[3].missing, 0);
}

TEST(VerticalBalance, AFootThatHasJustLandedIsUnsureLessAndLess) {
  for (const double time : {0.0, 0.01, 0.018, 0.1}) {
    Robot robot;
    robot.feet[1].time_in_state = time;
    const double left = std::fmax(0, 1 - time / 0.02);
    const double sigma = std::fmax(5, 50 * left * left);
    robot.Tick({50, 60, 0, 0});
    EXPECT_NEAR(robot.feet[1].missing, 5 * Part(sigma, 0.5, 5 * 5 * 0.25), 1e-9) << time;
  }
}

TEST(VerticalBalance, AFootNearTheGroundLandsUnpredicted) {
  Robot robot;
  robot.Tick({50, 50, 40, 0});  // high: somebody else pushes
  EXPECT_EQ(robot.feet[2].missing, 0);
  robot.feet[2].near = true;
  robot.Tick({50, 50, 12, 0});  // less than three deviations: the feet that stand explain it
  EXPECT_EQ(robot.feet[2].missing, 0);
  robot.Tick({50, 50, 40, 0});
  EXPECT_NEAR(robot.feet[2].missing, 40, 2);
  EXPECT_TRUE(robot.feet[2].is_sure);
}

TEST(VerticalBalance, OfTwoFeetNearTheGroundTheJointsSayWhich) {
  Robot robot;
  robot.feet[2].near = robot.feet[3].near = true;
  robot.Carry(2, 8);
  robot.Tick({50, 50, 60, 0});
  EXPECT_NEAR(robot.feet[2].missing, robot.feet[3].missing, 1e-9);  // as likely
  EXPECT_TRUE(robot.feet[2].is_sure);
  EXPECT_FALSE(robot.feet[3].is_sure);
}

// An impact that is far harder than the predicted one is still that foot's. (On Footing's plant, whose
// impacts last a quarter of a tick, its pair was called loaded 2 mm over the ground.)
TEST(VerticalBalance, WhereALandingIsPredictedNoOtherFootIsSuspected) {
  Robot robot;
  robot.feet[2].near = robot.feet[3].near = true;
  robot.feet[2].predicted = 40;
  robot.Tick({50, 50, 0, 0});
  robot.feet[2].predicted = 0;
  robot.Tick({50, 50, 220, 0});
  EXPECT_NEAR(robot.feet[2].missing, 110 * Part(50, 0.5, 2 * 5 * 5 * 0.25), 1e-9);
  EXPECT_EQ(robot.feet[3].missing, 0);
}

TEST(VerticalBalance, TheGroundDoesNotPull) {
  Robot robot;
  robot.Carry(1, -20);
  robot.feet[1].time_in_state = 0;
  robot.Tick({50, 0, 0, 0});
  EXPECT_NEAR(robot.feet[1].missing, 20, 1e-9);
}

TEST(VerticalBalance, WhatNoFootCanCarryIsNotShared) {
  Robot robot;
  robot.Tick({50, 50, 0, 0}, 400);
  for (const auto& foot : robot.feet) EXPECT_EQ(foot.missing, 0);
}

// A crane that lifts the robot off its feet, one of which is still near the ground.
TEST(VerticalBalance, WhatLastsIsNoLanding) {
  Robot robot;
  robot.feet[2].near = true;
  int shared = 0;
  for (int tick = 0; tick < 100; ++tick) {
    robot.Tick({50, 50, 0, 0}, 40);
    shared += robot.feet[2].missing > 0 ? 1 : 0;
  }
  EXPECT_EQ(shared, 29);
}

// A payload: the force that is there all the time is the model's error. Then a landing is told as before.
TEST(VerticalBalance, AnErrorOfTheModelIsTakenOff) {
  Robot robot;
  for (int tick = 0; tick < 2000; ++tick) robot.Tick({50, 50, 0, 0}, 20);
  EXPECT_NEAR(robot.feet[0].missing, 0, 0.1);
  robot.feet[2].near = true;
  robot.Tick({50, 50, 40, 0}, 20);
  EXPECT_NEAR(robot.feet[2].missing, 40, 2);
}

TEST(VerticalBalance, UnknownItSaysNothing) {
  Robot robot, same;
  robot.Tick({50, 50, 40, 0}, 0, false);
  for (const auto& foot : robot.feet) EXPECT_EQ(foot.missing, 0);
  robot.Tick({50, 58, 0, 0});
  same.Tick({50, 58, 0, 0});
  EXPECT_EQ(robot.feet[1].missing, same.feet[1].missing);
}

}  // namespace footing::vertical_balance_test
