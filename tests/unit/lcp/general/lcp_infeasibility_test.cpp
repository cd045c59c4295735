#include "core/lcp/general/lcp_infeasibility.hpp"

#include <gtest/gtest.h>

#include "tests/support/oracles/enumeration/enumeration.hpp"
#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing::infeasibility_test {

constexpr int kSize = 8;
using Lcp = LcpProblem<double, kSize>;
using Boxes = CoupledBoxProblem<double, kSize>;
using Vector = BoundedVector<double, kSize>;

InfeasibilityWorkspace<double, kSize> workspace;
constexpr int kBudget = 1000;

Lcp Make(int size, const double* entries, const double* right) {
  Lcp problem;
  problem.size = size;
  for (int i = 0; i < size; ++i) {
    problem.b[i] = right[i];
    for (int j = 0; j < size; ++j) problem.A(i, j) = entries[i * size + j];
  }
  return problem;
}

// A = J Jᵀ of whole numbers with rank at most `rank`; b is whole too.
Lcp RandomPsd(Random& random, int size, int rank) {
  std::array<std::array<int, kSize>, kSize> jacobian{};
  for (auto& row : jacobian) {
    for (int& entry : row) entry = random.Integer(7) - 3;
  }
  Lcp problem;
  problem.size = size;
  for (int i = 0; i < size; ++i) {
    problem.b[i] = random.Integer(9) - 4;
    for (int j = 0; j < size; ++j) {
      int sum = 0;
      for (int k = 0; k < rank; ++k) {
        sum += jacobian[static_cast<unsigned>(i)][static_cast<unsigned>(k)] *
               jacobian[static_cast<unsigned>(j)][static_cast<unsigned>(k)];
      }
      problem.A(i, j) = sum;
    }
  }
  return problem;
}

// Bilateral rows with A = 0 and b = 0.
Boxes Empty(int size) {
  Boxes problem;
  problem.size = size;
  problem.A.setZero();
  problem.b.setZero();
  problem.lo.setConstant(-kInfinity<double>);
  problem.hi.setConstant(kInfinity<double>);
  problem.findex.fill(-1);
  return problem;
}

TEST(CheckInfeasible, TakesAProofAndRefusesWhatIsNone) {
  const double entries[] = {-1, 0, 0, -1};
  const double right[] = {-1, 2};
  const Lcp problem = Make(2, entries, right);
  Vector y = Vector::Zero();
  EXPECT_FALSE(CheckInfeasible(problem, y));
  y[0] = 1.0;
  EXPECT_TRUE(CheckInfeasible(problem, y));
  y[1] = 1.0;  // yᵀb > 0
  EXPECT_FALSE(CheckInfeasible(problem, y));
  y[1] = -1.0;  // wrong sign
  EXPECT_FALSE(CheckInfeasible(problem, y));
  y[1] = kInfinity<double>;
  EXPECT_FALSE(CheckInfeasible(problem, y));
}

TEST(CheckInfeasible, TakesNothingForZeroThatIsNot) {
  const double tiny = 1.0 / static_cast<double>(1LL << 60);
  // z = 2⁶⁰ solves, though 1 + 2⁻⁶⁰ − 1 is 0 in floating point.
  const double entries[] = {1, 0, 0, tiny, 0, 0, -1, 0, 0};
  const double right[] = {-0.25, -0.25, -0.25};
  Vector y = Vector::Ones();
  EXPECT_FALSE(CheckInfeasible(Make(3, entries, right), y));
  const double without[] = {1, 0, 0, 0, 0, 0, -1, 0, 0};
  EXPECT_TRUE(CheckInfeasible(Make(3, without, right), y));
}

TEST(CheckInfeasible, RefusesEveryVectorOfASolvableProblem) {
  Random random(3);
  for (int trial = 0; trial < Trials(5000, 200); ++trial) {
    const int n = 1 + random.Integer(4);
    Lcp problem = RandomPsd(random, n, n);
    for (int i = 0; i < n; ++i) {  // z = 1 meets the linear conditions
      double sum = 0.0;
      for (int j = 0; j < n; ++j) sum += problem.A(i, j);
      problem.b[i] = random.Integer(2) - sum;
    }
    Vector y = Vector::Zero();
    for (int i = 0; i < n; ++i) y[i] = random.Integer(5);
    EXPECT_FALSE(CheckInfeasible(problem, y));
  }
}

// A symmetric PSD problem is solvable exactly if the linear conditions can be met.
TEST(ProveInfeasible, AgreesWithEnumerationOnSymmetricPsdProblems) {
  Random random(4);
  int proven = 0;
  for (int trial = 0; trial < Trials(1500, 20); ++trial) {
    const int n = 1 + random.Integer(5);
    const Lcp problem = RandomPsd(random, n, 1 + random.Integer(n));
    test::Enumeration all;
    all.Load(problem);
    all.Run(1e-9L);
    const bool found = ProveInfeasible(problem, kBudget, workspace);
    EXPECT_EQ(found, all.solutions == 0) << "trial " << trial;
    if (found) {
      EXPECT_TRUE(CheckInfeasible(problem, workspace.y));
      ++proven;
    }
  }
  EXPECT_GT(proven, Trials(300, 3));
}

