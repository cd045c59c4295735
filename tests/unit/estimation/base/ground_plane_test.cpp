// Height and slope of the ground from feet whose places are known on paper.
#include "core/estimation/base/ground_plane.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace footing::ground_plane_test {

using Vector = Vector3<double>;
using Plane = GroundPlane<double>;

constexpr double kStep = 0.001;
constexpr double kLeg = 0.5, kSpeed = 2.2;

// Feet of a rectangle on ground that rises by a, b a metre, h below the base's origin.
std::array<Vector, 4> Feet(double h, double a, double b) {
  std::array<Vector, 4> feet;
  for (unsigned i = 0; i < 4; ++i) {
    const double x = i < 2 ? 0.2 : -0.25, y = i % 2 == 0 ? 0.15 : -0.15;
    feet[i] = {x, y, -h + a * x + b * y};
  }
  return feet;
}

TEST(GroundPlane, FindsHeightAndSlope) {
  Plane plane({}, kLeg, kSpeed);
  for (int tick = 0; tick < 2000; ++tick) {
    plane.Move(Vector::Zero(), kStep);
    for (const Vector& foot : Feet(0.31, 0.27, -0.1)) plane.Correct(foot, kStep);
  }
  EXPECT_NEAR(plane.height(), 0.31, 1e-3);
  EXPECT_NEAR(plane.rise(0), 0.27, 5e-3);
  EXPECT_NEAR(plane.rise(1), -0.1, 5e-3);
  EXPECT_LE((plane.Normal() - Vector(-0.27, 0.1, 1).normalized()).norm(), 1e-2);
  EXPECT_NEAR(plane.Height({0.4, 0.1, 0}), 0.31 - 0.27 * 0.4 + 0.1 * 0.1, 5e-3);
}

// Two feet say nothing of the slope across the line between them: the filter must say so too.
TEST(GroundPlane, TwoFeetTellTheSlopeAlongTheirLineAlone) {
  Plane plane({}, kLeg, kSpeed);
  const auto feet = Feet(0.3, 0.2, 0);
  for (int tick = 0; tick < 1000; ++tick) {
    plane.Move(Vector::Zero(), kStep);
    plane.Correct(feet[0], kStep);
    plane.Correct(feet[3], kStep);
  }
  const Vector along = Vector(0, 0.45, 0.3).normalized(), across = Vector(0, -0.3, 0.45).normalized();
  const double sure = along.dot(plane.covariance() * along), open = across.dot(plane.covariance() * across);
  EXPECT_LT(10 * sure, open);
}

// Up a slope without a foot on the ground: the base goes level, and the ground comes up to it.
TEST(GroundPlane, TheGroundComesUpWhereTheBaseGoesLevel) {
  Plane plane({}, kLeg, kSpeed);
  for (int tick = 0; tick < 2000; ++tick) {
    plane.Move(Vector::Zero(), kStep);
    for (const Vector& foot : Feet(0.4, 0.2, 0)) plane.Correct(foot, kStep);
  }
  double way = 0;
  for (int tick = 0; tick < 500; ++tick) way += plane.Move(Vector(1, 0, 0), kStep);
  EXPECT_NEAR(way, 0.5, 1e-9);
  EXPECT_NEAR(plane.height(), 0.4 - 0.5 * 0.2, 5e-3);
}

// Random ground as rough as the filter is told: its errors have the covariance that it states.
TEST(GroundPlane, StatesItsCovariance) {
  GroundPlaneOptions<double> options;
  std::mt19937 random(3);
  std::normal_distribution<double> noise;
  double normalized = 0;
  constexpr int kRuns = 300;
  for (int run = 0; run < kRuns; ++run) {
    Plane plane(options, kLeg, kSpeed);
    const double h = kLeg * noise(random), a = 0.1 * noise(random), b = 0.1 * noise(random);
    // One stance, told in one tick of its whole length.
    for (Vector foot : Feet(h, a, b)) {
      foot[2] += options.foot_sigma * kLeg * noise(random);
      plane.Correct(foot, options.step_time);
    }
    const Vector error(plane.height() - h, plane.rise(0) - a, plane.rise(1) - b);
    normalized += error.dot(plane.covariance().ldlt().solve(error));
  }
  EXPECT_NEAR(normalized / kRuns, 3.0, 0.5);  // χ² of three numbers; its mean over 300 runs ± 0.14
}

}  // namespace footing::ground_plane_test
