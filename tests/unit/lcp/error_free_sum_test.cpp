#include "core/lcp/error_free_sum.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "tests/support/random.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/trials.hpp"

namespace footing::error_free_sum_test {

template <typename Scalar>
class ErrorFreeSumTest : public testing::Test {};
TYPED_TEST_SUITE(ErrorFreeSumTest, Scalars);

TYPED_TEST(ErrorFreeSumTest, KeepsWhatCancellationWouldLose) {
  const TypeParam large = TypeParam(1) / (kEpsilon<TypeParam> * kEpsilon<TypeParam>);
  ErrorFreeSum<TypeParam> sum;
  sum.Add(large);
  sum.Add(TypeParam(3));
  sum.Add(-large);
  EXPECT_EQ(sum.Value(), TypeParam(3));
  EXPECT_GT(sum.Bound(), TypeParam(0));
}

TYPED_TEST(ErrorFreeSumTest, IsSureOfWholeNumbers) {
  ErrorFreeSum<TypeParam> sum;
  for (int i = 1; i <= 50; ++i) sum.AddProduct(static_cast<TypeParam>(i), static_cast<TypeParam>(51 - i));
  EXPECT_EQ(sum.Value(), TypeParam(22100));
  EXPECT_EQ(sum.Bound(), TypeParam(0));
}

// Factors are whole numbers of 30 bits. Neither products nor sums fit a double, so integers give the exact
// result.
TEST(ErrorFreeSum, BoundsTheErrorAgainstIntegers) {
  Random random(1);
  for (int trial = 0; trial < Trials(2000, 100); ++trial) {
    ErrorFreeSum<double> sum;
    std::int64_t high = 0;  // the sum is high · 2³⁰ + low
    std::int64_t low = 0;
    for (int term = 0; term < 20; ++term) {
      const std::int64_t a = random.Integer(1 << 30) - (1 << 29);
      const std::int64_t b = random.Integer(1 << 30) - (1 << 29);
      sum.AddProduct(static_cast<double>(a), static_cast<double>(b));
      const std::int64_t product = a * b;
      high += product >> 30;
      low += product & ((1 << 30) - 1);
    }
    const double rest = (sum.Value() - static_cast<double>(high) * (1 << 30)) - static_cast<double>(low);
    EXPECT_LE(Abs(rest), sum.Bound() + 4 * kEpsilon<double> * Abs(sum.Value()));
    EXPECT_LE(sum.Bound(), 4 * kEpsilon<double> * Abs(sum.Value()) + 1e-9);
  }
}

TEST(ErrorFreeSum, AdmitsWhatItCannotSplit) {
  ErrorFreeSum<double> sum;
  sum.AddProduct(1e300, 1.0 / 3.0);
  sum.AddProduct(1e305, 1.0 / 3.0);
  EXPECT_FALSE(sum.Upper() <= 0.0);
  EXPECT_FALSE(sum.Lower() >= 0.0 && sum.Upper() < 1e303);
}

}  // namespace footing::error_free_sum_test
