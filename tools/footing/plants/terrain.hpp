// The ground as a function of place. Both plants, the judge and the page take it from here.
//
// Strips along x have a height, a slope and a friction each; where the heights of two neighbours differ there
// is an upright face between them. Waves may lie over level strips. The ground gives way where it has a
// stiffness.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace footing::tools {

// Where a ball is nearest to the ground.
struct GroundTouch {
  Eigen::Vector3d normal;  // unit, out of the ground
  double gap;              // m, negative where the ball is in the ground
  double friction;         // μ
};

struct Terrain {
  struct Strip {
    double x_end;      // m; the strip goes from the end of the one before to here
    double height;     // m, where it begins
    double friction;   // μ
    double slope = 0;  // rise per metre; the first strip has none
  };
  struct Wave {
    double kx, ky;  // rad/m
    double phase;   // rad
  };
  std::vector<Strip> strips = {{std::numeric_limits<double>::infinity(), 0.0, 0.6}};  // the last has no end
  // Waves: height `roughness` times the mean of the sines, over level strips at height 0. They grow from
  // `rough_begin` on within `rough_rise`.
  double roughness = 0;                      // m; 0: there are none
  double rough_begin = 0, rough_rise = 0.5;  // m
  std::array<Wave, 3> waves{};
  // Of the ground under each point. 0: it is rigid.
  double stiffness = 0;  // N/m
  double damping = 0;    // N·s/m
  double reach = 200;    // m, farther than the run goes

  const Strip& At(double x) const { return strips[IndexAt(x)]; }

  double Height(double x, double y) const { return Level(IndexAt(x), x) + Rough(x, y)[0]; }

  // At a place where it has one; not at the edges of strips.
  Eigen::Vector3d Normal(double x, double y) const {
    const Eigen::Vector3d rough = Rough(x, y);
    return Eigen::Vector3d(-At(x).slope - rough[1], -rough[2], 1).normalized();
  }

  // Of a ball whose lowest place is `lowest`, or of that place if the radius is 0.
  GroundTouch Under(const Eigen::Vector3d& lowest, double radius) const {
    if (roughness > 0) return UnderOnWaves(lowest, radius);
    const double near = radius + kNear;
    const std::size_t first = IndexAt(lowest[0] - near), last = IndexAt(lowest[0] + near);
    bool level = true;
    for (std::size_t i = first; i <= last; ++i)
      level &= strips[i].slope == 0 && strips[i].height == strips[first].height;
    if (level) return {Eigen::Vector3d::UnitZ(), lowest[2] - strips[first].height, At(lowest[0]).friction};
    return UnderOnStrips(lowest, radius, first, last);
  }

  // Friction μ between two places along x.
  void AddPatch(double begin, double end, double friction) {
    Split(begin);
    Split(end);
    for (std::size_t i = 0; i < strips.size(); ++i) {
      const bool behind = i > 0 && strips[i - 1].x_end >= begin;
      if (behind && strips[i].x_end <= end) strips[i].friction = friction;
    }
  }

 private:
  static constexpr double kNear = 0.02;  // m; what is farther away from a ball does not matter

  // Nearest place found so far, in the plane of x and z.
  struct Nearest {
    double distance = std::numeric_limits<double>::infinity();
    Eigen::Vector2d place = Eigen::Vector2d::Zero();  // m
    Eigen::Vector2d face = Eigen::Vector2d::UnitY();  // the normal of the face on which it is
    bool on_face = false;                             // not at an end of it
    double friction = 0;
  };

  // The strip that a place belongs to: the first that ends there or beyond.
  std::size_t IndexAt(double x) const {
    const auto ends_before = [](const Strip& strip, double place) { return strip.x_end < place; };
    const auto found = std::lower_bound(strips.begin(), strips.end(), x, ends_before);
    return std::min(static_cast<std::size_t>(found - strips.begin()), strips.size() - 1);
  }

  double Level(std::size_t strip, double x) const {
    const Strip& s = strips[strip];
    return s.slope == 0 ? s.height : s.height + s.slope * (x - strips[strip - 1].x_end);
  }

