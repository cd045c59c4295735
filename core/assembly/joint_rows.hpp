// Joints, limits and motors as rows of the impulse level (Trefny section 2, eqs. 8 to 10). Each row asks for
// a velocity c, J q̇⁺ − c = w, and keeps its force within bounds:
//   bilateral (−∞, ∞)   w = 0          limit (0, ∞)   0 ≤ f ⟂ w ≥ 0
//   motor (−τ, τ)       f = −τ → w ≥ 0, f = τ → w ≤ 0, between w = 0
// c reduces a position error C by −(β/dt) C, capped. Three points depart from Trefny: the limits and motors,
// the cap, and the larger of restitution and error reduction in place of their sum.
// Signs: the velocity of a row is the velocity of side a minus that of side b. Its force acts on a, and the
// opposite force acts on b. A body is a system of 6 dof (velocity of the centre of mass, angular velocity;
// world axes) or, in the plane z = 0, of 3 dof (x, y, angle about z).
// Cost of each row added: kDof writes (system_stack.hpp) and two multiply-adds for each dof of a body.
#pragma once

#include <Eigen/Geometry>

#include "core/assembly/normal_bias.hpp"
#include "core/assembly/system_stack.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

template <typename Scalar>
struct JointRowOptions {
  Scalar error_reduction = 0;     // β, 0 ≤ β < 1: share of the error that a step removes
  Scalar largest_correction = 0;  // m/s, or rad/s for a rotation: cap on the error reduction
};

// The velocity c that a bilateral row with the error `error` [m or rad] asks for.
template <typename Scalar>
Scalar CorrectionVelocity(Scalar error, Scalar dt, const JointRowOptions<Scalar>& options) {
  return Clamp(-options.error_reduction * error / dt, -options.largest_correction,
               options.largest_correction);
}

// One side of a joint, in world axes. If the side is the world, only `point` and `axis` are used.
template <typename Scalar>
struct JointSide {
  int system = kWorld;
  Vector3<Scalar> center = Vector3<Scalar>::Zero();  // m, the body's centre of mass
  Vector3<Scalar> point = Vector3<Scalar>::Zero();   // m, the joint's point on this side
  Vector3<Scalar> axis = Vector3<Scalar>::UnitZ();   // unit, the hinge's axis on this side; z in the plane
};

// Jacobian of the velocity of a body's point at `r` [m] from its centre of mass. kBodyDof is 6, or 3 in the
// plane.
template <int kBodyDof, typename Scalar>
BoundedMatrix<Scalar, 3, kBodyDof> BodyPointJacobian(const Vector3<Scalar>& r) {
  static_assert(kBodyDof == 3 || kBodyDof == 6);
  BoundedMatrix<Scalar, 3, kBodyDof> jacobian = BoundedMatrix<Scalar, 3, kBodyDof>::Zero();
  jacobian(0, 0) = jacobian(1, 1) = Scalar(1);
  jacobian(0, kBodyDof - 1) = -r[1];
  jacobian(1, kBodyDof - 1) = r[0];
  if constexpr (kBodyDof == 6) {
    jacobian(2, 2) = Scalar(1);
    jacobian(0, 4) = r[2];
    jacobian(1, 3) = -r[2];
    jacobian(2, 3) = r[1];
    jacobian(2, 4) = -r[0];
  }
  return jacobian;
}

// Jacobian of a body's angular velocity about `axis`.
template <int kBodyDof, typename Scalar>
BoundedVector<Scalar, kBodyDof> BodyTurnJacobian(const Vector3<Scalar>& axis) {
  BoundedVector<Scalar, kBodyDof> jacobian = BoundedVector<Scalar, kBodyDof>::Zero();
  for (int k = 0; k < kBodyDof / 2; ++k) jacobian[kBodyDof - 1 - k] = axis[2 - k];
  return jacobian;
}

