// What the rates of the joints leave open of a point's velocity: the whole J P Jᵀ.
#include "core/estimation/robot_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/compute_dynamics.hpp"
#include "firmware/robots/g1/model.hpp"

namespace footing::robot_motion_test {

using Model = RobotModel<double, 29, 8, 2>;

TEST(RobotMotion, SpeedSigmaIsTheJointsCovarianceSeenAtThePoint) {
  constexpr Model kModel = robots::G1::Model<double>();
  RobotMotion<Model> motion(ScaleOf(kModel), {}, {}, 0.001, 9.81);
  Ground<Model> ground(kModel, {}, 0.6);
  RobotState<double, Model::kJoints> state;
  Sensed<Model::kJoints, double, 0> sensed;
  sensed.joint_good.fill(true);
  sensed.attitude = Quaternion<double>(1, 0, 0, 0);
  sensed.accelerometer = Vector3<double>(0, 0, 9.81);
  sensed.dt = 0.001;
  for (int tick = 0; tick < 5; ++tick) {
    // Each joint with another history, so that the variances differ.
    for (int j = 0; j < Model::kJoints; ++j)
      sensed.joint_position[j] = 0.02 * j + (tick == 3 && j % 3 == 0 ? 0.05 : 0.0);
    const auto acceleration = BoundedVector<double, Model::kJoints>::Zero().eval();
    motion.Update(sensed, acceleration, false, ground, state);
  }
  DynamicsTerms<Model> terms;
  ComputeDynamics(kModel, state, 9.81, &terms);
  double least = 1e9, most = 0;
  for (unsigned point = 0; point < Model::kPoints; ++point) {
    Matrix3<double> covariance = Matrix3<double>::Zero();
    for (int j = 0; j < Model::kJoints; ++j) {
      const Vector3<double> column = terms.points[point].jacobian.col(6 + j);
      covariance += motion.rates().variance(j) * column * column.transpose();
    }
    const double sigma = motion.SpeedSigma(kModel, terms, point);
    EXPECT_NEAR(sigma, std::sqrt(covariance.trace()), 1e-12 * sigma) << point;
    least = std::min(least, sigma), most = std::max(most, sigma);
  }
  EXPECT_GT(least, 0);
  EXPECT_GT(most, 1.001 * least);
}

}  // namespace footing::robot_motion_test
