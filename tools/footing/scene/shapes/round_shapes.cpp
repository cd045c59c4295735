#include "tools/footing/scene/shapes/round_shapes.hpp"

namespace footing::tools {

SceneTouch TouchAt(const Point& point, const Point& normal, double gap, RigidContactKind kind) {
  SceneTouch touch;
  touch.contact.kind = kind;
  touch.contact.point << point;
  touch.contact.normal << normal;
  touch.gap = gap;
  return touch;
}

void FindRoundContact(const SceneShape& first, const SceneShape& second, double margin,
                      std::vector<SceneTouch>* touches) {
  const Point between = first.center - second.center;
  const double distance = between.norm();
  const double gap = distance - first.radius - second.radius;
  if (gap > margin || !(distance > 0)) return;
  const Point normal = between / distance;
  SceneTouch touch =
      TouchAt(second.center + second.radius * normal, normal, gap, RigidContactKind::kFaceOfSecond);
  touch.first_round = touch.second_round = true;
  touch.first_center = first.center;
  touch.second_center = second.center;
  touches->push_back(touch);
}

void FindPointsOnPlane(const std::vector<Point>& points, const SceneShape& plane, double margin,
                       std::vector<SceneTouch>* touches) {
  for (const Point& point : points) {
    const double gap = plane.normal.dot(point - plane.center);
    if (gap > margin) continue;
    touches->push_back(TouchAt(point, plane.normal, gap, RigidContactKind::kFaceOfSecond));
  }
}

void FindRoundOnPlane(const SceneShape& round, const SceneShape& plane, double margin,
                      std::vector<SceneTouch>* touches) {
  const std::size_t before = touches->size();
  FindPointsOnPlane({round.center - round.radius * plane.normal}, plane, margin, touches);
  if (touches->size() == before) return;
  touches->back().first_round = true;
  touches->back().first_center = round.center;
}

}  // namespace footing::tools
