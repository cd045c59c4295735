// Methods on scenes against closed forms, and against each other where the answer is one.
#include <gtest/gtest.h>

#include <cmath>

#include "tools/footing/run/scene_run.hpp"
#include "tools/footing/scene/scene_file.hpp"

namespace footing::tools::scene_methods_test {

constexpr double kGravity = 9.81;
constexpr SolverChoice kVelocityMethods[] = {SolverChoice::kCone,    SolverChoice::kNewtonPolyhedral,
                                             SolverChoice::kLemke,   SolverChoice::kMixed,
                                             SolverChoice::kDantzig, SolverChoice::kBoxes};

std::string Example(const char* name) {
  return std::string(FOOTING_EXAMPLE_DIR) + "/scenes/" + name + ".json";
}

// A square block of 1 kg on a slope that falls to the right, at rest or sliding down at `speed`.
Scene BlockOnASlope(double angle, double mu, double mu_kinetic, double speed) {
  const double c = std::cos(angle), s = std::sin(angle);
  Scene scene;
  scene.plane = true;
  scene.gravity = {0, -kGravity, 0};
  scene.options.slip_speed = 1e-3;
  SceneBody body;
  body.name = "block";
  body.inertia *= 0.01;
  body.position = {0.1 * s, 0.1 * c, 0};
  body.attitude = Eigen::AngleAxisd(-angle, Point::UnitZ());
  body.velocity = speed * Point(c, -s, 0);
  scene.bodies = {body};
  SceneShape square;
  square.kind = SceneShape::Kind::kPolygon;
  square.body = 0;
  square.points = {{-0.1, -0.1, 0}, {0.1, -0.1, 0}, {0.1, 0.1, 0}, {-0.1, 0.1, 0}};
  SceneShape slope;
  slope.normal = {s, c, 0};
  square.friction = slope.friction = mu;
  square.kinetic_friction = slope.kinetic_friction = mu_kinetic;
  scene.shapes = {square, slope};
  return scene;
}

SceneAnswer Answer(const Scene& scene, SolverChoice method, SceneRows* rows, int directions = 4) {
  const SceneLevel level = IsOfAccelerations(method) ? SceneLevel::kAcceleration : SceneLevel::kVelocity;
  EXPECT_EQ(FillRows(scene, TouchesOf(scene, level), level, false, rows), SolveStatus::kSolved);
  SolveRequest request;
  request.solver = method;
  request.directions = directions;
  return SceneSolver().Solve(&scene, *rows, request);
}

// Acceleration along the slope, downward: t1 of a contact points up, n turned by a quarter.
TEST(SceneMethods, ABlockSlidesOrStays) {
  const auto rows = std::make_unique<SceneRows>();
  const double angle = 0.4, c = std::cos(angle), s = std::sin(angle);
  for (const SolverChoice method : {SolverChoice::kBaraff, SolverChoice::kBerard}) {
    const SceneAnswer stays = Answer(BlockOnASlope(angle, 0.5, 0.2, 0), method, rows.get());
    ASSERT_EQ(stays.status, SolveStatus::kSolved);
    EXPECT_NEAR(stays.motion[0].y(), 0, 1e-12);
    EXPECT_NEAR(stays.force[0].y() + stays.force[1].y(), kGravity * s, 1e-12);
    const SceneAnswer starts = Answer(BlockOnASlope(angle, 0.3, 0.2, 0), method, rows.get());
    EXPECT_NEAR(starts.motion[0].y(), -kGravity * (s - 0.3 * c), 1e-11);
    const SceneAnswer slides = Answer(BlockOnASlope(angle, 0.5, 0.2, 1), method, rows.get());
    EXPECT_NEAR(slides.motion[0].y(), -kGravity * (s - 0.2 * c), 1e-11);
  }
  const SceneAnswer smooth = Answer(BlockOnASlope(angle, 0.5, 0.2, 0), SolverChoice::kTrefny, rows.get());
  ASSERT_EQ(smooth.status, SolveStatus::kSolved);
  EXPECT_NEAR(smooth.force[0].x() + smooth.force[1].x(), kGravity * c, 1e-12);
  for (const SolverChoice method : kVelocityMethods) {
    const Scene scene = BlockOnASlope(angle, 0.3, 0.3, 0);
    const SceneAnswer falls = Answer(scene, method, rows.get());
    ASSERT_EQ(falls.status, SolveStatus::kSolved) << Name(method);
    EXPECT_NEAR(falls.motion[0].y(), -scene.options.dt * kGravity * (s - 0.3 * c), 1e-12) << Name(method);
  }
}

TEST(SceneMethods, ADiscRolls) {
  const auto rows = std::make_unique<SceneRows>();
  const double angle = 0.3;
  for (const double mu : {0.2, 0.05}) {  // rolls, and slips: μ against tan(angle) / 3
    Scene scene = BlockOnASlope(angle, mu, mu, 0);
    scene.bodies[0].inertia = 0.5 * 0.1 * 0.1 * Eigen::Matrix3d::Identity();
    scene.shapes[0].kind = SceneShape::Kind::kCircle;
    scene.shapes[0].radius = 0.1;
    scene.shapes[0].points.clear();
    const double down = mu > std::tan(angle) / 3 ? 2.0 / 3 * kGravity * std::sin(angle)
                                                 : kGravity * (std::sin(angle) - mu * std::cos(angle));
    for (const SolverChoice method : {SolverChoice::kBaraff, SolverChoice::kBerard}) {
      const SceneAnswer answer = Answer(scene, method, rows.get());
      ASSERT_EQ(answer.status, SolveStatus::kSolved);
      EXPECT_NEAR(answer.force[0].y(), kGravity * std::sin(angle) - down, 1e-12) << Name(method);
    }
  }
}

TEST(SceneMethods, AHingedRodFalls) {
  Scene scene;
  scene.plane = true;
  scene.gravity = {0, -kGravity, 0};
  SceneBody rod;
  rod.mass = 2;
  rod.inertia *= 0.06;
  rod.position = {0.3, 0, 0};
  rod.spin = {0, 0, 5};
  rod.velocity = {0, 1.5, 0};
  scene.bodies = {rod};
  SceneJoint hinge;
  hinge.at_first = {-0.3, 0, 0};
  scene.joints = {hinge};
  const auto rows = std::make_unique<SceneRows>();
  const SceneAnswer answer = Answer(scene, SolverChoice::kBaraff, rows.get());
  ASSERT_EQ(answer.status, SolveStatus::kSolved);
  const double turning = 2 * kGravity * 0.3 / (0.06 + 2 * 0.3 * 0.3);
  EXPECT_NEAR(answer.joint_force[0], -2 * 0.3 * 25, 1e-10);  // toward the hinge
  EXPECT_NEAR(answer.joint_force[1], 2 * (kGravity - 0.3 * turning), 1e-10);
}

// Painlevé's rod as one contact: a_n = A_nn f_n + b_n with dynamic friction in A_nn, which is negative.
TEST(SceneMethods, PainlevesRodGetsAnImpulse) {
  const Scene scene = ReadScene(Example("painleve_rod"));
  const auto rows = std::make_unique<SceneRows>();
  const SceneAnswer answer = Answer(scene, SolverChoice::kBaraff, rows.get());
  const double x = std::cos(1.0), y = std::sin(1.0), mu = 1.5;
  const double along = 1 + 3 * x * x - 3 * x * y * mu;  // A_nn + μ A_nt, the rod slides to the left
  ASSERT_LT(along, 0);
  EXPECT_EQ(answer.status, SolveStatus::kRay);
  ASSERT_TRUE(answer.has_impulse);
  // v⁺ = v + A j has neither slip nor approach.
  Point after(0, -3, 0);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) after[i == 0 ? 0 : 1] += rows->problem.delassus(i, j) * answer.impulse[0][j];
  after.y() = rows->velocity[0].y();
  for (int j = 0; j < 2; ++j) after.y() += rows->problem.delassus(1, j) * answer.impulse[0][j];
  EXPECT_NEAR(after.x(), 0, 1e-12);
  EXPECT_NEAR(after.y(), 0, 1e-12);