TEST(ProveInfeasible, NeedsPivotsAndSaysSo) {
  const double entries[] = {1, -1, -1, 1};
  const double right[] = {-1, 0.5};
  const Lcp problem = Make(2, entries, right);
  EXPECT_FALSE(ProveInfeasible(problem, 0, workspace));
  EXPECT_EQ(workspace.pivots, 0);
  EXPECT_TRUE(ProveInfeasible(problem, kBudget, workspace));
  EXPECT_DOUBLE_EQ(workspace.y[0], workspace.y[1]);
}

TEST(ProveInfeasible, SeesARowOfZeros) {
  const double entries[] = {0, 0, 0, 1};
  const double right[] = {-1e-3, -1};
  EXPECT_TRUE(ProveInfeasible(Make(2, entries, right), kBudget, workspace));
  EXPECT_EQ(workspace.y[1], 0.0);
}

// The sum of the violations over all rows has a proof of many entries, and rounding spoils it. The row alone
// has a proof that rounding does not spoil.
TEST(ProveInfeasible, SeesARowOfZerosAmongMany) {
  constexpr int kMany = 24;
  static LcpProblem<double, kMany> problem;
  static InfeasibilityWorkspace<double, kMany> search;
  problem.size = kMany;
  Random random(9);
  for (int trial = 0; trial < Trials(200, 5); ++trial) {
    const int zero = random.Integer(kMany);
    problem.A.setZero();
    for (int k = 0; k < kMany / 3; ++k) {
      BoundedVector<double, kMany> j;
      for (int i = 0; i < kMany; ++i) j[i] = i == zero ? 0.0 : random.Integer(7) - 3;
      problem.A += j * j.transpose();
    }
    for (int i = 0; i < kMany; ++i) problem.b[i] = random.Integer(9) - 4;
    problem.b[zero] = -3.0;
    EXPECT_TRUE(ProveInfeasible(problem, kBudget, search)) << "trial " << trial;
  }
}

TEST(ProveInfeasible, SeesJointsThatContradict) {
  Boxes problem = Empty(3);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) problem.A(i, j) = 0.1;  // a number of many bits
  }
  problem.A(2, 2) = 1.0;
  problem.b[0] = 0.25;
  EXPECT_TRUE(ProveInfeasible(problem, kBudget, workspace));
  problem.b[1] = 0.25;
  EXPECT_FALSE(ProveInfeasible(problem, kBudget, workspace));
}

// Row 2 holds still only with a friction force of −3 at row 1; half the normal force bounds it.
TEST(ProveInfeasible, KnowsTheBoundsOfCoupledRows) {
  Boxes problem = Empty(3);
  problem.A(2, 1) = 1.0;
  problem.b[2] = 3.0;
  problem.lo[0] = 0.0;
  problem.lo[1] = -0.5;
  problem.hi[1] = 0.5;
  problem.findex[1] = 0;
  EXPECT_FALSE(ProveInfeasible(problem, kBudget, workspace));
  problem.hi[0] = 6.0;
  EXPECT_FALSE(ProveInfeasible(problem, kBudget, workspace));
  problem.hi[0] = 5.5;
  EXPECT_TRUE(ProveInfeasible(problem, kBudget, workspace));
  problem.lo[0] = -7.0;  // |x| is the bound also for a normal that may pull
  EXPECT_FALSE(ProveInfeasible(problem, kBudget, workspace));
}

TEST(ProveInfeasible, WorksInFloat) {
  LcpProblem<float, 2> problem;
  InfeasibilityWorkspace<float, 2> work;
  problem.size = 2;
  problem.A << 1, -1, -1, 1;
  problem.b << -1, 0.5F;
  EXPECT_TRUE(ProveInfeasible(problem, 100, work));
  problem.b << -1, 1;
  EXPECT_FALSE(ProveInfeasible(problem, 100, work));
}

// w_1 = 1e30 z_0 − 1 can be positive, but the largest term of z_0 overflows a float.
TEST(CheckInfeasible, ABoundWhoseProductOverflowsProvesNothing) {
  BoxedLcpProblem<float, 2> problem;
  problem.size = 2;
  problem.A << 0.0F, 0.0F, 1e30F, 0.0F;
  problem.b << 0.0F, -1.0F;
  problem.lo << 0.0F, 0.0F;
  problem.hi << 1e20F, kInfinity<float>;
  EXPECT_FALSE(CheckInfeasible(problem, BoundedVector<float, 2>(0.0F, 1.0F)));
}

// z₀ + z₂ = 2.5 is needed, and both go from −1 to 1. A search that starts between the bounds has only half
// the way.
TEST(ProveInfeasible, VariablesMayBeginBetweenTheirBounds) {
  Boxes problem;
  problem.size = 3;
  problem.A.setZero();
  problem.A(1, 0) = problem.A(1, 2) = 1;
  problem.b.setZero();
  problem.b[1] = -2.5;
  for (const int i : {0, 1, 2}) {
    problem.lo[i] = i == 1 ? 0 : -1;
    problem.hi[i] = i == 1 ? kInfinity<double> : 1;
    problem.findex[static_cast<unsigned>(i)] = -1;
  }
  EXPECT_TRUE(ProveInfeasible(problem, kBudget, workspace));
  problem.b[1] = -2;
  EXPECT_FALSE(ProveInfeasible(problem, kBudget, workspace));
}

}  // namespace footing::infeasibility_test
