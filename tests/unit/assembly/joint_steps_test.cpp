// Steps of bodies on joints that are known on paper: a hinged rod, its motor and its stop, an open joint, a
// ball that swings. The rows themselves: joint_rows_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/integrate.hpp"
#include "tests/support/benches/joint_bench.hpp"

namespace footing::joint_steps_test {

constexpr double kStep = kJointStep;
constexpr double kGravity = kJointGravity;
constexpr double kInf = kInfinity<double>;

// A rod of 1.5 kg and 0.4 m, hinged at its end and released level: α = m g l / (I + m l²), about z.
template <int kBodyDof, typename Scalar>
JointBench<Scalar>& LevelRod(Scalar hinge_torque, Scalar wanted, bool motor) {
  auto& b = EmptyJointBench<Scalar>();
  const Scalar mass = Scalar(1.5L);
  const Scalar length = Scalar(0.4L);
  JointSide<Scalar> rod;
  rod.system = AddBody<kBodyDof, Scalar>(mass, mass * length * length / Scalar(12), &b);
  rod.center = {Scalar(1.2L), 1, Scalar(0.3L)};
  rod.point = {1, 1, Scalar(0.3L)};
  JointSide<Scalar> wall;
  wall.point = rod.point;
  if (motor) AddTurnRow<kBodyDof>(rod, wall, rod.axis, -hinge_torque, hinge_torque, wanted, &b.stack);
  EXPECT_EQ((AddHinge<kBodyDof>(rod, wall, Scalar(kStep), JointRowOptions<Scalar>{}, &b.stack)),
            motor ? 1 : 0);
  EXPECT_EQ(b.stack.joint_rows, (kBodyDof == 6 ? 5 : 2) + (motor ? 1 : 0));
  b.Solve();
  return b;
}

template <int kBodyDof, typename Scalar>
void CheckRod(Scalar tolerance) {
  const Scalar weight_moment = Scalar(1.5 * kGravity * 0.2);
  const Scalar inertia = Scalar(1.5 * 0.4 * 0.4 / 3);
  const int spin = kBodyDof - 1;
  {
    const auto& b = LevelRod<kBodyDof, Scalar>(0, 0, false);
    const Scalar rate = -weight_moment / inertia * Scalar(kStep);
    EXPECT_NEAR(b.next[spin], rate, tolerance * Abs(rate));
    EXPECT_NEAR(b.next[1], Scalar(0.2L) * rate, tolerance * Abs(rate));  // the middle moves too
    EXPECT_NEAR(b.next[0], Scalar(0), tolerance);
    // The hinge carries a quarter of the weight.
    EXPECT_NEAR(b.solution.z[1], Scalar(1.5 * kGravity / 4), tolerance * 10);
  }
  {  // A motor that is strong enough reaches its rate. Its torque is m g l + I_hinge Δω/dt.
    const auto& b = LevelRod<kBodyDof, Scalar>(1000, Scalar(0.03L), true);
    EXPECT_NEAR(b.next[spin], Scalar(0.03L), tolerance);
    EXPECT_NEAR(b.solution.z[0], weight_moment + inertia * Scalar(0.03L) / Scalar(kStep), tolerance * 50);
  }
  {  // A motor that is too weak pushes with its full torque.
    const auto& b = LevelRod<kBodyDof, Scalar>(1, Scalar(0.03L), true);
    EXPECT_EQ(b.solution.z[0], Scalar(1));
    EXPECT_NEAR(b.next[spin], (1 - weight_moment) / inertia * Scalar(kStep), tolerance);
  }
  {  // A motor that should brake pulls the other way.
    const auto& b = LevelRod<kBodyDof, Scalar>(1, -2, true);
    EXPECT_EQ(b.solution.z[0], Scalar(-1));
  }
}

TEST(JointRows, AHingedRodFallsAndIsDrivenInSpaceDouble) { CheckRod<6, double>(1e-10); }
TEST(JointRows, AHingedRodFallsAndIsDrivenInSpaceFloat) { CheckRod<6, float>(2e-4f); }
TEST(JointRows, AHingedRodFallsAndIsDrivenInThePlaneDouble) { CheckRod<3, double>(1e-10); }
TEST(JointRows, AHingedRodFallsAndIsDrivenInThePlaneFloat) { CheckRod<3, float>(2e-4f); }

// A stop below the rod holds it at the limit and lets it go up.
TEST(JointRows, AStopPushesAndNeverPulls) {
  for (const double push : {0.0, 100.0}) {
    auto& b = EmptyJointBench<double>();
    JointSide<double> rod;
    rod.system = AddBody<3>(1.0, 0.01, &b);
    rod.center = {0.2, 0, 0};
    JointSide<double> wall;
    AddHinge<3>(rod, wall, kStep, JointRowOptions<double>{}, &b.stack);
    b.stack.force[2] += push;  // N·m
    const double approach = b.stack.velocity[2];
    const int stop =
        AddTurnRow<3>(rod, wall, rod.axis, 0.0, kInf,
                      LimitVelocity(0.0, approach, kStep, NormalBiasOptions<double>{}), &b.stack);
    b.Solve();
    const double moment = push - kGravity * 0.2;
    EXPECT_NEAR(b.solution.z[stop], push == 0.0 ? -moment : 0.0, 1e-9);
    EXPECT_NEAR(b.next[2], push == 0.0 ? 0.0 : moment / 0.05 * kStep, 1e-10);
  }
}

// A stop returns the share e of the rate with which the rod strikes it.
TEST(JointRows, AStopGivesBackAShareOfTheRate) {
  auto& b = EmptyJointBench<double>();
  JointSide<double> rod;
  rod.system = AddBody<3>(1.0, 0.01, &b);
  rod.center = {0.2, 0, 0};
  JointSide<double> wall;
  b.stack.velocity.head<3>() = Vector3<double>(0, -0.4, -2);
  AddHinge<3>(rod, wall, kStep, JointRowOptions<double>{}, &b.stack);
  const NormalBiasOptions<double> options{0.5, 0.1, 0.2, 10};
  AddTurnRow<3>(rod, wall, rod.axis, 0.0, kInf, LimitVelocity(-0.001, -2.0, kStep, options), &b.stack);
  b.Solve();
  EXPECT_NEAR(b.next[2], 1.0, 1e-12);  // e · 2 rad/s, which is more than β · 1 mrad / 1 ms
}

// A joint that is 3 mm open closes by the share β of the rest at each step, at first limited by the cap.
TEST(JointRows, AnOpenJointClosesAsItsShareSays) {
  const JointRowOptions<double> options{0.25, 0.5};
  double error = 0.003;
  double expected = error;
  Vector3<double> velocity(0, 0, 0);
  for (int k = 0; k < 20; ++k) {
    auto& b = EmptyJointBench<double>();
    JointSide<double> body;
    body.system = AddBody<3>(2.0, 0.1, &b);
    body.center = body.point = {error, 0, 0};
    b.stack.velocity.head<3>() = velocity;
    AddPointJoint<3>(body, {}, kStep, options, &b.stack);
    b.Solve();
    velocity = b.next.head<3>();
    error += kStep * velocity[0];
    EXPECT_NEAR(velocity[1], 0, 1e-12);  // the weight is held
    expected -= Min(0.25 * expected, 0.5 * kStep);
    EXPECT_NEAR(error, expected, 1e-12) << k;
  }
}

// A ball on an arm, hinged about a slanted axis, swings for half a second. The joint stays closed and the
// axis stays. The energy stays too, up to the step's own error.
TEST(JointRows, AHingeInSpaceStaysClosed) {
  const JointRowOptions<double> options{0.2, 1};
  const double mass = 1.2;
  const double inertia = 0.01;
  const Vector3<double> axis(0.6, 0, 0.8);
  const Vector3<double> arm(0.24, 0.1, -0.18);  // orthogonal to the axis, from the hinge
  Eigen::Quaternion<double> attitude = Eigen::Quaternion<double>::Identity();
  Vector3<double> center = arm;
  Eigen::Matrix<double, 6, 1> velocity = Eigen::Matrix<double, 6, 1>::Zero();
  double fastest = 0;
  for (int k = 0; k < 500; ++k) {
    auto& b = EmptyJointBench<double>();
    JointSide<double> ball;
    ball.system = AddBody<6>(mass, inertia, &b);
    ball.center = center;
    const Matrix3<double> rotation = attitude.toRotationMatrix();
    ball.point = center - rotation * arm;
    ball.axis = rotation * axis;
    JointSide<double> wall;
    wall.axis = axis;
    fastest = Max(fastest, std::sqrt(velocity.tail<3>().squaredNorm()));
    // A step along the tangent leaves an error of (ω dt)² r / 2, of which each later step removes β.
    const double turn = fastest * kStep;
    EXPECT_LE(ball.point.norm(), 1.01 * turn * turn * arm.norm() / 2 / options.error_reduction + 1e-15);
    EXPECT_LT((ball.axis - axis).norm(), 1e-12);
    const double energy = 0.5 * mass * velocity.head<3>().squaredNorm() +
                          0.5 * inertia * velocity.tail<3>().squaredNorm() + mass * kGravity * center[1];
    EXPECT_NEAR(energy, mass * kGravity * arm[1], 0.02);
    b.stack.velocity.head<6>() = velocity;
    AddHinge<6>(ball, wall, kStep, options, &b.stack);
    b.Solve();
    velocity = b.next.head<6>();
    center += kStep * velocity.head<3>();
    attitude = Turned(attitude, Vector3<double>(kStep * velocity.tail<3>()));
  }
  EXPECT_GT(fastest, 3);  // rad/s
}

}  // namespace footing::joint_steps_test
