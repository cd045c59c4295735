// From accelerations of the base to the wrench on it, and from a force at a foot, or its acceleration, to the
// joints' torques.
#pragma once

#include <array>

#include "core/dynamics/dynamics_terms.hpp"
#include "core/dynamics/robot_tree.hpp"

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

// M_leg J_leg⁻¹ a [N·m], in the leg's order: gives the point this acceleration [m/s², world axes] beside a
// base that keeps its speed. Zero for a leg without three joints, and where it is straight to a tenth: J_leg
// has no inverse that is of use there.
template <typename Model, typename Scalar = typename Model::Scalar>
Vector3<Scalar> TorqueToAccelerate(const DynamicsTerms<Model>& terms, unsigned point, const LegJoints<3>& leg,
                                   const Vector3<Scalar>& acceleration) {
  constexpr Scalar kStraight = Scalar(0.1);
  if (leg.count != 3) return Vector3<Scalar>::Zero();
  std::array<int, 3> row;
  std::array<Vector3<Scalar>, 3> column;
  for (unsigned k = 0; k < 3; ++k) {
    row[k] = 6 + leg.joint[k];
    for (int i = 0; i < 3; ++i) column[k][i] = terms.points[point].jacobian(i, row[k]);
  }
  const Scalar volume = column[0].dot(column[1].cross(column[2]));
  const Scalar most = column[0].squaredNorm() * column[1].squaredNorm() * column[2].squaredNorm();
  if (!(volume * volume > kStraight * kStraight * most)) return Vector3<Scalar>::Zero();
  Vector3<Scalar> joints;  // rad/s²
  for (unsigned k = 0; k < 3; ++k)
    joints[static_cast<int>(k)] = acceleration.dot(column[(k + 1) % 3].cross(column[(k + 2) % 3])) / volume;
  Vector3<Scalar> torque;
  for (unsigned i = 0; i < 3; ++i) {
    Scalar sum = 0;
    for (unsigned k = 0; k < 3; ++k) sum += terms.mass_matrix(row[i], row[k]) * joints[static_cast<int>(k)];
    torque[static_cast<int>(i)] = sum;
  }
  return torque;
}

}  // namespace footing
