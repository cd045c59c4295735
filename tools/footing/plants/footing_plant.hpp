// This project's physics as a plant: Stewart and Trinkle's time step (Tan, Siu, Liu eqs. 5 to 15) on
// the core's contact solver, in double.
#pragma once

#include <memory>
#include <stdexcept>

#include "core/assembly/normal_bias.hpp"
#include "core/assembly/time_step.hpp"
#include "core/dynamics/compute_dynamics.hpp"
#include "core/dynamics/integrate.hpp"
#include "core/dynamics/robot_tree.hpp"
#include "hal/host_sim/plant.hpp"
#include "tools/footing/plants/terrain.hpp"
#include "tools/footing/robots/robot_figures.hpp"

namespace footing::tools {

// kLeg: the most joints of a leg.
template <typename Model, int kLeg>
class FootingPlant : public hal::Plant {
 public:
  static constexpr double kGravity = 9.81;    // m/s²
  static constexpr double kFootReach = 0.01;  // m; a point with a larger gap cannot touch within a step

  FootingPlant(const Model& robot, const Terrain& terrain, const PlantStart& start, double step = 0.25e-3)
      : robot_(robot), terrain_(terrain), step_(step) {
    const auto& q = start.base_attitude;
    state_.base_position = ToVector(start.base_position);
    state_.base_velocity = ToVector(start.base_velocity);
    state_.base_attitude = {q[0], q[1], q[2], q[3]};
    for (int j = 0; j < Model::kJoints; ++j)
      state_.joint_position[j] = start.joint_position[static_cast<std::size_t>(j)];
  }

  double StepSize() const override { return step_; }

  void Step(const std::array<double, hal::kJointCapacity>& joint_torque, const std::array<double, 6>& push,
            hal::PlantSample* sample) override {
    ComputeDynamics(robot_, state_, kGravity, &terms_);
    Eigen::Matrix<double, Model::kDof, 1> force = -terms_.bias;
    for (int k = 0; k < 6; ++k) force[k] += push[static_cast<std::size_t>(k)];
    for (int j = 0; j < Model::kJoints; ++j) force[6 + j] += joint_torque[static_cast<std::size_t>(j)];

    stepper_.stack.Clear();
    const int system =
        stepper_.stack.AddSystem(terms_.mass_matrix, GeneralizedVelocity(state_), force, DofParent(robot_));
    std::array<int, Model::kPoints> contact_of;
    contact_of.fill(-1);
    for (std::size_t foot = 0; foot < Model::kPoints; ++foot) {
      const auto& point = terms_.points[foot];
      const GroundTouch touch = terrain_.Under(point.position, robot_.points[foot].radius);
      sample->points[foot].friction = touch.friction;
      if (touch.gap > kFootReach) continue;
      const bool level = touch.normal[2] == 1;
      if (!level) ComputeJacobianAt(foot, touch.normal);
      const int contact = stepper_.stack.AddContact(touch.normal, touch.friction, BiasOf(touch.gap));
      stepper_.stack.Attach(contact, system, 1.0, level ? point.jacobian : tilted_jacobian_);
      contact_of[foot] = contact;
    }
    SolveStatus status = Solve(0);
    // The last modes may have been a bad start. Where soles have more points than they need, a ground that
    // gives way by a millionth of what the robot does has one answer.
    for (const double give : {0.0, 1e-6, 1e-5}) {
      if (status == SolveStatus::kSolved) break;
      stepper_.solver.warm = false;
      status = Solve(give);
    }
    if (status != SolveStatus::kSolved) {
      throw std::runtime_error(std::string("the plant's contact solve ended as: ") + Name(status));
    }

    const Vector3<double> before = state_.base_velocity;
    const Eigen::Quaterniond attitude_before = state_.base_attitude;
    Integrate(stepper_.next_velocity, step_, &state_);
    const Vector3<double> specific =
        attitude_before.conjugate() *
        Vector3<double>((state_.base_velocity - before) / step_ + Vector3<double>(0, 0, kGravity));
    Report(specific, joint_torque, contact_of, sample);
  }

 private:
  // Where the ball of a point touches ground of this normal, from its lowest place.
  Vector3<double> FromLowest(std::size_t point, const Vector3<double>& normal) const {
    return robot_.points[point].radius * (Vector3<double>::UnitZ() - normal);
  }

