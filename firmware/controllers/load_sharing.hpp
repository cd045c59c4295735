// The wrench that the base needs, shared among the feet that carry it, in least squares:
// f = W Gᵀ y with (G W Gᵀ + α) y = wrench, G the map from the feet's forces to the base, W their weights: a
// foot that is about to lift off hands its load to the others, where there are such. Moments count as forces
// on an arm of a given length.
#pragma once

#include <array>

#include "core/dynamics/kinematics.hpp"
#include "core/linalg/branch_cholesky.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

// `force` [N, ground on foot] with its part along `normal` between `least` and `most` and the rest within the
// cone of `friction`.
template <typename Scalar>
void KeepInCone(Scalar least, Scalar most, Scalar friction, const Vector3<Scalar>& normal,
                Vector3<Scalar>* force) {
  const Scalar along = force->dot(normal);
  const Scalar pressed = Clamp(along, least, Max(most, least));
  Vector3<Scalar> tangential = *force - along * normal;
  const Scalar size = Sqrt(tangential.squaredNorm());
  const Scalar limit = friction * pressed;
  if (size > limit) tangential *= limit / size;
  *force = pressed * normal + tangential;
}

template <typename Scalar, int kPoints>
class LoadSharing {
 public:
  using Wrench6 = BoundedVector<Scalar, 6>;  // N, N·m
  struct Foot {
    Vector3<Scalar> position;  // m, world
    Scalar weight;             // 0 to 1; 0: carries nothing
    Vector3<Scalar> force;     // N, the answer: ground on foot
  };
  using Feet = std::array<Foot, kPoints>;

  // `base`: the point that the wrench acts on, m, world. `arm_length` [m]. No pull is taken back and no cone
  // respected.
  void Share(Wrench6 wrench, const Vector3<Scalar>& base, Scalar arm_length, Feet* feet) {
    const Scalar lever = Scalar(1) / arm_length;
    auto& N = normal_matrix_;
    N.setZero();
    for (int i = 0; i < 6; ++i) N(i, i) = Scalar(0.01);
    std::array<Vector3<Scalar>, kPoints> arm;
    for (unsigned leg = 0; leg < kPoints; ++leg) {
      const Foot& foot = (*feet)[leg];
      const Vector3<Scalar>& r = arm[leg] = lever * (foot.position - base);
      const Vector3<Scalar> weighted = foot.weight * r;
      const Scalar squared = weighted.dot(r);
      for (int i = 0; i < 3; ++i) {
        N(i, i) += foot.weight;
        for (int j = 0; j < 3; ++j) N(3 + i, 3 + j) += (i == j ? squared : Scalar(0)) - weighted[i] * r[j];
      }
      N(4, 0) += weighted[2], N(5, 0) -= weighted[1];
      N(3, 1) -= weighted[2], N(5, 1) += weighted[0];
      N(3, 2) += weighted[1], N(4, 2) -= weighted[0];
    }
    constexpr BranchParents<6> kChain = {-1, 0, 1, 2, 3, 4};
    for (int i = 3; i < 6; ++i) wrench[i] *= lever;
    if (!FactorBranch<6>(N, kChain, 6)) wrench.setZero();  // cannot be: N is at least 0.01
    SolveTransposed<6>(N, kChain, 6, wrench.data());
    SolveForward<6>(N, kChain, 6, wrench.data());

    const Vector3<Scalar> push = wrench.template head<3>(), turn = wrench.template tail<3>();
    for (unsigned leg = 0; leg < kPoints; ++leg) {
      Foot& foot = (*feet)[leg];
      foot.force = foot.weight * (push + turn.cross(arm[leg]));
    }
  }

 private:
  BoundedMatrix<Scalar, 6> normal_matrix_;
};

}  // namespace footing
