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
constexpr double kShare = 0.5;

VerticalBalanceOptions<double> Options() {
  VerticalBalanceOptions<double> options;
  options.sigma = 0.04;
  options.noise_time = 1;
  options.landing_sigma = 0.75;
  options.impact_sigma = 0.5;
  options.impact_time = 0.02;
  options.landing_time = 0.03;
  options.model_time = 0.2;
  options.least_force = 0.075;
  options.directed_force = 0.5;
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
      feet[i].foreseen = stands ? 25 : 0;
      feet[i].sigma = 5;
      Carry(i, stands ? 50 : 0);
    }
  }

  void Carry(unsigned foot, double normal) { feet[foot].normal = normal; }

  void Predict(unsigned foot, double normal, double share = kShare) {
    feet[foot].predicted = normal;
    feet[foot].foreseen = share * normal;
  }

  // One tick in which the feet truly carry these forces.
  void Tick(std::initializer_list<double> truth, double other = 0, bool known = true) {
    double force = other;
    for (const double f : truth) force += kShare * f;
    for (auto& foot : feet) {
      foot.share = kShare;
      foot.carried = kShare * foot.normal;
    }
    balance.Find(known, kWeight, force - kWeight, kStep, feet);
  }

  Balance balance{Options(), kWeight};
  Feet feet{};
};

double Part(double sigma, double share, double others) {
  return sigma * sigma * share / (4 * 4 + sigma * sigma * share * share + others);
}

constexpr double kStanding = 2 * 5 * 5 * kShare * kShare;  // N², feet 0 and 1

TEST(VerticalBalance, NothingIsMissingWhereTheJointsTellAll) {
  Robot robot;
  robot.Tick({50, 50, 0, 0});
  for (const auto& foot : robot.feet) EXPECT_EQ(foot.missing, 0);
}

TEST(VerticalBalance, AFootThatWasPredictedToLandGetsWhatIsMissing) {
  Robot robot;
  robot.Predict(2, 200);
  robot.Tick({50, 50, 0, 0});
  EXPECT_EQ(robot.feet[2].missing, 0);  // it lands in the coming step
  robot.Predict(2, 0);
  robot.Tick({50, 50, 120, 0});
  EXPECT_NEAR(robot.feet[2].missing, 60 * Part(150, kShare, kStanding), 1e-9);
  EXPECT_GT(robot.feet[2].missing, 119);
  EXPECT_NEAR(robot.feet[0].missing, robot.feet[2].missing * 25 / (150 * 150), 1e-9);
  EXPECT_TRUE(robot.feet[2].is_sure);
  EXPECT_EQ(robot.feet[3].missing, 0);
}

// Ground with friction pushes sideways too, and the balance sees more or less of it. Pulled sideways, an
// ANYmal C had been told 8 weights where 3 acted.
TEST(VerticalBalance, ALargePredictedForceSaysTheDirection) {
  for (const double share : {0.35, 0.8, 0.02}) {
    Robot robot;
    robot.Predict(2, 60, share);
    robot.Tick({50, 50, 0, 0});
    robot.Tick({50, 50, 0, 0}, 42);
    EXPECT_NEAR(robot.feet[2].missing, 42 * Part(75, std::fmax(share, 0.3), kStanding), 1e-9) << share;
  }
  Robot robot;
  robot.Predict(2, 40, 0.35);
  robot.Tick({50, 50, 0, 0});
  robot.Tick({50, 50, 0, 0}, 42);
  EXPECT_NEAR(robot.feet[2].missing, 42 * Part(75, kShare, kStanding), 1e-9);
}

