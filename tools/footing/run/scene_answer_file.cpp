#include "tools/footing/run/scene_answer_file.hpp"

#include <cmath>

#include "tools/footing/run/scene_run.hpp"

namespace footing::tools {

namespace {

std::vector<double> List(const Point& v, bool plane) {
  return plane ? std::vector<double>{v.x(), v.y()} : std::vector<double>{v.x(), v.y(), v.z()};
}

// Numbers that are not finite become text; JSON has none.
OrderedJson Numbers(const std::vector<double>& values) {
  OrderedJson list = OrderedJson::array();
  for (const double value : values)
    list.push_back(std::isfinite(value) ? OrderedJson(value) : OrderedJson(value > 0 ? "inf" : "-inf"));
  return list;
}

// Rows n, t1 (, t2) of each contact, then the joints'.
std::vector<int> UsedRows(const SceneRows& rows) {
  std::vector<int> used;
  for (int i = 0; i < rows.problem.rows(); ++i) {
    const bool missing = rows.plane && i < 3 * rows.problem.contacts && i % 3 == 2;
    if (!missing) used.push_back(i);
  }
  return used;
}

const char* LevelName(SceneLevel level) {
  return level == SceneLevel::kVelocity       ? "velocity"
         : level == SceneLevel::kAcceleration ? "acceleration"
                                              : "impact";
}

// What the bodies do with these forces: velocities at the step's end, accelerations, or velocities after
// impacts.
OrderedJson BodiesAfter(const Scene& scene, const SolvedRows& solved) {
  const SceneRows& rows = *solved.rows;
  Eigen::Matrix<double, SceneRows::Stack::kDofCapacity, 1> next;
  NextVelocity(rows.stack, rows.work, rows.problem.dt, solved.answer.force, solved.answer.joint_force, next);
  OrderedJson bodies = OrderedJson::array();
  int at = 0;
  for (const SceneBody& body : scene.bodies) {
    std::vector<double> motion;
    for (int k = 0; k < rows.dof(); ++k) motion.push_back(next[at + k]);
    at += rows.dof();
    bodies.push_back({{"name", body.name}, {"motion", Numbers(motion)}});
  }
  return bodies;
}

}  // namespace

std::shared_ptr<const SolvedRows> SolveSceneNow(const Scene& scene, const SolveRequest& request) {
  auto solved = std::make_shared<SolvedRows>();
  const SceneLevel level = LevelOf(request.solver);
  const SolveStatus status = FillRows(scene, TouchesOf(scene, level), level, false, solved->rows.get());
  if (status != SolveStatus::kSolved) throw ProblemError("not solved: " + FillError(status, scene));
  solved->answer = SceneSolver().Solve(&scene, *solved->rows, request);
  return solved;
}

std::shared_ptr<const SolvedRows> SolveMatrix(const SceneRows& rows, const SolveRequest& request) {
  const bool accelerations = IsOfAccelerations(request.solver);
  if (accelerations == (rows.level == SceneLevel::kVelocity)) {
    throw ProblemError(std::string("not solved: ") + Name(request.solver) + " takes level " +
                       (accelerations ? "\"acceleration\" or \"impact\"" : "\"velocity\""));
  }
  auto solved = std::make_shared<SolvedRows>();
  *solved->rows = rows;
  solved->answer = SceneSolver().Solve(nullptr, *solved->rows, request);
  return solved;
}

void AddRows(const Scene* scene, const SolvedRows& solved, OrderedJson* json) {
  const SceneRows& rows = *solved.rows;
  const SceneAnswer& answer = solved.answer;
  const bool plane = rows.plane;
  (*json)["level"] = LevelName(rows.level);
  OrderedJson contacts = OrderedJson::array();
  for (std::size_t c = 0; c < answer.force.size(); ++c) {
    OrderedJson entry = OrderedJson::object();
    if (scene != nullptr) {
      const RigidContact<double>& contact = rows.touches[c].contact;
      entry["bodies"] = {scene->NameOf(contact.first), scene->NameOf(contact.second)};
      entry["point"] = List(contact.point, plane);
      entry["normal"] = List(rows.frames[c].col(0), plane);
      entry["tangents"] =
          plane ? OrderedJson{List(rows.frames[c].col(1), plane)}
                : OrderedJson{List(rows.frames[c].col(1), plane), List(rows.frames[c].col(2), plane)};
      entry["gap"] = rows.touches[c].gap;
    }
    entry["slides"] = static_cast<bool>(rows.slides[c]);
    entry["force"] = Numbers(List(answer.force[c], plane));
    entry["motion"] = Numbers(List(answer.motion[c], plane));
    if (c < answer.modes.size()) entry["mode"] = answer.modes[c];
    if (answer.has_impulse) entry["impulse"] = Numbers(List(answer.impulse[c], plane));
    contacts.push_back(entry);
  }
  (*json)["contacts"] = contacts;
  (*json)["joint_forces"] = Numbers(answer.joint_force);
  if (answer.has_impulse) (*json)["joint_impulses"] = Numbers(answer.joint_impulse);
  if (scene != nullptr) (*json)["bodies"] = BodiesAfter(*scene, solved);

  OrderedJson G = OrderedJson::array();
  std::vector<double> free;
  const std::vector<int> used = UsedRows(rows);
  for (const int i : used) {
    std::vector<double> row;
    for (const int j : used) row.push_back(rows.problem.delassus(i, j));
    G.push_back(Numbers(row));
    free.push_back(rows.problem.free_velocity[i]);
  }
  (*json)["G"] = G;
  (*json)["free"] = Numbers(free);
  if (answer.lcp.b.empty()) return;
  OrderedJson lcp = {
      {"free_rows", answer.lcp.free}, {"A", OrderedJson::array()}, {"b", Numbers(answer.lcp.b)}};
  for (const auto& row : answer.lcp.A) lcp["A"].push_back(Numbers(row));
  (*json)["lcp"] = lcp;
}

}  // namespace footing::tools
