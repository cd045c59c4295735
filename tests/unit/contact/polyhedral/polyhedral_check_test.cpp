#include "core/contact/polyhedral/polyhedral_check.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace footing::polyhedral_check_test {

// Friction of μ f_n, rounded up by 3e-9, on a contact that does not move.
TEST(PolyhedralCheck, ThePyramidsOwnRoundingIsCounted) {
  const FrictionBasis<float, 4> basis;
  const float mu = 0.1F, f_n = 1.1F;
  ASSERT_GT(static_cast<double>(mu * f_n), static_cast<double>(mu) * static_cast<double>(f_n));
  const auto holds = [&](float per_force, float slack) {
    return ContactHolds(basis, mu, {f_n, mu * f_n, 0.0F}, {0.0F, 0.0F, 0.0F}, per_force, slack);
  };
  EXPECT_TRUE(holds(1.0F, 1e-4F));
  EXPECT_FALSE(holds(1e6F, 1e-4F));  // 3e-3 m/s
}

// A contact slides along t1 with friction of exactly μ f_n, of which a rounding is 0.03 m/s or more.
TEST(PolyhedralCheck, FrictionThatFillsThePyramidLosesNothing) {
  const FrictionBasis<float, 4> basis;
  const auto holds = [&](float f_t) {
    return ContactHolds(basis, 0.5F, {1.0F, f_t, 0.0F}, {0.0F, 1.0F, 0.0F}, 1e6F, 1e-4F);
  };
  EXPECT_TRUE(holds(-0.5F));
  EXPECT_FALSE(holds(std::nextafter(-0.5F, 0.0F)));
  EXPECT_FALSE(holds(std::nextafter(-0.5F, -1.0F)));
}

// A body of 1 kg between two walls, pressed by 3 kN from both sides. The forces differ by the 1 N that stops
// it. If dt f were rounded, the bound of its error would exceed the slack, 2.5e-7 m/s.
TEST(PolyhedralCheck, ForcesFarAboveWhatTheyMove) {
  constexpr float kDt = 1e-3F;
  ContactProblem<float, 2> problem;
  problem.contacts = 2;
  problem.dt = kDt;
  problem.delassus.setZero();
  problem.delassus(0, 0) = problem.delassus(3, 3) = 1.0F;
  problem.delassus(0, 3) = problem.delassus(3, 0) = -1.0F;
  problem.free_velocity.setZero();
  problem.free_velocity[0] = -kDt;
  problem.free_velocity[3] = kDt;
  problem.friction.setZero();
  problem.normal_bias.setZero();
  const FrictionBasis<float, 4> basis;
  const auto holds = [&](float below) {
    ContactSolution<float, 2> solution;
    Clear(&solution);
    solution.force[0][0] = below;
    solution.force[1][0] = 3000.0F;
    return PolyhedralHolds(problem, basis, solution);
  };
  EXPECT_TRUE(holds(3001.0F));
  EXPECT_FALSE(holds(3001.0005F));  // two roundings more: 4.9e-7 m/s
  EXPECT_FALSE(holds(3000.9995F));
}

}  // namespace footing::polyhedral_check_test
