// The tracker as its user sees it: a robot that stands, whose joint torques are those of known forces on its
// feet.
#include "core/estimation/foot_tracker.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "firmware/robots/a1/model.hpp"
#include "tests/support/trials.hpp"

namespace footing::foot_tracker_test {

constexpr double kGravity = 9.81;
constexpr double kMass = 13.741;  // kg, from the robot's description

// Two legs of the A1 in place of four.
struct TwoLegs {
  template <typename Scalar>
  static constexpr RobotModel<Scalar, 6, 2> Model() {
    const auto a1 = robots::A1::Model<Scalar>();
    RobotModel<Scalar, 6, 2> model;
    model.base = a1.base;
    for (unsigned j = 0; j < 6; ++j) model.joints[j] = a1.joints[j];
    for (unsigned p = 0; p < 2; ++p) model.points[p] = a1.points[p];
    return model;
  }
};

// At rest in a crouch, turned by `yaw` about the vertical, `force` [N] up on each foot.
template <typename Tracker, typename Number>
typename Tracker::Measurement Standing(double force, double yaw = 0) {
  typename Tracker::Measurement m;
  RobotState<double, Tracker::kJoints> state;
  for (int leg = 0; leg < Tracker::kFeet; ++leg) {
    state.joint_position[3 * leg] = 0.05 * leg;
    state.joint_position[3 * leg + 1] = 0.8;
    state.joint_position[3 * leg + 2] = -1.6;
  }
  state.base_attitude = Eigen::Quaterniond(std::cos(yaw / 2), 0, 0, std::sin(yaw / 2));
  const RobotModel<double, Tracker::kJoints, Tracker::kFeet> model = Tracker::template RobotOf<double>();
  DynamicsTerms<RobotModel<double, Tracker::kJoints, Tracker::kFeet>> terms;
  ComputeDynamics(model, state, kGravity, &terms);
  for (int j = 0; j < Tracker::kJoints; ++j) {
    const auto i = static_cast<unsigned>(j);
    // M v̇ + bias = τ + Jᵀ f with v̇ = 0
    double torque = terms.bias[6 + j];
    for (const auto& point : terms.points) torque -= point.jacobian(2, 6 + j) * force;
    m.position[i] = static_cast<Number>(state.joint_position[j]);
    m.torque[i] = static_cast<Number>(torque);
    m.commanded[i] = static_cast<Number>(torque);
  }
  m.attitude = {static_cast<Number>(std::cos(yaw / 2)), 0, 0, static_cast<Number>(std::sin(yaw / 2))};
  m.acceleration = {0, 0, static_cast<Number>(kGravity)};
  m.dt = Number(0.001L);
  return m;
}

template <typename Robot, typename Number>
struct Kind {
  struct Tracker : FootTracker<Robot, Number> {
    using FootTracker<Robot, Number>::FootTracker;
    template <typename S>
    static constexpr auto RobotOf() {
      return Robot::template Model<S>();
    }
  };
  using Scalar = Number;
};

template <typename Kind>
class FootTrackerTest : public testing::Test {
 protected:
  using Scalar = typename Kind::Scalar;
  using Tracker = typename Kind::Tracker;
  static FootTrackerOptions<Scalar> Options() {
    FootTrackerOptions<Scalar> options;
    options.imu_repeats = 0;            // no noise
    options.contact.drives.offset = 0;  // the torques are those that are told
    return options;
  }
  auto Stand(double force, int ticks) {
    const auto m = Standing<Tracker, Scalar>(force);
    for (int i = 0; i < ticks; ++i) tracker_->Update(m);
    return tracker_->now();
  }
  std::unique_ptr<Tracker> tracker_ = std::make_unique<Tracker>(Options());
};

#ifdef FOOTING_QUICK
using Kinds = testing::Types<Kind<robots::A1, float>>;
#else
using Kinds = testing::Types<Kind<robots::A1, float>, Kind<robots::A1, double>, Kind<TwoLegs, float>>;
#endif
TYPED_TEST_SUITE(FootTrackerTest, Kinds);

TYPED_TEST(FootTrackerTest, FeetThatCarryStickWithTheForceThatTheTorquesStandFor) {
  const double force = kMass * kGravity / 4;
  const auto now = this->Stand(force, 300);
  EXPECT_EQ(now.flags, 0u);
  EXPECT_EQ(now.status, SolveStatus::kSolved);
  for (const auto& foot : now.feet) {
    EXPECT_EQ(foot.state, ContactState::kStick);
    // The prediction's share in a force that three joints tell: a thousandth (foot_forces.hpp).
    EXPECT_NEAR(static_cast<double>(foot.force[2]), force, 1e-3 * force);
    EXPECT_NEAR(static_cast<double>(foot.force[0]), 0, 1e-3 * force);
    EXPECT_NEAR(static_cast<double>(foot.force[1]), 0, 1e-3 * force);
  }
}

TYPED_TEST(FootTrackerTest, FeetThatCarryNothingAreOpen) {
  const auto now = this->Stand(0, 2500);  // the prediction says that it falls, for a while
  for (const auto& foot : now.feet) {
    EXPECT_EQ(foot.state, ContactState::kOpen);
    EXPECT_NEAR(static_cast<double>(foot.force.norm()), 0, 0.01);
  }
}

// All four feet of the A1 stick: the predicted forces carry the robot.
TEST(FootTracker, PredictedForcesCarryTheWeight) {
  using Tracker = typename Kind<robots::A1, double>::Tracker;
  FootTrackerOptions<double> options;
  options.imu_repeats = 0;
  const auto tracker = std::make_unique<Tracker>(options);
  const auto m = Standing<Tracker, double>(kMass * kGravity / 4);
  for (int i = 0; i < 500; ++i) tracker->Update(m);
  double up = 0;
  for (const auto& foot : tracker->now().feet) up += foot.predicted_force[2];
  EXPECT_NEAR(up, kMass * kGravity, 0.05 * kMass * kGravity);
  EXPECT_GT(tracker->now().margin.size, 0.0);
  EXPECT_NE(tracker->now().margin.contact, -1);
}

TEST(FootTracker, TakesWhatAProgramHas) {
  const std::array<float, 12> q{}, dq{}, tau{}, last_torque{};
  const std::array<float, 4> quat = {1, 0, 0, 0};  // w x y z
  const std::array<float, 3> gyro{}, acc = {0, 0, 9.81f};
  static FootTracker<robots::A1, float> tracker;
  const auto& now = tracker.Update({.position = q,
                                    .velocity = dq,
                                    .torque = tau,
                                    .attitude = quat,
                                    .gyro = gyro,
                                    .acceleration = acc,
                                    .commanded = last_torque,
                                    .dt = 0.001f});
  EXPECT_EQ(now.feet[0].state, ContactState::kOpen);
  EXPECT_EQ(now.flags, 0u);
  EXPECT_EQ(&now, &tracker.now());
}

template <typename Feet>
void ExpectSame(const Feet& a, const Feet& b) {
  EXPECT_EQ(a.flags, b.flags);
  EXPECT_EQ(a.base_position, b.base_position);
  EXPECT_EQ(a.base_velocity, b.base_velocity);
  EXPECT_EQ(a.base_attitude.coeffs(), b.base_attitude.coeffs());
  EXPECT_EQ(a.residual, b.residual);
  for (std::size_t foot = 0; foot < a.feet.size(); ++foot) {
    EXPECT_EQ(a.feet[foot].state, b.feet[foot].state);
    EXPECT_EQ(a.feet[foot].force, b.feet[foot].force);
    EXPECT_EQ(a.feet[foot].predicted_force, b.feet[foot].predicted_force);
  }
}

TYPED_TEST(FootTrackerTest, AfterAResetItIsAsNew) {
  using Number = typename TestFixture::Scalar;
  using Tested = typename TestFixture::Tracker;
  this->Stand(60, 100);
  auto bad = Standing<Tested, Number>(20);
  bad.velocity[1] = std::numeric_limits<Number>::quiet_NaN();
  this->tracker_->Update(bad);
  bad.imu_valid = false;
  bad.dt = 0;
  this->tracker_->Update(bad);
  this->tracker_->Reset();
  ExpectSame(this->tracker_->now(), std::make_unique<Tested>(this->Options())->now());
  const auto fresh = std::make_unique<Tested>(this->Options());
  for (int i = 0; i < 100; ++i) {
    const auto m = Standing<Tested, Number>(i % 50);
    ExpectSame(this->tracker_->Update(m), fresh->Update(m));
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(FootTrackerTest, KnowsNoGroundBeforeItHasMeasured) {
  using Number = typename TestFixture::Scalar;
  using Tested = typename TestFixture::Tracker;
  auto lost = Standing<Tested, Number>(30);
  lost.imu_valid = false;
  const Number sigma = this->Options().ground.friction.sigma;
  for (const auto& foot : this->tracker_->Update(lost).feet) {
    EXPECT_EQ(foot.friction, this->Options().friction);
    EXPECT_EQ(foot.friction_variance, sigma * sigma);
    EXPECT_FALSE(foot.WarnsOfSlip());
  }
}

// What is not finite is no plan, and what is beyond 1 is 1.
TYPED_TEST(FootTrackerTest, TakesAnyPlan) {
  using Number = typename TestFixture::Scalar;
  using Tested = typename TestFixture::Tracker;
  using Plan = typename Tested::Plan;
  const auto of_all = [](Number planned) {
    Plan plan;
    plan.fill(planned);
    return plan;
  };
  const Number nan = std::numeric_limits<Number>::quiet_NaN(),
               infinity = std::numeric_limits<Number>::infinity();
  const std::pair<Number, Number> pairs[] = {{nan, 0}, {-infinity, 0}, {7, 1}, {-3, -1}};
  for (const auto& [told, as] : pairs) {
    const auto tracker = std::make_unique<Tested>(this->Options()),
               same = std::make_unique<Tested>(this->Options());
    for (int i = 0; i < 200; ++i) {
      const auto m = Standing<Tested, Number>(i < 100 ? 30 : 3);
      ExpectSame(tracker->Update(m, of_all(told)), same->Update(m, of_all(as)));
      if (this->HasFailure()) return;
    }
  }
}

TYPED_TEST(FootTrackerTest, BeginsFromAPoseWhoseHeadingStays) {
  using Number = typename TestFixture::Scalar;
  using Tested = typename TestFixture::Tracker;
  const double heading = 2.0, of_imu = -1.0;
  const Eigen::Quaternion<Number> attitude(static_cast<Number>(std::cos(heading / 2)), 0, 0,
                                           static_cast<Number>(std::sin(heading / 2)));
  this->tracker_->Reset(Vector3<Number>(3, -2, Number(0.3L)), attitude);
  auto m = Standing<Tested, Number>(30, of_imu);
  for (const bool imu_valid : {false, true}) {  // at first it is lost
    m.imu_valid = imu_valid;
    for (int i = 0; i < 500; ++i) this->tracker_->Update(m);
    const auto& now = this->tracker_->now();
    EXPECT_NEAR(static_cast<double>(now.base_attitude.angularDistance(attitude)), 0, 1e-3);
    EXPECT_NEAR(static_cast<double>(now.base_position[0]), 3, 0.01);
    EXPECT_NEAR(static_cast<double>(now.base_position[1]), -2, 0.01);
  }
  // The height is that over the feet, whatever was given.
  const double height = 2 * 0.2 * std::cos(0.8) + 0.02;  // the foot is a ball
  EXPECT_NEAR(static_cast<double>(this->tracker_->now().base_position[2]), height, 0.01);
}

// A period above 2 / observer_bandwidth, and samples that come late, once made the filters diverge. At 0.1 s
// one sample is longer than drive_delay, and a first load is learned as a torque error: such a period is
// refused.
TYPED_TEST(FootTrackerTest, StandsAtEveryPeriod) {
  using Number = typename TestFixture::Scalar;
  using Tested = typename TestFixture::Tracker;
  const double height = 2 * 0.2 * std::cos(0.8) + 0.02;  // the foot is a ball
  for (const double period : {0.002, 0.007, 0.01, 0.02}) {
    for (const int late : {1, 5}) {
      auto options = this->Options();
      options.period = static_cast<Number>(period);
      Tested tracker(options);
      auto m = Standing<Tested, Number>(30);
      m.dt = static_cast<Number>(late * period);
      for (int i = 0; i < Trials(1000, 250); ++i) tracker.Update(m);
      for (const auto& foot : tracker.now().feet) {
        EXPECT_EQ(foot.state, ContactState::kStick) << period << ' ' << late;
        EXPECT_NEAR(static_cast<double>(foot.force[2]), 30, 1) << period << ' ' << late;
      }
      EXPECT_NEAR(static_cast<double>(tracker.now().base_position[2]), height, 0.02) << period << ' ' << late;
    }
  }
}

TYPED_TEST(FootTrackerTest, AFastSourceIsNotStill) {
  using Number = typename TestFixture::Scalar;
  auto m = Standing<typename TestFixture::Tracker, Number>(30);
  m.dt = Number(0.0001L);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(this->tracker_->Update(m).flags & kSourceStill, 0u) << i;
  for (const auto& foot : this->tracker_->now().feet) EXPECT_EQ(foot.state, ContactState::kStick);
}

TYPED_TEST(FootTrackerTest, RefusesOptionsAndPosesThatAreNone) {
  using Number = typename TestFixture::Scalar;
  using Tested = typename TestFixture::Tracker;
  const Number nan = std::numeric_limits<Number>::quiet_NaN();
  for (const Number period : {Number(0), Number(0.1L), Number(-0.001L), nan}) {
    auto options = this->Options();
    options.period = period;
    EXPECT_FALSE(Tested::Accepts(options));
    EXPECT_EQ(Tested(options).options().period, Number(0.001L));
  }
  this->Stand(30, 10);
  const auto before = this->tracker_->now().base_position;
  const Vector3<Number> at(0, 0, 0), nowhere(nan, 0, 0);
  EXPECT_FALSE(this->tracker_->Reset(at, Quaternion<Number>(0, 0, 0, 0)));
  EXPECT_FALSE(this->tracker_->Reset(at, Quaternion<Number>(nan, 0, 0, 0)));
  EXPECT_FALSE(this->tracker_->Reset(nowhere, Quaternion<Number>::Identity()));
  EXPECT_EQ(this->tracker_->now().base_position, before);
  EXPECT_TRUE(this->tracker_->Reset(at, Quaternion<Number>::Identity()));
}

TYPED_TEST(FootTrackerTest, WhatWasNotMeasuredLeavesTheFeetAsTheyWere) {
  using Number = typename TestFixture::Scalar;
  using Tested = typename TestFixture::Tracker;
  const auto before = this->Stand(30, 100);
  auto m = Standing<Tested, Number>(0);
  m.torque[0] = std::numeric_limits<Number>::quiet_NaN();
  const auto now = this->tracker_->Update(m);
  EXPECT_EQ(now.flags, kJointNotFinite);
  for (std::size_t foot = 0; foot < now.feet.size(); ++foot) {
    EXPECT_EQ(now.feet[foot].state, before.feet[foot].state);
    EXPECT_EQ(now.feet[foot].force, before.feet[foot].force);
  }
}

TYPED_TEST(FootTrackerTest, ATorqueThatIsNoneIsSaidAndLeavesNoTrace) {
  using Number = typename TestFixture::Scalar;
  using Tested = typename TestFixture::Tracker;
  this->Stand(30, 100);
  auto m = Standing<Tested, Number>(30);
  m.commanded[2] = std::numeric_limits<Number>::quiet_NaN();
  const auto now = this->tracker_->Update(m);
  EXPECT_EQ(now.flags, kSolveDegraded);
  EXPECT_EQ(now.status, SolveStatus::kNotFinite);
  for (const auto& foot : now.feet) EXPECT_EQ(foot.predicted_force.norm(), Number(0));
  EXPECT_EQ(this->Stand(30, 1).flags, 0u);
}

// The same samples with a stamp and with a dt.
TYPED_TEST(FootTrackerTest, AStampOrADtIsTheSame) {
  using Number = typename TestFixture::Scalar;
  using Tested = typename TestFixture::Tracker;
  const auto stamped = std::make_unique<Tested>(this->Options());
  for (unsigned i = 0; i < 200; ++i) {
    auto m = Standing<Tested, Number>(i % 60);
    const bool copied = i % 20 == 10, late = i % 20 == 15;
    m.dt = copied ? Number(0) : late ? Number(2000) * Number(1e-6L) : Number(1000) * Number(1e-6L);
    const auto by_dt = this->tracker_->Update(m);
    m.dt = 0;
    static unsigned sequence, time;
    if (i == 0) sequence = time = 0xfffffff0u;
    sequence += copied ? 0 : 1;
    time += copied ? 0 : late ? 2000 : 1000;
    m.stamp = {true, sequence, time};
    ExpectSame(by_dt, stamped->Update(m));
    if (this->HasFailure()) return;
  }
}

}  // namespace footing::foot_tracker_test
