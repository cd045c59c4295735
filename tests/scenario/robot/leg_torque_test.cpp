// The torque that gives a foot an acceleration, against the equations of motion solved by Eigen.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "core/dynamics/compute_dynamics.hpp"
#include "firmware/controllers/body_units.hpp"
#include "firmware/controllers/forces.hpp"
#include "firmware/robots/a1/model.hpp"

namespace footing::leg_torque_test {

using Robot = robots::A1;
constexpr auto kModel = Robot::Model<double>();
using Model = std::remove_const_t<decltype(kModel)>;
using Terms = DynamicsTerms<Model>;

RobotState<double, 12> Standing() {
  RobotState<double, 12> state;
  for (int j = 0; j < 12; ++j) state.joint_position[j] = kPostureOf<Robot, double>[static_cast<unsigned>(j)];
  return state;
}

TEST(LegTorque, GivesTheFootItsAccelerationBesideAStillBase) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int trial = 0; trial < 100; ++trial) {
    RobotState<double, 12> state = Standing();
    for (int j = 0; j < 12; ++j) state.joint_position[j] += 0.3 * unit(random);
    state.base_attitude =
        Quaternion<double>(1, 0.3 * unit(random), 0.3 * unit(random), unit(random)).normalized();
    Terms terms;
    ComputeDynamics(kModel, state, 9.81, &terms);
    const Vector3<double> wanted(20 * unit(random), 20 * unit(random), 80 * unit(random));
    for (unsigned foot = 0; foot < 4; ++foot) {
      const LegJoints<3> leg = LegOf<3>(kModel, static_cast<int>(foot));
      const Vector3<double> torque = TorqueToAccelerate(terms, foot, leg, wanted);
      Eigen::VectorXd tau = Eigen::VectorXd::Zero(12);
      for (unsigned k = 0; k < 3; ++k) tau[leg.joint[k]] = torque[static_cast<int>(k)];
      const Eigen::MatrixXd M = Eigen::MatrixXd(terms.mass_matrix).bottomRightCorner(12, 12);
      const Eigen::MatrixXd J = Eigen::MatrixXd(terms.points[foot].jacobian).rightCols(12);
      const Eigen::VectorXd reached = J * M.ldlt().solve(tau);
      EXPECT_LT((reached - wanted).norm(), 1e-9) << trial << ' ' << foot;
    }
  }
}

TEST(LegTorque, IsZeroForALegThatIsStraight) {
  RobotState<double, 12> state = Standing();
  const LegJoints<3> leg = LegOf<3>(kModel, 0);
  state.joint_position[leg.joint[0]] = 0;  // the knee
  Terms terms;
  ComputeDynamics(kModel, state, 9.81, &terms);
  EXPECT_EQ(TorqueToAccelerate(terms, 0, leg, Vector3<double>(0, 0, 80)), Vector3<double>(0, 0, 0));
}

}  // namespace footing::leg_torque_test
