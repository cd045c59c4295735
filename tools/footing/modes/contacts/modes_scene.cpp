#include "tools/footing/modes/contacts/modes_scene.hpp"

#include <algorithm>
#include <cmath>

#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {

namespace {

double FiniteNotNegative(const Field& field) {
  const double value = field.Number();
  if (!(value >= 0)) field.FailAs("0 or more");
  return value;
}

ContactState ReadState(const Field& entry) {
  if (!entry.Has("state")) return ContactState::kRest;
  const std::string state = entry.At("state").Text();
  if (state == "rest") return ContactState::kRest;
  if (state == "sliding") return ContactState::kSliding;
  if (state == "open") return ContactState::kOpen;
  entry.At("state").FailAs("\"rest\", \"sliding\" or \"open\"");
}

// T v_minus, which gives the direction of slip.
ExactVector ReadSlip(const Field& root, const Field& entry, const SceneContact& contact) {
  const Field state = entry.At("state");
  if (contact.tangents.empty()) state.Fail("a contact without tangents cannot slide");
  if (!root.Has("v_minus")) {
    state.Fail("\"sliding\" needs the field v_minus, the velocity that tells the direction of slip");
  }
  const auto dof = contact.normal.size();
  const DoubleVector numbers = root.At("v_minus").Numbers(dof);
  const ExactVector velocity = ReadRow(numbers);
  ExactVector slip;
  double largest = 0;
  Exact scale = 0;
  for (const ExactVector& tangent : contact.tangents) {
    slip.push_back(Dot(tangent, velocity));
    largest = std::max(largest, std::abs(ToDouble(slip.back())));
    for (std::size_t k = 0; k < dof; ++k) scale = std::max(scale, Magnitude(tangent[k] * velocity[k]));
  }
  if (IsZero(slip)) state.Fail("\"sliding\", but v_minus has no slip here");
  if (largest < 1e-9 * ToDouble(scale))
    state.Fail("degenerate within rounding: its slip in v_minus is all but zero");
  return slip;
}

SceneContact ReadSceneContact(const Field& root, const Field& entry, std::size_t dof) {
  SceneContact contact;
  contact.state = ReadState(entry);
  contact.normal = ReadRow(entry.At("normal_jacobian").Numbers(dof));
  if (IsZero(contact.normal)) entry.At("normal_jacobian").Fail("must not be zero");
  const Field tangents = entry.At("tangent_jacobians");
  tangents.CheckTangents();
  contact.tangents = tangents.List(tangents.Count(), [dof](const Field& row) {
    ExactVector tangent = ReadRow(row.Numbers(dof));
    if (IsZero(tangent)) row.Fail("must not be zero");
    return tangent;
  });
  const auto coefficient = [&entry](const char* key) {
    return ReadRow({FiniteNotNegative(entry.At(key))}).front();
  };
  contact.friction = coefficient("mu");
  contact.kinetic_friction = entry.Has("mu_kinetic") ? coefficient("mu_kinetic") : contact.friction;
  if (contact.state == ContactState::kSliding) contact.slip = ReadSlip(root, entry, contact);
  return contact;
}

std::vector<std::size_t> ReadMoments(const Field& root, const ModesScene& scene) {
  std::vector<std::size_t> moments;
  if (root.Has("moments")) {
    const Field list = root.At("moments");
    std::vector<bool> named(scene.dof(), false);
    const auto index = [&scene, &named](const Field& entry) {
      const long coordinate = entry.Integer();
      if (coordinate < 0 || coordinate >= static_cast<long>(scene.dof())) {
        entry.Fail("must be a coordinate, 0 to " + std::to_string(scene.dof() - 1) + ", is " +
                   std::to_string(coordinate));
      }
      const auto k = static_cast<std::size_t>(coordinate);
      if (named[k]) entry.Fail("names coordinate " + std::to_string(coordinate) + " again");
      named[k] = true;
      return k;
    };
    return list.List(list.Count(), index);
  }
  std::size_t most_tangents = 0;
  for (const SceneContact& contact : scene.contacts) {
    most_tangents = std::max(most_tangents, contact.tangents.size());
  }
  if (scene.dof() == 3 && most_tangents <= 1) return {2};
  if (scene.dof() == 6 && most_tangents == 2) return {3, 4, 5};
  return {};
}

DrawnShape ReadShape(const Field& entry) {
  DrawnShape shape;
  shape.fixed = entry.Has("fixed") && entry.At("fixed").Truth();
  if (entry.Has("circle") == entry.Has("polygon")) entry.Fail("must have either circle or polygon");
  if (entry.Has("circle")) {
    const DoubleVector circle = entry.At("circle").Numbers(3);
    shape.x = circle[0];
    shape.y = circle[1];
    shape.radius = circle[2];
    if (!(shape.radius > 0)) entry.At("circle").At(2).FailAs("above 0");
    return shape;
  }
  const Field polygon = entry.At("polygon");
  if (polygon.Count() < 2) polygon.Fail("2 points or more expected");
  shape.points = polygon.List(polygon.Count(), [](const Field& point) { return point.Numbers(2); });
  return shape;
}

void ReadPlace(const Field& root, ModesScene* scene) {
  if (root.Has("body")) scene->body = root.At("body").Line();
  if (root.Has("point")) scene->point = root.At("point").Line();
  if (root.Has("frame")) scene->frame = root.At("frame").Line();
  if (root.Has("length")) {
    scene->length = root.At("length").Number();
    if (!(scene->length >= 1e-100 && scene->length <= 1e100)) root.At("length").FailAs("1e-100 to 1e100");
  }
  scene->moments = ReadMoments(root, *scene);
  scene->length_weight.assign(scene->dof(), 1.0);
  for (const std::size_t k : scene->moments) scene->length_weight[k] = 1 / scene->length;
}

}  // namespace

