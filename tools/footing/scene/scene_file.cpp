#include "tools/footing/scene/scene_file.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "tools/footing/scene/scene_joints.hpp"

namespace footing::tools {

namespace {

class SceneReader {
 public:
  SceneReader(const Field& root, Scene* scene) : root_(root), scene_(*scene), fields_(scene) {}

  void Read() {
    if (root_.Has("plane")) scene_.plane = root_.At("plane").Truth();
    if (root_.Has("gravity")) scene_.gravity = fields_.Vector(root_.At("gravity"));
    ReadOptions();
    ReadView();
    Each("fixed", 1000, [this](const Field& entry) { fields_.Name(entry, kWorld); });
    Each("bodies", kSceneBodies, [this](const Field& entry) { ReadBody(entry); });
    if (scene_.bodies.empty()) root_.At("bodies").Fail("no bodies");
    Each("fixed", 1000, [this](const Field& entry) {
      NoteMisspelt(entry, {"mu", "shapes"}, &scene_.notes);
      ReadShapes(entry, kWorld);
    });
    int body = 0;
    Each("bodies", kSceneBodies, [&](const Field& entry) { ReadShapes(entry, body++); });
    Each("joints", kSceneJointRows, [this](const Field& entry) { ReadSceneJoint(entry, fields_); });
    scene_.lists_contacts = root_.Has("contacts");
    Each("contacts", kSceneContacts, [this](const Field& entry) { ReadSceneContact(entry, fields_); });
    NoteMisspelt(root_,
                 {"plane", "gravity", "dt", "restitution", "restitution_threshold", "error_reduction",
                  "largest_push", "largest_correction", "touching", "open_gap", "length", "view",
                  "slip_speed", "impact_speed", "fixed", "joints", "contacts"},
                 &scene_.notes);
  }

 private:
  void Each(const char* key, int limit, const std::function<void(const Field&)>& read) {
    if (!root_.Has(key)) return;
    const Field list = root_.At(key);
    list.CheckLimit((std::string(" ") + key).c_str(), limit);
    for (std::size_t i = 0; i < list.Count(); ++i) read(list.At(i));
  }

  void ReadOptions() {
    SceneOptions& o = scene_.options;
    if (root_.Has("dt")) o.dt = fields_.Positive(root_.At("dt"));
    o.contact.restitution = fields_.Optional(root_, "restitution", 0, 0, 1);
    o.contact.restitution_threshold = fields_.Optional(root_, "restitution_threshold", 0, 0);
    o.contact.error_reduction = o.joint.error_reduction =
        fields_.Optional(root_, "error_reduction", 0.2, 0, 1);
    o.contact.largest_push = fields_.Optional(root_, "largest_push", 0.1, 0);
    o.joint.largest_correction = fields_.Optional(root_, "largest_correction", 0.5, 0);
    o.open_gap = fields_.Optional(root_, "open_gap", 0.01, 0);
    o.touching = fields_.Optional(root_, "touching", 1e-4, 0);
    // What gravity changes in a step: less is no slip, and no impact.
    const double fall = scene_.gravity.norm() * o.dt;
    o.slip_speed = fields_.Optional(root_, "slip_speed", fall > 0 ? fall : 1e-3, 0);
    o.impact_speed = fields_.Optional(root_, "impact_speed", fall > 0 ? fall : 1e-3, 0);
  }

  void ReadView() {
    if (root_.Has("length")) scene_.length = fields_.Positive(root_.At("length"));
    if (!root_.Has("view")) return;
    const Field view = root_.At("view");
    if (!scene_.plane) view.Fail("is of plane scenes");
    scene_.view = view.Numbers(4);
    if (!(scene_.view[0] < scene_.view[2] && scene_.view[1] < scene_.view[3]))
      view.FailAs("left, bottom, right, top");
  }

