// Joint rows: what they ask for, their rates against differences, and steps known on paper.
#include "core/contact/joint_rows.hpp"

#include <gtest/gtest.h>

#include "core/contact/delassus.hpp"
#include "core/dynamics/integrate.hpp"
#include "core/lcp/dantzig.hpp"
#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing {
namespace {

constexpr double kStep = 0.001;
constexpr double kGravity = 9.81;
constexpr double kInf = kInfinity<double>;
constexpr int kRows = 8;

template <typename ScalarType>
struct Bench {
  using Scalar = ScalarType;
  using Stack = SystemStack<Scalar, 12, 1, kRows>;
  Stack stack;
  DelassusWorkspace<Stack> work;
  ContactProblem<Scalar, 1, kRows> problem;
  BoxedLcpProblem<Scalar, kRows> lcp;
  DantzigWorkspace<Scalar, kRows> dantzig;
  LcpSolution<Scalar, kRows> solution;
  std::array<Vector3<Scalar>, 1> no_force;
  Eigen::Matrix<Scalar, 12, 1> next;

  // Joint rows alone: a boxed LCP.
  void Solve() {
    ASSERT_EQ(Assemble(stack, Scalar(kStep), &work, &problem), SolveStatus::kSolved);
    lcp.size = problem.joint_rows;
    for (int i = 0; i < lcp.size; ++i) {
      for (int j = 0; j < lcp.size; ++j) lcp.A(i, j) = Scalar(kStep) * problem.delassus(i, j);
      lcp.b[i] = problem.free_velocity[i];
      lcp.lo[i] = problem.lower[i];
      lcp.hi[i] = problem.upper[i];
    }
    ASSERT_EQ(SolveDantzig(lcp, 200, dantzig, solution), SolveStatus::kSolved);
    NextVelocity(stack, work, Scalar(kStep), no_force, solution.z, &next);
  }
};

template <typename Scalar>
Bench<Scalar>& Memory() {
  static Bench<Scalar> bench;
  bench.stack.Clear();
  return bench;
}

template <int kBodyDof, typename Scalar>
int AddBody(Scalar mass, Scalar inertia, Bench<Scalar>* bench) {
  Eigen::Matrix<Scalar, kBodyDof, kBodyDof> M = Eigen::Matrix<Scalar, kBodyDof, kBodyDof>::Zero();
  Eigen::Matrix<Scalar, kBodyDof, 1> force = Eigen::Matrix<Scalar, kBodyDof, 1>::Zero();
  for (int k = 0; k < kBodyDof; ++k) M(k, k) = k < (kBodyDof + 1) / 2 ? mass : inertia;
  if (kBodyDof == 3) M(2, 2) = inertia;
  force[1] = -mass * Scalar(kGravity);  // y is up in both
  const Eigen::Matrix<Scalar, kBodyDof, 1> rest = Eigen::Matrix<Scalar, kBodyDof, 1>::Zero();
  return bench->stack.AddSystem(M, rest, force, [](int i) { return i - 1; });
}

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
  EXPECT_DOUBLE_EQ(LimitVelocity(0.002, -3.0, kStep, options), -2.0);   // may close its gap
  EXPECT_DOUBLE_EQ(LimitVelocity(-0.001, -2.0, kStep, options), 1.0);   // e v
  EXPECT_DOUBLE_EQ(LimitVelocity(-0.004, -0.2, kStep, options), 0.8);   // β/dt C
  EXPECT_DOUBLE_EQ(LimitVelocity(-0.001, -0.05, kStep, options), 0.2);  // below the threshold
}

// A rod of 1.5 kg and 0.4 m, hinged at its end and let go level: α = m g l / (I + m l²), about z.
template <int kBodyDof, typename Scalar>
Bench<Scalar>& LevelRod(Scalar hinge_torque, Scalar wanted, bool motor) {
  auto& b = Memory<Scalar>();
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
    EXPECT_NEAR(b.next[1], Scalar(0.2L) * rate, tolerance * Abs(rate));  // the middle moves with it
    EXPECT_NEAR(b.next[0], Scalar(0), tolerance);
    // A quarter of the weight is left at the hinge.
    EXPECT_NEAR(b.solution.z[1], Scalar(1.5 * kGravity / 4), tolerance * 10);
  }
  {  // A motor that is strong enough makes its rate; what it takes is m g l + I_hinge Δω/dt.
    const auto& b = LevelRod<kBodyDof, Scalar>(1000, Scalar(0.03L), true);
    EXPECT_NEAR(b.next[spin], Scalar(0.03L), tolerance);
    EXPECT_NEAR(b.solution.z[0], weight_moment + inertia * Scalar(0.03L) / Scalar(kStep), tolerance * 50);
  }
  {  // One that is not pushes with what it has.
    const auto& b = LevelRod<kBodyDof, Scalar>(1, Scalar(0.03L), true);
    EXPECT_EQ(b.solution.z[0], Scalar(1));
    EXPECT_NEAR(b.next[spin], (1 - weight_moment) / inertia * Scalar(kStep), tolerance);
  }
  {  // One that should brake pulls the other way.
    const auto& b = LevelRod<kBodyDof, Scalar>(1, -2, true);
    EXPECT_EQ(b.solution.z[0], Scalar(-1));
  }
}

