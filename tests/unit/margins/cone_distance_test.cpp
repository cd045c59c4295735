// The nearest half-space of the circular cone, against a scan of all half-spaces.
#include "core/margins/cone_distance.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing::cone_distance_test {

constexpr int kScans = Trials(kFullRun ? 3000 : 300, 30);

struct Foot {
  double mu = 0;
  Vector3<double> force;
  Eigen::Matrix<double, 3, 6> response;

  // The distance by its definition.
  double Distance(double angle) const {
    const Vector3<double> g(mu, -std::cos(angle), -std::sin(angle));
    return g.dot(force) / (response.transpose() * g).norm();
  }

  // The least distance near `middle`, by finer and finer scans.
  double Scan(double middle, double half) const {
    constexpr int kTurns = 180;
    for (; half > 1e-12; half *= 4.0 / kTurns) {
      double nearest = middle;
      for (int k = -kTurns; k <= kTurns; ++k) {
        const double angle = middle + half * k / kTurns;
        if (Distance(angle) < Distance(nearest)) nearest = angle;
      }
      middle = nearest;
    }
    return Distance(middle);
  }

  double Nearest() const {
    double least = kInfinity<double>;
    for (const double half : {3.15, 0.3, 0.03, 0.003, 0.0003})
      least = std::min(least, Scan(std::atan2(force[2], force[1]), half));
    return least;
  }
};

// The distance of the half-space that was found, by the definition; infinity if all are farther than the root
// of `square`.
template <typename Scalar>
double Found(const Foot& foot, Scalar square = kInfinity<Scalar>) {
  const ConeDistance<Scalar> distance(foot.force.cast<Scalar>(), foot.response.cast<Scalar>());
  HalfSpace<Scalar> face;
  typename ConeDistance<Scalar>::Effort left;
  if (!distance.NearestOfCircle(static_cast<Scalar>(foot.mu), square, &left, &face)) return kInfinity<double>;
  const double t_1 = static_cast<double>(face.t_1), t_2 = static_cast<double>(face.t_2);
  EXPECT_NEAR(std::hypot(t_1, t_2), 1, 8 * static_cast<double>(kEpsilon<Scalar>));
  return foot.Distance(std::atan2(t_2, t_1));
}

// The foot with its numbers rounded to the scalar.
template <typename Scalar>
Foot Rounded(Foot foot) {
  foot.mu = static_cast<double>(static_cast<Scalar>(foot.mu));
  foot.force = foot.force.cast<Scalar>().template cast<double>();
  foot.response = foot.response.cast<Scalar>().template cast<double>();
  return foot;
}

