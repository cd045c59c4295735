// The forces of the feet with handmade residuals, and how sure they are; with a sensor in the foot too.
#include "core/estimation/contacts/estimated_forces.hpp"

#include <gtest/gtest.h>

#include "tests/unit/estimation/contacts/contact_rig.hpp"

namespace footing::estimated_forces_test {

using namespace contact_rig;

TEST(EstimatedForces, ForceIsTheLegsJacobianInverted) {
  Rig rig;
  rig.Run(1, kPressed, kStill);
  // Within what the expected force, none at first, weighs beside the joints: a hundredth.
  EXPECT_LE((rig.foot().force - kPressed).norm(), 0.01 * kLoad);
  EXPECT_NEAR(rig.foot().unfiltered_normal, kLoad, 0.01 * kLoad);
}

// The filter's lag counts where the change is beyond three deviations, 36 N.
TEST(EstimatedForces, AForceThatJumpsHasNoFilter) {
  Rig rig;
  rig.RunBehind(Vector(0, 0, 10), Vector(5, 0, 100));
  EXPECT_NEAR(rig.foot().force[2], 100, 1);
  EXPECT_NEAR(rig.foot().force[0], 5, 1);
  rig.RunBehind(Vector(0, 0, 70), Vector(5, 0, 100));
  EXPECT_NEAR(rig.foot().force[2], 70, 1);
}

// What the balance says of an impact leaves nothing open to the test of the load.
TEST(EstimatedForces, AnImpactThatTheBalanceTellsIsNoDoubt) {
  Estimator estimator(Robot(), Options(0), 300);
  Estimator::Observations observations;
  for (auto& o : observations) o = {kStill, Vector::Zero(), false, 0.2};
  observations[kFoot] = {kStill, Vector(0, 0, 300), false, 0};
  Estimator::BaseRows rows;
  rows.known = true;
  rows.base.setZero();
  rows.legs.setZero();
  for (auto& response : rows.response) response.setZero();
  for (int tick = 0; tick < 2; ++tick) {
    rows.base[2] = tick == 0 ? 0 : 250;
    rows.base[kRollRow] = rows.base[2] * Pose().points[kFoot].jacobian(2, 3);
    estimator.EstimateForces(
        Pose(), {JointVector::Zero(), JointVector::Zero(), JointVector::Zero(), JointVector::Zero()},
        observations, Vector::UnitZ(), kStep, {}, rows);
  }
  const auto& foot = estimator.point(static_cast<int>(kFoot));
  EXPECT_NEAR(foot.unfiltered_normal, 250, 3);
  EXPECT_NEAR(foot.force[2], 250, 3);
  EXPECT_NEAR(estimator.foot(static_cast<int>(kFoot)).change, 0, 1e-9);
}

// Of two sources the surer one counts more, by the inverse of their variances.
TEST(EstimatedForces, AMeasuredForceIsFusedWithTheJoints) {
  const Vector measured = kPressed + Vector(2.0, 4.0, 8.0);
  Rig rig;
  rig.Measure(measured);
  rig.Run(1, kPressed, kStill);
  const double sensor = 0.06 * ScaleOf(Robot()).load;
  const double joints = Options(0).force_sigma * ScaleOf(Robot()).load * ScaleOf(Robot()).length;  // N m
  // The same least squares by normal equations: joints, sensor, and the expected force, none at first.
  Eigen::Matrix3d weights = Eigen::Matrix3d::Identity() / (sensor * sensor);
  Vector sum = measured / (sensor * sensor);
  weights += Eigen::Matrix3d::Identity() / (ScaleOf(Robot()).weight * ScaleOf(Robot()).weight);
  for (int j = 0; j < 3; ++j) {
    const Vector column = Pose().points[kFoot].jacobian.col(6 + 3 * static_cast<int>(kFoot) + j);
    weights += column * column.transpose() / (joints * joints);
    sum += column * column.dot(kPressed) / (joints * joints);
  }
  const Vector fused = weights.inverse() * sum;
  EXPECT_LE((rig.foot().force - fused).norm(), 1e-9);
  EXPECT_NEAR(rig.foot().unfiltered_normal, fused[2], 1e-9);
  EXPECT_GT((fused - kPressed).norm(), 1);
  EXPECT_GT((fused - measured).norm(), 0.03);
}

// Where the joints are wrong by a light stance, the sensor decides, both ways; without it the joints do, as
// before.
TEST(EstimatedForces, AMeasuredForceDecidesOfTheLoad) {
  const Vector wrong(0.0, 0.0, 25.0), slow(0.0, 0.0, 0.1);
  for (const bool loaded : {false, true}) {
    const Vector joints = loaded ? kFree : wrong, sensor = loaded ? wrong : kFree;
    const ContactState by_joints = loaded ? ContactState::kOpen : ContactState::kStick;
    const ContactState by_sensor = loaded ? ContactState::kStick : ContactState::kOpen;
    Rig rig;
    rig.Run(100, joints, slow);
    EXPECT_EQ(rig.foot().state, by_joints);
    rig.Measure(sensor);
    rig.Run(50, joints, slow);
    EXPECT_EQ(rig.foot().state, by_sensor);
    EXPECT_NEAR(rig.foot().force[2], sensor[2], 0.25 * wrong[2]);
    rig.MeasureNothing();
    rig.Run(100, joints, slow);
    EXPECT_EQ(rig.foot().state, by_joints);
  }
}

// White noise passes as through the observer's filter: of the variance about half the bandwidth times the
// period.
TEST(EstimatedForces, AMeasuredForceIsReportedBehindAFilter) {
  Rig rig;
  double squares = 0;
  for (int tick = 0; tick < 2000; ++tick) {
    const double noise = tick % 2 == 0 ? 2.0 : -2.0;
    rig.Measure(kPressed + Vector(0, 0, noise));
    rig.Run(1, kPressed, kStill);
    if (tick >= 1000) squares += (rig.foot().force - kPressed).squaredNorm() / 1000;
  }
  EXPECT_LT(std::sqrt(squares), 0.5);
  EXPECT_GT(std::abs(rig.foot().unfiltered_normal - kPressed[2]), 1.0);
}

TEST(EstimatedForces, TheTorquesBiasIsLearnedWhileOpenAndKeptInLoad) {
  Rig rig(5);
  rig.Run(1000, kFree, kSwing, 0.3);
  for (int j = 0; j < 3; ++j)
    EXPECT_NEAR(rig.estimator().drives().offset(3 * static_cast<int>(kFoot) + j), 0.3, 0.01);
  rig.Run(500, kPressed, kStill, 0.3);
  EXPECT_LE((rig.foot().force - kPressed).norm(), 0.5);
  EXPECT_EQ(rig.foot().state, ContactState::kStick);
}

// Before the leg has been in the air its torques may be off: the force is unsure, and says so. (Of an A1 with
// offsets of 2 N·m feet were called loaded for 50 ms of their first swings, or their load was learned.)
TEST(EstimatedForces, BeforeTheFirstSwingTheForceIsUnsure) {
  Rig rig(5);
  rig.Run(1, kFree, kSwing);
  const double before = rig.foot().normal_variance;
  rig.Run(300, kFree, kSwing, 2.0);
  EXPECT_EQ(rig.foot().state, ContactState::kOpen);
  EXPECT_LT(rig.foot().normal_variance, 0.1 * before);
  for (int j = 0; j < 3; ++j)
    EXPECT_NEAR(rig.estimator().drives().offset(3 * static_cast<int>(kFoot) + j), 2.0, 0.1);
  EXPECT_LE(rig.Until(ContactState::kStick, kPressed, kStill), 10);
}

// The filter is behind a change, and for some time what it made of it.
TEST(EstimatedForces, AForceIsUnsureForAsLongAsAnImpactIsInIt) {
  Rig rig;
  for (int tick = 0; tick < 2000; ++tick) rig.Run(1, kFree, kSwing);
  rig.Run(300, kPressed, kStill);
  const auto deviation = [&rig] {
    return std::sqrt(rig.estimator().foot(static_cast<int>(kFoot)).force_variance);
  };
  const double settled = deviation();
  rig.RunBehind(Vector(0, 0, 40), Vector(0, 0, 140));
  const double noise = rig.foot().normal_variance;
  EXPECT_NEAR(std::pow(deviation(), 2), std::pow(settled, 2) + 0.0625 * (100 * 100 - noise), 9);
  for (int tick = 0; tick < 12; ++tick) rig.RunBehind(kPressed, kPressed);
  const double left = std::pow(1 - 0.001 / 0.006, 12) * 0.0625 * (100 * 100 - noise);
  EXPECT_NEAR(std::pow(deviation(), 2), std::pow(settled, 2) + left, 2);
  for (int tick = 0; tick < 60; ++tick) rig.RunBehind(kPressed, kPressed);
  EXPECT_NEAR(deviation(), settled, 0.01);
}

// What is stated of the wrench agrees with what is stated of the normal force.
TEST(EstimatedForces, TheWrenchSaysTheSameOfTheNormalForce) {
  Rig rig;
  for (int tick = 0; tick < 2000; ++tick) rig.Run(1, kFree, kSwing);
  rig.Run(300, kPressed, kStill);
  const int foot = static_cast<int>(kFoot);
  double settled = 0;
  for (const double jump : {0.0, 100.0}) {
    if (jump > 0) rig.RunBehind(kPressed, kPressed + Vector(0, 0, jump));
    const auto wrench = rig.estimator().WrenchCovariance(Pose(), foot, Pose().points[kFoot].position);
    const double variance = rig.estimator().foot(foot).force_variance;
    EXPECT_NEAR(wrench(2, 2) / variance, 1, 1e-9) << jump;
    EXPECT_GT(variance, 4 * settled);
    if (jump == 0) settled = variance;
  }
  EXPECT_GT(settled, 1);
}

// A straight leg tells nothing along it; still the test of its load is to hear something, once its drives are
// known. What is stated is all that is open.
TEST(EstimatedForces, AKnownLegLeavesOnlySoMuchOpen) {
  const double most = std::pow(2.2 * Options(0).force_sigma * ScaleOf(Robot()).load, 2);
  RobotState<double, 12> state;
  for (int leg = 0; leg < 4; ++leg) state.joint_position[3 * leg + 2] = -0.01;
  static DynamicsTerms<Model> straight;
  ComputeDynamics(Robot(), state, 9.81, &straight);
  Estimator estimator(Robot(), Options(5), 300);
  Estimator::Observations observations;
  for (auto& o : observations) o = {kSwing, Vector::Zero(), false, 0.2};
  const JointVector none = JointVector::Zero();
  const auto variance = [&](int ticks) {
    for (int tick = 0; tick < ticks; ++tick)
      estimator.EstimateForces(straight, {none, none, none, none}, observations, Vector::UnitZ(), kStep);
    return estimator.foot(static_cast<int>(kFoot)).normal_variance;
  };
  EXPECT_GT(variance(1), 10 * most);
  EXPECT_NEAR(variance(300), most, 1e-9);
  EXPECT_GT(estimator.foot(static_cast<int>(kFoot)).force_variance, 2 * most);
}

// The variance of a foot's force by a dense inverse: what is left of each torque is the model's error and the
// noise in the air; beside it a force within the weight is expected.
TEST(EstimatedForces, AForceIsAsUnsureAsItsTorquesAreNoisy) {
  const RobotScale<double> scale = ScaleOf(Robot());
  const double told = Options(0).torque_sigma * scale.weight * scale.length;
  Eigen::Matrix3d jacobian;
  for (int j = 0; j < 3; ++j) jacobian.col(j) = Pose().points[kFoot].jacobian.col(6 + 3 * kFoot + j);
  for (const double noise : {0.0, 1.0}) {
    Rig rig;
    // Of either sign in turn, so no foot.
    for (int tick = 0; tick < 1500; ++tick)
      rig.Run(1, kFree, kSwing, 0, false, tick % 2 == 0 ? noise : -noise);
    const Eigen::Matrix3d information = jacobian * jacobian.transpose() / (told * told + noise * noise) +
                                        Eigen::Matrix3d::Identity() / (scale.weight * scale.weight);
    const double variance = information.inverse()(2, 2);
    EXPECT_NEAR(rig.foot().normal_variance, variance, 0.03 * variance) << noise;
  }
}

}  // namespace footing::estimated_forces_test
