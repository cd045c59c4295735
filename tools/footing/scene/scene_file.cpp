#include "tools/footing/scene/scene_file.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "tools/footing/solve/json_field.hpp"

namespace footing::tools {

namespace {

// The fields of a scene that need its dimension or its names.
class SceneReader {
 public:
  SceneReader(const Field& root, Scene* scene) : root_(root), scene_(*scene) {}

  void Read() {
    if (root_.Has("plane")) scene_.plane = root_.At("plane").Truth();
    if (root_.Has("gravity")) scene_.gravity = Vector(root_.At("gravity"));
    ReadOptions();
    ReadView();
    Each("fixed", 1000, [this](const Field& entry) { Name(entry, kWorld), scene_.fixed.push_back(entry.At("name").Line()); });
    Each("bodies", kSceneBodies, [this](const Field& entry) { ReadBody(entry); });
    if (scene_.bodies.empty()) root_.At("bodies").Fail("no bodies");
    Each("fixed", 1000, [this](const Field& entry) { ReadShapes(entry, kWorld); });
    int body = 0;
    Each("bodies", kSceneBodies, [&](const Field& entry) { ReadShapes(entry, body++); });
    Each("joints", kSceneJointRows, [this](const Field& entry) { ReadJoint(entry); });
    scene_.lists_contacts = root_.Has("contacts");
    Each("contacts", kSceneContacts, [this](const Field& entry) { ReadContact(entry); });
    NoteMisspelt(root_, {"plane", "gravity", "dt", "restitution", "restitution_threshold", "error_reduction",
                         "largest_push", "largest_correction", "touching", "open_gap", "length", "view", "slip_speed", "impact_speed",
                         "fixed", "joints", "contacts"},
                 &scene_.notes);
  }

 private:
  void Each(const char* key, int limit, const std::function<void(const Field&)>& read) {
    if (!root_.Has(key)) return;
    const Field list = root_.At(key);
    list.CheckLimit((std::string(" ") + key).c_str(), limit);
    for (std::size_t i = 0; i < list.Count(); ++i) read(list.At(i));
  }

  static double Optional(const Field& entry, const char* key, double preset, double least = -kInfinity<double>,
                         double most = kInfinity<double>) {
    if (!entry.Has(key)) return preset;
    const double value = entry.At(key).Number();
    if (value < least) entry.At(key).FailAs(least == 0 ? "0 or more" : "larger");
    if (value > most) entry.At(key).FailAs("1 or less");
    return value;
  }
  static double Positive(const Field& field) {
    const double value = field.Number();
    if (!(value > 0)) field.FailAs("above 0");
    return value;
  }

  Point Vector(const Field& field) const {
    const std::vector<double> v = field.Numbers(scene_.plane ? 2 : 3);
    return {v[0], v[1], scene_.plane ? 0 : v[2]};
  }
  // About z in the plane: one number.
  Point Turn(const Field& field) const {
    return scene_.plane ? Point(0, 0, field.Number()) : Vector(field);
  }
  Point Unit(const Field& field) const {
    const Point v = Vector(field);
    if (!(v.norm() > 0) || !std::isfinite(v.norm())) field.Fail("must not be zero");
    return v / v.norm();
  }

  void Name(const Field& entry, int body) {
    const std::string name = entry.At("name").Line();
    if (name == "world" || !names_.emplace(name, body).second) entry.At("name").Fail("\"" + name + "\" is taken");
  }
  int Body(const Field& field) const {
    const std::string name = field.Text();
    if (name == "world") return kWorld;
    const auto found = names_.find(name);
    if (found == names_.end()) field.Fail("there is no body \"" + name + "\"");
    return found->second;
  }
  void ReadPair(const Field& entry, int* first, int* second) const {
    const Field pair = entry.At("bodies");
    if (pair.Count() != 2) pair.Fail("2 names expected");
    *first = Body(pair.At(std::size_t{0}));
    *second = Body(pair.At(1));
    if (*first == *second) pair.Fail("both are the same");
    if (*first == kWorld) pair.At(std::size_t{0}).Fail("the first must be a body that moves");
  }

  void ReadOptions() {
    SceneOptions& o = scene_.options;
    if (root_.Has("dt")) o.dt = Positive(root_.At("dt"));
    o.contact.restitution = Optional(root_, "restitution", 0, 0, 1);
    o.contact.restitution_threshold = Optional(root_, "restitution_threshold", 0, 0);
    o.contact.error_reduction = o.joint.error_reduction = Optional(root_, "error_reduction", 0.2, 0, 1);
    o.contact.largest_push = Optional(root_, "largest_push", 0.1, 0);
    o.joint.largest_correction = Optional(root_, "largest_correction", 0.5, 0);
    o.open_gap = Optional(root_, "open_gap", 0.01, 0);
    o.touching = Optional(root_, "touching", 1e-4, 0);
    // What gravity changes in a step: less is no slip, and no impact.
    const double fall = scene_.gravity.norm() * o.dt;
    o.slip_speed = Optional(root_, "slip_speed", fall > 0 ? fall : 1e-3, 0);
    o.impact_speed = Optional(root_, "impact_speed", fall > 0 ? fall : 1e-3, 0);
  }

