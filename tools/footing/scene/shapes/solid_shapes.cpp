#include "tools/footing/scene/shapes/solid_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/footing/scene/shapes/round_shapes.hpp"

namespace footing::tools {

namespace {

using Kind = SceneShape::Kind;

Point Corner(const PlacedShape& box, int which) {
  const Point sign(which & 1 ? 1 : -1, which & 2 ? 1 : -1, which & 4 ? 1 : -1);
  return box.shape.center + box.axes * sign.cwiseProduct(box.shape.half);
}

// Half the extent of a box along a unit vector.
double Reach(const PlacedShape& box, const Point& along) {
  return (box.axes.transpose() * along).cwiseAbs().dot(box.shape.half);
}

// A face of the box alone: a sphere at an edge or a corner counts as one on the nearest face's plane beside
// it.
void SphereOnBox(const SceneShape& sphere, const PlacedShape& box, double margin,
                 std::vector<SceneTouch>* touches) {
  const Point local = box.axes.transpose() * (sphere.center - box.shape.center);
  const Point nearest = local.cwiseMax(-box.shape.half).cwiseMin(box.shape.half);
  Point normal = local - nearest;
  double distance = normal.norm();
  Point foot = nearest;
  if (distance > 0) {
    normal /= distance;
  } else {  // the centre is inside: out through the nearest face
    Eigen::Index axis = 0;
    distance = -(box.shape.half - local.cwiseAbs()).minCoeff(&axis);
    normal = Point::Unit(axis) * (local[axis] < 0 ? -1 : 1);
    foot[axis] = normal[axis] * box.shape.half[axis];
  }
  if (distance - sphere.radius > margin) return;
  const bool at_face = (normal.cwiseAbs().array() > 0.999999).any();
  SceneTouch touch = TouchAt(box.shape.center + box.axes * foot, box.axes * normal, distance - sphere.radius,
                             RigidContactKind::kFaceOfSecond);
  touch.first_round = true;
  touch.first_center = sphere.center;
  touch.second_round = !at_face;  // an edge or a corner turns as a sphere of radius zero does
  touch.second_center = touch.contact.point;
  touches->push_back(touch);
}

// Keeps the part of a polygon where n · (x − p) ≤ 0.
std::vector<Point> Clip(const std::vector<Point>& polygon, const Point& n, const Point& p) {
  std::vector<Point> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point& a = polygon[i];
    const Point& b = polygon[(i + 1) % polygon.size()];
    const double from = n.dot(a - p), to = n.dot(b - p);
    if (from <= 0) kept.push_back(a);
    if ((from < 0 && to > 0) || (from > 0 && to < 0)) kept.push_back(a + from / (from - to) * (b - a));
  }
  return kept;
}

// The contacts of `other` on the face of `box` whose outward normal is `sign` times its axis.
void OnFace(const PlacedShape& box, int axis, double sign, const PlacedShape& other, bool on_first,
            double margin, std::vector<SceneTouch>* touches) {
  const Point normal = sign * box.axes.col(axis);
  const Point middle = box.shape.center + box.shape.half[axis] * normal;
  Eigen::Index facing = 0;
  (other.axes.transpose() * normal).cwiseAbs().maxCoeff(&facing);
  const double side = other.axes.col(facing).dot(normal) < 0 ? 1 : -1;
  const Point center = other.shape.center + side * other.shape.half[facing] * other.axes.col(facing);
  const Point u = other.axes.col((facing + 1) % 3) * other.shape.half[(facing + 1) % 3];
  const Point v = other.axes.col((facing + 2) % 3) * other.shape.half[(facing + 2) % 3];
  std::vector<Point> face = {center + u + v, center - u + v, center - u - v, center + u - v};
  for (const int across : {(axis + 1) % 3, (axis + 2) % 3}) {
    const Point edge = box.axes.col(across) * box.shape.half[across];
    face = Clip(face, edge.normalized(), middle + edge);
    face = Clip(face, -edge.normalized(), middle - edge);
  }
  for (const Point& point : face) {
    const double gap = normal.dot(point - middle);
    if (gap > margin) continue;
    touches->push_back(TouchAt(point, on_first ? Point(-normal) : normal, gap,
                               on_first ? RigidContactKind::kFaceOfFirst : RigidContactKind::kFaceOfSecond));
  }
}

// The middle of the edge along `axis` that reaches farthest along `toward`.
Point EdgeMiddle(const PlacedShape& box, int axis, const Point& toward) {
  Point middle = box.shape.center;
  for (int k = 0; k < 3; ++k) {
    if (k == axis) continue;
    middle += box.axes.col(k) * (box.axes.col(k).dot(toward) < 0 ? -1 : 1) * box.shape.half[k];
  }
  return middle;
}

void OnEdges(const PlacedShape& first, int i, const PlacedShape& second, int j, const Point& normal,
             double gap, std::vector<SceneTouch>* touches) {
  const Point p = EdgeMiddle(first, i, -normal), a = first.axes.col(i);
  const Point q = EdgeMiddle(second, j, normal), b = second.axes.col(j);
  // The point of the first edge that is nearest to the second one.
  const double cosine = a.dot(b);
  const double s = (a - cosine * b).dot(q - p) / (1 - cosine * cosine);
  SceneTouch touch = TouchAt(p + s * a, normal, gap, RigidContactKind::kEdges);
  touch.contact.first_edge << a;
  touch.contact.second_edge << b;
  touches->push_back(touch);
}

void BoxOnBox(const PlacedShape& first, const PlacedShape& second, double margin,
              std::vector<SceneTouch>* touches) {
  const Point between = first.shape.center - second.shape.center;
  const auto gap_along = [&](const Point& along) {
    return std::abs(between.dot(along)) - Reach(first, along) - Reach(second, along);
  };
  double best = -1e30;
  int best_axis = 0;
  for (int axis = 0; axis < 6; ++axis) {
    const double gap = gap_along(axis < 3 ? first.axes.col(axis) : second.axes.col(axis - 3));
    if (gap > margin) return;
    if (gap > best + 1e-9) best = gap, best_axis = axis;
  }
  // Edges need to be better by more than rounding: a face holds a box where an edge lets it turn.
  int first_edge = -1, second_edge = -1;
  Point edge_normal = Point::Zero();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      Point along = first.axes.col(i).cross(second.axes.col(j));
      if (along.norm() < 0.02) continue;
      along.normalize();
      const double gap = gap_along(along);
      if (gap > margin) return;
      if (gap <= best + 1e-6) continue;
      best = gap, first_edge = i, second_edge = j;
      edge_normal = between.dot(along) < 0 ? Point(-along) : along;
    }
  }
  if (first_edge >= 0) return OnEdges(first, first_edge, second, second_edge, edge_normal, best, touches);
  const bool on_first = best_axis < 3;
  const PlacedShape& box = on_first ? first : second;
  const PlacedShape& other = on_first ? second : first;
  const int axis = best_axis % 3;
  const double sign = (other.shape.center - box.shape.center).dot(box.axes.col(axis)) < 0 ? -1 : 1;
  OnFace(box, axis, sign, other, on_first, margin, touches);
}

}  // namespace

void FindSolidContacts(const PlacedShape& first, const PlacedShape& second, double margin,
                       std::vector<SceneTouch>* touches) {
  const Kind a = first.shape.kind, b = second.shape.kind;
  if (b == Kind::kPlane && a == Kind::kSphere)
    return FindRoundOnPlane(first.shape, second.shape, margin, touches);
  if (b == Kind::kPlane && a == Kind::kBox) {
    std::vector<Point> corners;
    for (int corner = 0; corner < 8; ++corner) corners.push_back(Corner(first, corner));
    return FindPointsOnPlane(corners, second.shape, margin, touches);
  }
  if (a == Kind::kSphere && b == Kind::kSphere)
    return FindRoundContact(first.shape, second.shape, margin, touches);
  if (a == Kind::kSphere && b == Kind::kBox) return SphereOnBox(first.shape, second, margin, touches);
  if (a == Kind::kBox && b == Kind::kBox) BoxOnBox(first, second, margin, touches);
}

}  // namespace footing::tools
