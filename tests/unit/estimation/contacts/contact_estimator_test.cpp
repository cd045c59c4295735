// The contact estimator's states with handmade residuals and foot speeds; which feet become candidates.
#include "core/estimation/contacts/contact_estimator.hpp"

#include <gtest/gtest.h>

#include "core/estimation/contacts/contact_candidates.hpp"
#include "tests/unit/estimation/contacts/contact_rig.hpp"

namespace footing::contact_estimator_test {

using namespace contact_rig;

TEST(ContactEstimator, StartsOpen) {
  const Rig rig;
  for (int foot = 0; foot < 4; ++foot) EXPECT_EQ(rig.estimator().point(foot).state, ContactState::kOpen);
}

TEST(ContactEstimator, AStepOfForceIsLoadedWithinMillisecondsAndOpenAgainAsFast) {
  Rig rig;
  rig.Run(100, kFree, kSwing);
  ASSERT_EQ(rig.foot().state, ContactState::kOpen);
  EXPECT_LE(rig.Until(ContactState::kStick, kPressed, kStill), 8);
  rig.Run(100, kPressed, kStill);
  EXPECT_TRUE(rig.foot().settled);
  EXPECT_TRUE(rig.foot().holds);
  EXPECT_LE(rig.Until(ContactState::kOpen, kFree, kSwing), 8);
  EXPECT_FALSE(rig.foot().holds);
}

// What pushes along the ground beyond any friction is the edge of a step. σ is 12 N here.
TEST(ContactEstimator, AFootAtAnEdgeIsLoaded) {
  const Vector edge(80.0, 0.0, -20.0);
  Rig rig;
  rig.Run(100, kFree, kSwing);
  EXPECT_EQ(rig.estimator().foot(kFoot).edge_force, 0);
  EXPECT_LE(rig.Until(ContactState::kStick, edge, kStill), 10);
  EXPECT_NEAR(rig.estimator().foot(kFoot).edge_force, 80 - 2.5 * 12, 1);
  EXPECT_LE(rig.Until(ContactState::kOpen, kFree, kSwing), 10);
  // Friction of 0.9, and noise of two deviations, are none.
  rig.Run(100, Vector(0.9 * kLoad, 0, kLoad), kStill);
  EXPECT_EQ(rig.estimator().foot(kFoot).edge_force, 0);
  EXPECT_LE(rig.Until(ContactState::kOpen, Vector(24, 0, 0), kSwing), 20);
  EXPECT_EQ(rig.Until(ContactState::kStick, Vector(24, 0, 0), kSwing), 1000);
}

TEST(ContactEstimator, OneTickOfForceIsNoContact) {
  Rig rig;
  rig.Run(100, kFree, kSwing);
  rig.Run(1, kPressed, kSwing);
  EXPECT_EQ(rig.foot().state, ContactState::kOpen);
  EXPECT_EQ(rig.Until(ContactState::kStick, kFree, kSwing), 1000);
}

TEST(ContactEstimator, SlipIsSaidOfSpeedThatLastsAndNotOfABlip) {
  Rig rig;
  rig.Run(200, kPressed, kStill);
  const Vector fast(0.2, 0.1, 0.0);
  rig.Run(2, kPressed, fast);
  EXPECT_EQ(rig.foot().state, ContactState::kStick);
  rig.Run(50, kPressed, kStill);
  EXPECT_EQ(rig.foot().state, ContactState::kStick);
  EXPECT_LE(rig.Until(ContactState::kSlip, kPressed, fast), 8);
  EXPECT_FALSE(rig.foot().holds);
  EXPECT_LE(rig.Until(ContactState::kStick, kPressed, kStill), 15);
  rig.Run(50, kPressed, kStill);
  EXPECT_TRUE(rig.foot().holds);
}

TEST(ContactEstimator, BelowTheThresholdSlipNeedsThePredictionsWord) {
  Rig rig;
  rig.Run(200, kPressed, kStill);
  const Vector slow(0.045, 0.0, 0.0);
  rig.Run(200, kPressed, slow);
  EXPECT_EQ(rig.foot().state, ContactState::kStick);
  rig.Run(200, kPressed, slow, 0.0, true);
  EXPECT_EQ(rig.foot().state, ContactState::kSlip);
}

TEST(ContactEstimator, NumbersBeyondReasonDoNotStayInTheEstimate) {
  Rig rig;
  rig.Run(20, Vector(1e12, 1e12, 1e12), Vector(1e6, 1e6, 1e6));
  EXPECT_TRUE(IsFinite(rig.foot().log_odds));
  EXPECT_LE(rig.foot().force.cwiseAbs().maxCoeff(), 8 * 134.9);
  rig.Run(100, kFree, kSwing);
  EXPECT_EQ(rig.foot().state, ContactState::kOpen);
}

TEST(FindCandidates, LoadedFeetAlwaysOpenOnesNearTheGround) {
  Rig rig;
  rig.Run(100, kPressed, kStill);
  // Loaded foot 2 is high above the believed ground; foot 0 is near it, 1 is out of reach, 3 is hardly below
  // it.
  const auto candidates =
      FindCandidates(rig.estimator(), std::array<double, 4>{0.01, 0.05, 0.2, -0.0015}, 0.02);
  ASSERT_EQ(candidates.count, 3);
  EXPECT_EQ(candidates.candidate[0].point, 0);
  EXPECT_EQ(candidates.candidate[0].gap, 0.01);
  EXPECT_EQ(candidates.candidate[1].point, 2);
  EXPECT_EQ(candidates.candidate[1].gap, 0.0);
  EXPECT_EQ(candidates.candidate[2].point, 3);
  EXPECT_EQ(candidates.candidate[2].gap, 0.0);
  for (unsigned c = 0; c < 3; ++c) EXPECT_EQ(candidates.candidate[c].lands, c != 1) << c;
}

// An open foot below the believed ground refutes the belief: nothing is predicted for it.
TEST(FindCandidates, OpenFeetBelowTheGroundAreLeftOut) {
  const Rig rig;
  EXPECT_EQ(FindCandidates(rig.estimator(), std::array<double, 4>{-0.03, -0.0021, 0.2, -0.3}, 0.02).count, 0);
}

}  // namespace footing::contact_estimator_test
