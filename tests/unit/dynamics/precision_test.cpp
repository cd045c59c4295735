// ComputeDynamics in float against ComputeDynamics in double.
#include <gtest/gtest.h>

#include "core/dynamics/compute_dynamics.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/support/scenes/random_robot.hpp"

namespace footing::precision_test {

template <typename Narrow, typename Wide>
double RelativeError(const Narrow& narrow, const Wide& wide) {
  return (narrow.template cast<double>() - wide).norm() / wide.norm();
}

TEST(DynamicsPrecision, FloatAgreesWithDouble) {
  using FloatModel = RobotModel<float, 12, 4>;
  using DoubleModel = RobotModel<double, 12, 4>;
  constexpr double kTolerance = 1e-4;
  static DynamicsTerms<FloatModel> narrow;
  static DynamicsTerms<DoubleModel> wide;
  static constexpr auto kNarrowRobot = robots::A1::Model<float>();
  static constexpr auto kWideRobot = robots::A1::Model<double>();
  Random random(4);
  for (int sample = 0; sample < 20; ++sample) {
    const RobotState<double, 12> state = RandomState<12>(random);
    RobotState<float, 12> narrow_state;
    narrow_state.base_position = state.base_position.cast<float>();
    narrow_state.base_attitude = state.base_attitude.cast<float>();
    narrow_state.base_velocity = state.base_velocity.cast<float>();
    narrow_state.base_angular_velocity = state.base_angular_velocity.cast<float>();
    narrow_state.joint_position = state.joint_position.cast<float>();
    narrow_state.joint_velocity = state.joint_velocity.cast<float>();

    ComputeDynamics(kNarrowRobot, narrow_state, 9.81F, &narrow);
    ComputeDynamics(kWideRobot, state, 9.81, &wide);
    EXPECT_LT(RelativeError(narrow.mass_matrix, wide.mass_matrix), kTolerance);
    EXPECT_LT(RelativeError(narrow.bias, wide.bias), kTolerance);
    for (std::size_t p = 0; p < wide.points.size(); ++p) {
      EXPECT_LT(RelativeError(narrow.points[p].position, wide.points[p].position), kTolerance);
      EXPECT_LT(RelativeError(narrow.points[p].velocity, wide.points[p].velocity), kTolerance);
      EXPECT_LT(RelativeError(narrow.points[p].jacobian, wide.points[p].jacobian), kTolerance);
      EXPECT_LT(RelativeError(narrow.points[p].bias_acceleration, wide.points[p].bias_acceleration),
                kTolerance);
    }
  }
}

}  // namespace footing::precision_test