  void ReadView() {
    if (root_.Has("length")) scene_.length = Positive(root_.At("length"));
    if (!root_.Has("view")) return;
    const Field view = root_.At("view");
    if (!scene_.plane) view.Fail("is of plane scenes");
    scene_.view = view.Numbers(4);
    if (!(scene_.view[0] < scene_.view[2] && scene_.view[1] < scene_.view[3])) view.FailAs("left, bottom, right, top");
  }

  void ReadBody(const Field& entry) {
    Name(entry, static_cast<int>(scene_.bodies.size()));
    SceneBody body;
    body.name = entry.At("name").Line();
    body.mass = Positive(entry.At("mass"));
    ReadInertia(entry.At("inertia"), &body);
    body.position = Vector(entry.At("position"));
    const Point turn = entry.Has("rotation") ? Turn(entry.At("rotation")) : Point(Point::Zero());
    if (turn.norm() > 0) body.attitude = Eigen::AngleAxisd(turn.norm(), turn.normalized());
    if (entry.Has("velocity")) body.velocity = Vector(entry.At("velocity"));
    if (entry.Has("spin")) body.spin = Turn(entry.At("spin"));
    if (entry.Has("force")) body.force = Vector(entry.At("force"));
    if (entry.Has("torque")) body.torque = Turn(entry.At("torque"));
    NoteMisspelt(entry, {"rotation", "velocity", "spin", "force", "torque", "shapes", "mu"}, &scene_.notes);
    scene_.bodies.push_back(body);
  }

  // A number in the plane; in space three principal moments, or a symmetric matrix.
  void ReadInertia(const Field& field, SceneBody* body) const {
    if (scene_.plane) {
      body->inertia = Positive(field) * Eigen::Matrix3d::Identity();
      return;
    }
    if (field.Count() == 3 && !field.At(std::size_t{0}).IsList()) {
      for (int k = 0; k < 3; ++k) body->inertia(k, k) = Positive(field.At(static_cast<std::size_t>(k)));
      return;
    }
    const Rows rows = field.Square(3);
    if (rows.size() != 3) field.Fail("3 numbers or 3 rows expected");
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) body->inertia(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    const Eigen::LLT<Eigen::Matrix3d> factor(body->inertia);
    if (factor.info() != Eigen::Success || !body->inertia.isApprox(body->inertia.transpose(), 1e-9))
      field.Fail("must be symmetric and positive definite");
  }

  void ReadShapes(const Field& entry, int body) {
    if (!entry.Has("shapes")) return;
    const Field shapes = entry.At("shapes");
    for (std::size_t i = 0; i < shapes.Count(); ++i) {
      const Field field = shapes.At(i);
      SceneShape shape = ReadShape(field);
      shape.body = body;
      shape.friction = Optional(field, "mu", Optional(entry, "mu", 0.5, 0), 0);
      shape.kinetic_friction = Optional(field, "mu_kinetic", shape.friction, 0);
      if (field.Has("belt")) shape.belt = Vector(field.At("belt"));
      if (field.Has("levels")) {
        const long levels = field.At("levels").Integer();
        if (levels < 0 || levels > 0xffff) field.At("levels").FailAs("0 to 65535, a sum of powers of 2");
        shape.levels = static_cast<unsigned>(levels);
      }
      NoteMisspelt(field, {"mu", "mu_kinetic", "belt", "levels", "center"}, &scene_.notes);
      scene_.shapes.push_back(shape);
    }
  }

  SceneShape ReadShape(const Field& field) const {
    using Kind = SceneShape::Kind;
    SceneShape shape;
    if (field.Has("center")) shape.center = Vector(field.At("center"));
    if (scene_.plane && (field.Has("polygon") || field.Has("points"))) {
      shape.kind = field.Has("polygon") ? Kind::kPolygon : Kind::kPoints;
      const Field list = field.At(field.Has("polygon") ? "polygon" : "points");
      shape.points = list.List(list.Count(), [this](const Field& point) { return Vector(point); });
      if (shape.kind == Kind::kPolygon) CheckConvex(list, shape.points);
    } else if (scene_.plane && field.Has("circle")) {
      shape.kind = Kind::kCircle;
      shape.radius = Positive(field.At("circle"));
    } else if (!scene_.plane && field.Has("sphere")) {
      shape.kind = Kind::kSphere;
      shape.radius = Positive(field.At("sphere"));
    } else if (!scene_.plane && field.Has("box")) {
      shape.kind = Kind::kBox;
      shape.half = Vector(field.At("box")) / 2;
      if (!(shape.half.minCoeff() > 0)) field.At("box").Fail("edges must be above 0");
    } else if (field.Has("plane")) {
      shape.normal = Unit(field.At("plane"));
    } else {
      field.Fail(scene_.plane ? "must have polygon, circle, points or plane" : "must have box, sphere or plane");
    }
    return shape;
  }

