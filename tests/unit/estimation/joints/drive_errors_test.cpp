// Drives whose friction and rotor differ from the model by known figures, in the air: the residual is made
// here by a first-order filter of its own.
#include "core/estimation/joints/drive_errors.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/random.hpp"

namespace footing::drive_errors_test {

using Model = RobotModel<double, 1, 1>;
using Vector = BoundedVector<double, 1>;

constexpr double kStep = 0.001;       // s
constexpr double kBandwidth = 300.0;  // rad/s
constexpr double kNoise = 1.0;        // N·m

Model Told() {
  Model model;
  model.joints[0].drive = {0.01, 0.2, 0.1};
  return model;
}

// One joint that swings, and what its drive does beside the model.
class Joint {
 public:
  Joint(double offset, double coulomb, double damping, double armature)
      : offset_(offset), coulomb_(coulomb), damping_(damping), armature_(armature) {}

  void Move() {
    time_ += kStep;
    const double last = rate_;
    rate_ = 8 * std::sin(15 * time_) + 3 * std::sin(37 * time_);
    acceleration_ = (rate_ - last) / kStep;
    const double torque = offset_ + coulomb_ * std::fmax(-1, std::fmin(1, rate_ / 0.1)) + damping_ * rate_ +
                          armature_ * acceleration_;
    torque_ = torque;
    residual_ += kBandwidth * kStep * (torque - residual_);
  }
  double rate() const { return rate_; }
  double acceleration() const { return acceleration_; }
  double residual() const { return residual_; }
  double torque() const { return torque_; }

