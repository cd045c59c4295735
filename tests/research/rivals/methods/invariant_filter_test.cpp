// The invariant filter against motions that are known in closed form.
#include "tests/research/rivals/methods/invariant_filter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hal/host_sim/noise.hpp"

namespace footing::rivals {
namespace {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;
using Filter = InvariantFilter<4>;
using Feet = std::array<Vector, 4>;

constexpr double kDt = 0.001;
constexpr std::array<bool, 4> kAll = {true, true, true, true};
const Feet kStanding = {Vector(0.2, 0.13, 0), Vector(0.2, -0.13, 0), Vector(-0.2, 0.13, 0),
                        Vector(-0.2, -0.13, 0)};  // m, world

// A trunk that sways over feet at rest, from rest: x, z and pitch are sines that begin with speed zero.
struct Sway {
  static constexpr double kRate = 4, kReach = 0.05, kHeave = 0.03, kPitch = 0.1;  // rad/s, m, m, rad

  static double S(double t) { return 1 - std::cos(kRate * t); }
  static double Ds(double t) { return kRate * std::sin(kRate * t); }
  static double Dds(double t) { return kRate * kRate * std::cos(kRate * t); }

  static Vector Position(double t) { return {kReach * S(t), 0, 0.3 + kHeave * S(t)}; }
  static Vector Velocity(double t) { return {kReach * Ds(t), 0, kHeave * Ds(t)}; }
  static Matrix Attitude(double t) {
    return Eigen::AngleAxisd(kPitch * S(t), Vector::UnitY()).toRotationMatrix();
  }
  static Vector Gyro(double t) { return {0, kPitch * Ds(t), 0}; }
  static Vector SpecificForce(double t) {
    return Attitude(t).transpose() * Vector(kReach * Dds(t), 0, kHeave * Dds(t) + Filter::kGravity);
  }
  static Feet Offsets(double t) {
    Feet feet;
    for (std::size_t i = 0; i < 4; ++i) feet[i] = Attitude(t).transpose() * (kStanding[i] - Position(t));
    return feet;
  }
};

// Measurements of the middle of each step, which a step of second order integrates.
void Step(double t, const Vector& gyro_bias, const Vector& accelerometer_bias,
          const std::array<bool, 4>& contact, Filter* filter) {
  filter->Predict(Sway::Gyro(t - kDt / 2) + gyro_bias, Sway::SpecificForce(t - kDt / 2) + accelerometer_bias,
                  kDt);
  filter->CorrectFeet(Sway::Offsets(t), contact);
}

double Angle(const Matrix& a, const Matrix& b) { return Eigen::AngleAxisd(a * b.transpose()).angle(); }

TEST(InvariantFilter, FollowsAKnownMotionWithExactMeasurements) {
  Filter filter({}, Matrix::Identity());
  for (int k = 1; k <= 3000; ++k) Step(k * kDt, Vector::Zero(), Vector::Zero(), kAll, &filter);
  EXPECT_NEAR((filter.velocity() - Sway::Velocity(3)).norm(), 0, 1e-4);
  EXPECT_NEAR((filter.position() - (Sway::Position(3) - Vector(0, 0, 0.3))).norm(), 0, 1e-4);
  EXPECT_NEAR(Angle(filter.attitude(), Sway::Attitude(3)), 0, 1e-4);
}

TEST(InvariantFilter, PredictsAloneAFreeFallAndATurn) {
  Filter filter({}, Matrix::Identity());
  for (int k = 0; k < 500; ++k) filter.Predict(Vector(0, 0, 2), Vector::Zero(), kDt);
  EXPECT_NEAR((filter.velocity() - Vector(0, 0, -9.81 * 0.5)).norm(), 0, 1e-9);
  EXPECT_NEAR((filter.position() - Vector(0, 0, -0.5 * 9.81 * 0.25)).norm(), 0, 1e-9);
  const Matrix turned = Eigen::AngleAxisd(1.0, Vector::UnitZ()).toRotationMatrix();
  EXPECT_NEAR(Angle(filter.attitude(), turned), 0, 1e-9);
}

// From 1° of roll and pitch wrong the feet bring back the vertical; the heading is not observable.
TEST(InvariantFilter, FindsTheVerticalButNotTheHeading) {
  const Matrix tilt =
      (Eigen::AngleAxisd(0.0174, Vector::UnitX()) * Eigen::AngleAxisd(-0.0174, Vector::UnitY()))
          .toRotationMatrix();
  const Matrix turn = Eigen::AngleAxisd(0.05, Vector::UnitZ()).toRotationMatrix();
  Filter filter({.accelerometer_bias = 0.01}, turn * tilt);
  for (int k = 1; k <= 5000; ++k) Step(k * kDt, Vector::Zero(), Vector::Zero(), kAll, &filter);
  const Vector up = filter.attitude().transpose() * Vector::UnitZ();
  EXPECT_LT(std::acos(std::min(1.0, up.dot(Sway::Attitude(5).transpose() * Vector::UnitZ()))), 1e-3);
  EXPECT_NEAR(Angle(filter.attitude(), Sway::Attitude(5)), 0.05, 5e-3);
}

TEST(InvariantFilter, FindsTheBiases) {
  const Vector gyro(0.01, -0.02, 0.005), accelerometer(0.02, 0.01, -0.1);
  Filter filter({.gyro_bias_density = 1e-6, .accelerometer_bias_density = 1e-6}, Matrix::Identity());
  for (int k = 1; k <= 20000; ++k) Step(k * kDt, gyro, accelerometer, kAll, &filter);
  EXPECT_NEAR((filter.gyro_bias() - gyro).norm(), 0, 1e-3);
  EXPECT_NEAR((filter.accelerometer_bias() - accelerometer).norm(), 0, 1e-2);
}

TEST(InvariantFilter, FeetComeAndGo) {
  Filter filter({}, Matrix::Identity());
  for (int k = 1; k <= 3000; ++k) {
    const bool first = k / 250 % 2 == 0;  // diagonal pairs in turn
    Step(k * kDt, Vector::Zero(), Vector::Zero(), {first, !first, !first, first}, &filter);
  }
  EXPECT_NEAR((filter.velocity() - Sway::Velocity(3)).norm(), 0, 1e-3);
  EXPECT_NEAR((filter.position() - (Sway::Position(3) - Vector(0, 0, 0.3))).norm(), 0, 1e-3);
}

// Balls that roll in x while they carry: their centres move by radius times angle.
TEST(InvariantFilter, FeetThatRollDoNotDragTheBase) {
  constexpr double kRadius = 0.03;
  constexpr std::array<double, 4> kBalls = {kRadius, kRadius, kRadius, kRadius};
  const auto angle = [](double t) { return 0.3 * t; };
  Filter rolls({}, Matrix::Identity()), stands({}, Matrix::Identity());
  for (int k = 1; k <= 3000; ++k) {
    const double t = k * kDt;
    Feet offsets, turn;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vector centre = kStanding[i] + Vector(kRadius * angle(t), 0, kRadius);
      offsets[i] = Sway::Attitude(t).transpose() * (centre - Sway::Position(t));
      turn[i] = Vector(0, angle(t) - angle(t - kDt), 0);  // about y, which the sway does not turn
    }
    for (Filter* filter : {&rolls, &stands}) {
      filter->Predict(Sway::Gyro(t - kDt / 2), Sway::SpecificForce(t - kDt / 2), kDt);
      if (filter == &rolls) filter->Roll(turn, kBalls);
      filter->CorrectFeet(offsets, kAll);
    }
  }
  const Vector truth = Sway::Position(3) - Vector(0, 0, 0.3);
  EXPECT_NEAR((rolls.position() - truth).norm(), 0, 3e-4);
  EXPECT_NEAR(stands.position()[0] - truth[0], -kRadius * angle(3), 0.2 * kRadius * angle(3));
}

// The stated variances are those of many filters, whose start and measurements have errors of the stated
// sizes.
TEST(InvariantFilter, CovarianceIsThatOfSamples) {
  const InvariantFilterOptions options{.foot_density = 0.02, .foot_sigma = 0.002};
  constexpr int kSamples = 400, kTicks = 150;
  hal::Noise noise(9);
  const auto random = [&noise](double sigma) {
    return Vector(noise.Gaussian(sigma), noise.Gaussian(sigma), noise.Gaussian(sigma));
  };
  const double root = 1 / std::sqrt(kDt);
  Vector speed = Vector::Zero(), angle = Vector::Zero();  // squares of the errors
  Eigen::Matrix<double, 9, 1> stated = Eigen::Matrix<double, 9, 1>::Zero();
  for (int n = 0; n < kSamples; ++n) {
    const Vector wrong = random(0.02);
    Filter filter(options, Eigen::AngleAxisd(wrong.norm(), wrong.normalized()).toRotationMatrix());
    Feet slipped = kStanding;
    const Vector gyro_bias = random(0.03), accelerometer_bias = random(0.3);
    for (int k = 1; k <= kTicks; ++k) {
      const double t = k * kDt;
      filter.Predict(Sway::Gyro(t - kDt / 2) + gyro_bias + random(options.gyro_density * root),
                     Sway::SpecificForce(t - kDt / 2) + accelerometer_bias +
                         random(options.accelerometer_density * root),
                     kDt);
      Feet offsets;
      for (std::size_t i = 0; i < 4; ++i) {
        slipped[i] += random(options.foot_density / root);
        offsets[i] =
            Sway::Attitude(t).transpose() * (slipped[i] - Sway::Position(t)) + random(options.foot_sigma);
      }
      filter.CorrectFeet(offsets, kAll);
    }
    const Eigen::AngleAxisd apart(filter.attitude() * Sway::Attitude(kTicks * kDt).transpose());
    const Vector phi = apart.angle() * apart.axis();
    const Vector xi =
        filter.velocity() - Sway::Velocity(kTicks * kDt) - phi.cross(Sway::Velocity(kTicks * kDt));
    angle += phi.cwiseAbs2() / kSamples;
    speed += xi.cwiseAbs2() / kSamples;
    stated = filter.covariance().diagonal().head<9>();
  }
  // 400 samples know a variance to 7 %. The speed at the start is exact here, and stated to be not.
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(angle[k] / stated[k], 1, 0.3) << k;
    EXPECT_LT(speed[k] / stated[3 + k], 1.3) << k;
    EXPECT_GT(speed[k] / stated[3 + k], 0.4) << k;
  }
}

TEST(InvariantFilter, TakesAnAttitude) {
  Filter filter({}, Matrix::Identity());
  const Matrix measured = Eigen::AngleAxisd(0.02, Vector(1, 2, 2) / 3).toRotationMatrix();
  for (int k = 0; k < 200; ++k) filter.CorrectAttitude(measured, 0.01);
  EXPECT_NEAR(Angle(filter.attitude(), measured), 0, 5e-4);
}

}  // namespace
}  // namespace footing::rivals
