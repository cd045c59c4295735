// The terms of the equations of motion at one state:
//   M v̇ + bias = τ + Σ J_pointᵀ f_point      (Tan, Siu, Liu eq. 1)
// all in the generalized velocity of robot_model.hpp, n = 6 + joints.
#pragma once

#include <Eigen/Core>
#include <array>

#include "core/dynamics/robot_model.hpp"

namespace footing {

template <typename Model>
struct DynamicsTerms {
  using Scalar = typename Model::Scalar;
  static constexpr int kDof = Model::kDof;
  using Vector3 = Eigen::Matrix<Scalar, 3, 1>;
  using DofVector = Eigen::Matrix<Scalar, kDof, 1>;
  using MassMatrix = Eigen::Matrix<Scalar, kDof, kDof, Eigen::RowMajor>;
  using PointJacobian = Eigen::Matrix<Scalar, 3, kDof, Eigen::RowMajor>;

  MassMatrix mass_matrix;  // kg, kg·m, kg·m²; symmetric, both halves stored
  DofVector bias;          // N, N·m: Coriolis, centrifugal, gravity
  struct Point {
    Vector3 position;           // m, world
    Vector3 velocity;           // m/s, world axes
    Vector3 bias_acceleration;  // m/s²: J̇ v, the point's acceleration at v̇ = 0
    PointJacobian jacobian;     // velocity = jacobian · v
  };
  std::array<Point, static_cast<unsigned>(Model::kPoints)> points;
};

}  // namespace footing