 private:
  double offset_, coulomb_, damping_, armature_;
  double time_ = 0, rate_ = 0, acceleration_ = 0, torque_ = 0, residual_ = 0;
};

TEST(DriveErrors, AreLearnedWithinASecondOfSwings) {
  DriveErrors<Model> errors(Told(), {}, kNoise, kBandwidth);
  Joint joint(0.3, -0.2, -0.1, 0.003);
  Random random(3);
  for (int tick = 0; tick < 1000; ++tick) {
    joint.Move();
    errors.Advance(Vector::Constant(joint.rate()), Vector::Constant(joint.acceleration()), kStep);
    errors.Learn(0, joint.residual() + random.Uniform(-0.5, 0.5), joint.torque(), kStep);
  }
  double worst = 0, worst_at_once = 0, whole = 0;
  for (int tick = 0; tick < 300; ++tick) {
    joint.Move();
    errors.Advance(Vector::Constant(joint.rate()), Vector::Constant(joint.acceleration()), kStep);
    worst = std::fmax(worst, std::abs(joint.residual() - errors.Expected(0)));
    worst_at_once = std::fmax(worst_at_once, std::abs(joint.torque() - errors.ExpectedAtOnce(0)));
    whole = std::fmax(whole, std::abs(joint.residual()));
  }
  EXPECT_GT(whole, 1.0);
  EXPECT_LT(worst, 0.15);
  EXPECT_LT(worst_at_once, 0.3);
  EXPECT_NEAR(errors.offset(0), 0.3, 0.1);
}

TEST(DriveErrors, NothingIsExpectedOfDrivesAsTold) {
  DriveErrors<Model> errors(Told(), {}, kNoise, kBandwidth);
  Joint joint(0, 0, 0, 0);
  for (int tick = 0; tick < 1000; ++tick) {
    joint.Move();
    errors.Advance(Vector::Constant(joint.rate()), Vector::Constant(joint.acceleration()), kStep);
    errors.Learn(0, joint.residual(), joint.torque(), kStep);
    EXPECT_NEAR(errors.Expected(0), 0, 1e-9);
  }
}

// A leg that is held up moves slowly, and what its accelerations are is noise of the rates. The observer
// makes its residual of the same rates, whose noise is there times the joint's whole inertia.
TEST(DriveErrors, NoiseOfTheRatesIsNoRotorInertia) {
  Model model = Told();
  model.joints[0].drive.armature = 0.2;
  DriveErrors<Model> errors(model, {}, kNoise, kBandwidth);
  constexpr double kInertia = 0.1;  // kg·m²
  Random random(5);
  double smooth = 0;
  for (int tick = 0; tick < 3000; ++tick) {
    const double noise = random.Uniform(-0.05, 0.05);
    smooth += kBandwidth * kStep * (noise - smooth);
    errors.Advance(Vector::Constant(0.2 + noise), Vector::Zero(), kStep);
    errors.Learn(0, kInertia * kBandwidth * (noise - smooth), 0, kStep);
  }
  for (int tick = 0; tick < 20; ++tick) errors.Advance(Vector::Constant(0.2), Vector::Constant(-100), kStep);
  EXPECT_NEAR(errors.Expected(0), 0, 0.3);
}

// The observer's filter hands out the noise of one tick over several.
TEST(DriveErrors, NoiseThatLastsIsNotLearned) {
  double sum = 0;
  constexpr int kSeeds = 20, kTicks = 2000;
  for (int seed = 0; seed < kSeeds; ++seed) {
    DriveErrors<Model> errors(Told(), {}, kNoise, kBandwidth);
    Joint joint(0, 0, 0, 0);
    Random random(static_cast<unsigned long>(100 + seed));
    // Filtered to a deviation of kNoise.
    const double gain = kBandwidth * kStep, largest = kNoise * std::sqrt(3 * (2 - gain) / gain);
    double noise = 0;
    for (int tick = 0; tick < kTicks; ++tick) {
      joint.Move();
      noise += gain * (random.Uniform(-largest, largest) - noise);
      errors.Advance(Vector::Constant(joint.rate()), Vector::Constant(joint.acceleration()), kStep);
      errors.Learn(0, noise, 0, kStep);
      sum += tick >= kTicks / 2 ? errors.Expected(0) * errors.Expected(0) : 0;
    }
  }
  EXPECT_LT(std::sqrt(sum / (kSeeds * kTicks / 2)), 0.15 * kNoise);
}

// The ground's torque is far beyond what a drive does: it is not learned, nor counted as noise.
TEST(DriveErrors, ATouchDownIsNotOfTheDrive) {
  DriveErrors<Model> errors(Told(), {}, kNoise, kBandwidth);
  Joint joint(0.3, 0, 0, 0);
  for (int tick = 0; tick < 500; ++tick) {
    joint.Move();
    errors.Advance(Vector::Constant(joint.rate()), Vector::Constant(joint.acceleration()), kStep);
    errors.Learn(0, joint.residual(), joint.torque(), kStep);
  }
  const double before = errors.offset(0), noise = errors.Variance(0) - errors.OffsetVariance(0);
  for (int tick = 0; tick < 50; ++tick) {
    errors.Advance(Vector::Zero(), Vector::Zero(), kStep);
    errors.Learn(0, 8.0, 8.0, kStep);
  }
  EXPECT_EQ(errors.offset(0), before);
  EXPECT_NEAR(errors.Variance(0) - errors.OffsetVariance(0), noise, 1e-9);
}

// A joint in the air for `ticks`, whose torque has noise of this deviation [N·m].
void Hang(DriveErrors<Model>& errors, Random& random, double deviation, int ticks) {
  const double largest = std::sqrt(3.0) * deviation;
  for (int tick = 0; tick < ticks; ++tick) {
    errors.Advance(Vector::Zero(), Vector::Zero(), kStep);
    errors.Learn(0, 0, random.Uniform(-largest, largest), kStep);
  }
}

// What is left of a torque: the model's error as told, the noise as seen, whatever it was before.
TEST(DriveErrors, TheNoiseOfTorquesIsLearnedInTheAir) {
  DriveErrors<Model> errors(Told(), {}, kNoise, kBandwidth);
  Random random(7);
  // Of more than twice the model's variance that much is believed.
  for (const double deviation : {0.3, 1.2, 0.0, 5.0, 0.8}) {
    Hang(errors, random, deviation, 2000);
    const double sigma2 = kNoise * kNoise * (1 + std::fmin(deviation * deviation, 2));
    EXPECT_NEAR(errors.Variance(0) - errors.OffsetVariance(0), sigma2, 0.2 * sigma2) << deviation;
  }
}

// Behind the observer's filter less is left of the noise; a joint at rest holds any torque up to its
// friction.
TEST(DriveErrors, WhatIsLeftBehindTheFilterIsLearnedInTheAir) {
  DriveErrors<Model> errors(Told(), {}, kNoise, kBandwidth);
  const auto left = [&errors] { return errors.ErrorVariance(0) - errors.OffsetVariance(0); };
  const double friction = 0.2 + 0.05 * kNoise;  // N·m
  EXPECT_NEAR(left(), kNoise * kNoise + friction * friction / 3, 1e-9);
  Random random(9);
  for (const double rate : {0.0, 2.0}) {
    for (int tick = 0; tick < 3000; ++tick) {
      errors.Advance(Vector::Constant(rate), Vector::Zero(), kStep);
      // What is left has no time of its own: the offset is not to follow it.
      errors.Learn(0, random.Uniform(-0.3, 0.3), random.Uniform(-1, 1), kStep);
    }
    const double rest = rate == 0 ? friction * friction / 3 : 0;
    EXPECT_NEAR(left(), 0.03 + rest, 0.008) << rate;
  }
}

TEST(DriveErrors, ALegIsKnownWhenAllItsJointsHaveBeenInTheAir) {
  RobotModel<double, 2, 1> model;
  for (auto& joint : model.joints) joint.drive = Told().joints[0].drive;
  DriveErrors<RobotModel<double, 2, 1>> errors(model, {}, kNoise, kBandwidth);
  const LegJoints<2> leg{2, {0, 1}};
  const auto hang = [&errors](int joint) {
    for (int tick = 0; tick < 300; ++tick) {
      errors.Advance({0.0, 0.0}, {0.0, 0.0}, kStep);
      errors.Learn(joint, 0, 0, kStep);
    }
  };
  EXPECT_FALSE(errors.Knows(leg));
  hang(0);
  EXPECT_FALSE(errors.Knows(leg));
  EXPECT_TRUE(errors.Knows(LegJoints<2>{1, {0}}));
  hang(1);
  EXPECT_TRUE(errors.Knows(leg));
  // In the leg's order, not in that of the joints.
  for (int tick = 0; tick < 100; ++tick) errors.Advance({5.0, 0.0}, {0.0, 0.0}, kStep);
  const auto turned = errors.ErrorVariances(LegJoints<2>{2, {1, 0}});
  EXPECT_EQ(turned[0], errors.ErrorVariance(1));
  EXPECT_EQ(turned[1], errors.ErrorVariance(0));
  EXPECT_GT(turned[0], turned[1]);  // the one at rest
}

// One tick of 100 N·m counts as three deviations of what is left.
TEST(DriveErrors, AnotherFootsImpactIsNoNoise) {
  DriveErrors<Model> errors(Told(), {}, kNoise, kBandwidth);
  Random random(8);
  Hang(errors, random, 0.5, 1000);
  const double before = errors.Variance(0);
  errors.Learn(0, 0, 100, kStep);
  EXPECT_GT(errors.Variance(0), before);
  EXPECT_LT(errors.Variance(0), 1.04 * before);
}

}  // namespace footing::drive_errors_test
