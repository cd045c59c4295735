// The base's heading, and vectors laid flat.
#pragma once

#include "core/dynamics/kinematics.hpp"
#include "core/dynamics/quaternion.hpp"
#include "core/scalar.hpp"

namespace footing::trot {

template <typename Scalar>
Vector3<Scalar> Horizontal(const Vector3<Scalar>& v) {
  return {v[0], v[1], Scalar(0)};
}

// The base's x axis, laid flat and made unit.
template <typename Scalar>
Vector3<Scalar> HeadingOf(const Quaternion<Scalar>& attitude) {
  const Vector3<Scalar> flat = Horizontal(Vector3<Scalar>(attitude * Vector3<Scalar>::UnitX()));
  const Scalar length = Sqrt(flat.squaredNorm());
  return length > Scalar(0.1) ? Vector3<Scalar>(flat / length) : Vector3<Scalar>::UnitX();
}

template <typename Scalar>
Vector3<Scalar> Left(const Vector3<Scalar>& heading) {
  return {-heading[1], heading[0], Scalar(0)};
}

}  // namespace footing::trot