void SetMass(const Rows& rows, double tolerance, ModesScene* scene) {
  const std::size_t dof = rows.size();
  scene->M.clear();
  scene->mass_scale.clear();
  for (std::size_t k = 0; k < dof; ++k) {
    scene->M.emplace_back(dof);
    const double power = std::ldexp(1.0, -static_cast<int>(std::lround(std::log2(rows[k][k]) / 2)));
    scene->mass_scale.push_back(SimplestFraction(power, 0));
  }
  for (std::size_t i = 0; i < dof; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double size = std::sqrt(rows[i][i]) * std::sqrt(rows[j][j]);
      const auto entry = [&](double value) {
        const bool rounding = std::abs(value) <= tolerance * size;
        return rounding ? Exact(0) : SimplestFraction(value, tolerance * std::abs(value));
      };
      scene->M[i][j] = scene->M[j][i] = (entry(rows[i][j]) + entry(rows[j][i])) / 2;
    }
  }
}

ModesScene ParseModesScene(const std::string& text) {
  const Json json = ParseJson(text);
  const Field root(json, "");
  if (root.Has("kind") && root.At("kind").Text() != "contact") root.At("kind").FailAs("\"contact\"");
  if (root.Has("level") && root.At("level").Text() != "velocity") {
    root.At("level").Fail("must be \"velocity\", is " + json["level"].dump() +
                          "; modes need contacts with Jacobians");
  }
  ModesScene scene;
  SetMass(ReadMassMatrix(root, kLargestSceneDof), 4 * 0x1p-53, &scene);
  const Field contacts = root.At("contacts");
  contacts.CheckLimit(" contacts", kLargestSceneContacts);
  scene.contacts = contacts.List(contacts.Count(), [&root, &scene](const Field& entry) {
    return ReadSceneContact(root, entry, scene.dof());
  });
  if (scene.contacts.empty()) contacts.Fail("no contacts");
  ReadPlace(root, &scene);
  if (root.Has("shapes")) {
    scene.shapes = root.At("shapes").List(root.At("shapes").Count(), ReadShape);
  }
  NoteMisspelt(root, {"level", "v_minus", "body", "point", "frame", "length", "moments", "shapes"},
               &scene.notes);
  NoteMisspelt(contacts, {"state", "mu_kinetic"}, &scene.notes);
  if (root.Has("shapes")) NoteMisspelt(root.At("shapes"), {"fixed"}, &scene.notes);
  return scene;
}

}  // namespace footing::tools
