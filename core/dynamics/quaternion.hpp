// Unit quaternions, base to world. Eigen's own product and conjugate return a quaternion whose alignment
// depends on the options of the compilation; the ones here do not.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace footing {

// Stored without alignment, as everything that core stores (linalg/storage.hpp).
template <typename Scalar>
using Quaternion = Eigen::Quaternion<Scalar, Eigen::DontAlign>;

// The rotation `b`, then `a`. 16 multiplications. Inlined, so that a build with fused multiply-adds fuses the
// same sums wherever it is called.
template <typename Scalar>
[[gnu::always_inline]] inline Quaternion<Scalar> Product(const Quaternion<Scalar>& a,
                                                         const Quaternion<Scalar>& b) {
  return {a.w() * b.w() - a.x() * b.x() - a.y() * b.y() - a.z() * b.z(),
          a.w() * b.x() + a.x() * b.w() + a.y() * b.z() - a.z() * b.y(),
          a.w() * b.y() + a.y() * b.w() + a.z() * b.x() - a.x() * b.z(),
          a.w() * b.z() + a.z() * b.w() + a.x() * b.y() - a.y() * b.x()};
}

template <typename Scalar>
[[gnu::always_inline]] inline Quaternion<Scalar> Conjugate(const Quaternion<Scalar>& q) {
  return {q.w(), -q.x(), -q.y(), -q.z()};
}

}  // namespace footing