TEST(JointRows, AHingedRodFallsAndIsDrivenInSpaceDouble) { CheckRod<6, double>(1e-10); }
TEST(JointRows, AHingedRodFallsAndIsDrivenInSpaceFloat) { CheckRod<6, float>(2e-4f); }
TEST(JointRows, AHingedRodFallsAndIsDrivenInThePlaneDouble) { CheckRod<3, double>(1e-10); }
TEST(JointRows, AHingedRodFallsAndIsDrivenInThePlaneFloat) { CheckRod<3, float>(2e-4f); }

// A stop below the rod: it holds it at the limit, and lets it go up.
TEST(JointRows, AStopPushesAndNeverPulls) {
  for (const double push : {0.0, 100.0}) {
    auto& b = Memory<double>();
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

// A stop that the rod strikes gives back e of its rate.
TEST(JointRows, AStopGivesBackAShareOfTheRate) {
  auto& b = Memory<double>();
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

// A joint that is 3 mm open closes by β of what is left, each step; by no more than the cap at first.
TEST(JointRows, AnOpenJointClosesAsItsShareSays) {
  const JointRowOptions<double> options{0.25, 0.5};
  double error = 0.003;
  double expected = error;
  Vector3<double> velocity(0, 0, 0);
  for (int k = 0; k < 20; ++k) {
    auto& b = Memory<double>();
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

// Each row of a hinge is the rate of its error: two bodies moved by ±h along random velocities.
TEST(JointRows, RowsAreTheRatesOfTheirErrors) {
  Random random(31);
  for (int trial = 0; trial < Trials(30, 3); ++trial) {
    const auto vector = [&](double size) {
      return Vector3<double>(random.Uniform(-size, size), random.Uniform(-size, size),
                             random.Uniform(-size, size));
    };
    auto& b = Memory<double>();
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

    // Errors after ±h, read off the wanted velocities with β = ½ and no cap.
    const double h = 1e-5;
    std::array<Eigen::Matrix<double, 5, 1>, 2> error;
    static Bench<double> moved;
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
      for (int k = 0; k < 5; ++k)  // the offset is less the wanted velocity: (β/dt) C
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

// A ball on an arm, hinged about a slanted axis, swings for half a second: the joint stays closed, the axis
// stays, and the energy too but for the step's own error.
TEST(JointRows, AHingeInSpaceStaysClosed) {
  const JointRowOptions<double> options{0.2, 1};
  const double mass = 1.2;
  const double inertia = 0.01;
  const Vector3<double> axis(0.6, 0, 0.8);
  const Vector3<double> arm(0.24, 0.1, -0.18);  // across the axis, from the hinge
  Eigen::Quaternion<double> attitude = Eigen::Quaternion<double>::Identity();
  Vector3<double> center = arm;
  Eigen::Matrix<double, 6, 1> velocity = Eigen::Matrix<double, 6, 1>::Zero();
  double fastest = 0;
  for (int k = 0; k < 500; ++k) {
    auto& b = Memory<double>();
    JointSide<double> ball;
    ball.system = AddBody<6>(mass, inertia, &b);
    ball.center = center;
    const Matrix3<double> rotation = attitude.toRotationMatrix();
    ball.point = center - rotation * arm;
    ball.axis = rotation * axis;
    JointSide<double> wall;
    wall.axis = axis;
    fastest = Max(fastest, std::sqrt(velocity.tail<3>().squaredNorm()));
    // A step along the tangent leaves (ω dt)² r / 2, of which β goes in each step after.
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

// Of a joint that has no place, no row is left behind.
TEST(JointRows, WhatDoesNotFitChangesNothing) {
  auto& b = Memory<double>();
  JointSide<double> body;
  body.system = AddBody<6>(1.0, 0.1, &b);
  EXPECT_EQ((AddHinge<6>(body, {}, kStep, {}, &b.stack)), 0);
  EXPECT_EQ((AddHinge<6>(body, {}, kStep, {}, &b.stack)), -1);
  EXPECT_EQ(b.stack.joint_rows, 5);
  EXPECT_EQ((AddPointJoint<6>(body, {}, kStep, {}, &b.stack)), 5);
  EXPECT_EQ((AddPointJoint<6>(body, {}, kStep, {}, &b.stack)), -1);
  EXPECT_EQ(AddTurnRow<6>(body, {}, body.axis, -1.0, 1.0, 0.0, &b.stack), -1);
  EXPECT_EQ(b.stack.joint_rows, kRows);
}

}  // namespace
}  // namespace footing
