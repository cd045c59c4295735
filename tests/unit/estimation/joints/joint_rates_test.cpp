// Joints whose true motion is a closed form, seen by an encoder that rounds.
#include "core/estimation/joints/joint_rates.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "tests/support/random.hpp"

namespace footing::joint_rates_test {

using Rates = JointRates<1, double>;
using Vector = BoundedVector<double, 1>;

constexpr double kStep = 0.001;  // s
constexpr double kUnit = 20;     // rad/s², g / leg of an A1
constexpr double kFine = 2 * 3.14159265358979 / 16384, kCoarse = 2 * 3.14159265358979 / 4096;

double Rounded(double position, double count) { return count * std::floor(position / count + 0.5); }

// One step: to `position`, after `acceleration` was predicted.
double Step(Rates& rates, double position, double acceleration, bool good = true, double given = 0,
            double dt = kStep) {
  rates.Update(Vector(position), Vector(given), Vector(acceleration), false, {good}, dt);
  return rates.rate()[0];
}

// RMS error [rad/s] over a swing of 8 rad/s at 15 rad/s, whose acceleration is predicted up to `wrong`
// [rad/s²].
double ErrorOfSwing(double count, double wrong) {
  Rates rates({}, kUnit, kStep);
  Random random(3);
  double sum = 0;
  for (int i = 0; i < 4000; ++i) {
    const double t = i * kStep, before = t - kStep / 2;
    const double acceleration = 120 * std::cos(15 * before) + random.Uniform(-wrong, wrong);
    const double rate = Step(rates, Rounded(8.0 / 15 * (1 - std::cos(15 * t)), count), acceleration);
    const double error = rate - 8 * std::sin(15 * t);
    if (i >= 1000) sum += error * error / 3000;
  }
  return std::sqrt(sum);
}

TEST(JointRates, FollowsASwingWithinTheDeviationOfItsModel) {
  // By the steady gains of an α-β filter (Kalata 1984) at acceleration_sigma: 0.055 rad/s. The difference of
  // two rounded positions has count / (√6 step), 0.16 rad/s.
  EXPECT_LT(ErrorOfSwing(kFine, 20), 0.055);
}

TEST(JointRates, FindsThatAnEncoderIsCoarser) {
  // By the same formula 0.083 rad/s; by differences 0.63.
  EXPECT_LT(ErrorOfSwing(kCoarse, 20), 0.083);
}

// The covariance is that of Kalman's recursion in matrices, for an acceleration of white noise.
TEST(JointRates, StatesTheVarianceOfKalmansRecursion) {
  JointRateOptions<double> options;
  options.encoder_sigma = 3e-4;
  options.acceleration_sigma = 4;
  Rates rates(options, kUnit, kStep);
  const Eigen::Matrix2d F{{1, kStep}, {0, 1}};
  const double change = options.acceleration_sigma * kUnit * kStep;
  const Eigen::Matrix2d Q{{kStep * kStep / 3, kStep / 2}, {kStep / 2, 1}};
  const Eigen::RowVector2d H(1, 0);
  Eigen::Matrix2d P = Eigen::Vector2d(1, 1).asDiagonal();
  for (int i = 0; i < 3000; ++i) {
    Step(rates, 0, 0);
    P = F * P * F.transpose() + change * change * Q;
    const Eigen::Vector2d gain =
        P * H.transpose() / (P(0, 0) + options.encoder_sigma * options.encoder_sigma);
    P = (Eigen::Matrix2d::Identity() - gain * H) * P;
  }
  EXPECT_NEAR(rates.variance(0), P(1, 1), 1e-9 * P(1, 1));
}

// A joint at rest that was predicted to speed up, as by a torque that dry friction holds.
TEST(JointRates, LearnsWhatThePredictionLacks) {
  Rates rates({}, kUnit, kStep);
  for (int i = 0; i < 500; ++i) Step(rates, 1, 30);
  EXPECT_NEAR(rates.rate()[0], 0, 0.001);
}

TEST(JointRates, AJumpThatNothingPredictedIsThereAfterThreeSteps) {
  Rates rates({}, kUnit, kStep);
  double position = 0;
  for (int i = 0; i < 200; ++i) Step(rates, Rounded(position += 5 * kStep, kFine), 0);
  for (int i = 0; i < 3; ++i) Step(rates, Rounded(position += 1 * kStep, kFine), 0);
  EXPECT_NEAR(rates.rate()[0], 1, 0.4);
  for (int i = 0; i < 20; ++i) {
    Step(rates, Rounded(position += 1 * kStep, kFine), 0);
    EXPECT_NEAR(rates.rate()[0], 1, 0.5) << i;
  }
  EXPECT_NEAR(rates.rate()[0], 1, 0.05);
}

// The drive's rate is behind a filter of 3 ms. A momentum is made of 0.8 of it and 0.2 of the rate here;
// after an impact, of rates that are within the drive's noise of the ones here.
TEST(JointRates, AMomentumIsMadeOfBothRatesUnlessTheDrivesIsFarBehind) {
  const double noise = 6 * kFine / std::sqrt(12.0) / kStep;  // rad/s
  Rates rates({}, kUnit, kStep);
  double position = 0, drive = 5;
  for (int i = 0; i < 5; ++i) Step(rates, Rounded(position += kFine, kFine), 0);  // its counts are seen
  for (int i = 0; i < 200; ++i) {
    drive = 5 + 0.2 * (i % 3 - 1);
    Step(rates, Rounded(position += 5 * kStep, kFine), 0, true, drive);
    const double rate = rates.rate()[0], both = 0.8 * drive + 0.2 * rate;
    if (i > 100) ASSERT_NEAR(rate - rates.Ahead(Vector(drive))[0], both, 1e-12) << i;
  }
  for (int i = 1; i <= 12; ++i) {
    drive = 5 * std::exp(-i / 3.0);
    Step(rates, Rounded(position, kFine), 0, true, drive);
    const double used = rates.rate()[0] - rates.Ahead(Vector(drive))[0];
    EXPECT_LE(std::abs(used - rates.rate()[0]), noise + 1e-9) << i;
    if (i <= 4) EXPECT_LT(used, drive - 0.1) << i;
  }
}

// A landing of a leg of six joints, at 1 rad/s each, also turns a joint of a leg that stands, the last.
struct TwoLegs {
  using Vector = BoundedVector<double, 7>;
  JointRates<7, double> rates{{}, kUnit, kStep};
  double leg = 0, other = 0;  // rad

