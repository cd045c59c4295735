// A floating base with a tree of revolute joints, and the points of it that may make contact.
//
// Body 0 is the base; joint i carries body i + 1. At q = 0 all body frames are parallel to
// the base's; a body's frame has its origin on its joint's axis. Generalized coordinates:
// base position (world), base attitude (unit quaternion, base to world), joint angles.
// Generalized velocity, n = 6 + kJoints: velocity of the base's origin (world axes),
// angular velocity (world axes), joint rates.
#pragma once

#include <array>

namespace footing {

template <typename Scalar>
struct LinkInertia {
  Scalar mass = 0;                  // kg
  std::array<Scalar, 3> com{};      // m, body frame
  std::array<Scalar, 6> inertia{};  // kg·m² about the com: xx yy zz xy xz yz
};

// The inertia of two parts that move as one, given in one frame (parallel axis theorem).
template <typename Scalar>
constexpr LinkInertia<Scalar> Join(const LinkInertia<Scalar>& a, const LinkInertia<Scalar>& b) {
  LinkInertia<Scalar> sum;
  sum.mass = a.mass + b.mass;
  for (int k = 0; k < 3; ++k) sum.com[k] = (a.mass * a.com[k] + b.mass * b.com[k]) / sum.mass;
  for (const LinkInertia<Scalar>* part : {&a, &b}) {
    const Scalar x = part->com[0] - sum.com[0];
    const Scalar y = part->com[1] - sum.com[1];
    const Scalar z = part->com[2] - sum.com[2];
    const std::array<Scalar, 6> shift = {y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z};
    for (int k = 0; k < 6; ++k) sum.inertia[k] += part->inertia[k] + part->mass * shift[k];
  }
  return sum;
}

// `link` is given in a frame with its origin at `position` in a parallel outer frame. Returns it in the outer
// frame.
template <typename Scalar>
constexpr LinkInertia<Scalar> Shift(LinkInertia<Scalar> link, const std::array<Scalar, 3>& position) {
  for (int k = 0; k < 3; ++k) link.com[k] += position[k];
  return link;
}

template <typename Scalar>
struct JointModel {
  int parent = 0;                    // body that carries the joint, <= its own index
  std::array<Scalar, 3> axis{};      // unit vector
  std::array<Scalar, 3> position{};  // m, of the joint in the parent's frame
  LinkInertia<Scalar> link;          // of the body that it moves
};

template <typename Scalar>
struct PointModel {
  int body = 0;
  std::array<Scalar, 3> position{};  // m, body frame
};

template <typename ScalarType, int kJointCount, int kPointCount>
struct RobotModel {
  using Scalar = ScalarType;
  static constexpr int kJoints = kJointCount;
  static constexpr int kPoints = kPointCount;
  static constexpr int kBodies = kJointCount + 1;
  static constexpr int kDof = 6 + kJointCount;

  LinkInertia<Scalar> base;
  std::array<JointModel<Scalar>, kJointCount> joints{};
  std::array<PointModel<Scalar>, kPointCount> points{};

  // Inertia of `body`: 0 is the base, 1 + j the link that joint j moves, whose dof is 6 + j.
  constexpr const LinkInertia<Scalar>& Link(int body) const {
    return body == 0 ? base : joints[static_cast<unsigned>(body - 1)].link;
  }
};

}  // namespace footing
