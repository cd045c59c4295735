// Acceleration-level A and b against second derivatives of gaps between bodies that really move.
#include "core/contact/acceleration_lcp.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/lcp/dantzig.hpp"
#include "tests/support/free_motion.hpp"
#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing {
namespace {

constexpr int kBodies = 3;
constexpr int kContacts = 6;

template <typename Scalar>
using Scene = RigidScene<Scalar, kBodies, kContacts>;

template <typename Scalar>
struct Bench {
  Scene<Scalar> scene;
  AccelerationWorkspace<Scene<Scalar>> work;
  BoxedLcpProblem<Scalar, kContacts> lcp;
  DantzigWorkspace<Scalar, kContacts> dantzig;
  LcpSolution<Scalar, kContacts> solution;
};

template <typename Scalar>
Bench<Scalar>& Memory() {
  static Bench<Scalar> bench;
  return bench;
}

template <typename Scalar>
Vector3<Scalar> RandomVector(Random& random, double size) {
  Vector3<Scalar> v;
  for (int k = 0; k < 3; ++k) v[k] = static_cast<Scalar>(random.Uniform(-size, size));
  return v;
}

template <typename Scalar>
Vector3<Scalar> RandomUnit(Random& random) {
  Vector3<Scalar> v;
  do {
    v = RandomVector<Scalar>(random, 1);
  } while (v.squaredNorm() < Scalar(0.1));
  return v / Sqrt(v.squaredNorm());
}

template <typename Scalar>
RigidBody<Scalar> RandomBody(Random& random) {
  RigidBody<Scalar> body;
  body.mass = static_cast<Scalar>(random.Uniform(0.5, 3));
  Matrix3<Scalar> root;
  for (int k = 0; k < 3; ++k) root.col(k) = RandomVector<Scalar>(random, 0.3);
  body.inertia = root * root.transpose() + Scalar(0.05) * Matrix3<Scalar>::Identity();
  body.position = RandomVector<Scalar>(random, 1);
  body.velocity = RandomVector<Scalar>(random, 1);
  body.angular_velocity = RandomVector<Scalar>(random, 2);
  body.force = RandomVector<Scalar>(random, 10);
  body.torque = RandomVector<Scalar>(random, 2);
  return body;
}

// A random contact of `kind`; edges at an angle of at least about 20°, and the normal on the side asked.
template <typename Scalar>
RigidContact<Scalar> RandomContact(RigidContactKind kind, int first, int second, bool flip, Random& random) {
  RigidContact<Scalar> contact;
  contact.kind = kind;
  contact.first = first;
  contact.second = second;
  contact.point = RandomVector<Scalar>(random, 1);
  contact.normal = RandomUnit<Scalar>(random);
  if (kind != RigidContactKind::kEdges) return contact;
  Vector3<Scalar> across;
  do {
    contact.first_edge = RandomVector<Scalar>(random, 2);
    contact.second_edge = RandomVector<Scalar>(random, 2);
    across = contact.first_edge.cross(contact.second_edge);
  } while (across.squaredNorm() <
           Scalar(0.1) * contact.first_edge.squaredNorm() * contact.second_edge.squaredNorm());
  contact.normal = flip ? -across : across;
  return contact;
}

template <typename Scalar>
FlyingBody Flying(const Scene<Scalar>& scene, int name) {
  FlyingBody body;
  if (name == kWorld) {
    body.mass = 0;
    body.position.setZero();
    return body;
  }
  const RigidBody<Scalar>& from = scene.body[static_cast<unsigned>(name)];
  body.mass = Real(from.mass);
  body.inertia = from.inertia.template cast<Real>();
  body.position = from.position.template cast<Real>();
  body.velocity = from.velocity.template cast<Real>();
  body.spin = from.angular_velocity.template cast<Real>();
  body.force = from.force.template cast<Real>();
  body.torque = from.torque.template cast<Real>();
  return body;
}

// The unit normal from nothing but the contact's own fields.
template <typename Scalar>
Vector3R UnitNormal(const RigidContact<Scalar>& contact) {
  Vector3R n = contact.normal.template cast<Real>();
  if (contact.kind == RigidContactKind::kEdges) {
    const Vector3R across =
        contact.first_edge.template cast<Real>().cross(contact.second_edge.template cast<Real>());
    n = across.dot(n) < 0 ? Vector3R(-across) : across;
  }
  return n / std::sqrt(n.dot(n));
}

// `push` newtons along the normal of `contact` on `body`, in the contact's sense.
template <typename Scalar>
void Push(const RigidContact<Scalar>& contact, int body, Real push, FlyingBody* flying) {
  if (body == kWorld || (body != contact.first && body != contact.second)) return;
  const Vector3R force = (body == contact.first ? push : -push) * UnitNormal(contact);
  flying->force += force;
  flying->torque += (contact.point.template cast<Real>() - flying->position).cross(force);
}

template <typename Scalar>
Real PushedAcceleration(const Scene<Scalar>& scene, const RigidContact<Scalar>& row,
                        const RigidContact<Scalar>* pushed) {
  FlyingBody a = Flying(scene, row.first);
  FlyingBody b = Flying(scene, row.second);
  if (pushed != nullptr) {
    Push(*pushed, row.first, 1, &a);
    Push(*pushed, row.second, 1, &b);
  }
  return GapAcceleration(a, b, row);
}

// Three bodies and the world; every kind of contact, both orders of the bodies and both sides of edges.
template <typename Scalar>
void RandomScene(int trial, Random& random, Scene<Scalar>* scene) {
  constexpr RigidContactKind kKinds[] = {RigidContactKind::kFaceOfFirst, RigidContactKind::kFaceOfSecond,
                                         RigidContactKind::kEdges};
  constexpr int kPairs[kContacts][2] = {{0, 1}, {1, 0}, {1, 2}, {2, kWorld}, {kWorld, 0}, {0, 2}};
  scene->bodies = kBodies;
  scene->contacts = kContacts;
  for (auto& body : scene->body) body = RandomBody<Scalar>(random);
  for (unsigned i = 0; i < kContacts; ++i) {
    const auto kind = kKinds[(i + static_cast<unsigned>(trial)) % 3];
    scene->contact[i] = RandomContact<Scalar>(kind, kPairs[i][0], kPairs[i][1],
                                              (static_cast<unsigned>(trial) + i) % 2 == 0, random);
  }
}

template <typename Scalar>
void CheckAgainstMotion(Real tolerance) {
  Random random(21);
  Bench<Scalar>& s = Memory<Scalar>();
  for (int trial = 0; trial < Trials(30, 2); ++trial) {
    RandomScene(trial, random, &s.scene);
    ASSERT_EQ(AssembleAcceleration(s.scene, &s.work, &s.lcp), SolveStatus::kSolved);
    ASSERT_EQ(s.lcp.size, kContacts);
    Real largest = 1;  // of A and of b, in SI units
    for (int i = 0; i < kContacts; ++i)
      largest = std::max({largest, std::abs(Real(s.lcp.b[i])), Real(s.lcp.A(i, i))});
    for (int i = 0; i < kContacts; ++i) {
      const auto& row = s.scene.contact[static_cast<unsigned>(i)];
      const Real free = PushedAcceleration<Scalar>(s.scene, row, nullptr);
      EXPECT_LE(std::abs(Real(s.lcp.b[i]) - free), tolerance * largest) << "row " << i << ", trial " << trial;
      EXPECT_EQ(s.lcp.lo[i], Scalar(0));
      EXPECT_EQ(s.lcp.hi[i], kInfinity<Scalar>);
      for (int j = 0; j < kContacts; ++j) {
        const Real pushed = PushedAcceleration(s.scene, row, &s.scene.contact[static_cast<unsigned>(j)]);
        EXPECT_LE(std::abs(Real(s.lcp.A(i, j)) - (pushed - free)), tolerance * largest) << i << ' ' << j;
        EXPECT_EQ(s.lcp.A(i, j), s.lcp.A(j, i));
      }
    }
  }
}

TEST(AccelerationLcp, GapsOfMovingBodiesAccelerateAsAAndBSayDouble) {
  CheckAgainstMotion<double>(sizeof(Real) > 8 ? 1e-9L : 1e-7L);
}
TEST(AccelerationLcp, GapsOfMovingBodiesAccelerateAsAAndBSayFloat) { CheckAgainstMotion<float>(1e-5L); }

// n of the core and its change over ±h, per kind and side.
TEST(AccelerationLcp, NormalsTurnAsTheirBodies) {
  Random random(22);
  for (int trial = 0; trial < Trials(60, 6); ++trial) {
    for (const auto kind :
         {RigidContactKind::kFaceOfFirst, RigidContactKind::kFaceOfSecond, RigidContactKind::kEdges}) {
      const auto contact = RandomContact<double>(kind, 0, 1, trial % 2 == 0, random);
      const Vector3<double> rate_a = RandomVector<double>(random, 3);
      const Vector3<double> rate_b = RandomVector<double>(random, 3);
      MovingNormal<double> normal;
      ASSERT_EQ(FindNormal(contact, rate_a, rate_b, &normal), SolveStatus::kSolved);
      const double h = 1e-4;
      std::array<MovingNormal<double>, 2> moved;
      for (unsigned side = 0; side < 2; ++side) {
        const double time = side == 0 ? -h : h;
        const auto turn = [&](const Vector3<double>& rate, const Vector3<double>& v) -> Vector3<double> {
          const double angle = std::sqrt(rate.squaredNorm()) * time;
          return AxisRotation<double>(rate / std::sqrt(rate.squaredNorm()), angle) * v;
        };
        auto then = contact;
        then.first_edge = turn(rate_a, contact.first_edge);
        then.second_edge = turn(rate_b, contact.second_edge);
        if (kind == RigidContactKind::kFaceOfFirst) then.normal = turn(rate_a, contact.normal);
        if (kind == RigidContactKind::kFaceOfSecond) then.normal = turn(rate_b, contact.normal);
        ASSERT_EQ(FindNormal(then, rate_a, rate_b, &moved[side]), SolveStatus::kSolved);
      }
      EXPECT_NEAR(normal.normal.squaredNorm(), 1, 1e-14);
      EXPECT_GT(normal.normal.dot(contact.normal), 0);
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(normal.rate[k], (moved[1].normal[k] - moved[0].normal[k]) / (2 * h), 1e-5);
    }
  }
}

// The least eigenvalue of A, by power iteration on trace(A)·1 − A.
TEST(AccelerationLcp, AIsPositiveSemidefinite) {
  Random random(23);
  Bench<double>& s = Memory<double>();
  for (int trial = 0; trial < Trials(30, 3); ++trial) {
    RandomScene(trial, random, &s.scene);
    if (trial % 2 == 1) s.scene.contact[5] = s.scene.contact[4];  // a rank less
    ASSERT_EQ(AssembleAcceleration(s.scene, &s.work, &s.lcp), SolveStatus::kSolved);
    const Real trace = Real(s.lcp.A.trace());
    std::array<Real, kContacts> v;
    for (Real& x : v) x = Real(random.Uniform(-1, 1));
    Real value = 0;
    for (int round = 0; round < 500; ++round) {
      std::array<Real, kContacts> next{};
      Real size = 0;
      value = 0;
      for (unsigned i = 0; i < kContacts; ++i) {
        Real sum = 0;
        for (unsigned j = 0; j < kContacts; ++j)
          sum += Real(s.lcp.A(static_cast<int>(i), static_cast<int>(j))) * v[j];
        value += v[i] * sum;
        next[i] = trace * v[i] - sum;
        size += next[i] * next[i];
      }
      for (unsigned i = 0; i < kContacts; ++i) v[i] = next[i] / std::sqrt(size);
      if (round == 0) value = 1;  // v was of no unit length yet
    }
    EXPECT_GE(value, -1e-14L * trace);
    if (trial % 2 == 1) {
      EXPECT_LE(value, 1e-4L * trace);  // as far as 500 rounds come
    }
  }
}

// A box of 2 kg on four corners, its weight off the middle: no acceleration, and the forces carry it.
template <typename Scalar>
void CheckRestingBox(Scalar tolerance) {
  Bench<Scalar>& s = Memory<Scalar>();
  const Scalar mass = 2;
  const Scalar weight = mass * Scalar(9.81L);
  RigidBody<Scalar>& box = s.scene.body[0];
  box = {};
  box.mass = mass;
  box.inertia = Scalar(0.02L) * Matrix3<Scalar>::Identity();
  box.position = {0, 0, Scalar(0.1L)};
  box.force = {0, 0, -weight};
  box.torque = {Scalar(0.3L), Scalar(-0.2L), 0};
  s.scene.bodies = 1;
  s.scene.contacts = 4;
  for (int c = 0; c < 4; ++c) {
    RigidContact<Scalar>& contact = s.scene.contact[static_cast<unsigned>(c)];
    contact = {};
    contact.point = {c % 2 == 0 ? Scalar(0.1L) : Scalar(-0.1L), c < 2 ? Scalar(0.1L) : Scalar(-0.1L), 0};
    contact.normal = {0, 0, 1};
  }
  ASSERT_EQ(AssembleAcceleration(s.scene, &s.work, &s.lcp), SolveStatus::kSolved);
  ASSERT_EQ(SolveDantzig(s.lcp, 100, s.dantzig, s.solution), SolveStatus::kSolved);
  Scalar sum = 0;
  Scalar moment_x = 0;
  Scalar moment_y = 0;
  for (int c = 0; c < 4; ++c) {
    const auto& p = s.scene.contact[static_cast<unsigned>(c)].point;
    EXPECT_NEAR(s.solution.w[c], Scalar(0), tolerance);
    EXPECT_GE(s.solution.z[c], Scalar(0));
    sum += s.solution.z[c];
    moment_x += p[1] * s.solution.z[c];
    moment_y -= p[0] * s.solution.z[c];
  }
  EXPECT_NEAR(sum, weight, tolerance);
  EXPECT_NEAR(moment_x, -box.torque[0], tolerance);
  EXPECT_NEAR(moment_y, -box.torque[1], tolerance);

  // Lifted by 1.5 times its weight it leaves, at g/2 wherever it is not turned.
  box.torque.setZero();
  box.force[2] = Scalar(0.5L) * weight;
  ASSERT_EQ(AssembleAcceleration(s.scene, &s.work, &s.lcp), SolveStatus::kSolved);
  ASSERT_EQ(SolveDantzig(s.lcp, 100, s.dantzig, s.solution), SolveStatus::kSolved);
  for (int c = 0; c < 4; ++c) {
    EXPECT_EQ(s.solution.z[c], Scalar(0));
    EXPECT_NEAR(s.solution.w[c], weight / mass / 2, tolerance);
  }
}

TEST(AccelerationLcp, ARestingBoxStaysDouble) { CheckRestingBox<double>(1e-12); }
TEST(AccelerationLcp, ARestingBoxStaysFloat) { CheckRestingBox<float>(1e-4f); }

// Where ṅ counts: a vertex that runs outward on a turning table, at constant speed v in
// the world, loses the table at 2 ω v.
TEST(AccelerationLcp, ATurningFaceUnderAMovingVertex) {
  Bench<double>& s = Memory<double>();
  s.scene.bodies = 2;
  s.scene.contacts = 1;
  s.scene.body.fill({});
  const double omega = 0.7;
  const double speed = 0.4;
  s.scene.body[0].velocity = {speed, 0, 0};
  s.scene.body[1].angular_velocity = {0, -omega, 0};  // its +x side rises
  s.scene.contact[0] = {};
  s.scene.contact[0].second = 1;
  s.scene.contact[0].normal = {0, 0, 1};
  ASSERT_EQ(AssembleAcceleration(s.scene, &s.work, &s.lcp), SolveStatus::kSolved);
  EXPECT_NEAR(s.lcp.b[0], -2 * omega * speed, 1e-15);
}

TEST(AccelerationLcp, WhatHasNoAnswerIsRefusedByName) {
  Random random(24);
  Bench<double>& s = Memory<double>();
  const auto status = [&] {
    const SolveStatus answer = AssembleAcceleration(s.scene, &s.work, &s.lcp);
    EXPECT_EQ(s.lcp.size, answer == SolveStatus::kSolved ? s.scene.contacts : 0);
    return answer;
  };
  const auto reset = [&] {
    RandomScene(0, random, &s.scene);
    EXPECT_EQ(status(), SolveStatus::kSolved);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  reset();
  auto& edges = s.scene.contact[2];
  ASSERT_EQ(edges.kind, RigidContactKind::kEdges);
  for (const double sine : {0.0, 0.9e-3, -0.9e-3, 1.1e-3}) {
    edges.first_edge = {2, 0, 0};
    edges.second_edge = {-30, 30 * sine, 0};
    EXPECT_EQ(status(), Abs(sine) < 1e-3 ? SolveStatus::kParallelEdges : SolveStatus::kSolved) << sine;
  }
  edges.second_edge.setZero();
  EXPECT_EQ(status(), SolveStatus::kParallelEdges);
  edges.second_edge = {0, nan, 0};
  EXPECT_EQ(status(), SolveStatus::kParallelEdges);
  reset();
  s.scene.contact[0].second = s.scene.contact[0].first;
  EXPECT_EQ(status(), SolveStatus::kBadSize);
  reset();
  s.scene.contact[0].second = kBodies;
  EXPECT_EQ(status(), SolveStatus::kBadSize);
  reset();
  s.scene.contacts = kContacts + 1;
  EXPECT_EQ(AssembleAcceleration(s.scene, &s.work, &s.lcp), SolveStatus::kBadSize);
  reset();
  s.scene.body[1].mass = 0;
  EXPECT_EQ(status(), SolveStatus::kSingular);
  reset();
  s.scene.body[2].inertia(1, 1) = -1;
  EXPECT_EQ(status(), SolveStatus::kSingular);
  reset();
  s.scene.body[0].force[1] = nan;
  EXPECT_EQ(status(), SolveStatus::kNotFinite);
}

}  // namespace
}  // namespace footing
