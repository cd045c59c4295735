// A and b at the acceleration level against second derivatives of gaps between bodies that really move.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/benches/acceleration_bench.hpp"
#include "tests/support/oracles/free_motion.hpp"
#include "tests/support/trials.hpp"

namespace footing::acceleration_motion_test {

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

// The unit normal, computed only from the contact's own fields.
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

// Applies `push` newtons along the normal of `contact` to `body`, in the contact's sense.
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

template <typename Scalar>
void CheckAgainstMotion(Real tolerance) {
  Random random(21);
  AccelerationBench<Scalar>& s = AccelerationMemory<Scalar>();
  for (int trial = 0; trial < Trials(30, 2); ++trial) {
    RandomScene(trial, random, &s.scene);
    ASSERT_EQ(AssembleAcceleration(s.scene, s.work, s.lcp), SolveStatus::kSolved);
    ASSERT_EQ(s.lcp.size, kSceneContacts);
    Real largest = 1;  // of A and of b, in SI units
    for (int i = 0; i < kSceneContacts; ++i)
      largest = std::max({largest, std::abs(Real(s.lcp.b[i])), Real(s.lcp.A(i, i))});
    for (int i = 0; i < kSceneContacts; ++i) {
      const auto& row = s.scene.contact[static_cast<unsigned>(i)];
      const Real free = PushedAcceleration<Scalar>(s.scene, row, nullptr);
      EXPECT_LE(std::abs(Real(s.lcp.b[i]) - free), tolerance * largest) << "row " << i << ", trial " << trial;
      EXPECT_EQ(s.lcp.lo[i], Scalar(0));
      EXPECT_EQ(s.lcp.hi[i], kInfinity<Scalar>);
      for (int j = 0; j < kSceneContacts; ++j) {
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

// The core's n and its change over ±h, for each kind and side.
TEST(AccelerationLcp, NormalsTurnAsTheirBodies) {
  Random random(22);
  for (int trial = 0; trial < Trials(60, 6); ++trial) {
    for (const auto kind :
         {RigidContactKind::kFaceOfFirst, RigidContactKind::kFaceOfSecond, RigidContactKind::kEdges}) {
      const auto contact = RandomContact<double>(kind, 0, 1, trial % 2 == 0, random);
      const Vector3<double> rate_a = RandomVector<double>(random, 3);
      const Vector3<double> rate_b = RandomVector<double>(random, 3);
      MovingNormal<double> normal;
      ASSERT_EQ(FindNormal(contact, rate_a, rate_b, normal), SolveStatus::kSolved);
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
        ASSERT_EQ(FindNormal(then, rate_a, rate_b, moved[side]), SolveStatus::kSolved);
      }
      EXPECT_NEAR(normal.normal.squaredNorm(), 1, 1e-14);
      EXPECT_GT(normal.normal.dot(contact.normal), 0);
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(normal.rate[k], (moved[1].normal[k] - moved[0].normal[k]) / (2 * h), 1e-5);
    }
  }
}

}  // namespace footing::acceleration_motion_test