  TwoLegs() {
    for (int i = 0; i < 300; ++i) Step(1, 0, Vector::Zero(), false);
  }
  void Step(double leg_rate, double other_rate, const Vector& predicted, bool lands) {
    leg += leg_rate * kStep, other += other_rate * kStep;
    Vector position;
    for (int j = 0; j < 6; ++j) position[j] = Rounded(leg + 0.37 * j * kFine, kFine);
    position[6] = Rounded(other, kFine);
    rates.Update(position, Vector::Zero(), predicted, lands, {true, true, true, true, true, true, true},
                 kStep);
  }
  static Vector Landing() {  // rad/s²
    Vector landing = Vector::Constant(-1000);
    landing[6] = -250;
    return landing;
  }
};

TEST(JointRates, ALandingThatDoesNotComeMovesNoJoint) {
  TwoLegs legs;
  for (int i = 0; i < 20; ++i) {
    legs.Step(1, 0, TwoLegs::Landing(), true);
    EXPECT_NEAR(legs.rates.rate()[0], 1, 0.1) << i;
    EXPECT_NEAR(legs.rates.rate()[6], 0, 0.05) << i;  // 0.25 with each landing that is believed
  }
}

TEST(JointRates, ALandingThatComesIsThereAtOnce) {
  TwoLegs legs;
  legs.Step(0.5, -0.125, TwoLegs::Landing(), true);  // in the mean of the step in which it comes
  EXPECT_NEAR(legs.rates.rate()[0], 0, 0.2);
  EXPECT_NEAR(legs.rates.rate()[6], -0.25, 0.1);
}

TEST(JointRates, AJointThatIsNotGoodRestsAndBeginsAgainWithTheGivenRate) {
  Rates rates({}, kUnit, kStep);
  EXPECT_EQ(Step(rates, 1, 0, true, 3), 3);
  Step(rates, 1.003, 0);
  EXPECT_EQ(Step(rates, 1.003, 50, false, 7), 0);
  EXPECT_EQ(Step(rates, 2, 50, false, 7), 0);
  EXPECT_EQ(Step(rates, 2, 50, true, -2), -2);
  EXPECT_NEAR(Step(rates, 1.998, 0), -2, 0.05);
}

TEST(JointRates, AnImpactThatWasPredictedWronglyIsForgotten) {
  Rates rates({}, kUnit, kStep);
  for (int i = 0; i < 200; ++i) Step(rates, 1, 0);
  Step(rates, 1, 1e6);
  for (int i = 0; i < 10; ++i) Step(rates, 1, 0);
  EXPECT_NEAR(rates.rate()[0], 0, 0.05);
}

TEST(JointRates, NothingChangesInNoTime) {
  Rates rates({}, kUnit, kStep);
  Step(rates, 1, 0, true, 3);
  const double variance = rates.variance(0);
  EXPECT_EQ(Step(rates, 9, 90, true, 0, 0), 3);
  EXPECT_EQ(rates.variance(0), variance);
}

TEST(JointRates, AMissedPeriodIsBridged) {
  Rates rates({}, kUnit, kStep);
  double position = 0;
  for (int i = 0; i < 200; ++i) Step(rates, Rounded(position += 5 * kStep, kFine), 0);
  // Of what was predicted for one period alone little is believed.
  EXPECT_NEAR(Step(rates, Rounded(position + 15 * kStep, kFine), 60, true, 0, 3 * kStep), 5, 0.1);
}

// As the last step was predicted: with what was said of it, and what that is known to lack. Of a step that is
// too long to be predicted it is the rates' difference.
TEST(JointRates, TellTheAccelerationThatTheyBelieved) {
  Rates rates({}, kUnit, kStep);
  Step(rates, 0, 0);
  Step(rates, 0, 7);
  EXPECT_EQ(rates.acceleration()[0], 7);
  constexpr double kLong = 0.008;  // s
  double rate = rates.rate()[0];
  for (int i = 1; i < 50; ++i) {
    const double t = i * kLong, next = Step(rates, 2.5 * t * t, 7, true, 0, kLong);
    EXPECT_NEAR(rates.acceleration()[0], (next - rate) / kLong, 1e-9);
    rate = next;
  }
  EXPECT_NEAR(rates.acceleration()[0], 5, 0.5);
}

}  // namespace footing::joint_rates_test