// Adds one row: the angular velocity of a about `axis` [unit] minus that of b, with the given bounds [N·m]
// and wanted rate [rad/s]. Infinite bounds make a drive of prescribed rate, (−τ, τ) a motor, and (0, ∞) with
// LimitVelocity a stop. Returns the row's number. −1: there is no place, and the stack is overfull.
template <int kBodyDof, typename Stack, typename Scalar>
int AddTurnRow(const JointSide<Scalar>& a, const JointSide<Scalar>& b, const Vector3<Scalar>& axis,
               Scalar least, Scalar most, Scalar wanted, Stack* stack) {
  const int row = stack->AddJointRow(least, most, wanted);
  const auto turn = BodyTurnJacobian<kBodyDof>(axis);
  stack->AttachJointRow(row, a.system, Scalar(1), turn);
  stack->AttachJointRow(row, b.system, Scalar(-1), turn);
  return row;
}

// The wanted velocity of a limit row. `gap` [m or rad] is the distance left to the stop, `approach` its rate
// before the step. An open gap may close within the step, or bounces if `approach` closes it. Otherwise the larger
// of restitution and error reduction applies.
template <typename Scalar>
Scalar LimitVelocity(Scalar gap, Scalar approach, Scalar dt, const NormalBiasOptions<Scalar>& options) {
  return -NormalBias(gap, approach, dt, options);
}

// Point joint: a.point and b.point stay together, C = a.point − b.point. It has 3 rows along the world's
// axes, 2 in the plane. Returns the first row. −1: there is no place for all rows. Then no row is added, and
// the stack is overfull.
template <int kBodyDof, typename Stack, typename Scalar>
int AddPointJoint(const JointSide<Scalar>& a, const JointSide<Scalar>& b, Scalar dt,
                  const JointRowOptions<Scalar>& options, Stack* stack) {
  constexpr int kAxes = kBodyDof == 6 ? 3 : 2;
  const int first = stack->joint_rows;
  if (first + kAxes > Stack::kJointRows) return stack->Refuse(-1);
  const auto at_a = BodyPointJacobian<kBodyDof>(Vector3<Scalar>(a.point - a.center));
  const auto at_b = BodyPointJacobian<kBodyDof>(Vector3<Scalar>(b.point - b.center));
  for (int k = 0; k < kAxes; ++k) {
    const Scalar wanted = CorrectionVelocity(a.point[k] - b.point[k], dt, options);
    const int row = stack->AddJointRow(-kInfinity<Scalar>, kInfinity<Scalar>, wanted);
    stack->AttachJointRow(row, a.system, Scalar(1), at_a.row(k));
    stack->AttachJointRow(row, b.system, Scalar(-1), at_b.row(k));
  }
  return first;
}

// Hinge: a point joint, and in space the two axes stay together. For each of two unit vectors t across the
// axis C = t · (b.axis × a.axis) [rad], whose rate is t · (ω_a − ω_b) where the axes agree. It has 5 rows; in
// the plane it is AddPointJoint, with 2. Returns the first row. −1: there is no place for all rows. Then no row
// is added, and the stack is overfull.
template <int kBodyDof, typename Stack, typename Scalar>
int AddHinge(const JointSide<Scalar>& a, const JointSide<Scalar>& b, Scalar dt,
             const JointRowOptions<Scalar>& options, Stack* stack) {
  if (kBodyDof == 6 && stack->joint_rows + 5 > Stack::kJointRows) return stack->Refuse(-1);
  const int first = AddPointJoint<kBodyDof>(a, b, dt, options, stack);
  if constexpr (kBodyDof == 6) {
    const Matrix3<Scalar> frame = ContactFrame(a.axis);
    const Vector3<Scalar> error = b.axis.cross(a.axis);
    for (int k = 1; k < 3; ++k) {
      const Vector3<Scalar> across = frame.col(k);
      AddTurnRow<6>(a, b, across, -kInfinity<Scalar>, kInfinity<Scalar>,
                    CorrectionVelocity(across.dot(error), dt, options), stack);
    }
  }
  return first;
}

}  // namespace footing
