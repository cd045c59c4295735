// Mechanics of a robot from first principles, in double and slow: poses by rotation matrices, velocities by
// the rule for points of a rigid body, energies and momenta as sums over the links. It has no mass matrix and
// no Jacobian, so it can test those.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "core/dynamics/robot_model.hpp"
#include "core/dynamics/robot_state.hpp"

namespace footing::reference {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

template <typename Model>
using State = RobotState<double, Model::kJoints>;
template <typename Model>
using DofVector = Eigen::Matrix<double, Model::kDof, 1>;

inline Vector3 ToVector(const std::array<double, 3>& a) { return {a[0], a[1], a[2]}; }

// Rodrigues' formula for a rotation vector.
inline Matrix3 Rotation(const Vector3& vector) {
  const double angle = vector.norm();
  if (angle == 0.0) return Matrix3::Identity();
  const Vector3 axis = vector / angle;
  Matrix3 cross;
  cross << 0.0, -axis.z(), axis.y(), axis.z(), 0.0, -axis.x(), -axis.y(), axis.x(), 0.0;
  return Matrix3::Identity() + std::sin(angle) * cross + (1.0 - std::cos(angle)) * cross * cross;
}

// A body's frame and motion, in world axes.
struct Body {
  Matrix3 rotation;
  Vector3 origin;
  Vector3 velocity;  // of the frame's origin
  Vector3 angular_velocity;

  Vector3 PositionOf(const Vector3& point) const { return origin + rotation * point; }
  Vector3 VelocityOf(const Vector3& point) const {
    return velocity + angular_velocity.cross(Vector3(rotation * point));
  }
};

template <typename Model>
using Bodies = std::array<Body, static_cast<std::size_t>(Model::kBodies)>;

template <typename Model>
Bodies<Model> Move(const Model& model, const State<Model>& state) {
  Bodies<Model> bodies;
  bodies[0] = {state.base_attitude.toRotationMatrix(), state.base_position, state.base_velocity,
               state.base_angular_velocity};
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const auto& joint = model.joints[i];
    const Body& parent = bodies[static_cast<std::size_t>(joint.parent)];
    const auto row = static_cast<Eigen::Index>(i);
    const Vector3 axis = ToVector(joint.axis);
    Body& body = bodies[i + 1];
    if (joint.kind == JointKind::kPrismatic) {
      const Vector3 place = ToVector(joint.position) + axis * state.joint_position[row];
      body = {parent.rotation, parent.PositionOf(place),
              parent.VelocityOf(place) + parent.rotation * axis * state.joint_velocity[row],
              parent.angular_velocity};
      continue;
    }
    body.rotation = parent.rotation * Rotation(axis * state.joint_position[row]);
    body.origin = parent.PositionOf(ToVector(joint.position));
    body.velocity = parent.VelocityOf(ToVector(joint.position));
    body.angular_velocity = parent.angular_velocity + parent.rotation * axis * state.joint_velocity[row];
  }
  return bodies;
}

// This is not inlined, so that a small machine's stack holds all bodies only once.
template <typename Model>
[[gnu::noinline]] Body MoveBody(const Model& model, const State<Model>& state, int body) {
  return Move(model, state)[static_cast<std::size_t>(body)];
}

inline Vector3 AngularMomentum(const LinkInertia<double>& link, const Body& body) {
  const auto& j = link.inertia;
  Matrix3 inertia;
  inertia << j[0], j[3], j[4], j[3], j[1], j[5], j[4], j[5], j[2];
  const Vector3 local = body.rotation.transpose() * body.angular_velocity;
  return body.rotation * Vector3(inertia * local);
}

template <typename Model>
[[gnu::noinline]] double KineticEnergy(const Model& model, const State<Model>& state) {
  const Bodies<Model> bodies = Move(model, state);
  double energy = 0.0;
  for (int b = 0; b < Model::kBodies; ++b) {
    const LinkInertia<double>& link = model.Link(b);
    const Body& body = bodies[static_cast<std::size_t>(b)];
    energy += 0.5 * link.mass * body.VelocityOf(ToVector(link.com)).squaredNorm();
    energy += 0.5 * body.angular_velocity.dot(AngularMomentum(link, body));
  }
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const double rate = state.joint_velocity[static_cast<Eigen::Index>(i)];
    energy += 0.5 * model.joints[i].drive.armature * rate * rate;
  }
  return energy;
}

// What friction in the drive of joint `j` takes, against its motion: whole from 0.1 rad/s on.
template <typename Model>
double DriveFriction(const Model& model, const State<Model>& state, std::size_t j) {
  const double rate = state.joint_velocity[static_cast<Eigen::Index>(j)];
  const auto& drive = model.joints[j].drive;
  const double coulomb =
      std::abs(rate) >= 0.1 ? std::copysign(drive.friction, rate) : drive.friction * rate / 0.1;
  return coulomb + drive.damping * rate;
}

template <typename Model>
[[gnu::noinline]] double PotentialEnergy(const Model& model, const State<Model>& state, double gravity) {
  const Bodies<Model> bodies = Move(model, state);
  double energy = 0.0;
  for (int b = 0; b < Model::kBodies; ++b) {
    const LinkInertia<double>& link = model.Link(b);
    energy += link.mass * gravity * bodies[static_cast<std::size_t>(b)].PositionOf(ToVector(link.com)).z();
  }
  return energy;
}

template <typename Model>
DofVector<Model> Velocity(const State<Model>& state) {
  DofVector<Model> velocity;
  velocity << state.base_velocity, state.base_angular_velocity, state.joint_velocity;
  return velocity;
}

template <typename Model>
State<Model> WithVelocity(State<Model> state, const DofVector<Model>& velocity) {
  state.base_velocity = velocity.template head<3>();
  state.base_angular_velocity = velocity.template segment<3>(3);
  state.joint_velocity = velocity.template tail<Model::kJoints>();
  return state;
}

// The configuration after `time` at constant generalized velocity. The state's own velocity does not change.
template <typename Model>
State<Model> Flow(State<Model> state, const DofVector<Model>& velocity, double time) {
  const Vector3 turn = velocity.template segment<3>(3) * time;
  const double half = 0.5 * turn.norm();
  const double scale = half == 0.0 ? 0.5 : 0.5 * std::sin(half) / half;
  const Eigen::Quaterniond rotation(std::cos(half), scale * turn.x(), scale * turn.y(), scale * turn.z());
  state.base_position += velocity.template head<3>() * time;
  state.base_attitude = (rotation * state.base_attitude).normalized();
  state.joint_position += velocity.template tail<Model::kJoints>() * time;
  return state;
}

// Fourth-order central differences over time about 0 give a function's first and second derivative.
inline constexpr double kDifferenceStep = 1e-3;  // s; balances the method's error against rounding

template <typename Function>
auto FirstDifference(const Function& f) {
  const double h = kDifferenceStep;
  using Value = decltype(f(h));
  return Value((8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h));
}

template <typename Function>
auto SecondDifference(const Function& f) {
  const double h = kDifferenceStep;
  using Value = decltype(f(h));
  return Value((16.0 * (f(h) + f(-h)) - (f(2.0 * h) + f(-2.0 * h)) - 30.0 * f(0.0)) / (12.0 * h * h));
}

}  // namespace footing::reference
