// What a certificate on one scale would pass: light contacts beside fast ones, open gaps, forces that another
// load has left, heavy loads at the end of a chain. And the size of forces that are no solution.
#include <gtest/gtest.h>

#include <cmath>

#include "core/assembly/delassus.hpp"
#include "core/assembly/joint_rows.hpp"
#include "core/contact/solve_contacts.hpp"
#include "tests/support/random.hpp"
#include "tests/support/scalars.hpp"

namespace footing::own_scale_test {

template <typename Scalar>
class OwnScale : public testing::Test {
 public:
  using Problem = ContactProblem<Scalar, 4>;

  static Problem Nothing(int contacts) {
    Problem problem;
    problem.contacts = contacts;
    problem.dt = Scalar(2e-3L);
    problem.delassus.setZero();
    problem.free_velocity.setZero();
    problem.friction.setZero();
    problem.normal_bias.setZero();
    return problem;
  }

  // Contacts c and c + 1 hold a point of 1/`mobility` kg from both sides.
  static void Pinch(int c, double mobility, double speed, Problem* problem) {
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j)
        problem->delassus(3 * (c + i), 3 * (c + j)) = static_cast<Scalar>(i == j ? mobility : -mobility);
      problem->free_velocity[3 * (c + i)] = static_cast<Scalar>(i == 0 ? -speed : speed);
    }
  }

  ContactSolverState<Scalar, 4> state_;
  ContactSolution<Scalar, 4> solution_;
};
TYPED_TEST_SUITE(OwnScale, Scalars);

// A point creeps onto the ground beside one that lands with 150 m/s. A hundredth of the creeping one's force
// is missing.
TYPED_TEST(OwnScale, HoldsASlowContactBesideAFastOne) {
  auto problem = this->Nothing(2);
  for (int i = 0; i < 6; ++i) problem.delassus(i, i) = TypeParam(1);
  problem.free_velocity[0] = TypeParam(-150);
  problem.free_velocity[3] = TypeParam(-1e-7L);
  ASSERT_EQ(SolveContacts(problem, {}, this->state_, this->solution_), SolveStatus::kSolved);
  EXPECT_TRUE(CertifyCoulomb(problem, kCoulombTolerance<TypeParam>, &this->solution_));
  this->solution_.force[1][0] *= TypeParam(0.99L);
  EXPECT_FALSE(CertifyCoulomb(problem, kCoulombTolerance<TypeParam>, &this->solution_));
}

// Walls close on a point, and no forces keep both apart. A third contact is far from its ground.
TYPED_TEST(OwnScale, AnOpenGapAllowsNothingToOthers) {
  for (const double gap : {0.5, 30.0, 90.0, 300.0}) {
    auto problem = this->Nothing(3);
    this->Pinch(0, 0.7, 0, &problem);
    // Rounding of the entries leaves the walls a little independent.
    problem.delassus(0, 0) *= TypeParam(1) + TypeParam(3) * kEpsilon<TypeParam>;
    problem.normal_bias[0] = problem.normal_bias[1] = TypeParam(-0.3L);
    problem.delassus(6, 6) = TypeParam(2);
    problem.normal_bias[2] = static_cast<TypeParam>(gap);
    this->state_.warm = false;
    EXPECT_NE(SolveContacts(problem, {}, this->state_, this->solution_), SolveStatus::kSolved) << gap;
    const TypeParam stops = TypeParam(0.3L) / (problem.dt * TypeParam(0.7L));  // N
    for (const auto& f : this->solution_.force) EXPECT_LE(f[0], TypeParam(20) * stops) << gap;
  }
}

// Four frictionless contacts grip a body from all sides, and the last tick left forces that press it up to
// 30,000 times harder than this tick asks. A warm start ends in the velocities of a cold one, or is not
// solved.
TYPED_TEST(OwnScale, ForcesOfAnotherLoadDoNotStay) {
  Random random(61);
  int answers = 0;
  for (int trial = 0; trial < 200; ++trial) {
    auto problem = this->Nothing(4);
    Eigen::Matrix<double, 4, 3> J;
    Eigen::Matrix<double, 3, 1> velocity;
    for (int k = 0; k < 3; ++k) {
      for (int c = 0; c < 3; ++c) J(c, k) = random.Uniform(-2, 2);
      velocity[k] = random.Uniform(-4e-3, 4e-3);
    }
    J.row(3) = -J.topRows<3>().colwise().sum();
    for (int c = 0; c < 4; ++c) {
      problem.free_velocity[3 * c] = static_cast<TypeParam>(J.row(c).dot(velocity));
      for (int d = 0; d < 4; ++d)
        problem.delassus(3 * c, 3 * d) = static_cast<TypeParam>(J.row(c).dot(J.row(d)));
    }
    const double given = static_cast<double>(problem.free_velocity.cwiseAbs().maxCoeff());
    this->state_.warm = false;
    if (SolveContacts(problem, {}, this->state_, this->solution_) != SolveStatus::kSolved) continue;
    const auto cold = this->solution_.velocity;
    for (unsigned c = 0; c < 4; ++c)
      this->state_.last.force[c][0] += static_cast<TypeParam>(std::exp(random.Uniform(0, 10)));
    for (int tick = 0; tick < 3; ++tick) {
      if (SolveContacts(problem, {}, this->state_, this->solution_) != SolveStatus::kSolved) continue;
      ++answers;
      for (unsigned c = 0; c < 4; ++c)
        EXPECT_NEAR(this->solution_.velocity[c][0], cold[c][0],
                    64 * static_cast<double>(kCoulombTolerance<TypeParam>) * given)
            << trial << ' ' << tick;
    }
  }
  EXPECT_GT(answers, 400);
}

