// Contacts of convex polygons in the plane, a vertex against a face. The face is that of largest
// separation. The points are the ends of the other polygon's opposite edge, clipped to the face.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

namespace mechanisms {

using Point = Eigen::Vector2d;
using Polygon = std::vector<Point>;  // counter-clockwise, m

struct PlanarContact {
  Point point;   // m, world
  Point normal;  // unit, toward the first polygon
  double gap;    // m, negative where they overlap
};

inline Point OutwardNormal(const Polygon& polygon, std::size_t face) {
  const Point along = polygon[(face + 1) % polygon.size()] - polygon[face];
  return Point(along.y(), -along.x()) / along.norm();
}

struct FaceSeparation {
  std::size_t face = 0;
  double distance = -1e30;
};

// The face of `a` with the largest separation from `b` (the least penetration where they overlap).
inline FaceSeparation FarthestFace(const Polygon& a, const Polygon& b) {
  FaceSeparation best;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Point normal = OutwardNormal(a, i);
    double nearest = 1e30;
    for (const Point& corner : b) nearest = std::min(nearest, normal.dot(corner - a[i]));
    if (nearest > best.distance) best = {i, nearest};
  }
  return best;
}

// Appends the contacts of `first` and `second` whose gap is at most `margin`: up to two.
inline void FindContacts(const Polygon& first, const Polygon& second, double margin,
                         std::vector<PlanarContact>* contacts) {
  const FaceSeparation of_first = FarthestFace(first, second);
  const FaceSeparation of_second = FarthestFace(second, first);
  if (std::max(of_first.distance, of_second.distance) > margin) return;
  // Of two equally good faces the same one is always chosen.
  const bool face_of_first = of_first.distance > of_second.distance - 1e-6;
  const Polygon& reference = face_of_first ? first : second;
  const Polygon& other = face_of_first ? second : first;
  const std::size_t face = face_of_first ? of_first.face : of_second.face;
  const Point normal = OutwardNormal(reference, face);

  std::size_t opposite = 0;
  double least = 1e30;
  for (std::size_t i = 0; i < other.size(); ++i) {
    const double cosine = normal.dot(OutwardNormal(other, i));
    if (cosine < least) least = cosine, opposite = i;
  }

  const Point begin = reference[face];
  const Point along(-normal.y(), normal.x());
  const double length = (reference[(face + 1) % reference.size()] - begin).dot(along);
  Point p = other[opposite];
  Point q = other[(opposite + 1) % other.size()];
  double s = (p - begin).dot(along);
  double t = (q - begin).dot(along);
  if (s > t) std::swap(s, t), std::swap(p, q);
  if (t < 0 || s > length) return;
  const Point slope = t > s ? Point((q - p) / (t - s)) : Point(0, 0);
  const Point from = s < 0 ? Point(p - s * slope) : p;
  const Point to = t > length ? Point(q - (t - length) * slope) : q;
  const bool one_point = (to - from).norm() < 1e-6;
  for (const Point& point : {from, to}) {
    const double gap = normal.dot(point - begin);
    if (gap <= margin) contacts->push_back({point, face_of_first ? Point(-normal) : normal, gap});
    if (one_point) return;
  }
}

}  // namespace mechanisms
