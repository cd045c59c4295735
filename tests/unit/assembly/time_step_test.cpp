// The output of a step whose stack is refused.
#include "core/assembly/time_step.hpp"

#include <gtest/gtest.h>

namespace footing::time_step_test {

TEST(TimeStep, AStackThatIsRefusedLeavesNoForcesOfTheLastStep) {
  static TimeStep<double, 3, 4> step;
  using Vector = Eigen::Vector3d;
  const auto describe = [&](double mass) {
    step.stack.Clear();
    const int ball = step.stack.AddSystem(Eigen::Matrix3d(mass * Eigen::Matrix3d::Identity()),
                                          Vector(0, 0, -1), Vector(0, 0, -9.81), [](int i) { return i - 1; });
    step.stack.Attach(step.stack.AddContact(Vector::UnitZ(), 0.5, 0), ball, 1.0, Eigen::Matrix3d::Identity());
  };
  describe(1);
  ASSERT_EQ(StepVelocity(1e-3, SolveOptions{}, step), SolveStatus::kSolved);
  EXPECT_NEAR(step.solution.force[0][0], 1e3 + 9.81, 1e-9);
  EXPECT_NEAR(step.next_velocity[2], 0, 1e-12);

  const auto expect_refusal = [&](SolveStatus status) {
    EXPECT_EQ(StepVelocity(1e-3, SolveOptions{}, step), status);
    EXPECT_EQ(step.solution.force[0], Vector(0, 0, 0));
    EXPECT_EQ(step.next_velocity, Vector(0, 0, -1));
  };
  describe(1);
  for (int c = 0; c < 4; ++c) (void)step.stack.AddContact(Vector::UnitZ(), 0.5, 0);  // one more than fit
  expect_refusal(SolveStatus::kBadSize);
  describe(1);
  ASSERT_EQ(StepVelocity(1e-3, SolveOptions{}, step), SolveStatus::kSolved);
  describe(-1);
  expect_refusal(SolveStatus::kSingular);
}

}  // namespace footing::time_step_test
