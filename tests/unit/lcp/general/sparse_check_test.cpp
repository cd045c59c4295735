#include "core/lcp/general/sparse_check.hpp"

#include <gtest/gtest.h>

namespace footing::sparse_check_test {

// z_0 alone is not zero. Row 1 does not meet it.
ResidualCheck<double> Check(double a, double z, double b) {
  LcpProblem<double, 2> problem;
  problem.size = 2;
  problem.A << a, 0.0, 0.0, 1.0;
  problem.b << b, 0.0;
  SparseVector<double, 2> sparse;
  sparse.count = 1;
  sparse.index[0] = 0;
  sparse.value[0] = z;
  BoundedVector<double, 2> all, w;
  return CheckSparse(problem, sparse, all, w);
}

TEST(SparseCheck, TakesARowOfZeros) {
  const auto check = Check(2.0, 0.5, -1.0);
  EXPECT_TRUE(check.solved);
  EXPECT_LE(check.residual, 1e-14);
  EXPECT_FALSE(Check(2.0, 0.75, -1.0).solved);
}

// A product of 10.4 smallest numbers is rounded to 10, one of 0.4 to nothing.
TEST(SparseCheck, UnderflowIsCounted) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  EXPECT_FALSE(Check(0x1p-537 * 1.3, 0x1p-534, -10 * kLeast).solved);
  EXPECT_FALSE(Check(0x1p-537 * 0.4, 0x1p-537, 0.0).solved);
}

}  // namespace footing::sparse_check_test
