// Which foot gets what the joints miss of the balance. The expected numbers are the mean of Gaussian beliefs,
// done by hand: with balance noise n and a foot's deviation s seen by the share c, the foot gets
// s² c / (n² + s² c²) of what is missing; in several rows, by a dense solve in the form of information.
#include "core/estimation/contacts/momentum_balance.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "tests/support/benches/balance_bench.hpp"

namespace footing::momentum_balance_test {

using namespace balance_bench;

TEST(MomentumBalance, NothingIsMissingWhereTheJointsTellAll) {
  Robot robot;
  robot.Tick({50, 50, 0, 0});
  for (const auto& foot : robot.feet) EXPECT_EQ(foot.missing, Vector::Zero());
}

TEST(MomentumBalance, AFootThatWasPredictedToLandGetsWhatIsMissing) {
  Robot robot;
  robot.Predict(2, 200);
  robot.Tick({50, 50, 0, 0});
  EXPECT_EQ(robot.missing(2), 0);  // it lands in the coming step
  robot.Predict(2, 0);
  robot.Tick({50, 50, 120, 0});
  EXPECT_NEAR(robot.missing(2), 60 * Part(75, kShare, kStanding), 1e-9);
  EXPECT_GT(robot.missing(2), 117);
  EXPECT_NEAR(robot.missing(0), robot.missing(2) * 25 / (75 * 75), 1e-9);
  EXPECT_TRUE(robot.feet[2].is_sure);
  EXPECT_EQ(robot.missing(3), 0);
}

// A foot that lands gets what no row has seen of the joints' force, along all axes, by the form of
// information: (Σ⁻¹ + Cᵀ N⁻¹ C)⁻¹ Cᵀ N⁻¹ m. Ground with friction pushes sideways too, and each row sees more
// or less of it. (Pulled sideways, an ANYmal C had been told 8 weights where 3 acted.)
TEST(MomentumBalance, IsTheMeanOfGaussianBeliefs) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-0.6, 0.6);
  for (int trial = 0; trial < 100; ++trial) {
    Balance balance(Options(), kWeight, kLength);
    Robot robot;
    const bool directed = trial % 2 == 0;
    const Vector predicted(30 * number(random), 30 * number(random), directed ? 80 : 40);
    for (auto& foot : robot.feet)
      for (auto& seen : foot.seen) seen = Vector(number(random), number(random), number(random));
    robot.feet[2].predicted = predicted;
    Rows base = Rows::Zero(), legs = Rows::Zero();
    for (auto& foot : robot.feet) foot.carried.setZero();
    balance.Find(kUp, base, legs, kStep, robot.feet);
    for (int b = 0; b < 4; ++b) legs[b] = 30 * number(random);
    balance.Find(kUp, base, legs, kStep, robot.feet);

    Eigen::Matrix<double, 4, 9> seen;
    Eigen::Matrix<double, 9, 9> prior = Eigen::Matrix<double, 9, 9>::Zero();
    for (int i = 0; i < 3; ++i) {
      const auto foot = static_cast<unsigned>(i);
      for (int b = 0; b < 4; ++b)
        seen.block<1, 3>(b, 3 * i) = robot.feet[foot].seen[static_cast<unsigned>(b)].transpose();
      const bool lands = i == 2;
      const double sigma = lands ? 75 : 5, sideways = sigma * (lands && directed ? 0.2 : 0.6);
      const Vector direction = lands && directed ? Vector(predicted / predicted[2]) : kUp;
      prior.block<3, 3>(3 * i, 3 * i) = sigma * sigma * direction * direction.transpose();
      for (int k = 0; k < 2; ++k) prior(3 * i + k, 3 * i + k) += sideways * sideways;
    }
    const Eigen::Vector4d noise(6 * 6, 6 * 6, 4 * 4, 1.5 * 1.5);
    const Eigen::Matrix<double, 9, 4> weighed = seen.transpose() * noise.cwiseInverse().asDiagonal();
    const Eigen::Matrix<double, 9, 1> found =
        (prior.inverse() + weighed * seen).ldlt().solve(weighed * Eigen::Vector4d(legs));
    for (int i = 0; i < 3; ++i)
      EXPECT_LE((robot.feet[static_cast<unsigned>(i)].missing - found.segment<3>(3 * i)).norm(), 1e-6)
          << trial << ' ' << i;
  }
}

