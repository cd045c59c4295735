// Grounds and legs for random robots.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/random.hpp"
#include "tests/support/scenes/whitened_contacts.hpp"

namespace footing {

inline constexpr double kSceneGravity = 9.81;  // m/s²

using Point = Eigen::Matrix<double, 3, 1>;
using Turn = Eigen::Matrix<double, 3, 3>;

inline bool Chance(double probability, Random& random) { return random.Uniform(0, 1) < probability; }
inline Point RandomVector(double size, Random& random) {
  const double x = random.Uniform(-size, size);
  const double y = random.Uniform(-size, size);
  return {x, y, random.Uniform(-size, size)};
}
// Nearly uniform in the logarithm: a random number of doublings, then uniform within the octave.
inline double LogUniform(double low, double high, Random& random) {
  int doublings = 0;
  for (double x = low; 2 * x <= high; x *= 2) ++doublings;
  double x = low;
  for (int k = random.Integer(doublings + 1); k > 0; --k) x *= 2;
  return std::min(high, x * random.Uniform(1, 2));
}

// axes ← axes · Rotation(axis, angle).
inline void TurnAbout(int axis, double angle, Turn* axes) {
  const auto [sine, cosine] = SinCos(angle);
  const Point a = axes->col((axis + 1) % 3);
  const Point b = axes->col((axis + 2) % 3);
  axes->col((axis + 1) % 3) = cosine * a + sine * b;
  axes->col((axis + 2) % 3) = cosine * b - sine * a;
}

inline Turn Rotation(int axis, double angle) {
  Turn axes = Turn::Identity();
  TurnAbout(axis, angle, &axes);
  return axes;
}

// Columns n, t1, t2 for a normal tilted by `tilt` [rad] from the vertical; t1 is nearest to the world's x.
inline Turn ContactAxes(double tilt, double heading) {
  Turn axes;
  axes.col(0) = (Rotation(2, heading) * Rotation(1, tilt)).col(2);
  const Point n = axes.col(0);
  const Point reference = std::abs(n[0]) > 0.9 ? Point::UnitY() : Point::UnitX();
  axes.col(1) = (reference - n * n.dot(reference)).normalized();
  axes.col(2) = n.cross(axes.col(1));
  return axes;
}

// The normals of one scene: flat, one slope, or a different normal for each foot.
class GroundNormals {
 public:
  explicit GroundNormals(Random& random) {
    const double kind = random.Uniform(0, 1);
    differs_ = kind < 0.3;
    steepest_ = differs_ ? (Chance(0.1, random) ? 1.5 : 0.7) : (kind < 0.5 ? 0.6 : 0.0);
    common_ = Draw(random);
  }
  Turn Axes(Random& random) const { return differs_ ? Draw(random) : common_; }
  bool differs() const { return differs_; }
  const Turn& common() const { return common_; }

 private:
  Turn Draw(Random& random) const {
    const double tilt = random.Uniform(0, steepest_);
    return ContactAxes(tilt, random.Uniform(-3.14, 3.14));
  }
  bool differs_;
  double steepest_;  // rad
  Turn common_;
};

inline double RandomMu(Random& random) { return Chance(0.05, random) ? 0.0 : random.Uniform(0.0, 1.2); }

enum class SceneMotion { kRest, kWalk, kLand, kSlide };

struct LegShape {
  int joints = 3;
  std::array<int, kMostLegJoints> axis{};
  std::array<Point, kMostLegJoints> offset;    // of the joint, in the frame of the joint before
  std::array<double, kMostLegJoints> angle{};  // rad, of a crouch
  Point foot = Point::Zero();                  // in the last frame
  double sole_length = 0;                      // half, 0: a point
  double sole_width = 0;
};

inline LegShape QuadrupedLeg(int leg, double size, bool flat) {
  LegShape shape;
  const double front = leg < 2 ? 1 : -1;
  const double left = leg % 2 == 1 ? 1 : -1;
  shape.joints = 3;
  shape.axis = {0, 1, 1, 1, 0, 0};
  shape.angle = {0, 0.7, -1.4, 0.7, 0, 0};
  shape.offset = {Point(0.9 * front * size, 0.25 * left * size, 0),
                  Point(0, 0.4 * left * size, 0),
                  Point(0, 0, -size),
                  Point(0, 0, -size),
                  Point::Zero(),
                  Point::Zero()};
  shape.foot = {0, 0, -size};
  if (flat) {
    shape.foot[2] *= 0.15;
    shape.sole_length = 0.25 * size;
    shape.sole_width = 0.15 * size;
    shape.joints = 5;
  }
  return shape;
}

inline LegShape BipedLeg(int leg, double size) {
  LegShape shape;
  const double left = leg % 2 == 1 ? 1 : -1;
  shape.joints = 6;
  shape.axis = {2, 0, 1, 1, 1, 0};
  shape.angle = {0, 0, -0.4, 0.8, -0.4, 0};
  shape.offset = {Point(0, 0.25 * left * size, -0.2 * size),
                  Point(0, 0.02 * left * size, -0.1 * size),
                  Point::Zero(),
                  Point(0, 0, -size),
                  Point(0, 0, -size),
                  Point::Zero()};
  shape.foot = {0.1 * size, 0, -0.15 * size};
  shape.sole_length = 0.3 * size;
  shape.sole_width = 0.13 * size;
  return shape;
}

}  // namespace footing
