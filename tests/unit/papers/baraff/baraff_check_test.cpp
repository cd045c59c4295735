// What CheckBaraff refuses where single numbers round or underflow: one contact with a diagonal A.
#include <gtest/gtest.h>

#include "core/papers/baraff/baraff_problem.hpp"

namespace footing::baraff_check_test {

// b stops the normal, and leaves the tangents `a_x` and 0.
template <typename Scalar>
bool Holds(const BoundedVector<Scalar, 3>& diagonal, Scalar mu, const BoundedVector<Scalar, 3>& f, Scalar a_x) {
  BaraffProblem<Scalar, 1> problem;
  problem.contacts = 1;
  problem.A.setZero();
  for (int i = 0; i < 3; ++i) problem.A(i, i) = diagonal[i];
  problem.b << -diagonal[0] * f[0], a_x - diagonal[1] * f[1], -diagonal[2] * f[2];
  problem.mu[0] = mu;
  problem.slip[0].setZero();
  BoundedVector<Scalar, 3> a;
  return CheckBaraff(problem, f, a).solved;
}

// Friction on the cone, along the acceleration and against it. The product f·a may underflow.
TEST(BaraffCheck, FrictionThatDrivesIsRefusedAtAnySize) {
  for (const double size : {1.0, 1e-100, 1e-200}) {
    EXPECT_FALSE(Holds<double>({1, 1, 1}, 1.0, {size, size, 0}, size)) << size;
    EXPECT_TRUE(Holds<double>({1, 1, 1}, 1.0, {size, size, 0}, -size)) << size;
  }
}

// Friction of μ f_N, rounded up by 3e-9. With a row that is 1e6 times as mobile this is 3e-3 of what moves.
TEST(BaraffCheck, TheConesOwnRoundingIsCounted) {
  const float mu = 0.1F, f_n = 1.1F, f_t = mu * f_n;
  ASSERT_GT(static_cast<double>(f_t), static_cast<double>(mu) * static_cast<double>(f_n));
  EXPECT_TRUE(Holds<float>({1, 1, 1}, mu, {f_n, 0, f_t}, 0));
  EXPECT_FALSE(Holds<float>({1, 1e6F, 1}, mu, {f_n, 0, f_t}, 0));
}

// The contact slips, and 1e-4 of its friction is missing: 50 m/s² in the row that a force moves most.
TEST(BaraffCheck, ForcesCountByTheLargestRow) {
  EXPECT_TRUE(Holds<double>({1e6, 1e-6, 1e-6}, 0.5, {1, 0.5, 0}, -10));
  EXPECT_FALSE(Holds<double>({1e6, 1e-6, 1e-6}, 0.5, {1, 0.5 - 5e-5, 0}, -10));
}

}  // namespace footing::baraff_check_test
