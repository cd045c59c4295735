#include "tools/footing/scene/scene_joints.hpp"

#include <cmath>
#include <map>

namespace footing::tools {

namespace {

Point Local(const Scene& scene, int body, const Point& world) {
  return body == kWorld ? world
                        : Point(scene.At(body)->attitude.conjugate() * (world - scene.At(body)->position));
}

void ReadAxis(const Field& entry, const SceneFields& fields, SceneJoint* joint) {
  const Scene& scene = fields.scene();
  const Point axis = scene.plane ? Point(Point::UnitZ()) : fields.Unit(entry.At("axis"));
  const Point across = ContactFrame<double>(axis).col(1);
  const auto local = [&](int body, const Point& v) {
    return body == kWorld ? v : Point(scene.At(body)->attitude.conjugate() * v);
  };
  joint->axis_first = local(joint->first, axis);
  joint->axis_second = local(joint->second, axis);
  joint->across_first = local(joint->first, across);
  joint->across_second = local(joint->second, across);
}

void ReadEdges(const Field& entry, const SceneFields& fields, const Point& normal, SceneTouch* touch) {
  const Field edges = entry.At("edges");
  if (fields.scene().plane) edges.Fail("in the plane there are none");
  if (edges.Count() != 2) edges.Fail("2 vectors expected, of the first body and of the second");
  const Point first = fields.Unit(edges.At(std::size_t{0})), second = fields.Unit(edges.At(1));
  const Point across = first.cross(second);
  if (!(across.norm() >= kLeastEdgeSine<double>)) edges.Fail("are all but parallel");
  if (!(std::abs(across.normalized().dot(normal)) > 0.5))
    entry.At("normal").Fail("must be near the edges' cross product, or its opposite");
  touch->contact.kind = RigidContactKind::kEdges;
  touch->contact.first_edge << first;
  touch->contact.second_edge << second;
}

}  // namespace

void ReadSceneJoint(const Field& entry, const SceneFields& fields) {
  Scene& scene = fields.scene();
  static const std::map<std::string, SceneJoint::Kind> kKinds = {{"point", SceneJoint::Kind::kPoint},
                                                                 {"hinge", SceneJoint::Kind::kHinge},
                                                                 {"motor", SceneJoint::Kind::kMotor},
                                                                 {"stop", SceneJoint::Kind::kStop},
                                                                 {"torque", SceneJoint::Kind::kTorque}};
  const Field type = entry.At("type");
  const auto kind = kKinds.find(type.Text());
  if (kind == kKinds.end()) type.FailAs("\"point\", \"hinge\", \"motor\", \"stop\" or \"torque\"");
  SceneJoint joint;
  joint.kind = kind->second;
  fields.ReadPair(entry, &joint.first, &joint.second);
  if (joint.kind == SceneJoint::Kind::kPoint || joint.kind == SceneJoint::Kind::kHinge) {
    const Point point = fields.Vector(entry.At("point"));
    joint.at_first = Local(scene, joint.first, point);
    joint.at_second = Local(scene, joint.second, point);
  }
  if (joint.kind != SceneJoint::Kind::kPoint) ReadAxis(entry, fields, &joint);
  if (joint.kind == SceneJoint::Kind::kMotor) {
    joint.rate = entry.At("rate").Number();
    joint.torque = fields.Positive(entry.At("torque"));
    joint.gain = fields.Optional(entry, "gain", 0, 0);
  }
  if (joint.kind == SceneJoint::Kind::kTorque) joint.torque = entry.At("torque").Number();
  if (joint.kind == SceneJoint::Kind::kStop) {
    if (entry.Has("least") == entry.Has("most")) entry.Fail("must have either least or most");
    joint.sign = entry.Has("least") ? 1 : -1;
    const Field limit = entry.At(joint.sign > 0 ? "least" : "most");
    joint.angle = limit.Number();
    if (!(std::abs(joint.angle) < kPi<double>)) limit.FailAs("above -pi and below pi");
  }
  joint.until = fields.Optional(entry, "until", joint.until, 0);
  NoteMisspelt(entry, {"axis", "gain", "until"}, &scene.notes);
  scene.joints.push_back(joint);
}

void ReadSceneContact(const Field& entry, const SceneFields& fields) {
  Scene& scene = fields.scene();
  SceneTouch touch;
  fields.ReadPair(entry, &touch.contact.first, &touch.contact.second);
  const Point point = fields.Vector(entry.At("point"));
  const Point normal = fields.Unit(entry.At("normal"));
  touch.contact.point << point;
  touch.contact.normal << normal;
  for (const char* const other : {"face", "first_center", "second_center"}) {
    if (entry.Has("edges") && entry.Has(other)) entry.At(other).Fail("does not go with edges");
  }
  if (entry.Has("edges")) ReadEdges(entry, fields, normal, &touch);
  if (entry.Has("face")) {
    const std::string face = entry.At("face").Text();
    const Field pair = entry.At("bodies");
    const bool first = face == pair.At(std::size_t{0}).Text();
    if (!first && face != pair.At(1).Text()) entry.At("face").Fail("is none of the two bodies");
    if (first) touch.contact.kind = RigidContactKind::kFaceOfFirst;
  }
  touch.gap = fields.Optional(entry, "gap", 0);
  touch.friction = fields.Optional(entry, "mu", 0, 0);
  touch.kinetic_friction = fields.Optional(entry, "mu_kinetic", touch.friction, 0);
  if (entry.Has("belt")) touch.belt = fields.Vector(entry.At("belt"));
  touch.first_round = entry.Has("first_center");
  touch.second_round = entry.Has("second_center");
  if (touch.first_round) touch.first_center = fields.Vector(entry.At("first_center"));
  if (touch.second_round) touch.second_center = fields.Vector(entry.At("second_center"));
  if (entry.Has("tangent") && scene.plane) entry.At("tangent").Fail("in the plane it follows from normal");
  if (entry.Has("tangent")) touch.tangent = fields.Unit(entry.At("tangent"));
  if (std::abs(touch.tangent.dot(normal)) > 1e-9)
    entry.At("tangent").Fail("must be at a right angle to normal");
  NoteMisspelt(
      entry, {"edges", "face", "gap", "mu", "mu_kinetic", "belt", "tangent", "first_center", "second_center"},
      &scene.notes);
  scene.listed.push_back(touch);
}

}  // namespace footing::tools
