#include "tools/footing/run/scene_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace footing::tools {

namespace {

std::string AtTime(const Scene& scene) {
  char at[32] = "";
  if (scene.time > 0) std::snprintf(at, sizeof at, " at %.4g s", scene.time);
  return at;
}

constexpr double kNear = 3e-4;  // m: at velocities, nearer gaps are contacts

template <typename Rows>
std::vector<Point> PointsOf(const Rows& rows) {
  return {rows.begin(), rows.end()};
}

}  // namespace

SceneLevel LevelOf(SolverChoice method) {
  return IsOfAccelerations(method) ? SceneLevel::kAcceleration : SceneLevel::kVelocity;
}

std::vector<SceneTouch> TouchesOf(const Scene& scene, SceneLevel level) {
  if (level == SceneLevel::kVelocity) return FindTouches(scene, kNear);
  std::vector<SceneTouch> touches = FindTouches(scene, scene.options.touching);
  const auto open = [&](const SceneTouch& touch) { return touch.gap > scene.options.touching; };
  touches.erase(std::remove_if(touches.begin(), touches.end(), open), touches.end());
  return touches;
}

std::string FillError(SolveStatus status, const Scene& scene) {
  const std::string at = AtTime(scene);
  if (status == SolveStatus::kBadSize)
    return "more than " + std::to_string(kSceneContacts) + " contacts or " + std::to_string(kSceneJointRows) +
           " joint rows" + at;
  return std::string("not assembled: ") + Name(status) + at;
}

SceneRun::SceneRun(Scene scene, SolveRequest request)
    : scene_(std::move(scene)), request_(request), rows_(std::make_unique<SceneRows>()) {
  if (scene_.lists_contacts) throw ProblemError("contacts: a run finds its contacts from shapes");
  touches_ = TouchesOf(scene_, LevelOf(request_.solver));
}

void SceneRun::Step() {
  if (IsOfAccelerations(request_.solver)) {
    StepAccelerations();
  } else {
    StepVelocities();
  }
  Move();
  ++tally_.steps;
  touches_ = TouchesOf(scene_, LevelOf(request_.solver));
  for (const SceneTouch& touch : touches_) tally_.overlap = std::max(tally_.overlap, -touch.gap);
  for (const SceneJoint& joint : scene_.joints) {
    if (joint.kind != SceneJoint::Kind::kPoint && joint.kind != SceneJoint::Kind::kHinge) continue;
    const Point apart =
        scene_.ToWorld(joint.first, joint.at_first) - scene_.ToWorld(joint.second, joint.at_second);
    tally_.joint_error = std::max(tally_.joint_error, apart.norm());
  }
}

void SceneRun::Fill(const std::vector<SceneTouch>& touches, SceneLevel level) {
  const SolveStatus status = FillRows(scene_, touches, level, true, rows_.get());
  if (status != SolveStatus::kSolved) throw ProblemError(FillError(status, scene_));
  tally_.most_contacts = std::max(tally_.most_contacts, rows_->problem.contacts);
}

SceneAnswer SceneRun::SolveRows() {
  SceneAnswer answer = solver_.Solve(&scene_, *rows_, request_);
  tally_.pivots += answer.pivots;
  tally_.seconds += answer.seconds;
  return answer;
}

void SceneRun::StepVelocities() {
  Fill(touches_, SceneLevel::kVelocity);
  answer_ = SolveRows();
  if (answer_.status != SolveStatus::kSolved) ++tally_.unsolved;
  SetVelocities(answer_.force, answer_.joint_force);
}

void SceneRun::StepAccelerations() {
  Fill(touches_, SceneLevel::kImpact);
  const bool impact = std::any_of(rows_->velocity.begin(), rows_->velocity.end(),
                                  [this](const Point& v) { return v.x() < -scene_.options.impact_speed; });
  if (impact) {
    ++tally_.impacts;
    const SceneAnswer hit = SolveRows();
    if (hit.status != SolveStatus::kSolved) ++tally_.unsolved;
    SetVelocities(hit.force, hit.joint_force);
  }
  Fill(touches_, SceneLevel::kAcceleration);
  answer_ = SolveRows();
  if (answer_.has_impulse) {
    ++tally_.impulses;
    ApplyImpulse(answer_.impulse, answer_.joint_impulse);
    Fill(touches_, SceneLevel::kAcceleration);
    answer_ = SolveRows();
  }
  if (answer_.status != SolveStatus::kSolved) ++tally_.unsolved;
  SetVelocities(answer_.force, answer_.joint_force);
}

void SceneRun::ApplyImpulse(const std::vector<Point>& impulse, const std::vector<double>& joint_impulse) {
  Fill(touches_, SceneLevel::kImpact);
  SetVelocities(impulse, joint_impulse);
}

// At velocities and impacts the stack's next velocity is the bodies'. At accelerations it is q̈, of which dt
// times is added.
void SceneRun::SetVelocities(const std::vector<Point>& force, const std::vector<double>& joint_force) {
  Eigen::Matrix<double, SceneRows::Stack::kDofCapacity, 1> next;
  NextVelocity(rows_->stack, rows_->work, rows_->problem.dt, force, joint_force, next);
  if (!next.head(rows_->stack.dof).allFinite()) return;  // a refused answer moves nothing
  const bool add = rows_->level == SceneLevel::kAcceleration;
  const double scale = add ? scene_.options.dt : 1;
  int at = 0;
  for (SceneBody& body : scene_.bodies) {
    const Point linear(next[at], next[at + 1], scene_.plane ? 0 : next[at + 2]);
    const Point turning =
        scene_.plane ? Point(0, 0, next[at + 2]) : Point(next[at + 3], next[at + 4], next[at + 5]);
    body.velocity = (add ? body.velocity : Point(Point::Zero())) + scale * linear;
    body.spin = (add ? body.spin : Point(Point::Zero())) + scale * turning;
    at += rows_->dof();
  }
}

void SceneRun::Move() {
  const double dt = scene_.options.dt;
  for (SceneBody& body : scene_.bodies) {
    body.position += dt * body.velocity;
    const double angle = dt * body.spin.norm();
    if (angle > 0) {
      body.attitude = Eigen::Quaterniond(Eigen::AngleAxisd(angle, body.spin.normalized())) * body.attitude;
      body.attitude.normalize();
    }
  }
  scene_.time += dt;
  for (const SceneBody& body : scene_.bodies) {
    if (body.position.allFinite() && body.attitude.coeffs().allFinite() &&
        std::isfinite(body.spin.squaredNorm()) && std::isfinite(body.velocity.squaredNorm()))
      continue;
    throw ProblemError(body.name + " moves beyond a double's range" + AtTime(scene_));
  }
}

double SceneRun::Energy() const {
  double energy = 0;
  for (const SceneBody& body : scene_.bodies) {
    energy += body.mass * (body.velocity.squaredNorm() / 2 - scene_.gravity.dot(body.position));
    energy += body.spin.dot(body.WorldInertia() * body.spin) / 2;
  }
  return energy;
}

}  // namespace footing::tools
