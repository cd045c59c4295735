// Joint rows: the velocities that they ask for, their rates against differences, and rows that do not fit.
#include "core/assembly/joint_rows.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/dynamics/kinematics.hpp"
#include "tests/support/benches/joint_bench.hpp"
#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing::joint_rows_test {

constexpr double kStep = kJointStep;

TEST(JointRows, ErrorsAreReducedByAShareAStepAndCapped) {
  const JointRowOptions<double> options{0.2, 0.5};
  EXPECT_DOUBLE_EQ(CorrectionVelocity(0.001, kStep, options), -0.2);
  EXPECT_DOUBLE_EQ(CorrectionVelocity(-0.001, kStep, options), 0.2);
  EXPECT_DOUBLE_EQ(CorrectionVelocity(0.1, kStep, options), -0.5);
  EXPECT_DOUBLE_EQ(CorrectionVelocity(-0.1, kStep, options), 0.5);
  EXPECT_EQ(CorrectionVelocity(0.1, kStep, JointRowOptions<double>{}), 0.0);
}

TEST(JointRows, ALimitWantsTheLargerOfBounceAndCorrection) {
  const NormalBiasOptions<double> options{0.5, 0.1, 0.2, 1.0};
  EXPECT_DOUBLE_EQ(LimitVelocity(0.004, -3.0, kStep, options), -4.0);   // may close its gap
  EXPECT_DOUBLE_EQ(LimitVelocity(0.002, -3.0, kStep, options), 1.5);    // arrives within the step: e v
  EXPECT_DOUBLE_EQ(LimitVelocity(-0.001, -2.0, kStep, options), 1.0);   // e v
  EXPECT_DOUBLE_EQ(LimitVelocity(-0.004, -0.2, kStep, options), 0.8);   // β/dt C
  EXPECT_DOUBLE_EQ(LimitVelocity(-0.001, -0.05, kStep, options), 0.2);  // below the threshold
}

// Each row of a hinge is the rate of its error. The test moves two bodies by ±h along random velocities.
TEST(JointRows, RowsAreTheRatesOfTheirErrors) {
  Random random(31);
  for (int trial = 0; trial < Trials(30, 3); ++trial) {
    const auto vector = [&](double size) {
      return Vector3<double>(random.Uniform(-size, size), random.Uniform(-size, size),
                             random.Uniform(-size, size));
    };
    auto& b = EmptyJointBench<double>();
    std::array<JointSide<double>, 2> side;
    Vector3<double> axis = vector(1);
    axis /= std::sqrt(axis.squaredNorm());
    const Vector3<double> joint = vector(1);
    std::array<Vector3<double>, 2> velocity;
    std::array<Vector3<double>, 2> rate;
    for (unsigned i = 0; i < 2; ++i) {
      side[i].system = AddBody<6>(1.0, 0.1, &b);
      side[i].center = vector(1);
      side[i].point = joint;
      side[i].axis = axis;
      velocity[i] = vector(1);
      rate[i] = vector(1);
    }
    ASSERT_EQ((AddHinge<6>(side[0], side[1], kStep, JointRowOptions<double>{}, &b.stack)), 0);

    // Errors after ±h, computed from the wanted velocities with β = ½ and no cap.
    const double h = 1e-5;
    std::array<Eigen::Matrix<double, 5, 1>, 2> error;
    static JointBench<double> moved;
    for (unsigned end = 0; end < 2; ++end) {
      moved.stack.Clear();
      std::array<JointSide<double>, 2> then = side;
      const double time = end == 0 ? -h : h;
      for (unsigned i = 0; i < 2; ++i) {
        then[i].system = AddBody<6>(1.0, 0.1, &moved);
        const double speed = std::sqrt(rate[i].squaredNorm());
        const Matrix3<double> turn = AxisRotation<double>(rate[i] / speed, speed * time);
        then[i].center += time * velocity[i];
        then[i].point = then[i].center + turn * (side[i].point - side[i].center);
        then[i].axis = turn * side[i].axis;
      }
      AddHinge<6>(then[0], then[1], kStep, JointRowOptions<double>{0.5, 1e9}, &moved.stack);
      for (int k = 0; k < 5; ++k)  // the offset is the negative wanted velocity, (β/dt) C
        error[end][k] = moved.stack.velocity_offset[moved.stack.kFirstJointRow + k] * kStep / 0.5;
    }
    for (int k = 0; k < 5; ++k) {
      double row = 0;
      for (unsigned i = 0; i < 2; ++i) {
        for (int j = 0; j < 3; ++j) {
          const int at = 6 * static_cast<int>(i) + j;
          row += b.stack.jacobian(b.stack.kFirstJointRow + k, at) * velocity[i][j];
          row += b.stack.jacobian(b.stack.kFirstJointRow + k, at + 3) * rate[i][j];
        }
      }
      EXPECT_NEAR(row, (error[1][k] - error[0][k]) / (2 * h), 1e-8) << k;
    }
  }
}

// A joint that does not fit leaves no row behind.
TEST(JointRows, WhatDoesNotFitChangesNothing) {
  auto& b = EmptyJointBench<double>();
  JointSide<double> body;
  body.system = AddBody<6>(1.0, 0.1, &b);
  EXPECT_EQ((AddHinge<6>(body, {}, kStep, {}, &b.stack)), 0);
  EXPECT_EQ((AddHinge<6>(body, {}, kStep, {}, &b.stack)), -1);
  EXPECT_EQ(b.stack.joint_rows, 5);
  EXPECT_EQ((AddPointJoint<6>(body, {}, kStep, {}, &b.stack)), 5);
  EXPECT_EQ((AddPointJoint<6>(body, {}, kStep, {}, &b.stack)), -1);
  EXPECT_EQ(AddTurnRow<6>(body, {}, body.axis, -1.0, 1.0, 0.0, &b.stack), -1);
  EXPECT_EQ(b.stack.joint_rows, b.kRows);
}

}  // namespace footing::joint_rows_test