  void ComputeJacobianAt(std::size_t point, const Vector3<double>& normal) {
    const Vector3<double> offset =
        terms_.points[point].position - state_.base_position + FromLowest(point, normal);
    ComputePointJacobian(robot_, terms_.kinematics, robot_.points[point].body, offset, &tilted_jacobian_);
  }

  // m/s, of the normal row. Soft ground gives f = −K gap⁺ − D u with the gap at the step's end, so
  // u + K c gap + c f = 0 with c its compliance; over the ground the foot comes down freely.
  double BiasOf(double gap) const {
    if (terrain_.stiffness > 0 && gap <= 0) return terrain_.stiffness * Compliance() * gap;
    return NormalBias(gap, 0.0, step_, NormalBiasOptions<double>{0.0, 0.0, 0.05, 0.1});
  }

  double Compliance() const {  // m/s per N
    return 1 / (terrain_.stiffness * step_ + terrain_.damping);
  }

  // `give`: how much the ground gives way, of what the robot does.
  SolveStatus Solve(double give) {
    if (terrain_.stiffness == 0 && give == 0) return StepVelocity(step_, SolveOptions{}, stepper_);
    SolveStatus status = Assemble(stepper_.stack, step_, stepper_.delassus, stepper_.problem);
    if (status != SolveStatus::kSolved) return status;
    for (int c = 0; c < 3 * stepper_.stack.contacts; ++c) stepper_.problem.delassus(c, c) *= 1 + give;
    for (int c = 0; terrain_.stiffness > 0 && c < stepper_.stack.contacts; ++c)
      stepper_.problem.delassus(3 * c, 3 * c) += Compliance() / step_;
    status = SolveContacts(stepper_.problem, SolveOptions{}, stepper_.solver, stepper_.solution);
    NextVelocity(stepper_.stack, stepper_.delassus, step_, stepper_.solution.force,
                 stepper_.solution.joint_force, stepper_.next_velocity);
    return status;
  }

  void Report(const Vector3<double>& specific, const std::array<double, hal::kJointCapacity>& joint_torque,
              const std::array<int, Model::kPoints>& contact_of, hal::PlantSample* sample) {
    const auto copy = [](const Vector3<double>& v) { return std::array<double, 3>{v[0], v[1], v[2]}; };
    ComputeDynamics(robot_, state_, kGravity, &terms_);
    sample->base_position = copy(state_.base_position);
    const Eigen::Quaterniond& q = state_.base_attitude;
    sample->base_attitude = {q.w(), q.x(), q.y(), q.z()};
    sample->base_velocity = copy(state_.base_velocity);
    sample->base_angular_velocity = copy(q.conjugate() * state_.base_angular_velocity);
    sample->specific_force = copy(specific);
    sample->joints = Model::kJoints;
    sample->count = Model::kPoints;
    for (int j = 0; j < Model::kJoints; ++j) {
      sample->joint_position[static_cast<std::size_t>(j)] = state_.joint_position[j];
      sample->joint_velocity[static_cast<std::size_t>(j)] = state_.joint_velocity[j];
    }
    sample->joint_torque = joint_torque;
    for (std::size_t foot = 0; foot < Model::kPoints; ++foot) {
      auto& out = sample->points[foot];
      const auto& point = terms_.points[foot];
      const int contact = contact_of[foot];
      const Vector3<double> normal =
          contact >= 0 ? Vector3<double>(stepper_.stack.frame[static_cast<std::size_t>(contact)].col(0))
                       : terrain_.Under(point.position, robot_.points[foot].radius).normal;
      const Vector3<double> away = FromLowest(foot, normal);
      const auto body = static_cast<std::size_t>(robot_.points[foot].body);
      const auto& rotation = terms_.kinematics.rotation[body];
      for (std::size_t k = 0; k < 9; ++k)
        out.axes[k] = rotation(static_cast<int>(k / 3), static_cast<int>(k % 3));
      out.normal = copy(normal);
      out.position = copy(point.position + away);
      out.velocity = copy(point.velocity + terms_.body_velocity[body].angular.cross(away));
      out.force = {};
      if (contact >= 0) {
        const auto c = static_cast<std::size_t>(contact);
        out.force = copy(stepper_.stack.frame[c] * stepper_.solution.force[c]);
      }
    }
  }

  Model robot_;
  Terrain terrain_;
  RobotState<double, Model::kJoints> state_;
  double step_;
  DynamicsTerms<Model> terms_;
  typename DynamicsTerms<Model>::PointJacobian tilted_jacobian_;
  TimeStep<double, Model::kDof, Model::kPoints> stepper_;
};

}  // namespace footing::tools
