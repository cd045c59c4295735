// From the facade to the tracker, the operator's input, and the safe torque.
#include "firmware/sensing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/robot_model.hpp"
#include "firmware/fallback.hpp"

namespace footing::sensing_test {

constexpr int kJoints = 12;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Each field of the facade's measurement has a number of its own.
TEST(Sense, EachNumberGoesToItsPlace) {
  hal::Measurement raw{};
  raw.sequence = 7;
  raw.time_us = 8;
  raw.joints = kJoints;
  float* const places[] = {raw.joint_position, raw.joint_velocity, raw.joint_torque, raw.attitude};
  for (int i = 0; i < 3 * kJoints + 10; ++i) {
    const int place = std::min(i / kJoints, 3);
    places[place][i - place * kJoints] = static_cast<float>(100 + i);
  }
  std::array<double, kJoints> commanded{};
  for (unsigned j = 0; j < kJoints; ++j) commanded[j] = 500 + j;
  for (const std::uint32_t valid :
       {0u, hal::kImuValid, hal::kVelocityValid, hal::kTorqueValid, hal::kAllValid}) {
    raw.valid = valid;
    const auto measured = Sense(raw, commanded);
    for (unsigned j = 0; j < kJoints; ++j) {
      const float number = 100.0f + static_cast<float>(j);
      EXPECT_EQ(measured.position[j], number);
      EXPECT_EQ(measured.velocity[j], number + 12.0f);
      EXPECT_EQ(measured.torque[j], number + 24.0f);
      EXPECT_EQ(measured.commanded[j], 500 + j);
    }
    EXPECT_EQ(measured.attitude, (std::array<float, 4>{136, 137, 138, 139}));
    EXPECT_EQ(measured.gyro, (std::array<float, 3>{140, 141, 142}));
    EXPECT_EQ(measured.acceleration, (std::array<float, 3>{143, 144, 145}));
    EXPECT_EQ(measured.imu_valid, (valid & hal::kImuValid) != 0);
    EXPECT_EQ(measured.velocity_valid, (valid & hal::kVelocityValid) != 0);
    EXPECT_EQ(measured.torque_valid, (valid & hal::kTorqueValid) != 0);
    EXPECT_TRUE(measured.stamp.given);
    EXPECT_EQ(measured.stamp.sequence, 7u);
    EXPECT_EQ(measured.stamp.time_us, 8u);
  }
}

TEST(Sense, ForcesOfTheFeetGoToTheirPlace) {
  hal::Measurement raw{};
  raw.joints = kJoints;
  raw.feet = 2;
  for (int i = 0; i < 6; ++i) raw.foot_force[i / 3][i % 3] = static_cast<float>(10 + i);
  raw.valid = hal::kAllValid | hal::FootForceValid(1);
  const auto measured = Sense<2>(raw, std::array<double, kJoints>{});
  EXPECT_EQ(measured.foot_force_valid, 2u);
  EXPECT_EQ(measured.foot_force[0], (std::array<float, 3>{10, 11, 12}));
  EXPECT_EQ(measured.foot_force[1], (std::array<float, 3>{13, 14, 15}));
  // A robot with another number of feet, and one without sensors.
  EXPECT_EQ(Sense<4>(raw, std::array<double, kJoints>{}).foot_force_valid, 0u);
  raw.valid = hal::kAllValid;
  EXPECT_EQ(Sense<2>(raw, std::array<double, kJoints>{}).foot_force_valid, 0u);
}

TEST(Sense, AMeasurementOfAnotherRobotIsOfNoJoint) {
  hal::Measurement raw{};
  raw.joints = kJoints + 1;
  const auto measured = Sense(raw, std::array<double, kJoints>{});
  for (unsigned j = 0; j < kJoints; ++j) EXPECT_TRUE(std::isnan(measured.position[j]));
}

TEST(OperatorInput, IsTakenAsItIsWhereItIsFinite) {
  const hal::OperatorInput input = Checked({hal::OperatorMode::kTrot, 0.5f, -0.25f, 2.0f});
  EXPECT_EQ(input.mode, hal::OperatorMode::kTrot);
  EXPECT_EQ(input.forward_speed, 0.5f);
  EXPECT_EQ(input.lateral_speed, -0.25f);
  EXPECT_EQ(input.yaw_rate, 2.0f);
}

TEST(OperatorInput, OfNanMeansStand) {
  for (int field = 0; field < 3; ++field) {
    hal::OperatorInput bad{hal::OperatorMode::kTrot, 1.0f, 1.0f, 1.0f};
    (&bad.forward_speed)[field] = kNan;
    const hal::OperatorInput input = Checked(bad);
    EXPECT_EQ(input.mode, hal::OperatorMode::kStand);
    EXPECT_EQ(input.forward_speed, 0.0f);
    EXPECT_EQ(input.lateral_speed, 0.0f);
    EXPECT_EQ(input.yaw_rate, 0.0f);
  }
}

TEST(OperatorInput, OfNanLeavesTheWishToDamp) {
  const hal::OperatorInput input = Checked({hal::OperatorMode::kDamp, 0.0f, 0.0f, kNan});
  EXPECT_EQ(input.mode, hal::OperatorMode::kDamp);
  EXPECT_EQ(input.yaw_rate, 0.0f);
}

TEST(SafeTorque, DampsJointsThatAreGoodAndLeavesTheRest) {
  Sensed<kJoints, double> sensed;
  for (int j = 0; j < kJoints; ++j) sensed.joint_velocity[j] = j - 3.0;
  sensed.joint_good.fill(true);
  sensed.joint_good[1] = false;
  const auto torque = SafeTorque(sensed, 2.0);
  for (unsigned j = 0; j < kJoints; ++j) {
    EXPECT_EQ(torque[j], j == 1 ? 0.0 : -2.0 * (static_cast<double>(j) - 3.0));
  }
}

TEST(WithinLimits, CutsEachJointToItsOwnAndNanToZero) {
  std::array<double, kJoints> torque{};
  RobotModel<double, kJoints, 4> model;
  for (unsigned j = 0; j < kJoints; ++j) {
    torque[j] = j % 2 == 0 ? 6.5 : -6.5;
    model.joints[j].limits.torque = j;
  }
  torque[2] = std::numeric_limits<double>::quiet_NaN();
  torque[3] = -std::numeric_limits<double>::infinity();
  const auto within = WithinLimits(model, torque);
  const std::array<double, kJoints> expected = {0, -1, 0, -3, 4, -5, 6, -6.5, 6.5, -6.5, 6.5, -6.5};
  EXPECT_EQ(within, expected);
}

}  // namespace footing::sensing_test
