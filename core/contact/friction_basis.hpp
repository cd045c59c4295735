// The friction cone's directions (Tan, Siu, Liu figure 1a): d unit vectors, even d, at the
// angles 2πk/d in the tangent plane, so that direction k + d/2 is the opposite of k.
// In the plane (d = 2) only ±t1 are left.
#pragma once

#include <Eigen/Core>

#include "core/dynamics/kinematics.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// Columns n, t1, t2: right-handed and orthonormal, t1 nearest to the world's x axis
// (to y where the normal is along x). `normal` must be a unit vector.
template <typename Scalar>
Matrix3<Scalar> ContactFrame(const Vector3<Scalar>& normal) {
  const Vector3<Scalar> reference =
      Abs(normal[0]) < Scalar(0.9) ? Vector3<Scalar>(1, 0, 0) : Vector3<Scalar>(0, 1, 0);
  Matrix3<Scalar> frame;
  frame.col(0) = normal;
  Vector3<Scalar> tangent = reference - normal.dot(reference) * normal;
  frame.col(1) = tangent / Sqrt(tangent.squaredNorm());
  frame.col(2) = normal.cross(frame.col(1));
  return frame;
}

template <typename Scalar, int kDirections>
struct FrictionBasis {
  static_assert(kDirections >= 2 && kDirections <= 128 && kDirections % 2 == 0);

  // Row k: direction k along (t1, t2). Quarter turns are exact.
  BoundedMatrix<Scalar, kDirections, 2> direction;

  FrictionBasis() {
    for (int k = 0; k < kDirections; ++k) {
      const int eighth = 8 * k / kDirections;
      SinCosResult<Scalar> turn = SinCos(Scalar(2) * kPi<Scalar> * Scalar(k) / Scalar(kDirections));
      if (4 * k % kDirections == 0)
        turn = {Scalar((eighth == 2) - (eighth == 6)), Scalar((eighth == 0) - (eighth == 4))};
      direction(k, 0) = turn.cos;
      direction(k, 1) = turn.sin;
    }
    for (int k = kDirections / 2; k < kDirections; ++k)
      direction.row(k) = -direction.row(k - kDirections / 2);
  }

  Scalar Along(int k, Scalar t1, Scalar t2) const { return direction(k, 0) * t1 + direction(k, 1) * t2; }
};

}  // namespace footing