  void ReadBody(const Field& entry) {
    fields_.Name(entry, static_cast<int>(scene_.bodies.size()));
    SceneBody body;
    body.name = entry.At("name").Line();
    body.mass = fields_.Positive(entry.At("mass"));
    ReadInertia(entry.At("inertia"), &body);
    body.position = fields_.Vector(entry.At("position"));
    const Point turn = entry.Has("rotation") ? fields_.Turn(entry.At("rotation")) : Point(Point::Zero());
    if (!(turn.norm() <= 1e6)) entry.At("rotation").FailAs("at most 1e6 rad");
    if (turn.norm() > 0) body.attitude = Eigen::AngleAxisd(turn.norm(), turn.normalized());
    if (entry.Has("velocity")) body.velocity = fields_.Vector(entry.At("velocity"));
    if (entry.Has("spin")) body.spin = fields_.Turn(entry.At("spin"));
    if (entry.Has("force")) body.force = fields_.Vector(entry.At("force"));
    if (entry.Has("torque")) body.torque = fields_.Turn(entry.At("torque"));
    NoteMisspelt(entry, {"rotation", "velocity", "spin", "force", "torque", "shapes", "mu"}, &scene_.notes);
    scene_.bodies.push_back(body);
  }

  // A number in the plane; in space three principal moments, or a symmetric matrix.
  void ReadInertia(const Field& field, SceneBody* body) const {
    if (scene_.plane) {
      body->inertia = fields_.Positive(field) * Eigen::Matrix3d::Identity();
      return;
    }
    if (field.Count() == 3 && !field.At(std::size_t{0}).IsList()) {
      for (int k = 0; k < 3; ++k)
        body->inertia(k, k) = fields_.Positive(field.At(static_cast<std::size_t>(k)));
      return;
    }
    const Rows rows = field.Square(3);
    if (rows.size() != 3) field.Fail("3 numbers or 3 rows expected");
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        body->inertia(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
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
      shape.friction = fields_.Optional(field, "mu", fields_.Optional(entry, "mu", 0.5, 0), 0);
      shape.kinetic_friction = fields_.Optional(field, "mu_kinetic", shape.friction, 0);
      if (field.Has("belt")) shape.belt = fields_.Vector(field.At("belt"));
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
    int kinds = 0;
    for (const char* const kind : {"polygon", "points", "circle", "sphere", "box", "plane"})
      kinds += field.Has(kind);
    if (kinds > 1) field.Fail("is of more than one kind");
    if (field.Has("center")) shape.center = fields_.Vector(field.At("center"));
    if (scene_.plane && (field.Has("polygon") || field.Has("points"))) {
      shape.kind = field.Has("polygon") ? Kind::kPolygon : Kind::kPoints;
      const Field list = field.At(field.Has("polygon") ? "polygon" : "points");
      shape.points = list.List(list.Count(), [this](const Field& point) { return fields_.Vector(point); });
      if (shape.kind == Kind::kPolygon) CheckConvex(list, shape.points);
    } else if (scene_.plane && field.Has("circle")) {
      shape.kind = Kind::kCircle;
      shape.radius = fields_.Positive(field.At("circle"));
    } else if (!scene_.plane && field.Has("sphere")) {
      shape.kind = Kind::kSphere;
      shape.radius = fields_.Positive(field.At("sphere"));
    } else if (!scene_.plane && field.Has("box")) {
      shape.kind = Kind::kBox;
      shape.half = fields_.Vector(field.At("box")) / 2;
      if (!(shape.half.minCoeff() > 0)) field.At("box").Fail("edges must be above 0");
    } else if (field.Has("plane")) {
      shape.normal = fields_.Unit(field.At("plane"));
    } else {
      field.Fail(scene_.plane ? "must have polygon, circle, points or plane"
                              : "must have box, sphere or plane");
    }
    return shape;
  }

  static void CheckConvex(const Field& field, const std::vector<Point>& points) {
    if (points.size() < 3) field.Fail("3 points or more expected");
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Point along = points[(i + 1) % points.size()] - points[i];
      for (std::size_t k = 2; k < points.size(); ++k) {
        const Point other = points[(i + k) % points.size()] - points[i];
        if (!(along.cross(other).z() > 0)) field.Fail("must be convex and counter-clockwise");
      }
    }
  }

  const Field& root_;
  Scene& scene_;
  SceneFields fields_;
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
