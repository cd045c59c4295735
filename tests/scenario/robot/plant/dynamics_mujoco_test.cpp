// ComputeDynamics against MuJoCo on the A1.
// MuJoCo's free joint has its angular velocity in base axes, ours in world axes: v_mujoco = T v with
// T = diag(1, Rᵀ, 1), and as Ṫ v = 0 also v̇_mujoco = T v̇; so M = Tᵀ M_mujoco T, J = J_mujoco T.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <string>

#include "core/dynamics/compute_dynamics.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/support/scenes/random_robot.hpp"
#include "tools/footing/plants/mjcf.hpp"
#include "tools/footing/plants/mujoco_model.hpp"

namespace footing::dynamics_mujoco_test {

using Model = RobotModel<double, 12, 4>;
constexpr int kDof = Model::kDof;
// Sized at run time: unrolled fixed products take the compiler minutes under the sanitizers.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

constexpr double kTolerance = 1e-12;  // 2e-14 measured
constexpr int kStates = 200;

class DynamicsMujoco : public testing::Test {
 protected:
  // Puts MuJoCo in the state, v̇ = 0; joints are in the robot's order, as its legs are chains.
  void SetState(const RobotState<double, 12>& state) {
    const Eigen::Quaterniond& attitude = state.base_attitude;
    to_mujoco_ = Matrix::Identity(kDof, kDof);
    to_mujoco_.block<3, 3>(3, 3) = attitude.toRotationMatrix().transpose();
    Eigen::Map<Eigen::Matrix<double, 19, 1>>(data_->qpos) << state.base_position, attitude.w(),
        attitude.vec(), state.joint_position;
    Vector velocity(kDof);
    velocity << state.base_velocity, state.base_angular_velocity, state.joint_velocity;
    Eigen::Map<Vector>(data_->qvel, kDof) = to_mujoco_ * velocity;
    mj_forward(model_.get(), data_.get());
    mju_zero(data_->qacc, kDof);
    mju_zero(data_->qfrc_applied, kDof);
    mj_rnePostConstraint(model_.get(), data_.get());
  }

  Matrix MassMatrix() const {
    Matrix mass_matrix(kDof, kDof);
    mj_fullM(model_.get(), mass_matrix.data(), data_->qM);
    return to_mujoco_.transpose() * mass_matrix * to_mujoco_;
  }

  // MuJoCo holds damping apart, and Coulomb friction among the constraints.
  Vector Bias(const Model& robot, const RobotState<double, 12>& state) const {
    Vector bias = Eigen::Map<const Vector>(data_->qfrc_bias, kDof) -
                  Eigen::Map<const Vector>(data_->qfrc_passive, kDof);
    for (int j = 0; j < Model::kJoints; ++j) {
      const double rate = state.joint_velocity[j];
      const double friction = robot.joints[static_cast<std::size_t>(j)].drive.friction;
      bias[6 + j] += std::clamp(rate / 0.1, -1.0, 1.0) * friction;
    }
    return to_mujoco_.transpose() * bias;
  }

  int Site(std::size_t foot) const {
    return mj_name2id(model_.get(), mjOBJ_SITE, ("foot" + std::to_string(foot)).c_str());
  }

  Eigen::Vector3d Position(std::size_t foot) const {
    return Eigen::Map<const Eigen::Vector3d>(data_->site_xpos + 3 * Site(foot));
  }

  Matrix PointJacobian(std::size_t foot) const {
    Matrix jacobian(3, kDof);
    const int site = Site(foot);
    mj_jac(model_.get(), data_.get(), jacobian.data(), nullptr, data_->site_xpos + 3 * site,
           model_->site_bodyid[site]);
    return jacobian * to_mujoco_;
  }

  Eigen::Vector3d Velocity(std::size_t foot) const {
    Eigen::Matrix<double, 6, 1> velocity;  // angular, linear
    mj_objectVelocity(model_.get(), data_.get(), mjOBJ_SITE, Site(foot), velocity.data(), 0);
    return velocity.tail<3>();
  }

  // MuJoCo's accelerations contain gravity as one of the world upwards.
  Eigen::Vector3d Acceleration(std::size_t foot) const {
    Eigen::Matrix<double, 6, 1> acceleration;  // angular, linear
    mj_objectAcceleration(model_.get(), data_.get(), mjOBJ_SITE, Site(foot), acceleration.data(), 0);
    return acceleration.tail<3>() + Eigen::Map<const Eigen::Vector3d>(model_->opt.gravity);
  }

  // MuJoCo's sites are at the centres of the feet's balls.
  static Model WithFeetAtCentres() {
    Model robot = robots::A1::Model<double>();
    for (auto& point : robot.points) point.radius = 0;
    return robot;
  }

  const Model robot_ = WithFeetAtCentres();
  const tools::MujocoModel model_ =
      tools::LoadMjcf(tools::ToMjcf(tools::FiguresOf<robots::A1>(), tools::Terrain{}));
  const tools::MujocoData data_{mj_makeData(model_.get())};
  Matrix to_mujoco_;
};

template <typename A, typename B>
double RelativeError(const A& ours, const B& theirs) {
  return (ours - theirs).norm() / theirs.norm();
}

TEST_F(DynamicsMujoco, AllTermsAgree) {
  ASSERT_EQ(model_->nv, kDof);
  Random random(5);
  for (int sample = 0; sample < kStates; ++sample) {
    RobotState<double, 12> state = RandomState<12>(random);
    state.base_position.z() += 3.0;  // clear of the ground
    DynamicsTerms<Model> terms;
    ComputeDynamics(robot_, state, 9.81, &terms);
    SetState(state);
    ASSERT_LT(RelativeError(terms.mass_matrix, MassMatrix()), kTolerance);
    ASSERT_LT(RelativeError(terms.bias, Bias(robot_, state)), kTolerance);
    for (std::size_t foot = 0; foot < terms.points.size(); ++foot) {
      const auto& point = terms.points[foot];
      ASSERT_LT(RelativeError(point.position, Position(foot)), kTolerance);
      ASSERT_LT(RelativeError(point.jacobian, PointJacobian(foot)), kTolerance);
      ASSERT_LT(RelativeError(point.velocity, Velocity(foot)), kTolerance);
      ASSERT_LT(RelativeError(point.bias_acceleration, Acceleration(foot)), kTolerance);
    }
  }
}

// Small entries count too: each against the size of its row and column.
TEST_F(DynamicsMujoco, EveryEntryOfTheMassMatrixAgrees) {
  Random random(6);
  for (int sample = 0; sample < kStates; ++sample) {
    const RobotState<double, 12> state = RandomState<12>(random);
    DynamicsTerms<Model> terms;
    ComputeDynamics(robot_, state, 9.81, &terms);
    SetState(state);
    const Matrix expected = MassMatrix();
    const Vector scale = expected.diagonal().cwiseSqrt();
    const Matrix error =
        (terms.mass_matrix - expected).cwiseAbs().cwiseQuotient(Matrix(scale * scale.transpose()));
    ASSERT_LT(error.maxCoeff(), kTolerance);
  }
}

}  // namespace footing::dynamics_mujoco_test
