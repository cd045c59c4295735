// From accelerations of the base to the wrench on it, and from a force at a foot to the joints' torques.
#pragma once

#include "core/dynamics/dynamics_terms.hpp"

namespace footing {

// M_bb a + bias_b [N, N·m]: gives the base these accelerations [m/s², rad/s², world axes] while the joints
// have none.
template <typename Model, typename Scalar = typename Model::Scalar>
BoundedVector<Scalar, 6> WrenchFor(const DynamicsTerms<Model>& terms, const Vector3<Scalar>& linear,
                                   const Vector3<Scalar>& angular) {
  const auto& M = terms.mass_matrix;
  BoundedVector<Scalar, 6> wrench;
  for (int i = 0; i < 6; ++i) {
    Scalar sum = terms.bias[i];
    for (int k = 0; k < 3; ++k) sum += M(i, k) * linear[k] + M(i, 3 + k) * angular[k];
    wrench[i] = sum;
  }
  return wrench;
}

// (Jᵀ f) of one joint [N·m]: what `force` [N, world axes] at the point asks of it.
template <typename Model, typename Scalar = typename Model::Scalar>
Scalar TorqueFor(const DynamicsTerms<Model>& terms, unsigned point, unsigned joint,
                 const Vector3<Scalar>& force) {
  const auto& J = terms.points[point].jacobian;
  const int column = 6 + static_cast<int>(joint);
  return J(0, column) * force[0] + J(1, column) * force[1] + J(2, column) * force[2];
}

}  // namespace footing