  static void CheckConvex(const Field& field, const std::vector<Point>& points) {
    if (points.size() < 3) field.Fail("3 points or more expected");
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Point along = points[(i + 1) % points.size()] - points[i];
      const Point next = points[(i + 2) % points.size()] - points[(i + 1) % points.size()];
      if (!(along.cross(next).z() > 0)) field.Fail("must be convex and counter-clockwise");
    }
  }

  void ReadJoint(const Field& entry) {
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
    ReadPair(entry, &joint.first, &joint.second);
    if (joint.kind == SceneJoint::Kind::kPoint || joint.kind == SceneJoint::Kind::kHinge) {
      const Point point = Vector(entry.At("point"));
      joint.at_first = Local(joint.first, point);
      joint.at_second = Local(joint.second, point);
    }
    if (joint.kind != SceneJoint::Kind::kPoint) ReadAxis(entry, &joint);
    if (joint.kind == SceneJoint::Kind::kMotor) {
      joint.rate = entry.At("rate").Number();
      joint.torque = Positive(entry.At("torque"));
      joint.gain = Optional(entry, "gain", 0, 0);
    }
    if (joint.kind == SceneJoint::Kind::kTorque) joint.torque = entry.At("torque").Number();
    if (joint.kind == SceneJoint::Kind::kStop) {
      if (entry.Has("least") == entry.Has("most")) entry.Fail("must have either least or most");
      joint.sign = entry.Has("least") ? 1 : -1;
      joint.angle = entry.At(joint.sign > 0 ? "least" : "most").Number();
    }
    joint.until = Optional(entry, "until", joint.until, 0);
    NoteMisspelt(entry, {"axis", "gain", "until"}, &scene_.notes);
    scene_.joints.push_back(joint);
  }

  void ReadAxis(const Field& entry, SceneJoint* joint) const {
    const Point axis = scene_.plane ? Point(Point::UnitZ()) : Unit(entry.At("axis"));
    const Point across = ContactFrame<double>(axis).col(1);
    const auto local = [&](int body, const Point& v) {
      return body == kWorld ? v : Point(scene_.At(body)->attitude.conjugate() * v);
    };
    joint->axis_first = local(joint->first, axis);
    joint->axis_second = local(joint->second, axis);
    joint->across_first = local(joint->first, across);
    joint->across_second = local(joint->second, across);
  }

  Point Local(int body, const Point& world) const {
    return body == kWorld ? world : Point(scene_.At(body)->attitude.conjugate() * (world - scene_.At(body)->position));
  }

  void ReadContact(const Field& entry) {
    SceneTouch touch;
    ReadPair(entry, &touch.contact.first, &touch.contact.second);
    const Point point = Vector(entry.At("point"));
    const Point normal = Unit(entry.At("normal"));
    touch.contact.point << point;
    touch.contact.normal << normal;
    if (entry.Has("edges")) {
      if (scene_.plane) entry.At("edges").Fail("in the plane there are none");
      touch.contact.kind = RigidContactKind::kEdges;
      const Field edges = entry.At("edges");
      if (edges.Count() != 2) edges.Fail("2 vectors expected, of the first body and of the second");
      touch.contact.first_edge << Unit(edges.At(std::size_t{0}));
      touch.contact.second_edge << Unit(edges.At(1));
    } else if (entry.Has("face")) {
      const int face = Body(entry.At("face"));
      if (face != touch.contact.first && face != touch.contact.second) entry.At("face").Fail("is none of the two bodies");
      if (face == touch.contact.first) touch.contact.kind = RigidContactKind::kFaceOfFirst;
    }
    touch.gap = Optional(entry, "gap", 0);
    touch.friction = Optional(entry, "mu", 0, 0);
    touch.kinetic_friction = Optional(entry, "mu_kinetic", touch.friction, 0);
    if (entry.Has("belt")) touch.belt = Vector(entry.At("belt"));
    touch.first_round = entry.Has("first_center");
    touch.second_round = entry.Has("second_center");
    if (touch.first_round) touch.first_center = Vector(entry.At("first_center"));
    if (touch.second_round) touch.second_center = Vector(entry.At("second_center"));
    if (entry.Has("tangent")) touch.tangent = Unit(entry.At("tangent"));
    if (std::abs(touch.tangent.dot(normal)) > 1e-9) entry.At("tangent").Fail("must be at a right angle to normal");
    NoteMisspelt(entry, {"edges", "face", "gap", "mu", "mu_kinetic", "belt", "tangent", "first_center", "second_center"}, &scene_.notes);
    scene_.listed.push_back(touch);
  }

  const Field& root_;
  Scene& scene_;
  std::map<std::string, int> names_;
};

}  // namespace

Scene ParseScene(const std::string& text) {
  const Json json = ParseJson(text);
  const Field root(json, "");
  if (root.At("kind").Text() != "scene") root.At("kind").FailAs("\"scene\"");
  Scene scene;
  SceneReader(root, &scene).Read();
  return scene;
}

Scene ReadScene(const std::string& path) { return ParseScene(ReadText(path)); }

bool IsScene(const std::string& text) {
  const Json json = ParseJson(text);
  return json.is_object() && json.contains("kind") && json["kind"] == "scene";
}

}  // namespace footing::tools