TEST(VerticalBalance, AFootThatHasJustLandedIsUnsureLessAndLess) {
  for (const double time : {0.0, 0.01, 0.018, 0.1}) {
    Robot robot;
    robot.feet[1].time_in_state = time;
    const double left = std::fmax(0, 1 - time / 0.02);
    const double sigma = std::fmax(5, 50 * left * left);
    robot.Tick({50, 60, 0, 0});
    EXPECT_NEAR(robot.feet[1].missing, 5 * Part(sigma, kShare, kStanding / 2), 1e-9) << time;
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
  EXPECT_NEAR(robot.feet[2].missing, 26 * Part(75, kShare, kStanding), 1e-9);
  EXPECT_TRUE(robot.feet[2].is_sure);
  EXPECT_EQ(robot.feet[3].missing, 0);
}

TEST(VerticalBalance, IfTheyDoNotBothMayHaveLanded) {
  Robot robot;
  robot.feet[2].near = robot.feet[3].near = true;
  robot.Carry(2, 7);
  robot.Tick({50, 50, 60, 0});
  EXPECT_NEAR(robot.feet[2].missing, robot.feet[3].missing, 1e-9);
  EXPECT_GT(robot.feet[3].missing, 20);
  EXPECT_FALSE(robot.feet[2].is_sure);
  EXPECT_FALSE(robot.feet[3].is_sure);
}

// What is missing may be the other's: the test of such a foot stays with its joints. (Of an ANYmal C's trot,
// and of coarse encoders, a foot had been called loaded while its pair landed.)
TEST(VerticalBalance, AFootThatTheJointsNameBesideAnotherThatLandsIsNotSure) {
  Robot robot;
  robot.feet[2].near = true;
  robot.Carry(2, 10);
  robot.Predict(3, 100);
  robot.Tick({50, 50, 10, 0});
  EXPECT_TRUE(robot.feet[2].is_sure);
  robot.Tick({50, 50, 10, 200});
  EXPECT_FALSE(robot.feet[2].is_sure);
  EXPECT_TRUE(robot.feet[3].is_sure);
  robot.Predict(3, 0);
  robot.Carry(3, 10);
  robot.feet[3].near = true;
  robot.Tick({50, 50, 10, 0});
  robot.Tick({50, 50, 60, 60});
  EXPECT_FALSE(robot.feet[2].is_sure);
  EXPECT_NEAR(robot.feet[2].missing, robot.feet[3].missing, 1e-9);
}

// On soft ground a trot's two feet land within some ticks. The first of them had got both forces.
TEST(VerticalBalance, AFootThatTheJointsNameGetsItsPartBesideOneThatHasLanded) {
  Robot robot;
  robot.feet[1].time_in_state = 0.01;  // 12.5 N are left of its deviation
  robot.feet[2].near = true;
  robot.Carry(2, 20);
  robot.Tick({50, 50, 60, 0});
  const double others = (5 * 5 + 12.5 * 12.5) * kShare * kShare;
  EXPECT_NEAR(robot.feet[2].missing, 20 * Part(75, kShare, others), 1e-9);
  EXPECT_LT(robot.feet[1].missing, 2);
}

TEST(VerticalBalance, WhereAFootHasLandedInThisTickNoOtherIsSuspected) {
  for (const double time : {0.0, kStep, 2 * kStep}) {
    Robot robot;
    robot.feet[1].time_in_state = time;
    robot.feet[2].near = true;
    robot.Tick({50, 250, 0, 0});
    EXPECT_EQ(robot.feet[2].missing > 0, time > kStep) << time;
  }
}

// An impact that is far harder than the predicted one is still that foot's. (On Footing's plant, whose
// impacts last a quarter of a tick, its pair was called loaded 2 mm over the ground.)
TEST(VerticalBalance, WhereALandingIsPredictedNoOtherFootIsSuspected) {
  Robot robot;
  robot.feet[2].near = robot.feet[3].near = true;
  robot.Predict(2, 40);
  robot.Tick({50, 50, 0, 0});
  robot.Predict(2, 0);
  robot.Tick({50, 50, 420, 0});
  EXPECT_NEAR(robot.feet[2].missing, 210 * Part(75, kShare, kStanding), 1e-9);
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

// Five deviations of feet that stand are 27 N here. (An accelerometer with a noise of 3 m/s² had put 8 % of
// the weight on each.)
TEST(VerticalBalance, FeetThatStandAreBelievedSooner) {
  for (const double other : {26.0, 28.0}) {
    Robot robot;
    robot.Tick({50, 50, 0, 0}, other);
    EXPECT_EQ(robot.feet[0].missing > 0, other < 27) << other;
  }
}

// A foot that was called loaded 10 ms before lands now, with 4 weights; its deviation has fallen to an eighth
// of the weight. (An ANYmal C that was pulled was told 0.2 of such an impact.)
TEST(VerticalBalance, AFootMayLandASecondTime) {
  Robot robot;
  robot.feet[2].open = false;
  robot.feet[2].time_in_state = 0.01;
  robot.feet[2].sigma = 5;
  robot.Tick({50, 50, 200, 0});
  EXPECT_NEAR(robot.feet[2].missing, 100 * Part(12.5, kShare, kStanding), 1e-9);
  Robot calm;
  calm.feet[2].open = false;
  calm.feet[2].time_in_state = 1;
  calm.Tick({50, 50, 200, 0});
  EXPECT_EQ(calm.feet[2].missing, 0);
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

// Of a robot whose base is 1.6 times as heavy as its model's, up and down at 2 Hz. (An impact of an A1 was
// told as 0.6 of what it is.)
TEST(VerticalBalance, AHeavierRobotHasHeavierImpacts) {
  Robot robot;
  double most = 0;
  for (int tick = 0; tick < 6000; ++tick) {
    const double base = kWeight * (1 + 0.4 * std::sin(0.0126 * tick));  // by the model
    const double stands = 0.8 * base;                                   // N, each of feet 0 and 1
    for (const unsigned foot : {0u, 1u}) robot.Carry(foot, stands);
    for (auto& foot : robot.feet) {
      foot.share = kShare;
      foot.carried = kShare * foot.normal;
    }
    robot.balance.Find(true, base, 2 * kShare * stands - 1.6 * base, kStep, robot.feet);
    if (tick > 5000) most = std::fmax(most, std::fabs(robot.feet[0].missing));
  }
  EXPECT_LT(most, 0.05);
}

// What a crane bears of a robot is no lack of mass: an impact is not the smaller for it. (With a mass that
// was learned from it, robots fell when the crane had put them down.)
TEST(VerticalBalance, ALiftedRobotIsNotLighter) {
  Robot robot;
  for (int tick = 0; tick < 2000; ++tick) robot.Tick({50, 50, 0, 0}, 20);
  for (auto& foot : robot.feet) {
    foot.share = kShare;
    foot.carried = kShare * foot.normal;
  }
  robot.balance.Find(true, 2 * kWeight, 2 * kShare * 50 + 20 - 2 * kWeight, kStep, robot.feet);
  EXPECT_NEAR(robot.feet[0].missing, 0, 0.1);
}

// An accelerometer with white noise, here of 20 N. A foot that lands is then told less of it. (3 m/s² had
// made the forces of impacts worse than without a balance.)
TEST(VerticalBalance, ItsNoiseIsLearned) {
  Robot robot;
  for (int tick = 0; tick < 5000; ++tick) robot.Tick({50, 50, 0, 0}, tick % 2 == 0 ? 20 : -20);
  robot.Predict(2, 200);
  robot.Tick({50, 50, 0, 0});
  robot.Predict(2, 0);
  robot.Tick({50, 50, 120, 0});
  const double noise = 20 * 20 - kStanding;  // N²
  const double part = 150 * 150 * kShare / (noise + 150 * 150 * kShare * kShare + kStanding);
  EXPECT_NEAR(robot.feet[2].missing, 60 * part, 0.2);
  EXPECT_LT(robot.feet[2].missing, 114);
}

// Impacts are what the balance is for. If they counted as noise, the last would be told as half of it.
TEST(VerticalBalance, ALandingIsNoNoise) {
  Robot robot;
  robot.Predict(2, 200);
  for (int tick = 0; tick < 3000; ++tick) robot.Tick({50, 50, tick % 2 == 0 ? 120.0 : 0.0, 0});
  robot.Tick({50, 50, 120, 0});
  EXPECT_NEAR(robot.feet[2].missing, 120, 6);
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
