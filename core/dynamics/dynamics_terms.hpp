// The terms of the equations of motion at one state:
//   M v̇ + bias = τ + Σ J_pointᵀ f_point      (Tan, Siu, Liu eq. 1)
// all in the generalized velocity of robot_model.hpp, n = 6 + joints.
#pragma once

#include <Eigen/Core>
#include <array>

#include "core/dynamics/spatial_inertia.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

template <typename Model>
struct DynamicsTerms {
  using Scalar = typename Model::Scalar;
  static constexpr int kDof = Model::kDof;
  using DofVector = BoundedVector<Scalar, kDof>;
  using JointVector = BoundedVector<Scalar, Model::kJoints>;
  using MassMatrix = BoundedMatrix<Scalar, kDof>;
  using PointJacobian = BoundedMatrix<Scalar, 3, kDof>;

  MassMatrix mass_matrix;  // kg, kg·m, kg·m²; symmetric, both halves stored
  DofVector bias;          // N, N·m: Coriolis, centrifugal, gravity, friction in the drives
  // Where each point of the model touches: the lowest place of its ball.
  struct Point {
    Vector3<Scalar> position;           // m, world
    Vector3<Scalar> velocity;           // m/s, world axes, of the body there
    Vector3<Scalar> bias_acceleration;  // m/s²: J̇ v, the change of `velocity` at v̇ = 0
    PointJacobian jacobian;             // velocity = jacobian · v
  };
  std::array<Point, static_cast<unsigned>(Model::kPoints)> points;

  JointVector drive_momentum;  // N·m·s, of the rotors
  JointVector drive_friction;  // N·m, Coulomb and viscous, against the motion; a part of bias

  // Intermediate results of each body; the momentum observer uses them.
  template <typename T>
  using PerBody = std::array<T, static_cast<unsigned>(Model::kBodies)>;
  Kinematics<Model> kinematics;
  std::array<Motion<Scalar>, static_cast<unsigned>(Model::kJoints)> axis_rate;  // Ṡ of each joint, same frame
  PerBody<Motion<Scalar>> body_velocity;      // in the frame that moves with the base's origin
  PerBody<Motion<Scalar>> body_acceleration;  // at v̇ = 0, with gravity as an acceleration upward
  PerBody<SpatialInertia<Scalar>> subtree_inertia;
  PerBody<Wrench<Scalar>> subtree_momentum;  // in the same frame
  PerBody<Wrench<Scalar>> subtree_force;
};

}  // namespace footing
