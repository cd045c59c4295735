#include "core/lcp/general/whole_ratios.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace footing::whole_ratios_test {

using Vector = BoundedVector<double, 3>;

TEST(WholeRatios, AreTheLeast) {
  const Vector x{0.5, 1.0 / 3, -1.0 / 12};
  Vector whole;
  ASSERT_TRUE(FindWholeRatios(x, 3, &whole));
  EXPECT_EQ(whole, Vector(6, 4, -1));
}

TEST(WholeRatios, OfTheLeadingNumbersAlone) {
  const Vector x{1e-7 * 2 / 3, 1e-7, std::numeric_limits<double>::quiet_NaN()};
  Vector whole(7, 7, 7);
  ASSERT_TRUE(FindWholeRatios(x, 2, &whole));
  EXPECT_EQ(whole, Vector(2, 3, 7));
}

TEST(WholeRatios, NoneOfWhatHasNone) {
  Vector whole(7, 7, 7);
  EXPECT_FALSE(FindWholeRatios(Vector(1, 2.2360679774997896, 3.1415926535897931), 3, &whole));
  EXPECT_FALSE(FindWholeRatios(Vector(0, 0, 0), 3, &whole));
  EXPECT_EQ(whole, Vector(7, 7, 7));
}

}  // namespace footing::whole_ratios_test
