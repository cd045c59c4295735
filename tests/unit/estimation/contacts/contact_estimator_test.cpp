// The contact estimator with handmade residuals and foot speeds; which feet become candidates.
#include "core/estimation/contacts/contact_estimator.hpp"

#include <gtest/gtest.h>

#include "core/dynamics/compute_dynamics.hpp"
#include "core/estimation/contacts/contact_candidates.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/unit/estimation/contacts/contact_options.hpp"

namespace footing::contact_estimator_test {

using Model = RobotModel<double, 12, 4>;
using Estimator = ContactEstimator<Model>;
using JointVector = Estimator::JointVector;
using Vector = Vector3<double>;
using contact_options::Options;

constexpr double kStep = 0.001;
constexpr double kLoad = 40.0;  // N
constexpr unsigned kFoot = 2;

const Model& Robot() {
  static const Model model = robots::A1::Model<double>();
  return model;
}

const DynamicsTerms<Model>& Pose() {
  static DynamicsTerms<Model> terms;
  RobotState<double, 12> state;
  for (int leg = 0; leg < 4; ++leg) {
    state.joint_position[3 * leg] = 0.1;
    state.joint_position[3 * leg + 1] = 0.8;
    state.joint_position[3 * leg + 2] = -1.6;
  }
  ComputeDynamics(Robot(), state, 9.81, &terms);
  return terms;
}

const Vector kPressed(3.0, -2.0, kLoad);
const Vector kFree(0.0, 0.0, 0.0);
const Vector kStill(0.0, 0.0, 0.0);
const Vector kSwing(0.5, 0.0, 0.6);

// A robot with one foot under test; the other feet swing.
class Rig {
 public:
  explicit Rig(double offset = 0) : estimator_(Robot(), Options(offset), 300) {}

  // Runs `ticks` with this force on the foot, this velocity of it, this constant error of all torques, and
  // one before the observer's filter alone.
  void Run(int ticks, const Vector& force, const Vector& velocity, double torque_bias = 0.0,
           bool slide = false, double noise = 0.0) {
    const DynamicsTerms<Model>& terms = Pose();
    JointVector residual = JointVector::Constant(torque_bias);
    for (int j = 0; j < 3; ++j) {
      const int joint = 3 * static_cast<int>(kFoot) + j;
      residual[joint] += terms.points[kFoot].jacobian.col(6 + joint).dot(force);
    }
    const JointVector unfiltered = residual + JointVector::Constant(noise);
    Estimator::Observations observations;
    for (auto& o : observations) o = {Vector(0.5, 0.0, 1.0), Vector::Zero(), false, 0};
    observations[kFoot] = {velocity, Vector(0, 0, force[2]), slide, 0};
    for (int tick = 0; tick < ticks; ++tick) {
      estimator_.EstimateForces(terms, {JointVector::Zero(), JointVector::Zero(), residual, unfiltered},
                                observations, Vector::UnitZ(), kStep, sensors_);
      estimator_.Update(observations, {}, Vector::UnitZ(), kStep);
    }
  }

  // One tick of a foot at rest, with these forces behind the observer's filter and before it.
  void RunBehind(const Vector& filtered, const Vector& at_once) {
    JointVector residual[2] = {JointVector::Zero(), JointVector::Zero()};
    for (int j = 0; j < 3; ++j) {
      const int joint = 3 * static_cast<int>(kFoot) + j;
      const auto column = Pose().points[kFoot].jacobian.col(6 + joint);
      residual[0][joint] = column.dot(filtered);
      residual[1][joint] = column.dot(at_once);
    }
    Estimator::Observations observations;
    for (auto& o : observations) o = {kStill, Vector::Zero(), false, 0};
    estimator_.EstimateForces(Pose(), {JointVector::Zero(), JointVector::Zero(), residual[0], residual[1]},
                              observations, Vector::UnitZ(), kStep, sensors_);
  }

  // The number of ticks until the foot is in this state; 1000 if it never is.
  int Until(ContactState state, const Vector& force, const Vector& velocity) {
    for (int tick = 1; tick < 1000; ++tick) {
      Run(1, force, velocity);
      if (foot().state == state) return tick;
    }
    return 1000;
  }

