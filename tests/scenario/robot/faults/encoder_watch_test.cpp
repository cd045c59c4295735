// An A1 whose base rocks over feet that stand. The joints that keep the feet in their places are found here,
// by Newton's method on the kinematics; the watch sees them with an offset.
#include "core/estimation/sensors/encoder_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/dynamics/compute_dynamics.hpp"
#include "firmware/robots/a1/model.hpp"

namespace footing::encoder_watch_test {

using Model = RobotModel<double, 12, 4>;
using State = RobotState<double, 12>;
using Joints = BoundedVector<double, 12>;

constexpr double kPeriod = 0.001;
constexpr double kGravity = 9.81;
constexpr double kNormal = 33.7;  // N, of each foot
constexpr double kSunk = 0.002;   // m

// With points for feet: a ball would roll.
const Model& A1() {
  static const Model model = [] {
    Model a1 = robots::A1::Model<double>();
    for (auto& point : a1.points) point.radius = 0;
    return a1;
  }();
  return model;
}

class EncoderWatchTest : public testing::Test {
 protected:
  void SetUp() override {
    for (int j = 0; j < 12; ++j) joints_[j] = j % 3 == 0 ? 0.0 : j % 3 == 1 ? 0.8 : -1.6;
    State state = Pose(0);
    state.joint_position = joints_;
    ComputeDynamics(A1(), state, kGravity, &terms_);
    for (unsigned foot = 0; foot < 4; ++foot) place_[foot] = terms_.points[foot].position;
  }

  // The base at time t [s], without joints.
  State Pose(double t) const {
    t = Passed(t);
    const auto wave = [t](double size, double hertz) {
      return size * std::sin(2 * std::numbers::pi * hertz * t);
    };
    State state{};
    state.base_position << wave(0.02, 1.3), wave(0.02, 0.9), 0.3 + wave(0.02, 1.7);
    const Quaternion<double> turn(1.0, wave(0.02, 1.1), wave(0.03, 1.6), wave(0.02, 0.7));
    state.base_attitude = turn.normalized();
    return state;
  }

  // All motion ends with the drop, if there is one.
  double Passed(double t) const {
    if (drop_ == 0) return t;
    return drop_ * (1 - std::cos(std::numbers::pi * std::fmin(t / drop_, 1.0))) / 2;
  }

  // The joints that put the feet to their places; the two of one side sink in the drop.
  Joints JointsAt(double t) {
    State state = Pose(t);
    for (int step = 0; step < 6; ++step) {
      state.joint_position = joints_;
      ComputeDynamics(A1(), state, kGravity, &terms_);
      for (int foot = 0; foot < 4; ++foot) {
        const auto& point = terms_.points[static_cast<unsigned>(foot)];
        const Eigen::Matrix3d leg = point.jacobian.block<3, 3>(0, 6 + 3 * foot);
        Vector3<double> place = place_[static_cast<unsigned>(foot)];
        if (drop_ > 0 && foot % 2 == 0) place[2] -= kSunk * Passed(t) / drop_;
        joints_.segment<3>(3 * foot) -= leg.inverse() * (point.position - place);
      }
    }
    return joints_;
  }

  // One tick at time t; the encoders are `offset` beside the joints.
  void Tick(double t, const Joints& offset) {
    constexpr double h = 1e-4;
    const State before = Pose(t - h), now = Pose(t), after = Pose(t + h);
    State seen = now;
    const Joints first = JointsAt(t - h), last = JointsAt(t + h);
    seen.joint_velocity = (last - first) / (2 * h);
    seen.joint_position = JointsAt(t) + offset;
    seen.base_velocity = (after.base_position - before.base_position) / (2 * h);
    const Quaternion<double> turn = after.base_attitude * before.base_attitude.conjugate();
    seen.base_angular_velocity = turn.vec() / h;  // 2 vec is the angle of 2 h
    ComputeDynamics(A1(), seen, kGravity, &terms_);
    const Vector3<double> acceleration =
        bias_ + (after.base_position - 2 * now.base_position + before.base_position) / (h * h);
    const auto& point = terms_.points[static_cast<unsigned>(watch_.next())];
    const Vector3<double> to_foot = point.position - seen.base_position;
    watch_.Update(terms_, acceleration, Vector3<double>::Zero(), seen.base_velocity[2],
                  {true, to_foot, point.velocity - seen.base_velocity, to_foot[2], kNormal}, kPeriod);
  }

