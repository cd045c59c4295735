// The sway of a walk, by the load of three feet on a plane.
#include "firmware/controllers/trot/sway.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace footing::sway_test {

constexpr double kLength = 0.18, kWidth = 0.13, kHeight = 0.27, kGravity = 9.81, kReach = 0.3;
const Gait<double> kWalk{GaitKind::kWalk, 0.6, 0.8};

WalkSway<double> At(double clock) {
  return SwayOf(kWalk, clock, kReach * kLength, kReach * kWidth, kHeight, kGravity);
}

// m, by the sum of velocities from a moment at which the base is in the middle of this axis.
double Position(double clock, bool forward) {
  const double eighth = kWalk.period / 8;
  const double middle = (0.9 + (forward ? 0.0 : 0.125)) * kWalk.period + (forward ? eighth : 2 * eighth);
  double x = 0;
  const int steps = 4000;
  const double h = (clock - middle) / steps;
  for (int k = 0; k < steps; ++k) {
    const WalkSway<double> sway = At(middle + (k + 0.5) * h);
    x += h * (forward ? sway.forward.velocity : sway.left.velocity);
  }
  return x;
}

TEST(Sway, AccelerationIsTheChangeOfVelocity) {
  for (double clock = 0.01; clock < 0.6; clock += 0.037) {
    const double h = 1e-6;
    const WalkSway<double> before = At(clock - h), now = At(clock), after = At(clock + h);
    EXPECT_NEAR((after.left.velocity - before.left.velocity) / (2 * h), now.left.acceleration, 1e-6);
    EXPECT_NEAR((after.forward.velocity - before.forward.velocity) / (2 * h), now.forward.acceleration, 1e-6);
  }
}

TEST(Sway, InTheMiddleOfASwingEachStandingFootCarries) {
  for (const bool front : {false, true}) {
    for (const bool left : {false, true}) {
      double clock = 0;
      while (std::abs(kWalk.LegPhase(clock, front, left) - 0.9) > 0.001) clock += 0.0005;
      const WalkSway<double> sway = At(clock);
      // Where the ground's pressure acts, with the base's weight and acceleration (the base as one mass).
      const double x = Position(clock, true) - sway.forward.acceleration * kHeight / kGravity;
      const double y = Position(clock, false) - sway.left.acceleration * kHeight / kGravity;
      // The foot across from the swinging one has this share of the weight, by moments about the others'
      // line.
      const double across = -(x / (front ? kLength : -kLength) + y / (left ? kWidth : -kWidth)) / 2;
      EXPECT_GT(across, 0.2) << front << left;
      EXPECT_LT(across, 0.3) << front << left;
    }
  }
}

}  // namespace footing::sway_test
