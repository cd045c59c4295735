// Spatial inertia of a rigid body in the common frame of kinematics.hpp: mass, first moment
// and second moment about the frame's origin. The inertias of bodies that move as one simply add.
#pragma once

#include <Eigen/Core>

#include "core/dynamics/kinematics.hpp"
#include "core/dynamics/robot_model.hpp"

namespace footing {

// Where entry (r, c) of a symmetric matrix is stored, r at most c: xx yy zz xy xz yz, as of LinkInertia.
constexpr int Packed(int r, int c) { return r == c ? r : r + c + 2; }

template <typename Scalar>
struct SpatialInertia {
  Scalar mass;                   // kg
  Vector3<Scalar> first_moment;  // kg·m: mass × centre of mass
  // kg·m²: rotational inertia about the origin, Packed
  BoundedVector<Scalar, 6> second_moment;

  SpatialInertia& operator+=(const SpatialInertia& other) {
    mass += other.mass;
    first_moment += other.first_moment;
    second_moment += other.second_moment;
    return *this;
  }

  // Momentum of the body at this velocity, or its rate at this acceleration.
  Wrench<Scalar> operator*(const Motion<Scalar>& motion) const {
    const auto& I = second_moment;
    const Scalar x = motion.angular[0], y = motion.angular[1], z = motion.angular[2];
    const Vector3<Scalar> turning(I[0] * x + I[3] * y + I[4] * z, I[3] * x + I[1] * y + I[5] * z,
                                  I[4] * x + I[5] * y + I[2] * z);
    return {turning + first_moment.cross(motion.linear),
            mass * motion.linear + motion.angular.cross(first_moment)};
  }
};

// The inertia of `link` in the common frame. Its body frame has the attitude `rotation` (to world) and the
// origin `position` [m]. About 75 multiply-adds.
template <typename Scalar>
inline void ToSpatial(const LinkInertia<Scalar>& link, const Matrix3<Scalar>& rotation,
                      const Vector3<Scalar>& position, SpatialInertia<Scalar>* spatial) {
  const Vector3<Scalar> com = position + rotation * ToVector(link.com);
  const auto& i = link.inertia;
  Matrix3<Scalar> local;
  local << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];

  spatial->mass = link.mass;
  spatial->first_moment = link.mass * com;
  const Matrix3<Scalar> half = rotation * local;
  const Scalar com_squared = com.squaredNorm();
  for (int r = 0; r < 3; ++r) {
    for (int c = r; c < 3; ++c) {
      Scalar value = half.row(r).dot(rotation.row(c)) - link.mass * com[r] * com[c];
      if (r == c) value += link.mass * com_squared;
      spatial->second_moment[Packed(r, c)] = value;
    }
  }
}

}  // namespace footing
