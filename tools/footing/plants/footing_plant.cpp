#include "tools/footing/plants/footing_plant.hpp"

#include <stdexcept>

#include "core/assembly/normal_bias.hpp"
#include "core/assembly/time_step.hpp"
#include "core/dynamics/compute_dynamics.hpp"
#include "core/dynamics/integrate.hpp"

namespace footing::tools {

namespace {

constexpr double kGravity = 9.81;    // m/s²
constexpr double kFootReach = 0.01;  // m; a foot with a larger gap cannot touch within a step

using Model = RobotModel<double, 12, 4>;

class FootingPlant : public hal::Plant {
 public:
  FootingPlant(const Model& robot, const Terrain& terrain, const RobotState<double, 12>& start, double step)
      : robot_(robot), terrain_(terrain), state_(start), step_(step) {}

  double StepSize() const override { return step_; }

  void Step(const std::array<double, hal::kJointCount>& joint_torque, const std::array<double, 3>& push,
            hal::PlantSample* sample) override {
    ComputeDynamics(robot_, state_, kGravity, &terms_);
    Eigen::Matrix<double, Model::kDof, 1> force = -terms_.bias;
    for (int k = 0; k < 3; ++k) force[k] += push[static_cast<std::size_t>(k)];
    for (int j = 0; j < 12; ++j) force[6 + j] += joint_torque[static_cast<std::size_t>(j)];

    stepper_.stack.Clear();
    const int system =
        stepper_.stack.AddSystem(terms_.mass_matrix, GeneralizedVelocity(state_), force, DofParent(robot_));
    std::array<int, 4> contact_of = {-1, -1, -1, -1};
    for (std::size_t foot = 0; foot < 4; ++foot) {
      const auto& point = terms_.points[foot];
      const Terrain::Strip& ground = terrain_.At(point.position[0]);
      sample->feet[foot].friction = ground.friction;
      const double gap = point.position[2] - ground.height;
      if (gap > kFootReach) continue;
      const NormalBiasOptions<double> options{0.0, 0.0, 0.05, 0.1};
      const int contact = stepper_.stack.AddContact(Vector3<double>::UnitZ(), ground.friction,
                                                    NormalBias(gap, point.velocity[2], step_, options));
      stepper_.stack.Attach(contact, system, 1.0, point.jacobian);
      contact_of[foot] = contact;
    }
    const SolveStatus status = StepVelocity(step_, SolveOptions{}, stepper_);
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
  void Report(const Vector3<double>& specific, const std::array<double, hal::kJointCount>& joint_torque,
              const std::array<int, 4>& contact_of, hal::PlantSample* sample) {
    const auto copy = [](const Vector3<double>& v) { return std::array<double, 3>{v[0], v[1], v[2]}; };
    ComputeDynamics(robot_, state_, kGravity, &terms_);
    sample->base_position = copy(state_.base_position);
    const Eigen::Quaterniond& q = state_.base_attitude;
    sample->base_attitude = {q.w(), q.x(), q.y(), q.z()};
    sample->base_velocity = copy(state_.base_velocity);
    sample->base_angular_velocity = copy(q.conjugate() * state_.base_angular_velocity);
    sample->specific_force = copy(specific);
    for (int j = 0; j < 12; ++j) {
      sample->joint_position[static_cast<std::size_t>(j)] = state_.joint_position[j];
      sample->joint_velocity[static_cast<std::size_t>(j)] = state_.joint_velocity[j];
    }
    sample->joint_torque = joint_torque;
    for (std::size_t foot = 0; foot < 4; ++foot) {
      auto& out = sample->feet[foot];
      out.position = copy(terms_.points[foot].position);
      out.velocity = copy(terms_.points[foot].velocity);
      const int contact = contact_of[foot];
      out.force = {};
      if (contact >= 0) {
        const auto c = static_cast<std::size_t>(contact);
        out.force = copy(stepper_.stack.frame[c] * stepper_.solution.force[c]);
      }
    }
  }

  Model robot_;
  Terrain terrain_;
  RobotState<double, 12> state_;
  double step_;
  DynamicsTerms<Model> terms_;
  TimeStep<double, Model::kDof, 4> stepper_;
};

}  // namespace

std::unique_ptr<hal::Plant> MakeFootingPlant(const RobotModel<double, 12, 4>& robot, const Terrain& terrain,
                                             const RobotState<double, 12>& start, double step) {
  return std::make_unique<FootingPlant>(robot, terrain, start, step);
}

}  // namespace footing::tools