  void Run(double seconds, const Joints& offset) {
    for (const double end = t_ + seconds; t_ < end; t_ += kPeriod) Tick(t_, offset);
  }

  // Of healthy encoders, at no time.
  void ExpectNoSuspects() {
    for (int tenth = 0; tenth < 40; ++tenth) {
      Run(0.1, Joints::Zero());
      ASSERT_EQ(watch_.suspects(), 0u) << t_;
    }
  }

  static Joints OffsetOf(int joint, double by) {
    Joints offset = Joints::Zero();
    offset[joint] = by;
    return offset;
  }

  EncoderWatch<Model, 3> watch_{A1()};
  DynamicsTerms<Model> terms_;
  std::array<Vector3<double>, 4> place_;
  Joints joints_;
  double t_ = 0;
  double drop_ = 0;                                 // s
  Vector3<double> bias_ = Vector3<double>::Zero();  // m/s², of the accelerometer, world axes
};

TEST_F(EncoderWatchTest, HealthyEncodersAreNotSuspected) {
  ExpectNoSuspects();
  for (int foot = 0; foot < 4; ++foot)
    for (int k = 0; k < 3; ++k) EXPECT_LT(std::fabs(watch_.offset(foot, k)), 0.003) << foot << ' ' << k;
}

// It moves all feet alike.
TEST_F(EncoderWatchTest, AnErrorOfTheAccelerometerIsNoOffset) {
  bias_ << 0.5, 0.3, 0.2;
  ExpectNoSuspects();
}

// One window is all that was seen of it, and it seems to last. (An ANYmal C that was switched on in the air
// had a wrong encoder for a second in three runs of five.)
TEST_F(EncoderWatchTest, ADropOntoGroundThatGivesWayIsNoOffset) {
  drop_ = 0.06;
  SetUp();
  ExpectNoSuspects();
}

TEST_F(EncoderWatchTest, TheJointWithAnOffsetIsNamed) {
  for (const int joint : {1, 5, 8, 10}) {  // thighs and knees, of each leg
    for (const double by : {0.06, -0.06}) {
      watch_ = EncoderWatch<Model, 3>(A1());
      t_ = 0;
      Run(3, OffsetOf(joint, by));
      EXPECT_EQ(watch_.suspects(), BitOf(static_cast<unsigned>(joint))) << joint << ' ' << by;
    }
  }
}

TEST_F(EncoderWatchTest, ASmallOffsetIsBorne) {
  Run(3, OffsetOf(5, 0.005));
  EXPECT_EQ(watch_.suspects(), 0u);
}

TEST_F(EncoderWatchTest, AnOffsetThatIsGoneIsForgotten) {
  Run(3, OffsetOf(5, 0.06));
  ASSERT_NE(watch_.suspects(), 0u);
  Run(4, Joints::Zero());
  EXPECT_EQ(watch_.suspects(), 0u);
}

TEST_F(EncoderWatchTest, RestartForgets) {
  Run(3, OffsetOf(5, 0.06));
  ASSERT_NE(watch_.suspects(), 0u);
  watch_.Restart(Vector3<double>::Zero(), true);
  EXPECT_EQ(watch_.suspects(), 0u);
}

TEST_F(EncoderWatchTest, WithoutAnAttitudeToTrustItLearnsNothingForASecond) {
  for (const bool attitude : {true, false}) {
    watch_ = EncoderWatch<Model, 3>(A1());
    watch_.Restart(Vector3<double>::Zero(), attitude);
    t_ = 0;
    Run(0.95, OffsetOf(5, 0.06));
    EXPECT_EQ(std::fabs(watch_.offset(1, 0)) > 0, attitude);
    Run(1.5, OffsetOf(5, 0.06));
    EXPECT_GT(std::fabs(watch_.offset(1, 0)), 0.01);
  }
}

}  // namespace footing::encoder_watch_test
