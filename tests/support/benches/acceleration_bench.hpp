// All the memory of an acceleration-level problem, and random scenes of three bodies and the world.
#pragma once

#include "core/papers/trefny/acceleration_lcp.hpp"
#include "core/lcp/dantzig.hpp"
#include "tests/support/random.hpp"

namespace footing {

inline constexpr int kSceneBodies = 3;
inline constexpr int kSceneContacts = 6;

template <typename Scalar>
using Scene = RigidScene<Scalar, kSceneBodies, kSceneContacts>;

template <typename Scalar>
struct AccelerationBench {
  Scene<Scalar> scene;
  AccelerationWorkspace<Scene<Scalar>> work;
  BoxedLcpProblem<Scalar, kSceneContacts> lcp;
  DantzigWorkspace<Scalar, kSceneContacts> dantzig;
  LcpSolution<Scalar, kSceneContacts> solution;
};

template <typename Scalar>
AccelerationBench<Scalar>& AccelerationMemory() {
  static AccelerationBench<Scalar> bench;
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

// A random contact of `kind`. Edges cross at an angle of at least about 20°; `flip` chooses the normal's
// side.
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

// Three bodies and the world, with every kind of contact, both orders of the bodies and both sides of edges.
template <typename Scalar>
void RandomScene(int trial, Random& random, Scene<Scalar>* scene) {
  constexpr RigidContactKind kKinds[] = {RigidContactKind::kFaceOfFirst, RigidContactKind::kFaceOfSecond,
                                         RigidContactKind::kEdges};
  constexpr int kPairs[kSceneContacts][2] = {{0, 1}, {1, 0}, {1, 2}, {2, kWorld}, {kWorld, 0}, {0, 2}};
  scene->bodies = kSceneBodies;
  scene->contacts = kSceneContacts;
  for (auto& body : scene->body) body = RandomBody<Scalar>(random);
  for (unsigned i = 0; i < kSceneContacts; ++i) {
    const auto kind = kKinds[(i + static_cast<unsigned>(trial)) % 3];
    scene->contact[i] = RandomContact<Scalar>(kind, kPairs[i][0], kPairs[i][1],
                                              (static_cast<unsigned>(trial) + i) % 2 == 0, random);
  }
}

}  // namespace footing
