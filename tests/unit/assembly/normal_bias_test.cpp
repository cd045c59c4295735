// The bias of a contact's normal row: gaps, restitution, error reduction, and the larger of the two.
#include "core/assembly/normal_bias.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace footing::normal_bias_test {

constexpr double kStep = 0.001;

TEST(NormalBias, AGapMayCloseWithinTheStepAndNoMore) {
  EXPECT_DOUBLE_EQ(NormalBias(0.002, -3.0, kStep, NormalBiasOptions<double>{}), 2.0);
  // A gap is not an error.
  EXPECT_DOUBLE_EQ(NormalBias(0.002, 0.0, kStep, NormalBiasOptions<double>{0.5, 0.0, 0.2, 1.0}), 2.0);
}

TEST(NormalBias, AnApproachBouncesInTheStepThatItArrivesIn) {
  const NormalBiasOptions<double> options{0.5, 0.1, 0.2, 1.0};
  EXPECT_DOUBLE_EQ(NormalBias(0.004, -3.0, kStep, options), 4.0);  // it does not arrive
  EXPECT_DOUBLE_EQ(NormalBias(0.002, -3.0, kStep, options), -1.5);
  EXPECT_DOUBLE_EQ(NormalBias(0.00005, -0.09, kStep, options), 0.05);  // too slow to bounce
}

// A ball with e = 1 comes back to the height from which it fell, for any step.
TEST(NormalBias, ABallReturnsToItsHeight) {
  const NormalBiasOptions<double> options{1.0, 0.0, 0.0, 0.0};
  for (const double dt : {0.001, 1.0 / 240, 1.0 / 60}) {
    double height = 2.0, velocity = 0.0;
    for (int bounce = 0; bounce < 3; ++bounce) {
      double highest = 0.0;
      bool up = false;
      for (int step = 0; step < static_cast<int>(2.0 / dt) && !(up && velocity < 0); ++step) {
        const double bias = NormalBias(height, velocity, dt, options);
        velocity = std::max(velocity - 9.81 * dt, -bias);
        height += dt * velocity;
        up |= velocity > 0;
        if (up) highest = std::max(highest, height);
      }
      EXPECT_NEAR(highest, 2.0, 0.02) << dt << " s, bounce " << bounce;
    }
  }
}

TEST(NormalBias, NothingIsWantedAtRestOnTheGround) {
  EXPECT_EQ(NormalBias(0.0, 0.0, kStep, NormalBiasOptions<double>{0.5, 0.1, 0.2, 1.0}), 0.0);
  EXPECT_EQ(NormalBias(0.0, -3.0, kStep, NormalBiasOptions<double>{}), 0.0);
  EXPECT_EQ(NormalBias(-0.01, -3.0, kStep, NormalBiasOptions<double>{}), 0.0);
}

TEST(NormalBias, RestitutionOnlyAboveTheThreshold) {
  const NormalBiasOptions<double> options{0.5, 0.1, 0.0, 0.0};
  EXPECT_DOUBLE_EQ(NormalBias(0.0, -2.0, kStep, options), -1.0);
  EXPECT_EQ(NormalBias(0.0, -0.0999, kStep, options), 0.0);
  EXPECT_EQ(NormalBias(0.0, -0.1, kStep, options), 0.0);
  EXPECT_EQ(NormalBias(0.0, 2.0, kStep, options), 0.0);  // already moving apart
}

TEST(NormalBias, ErrorReductionIsAShareOfThePenetrationAStepAndCapped) {
  const NormalBiasOptions<double> options{0.0, 0.0, 0.2, 1.0};
  EXPECT_DOUBLE_EQ(NormalBias(-0.001, 0.0, kStep, options), -0.2);
  EXPECT_DOUBLE_EQ(NormalBias(-0.1, 0.0, kStep, options), -1.0);
}

TEST(NormalBias, OfTwoWantedVelocitiesTheLarger) {
  const NormalBiasOptions<double> options{0.5, 0.0, 0.2, 1.0};
  EXPECT_DOUBLE_EQ(NormalBias(-0.001, -2.0, kStep, options), -1.0);
  EXPECT_DOUBLE_EQ(NormalBias(-0.004, -0.2, kStep, options), -0.8);
  // The cap limits only the error reduction: a bounce is not a push.
  EXPECT_DOUBLE_EQ(NormalBias(-0.1, -6.0, kStep, options), -3.0);
}

TEST(NormalBias, FloatAgrees) {
  const NormalBiasOptions<float> options{0.5f, 0.1f, 0.2f, 1.0f};
  EXPECT_FLOAT_EQ(NormalBias(0.004f, -3.0f, 0.001f, options), 4.0f);
  EXPECT_FLOAT_EQ(NormalBias(-0.001f, -2.0f, 0.001f, options), -1.0f);
}

}  // namespace footing::normal_bias_test
