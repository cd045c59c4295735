// Where the bodies are and how they move.
//
// All spatial quantities of the dynamics folder are given in one frame: world axes, origin at the
// base's origin. It is an inertial frame that moves as that origin does at this instant. So nothing is
// transformed from body to body, and composite inertias simply add (Featherstone, Rigid Body Dynamics
// Algorithms, 2008, ch. 2).
#pragma once

#include <Eigen/Core>
#include <array>

#include "core/dynamics/quaternion.hpp"
#include "core/dynamics/robot_model.hpp"
#include "core/dynamics/robot_state.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
using Vector3 = Eigen::Matrix<Scalar, 3, 1>;
template <typename Scalar>
using Matrix3 = Eigen::Matrix<Scalar, 3, 3>;

template <typename Scalar>
Vector3<Scalar> ToVector(const std::array<Scalar, 3>& a) {
  return {a[0], a[1], a[2]};
}

// A spatial motion vector: angular part, and linear part at the frame's origin.
template <typename Scalar>
struct Motion {
  Vector3<Scalar> angular;
  Vector3<Scalar> linear;
};

// A spatial force or momentum: moment about the frame's origin, and linear part.
template <typename Scalar>
struct Wrench {
  Vector3<Scalar> moment;
  Vector3<Scalar> linear;

  Wrench& operator+=(const Wrench& other) {
    moment += other.moment;
    linear += other.linear;
    return *this;
  }
};

template <typename Model>
struct Kinematics {
  using Scalar = typename Model::Scalar;
  std::array<Matrix3<Scalar>, static_cast<unsigned>(Model::kBodies)> rotation;  // body to world
  std::array<Vector3<Scalar>, static_cast<unsigned>(Model::kBodies)> position;  // m, of the body's origin
  std::array<Motion<Scalar>, static_cast<unsigned>(Model::kJoints)> axis;       // S of each joint
};

// Rotation by `angle` [rad] about the unit vector `axis` (Rodrigues).
template <typename Scalar>
Matrix3<Scalar> AxisRotation(const Vector3<Scalar>& axis, Scalar angle) {
  const SinCosResult<Scalar> turn = SinCos(angle);
  const Vector3<Scalar> scaled = (Scalar(1) - turn.cos) * axis;
  Matrix3<Scalar> rotation;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) rotation(i, j) = scaled[i] * axis[j];
    rotation(i, i) += turn.cos;
  }
  const Vector3<Scalar> s = turn.sin * axis;
  rotation(0, 1) -= s[2], rotation(1, 0) += s[2];
  rotation(0, 2) += s[1], rotation(2, 0) -= s[1];
  rotation(1, 2) -= s[0], rotation(2, 1) += s[0];
  return rotation;
}

// Rotation and origin of each body, and each joint's axis, from the base outward. The base's position is
// not needed: origins are relative to it. About 60 multiply-adds, a sine and a cosine for each joint.
template <typename Model>
void ComputeKinematics(const Model& model, const Quaternion<typename Model::Scalar>& base_attitude,
                       const BoundedVector<typename Model::Scalar, Model::kJoints>& joint_position,
                       Kinematics<Model>* kinematics) {
  using Scalar = typename Model::Scalar;
  kinematics->rotation[0] = base_attitude.toRotationMatrix();
  kinematics->position[0].setZero();
  for (int joint = 0; joint < Model::kJoints; ++joint) {
    const auto j = static_cast<unsigned>(joint);
    const auto parent = static_cast<unsigned>(model.joints[j].parent);
    const Matrix3<Scalar>& outer = kinematics->rotation[parent];
    const Vector3<Scalar> local_axis = ToVector(model.joints[j].axis);
    const Vector3<Scalar> origin = kinematics->position[parent] + outer * ToVector(model.joints[j].position);
    const Vector3<Scalar> axis = outer * local_axis;
    if (model.joints[j].kind == JointKind::kPrismatic) {
      kinematics->axis[j] = {Vector3<Scalar>::Zero(), axis};
      kinematics->position[j + 1] = origin + joint_position[joint] * axis;
      kinematics->rotation[j + 1] = outer;
      continue;
    }
    kinematics->axis[j] = {axis, origin.cross(axis)};
    kinematics->position[j + 1] = origin;
    kinematics->rotation[j + 1] = outer * AxisRotation(local_axis, joint_position[joint]);
  }
}

// Spatial velocity of each body, where `base` is the velocity of the base; joint rates in rad/s.
template <typename Model, typename Velocities>
void ComputeBodyVelocities(const Model& model, const Kinematics<Model>& kinematics,
                           const Motion<typename Model::Scalar>& base,
                           const BoundedVector<typename Model::Scalar, Model::kJoints>& joint_velocity,
                           Velocities* velocity) {
  (*velocity)[0] = base;
  for (int joint = 0; joint < Model::kJoints; ++joint) {
    const auto j = static_cast<unsigned>(joint);
    const Motion<typename Model::Scalar>& parent = (*velocity)[static_cast<unsigned>(model.joints[j].parent)];
    (*velocity)[j + 1] = {parent.angular + joint_velocity[joint] * kinematics.axis[j].angular,
                          parent.linear + joint_velocity[joint] * kinematics.axis[j].linear};
  }
}

template <typename Scalar>
Motion<Scalar> Cross(const Motion<Scalar>& v, const Motion<Scalar>& m) {
  return {v.angular.cross(m.angular), v.angular.cross(m.linear) + v.linear.cross(m.angular)};
}

// v ×* p: the rate of change of a momentum p that moves with velocity v.
template <typename Scalar>
inline Wrench<Scalar> CrossForce(const Motion<Scalar>& v, const Wrench<Scalar>& p) {
  return {v.angular.cross(p.moment) + v.linear.cross(p.linear), v.angular.cross(p.linear)};
}

// The component of a wrench along a joint's motion: S_j · wrench.
template <typename Scalar>
Scalar Along(const Motion<Scalar>& axis, const Wrench<Scalar>& wrench) {
  return axis.angular.dot(wrench.moment) + axis.linear.dot(wrench.linear);
}

}  // namespace footing
