// A brief run of the campaign that footing_honesty runs at length.
#include <gtest/gtest.h>

#include "tests/support/benches/contact_trials.hpp"
#include "tests/support/benches/lcp_trials.hpp"

namespace footing::honesty_test {

void ExpectHonest(const test::Tallies& tallies) {
  for (const auto& [name, tally] : tallies) {
    EXPECT_EQ(tally.refuted, 0) << name << ": " << static_cast<double>(tally.worst);
    EXPECT_LE(tally.lost, 1 + tally.tried / 50) << name;
  }
}

template <typename Scalar>
class Honesty : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Honesty, Scalars);

TYPED_TEST(Honesty, NoAnswerOfUpTo150RowsIsRefuted) {
  test::LcpTrials<TypeParam, 150> trials;
  test::Tallies tallies;
  for (int family = 0; family < test::kLcpFamilies; ++family) {
    Random random(31 + static_cast<unsigned>(family));
    for (int trial = 0; trial < 40; ++trial) trials.Run(static_cast<test::LcpFamily>(family), random, &tallies);
  }
  ExpectHonest(tallies);
}

TYPED_TEST(Honesty, NoContactForceIsRefuted) {
  test::ContactTrials<TypeParam> trials;
  test::Tallies tallies;
  for (int family = 0; family < test::kContactFamilies; ++family) {
    Random random(41 + static_cast<unsigned>(family));
    for (int trial = 0; trial < 400; ++trial) trials.Run(family, random, &tallies);
  }
  ExpectHonest(tallies);
}

}  // namespace footing::honesty_test
