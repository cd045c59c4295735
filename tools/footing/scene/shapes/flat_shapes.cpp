#include "tools/footing/scene/shapes/flat_shapes.hpp"

#include <algorithm>
#include <utility>

#include "tools/footing/scene/shapes/round_shapes.hpp"

namespace footing::tools {

namespace {

using Kind = SceneShape::Kind;
using Polygon = std::vector<Point>;

Point OutwardNormal(const Polygon& polygon, std::size_t face) {
  const Point along = polygon[(face + 1) % polygon.size()] - polygon[face];
  return Point(along.y(), -along.x(), 0) / along.norm();
}

struct FaceSeparation {
  std::size_t face = 0;
  double distance = -1e30;
};

// The face of `a` with the largest separation from `b` (the least penetration where they overlap).
FaceSeparation FarthestFace(const Polygon& a, const Polygon& b) {
  FaceSeparation best;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Point normal = OutwardNormal(a, i);
    double nearest = 1e30;
    for (const Point& corner : b) nearest = std::min(nearest, normal.dot(corner - a[i]));
    if (nearest > best.distance) best = {i, nearest};
  }
  return best;
}

void PolygonOnPolygon(const Polygon& first, const Polygon& second, double margin,
                      std::vector<SceneTouch>* touches) {
  const FaceSeparation of_first = FarthestFace(first, second);
  const FaceSeparation of_second = FarthestFace(second, first);
  if (std::max(of_first.distance, of_second.distance) > margin) return;
  // Of two equally good faces the same one is always chosen.
  const bool on_first = of_first.distance > of_second.distance - 1e-6;
  const Polygon& reference = on_first ? first : second;
  const Polygon& other = on_first ? second : first;
  const std::size_t face = on_first ? of_first.face : of_second.face;
  const Point normal = OutwardNormal(reference, face);

  std::size_t opposite = 0;
  double least = 1e30;
  for (std::size_t i = 0; i < other.size(); ++i) {
    const double cosine = normal.dot(OutwardNormal(other, i));
    if (cosine < least) least = cosine, opposite = i;
  }

  const Point begin = reference[face];
  const Point along(-normal.y(), normal.x(), 0);
  const double length = (reference[(face + 1) % reference.size()] - begin).dot(along);
  Point p = other[opposite];
  Point q = other[(opposite + 1) % other.size()];
  double s = (p - begin).dot(along);
  double t = (q - begin).dot(along);
  if (s > t) std::swap(s, t), std::swap(p, q);
  if (t < 0 || s > length) return;
  const Point slope = t > s ? Point((q - p) / (t - s)) : Point(Point::Zero());
  const Point from = s < 0 ? Point(p - s * slope) : p;
  const Point to = t > length ? Point(q - (t - length) * slope) : q;
  const bool one_point = (to - from).norm() < 1e-6;
  for (const Point& point : {from, to}) {
    const double gap = normal.dot(point - begin);
    if (gap <= margin) {
      touches->push_back(
          TouchAt(point, on_first ? Point(-normal) : normal, gap,
                  on_first ? RigidContactKind::kFaceOfFirst : RigidContactKind::kFaceOfSecond));
    }
    if (one_point) return;
  }
}

// The point of a polygon's boundary that is nearest to the circle's centre.
void CircleOnPolygon(const SceneShape& circle, const Polygon& polygon, double margin,
                     std::vector<SceneTouch>* touches) {
  const FaceSeparation side = FarthestFace(polygon, {circle.center});
  const Point begin = polygon[side.face];
  const Point edge = polygon[(side.face + 1) % polygon.size()] - begin;
  const double share = (circle.center - begin).dot(edge) / edge.squaredNorm();
  const Point nearest = begin + std::clamp(share, 0.0, 1.0) * edge;
  const bool at_corner = share < 0 || share > 1;
  Point normal = OutwardNormal(polygon, side.face);
  double distance = side.distance;
  if (at_corner && side.distance > 0) {
    distance = (circle.center - nearest).norm();
    normal = (circle.center - nearest) / distance;
  }
  if (distance - circle.radius > margin) return;
  SceneTouch touch = TouchAt(nearest, normal, distance - circle.radius, RigidContactKind::kFaceOfSecond);
  touch.first_round = true;
  touch.first_center = circle.center;
  touch.second_round = at_corner;  // a corner is a circle of radius zero
  touch.second_center = nearest;
  touches->push_back(touch);
}

}  // namespace

void FindFlatContacts(const SceneShape& first, const SceneShape& second, double margin,
                      std::vector<SceneTouch>* touches) {
  const Kind a = first.kind, b = second.kind;
  if (b == Kind::kPlane && a == Kind::kCircle) return FindRoundOnPlane(first, second, margin, touches);
  if (b == Kind::kPlane) return FindPointsOnPlane(first.points, second, margin, touches);
  if (a == Kind::kCircle && b == Kind::kCircle) return FindRoundContact(first, second, margin, touches);
  if (a == Kind::kCircle && b == Kind::kPolygon)
    return CircleOnPolygon(first, second.points, margin, touches);
  if (a == Kind::kPolygon && b == Kind::kPolygon)
    PolygonOnPolygon(first.points, second.points, margin, touches);
}

}  // namespace footing::tools
