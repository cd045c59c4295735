// The state after dt at a constant generalized velocity (semi-implicit Euler with q̇⁺).
#pragma once

#include "core/dynamics/kinematics.hpp"
#include "core/dynamics/robot_state.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

// `attitude`, then the rotation vector `turn` [rad, world axes], of at most about 1 rad; renormalized.
// Cost: two square roots, a sine and a cosine, about 40 multiply-adds.
template <typename Derived, typename Scalar>
Quaternion<Scalar> Turned(const Eigen::QuaternionBase<Derived>& attitude, const Vector3<Scalar>& turn) {
  const Scalar angle = Sqrt(turn.squaredNorm());
  const SinCosResult<Scalar> half = SinCos(angle / Scalar(2));
  // sin(x/2)/x, whose limit is 1/2.
  const Scalar scale = angle > Scalar(1e-6L) ? half.sin / angle : Scalar(0.5);
  const Quaternion<Scalar> step(half.cos, scale * turn[0], scale * turn[1], scale * turn[2]);
  Quaternion<Scalar> next = Product(step, Quaternion<Scalar>(attitude));
  next.coeffs() /= Sqrt(next.coeffs().squaredNorm());
  return next;
}

// Moves *state by `dt` [s]. `velocity` [m/s, rad/s] has 6 + kJoints entries, in the order of
// robot_model.hpp; it becomes the state's velocity. Cost: one call of Turned, 6 + kJoints copies and as
// many multiply-adds.
template <typename Scalar, int kJoints, typename Velocity>
void Integrate(const Velocity& velocity, Scalar dt, RobotState<Scalar, kJoints>* state) {
  for (int k = 0; k < 3; ++k) {
    state->base_velocity[k] = velocity[k];
    state->base_angular_velocity[k] = velocity[3 + k];
  }
  for (int j = 0; j < kJoints; ++j) state->joint_velocity[j] = velocity[6 + j];
  state->base_position += dt * state->base_velocity;
  state->base_attitude = Turned(state->base_attitude, Vector3<Scalar>(dt * state->base_angular_velocity));
  state->joint_position += dt * state->joint_velocity;
}

// The generalized velocity as one vector of 6 + kJoints, in the order of robot_model.hpp.
template <typename Scalar, int kJoints>
BoundedVector<Scalar, 6 + kJoints> GeneralizedVelocity(const RobotState<Scalar, kJoints>& state) {
  BoundedVector<Scalar, 6 + kJoints> v;
  for (int k = 0; k < 3; ++k) {
    v[k] = state.base_velocity[k];
    v[3 + k] = state.base_angular_velocity[k];
  }
  for (int j = 0; j < kJoints; ++j) v[6 + j] = state.joint_velocity[j];
  return v;
}

}  // namespace footing