  SolveRequest request;
  request.solver = SolverChoice::kBaraff;
  SceneRun run(scene, request);
  const double energy = run.Energy();
  for (int k = 0; k < 5000; ++k) run.Step();
  EXPECT_EQ(run.tally().impulses, 1);
  EXPECT_EQ(run.tally().unsolved, 0);
  EXPECT_LT(run.tally().overlap, 1e-5);
  EXPECT_LT(run.Energy(), energy);
}

// Tan, Siu, Liu figure 1(b): one motion by the mixed form, the standard form and the cones.
TEST(SceneMethods, TwoRobotsAndABoxMoveAlike) {
  const Scene scene = ReadScene(Example("two_robots_and_a_box"));
  const auto rows = std::make_unique<SceneRows>();
  for (const SolverChoice method : kVelocityMethods) {
    const SceneAnswer answer = Answer(scene, method, rows.get());
    ASSERT_EQ(answer.status, SolveStatus::kSolved) << Name(method);
    ASSERT_EQ(answer.force.size(), 4U);
    // The papers' matrices come with the answer: eq. 12 with q̇⁺ and the hinges' forces free, eq. 15 without.
    const std::size_t complementary = 4 * (2 + 2);
    if (method == SolverChoice::kMixed) {
      EXPECT_EQ(answer.lcp.free, 15 + 8);
      EXPECT_EQ(answer.lcp.b.size(), 15 + 8 + complementary);
    }
    if (method == SolverChoice::kLemke) {
      EXPECT_EQ(answer.lcp.b.size(), complementary);
    }
    double lifted = 0;  // by both hands
    for (std::size_t c = 0; c < 4; ++c) lifted += (rows->frames[c] * answer.force[c]).y();
    EXPECT_NEAR(lifted, 0.5 * kGravity, 1e-8) << Name(method);
    for (const Point& motion : answer.motion) EXPECT_LT(motion.norm(), 1e-9) << Name(method);
  }
}

