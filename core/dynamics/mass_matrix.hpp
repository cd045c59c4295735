// The mass matrix by the composite-rigid-body algorithm (Featherstone 2008, section 6.2).
// M_ij = S_i · (I_composite of the later joint's subtree) S_j for i an ancestor of j, else 0.
#pragma once

#include "core/dynamics/dynamics_terms.hpp"

namespace footing {

// `inertia` holds the inertia of each single body; on return, that of the subtree which the body carries.
// Fills all of M: kg, kg·m, kg·m². Cost: about 30 multiply-adds for each joint, 6 more for each joint on its
// path to the base, and n² writes.
template <typename Model, typename Inertias>
void ComputeMassMatrix(const Model& model, const Kinematics<Model>& kinematics, Inertias* inertia,
                       typename DynamicsTerms<Model>::MassMatrix* mass_matrix) {
  using Scalar = typename Model::Scalar;
  auto& M = *mass_matrix;
  // By rows: newlib's memset takes three instructions a number.
  for (int j = 0; j < Model::kJoints; ++j) M.row(6 + j).template tail<Model::kJoints>().setZero();
  const auto put = [&M](int row, int column, Scalar value) {
    M(row, column) = value;
    M(column, row) = value;
  };

  for (int joint = Model::kJoints - 1; joint >= 0; --joint) {
    const auto j = static_cast<unsigned>(joint);
    const SpatialInertia<Scalar>& composite = (*inertia)[j + 1];
    (*inertia)[static_cast<unsigned>(model.joints[j].parent)] += composite;

    const Wrench<Scalar> momentum = composite * kinematics.axis[j];
    // at most kBodyDepth
    for (int body = joint + 1; body > 0; body = model.joints[static_cast<unsigned>(body - 1)].parent) {
      put(6 + joint, 5 + body, Along(kinematics.axis[static_cast<unsigned>(body - 1)], momentum));
    }
    for (int k = 0; k < 3; ++k) {
      put(6 + joint, k, momentum.linear[k]);
      put(6 + joint, 3 + k, momentum.moment[k]);
    }
  }

  const SpatialInertia<Scalar>& whole = (*inertia)[0];
  M.template topLeftCorner<3, 3>().setZero();
  for (int r = 0; r < 3; ++r) {
    M(r, r) = whole.mass;
    put(r, 3 + r, Scalar(0));
    for (int c = r; c < 3; ++c) put(3 + r, 3 + c, whole.second_moment[Packed(r, c)]);
  }
  const Vector3<Scalar>& h = whole.first_moment;
  put(0, 4, h[2]), put(0, 5, -h[1]);
  put(1, 3, -h[2]), put(1, 5, h[0]);
  put(2, 3, h[1]), put(2, 4, -h[0]);
}

}  // namespace footing
