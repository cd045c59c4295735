// A quadruped on four feet that sways smoothly: contact problems tick by tick. The robot is the A1. Its
// posture and the forces that its legs' torques exert follow sines; they swing far enough that feet slip,
// lift off and come down. Velocities and gaps of the feet follow from tick to tick from the contact forces,
// with a joint's damping. The core's solver computes these forces beforehand.
#pragma once

#include <cassert>
#include <memory>

#include "core/contact/solve_contacts.hpp"
#include "core/assembly/delassus.hpp"
#include "core/dynamics/compute_dynamics.hpp"
#include "core/dynamics/integrate.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/support/random.hpp"

namespace footing::bench {

class Sway {
 public:
  static constexpr int kFeetOnGround = 4;
  using Problem = ContactProblem<double, kFeetOnGround>;

  explicit Sway(std::uint64_t seed) : random_(seed) {
    mu_ = random_.Uniform(0.3, 0.9);
    push_ = random_.Uniform(0.1, 0.6);
    for (Wave& wave : waves_) {
      wave = {random_.Uniform(0.5, 1.0), random_.Uniform(3.0, 14.0), random_.Uniform(-3.1, 3.1)};
    }
    velocity_.setZero();
  }

  // Makes the next tick's problem.
  const Problem& Next() {
    const double t = kStep * tick_++;
    ComputeDynamics(kRobot, StateAt(t), kGravity, &terms_);
    Fill(t);
    state_->warm = tick_ > 1;
    const SolveStatus status = SolveContacts(problem_, {}, *state_, solution_);
    for (unsigned c = 0; c < kFeetOnGround; ++c) {
      const int n = 3 * static_cast<int>(c);
      velocity_.segment<3>(n).setZero();
      if (status == SolveStatus::kSolved) velocity_.segment<3>(n) = kKept * solution_.velocity[c];
      gap_[c] = Max(0.0, gap_[c] + kStep * velocity_[n]);
    }
    return problem_;
  }

 private:
  using Model = RobotModel<double, 12, 4>;
  using Stack = SystemStack<double, Model::kDof, kFeetOnGround>;
  static constexpr Model kRobot = robots::A1::Model<double>();
  static constexpr double kStep = 1e-3;
  static constexpr double kGravity = 9.81;
  static constexpr double kKept = 0.97;  // share of a foot's velocity that stays to the next tick
  static constexpr double kWeight = 13.741 * kGravity;

  struct Wave {
    double size, rate, phase;
    double At(double t) const { return size * std::sin(rate * t + phase); }
    double RateAt(double t) const { return size * rate * std::cos(rate * t + phase); }
  };

  RobotState<double, 12> StateAt(double t) const {
    RobotState<double, 12> state;
    state.base_position[2] = 0.28 + 0.02 * waves_[0].At(t);
    state.base_velocity[2] = 0.02 * waves_[0].RateAt(t);
    const double roll = 0.06 * waves_[1].At(t);
    const double pitch = 0.06 * waves_[2].At(t);
    state.base_attitude = Eigen::AngleAxisd(roll, Eigen::Vector3d::UnitX()) *
                          Eigen::AngleAxisd(pitch, Eigen::Vector3d::UnitY());
    state.base_angular_velocity = {0.06 * waves_[1].RateAt(t), 0.06 * waves_[2].RateAt(t), 0};
    for (int j = 0; j < 12; ++j) {
      const double middle[] = {0.0, 0.75, -1.5};
      const Wave& wave = waves_[3 + static_cast<unsigned>(j)];
      state.joint_position[j] = middle[j % 3] + 0.08 * wave.At(t);
      state.joint_velocity[j] = 0.08 * wave.RateAt(t);
    }
    return state;
  }

  void Fill(double t) {
    // Each leg's torques push its foot against the ground with the leg's own force.
    Eigen::Matrix<double, Model::kDof, 1> force = -terms_.bias;
    for (int j = 6; j < Model::kDof; ++j) force[j] = 0;
    for (unsigned c = 0; c < kFeetOnGround; ++c) {
      const Wave* const wave = &waves_[15 + 3 * c];
      const Vector3<double> press =
          kWeight / 4 * Vector3<double>(push_ * wave[0].At(t), push_ * wave[1].At(t), 1 + wave[2].At(t));
      const auto torque = (terms_.points[c].jacobian.transpose() * press).eval();
      for (int j = 6; j < Model::kDof; ++j) force[j] -= torque[j];
    }

    Eigen::Matrix<double, Model::kDof, 1> rate;
    rate = GeneralizedVelocity(StateAt(t));
    stack_.Clear();
    const int robot = stack_.AddSystem(terms_.mass_matrix, rate, force, DofParent(kRobot));
    for (unsigned c = 0; c < kFeetOnGround; ++c) {
      const auto& point = terms_.points[c];
      const int contact = stack_.AddContact(Vector3<double>::UnitZ(), mu_, gap_[c] / kStep);
      stack_.Attach(contact, robot, 1.0, point.jacobian);
      const Vector3<double> offset = kStep * point.bias_acceleration - point.velocity;
      for (int k = 0; k < 3; ++k) {
        const int r = 3 * contact + k;
        stack_.velocity_offset[r] = stack_.frame[c].col(k).dot(offset) + velocity_[r];
      }
    }
    [[maybe_unused]] const SolveStatus assembled = Assemble(stack_, kStep, delassus_, problem_);
    assert(assembled == SolveStatus::kSolved);
  }

  Random random_;
  double mu_;
  double push_;
  std::array<Wave, 27> waves_;
  int tick_ = 0;
  Eigen::Matrix<double, 3 * kFeetOnGround, 1> velocity_;
  std::array<double, kFeetOnGround> gap_{};
  DynamicsTerms<Model> terms_;
  Stack stack_;
  DelassusWorkspace<Stack> delassus_;
  Problem problem_;
  ContactSolution<double, kFeetOnGround> solution_;
  std::unique_ptr<ContactSolverState<double, kFeetOnGround>> state_ =
      std::make_unique<ContactSolverState<double, kFeetOnGround>>();
};

}  // namespace footing::bench