// Two feet that land in one tick, by the moment about the forward axis.
TEST(MomentumBalance, TheMomentTellsALeftFootFromARightOne) {
  for (const double arm : {0.0, 0.1}) {
    Robot robot;
    robot.arm = {0, 0, arm, -arm};
    for (const unsigned foot : {2u, 3u}) {
      robot.feet[foot].near = true;
      robot.Carry(foot, 10);
    }
    robot.Tick({50, 50, 150, 30});
    EXPECT_NEAR(robot.missing(2), arm > 0 ? 140 : 80, 8);
    EXPECT_NEAR(robot.missing(3), arm > 0 ? 20 : 80, 8);
  }
}

// The leg of foot 2 is stretched, so its joints tell nothing along it: neither 80 N that it carries nor that
// it carries none. (An ANYmal C's foot that was dragged so up a slope was called open for 0.3 s.) Of a robot
// that its feet hardly carry a crane may bear it.
TEST(MomentumBalance, OfAStretchedLegTheBalanceTells) {
  for (const double carried : {0.0, 80.0}) {
    for (const double stands : {50.0, 20.0}) {
      Robot robot;
      robot.feet[2].near = true;
      for (const unsigned foot : {0u, 1u}) robot.Carry(foot, stands);
      const Vector along(0.3, 0, 1);
      robot.feet[2].is_told = false;
      robot.feet[2].unknown = 100 * 100 * along;
      robot.Tick({stands * kUp, stands * kUp, carried * along, Vector::Zero()}, Vector::Zero());
      if (stands < 50) {
        EXPECT_EQ(robot.feet[2].normal_variance, 0);
        continue;
      }
      EXPECT_LE((robot.feet[2].missing - carried * along).norm(), 2) << carried;
      // The rows' noise and the two other feet, seen through half of the force.
      EXPECT_NEAR(std::sqrt(robot.feet[2].normal_variance), 10, 3);
      robot.feet[2].is_told = true;
      robot.Tick({50, 50, 0, 0});
      EXPECT_EQ(robot.feet[2].normal_variance, 0);
    }
  }
}

// The joints are late, all by the same time: so they tell the direction before they tell the size.
TEST(MomentumBalance, TheJointsTellTheDirection) {
  Robot robot;
  robot.feet[2].near = true;
  robot.feet[2].force = Vector(5, -2, 10);
  const Vector truth(50, -20, 100);
  robot.Tick({50 * kUp, 50 * kUp, truth, Vector::Zero()}, Vector::Zero());
  EXPECT_EQ(robot.feet[2].direction, Vector(0.5, -0.2, 1));
  EXPECT_LE((robot.feet[2].force + robot.feet[2].missing - truth).norm(), 2);
}

TEST(MomentumBalance, AFootThatHasJustLandedIsUnsureLessAndLess) {
  for (const double time : {0.0, 0.01, 0.018, 0.1}) {
    Robot robot;
    robot.feet[1].time_in_state = time;
    const double left = std::fmax(0, 1 - time / 0.02);
    const double sigma = std::fmax(5, 50 * left * left);
    robot.Tick({50, 60, 0, 0});
    EXPECT_NEAR(robot.missing(1), 5 * Part(sigma, kShare, kStanding / 2), 1e-9) << time;
  }
}

TEST(MomentumBalance, AFootNearTheGroundLandsUnpredicted) {
  Robot robot;
  robot.Tick({50, 50, 40, 0});  // high: somebody else pushes
  EXPECT_EQ(robot.missing(2), 0);
  robot.feet[2].near = true;
  robot.Tick({50, 50, 12, 0});  // less than three deviations: the feet that stand explain it
  EXPECT_EQ(robot.missing(2), 0);
  robot.Tick({50, 50, 40, 0});
  EXPECT_NEAR(robot.missing(2), 40, 2);
  EXPECT_TRUE(robot.feet[2].is_sure);
}

TEST(MomentumBalance, OfTwoFeetNearTheGroundTheJointsSayWhich) {
  Robot robot;
  robot.feet[2].near = robot.feet[3].near = true;
  robot.Carry(2, 8);
  robot.Tick({50, 50, 60, 0});
  EXPECT_NEAR(robot.missing(2), 26 * Part(75, kShare, kStanding), 1e-9);
  EXPECT_TRUE(robot.feet[2].is_sure);
  EXPECT_EQ(robot.missing(3), 0);
}

TEST(MomentumBalance, IfTheyDoNotBothMayHaveLanded) {
  Robot robot;
  robot.feet[2].near = robot.feet[3].near = true;
  robot.Carry(2, 7);
  robot.Tick({50, 50, 60, 0});
  EXPECT_NEAR(robot.missing(2), robot.missing(3), 1e-9);
  EXPECT_GT(robot.missing(3), 20);
  EXPECT_FALSE(robot.feet[2].is_sure);
  EXPECT_FALSE(robot.feet[3].is_sure);
}

