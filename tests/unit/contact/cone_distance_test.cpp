// The least distant half-space of the circular cone, against a scan of all of them.
#include "core/contact/cone_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing::cone_distance_test {

struct Foot {
  double mu = 0;
  Vector3<double> force;
  Eigen::Matrix<double, 3, 6> response;

  // By its definition.
  double Distance(double angle) const {
    const Vector3<double> g(mu, -std::cos(angle), -std::sin(angle));
    return g.dot(force) / (response.transpose() * g).norm();
  }

  // The least near `middle`, by ever finer scans.
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

// A response up to ten times as large in some directions as in others, and friction at any share of the cone.
Foot Draw(Random& random) {
  Foot foot;
  foot.mu = random.Uniform(0.2, 1);
  const double small = std::pow(10, random.Uniform(-1, 0)), turn = random.Uniform(-3, 3);
  for (int k = 0; k < 6; ++k) {
    const double along = random.Uniform(-1, 1), across = small * random.Uniform(-1, 1);
    foot.response(0, k) = random.Uniform(-1, 1);
    foot.response(1, k) = std::cos(turn) * along - std::sin(turn) * across;
    foot.response(2, k) = std::sin(turn) * along + std::cos(turn) * across;
  }
  const double left = std::pow(10, random.Uniform(-7, 0)), angle = random.Uniform(-3, 3);
  const double normal = random.Uniform(1, 10), friction = foot.mu * normal * (1 - left);
  foot.force = {normal, friction * std::cos(angle), friction * std::sin(angle)};
  return foot;
}

TEST(ConeDistance, IsThatOfTheNearestHalfSpace) {
  Random random(41);
  int close = 0;
  for (int trial = 0; trial < Trials(1000, 30); ++trial) {
    const Foot foot = Draw(random);
    const ConeDistance<double> distance(foot.force, foot.response);
    const double expected = foot.Nearest();
    const double found = std::sqrt(distance.Square(distance.NearestOfCircle(foot.mu)));
    EXPECT_LE(found, (1 + 1e-6) * expected) << trial;
    EXPECT_GE(found, (1 - 1e-6) * expected) << trial;
    EXPECT_LE(distance.LowerBound(foot.mu), (1 + 1e-9) * expected * expected) << trial;
    close += distance.LowerBound(foot.mu) > 0.1 * expected * expected ? 1 : 0;
  }
  EXPECT_GT(close, 0);
}

// Never of what is as near, in either scalar; of what is clearly further nearly always, where the scalar
// holds what is left of the cone.
template <typename Scalar>
void ExpectFurther(double beyond) {
  Random random(43);
  int known = 0, near = 0;
  constexpr int kFeet = 300;
  for (int trial = 0; trial < kFeet; ++trial) {
    Foot foot = Draw(random);
    const Vector3<Scalar> force = foot.force.cast<Scalar>();
    const Eigen::Matrix<Scalar, 3, 6> response = foot.response.cast<Scalar>();
    const auto mu = static_cast<Scalar>(foot.mu);
    foot.mu = static_cast<double>(mu);
    foot.force = force.template cast<double>();
    foot.response = response.template cast<double>();
    const double nearest = foot.Nearest();
    const ConeDistance<Scalar> distance(force, response);
    const auto further = [&](double share) {
      return distance.IsFurther(mu, static_cast<Scalar>(share * share * nearest * nearest));
    };
    EXPECT_FALSE(further(beyond)) << trial;
    if (!(nearest > 1e-2 * foot.mu * foot.force[0])) continue;
    ++near;
    known += further(0.9) ? 1 : 0;
  }
  EXPECT_GT(near, kFeet / 10);
  EXPECT_GT(known, near * 9 / 10);
}
TEST(ConeDistance, KnowsWhatIsFurther) { ExpectFurther<double>(1 + 1e-9); }
TEST(ConeDistance, KnowsWhatIsFurtherFloat) { ExpectFurther<float>(1 + 1e-5); }

// The nearer of two wells lies between two of the eight directions, and p is on one side of zero in both.
TEST(ConeDistance, OfAWellBetweenTwoDirections) {
  Foot foot;
  foot.mu = 0.6;
  foot.force = {1, 0.52, -0.03};
  foot.response.setZero();
  foot.response.leftCols<3>() << 0.2, 1, -0.2, 0.1, 0.6, -0.1, 0.1, -0.6, 0.1;
  const ConeDistance<double> distance(foot.force, foot.response);
  const double expected = foot.Nearest();
  EXPECT_NEAR(expected, 0.41109, 1e-5);  // the other well is at 0.55
  EXPECT_NEAR(std::sqrt(distance.Square(distance.NearestOfCircle(foot.mu))), expected, 1e-6 * expected);
}

// On the cone's axis with a response alike in all directions every half-space is as near.
TEST(ConeDistance, OfAllAlikeTakesAny) {
  Eigen::Matrix<double, 3, 6> response = Eigen::Matrix<double, 3, 6>::Zero();
  response(0, 0) = response(1, 1) = response(2, 2) = 1;
  const Vector3<double> force(20, 0, 0);
  const ConeDistance<double> distance(force, response);
  EXPECT_NEAR(distance.Square(distance.NearestOfCircle(0.5)), 100 / 1.25, 1e-12);
}

TEST(ConeDistance, OutsideIsNone) {
  const Eigen::Matrix<double, 3, 6> response = Eigen::Matrix<double, 3, 6>::Ones();
  const Vector3<double> force(1, 3, -4);
  const ConeDistance<double> distance(force, response);
  EXPECT_EQ(distance.Square(distance.NearestOfCircle(0.5)), 0);
  EXPECT_EQ(distance.LowerBound(0.5), 0.0);
  EXPECT_FALSE(distance.IsFurther(0.5, 0.0));
}

// Nothing moves the force: no wrench ends the contact.
TEST(ConeDistance, OfWhatDoesNotMoveIsInfinite) {
  const Eigen::Matrix<double, 3, 6> response = Eigen::Matrix<double, 3, 6>::Zero();
  const Vector3<double> force(1, 0.1, 0);
  const ConeDistance<double> distance(force, response);
  EXPECT_EQ(distance.Square(distance.NearestOfCircle(0.5)), kInfinity<double>);
}

}  // namespace footing::cone_distance_test