// The belt carries the crate to the crank, whose motor holds it: rows of a motor and of a stop beside
// contacts.
TEST(SceneMethods, ACrateRunsOnABelt) {
  for (const SolverChoice method : {SolverChoice::kCone, SolverChoice::kBoxes}) {
    SolveRequest request;
    request.solver = method;
    SceneRun run(ReadScene(Example("crate_on_a_belt")), request);
    for (int k = 0; k < 80; ++k) run.Step();
    // μ g brakes the slip for 0.102 s.
    EXPECT_NEAR(run.scene().bodies[0].velocity.x(), 0.08 * 0.5 * kGravity, 1e-9);
    for (int k = 80; k < 200; ++k) run.Step();
    EXPECT_NEAR(run.scene().bodies[0].velocity.x(), 0.5, 1e-9);
    for (int k = 200; k < 3000; ++k) run.Step();
    EXPECT_EQ(run.tally().unsolved, 0) << Name(method);
    EXPECT_LT(run.scene().bodies[0].velocity.norm(), 0.02);  // held
    EXPECT_LT(run.scene().bodies[0].position.x(), 0.6);
    EXPECT_LT(run.tally().overlap, 1e-3);
  }
}

TEST(SceneMethods, MotorsAndStopsNeedRows) {
  Scene scene = ReadScene(Example("crate_on_a_belt"));
  const auto rows = std::make_unique<SceneRows>();
  for (const SolverChoice method : kAllSolvers) {
    if (method == SolverChoice::kCone || method == SolverChoice::kBoxes) continue;
    EXPECT_THROW(Answer(scene, method, rows.get()), ProblemError) << Name(method);
  }
}

TEST(SceneMethods, BoxesInSpaceComeToRest) {
  for (const char* const name : {"box_in_a_groove", "box_over_an_edge"}) {
    for (const SolverChoice method : {SolverChoice::kCone, SolverChoice::kBaraff, SolverChoice::kBerard}) {
      SolveRequest request;
      request.solver = method;
      SceneRun run(ReadScene(Example(name)), request);
      double least = run.Energy(), rise = 0;
      for (int k = 0; k < 2500; ++k) {
        run.Step();
        rise = std::max(rise, run.Energy() - least);
        least = std::min(least, run.Energy());
      }
      EXPECT_LT(run.scene().bodies[0].velocity.norm(), 1e-3) << name << ' ' << Name(method);
      EXPECT_LT(run.tally().overlap, 5e-3) << name << ' ' << Name(method);
      // What the removal of an overlap may do: lift 2 kg by it, at 0.1 m/s.
      EXPECT_LT(rise, 2 * kGravity * run.tally().overlap + 0.01) << name << ' ' << Name(method);
    }
  }
}

}  // namespace footing::tools::scene_methods_test