// What is missing may be the other's: the test of such a foot stays with its joints. (Of an ANYmal C's trot,
// and of coarse encoders, a foot had been called loaded while its pair landed.)
TEST(MomentumBalance, AFootThatTheJointsNameBesideAnotherThatLandsIsNotSure) {
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
  EXPECT_NEAR(robot.missing(2), robot.missing(3), 1e-9);
}

// On soft ground a trot's two feet land within some ticks. The first of them had got both forces.
TEST(MomentumBalance, AFootThatTheJointsNameGetsItsPartBesideOneThatHasLanded) {
  Robot robot;
  robot.feet[1].time_in_state = 0.01;  // 12.5 N are left of its deviation
  robot.feet[2].near = true;
  robot.Carry(2, 20);
  robot.Tick({50, 50, 60, 0});
  const double others = (5 * 5 + 12.5 * 12.5) * kShare * kShare;
  EXPECT_NEAR(robot.missing(2), 20 * Part(75, kShare, others), 1e-9);
  EXPECT_LT(robot.missing(1), 2);
}

TEST(MomentumBalance, WhereAFootHasLandedInThisTickNoOtherIsSuspected) {
  for (const double time : {0.0, kStep, 2 * kStep}) {
    Robot robot;
    robot.feet[1].time_in_state = time;
    robot.feet[2].near = true;
    robot.Tick({50, 250, 0, 0});
    EXPECT_EQ(robot.missing(2) > 0, time > kStep) << time;
  }
}

// An impact that is far harder than the predicted one is still that foot's. (On Footing's plant, whose
// impacts last a quarter of a tick, its pair was called loaded 2 mm over the ground.)
TEST(MomentumBalance, WhereALandingIsPredictedNoOtherFootIsSuspected) {
  Robot robot;
  robot.feet[2].near = robot.feet[3].near = true;
  robot.Predict(2, 40);
  robot.Tick({50, 50, 0, 0});
  robot.Predict(2, 0);
  robot.Tick({50, 50, 420, 0});
  EXPECT_NEAR(robot.missing(2), 210 * Part(75, kShare, kStanding), 1e-9);
  EXPECT_EQ(robot.missing(3), 0);
}

TEST(MomentumBalance, TheGroundDoesNotPull) {
  Robot robot;
  robot.Carry(1, -20);
  robot.feet[1].time_in_state = 0;
  robot.Tick({50, 0, 0, 0});
  EXPECT_NEAR(robot.missing(1), 20, 1e-9);
}

TEST(MomentumBalance, WhatNoFootCanCarryIsNotShared) {
  Robot robot;
  robot.Tick({50, 50, 0, 0}, 400);
  for (const auto& foot : robot.feet) EXPECT_EQ(foot.missing, Vector::Zero());
}

// Five deviations of feet that stand are 27 N here. (An accelerometer with a noise of 3 m/s² had put 8 % of
// the weight on each.)
TEST(MomentumBalance, FeetThatStandAreBelievedSooner) {
  for (const double other : {26.0, 28.0}) {
    Robot robot;
    robot.Tick({50, 50, 0, 0}, other);
    EXPECT_EQ(robot.missing(0) > 0, other < 27) << other;
  }
}

// A foot that was called loaded 10 ms before lands now, with 4 weights; its deviation has fallen to an eighth
// of the weight. (An ANYmal C that was pulled was told 0.2 of such an impact.)
TEST(MomentumBalance, AFootMayLandASecondTime) {
  Robot robot;
  robot.feet[2].open = false;
  robot.feet[2].time_in_state = 0.01;
  robot.feet[2].sigma = 5;
  robot.Tick({50, 50, 200, 0});
  EXPECT_NEAR(robot.missing(2), 100 * Part(12.5, kShare, kStanding), 1e-9);
  Robot calm;
  calm.feet[2].open = false;
  calm.feet[2].time_in_state = 1;
  calm.Tick({50, 50, 200, 0});
  EXPECT_EQ(calm.missing(2), 0);
}

TEST(MomentumBalance, UnknownItSaysNothing) {
  Robot robot, same;
  robot.Predict(2, 200);
  robot.Tick({50, 50, 0, 0});
  robot.balance.Skip(robot.feet);
  for (const auto& foot : robot.feet) EXPECT_EQ(foot.missing, Vector::Zero());
  robot.Predict(2, 0);
  robot.Tick({50, 58, 0, 0});  // the landing was not to be in this step
  same.Tick({50, 58, 0, 0});
  EXPECT_EQ(robot.missing(1), same.missing(1));
  EXPECT_EQ(robot.missing(2), 0);
}

}  // namespace footing::momentum_balance_test
