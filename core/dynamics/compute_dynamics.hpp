// All terms of the equations of motion at one state: mass matrix, bias, points.
// The bias comes from recursive Newton–Euler (Featherstone 2008, section 5.3) with v̇ = 0 and
// gravity as an acceleration of the base. The frame moves as the base's origin does at this instant.
// There the spatial acceleration of the base is v̇ of its origin, without the ω × v of a frame at rest.
#pragma once

#include <array>

#include "core/dynamics/drives.hpp"
#include "core/dynamics/dynamics_terms.hpp"
#include "core/dynamics/mass_matrix.hpp"

namespace footing {

// Jacobian of a point of `body` at `offset` [m] from the base's origin, world axes. Each joint between
// the base and `body` gives one column.
template <typename Model>
void ComputePointJacobian([[maybe_unused]] const Model& model,
                          [[maybe_unused]] const Kinematics<Model>& kinematics, [[maybe_unused]] int body,
                          const Vector3<typename Model::Scalar>& offset,
                          typename DynamicsTerms<Model>::PointJacobian* jacobian) {
  auto& J = *jacobian;
  for (int k = 0; k < 3; ++k) J.row(k).setZero();  // no memset, as in ComputeMassMatrix
  J(0, 0) = J(1, 1) = J(2, 2) = 1;
  J(0, 4) = offset[2], J(0, 5) = -offset[1];
  J(1, 3) = -offset[2], J(1, 5) = offset[0];
  J(2, 3) = offset[1], J(2, 4) = -offset[0];
  if constexpr (Model::kJoints > 0) {
    // at most kBodyDepth
    for (; body > 0; body = model.joints[static_cast<unsigned>(body - 1)].parent) {
      const auto& axis = kinematics.axis[static_cast<unsigned>(body - 1)];
      const Vector3<typename Model::Scalar> column = axis.linear + axis.angular.cross(offset);
      for (int k = 0; k < 3; ++k) J(k, 5 + body) = column[k];
    }
  }
}

// M, bias and points of `model` at `state`; gravity [m/s²] pulls along −z of the world.
// The state must be finite, and its attitude a unit quaternion. There is no failure.
// Cost: about 3,700 multiply-adds for 12 joints and 4 points.
template <typename Model>
void ComputeDynamics(const Model& model, const RobotState<typename Model::Scalar, Model::kJoints>& state,
                     typename Model::Scalar gravity, DynamicsTerms<Model>* terms) {
  using Scalar = typename Model::Scalar;
  constexpr auto kBodies = static_cast<unsigned>(Model::kBodies);
  constexpr auto kJointCount = static_cast<unsigned>(Model::kJoints);
  auto& kinematics = terms->kinematics;
  auto& velocity = terms->body_velocity;
  auto& acceleration = terms->body_acceleration;
  auto& inertia = terms->subtree_inertia;
  auto& momentum = terms->subtree_momentum;
  auto& force = terms->subtree_force;

  ComputeKinematics(model, state.base_attitude, state.joint_position, &kinematics);
  ComputeBodyVelocities(model, kinematics, {state.base_angular_velocity, Vector3<Scalar>::Zero()},
                        state.joint_velocity, &velocity);

  acceleration[0] = {Vector3<Scalar>::Zero(), Vector3<Scalar>(0, 0, gravity)};
  for (unsigned j = 0; j < kJointCount; ++j) {
    const Motion<Scalar>& parent = acceleration[static_cast<unsigned>(model.joints[j].parent)];
    const Motion<Scalar>& turn = terms->axis_rate[j] = Cross(velocity[j + 1], kinematics.axis[j]);
    const Scalar rate = state.joint_velocity[static_cast<int>(j)];
    acceleration[j + 1] = {parent.angular + rate * turn.angular, parent.linear + rate * turn.linear};
  }

  for (unsigned body = 0; body < kBodies; ++body) {
    ToSpatial(model.Link(static_cast<int>(body)), kinematics.rotation[body], kinematics.position[body],
              &inertia[body]);
    const Wrench<Scalar> rate = inertia[body] * acceleration[body];
    momentum[body] = inertia[body] * velocity[body];
    const Wrench<Scalar> turning = CrossForce(velocity[body], momentum[body]);
    force[body] = {rate.moment + turning.moment, rate.linear + turning.linear};
  }
  for (unsigned j = kJointCount; j-- > 0;) {
    terms->bias[static_cast<int>(6 + j)] = Along(kinematics.axis[j], force[j + 1]);
    const auto parent = static_cast<unsigned>(model.joints[j].parent);
    force[parent] += force[j + 1];
    momentum[parent] += momentum[j + 1];
  }
  terms->bias.template head<3>() = force[0].linear;
  terms->bias.template segment<3>(3) = force[0].moment;

  ComputeMassMatrix(model, kinematics, &inertia, &terms->mass_matrix);
  AddDrives(model, state.joint_velocity, terms);

  for (unsigned p = 0; p < static_cast<unsigned>(Model::kPoints); ++p) {
    const auto body = static_cast<unsigned>(model.points[p].body);
    const Vector3<Scalar> centre =
        kinematics.position[body] + kinematics.rotation[body] * ToVector(model.points[p].position);
    const Vector3<Scalar> offset = centre - Vector3<Scalar>(0, 0, model.points[p].radius);
    auto& point = terms->points[p];
    point.position = state.base_position + offset;
    const Motion<Scalar>& motion = velocity[body];
    point.velocity = state.base_velocity + (motion.linear + motion.angular.cross(offset));
    // The ball rolls: the place that touches stays below its centre, so the centre alone turns with the body.
    point.bias_acceleration =
        acceleration[body].linear - Vector3<Scalar>(0, 0, gravity) +
        acceleration[body].angular.cross(offset) +
        motion.angular.cross(Vector3<Scalar>(motion.linear + motion.angular.cross(centre)));
    ComputePointJacobian(model, kinematics, static_cast<int>(body), offset, &point.jacobian);
  }
}

}  // namespace footing
