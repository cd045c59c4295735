// The rows of a scene at accelerations: G and J̇ q̇ against Trefny's assembly of flat bodies, and against
// second differences of the gap of round surfaces in free flight.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "core/papers/trefny/acceleration_lcp.hpp"
#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"
#include "tools/footing/run/scene_run.hpp"

namespace footing::tools::scene_rows_test {

Point RandomPoint(Random& random, double size) {
  return {random.Uniform(-size, size), random.Uniform(-size, size), random.Uniform(-size, size)};
}

SceneBody RandomBody(Random& random, bool plane) {
  SceneBody body;
  body.mass = random.Uniform(0.5, 3);
  const Point moments(random.Uniform(1, 2), random.Uniform(1, 2), random.Uniform(1, 2));
  body.inertia = (0.05 * moments).asDiagonal();
  body.position = RandomPoint(random, 0.5);
  const Point turn = RandomPoint(random, 1);
  body.attitude = Eigen::AngleAxisd(turn.norm(), turn.normalized());
  body.velocity = RandomPoint(random, 1);
  body.spin = RandomPoint(random, 2);
  body.force = RandomPoint(random, 5);
  body.torque = RandomPoint(random, 1);
  if (!plane) return body;
  body.attitude = Eigen::AngleAxisd(turn.z(), Point::UnitZ());
  for (Point* v : {&body.position, &body.velocity, &body.force}) v->z() = 0;
  for (Point* v : {&body.spin, &body.torque}) v->head<2>().setZero();
  return body;
}

struct Filled {
  std::unique_ptr<SceneRows> rows = std::make_unique<SceneRows>();
  SolveStatus status;
  explicit Filled(const Scene& scene)
      : status(FillRows(scene, scene.listed, SceneLevel::kAcceleration, false, rows.get())) {}
  double G(int i, int j) const { return rows->problem.delassus(i, j); }
  double free(int i) const { return rows->problem.free_velocity[i]; }
};

TEST(SceneRows, OfFlatBodiesAreTrefnys) {
  using Flat = RigidScene<double, 2, 3>;
  Random random(1);
  for (int trial = 0; trial < Trials(500, 20); ++trial) {
    Scene scene;
    scene.gravity = {0, 0, -9.81};
    auto flat = std::make_unique<Flat>();
    flat->bodies = 2;
    for (unsigned i = 0; i < 2; ++i) {
      const SceneBody body = RandomBody(random, false);
      scene.bodies.push_back(body);
      RigidBody<double>& same = flat->body[i];
      same.mass = body.mass;
      same.inertia << body.WorldInertia();
      same.position << body.position;
      same.velocity << body.velocity;
      same.angular_velocity << body.spin;
      same.force << body.force + body.mass * scene.gravity;
      same.torque << body.torque;
    }
    flat->contacts = 3;
    for (unsigned c = 0; c < 3; ++c) {
      SceneTouch touch;
      touch.contact.kind = static_cast<RigidContactKind>(c);
      touch.contact.second = c == 0 ? kWorld : 1;
      touch.contact.point << RandomPoint(random, 0.5);
      touch.contact.normal << RandomPoint(random, 1).normalized();
      touch.contact.first_edge << RandomPoint(random, 1);
      touch.contact.second_edge << RandomPoint(random, 1);
      scene.listed.push_back(touch);
      flat->contact[c] = touch.contact;
    }
    auto work = std::make_unique<AccelerationWorkspace<Flat>>();
    auto problem = std::make_unique<LcpProblem<double, 3>>();
    const SolveStatus status = AssembleAcceleration(*flat, *work, *problem);
    const Filled found(scene);
    ASSERT_EQ(found.status, status);
    if (status != SolveStatus::kSolved) continue;
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(found.free(3 * i), problem->b[i], 1e-10 * (1 + std::abs(problem->b[i]))) << trial;
      for (int j = 0; j < 3; ++j)
        EXPECT_NEAR(found.G(3 * i, 3 * j), problem->A(i, j), 1e-11 * (1 + problem->A(i, i)));
    }
  }
}

// A body `time` after the scene's instant, in free flight, to third order of time.
SceneBody Flown(const SceneBody& body, double time) {
  SceneBody flown = body;
  const Eigen::Matrix3d inertia = body.WorldInertia();
  const Point turning = inertia.inverse() * (body.torque - body.spin.cross(inertia * body.spin));
  flown.position += time * body.velocity + time * time / 2 / body.mass * body.force;
  const Point turn = time * body.spin + time * time / 2 * turning;
  flown.attitude = Eigen::AngleAxisd(turn.norm(), turn.normalized()) * body.attitude;
  return flown;
}

// The distance of two round surfaces about `first` and `second` (body axes), or of a round one from the face
// through `second` with the outward normal `face`.
struct RoundPair {
  Point first, second, face = Point::Zero();
  double Gap(const SceneBody& a, const SceneBody& b) const {
    const Point between = a.World(first) - b.World(second);
    return face.norm() > 0 ? between.dot(b.attitude * face) : between.norm();
  }
};

void CheckRound(bool plane, bool on_face, std::uint64_t seed) {
  Random random(seed);
  for (int trial = 0; trial < Trials(500, 20); ++trial) {
    Scene scene;
    scene.plane = plane;
    scene.bodies = {RandomBody(random, plane), RandomBody(random, plane)};
    RoundPair pair{RandomPoint(random, 0.3), RandomPoint(random, 0.3)};
    if (on_face) pair.face = RandomPoint(random, 1);
    for (Point* v : {&pair.first, &pair.second, &pair.face}) v->z() *= plane ? 0 : 1;
    if (on_face) pair.face.normalize();
    const SceneBody& a = scene.bodies[0];
    const SceneBody& b = scene.bodies[1];
    SceneTouch touch;
    touch.contact.second = 1;
    touch.first_round = true;
    touch.second_round = !on_face;
    touch.first_center = a.World(pair.first);
    touch.second_center = b.World(pair.second);
    const Point normal =
        on_face ? Point(b.attitude * pair.face) : (touch.first_center - touch.second_center).normalized();
    touch.contact.normal << normal;
    if (pair.Gap(a, b) < 0.3 && !on_face) continue;  // the difference needs a gentle curve
    // Anywhere between the two surfaces.
    touch.contact.point << touch.first_center - random.Uniform(0.05, 0.2) * normal;
    scene.listed = {touch};
    const Filled found(scene);
    ASSERT_EQ(found.status, SolveStatus::kSolved);
    constexpr double kStep = 1e-3;
    const auto gap = [&](double time) { return pair.Gap(Flown(a, time), Flown(b, time)); };
    const double second_difference = (gap(kStep) - 2 * gap(0) + gap(-kStep)) / (kStep * kStep);
    EXPECT_NEAR(found.free(0), second_difference, 2e-4 * (1 + std::abs(second_difference))) << trial;
  }
}

TEST(SceneRows, RoundSurfacesInSpace) { CheckRound(false, false, 2); }
TEST(SceneRows, RoundSurfacesInThePlane) { CheckRound(true, false, 3); }
TEST(SceneRows, RoundOnAFaceInSpace) { CheckRound(false, true, 4); }
TEST(SceneRows, RoundOnAFaceInThePlane) { CheckRound(true, true, 5); }

}  // namespace footing::tools::scene_rows_test
