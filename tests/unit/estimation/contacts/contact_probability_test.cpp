#include "core/estimation/contacts/contact_probability.hpp"

#include <gtest/gtest.h>

namespace footing::contact_probability_test {

TEST(ContactProbability, FollowsTheEvidenceAndSumsToOne) {
  TrackedFoot<double> foot;
  foot.log_odds = 0;
  EXPECT_NEAR(Probability(foot).open, 0.5, 1e-12);
  double last = 1;
  for (const double evidence : {1.5, 0.5, 0.0, -0.5, -2.0}) {
    foot.log_odds = evidence;
    const auto p = Probability(foot);
    EXPECT_NEAR(p.open + p.stick + p.slip, 1, 1e-12);
    EXPECT_GE(p.slip, 0);
    EXPECT_GE(p.stick, 0);
    EXPECT_LT(1 - p.open, last);
    last = 1 - p.open;
  }
  // One foot in 600 of those that are surely loaded is not (docs/reference/estimator.md).
  foot.log_odds = 2;
  EXPECT_NEAR(1 / Probability(foot).open, 600, 10);
  foot.log_odds = 0.5;
  foot.slip_evidence = 0;
  const double holds = Probability(foot).slip;
  foot.slip_evidence = 1.5;
  EXPECT_LT(10 * holds, Probability(foot).slip);
}

}  // namespace footing::contact_probability_test
