#include "core/lcp/general/nonnegative_descent.hpp"

#include <gtest/gtest.h>

#include "core/lcp/residual.hpp"
#include "tests/support/random.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/trials.hpp"

namespace footing::nonnegative_descent_test {

constexpr int kSize = 14;  // not a multiple of the block size

template <typename Scalar>
class NonnegativeDescentTest : public testing::Test {
 public:
  using Problem = LcpProblem<Scalar, kSize>;

  // A = G Gᵀ of small integers, b = w − A z with 0 ≤ z ⟂ w ≥ 0; both z_i and w_i may be zero.
  Problem Draw(Random& random, int size, int rank) {
    Problem problem;
    problem.size = size;
    int g[kSize][kSize] = {};
    for (int i = 0; i < size; ++i) {
      const bool copy = i > 0 && random.Integer(4) == 0;
      for (int k = 0; k < rank; ++k) g[i][k] = copy ? g[i - 1][k] : random.Integer(5) - 2;
    }
    int b[kSize] = {};
    for (int j = 0; j < size; ++j) {
      const int kind = random.Integer(3);
      b[j] += kind == 0 ? 1 : 0;
      for (int i = 0; i < size; ++i) {
        int sum = 0;
        for (int k = 0; k < rank; ++k) sum += g[i][k] * g[j][k];
        problem.A(i, j) = static_cast<Scalar>(sum);
        b[i] -= kind == 1 ? sum : 0;
      }
    }
    for (int i = 0; i < size; ++i) problem.b[i] = static_cast<Scalar>(b[i]);
    return problem;
  }

  SolveStatus Solve(const Problem& problem, int budget) {
    return NonnegativeDescent<Scalar, kSize>(problem, work, solution).Solve(budget);
  }

  LcpSolution<Scalar, kSize> solution;
  NonnegativeDescentWorkspace<Scalar, kSize> work;
};
TYPED_TEST_SUITE(NonnegativeDescentTest, Scalars);

// Whole numbers of any rank, with repeated rows and degenerate: the judgement has no rounding errors.
TYPED_TEST(NonnegativeDescentTest, SolvesWhatHasASolution) {
  Random random(3);
  int solved = 0;
  const int trials = Trials(4000, 40);
  for (int trial = 0; trial < trials; ++trial) {
    const int size = 1 + random.Integer(kSize);
    const auto problem = this->Draw(random, size, 1 + random.Integer(size));
    if (this->Solve(problem, 3 * size + 10) != SolveStatus::kSolved) continue;
    ++solved;
    BoundedVector<TypeParam, kSize> w;
    EXPECT_TRUE(CheckSolution(problem, this->solution.z, w).solved);
    for (int i = 0; i < size; ++i) EXPECT_GE(this->solution.z[i], TypeParam(0));
  }
  EXPECT_GE(solved, trials - (sizeof(TypeParam) == 4 ? trials / 100 : 0));
}

TYPED_TEST(NonnegativeDescentTest, KeepsToItsBudget) {
  Random random(4);
  for (int trial = 0; trial < Trials(500, 20); ++trial) {
    const auto problem = this->Draw(random, kSize, 1 + random.Integer(kSize));
    const int budget = random.Integer(8);
    (void)this->Solve(problem, budget);
    EXPECT_LE(this->solution.pivots, budget);
  }
}

// b = −1 at a row that A does not move, so no solution exists.
TYPED_TEST(NonnegativeDescentTest, ClaimsNothingWhereThereIsNothing) {
  typename TestFixture::Problem problem;
  problem.size = 3;
  problem.A.setZero();
  problem.A(0, 0) = problem.A(1, 1) = problem.A(0, 1) = problem.A(1, 0) = TypeParam(2);
  problem.b.setZero();
  problem.b[2] = TypeParam(-1);
  EXPECT_EQ(this->Solve(problem, 20), SolveStatus::kInaccurate);
  problem.A(0, 1) = problem.A(1, 0) = TypeParam(-2);  // dependent rows that pull against each other
  problem.b[0] = problem.b[1] = TypeParam(-1);
  problem.b[2] = TypeParam(0);
  EXPECT_EQ(this->Solve(problem, 20), SolveStatus::kRay);
  problem.A(0, 1) = TypeParam(1);
  EXPECT_EQ(this->Solve(problem, 20), SolveStatus::kNotSymmetric);
}

}  // namespace footing::nonnegative_descent_test
