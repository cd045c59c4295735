#include "tools/footing/modes/contacts/scene_contacts.hpp"

#include <memory>

#include "tools/footing/commands/output/json_line.hpp"
#include "tools/footing/scene/scene_file.hpp"
#include "tools/footing/scene/scene_rows.hpp"
#include "tools/footing/solve/file/json_field.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

namespace {

OrderedJson ShapesOf(const Scene& scene) {
  OrderedJson shapes = OrderedJson::array();
  for (const SceneShape& shape : scene.shapes) {
    OrderedJson drawn = OrderedJson::object();
    const Point center = scene.ToWorld(shape.body, shape.center);
    if (shape.kind == SceneShape::Kind::kCircle) drawn["circle"] = {center.x(), center.y(), shape.radius};
    for (const Point& point : shape.points) {
      const Point at = scene.ToWorld(shape.body, point);
      drawn["polygon"].push_back({at.x(), at.y()});
    }
    if (drawn.empty()) continue;
    drawn["fixed"] = shape.body == kWorld;
    shapes.push_back(drawn);
  }
  return shapes;
}

}  // namespace

std::string ContactTextOf(const Scene& scene) {
  if (!scene.joints.empty()) throw ProblemError("joints: modes takes bodies without joints");
  const std::vector<SceneTouch> touches = FindTouches(scene, scene.options.open_gap);
  if (touches.empty()) throw ProblemError("no contacts");
  auto rows = std::make_unique<SceneRows>();
  const SolveStatus status = FillRows(scene, touches, SceneLevel::kAcceleration, false, rows.get());
  if (status != SolveStatus::kSolved) throw ProblemError(std::string("not assembled: ") + Name(status));

  const SceneRows::Stack& stack = rows->stack;
  OrderedJson json;
  json["kind"] = "contact";
  json["body"] = scene.bodies.size() == 1 ? scene.bodies[0].name : "the bodies, in the file's order";
  json["point"] = scene.bodies.size() == 1 ? "its centre of mass" : "their centres of mass";
  json["frame"] = "the world's axes";
  json["length"] = scene.length;
  json["moments"] = OrderedJson::array();
  const int first_turn = scene.plane ? 2 : 3;
  for (int i = 0; i < stack.dof; ++i) {
    if (i % rows->dof() >= first_turn) json["moments"].push_back(i);
    std::vector<double> row;
    for (int j = 0; j < stack.dof; ++j) row.push_back(stack.mass_matrix(i, j));
    json["M"].push_back(row);
  }
  for (const SceneBody& body : scene.bodies) {
    for (int k = 0; k < rows->dof(); ++k)
      json["v_minus"].push_back(k < first_turn ? body.velocity[k] : body.spin[scene.plane ? 2 : k - 3]);
  }
  const auto row_of = [&](int row) {
    std::vector<double> entries;
    for (int j = 0; j < stack.dof; ++j) entries.push_back(stack.jacobian(row, j));
    return entries;
  };
  for (std::size_t c = 0; c < touches.size(); ++c) {
    const int row = 3 * static_cast<int>(c);
    OrderedJson contact;
    contact["normal_jacobian"] = row_of(row);
    contact["tangent_jacobians"].push_back(row_of(row + 1));
    if (!scene.plane) contact["tangent_jacobians"].push_back(row_of(row + 2));
    contact["mu"] = touches[c].friction;
    contact["mu_kinetic"] = touches[c].kinetic_friction;
    const bool open = touches[c].gap > scene.options.touching;
    contact["state"] = open ? "open" : rows->slides[c] ? "sliding" : "rest";
    json["contacts"].push_back(contact);
  }
  if (scene.plane) json["shapes"] = ShapesOf(scene);
  return JsonLine(json);
}

ModesScene ReadModesScene(const std::string& path) {
  const std::string text = ReadText(path);
  return ParseModesScene(IsScene(text) ? ContactTextOf(ParseScene(text)) : text);
}

}  // namespace footing::tools
