#include "core/lcp/clamped_set.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace footing::clamped_set_test {

constexpr int kSize = 6;
using Problem = BoxedLcpProblem<double, kSize>;

// A = GᵀG, where G has `rank` random rows; no bounds.
Problem RandomGram(test::Random& random, int rank) {
  Problem problem;
  problem.size = kSize;
  Eigen::Matrix<double, kSize, kSize> g;
  g.setZero();
  for (int r = 0; r < rank; ++r) {
    for (int i = 0; i < kSize; ++i) g(r, i) = random.Uniform(-1.0, 1.0);
  }
  problem.A = g.transpose() * g;
  for (int i = 0; i < kSize; ++i) problem.b[i] = random.Uniform(-1.0, 1.0);
  problem.lo.setConstant(-kInfinity<double>);
  problem.hi.setConstant(kInfinity<double>);
  return problem;
}

// When row 0 moves by one, w of the members does not change.
void ExpectHeld(const Problem& problem, ClampedSet<double, kSize>& set) {
  set.Follow(problem.A, 0, 1.0);
  for (int k = 0; k < set.size(); ++k) {
    double change = problem.A(set.row(k), 0);
    for (int m = 0; m < set.size(); ++m) change += problem.A(set.row(k), set.row(m)) * set.step(m);
    EXPECT_NEAR(change, 0.0, 1e-10);
  }
}

TEST(ClampedSet, HoldsItsRowsAsTheyComeAndGo) {
  test::Random random(3);
  const Problem problem = RandomGram(random, kSize);
  ClampedSet<double, kSize> set;
  for (const int row : {4, 2, 5, 1}) {
    ASSERT_TRUE(set.Append(problem.A, row));
    ExpectHeld(problem, set);
  }
  set.Remove(2);
  ASSERT_EQ(set.size(), 3);
  EXPECT_EQ(set.row(0), 4);
  EXPECT_EQ(set.row(1), 5);
  EXPECT_EQ(set.row(2), 1);
  ExpectHeld(problem, set);
  set.Remove(1);
  ExpectHeld(problem, set);
  set.Clear();
  EXPECT_EQ(set.size(), 0);
}

TEST(ClampedSet, RefusesARowThatDependsOnTheOthers) {
  test::Random random(4);
  const Problem problem = RandomGram(random, 2);
  ClampedSet<double, kSize> set;
  ASSERT_TRUE(set.Append(problem.A, 3));
  ASSERT_TRUE(set.Append(problem.A, 1));
  EXPECT_FALSE(set.Append(problem.A, 2));
  EXPECT_EQ(set.size(), 2);
  ExpectHeld(problem, set);
}

TEST(ClampedSet, RefinesWithinTheBounds) {
  test::Random random(5);
  Problem problem = RandomGram(random, kSize);
  ClampedSet<double, kSize> set;
  for (const int row : {1, 3}) ASSERT_TRUE(set.Append(problem.A, row));
  BoundedVector<double, kSize> z;
  z.setOnes();
  for (const bool exact : {false, true}) set.Refine(problem, exact, z);
  const BoundedVector<double, kSize> w = problem.A * z + problem.b;
  EXPECT_NEAR(w[1], 0.0, 1e-12);
  EXPECT_NEAR(w[3], 0.0, 1e-12);
  EXPECT_EQ(z[0], 1.0);
  problem.hi[3] = z[3] - 1.0;
  for (const bool exact : {false, true}) set.Refine(problem, exact, z);
  EXPECT_EQ(z[3], problem.hi[3]);
}

}  // namespace footing::clamped_set_test
