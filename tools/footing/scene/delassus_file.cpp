#include "tools/footing/scene/delassus_file.hpp"

#include <cmath>

namespace footing::tools {

namespace {

double NotNegative(const Field& field) {
  const double value = field.Number();
  if (!(value >= 0)) field.FailAs("0 or more");
  return value;
}

SceneLevel ReadLevel(const Field& root) {
  const std::string level = root.Has("level") ? root.At("level").Text() : "velocity";
  if (level == "velocity") return SceneLevel::kVelocity;
  if (level == "acceleration") return SceneLevel::kAcceleration;
  if (level == "impact") return SceneLevel::kImpact;
  root.At("level").FailAs("\"velocity\", \"acceleration\" or \"impact\"");
}

void ReadContact(const Field& entry, int c, std::size_t tangents, SceneRows* rows) {
  const double mu = NotNegative(entry.At("mu"));
  rows->problem.friction[c] = mu;
  rows->problem.normal_bias[c] = entry.Has("normal_bias") ? entry.At("normal_bias").Number() : 0;
  rows->kinetic_friction.push_back(entry.Has("mu_kinetic") ? NotNegative(entry.At("mu_kinetic")) : mu);
  Point slip = Point::Zero();
  if (entry.Has("slip")) {
    const std::vector<double> v = entry.At("slip").Numbers(tangents);
    for (std::size_t k = 0; k < tangents; ++k) slip[1 + static_cast<int>(k)] = v[k];
  }
  rows->velocity.push_back(slip);
  rows->slides.push_back(slip.norm() > 0);
}

}  // namespace

void ReadDelassus(const Field& root, SceneRows* rows, std::vector<std::string>* notes) {
  rows->level = ReadLevel(root);
  const Field count = root.At("tangents");
  const long tangents = count.Integer();
  if (tangents != 1 && tangents != 2) count.FailAs("1 or 2");
  rows->plane = tangents == 1;
  const int stride = 1 + static_cast<int>(tangents);
  SceneRows::Problem& problem = rows->problem;
  problem.dt = rows->level == SceneLevel::kVelocity ? root.At("dt").Number() : 1;
  if (!(problem.dt > 0)) root.At("dt").FailAs("above 0");

  const Field contacts = root.At("contacts");
  contacts.CheckLimit(" contacts", kSceneContacts);
  problem.contacts = static_cast<int>(contacts.Count());
  for (int c = 0; c < problem.contacts; ++c)
    ReadContact(contacts.At(static_cast<std::size_t>(c)), c, static_cast<std::size_t>(tangents), rows);
  rows->correction.assign(contacts.Count(), 0.0);
  if (root.Has("joints")) {
    const Field joints = root.At("joints");
    joints.CheckLimit(" joints", kSceneJointRows);
    for (std::size_t k = 0; k < joints.Count(); ++k) {
      const Field joint = joints.At(k);
      const int at = problem.joint_rows++;
      problem.lower[at] = joint.Has("lower") ? joint.At("lower").Limit() : -kInfinity<double>;
      problem.upper[at] = joint.Has("upper") ? joint.At("upper").Limit() : kInfinity<double>;
      if (problem.lower[at] > problem.upper[at]) joint.At("lower").Fail("is above upper");
    }
  }

  const Field matrix = root.At("G");
  const int given = stride * problem.contacts + problem.joint_rows;
  const Rows G = matrix.Square(3 * kSceneContacts + kSceneJointRows);
  if (static_cast<int>(G.size()) != given) {
    matrix.Fail(std::to_string(G.size()) + " rows, " + std::to_string(given) +
                " expected: each contact's normal and tangents, then the joints");
  }
  const std::vector<double> free = root.At("free").Numbers(G.size());
  const auto row_of = [&](int i) {
    const int n = stride * problem.contacts;
    return i < n ? 3 * (i / stride) + i % stride : 3 * problem.contacts + i - n;
  };
  for (int i = 0; i < problem.rows(); ++i) {
    problem.free_velocity[i] = 0;
    for (int j = 0; j < problem.rows(); ++j) problem.delassus(i, j) = 0;
  }
  for (int i = 0; i < given; ++i) {
    const auto from = static_cast<std::size_t>(i);
    problem.free_velocity[row_of(i)] = free[from];
    if (G[from][from] < 0)
      matrix.At(from).At(from).Fail("must not be negative, as the diagonal of J M^-1 J^T");
    for (int j = 0; j < given; ++j) {
      const double entry = G[from][static_cast<std::size_t>(j)];
      const double across = G[static_cast<std::size_t>(j)][from];
      if (!(std::abs(entry - across) <= 1e-9 * std::max(std::abs(entry), std::abs(across))))
        matrix.At(from).At(static_cast<std::size_t>(j)).Fail("must be symmetric");
      problem.delassus(row_of(i), row_of(j)) = entry;
    }
  }
  NoteMisspelt(root, {"level", "joints"}, notes);
  NoteMisspelt(contacts, {"mu_kinetic", "normal_bias", "slip"}, notes);
}

}  // namespace footing::tools
