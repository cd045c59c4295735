// μ of the ground from forces that are known on paper.
#include "core/estimation/base/ground_friction.hpp"

#include <gtest/gtest.h>

#include "firmware/robots/a1/model.hpp"

namespace footing::ground_friction_test {

using Model = decltype(robots::A1::Model<double>());
using Friction = GroundFriction<Model>;
using Vector = Vector3<double>;

constexpr double kStep = 0.001, kNominal = 0.6, kVariance = 49;  // N²
const Vector kUp = Vector::UnitZ();

TEST(GroundFriction, ASlipTellsTheFrictionUnderItsFoot) {
  Friction friction({}, kNominal);
  for (int tick = 0; tick < 60; ++tick) friction.Update(1, {3, -4, 50}, kVariance, kUp, true, kStep);
  EXPECT_NEAR(friction.mean(1), 0.1, 0.03);
  EXPECT_LT(friction.variance(1), 0.05 * 0.05);
  EXPECT_EQ(friction.mean(0), kNominal);  // another foot stands elsewhere
}

TEST(GroundFriction, TheRatioIsThatOfTheGroundsOwnAxes) {
  Friction friction({}, kNominal);
  const Vector up = Vector(-0.25, 0, 1).normalized(), along = Vector(1, 0, 0.25).normalized();
  for (int tick = 0; tick < 200; ++tick) friction.Update(0, 40 * up - 8 * along, kVariance, up, true, kStep);
  EXPECT_NEAR(friction.mean(0), 0.2, 0.02);
}

TEST(GroundFriction, AFootThatHoldsIsALowerBound) {
  Friction friction({}, kNominal);
  for (int tick = 0; tick < 500; ++tick) friction.Update(0, {5, 0, 50}, kVariance, kUp, false, kStep);
  EXPECT_EQ(friction.mean(0), kNominal);
  for (int tick = 0; tick < 500; ++tick) friction.Update(0, {45, 0, 50}, kVariance, kUp, false, kStep);
  EXPECT_NEAR(friction.mean(0), 0.9, 0.05);
}

TEST(GroundFriction, APlaceIsForgottenOverTheWay) {
  GroundFrictionOptions<double> options;
  options.way = 1;
  Friction friction(options, kNominal);
  for (int tick = 0; tick < 200; ++tick) friction.Update(0, {5, 0, 50}, kVariance, kUp, true, kStep);
  const double learned = friction.mean(0);
  for (int tick = 0; tick < 1000; ++tick) friction.Move(0.001);
  EXPECT_NEAR(friction.mean(0), kNominal + (learned - kNominal) * std::exp(-1.0), 1e-3);
}

TEST(GroundFriction, OfAForceWithinItsDeviationTheRatioIsNoise) {
  Friction friction({}, kNominal);
  friction.Update(0, {0.1, 0, 3.4}, kVariance, kUp, true, kStep);  // √(0.25 · 49) = 3.5
  friction.Update(0, {0.1, 0, -50}, kVariance, kUp, true, kStep);
  EXPECT_EQ(friction.mean(0), kNominal);
  friction.Update(0, {0.1, 0, 3.6}, kVariance, kUp, true, kStep);
  EXPECT_LT(friction.mean(0), kNominal);
}

// The error of f_t / f_n: that of slips, and (1 + ratio²) times the force's variance over f_n².
TEST(GroundFriction, TheLighterTheFootTheLessItSays) {
  GroundFrictionOptions<double> options;
  options.slip_time = 0;
  for (const double normal : {5.0, 20.0, 80.0}) {
    Friction friction(options, kNominal);
    const double ratio = 0.1, before = options.sigma * options.sigma;
    friction.Update(0, {ratio * normal, 0, normal}, kVariance, kUp, true, kStep);
    const double error = 0.1 * 0.1 + (1 + ratio * ratio) * 0.25 * kVariance / (normal * normal);
    EXPECT_NEAR(friction.mean(0), (kNominal * error + ratio * before) / (error + before), 1e-12) << normal;
    EXPECT_NEAR(friction.variance(0), 1 / (1 / error + 1 / before), 1e-12) << normal;
  }
}

}  // namespace footing::ground_friction_test
