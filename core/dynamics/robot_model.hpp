// A floating base with a tree of joints, the drives of the joints, and the feet: the points that may make
// contact.
//
// Body 0 is the base; joint i carries body i + 1. At q = 0 all body frames are parallel to
// the base's; a body's frame has its origin on its joint's axis. Generalized coordinates:
// base position (world), base attitude (unit quaternion, base to world), joint positions.
// Generalized velocity, n = 6 + kJoints: velocity of the base's origin (world axes),
// angular velocity (world axes), joint rates. Units are those of revolute joints; a prismatic joint has m for
// rad, N for N·m and kg for kg·m².
#pragma once

#include <array>
#include <cstdint>
#include <limits>

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

enum class JointKind : std::uint8_t { kRevolute, kPrismatic };

// Infinite where the joint has none.
template <typename Scalar>
struct JointLimits {
  Scalar lower = -std::numeric_limits<Scalar>::infinity();    // rad
  Scalar upper = std::numeric_limits<Scalar>::infinity();     // rad
  Scalar velocity = std::numeric_limits<Scalar>::infinity();  // rad/s, of either sign
  Scalar torque = std::numeric_limits<Scalar>::infinity();    // N·m, of either sign
};

// What lies between the motor and the joint, as seen at the joint.
template <typename Scalar>
struct DriveModel {
  Scalar armature = 0;  // kg·m²: the rotor's inertia times the square of its gear
  Scalar friction = 0;  // N·m, Coulomb
  Scalar damping = 0;   // N·m·s/rad
};

template <typename Scalar>
struct JointModel {
  int parent = 0;                    // body that carries the joint, <= its own index
  std::array<Scalar, 3> axis{};      // unit vector
  std::array<Scalar, 3> position{};  // m, of the joint in the parent's frame
  LinkInertia<Scalar> link{};        // of the body that it moves
  JointKind kind = JointKind::kRevolute;
  JointLimits<Scalar> limits{};
  DriveModel<Scalar> drive{};
};

// A ball at the end of a link, or a point of it where `radius` is zero. The contact is at its lowest place:
// it rolls.
template <typename Scalar>
struct PointModel {
  int body = 0;
  std::array<Scalar, 3> position{};  // m, of the centre, body frame
  Scalar radius = 0;                 // m
};

// Where the IMU sits on the base.
template <typename Scalar>
struct ImuModel {
  std::array<Scalar, 3> position{};            // m, base frame
  std::array<Scalar, 4> attitude{1, 0, 0, 0};  // w x y z, a unit quaternion: IMU axes to base axes
};

// Points have the order of the feet: those of foot i are `first_point[i]` up to `first_point[i + 1]`, and all
// of them belong to one body.
template <typename ScalarType, int kJointCount, int kPointCount, int kFootCount = kPointCount>
struct RobotModel {
  using Scalar = ScalarType;
  static constexpr int kJoints = kJointCount;
  static constexpr int kPoints = kPointCount;
  static constexpr int kFeet = kFootCount;
  static constexpr int kBodies = kJointCount + 1;
  static constexpr int kDof = 6 + kJointCount;

  LinkInertia<Scalar> base;
  std::array<JointModel<Scalar>, kJointCount> joints{};
  std::array<PointModel<Scalar>, kPointCount> points{};
  std::array<int, kFootCount + 1> first_point = OnePointEach();
  ImuModel<Scalar> imu{};

  // Inertia of `body`: 0 is the base, 1 + j the link that joint j moves, whose dof is 6 + j.
  constexpr const LinkInertia<Scalar>& Link(int body) const {
    return body == 0 ? base : joints[static_cast<unsigned>(body - 1)].link;
  }

  // The body that foot `foot` is of.
  constexpr int FootBody(int foot) const {
    return points[static_cast<unsigned>(first_point[static_cast<unsigned>(foot)])].body;
  }

 private:
  static constexpr std::array<int, kFootCount + 1> OnePointEach() {
    std::array<int, kFootCount + 1> first{};
    for (int foot = 0; foot <= kFootCount; ++foot) first[static_cast<unsigned>(foot)] = foot;
    return first;
  }
};

// The same model with other numbers: a robot's figures are written, and joined, in double.
template <typename To, typename From, int kJoints, int kPoints, int kFeet>
constexpr RobotModel<To, kJoints, kPoints, kFeet> CastModel(
    const RobotModel<From, kJoints, kPoints, kFeet>& from) {
  const auto cast = [](const auto& values, auto* to) {
    for (unsigned k = 0; k < values.size(); ++k) (*to)[k] = static_cast<To>(values[k]);
  };
  const auto cast_link = [&cast](const LinkInertia<From>& link, LinkInertia<To>* to) {
    to->mass = static_cast<To>(link.mass);
    cast(link.com, &to->com);
    cast(link.inertia, &to->inertia);
  };
  RobotModel<To, kJoints, kPoints, kFeet> model;
  cast_link(from.base, &model.base);
  for (unsigned j = 0; j < static_cast<unsigned>(kJoints); ++j) {
    const JointModel<From>& joint = from.joints[j];
    JointModel<To>& to = model.joints[j];
    to.parent = joint.parent;
    cast(joint.axis, &to.axis);
    cast(joint.position, &to.position);
    cast_link(joint.link, &to.link);
    to.kind = joint.kind;
    to.limits = {static_cast<To>(joint.limits.lower), static_cast<To>(joint.limits.upper),
                 static_cast<To>(joint.limits.velocity), static_cast<To>(joint.limits.torque)};
    to.drive = {static_cast<To>(joint.drive.armature), static_cast<To>(joint.drive.friction),
                static_cast<To>(joint.drive.damping)};
  }
  for (unsigned p = 0; p < static_cast<unsigned>(kPoints); ++p) {
    model.points[p].body = from.points[p].body;
    cast(from.points[p].position, &model.points[p].position);
    model.points[p].radius = static_cast<To>(from.points[p].radius);
  }
  model.first_point = from.first_point;
  cast(from.imu.position, &model.imu.position);
  cast(from.imu.attitude, &model.imu.attitude);
  return model;
}

}  // namespace footing
