// Contacts and joint rows solved together, against steps known on paper.
#include <gtest/gtest.h>

#include "core/contact/solve_contacts.hpp"
#include "core/assembly/delassus.hpp"
#include "core/assembly/joint_rows.hpp"

namespace footing::mixed_solve_test {

constexpr double kStep = 0.001;
constexpr double kGravity = 9.81;

template <typename Scalar>
struct Mixed {
  using Stack = SystemStack<Scalar, 6, 8, 3>;
  Stack stack;
  DelassusWorkspace<Stack> work;
  ContactProblem<Scalar, 8, 3> problem;
  ContactSolverState<Scalar, 8, 3> state;
  ContactSolution<Scalar, 8, 3> solution;
  decltype(Stack::velocity) next;

  void Solve() {
    ASSERT_EQ(Assemble(stack, Scalar(kStep), work, problem), SolveStatus::kSolved);
    ASSERT_EQ(SolveContacts(problem, {}, state, solution), SolveStatus::kSolved);
    NextVelocity(stack, work, Scalar(kStep), solution.force, solution.joint_force, next);
  }
};

template <typename Scalar>
Mixed<Scalar>& Memory() {
  static Mixed<Scalar> mixed;
  mixed.stack.Clear();
  mixed.state.warm = false;
  return mixed;
}

// The level rod again, with its free end on the ground. For a motor of torque τ in the hinge that cannot lift
// the rod, N = m g / 2 − τ / l; for a motor that can, N = 0. The certificate allows 5e-9 of V, which is 0.25
// m/s without a motor: 1.25e-9 m/s, which is 4.7e-7 N at the end of the rod.
template <typename Scalar>
void CheckRodOnGround(Scalar tolerance) {
  for (const double torque : {0.0, 1.0, -1.0, 5.0}) {
    auto& b = Memory<Scalar>();
    const Scalar mass = Scalar(1.5L);
    const Scalar length = Scalar(0.4L);
    const Matrix3<Scalar> inertia =
        Vector3<Scalar>(mass, mass, mass * length * length / Scalar(12)).asDiagonal();
    const Vector3<Scalar> weight(0, -mass * Scalar(kGravity), 0);
    JointSide<Scalar> rod;
    rod.system = b.stack.AddSystem(inertia, Vector3<Scalar>(0, 0, 0), weight, [](int) { return -1; });
    rod.center = {length / 2, 0, 0};
    const JointSide<Scalar> wall;
    AddHinge<3>(rod, wall, Scalar(kStep), JointRowOptions<Scalar>{}, &b.stack);
    // The motor never reaches this rate, so it gives its full torque, in either direction.
    const Scalar wanted = torque < 0 ? Scalar(-0.1L) : Scalar(0.1L);
    const auto most = static_cast<Scalar>(Abs(torque));
    AddTurnRow<3>(rod, wall, rod.axis, -most, most, wanted, &b.stack);
    const int end = b.stack.AddContact({0, 1, 0}, Scalar(0.5L), Scalar(0));
    b.stack.Attach(end, rod.system, Scalar(1), BodyPointJacobian<3>(Vector3<Scalar>(length / 2, 0, 0)));
    b.Solve();
    const double force = 1.5 * kGravity / 2 - torque / 0.4;
    EXPECT_NEAR(b.solution.force[0][0], static_cast<Scalar>(force > 0 ? force : 0), tolerance);
    EXPECT_NEAR(b.solution.joint_force[2], static_cast<Scalar>(torque), tolerance);
    const double rate = force > 0 ? 0 : (torque - 1.5 * kGravity * 0.2) / (1.5 * 0.16 / 3) * kStep;
    EXPECT_NEAR(b.next[2], static_cast<Scalar>(rate), tolerance / 100);
  }
}

TEST(MixedSolve, AHingedRodOnTheGroundDouble) { CheckRodOnGround<double>(4.7e-7); }
TEST(MixedSolve, AHingedRodOnTheGroundFloat) { CheckRodOnGround<float>(5e-4f); }

// A rod couples two blocks on the ground along x, and F pushes the first. Both slide at a = F / (m₁ + m₂) − μ
// g, and the rod carries m₂ (a + μ g).
template <typename Scalar>
void CheckCoupledBlocks(Scalar tolerance) {
  auto& b = Memory<Scalar>();
  const double mass[2] = {2, 3};
  const double mu = 0.4;
  const double push = 30;
  const int row = b.stack.AddJointRow(-kInfinity<Scalar>, kInfinity<Scalar>, Scalar(0));
  for (int i = 0; i < 2; ++i) {
    const Matrix3<Scalar> inertia = static_cast<Scalar>(mass[i]) * Matrix3<Scalar>::Identity();
    const Vector3<Scalar> force(static_cast<Scalar>(i == 0 ? push : 0),
                                static_cast<Scalar>(-mass[i] * kGravity), 0);
    const int block = b.stack.AddSystem(inertia, Vector3<Scalar>(0, 0, 0), force, [](int) { return -1; });
    const int c = b.stack.AddContact({0, 1, 0}, static_cast<Scalar>(mu), Scalar(0));
    b.stack.Attach(c, block, Scalar(1), BodyPointJacobian<3>(Vector3<Scalar>(0, 0, 0)));
    b.stack.AttachJointRow(row, block, i == 0 ? Scalar(1) : Scalar(-1), Vector3<Scalar>(1, 0, 0));
  }
  b.Solve();
  const double acceleration = push / 5 - mu * kGravity;
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(b.next[3 * i], static_cast<Scalar>(acceleration * kStep), tolerance / 100);
    const auto& f = b.solution.force[static_cast<unsigned>(i)];
    EXPECT_NEAR(f[0], static_cast<Scalar>(mass[i] * kGravity), tolerance);
    EXPECT_NEAR(f[1], static_cast<Scalar>(-mu * mass[i] * kGravity), tolerance);
  }
  // The row's force acts with the row's sign on the first block: against the push.
  EXPECT_NEAR(b.solution.joint_force[0], static_cast<Scalar>(-3 * (acceleration + mu * kGravity)), tolerance);
}

TEST(MixedSolve, TwoCoupledBlocksSlideDouble) { CheckCoupledBlocks<double>(1e-7); }
TEST(MixedSolve, TwoCoupledBlocksSlideFloat) { CheckCoupledBlocks<float>(5e-3f); }

}  // namespace footing::mixed_solve_test
