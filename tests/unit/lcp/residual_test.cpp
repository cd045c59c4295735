#include "core/lcp/residual.hpp"

#include <gtest/gtest.h>

namespace footing::residual_test {

LcpProblem<double, 2> Pair() {
  LcpProblem<double, 2> problem;
  problem.size = 2;
  problem.A << 2.0, 1.0, 1.0, 2.0;
  problem.b << -4.0, -5.0;  // z = (1, 2)
  return problem;
}

TEST(Residual, IsZeroAtTheSolution) {
  BoundedVector<double, 2> w;
  const auto check = CheckSolution(Pair(), BoundedVector<double, 2>(1.0, 2.0), w);
  EXPECT_TRUE(check.solved);
  EXPECT_EQ(check.residual, 0.0);
  EXPECT_EQ(w[0], 0.0);
}

TEST(Residual, SeesEveryWayToBeWrong) {
  BoundedVector<double, 2> w;
  for (const auto& z : {BoundedVector<double, 2>(1.0 + 1e-8, 2.0), BoundedVector<double, 2>(0.0, 2.0),
                        BoundedVector<double, 2>(-1e-8, 2.5), BoundedVector<double, 2>(0.0, 0.0),
                        BoundedVector<double, 2>(kInfinity<double>, 0.0),
                        BoundedVector<double, 2>(std::numeric_limits<double>::quiet_NaN(), 2.0)}) {
    const auto check = CheckSolution(Pair(), z, w);
    EXPECT_FALSE(check.solved) << z.transpose();
    EXPECT_GT(check.residual, 0.0);
  }
}

TEST(Residual, NaturalMapTakesTheSmallerOfForceAndVelocity) {
  BoundedVector<double, 2> w;
  const auto check = CheckSolution(Pair(), BoundedVector<double, 2>(3.0, 4.0), w);
  EXPECT_EQ(w[0], 6.0);
  EXPECT_EQ(check.residual, 4.0);
}

TEST(Residual, KnowsTheSignsAtBounds) {
  BoxedLcpProblem<double, 2> problem;
  problem.size = 1;
  problem.A(0, 0) = 1.0;
  problem.lo[0] = -1.0;
  problem.hi[0] = 2.0;
  BoundedVector<double, 2> w;
  const auto solved = [&](double b, double z) {
    problem.b[0] = b;
    return CheckSolution(problem, BoundedVector<double, 2>(z, 0.0), w).solved;
  };
  EXPECT_TRUE(solved(-5.0, 2.0));  // w = −3 at hi
  EXPECT_TRUE(solved(5.0, -1.0));  // w = 4 at lo
  EXPECT_TRUE(solved(-0.5, 0.5));  // w = 0 between
  EXPECT_FALSE(solved(5.0, 2.0));  // w > 0 at hi
  EXPECT_FALSE(solved(-5.0, -1.0));
  EXPECT_FALSE(solved(0.0, 0.5));
  EXPECT_FALSE(solved(-3.0, 3.0));  // w = 0, outside
}

TEST(Residual, ToleranceFollowsTheTermsOfTheRow) {
  LcpProblem<double, 2> problem;
  problem.size = 1;
  problem.A(0, 0) = 1e6;
  problem.b[0] = -1e6;
  BoundedVector<double, 2> w;
  EXPECT_TRUE(CheckSolution(problem, BoundedVector<double, 2>(1.0 + 1e-12, 0.0), w).solved);
  problem.A(0, 0) = 1e-6;
  problem.b[0] = -1e-6;
  EXPECT_FALSE(CheckSolution(problem, BoundedVector<double, 2>(1.0 + 1e-9, 0.0), w).solved);
}

// The rounding of 1e15 does not excuse −0.05 in a row that is not coupled to it, or only by a rounding error. It
// does excuse it in a row that an entry couples.
TEST(Residual, RowsOfOtherMachinesExcuseNothing) {
  LcpProblem<double, 2> problem;
  problem.size = 2;
  problem.b << -1e12, -0.05;
  const BoundedVector<double, 2> z(1e15, 0.0);
  BoundedVector<double, 2> w;
  for (const double coupling : {0.0, 1e-20, 1e-6}) {
    problem.A << 1e-3, coupling, 0.0, 1.0;
    EXPECT_EQ(CheckSolution(problem, z, w).solved, coupling == 1e-6);
  }
}

// Walls that close: forces of any size leave w = −1. Their terms alone would allow for it.
TEST(Residual, CancellingTermsExcuseNothing) {
  LcpProblem<double, 2> problem;
  problem.size = 2;
  problem.A << 1.0, -1.0, -1.0, 1.0;
  problem.b << -1.0, -1.0;
  BoundedVector<double, 2> w;
  for (const double force : {1e3, 1e8, 1e12, 1e17, 1e30}) {
    EXPECT_FALSE(CheckSolution(problem, BoundedVector<double, 2>(force, force), w).solved) << force;
    EXPECT_EQ(w[0], -1.0);
  }
}

// At 1e9 the terms alone would allow for |w| = 1.5e-2; the data, |b| = 1, allow for 1e-7.
TEST(Residual, TermsThatCancelAreHeldToTheData) {
  LcpProblem<double, 2> problem;
  problem.size = 2;
  problem.A << 1.0, -1.0, -1.0, 1.0;
  problem.b << 1.0, -1.0;
  BoundedVector<double, 2> w;
  const auto solved = [&](double error) {
    return CheckSolution(problem, BoundedVector<double, 2>(1e9, 1e9 + 1.0 + error), w).solved;
  };
  EXPECT_TRUE(solved(0.0));
  EXPECT_FALSE(solved(1e-6));
}

// D A D z' + D b with z = D z' has the same answers. No row may hide behind another row's unit.
TEST(Residual, UnitsOfRowsDoNotMatter) {
  for (const double d : {1.0, 1e-6, 1e6}) {
    LcpProblem<double, 2> problem;
    problem.size = 2;
    problem.A << 2.0, d, d, 2.0 * d * d;
    problem.b << -4.0, -5.0 * d;  // z = (1, 2 / d)
    BoundedVector<double, 2> w;
    EXPECT_TRUE(CheckSolution(problem, BoundedVector<double, 2>(1.0, 2.0 / d), w).solved) << d;
    EXPECT_FALSE(CheckSolution(problem, BoundedVector<double, 2>(1.0, (2.0 + 1e-9) / d), w).solved) << d;
    EXPECT_FALSE(CheckSolution(problem, BoundedVector<double, 2>(2.0, 0.0), w).solved) << d;
  }
}

// A positive w asks for a z at its bound, not near it.
TEST(Residual, NearABoundIsNotAtIt) {
  LcpProblem<double, 2> problem;
  problem.size = 2;
  problem.A << 1.0, 0.0, 0.0, 1.0;
  problem.b << 1.0, -1e3;
  BoundedVector<double, 2> w;
  EXPECT_TRUE(CheckSolution(problem, BoundedVector<double, 2>(0.0, 1e3), w).solved);
  EXPECT_FALSE(CheckSolution(problem, BoundedVector<double, 2>(1e-13, 1e3), w).solved);
}

// b = 0, and the box of row 0 excludes zero: what it forces on the rows is their data.
TEST(Residual, BoundsThatExcludeZeroAreData) {
  BoxedLcpProblem<double, 2> problem;
  problem.size = 2;
  problem.A << 1.0, -0.3, -0.3, 0.7;
  problem.b << 0.0, 0.0;
  problem.lo << 5.0, 0.0;
  problem.hi << 6.0, kInfinity<double>;
  BoundedVector<double, 2> w;
  EXPECT_TRUE(CheckSolution(problem, BoundedVector<double, 2>(5.0, 0.3 * 5.0 / 0.7), w).solved);
  EXPECT_FALSE(CheckSolution(problem, BoundedVector<double, 2>(5.0, 0.3 * 5.0 / 0.7 + 1e-8), w).solved);
}

// A product of 10.4 smallest numbers is rounded to 10. It leaves w = 0, and 4 % of b open.
TEST(Residual, UnderflowIsCounted) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  LcpProblem<double, 2> problem;
  problem.size = 1;
  problem.A(0, 0) = 0x1p-537 * 1.3;
  problem.b[0] = -10 * kLeast;
  BoundedVector<double, 2> w;
  EXPECT_FALSE(CheckSolution(problem, BoundedVector<double, 2>(0x1p-534, 0.0), w).solved);
  EXPECT_EQ(w[0], 0.0);
}

// The product of a row's size and the largest z overflows, and so does the slack.
TEST(Residual, ASlackThatOverflowsAllowsNothing) {
  LcpProblem<float, 2> problem;
  problem.size = 2;
  problem.A << 0.0F, 0.0F, 1e30F, 0.0F;
  problem.b << -1.0F, 1.0F;
  BoundedVector<float, 2> z(0.0F, 1e30F);
  BoundedVector<float, 2> w;
  EXPECT_FALSE(CheckSolution(problem, z, w).solved);
}

}  // namespace footing::residual_test