// A random response with the singular values 1 and two from 1 to 1 / `ratio`. Friction is at a random share
// of the cone.
Foot Draw(double ratio, Random& random) {
  Foot foot;
  foot.mu = random.Uniform(0.1, 1.2);
  Eigen::Matrix<double, 3, 6> rows;
  for (int k = 0; k < 18; ++k) foot.response(k) = random.Uniform(-1, 1), rows(k) = random.Uniform(-1, 1);
  const Eigen::JacobiSVD<Eigen::Matrix<double, 3, 6>> axes(rows, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Vector3<double> size(1, 1, 1);
  for (int k = 1; k < 3; ++k) size[k] = std::pow(ratio, -random.Uniform(0, 1));
  foot.response = axes.matrixU() * size.asDiagonal() * axes.matrixV().leftCols<3>().transpose();
  const double left = std::pow(10, random.Uniform(-7, 0)), angle = random.Uniform(-3, 3);
  const double normal = random.Uniform(1, 10), friction = foot.mu * normal * (1 - left);
  foot.force = {normal, friction * std::cos(angle), friction * std::sin(angle)};
  return foot;
}

// No half-space is nearer than the one that is found. Nothing is found if only nearer ones count.
TEST(ConeDistance, IsThatOfTheNearestHalfSpace) {
  Random random(41);
  int close = 0;
  for (int trial = 0; trial < kScans; ++trial) {
    const Foot foot = Draw(trial % 3 == 0 ? 10 : trial % 3 == 1 ? 1e3 : 1e5, random);
    const double expected = foot.Nearest(), found = Found<double>(foot);
    EXPECT_LE(found, (1 + 2e-6) * expected) << trial;
    EXPECT_GE(found, (1 - 1e-6) * expected) << trial;
    EXPECT_EQ(Found<double>(foot, 0.999 * expected * expected), kInfinity<double>) << trial;
    EXPECT_LE(Found<double>(foot, 1.01 * expected * expected), (1 + 2e-6) * expected) << trial;
    const ConeDistance<double> distance(foot.force, foot.response);
    EXPECT_LE(distance.LowerBound(foot.mu), (1 + 1e-9) * expected * expected) << trial;
    close += distance.LowerBound(foot.mu) > 0.1 * expected * expected ? 1 : 0;
  }
  EXPECT_GT(close, 0);
}

// In float, for feet whose distance to the cone and whose response are large enough for the scalar's digits.
TEST(ConeDistance, IsThatOfTheNearestHalfSpaceFloat) {
  Random random(43);
  int far = 0;
  for (int trial = 0; trial < kScans; ++trial) {
    const Foot foot = Rounded<float>(Draw(trial % 2 == 0 ? 10 : 100, random));
    const double expected = foot.Nearest();
    if (!(expected > 1e-4 * foot.mu * foot.force[0])) continue;
    ++far;
    EXPECT_LE(Found<float>(foot), (1 + 1e-3) * expected) << trial;
  }
  EXPECT_GT(far, kScans / 3);
}

// The nearer of two wells is between directions that are 45° apart. In both directions the slope of v²/q has
// the same sign.
TEST(ConeDistance, OfAWellBetweenTwoDirections) {
  Foot foot;
  foot.mu = 0.6;
  foot.force = {1, 0.52, -0.03};
  foot.response.setZero();
  foot.response.leftCols<3>() << 0.2, 1, -0.2, 0.1, 0.6, -0.1, 0.1, -0.6, 0.1;
  const double expected = foot.Nearest();
  EXPECT_NEAR(expected, 0.41109, 1e-5);  // the other well is at 0.55
  EXPECT_NEAR(Found<double>(foot), expected, 1e-6 * expected);
}

// A foot of the A1 near its cone, whose well is 0.02 rad wide. Newton's steps from the friction's direction
// end in another well, which is half as far again.
TEST(ConeDistance, OfAFootWithANarrowWell) {
  Foot foot;
  foot.mu = 0.28773;
  foot.force = {75.4705, 18.87674, -10.72853};
  foot.response << -0.011418488, 0.023009182, -0.020114297, -0.150219813, -0.011238084, -0.025886857,  //
      0.001385322, -0.005947694, 0.008165888, 0.058455902, 0.003427444, 0.010461896,                   //
      0.006469747, -0.020789163, 0.026274368, 0.189414626, 0.012402335, 0.031596418;
  EXPECT_NEAR(Found<double>(foot), foot.Nearest(), 1e-6);
}

// The force is on the cone's axis and the response is alike in all directions, so every half-space is equally
// near.
TEST(ConeDistance, OfAllAlikeTakesAny) {
  Eigen::Matrix<double, 3, 6> response = Eigen::Matrix<double, 3, 6>::Zero();
  response(0, 0) = response(1, 1) = response(2, 2) = 1;
  const Foot foot{0.5, {20, 0, 0}, response};
  EXPECT_NEAR(Found<double>(foot), 10 / std::sqrt(1.25), 1e-12);
}

// A point mass: the form has no part across the friction, and the rounding that is left there must not count
// as a side.
TEST(ConeDistance, OfAPointMassIsClosed) {
  Foot foot;
  foot.response.setZero();
  for (int k = 1; k <= 300; ++k) {
    for (int i = 0; i < 3; ++i) foot.response(i, i) = 1.0 / k;
    foot.mu = 0.1 + 0.003 * k;
    foot.force = {7.0 * k, 0.7 * k, k % 2 == 0 ? 0.0 : 0.1 * k};
    foot = Rounded<float>(foot);
    const double left = foot.mu * foot.force[0] - std::hypot(foot.force[1], foot.force[2]);
    if (left < 1e-3 * foot.force[0]) continue;
    const double expected = left * k / std::sqrt(1 + foot.mu * foot.mu);
    EXPECT_NEAR(Found<float>(foot), expected, 1e-5 * expected) << k;
    EXPECT_NEAR(Found<double>(foot), expected, 1e-6 * expected) << k;
  }
}

TEST(ConeDistance, OutsideIsNone) {
  const Eigen::Matrix<double, 3, 6> response = Eigen::Matrix<double, 3, 6>::Ones();
  const Vector3<double> force(1, 3, -4);
  const ConeDistance<double> distance(force, response);
  HalfSpace<double> face{};
  ConeDistance<double>::Effort left;
  EXPECT_TRUE(distance.NearestOfCircle(0.5, kInfinity<double>, &left, &face));
  EXPECT_EQ(distance.Square(face), 0);
  EXPECT_EQ(distance.LowerBound(0.5), 0.0);
}

// Nothing moves the force, so no wrench ends the contact.
TEST(ConeDistance, OfWhatDoesNotMoveIsInfinite) {
  const Eigen::Matrix<double, 3, 6> response = Eigen::Matrix<double, 3, 6>::Zero();
  EXPECT_EQ(Found<double>({0.5, {1, 0.1, 0}, response}), kInfinity<double>);
}

}  // namespace footing::cone_distance_test
