// The path of a swinging foot, by differences of its positions.
#include "firmware/controllers/trot/swing_path.hpp"

#include <gtest/gtest.h>

namespace footing::swing_path_test {

constexpr double kDuration = 0.16, kHeight = 0.06, kLanding = 0.4;
const Vector3<double> kFrom(-0.05, 0.01, 0.002), kTo(0.04, -0.02, -0.01);

FootPath<double> At(double share) { return SwingOver(kFrom, kTo, kHeight, kLanding, share, kDuration); }

TEST(SwingPath, StartsAtRestAndLandsAtTheGivenSpeed) {
  EXPECT_LT((At(0).position - kFrom).norm(), 1e-12);
  EXPECT_LT(At(0).velocity.norm(), 1e-12);
  EXPECT_LT((At(1).position - kTo).norm(), 1e-12);
  EXPECT_LT((At(1).velocity - Vector3<double>(0, 0, -kLanding)).norm(), 1e-12);
}

TEST(SwingPath, IsHighestAtItsTopAndNeverBelowBothEnds) {
  double highest = -1, lowest = 1;
  for (int k = 0; k <= 1000; ++k) {
    highest = Max(highest, At(0.001 * k).position[2]);
    lowest = Min(lowest, At(0.001 * k).position[2]);
  }
  EXPECT_NEAR(highest, (kFrom[2] + kTo[2]) / 2 + kHeight, 1e-6);
  EXPECT_GE(lowest, Min(kFrom[2], kTo[2]) - 1e-12);
}

TEST(SwingPath, VelocityAndAccelerationAreItsDerivatives) {
  const double h = 1e-6;  // of the share
  for (const double share : {0.05, 0.2, 0.44, 0.46, 0.6, 0.84, 0.86, 0.99}) {
    const FootPath<double> before = At(share - h), now = At(share), after = At(share + h);
    const double time = 2 * h * kDuration;
    EXPECT_LT(((after.position - before.position) / time - now.velocity).norm(), 1e-6) << share;
    EXPECT_LT(((after.velocity - before.velocity) / time - now.acceleration).norm(), 1e-3) << share;
  }
}

TEST(SwingPath, AccelerationJumpsNowhereAndIsGoneAtTheEnd) {
  const double h = 1e-6;
  for (int k = 1; k < 1000; ++k)
    EXPECT_LT((At(0.001 * k + h).acceleration - At(0.001 * k - h).acceleration).norm(), 0.1) << k;
  EXPECT_LT(At(1).acceleration.norm(), 1e-9);
}

}  // namespace footing::swing_path_test