// A column of five blocks on fixed joints; the top one of 60 kg stands 0.8 m beside the axis. Its moment is
// found to a thousandth, or the solve says that it is not.
template <typename Scalar>
void CheckColumn(double light, bool must_solve) {
  constexpr int kBlocks = 5, kRows = 6 * kBlocks;
  using Stack = SystemStack<Scalar, kRows, 1, kRows>;
  static Stack stack;
  static DelassusWorkspace<Stack> work;
  static ContactProblem<Scalar, 1, kRows> problem;
  static ContactSolverState<Scalar, 1, kRows> state;
  static ContactSolution<Scalar, 1, kRows> solution;
  const Scalar dt = Scalar(0.01L);
  stack.Clear();
  state.warm = false;
  double weight = 0;
  JointSide<Scalar> below;
  for (int k = 0; k < kBlocks; ++k) {
    const bool top = k == kBlocks - 1;
    const double mass = top ? 60 : light;
    weight += mass * 9.81;
    Eigen::Matrix<Scalar, 6, 6> M = Eigen::Matrix<Scalar, 6, 6>::Zero();
    for (int i = 0; i < 3; ++i) {
      M(i, i) = static_cast<Scalar>(mass);
      M(3 + i, 3 + i) = static_cast<Scalar>(mass * 0.015);
    }
    Eigen::Matrix<Scalar, 6, 1> velocity = Eigen::Matrix<Scalar, 6, 1>::Zero(), force = velocity;
    force[2] = static_cast<Scalar>(-9.81 * mass);
    JointSide<Scalar> block;
    block.system = stack.AddSystem(M, velocity, force, [](int i) { return i - 1; });
    const auto height = static_cast<Scalar>(0.3 * k);
    block.center = {static_cast<Scalar>(top ? 0.8 : 0), Scalar(0), height + Scalar(0.15L)};
    block.point = below.point = {Scalar(0), Scalar(0), height};
    AddPointJoint<6>(block, below, dt, JointRowOptions<Scalar>{}, &stack);
    for (int j = 0; j < 3; ++j) {
      AddTurnRow<6>(block, below, Vector3<Scalar>(Vector3<Scalar>::Unit(j)), -kInfinity<Scalar>,
                    kInfinity<Scalar>, Scalar(0), &stack);
    }
    below = block;
  }
  ASSERT_EQ(Assemble(stack, dt, work, problem), SolveStatus::kSolved);
  for (int tick = 0; tick < 20; ++tick) {
    const SolveStatus status = SolveContacts(problem, {}, state, solution);
    EXPECT_TRUE(!must_solve || status == SolveStatus::kSolved);
    if (status != SolveStatus::kSolved) continue;
    EXPECT_NEAR(solution.joint_force[2], weight, 1e-3 * weight) << tick;
    EXPECT_NEAR(solution.joint_force[4], -60 * 9.81 * 0.8, 0.48) << tick;
  }
}

TEST(OwnScaleOfJoints, AHeavyLoadAtAColumnsEnd) {
  for (const double light : {60.0, 6.0, 0.6}) {
    CheckColumn<double>(light, true);
    CheckColumn<float>(light, false);
  }
}

// A rod beyond both of its stops: there is no solution, and the torques are not without end.
TEST(OwnScaleOfJoints, StopsThatContradictAskForFiniteTorques) {
  ContactProblem<double, 1, 2> problem;
  problem.contacts = 0;
  problem.joint_rows = 2;
  problem.dt = 1e-3;
  problem.delassus.setZero();
  problem.delassus.topLeftCorner<2, 2>() << 5, -5, -5, 5;
  problem.free_velocity.setConstant(-2);
  problem.lower.setZero();
  problem.upper.setConstant(kInfinity<double>);
  ContactSolverState<double, 1, 2> state;
  ContactSolution<double, 1, 2> solution;
  EXPECT_EQ(SolveContacts(problem, {}, state, solution), SolveStatus::kInfeasible);
  for (int k = 0; k < 2; ++k) EXPECT_LE(solution.joint_force[k], 1e5 * 2 / (1e-3 * 5));
}

}  // namespace footing::own_scale_test
