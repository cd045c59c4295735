#include "tools/footing/scene/shapes/touches.hpp"

#include <algorithm>
#include <utility>

#include "core/contact/friction_basis.hpp"
#include "tools/footing/scene/shapes/flat_shapes.hpp"
#include "tools/footing/scene/shapes/solid_shapes.hpp"

namespace footing::tools {

namespace {

using Kind = SceneShape::Kind;

PlacedShape Placed(const Scene& scene, const SceneShape& shape) {
  PlacedShape placed{shape};
  for (Point& point : placed.shape.points) point = scene.ToWorld(shape.body, point);
  placed.shape.center = scene.ToWorld(shape.body, shape.center);
  placed.shape.normal = scene.Turned(shape.body, shape.normal);
  placed.shape.belt = scene.Turned(shape.body, shape.belt);
  if (shape.body != kWorld) placed.axes = scene.At(shape.body)->attitude.toRotationMatrix();
  return placed;
}

// The order in which two shapes of different kinds meet (flat_shapes.hpp, solid_shapes.hpp).
int RankOf(const SceneShape& shape) {
  if (shape.kind == Kind::kPlane) return 2;
  return shape.kind == Kind::kCircle || shape.kind == Kind::kSphere ? 0 : 1;
}

void ExchangeBodies(SceneTouch* touch) {
  RigidContact<double>& contact = touch->contact;
  std::swap(contact.first, contact.second);
  contact.normal = -contact.normal;
  std::swap(contact.first_edge, contact.second_edge);
  if (contact.kind == RigidContactKind::kFaceOfFirst) {
    contact.kind = RigidContactKind::kFaceOfSecond;
  } else if (contact.kind == RigidContactKind::kFaceOfSecond) {
    contact.kind = RigidContactKind::kFaceOfFirst;
  }
  std::swap(touch->first_round, touch->second_round);
  std::swap(touch->first_center, touch->second_center);
  touch->belt = -touch->belt;
}

// Contacts of two shapes up to a gap of `margin`, complete.
void FindPair(const Scene& scene, const PlacedShape& a, const PlacedShape& b, double margin,
              std::vector<SceneTouch>* touches) {
  const bool ordered = RankOf(a.shape) <= RankOf(b.shape);
  const PlacedShape& first = ordered ? a : b;
  const PlacedShape& second = ordered ? b : a;
  const std::size_t from = touches->size();
  if (scene.plane) {
    FindFlatContacts(first.shape, second.shape, margin, touches);
  } else {
    FindSolidContacts(first, second, margin, touches);
  }
  for (std::size_t i = from; i < touches->size(); ++i) {
    SceneTouch& touch = (*touches)[i];
    touch.contact.first = first.shape.body;
    touch.contact.second = second.shape.body;
    touch.friction = std::min(first.shape.friction, second.shape.friction);
    touch.kinetic_friction = std::min(first.shape.kinetic_friction, second.shape.kinetic_friction);
    touch.belt = second.shape.belt - first.shape.belt;
    if (touch.contact.first == kWorld) ExchangeBodies(&touch);
  }
}

std::vector<SceneTouch> FindWithin(const Scene& scene, double margin) {
  std::vector<PlacedShape> placed;
  for (const SceneShape& shape : scene.shapes) placed.push_back(Placed(scene, shape));
  std::vector<SceneTouch> touches;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    for (std::size_t j = i + 1; j < placed.size(); ++j) {
      const SceneShape& a = placed[i].shape;
      const SceneShape& b = placed[j].shape;
      if (a.body != b.body && (a.levels & b.levels) != 0)
        FindPair(scene, placed[i], placed[j], margin, &touches);
    }
  }
  return touches;
}

}  // namespace

std::vector<SceneTouch> FindTouches(const Scene& scene, double near) {
  if (scene.lists_contacts) return scene.listed;
  double fastest = 0;
  for (const SceneBody& body : scene.bodies)
    fastest = std::max(fastest, body.velocity.norm() + 10 * body.spin.norm());
  std::vector<SceneTouch> touches = FindWithin(scene, near + 4 * fastest * scene.options.dt);
  const auto far = [&](const SceneTouch& touch) {
    const double approach = -touch.contact.normal.dot(RelativeVelocity(scene, touch));
    return touch.gap > near + std::max(0.0, 2 * approach * scene.options.dt);
  };
  touches.erase(std::remove_if(touches.begin(), touches.end(), far), touches.end());
  return touches;
}

Eigen::Matrix3d FrameOf(const Scene& scene, const SceneTouch& touch) {
  const Point normal = touch.contact.normal;
  Eigen::Matrix3d frame;
  if (scene.plane) {
    frame << normal, Point(-normal.y(), normal.x(), 0), Point::UnitZ();
  } else if (touch.tangent.norm() > 0) {
    frame << normal, touch.tangent, normal.cross(touch.tangent);
  } else {
    frame << ContactFrame<double>(touch.contact.normal);
  }
  return frame;
}

Point RelativeVelocity(const Scene& scene, const SceneTouch& touch) {
  const Point point = touch.contact.point;
  return scene.VelocityAt(touch.contact.first, point) - scene.VelocityAt(touch.contact.second, point) -
         touch.belt;
}

}  // namespace footing::tools