  // Height of the waves, and its derivatives by x and y.
  Eigen::Vector3d Rough(double x, double y) const {
    if (roughness == 0 || x <= rough_begin) return Eigen::Vector3d::Zero();
    const double t = std::min((x - rough_begin) / rough_rise, 1.0);
    const double grown = t * t * (3 - 2 * t), growth = t < 1 ? 6 * t * (1 - t) / rough_rise : 0;
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Wave& wave : waves) {
      const double angle = wave.kx * x + wave.ky * y + wave.phase;
      sum += Eigen::Vector3d(std::sin(angle), wave.kx * std::cos(angle), wave.ky * std::cos(angle)) / 3;
    }
    return roughness * Eigen::Vector3d(grown * sum[0], grown * sum[1] + growth * sum[0], grown * sum[2]);
  }

  // The place under the ball along the normal there, found by a few fixed-point steps: each leaves radius
  // times curvature of the error, a tenth at the most.
  GroundTouch UnderOnWaves(const Eigen::Vector3d& lowest, double radius) const {
    const Eigen::Vector3d centre = lowest + radius * Eigen::Vector3d::UnitZ();
    Eigen::Vector3d place(lowest[0], lowest[1], Height(lowest[0], lowest[1]));
    Eigen::Vector3d normal = Normal(place[0], place[1]);
    for (int step = 0; step < 4; ++step) {
      const double distance = (centre - place).dot(normal);
      const Eigen::Vector3d foot = centre - distance * normal;
      place = {foot[0], foot[1], Height(foot[0], foot[1])};
      normal = Normal(place[0], place[1]);
    }
    return {normal, (centre - place).dot(normal) - radius, At(place[0]).friction};
  }

  static void Approach(const Eigen::Vector2d& centre, const Eigen::Vector2d& from, const Eigen::Vector2d& to,
                       const Eigen::Vector2d& face, double friction, Nearest* nearest) {
    const Eigen::Vector2d way = to - from;
    const double share = (centre - from).dot(way) / way.squaredNorm();
    const Eigen::Vector2d place = from + std::clamp(share, 0.0, 1.0) * way;
    const double distance = (centre - place).norm();
    if (!(distance < nearest->distance)) return;
    *nearest = {distance, place, face, share >= 0 && share <= 1, friction};
  }

  GroundTouch UnderOnStrips(const Eigen::Vector3d& lowest, double radius, std::size_t first,
                            std::size_t last) const {
    const Eigen::Vector2d centre(lowest[0], lowest[2] + radius);
    const double near = 2 * (radius + kNear);
    Nearest nearest;
    for (std::size_t i = first; i <= last; ++i) {
      const double begin = i == 0 ? centre[0] - near : std::max(strips[i - 1].x_end, centre[0] - near);
      const double end = std::min(strips[i].x_end, centre[0] + near);
      const Eigen::Vector2d face = Eigen::Vector2d(-strips[i].slope, 1).normalized();
      Approach(centre, {begin, Level(i, begin)}, {end, Level(i, end)}, face, strips[i].friction, &nearest);
      if (i == last) continue;
      const double low = Level(i, strips[i].x_end), high = strips[i + 1].height;
      if (low == high) continue;
      Approach(centre, {strips[i].x_end, low}, {strips[i].x_end, high}, {low < high ? -1 : 1, 0},
               strips[low < high ? i + 1 : i].friction, &nearest);
    }
    Eigen::Vector2d normal = nearest.face;
    if (!nearest.on_face && nearest.distance > 1e-9) {
      const bool inside = centre[1] < Level(IndexAt(centre[0]), centre[0]);
      normal = (inside ? -1 : 1) * (centre - nearest.place) / nearest.distance;
    }
    return {{normal[0], 0, normal[1]}, (centre - nearest.place).dot(normal) - radius, nearest.friction};
  }

  void Split(double x) {
    const std::size_t i = IndexAt(x);
    if (strips[i].x_end == x) return;
    Strip before = strips[i];
    before.x_end = x;
    strips[i].height = Level(i, x);
    strips.insert(strips.begin() + static_cast<std::ptrdiff_t>(i), before);
  }
};

}  // namespace footing::tools