  const PointEstimate<double>& foot() const { return estimator_.point(static_cast<int>(kFoot)); }
  const Estimator& estimator() const { return estimator_; }

  // From now on a sensor measures this in the foot.
  void Measure(const Vector& force) { sensors_.valid = 1u << kFoot, sensors_.force[kFoot] = force; }
  void MeasureNothing() { sensors_.valid = 0; }

 private:
  MeasuredForces<double, 4> sensors_;
  Estimator estimator_;
};

TEST(ContactEstimator, StartsOpen) {
  const Rig rig;
  for (int foot = 0; foot < 4; ++foot) EXPECT_EQ(rig.estimator().point(foot).state, ContactState::kOpen);
}

TEST(ContactEstimator, ForceIsTheLegsJacobianInverted) {
  Rig rig;
  rig.Run(1, kPressed, kStill);
  // Within what the expected force, none at first, weighs beside the joints: a hundredth.
  EXPECT_LE((rig.foot().force - kPressed).norm(), 0.01 * kLoad);
  EXPECT_NEAR(rig.foot().unfiltered_normal, kLoad, 0.01 * kLoad);
}

// The filter's lag counts where the change is beyond three deviations, 36 N.
TEST(ContactEstimator, AForceThatJumpsHasNoFilter) {
  Rig rig;
  rig.RunBehind(Vector(0, 0, 10), Vector(5, 0, 100));
  EXPECT_NEAR(rig.foot().force[2], 100, 1);
  EXPECT_NEAR(rig.foot().force[0], 5, 1);
  rig.RunBehind(Vector(0, 0, 70), Vector(5, 0, 100));
  EXPECT_NEAR(rig.foot().force[2], 70, 1);
}

// What the balance says of an impact leaves nothing open to the test of the load.
TEST(ContactEstimator, AnImpactThatTheBalanceTellsIsNoDoubt) {
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
TEST(ContactEstimator, AMeasuredForceIsFusedWithTheJoints) {
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
TEST(ContactEstimator, AMeasuredForceDecidesOfTheLoad) {
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
TEST(ContactEstimator, AMeasuredForceIsReportedBehindAFilter) {
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

TEST(ContactEstimator, AStepOfForceIsLoadedWithinMillisecondsAndOpenAgainAsFast) {
  Rig rig;
  rig.Run(100, kFree, kSwing);
  ASSERT_EQ(rig.foot().state, ContactState::kOpen);
  EXPECT_LE(rig.Until(ContactState::kStick, kPressed, kStill), 8);
  rig.Run(100, kPressed, kStill);
  EXPECT_TRUE(rig.foot().settled);
  EXPECT_TRUE(rig.foot().holds);
  EXPECT_LE(rig.Until(ContactState::kOpen, kFree, kSwing), 8);
  EXPECT_FALSE(rig.foot().holds);
}

// What pushes along the ground beyond any friction is the edge of a step. σ is 12 N here.
TEST(ContactEstimator, AFootAtAnEdgeIsLoaded) {
  const Vector edge(80.0, 0.0, -20.0);
  Rig rig;
  rig.Run(100, kFree, kSwing);
  EXPECT_EQ(rig.estimator().foot(kFoot).edge_force, 0);
  EXPECT_LE(rig.Until(ContactState::kStick, edge, kStill), 10);
  EXPECT_NEAR(rig.estimator().foot(kFoot).edge_force, 80 - 2.5 * 12, 1);
  EXPECT_LE(rig.Until(ContactState::kOpen, kFree, kSwing), 10);
  // Friction of 0.9, and noise of two deviations, are none.
  rig.Run(100, Vector(0.9 * kLoad, 0, kLoad), kStill);
  EXPECT_EQ(rig.estimator().foot(kFoot).edge_force, 0);
  EXPECT_LE(rig.Until(ContactState::kOpen, Vector(24, 0, 0), kSwing), 20);
  EXPECT_EQ(rig.Until(ContactState::kStick, Vector(24, 0, 0), kSwing), 1000);
}

TEST(ContactEstimator, OneTickOfForceIsNoContact) {
  Rig rig;
  rig.Run(100, kFree, kSwing);
  rig.Run(1, kPressed, kSwing);
  EXPECT_EQ(rig.foot().state, ContactState::kOpen);
  EXPECT_EQ(rig.Until(ContactState::kStick, kFree, kSwing), 1000);
}

TEST(ContactEstimator, SlipIsSaidOfSpeedThatLastsAndNotOfABlip) {
  Rig rig;
  rig.Run(200, kPressed, kStill);
  const Vector fast(0.2, 0.1, 0.0);
  rig.Run(2, kPressed, fast);
  EXPECT_EQ(rig.foot().state, ContactState::kStick);
  rig.Run(50, kPressed, kStill);
  EXPECT_EQ(rig.foot().state, ContactState::kStick);
  EXPECT_LE(rig.Until(ContactState::kSlip, kPressed, fast), 8);
  EXPECT_FALSE(rig.foot().holds);
  EXPECT_LE(rig.Until(ContactState::kStick, kPressed, kStill), 15);
  rig.Run(50, kPressed, kStill);
  EXPECT_TRUE(rig.foot().holds);
}

TEST(ContactEstimator, BelowTheThresholdSlipNeedsThePredictionsWord) {
  Rig rig;
  rig.Run(200, kPressed, kStill);
  const Vector slow(0.045, 0.0, 0.0);
  rig.Run(200, kPressed, slow);
  EXPECT_EQ(rig.foot().state, ContactState::kStick);
  rig.Run(200, kPressed, slow, 0.0, true);
  EXPECT_EQ(rig.foot().state, ContactState::kSlip);
}

TEST(ContactEstimator, TheTorquesBiasIsLearnedWhileOpenAndKeptInLoad) {
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
TEST(ContactEstimator, BeforeTheFirstSwingTheForceIsUnsure) {
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

// The variance of a foot's force by a dense inverse: what is left of each torque is the model's error and the
// noise in the air; beside it a force within the weight is expected.
TEST(ContactEstimator, AForceIsAsUnsureAsItsTorquesAreNoisy) {
  const RobotScale<double> scale = ScaleOf(Robot());
  const double told = Options(0).torque_sigma * scale.weight * scale.length;
  Eigen::Matrix3d jacobian;
  for (int j = 0; j < 3; ++j) jacobian.col(j) = Pose().points[kFoot].jacobian.col(6 + 3 * kFoot + j);
  for (const double noise : {0.0, 3.0}) {
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

TEST(ContactEstimator, NumbersBeyondReasonDoNotStayInTheEstimate) {
  Rig rig;
  rig.Run(20, Vector(1e12, 1e12, 1e12), Vector(1e6, 1e6, 1e6));
  EXPECT_TRUE(IsFinite(rig.foot().log_odds));
  EXPECT_LE(rig.foot().force.cwiseAbs().maxCoeff(), 8 * 134.9);
  rig.Run(100, kFree, kSwing);
  EXPECT_EQ(rig.foot().state, ContactState::kOpen);
}

TEST(FindCandidates, LoadedFeetAlwaysOpenOnesNearTheGround) {
  Rig rig;
  rig.Run(100, kPressed, kStill);
  // Loaded foot 2 is high above the believed ground; foot 0 is near it, 1 is out of reach, 3 is hardly below
  // it.
  const auto candidates =
      FindCandidates(rig.estimator(), std::array<double, 4>{0.01, 0.05, 0.2, -0.0015}, 0.02);
  ASSERT_EQ(candidates.count, 3);
  EXPECT_EQ(candidates.candidate[0].point, 0);
  EXPECT_EQ(candidates.candidate[0].gap, 0.01);
  EXPECT_EQ(candidates.candidate[1].point, 2);
  EXPECT_EQ(candidates.candidate[1].gap, 0.0);
  EXPECT_EQ(candidates.candidate[2].point, 3);
  EXPECT_EQ(candidates.candidate[2].gap, 0.0);
  for (unsigned c = 0; c < 3; ++c) EXPECT_EQ(candidates.candidate[c].lands, c != 1) << c;
}

// An open foot below the believed ground refutes the belief: nothing is predicted for it.
TEST(FindCandidates, OpenFeetBelowTheGroundAreLeftOut) {
  const Rig rig;
  EXPECT_EQ(FindCandidates(rig.estimator(), std::array<double, 4>{-0.03, -0.0021, 0.2, -0.3}, 0.02).count, 0);
}

}  // namespace footing::contact_estimator_test
