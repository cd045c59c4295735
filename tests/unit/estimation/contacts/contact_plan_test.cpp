// What a plan of the feet does to the test of load: it moves how much must gather, and is no evidence.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/estimation/contacts/contact_tests.hpp"
#include "firmware/robots/a1/model.hpp"

namespace footing::contact_plan_test {

using Vector = Vector3<double>;

const Vector kUp = Vector::UnitZ();
constexpr double kStep = 0.001;
constexpr int kNever = 2000;
constexpr double kShare = 30.5;  // N, of an A1 that stands on four feet

// A foot at rest on the believed ground.
class Foot {
 public:
  // `open` [σ²]: the variance of its force that the leg's joints leave open.
  // `speed` [m/s]: along the ground, which gives way by `give` [m/s].
  explicit Foot(double planned, double open = 0, double speed = 0, double give = 0)
      : planned_(planned), speed_(speed), give_(give) {
    const double sigma = options_.force_sigma * kShare;
    estimate_.normal_variance = open * sigma * sigma;
    estimate_.log_odds = -options_.limit;
  }

  void Run(int ticks, double normal, double predicted, double height = 0) {
    const PointObservation<double> seen{.velocity = speed_ * Vector::UnitX(),
                                        .predicted = predicted * kUp,
                                        .predicted_slide = false,
                                        .height = height,
                                        .ground_variance = give_ * give_,
                                        .planned = planned_};
    for (int tick = 0; tick < ticks; ++tick) {
      tests_.Load(seen, kUp, normal, kShare, estimate_);
      tests_.Slip(seen, kUp, tests_.Carries(normal, kShare), kStep, estimate_);
    }
  }

  // Ticks until it is open, or no longer open.
  int Until(bool open, double normal, double predicted, double height = 0) {
    int tick = 0;
    while (tick < kNever && (estimate_.state == ContactState::kOpen) != open)
      Run(1, normal, predicted, height), ++tick;
    return tick;
  }

  double log_odds() const { return estimate_.log_odds; }
  double limit() const { return options_.limit; }

 private:
  const ContactEstimatorOptions<double> options_{};
  const RobotScale<double> scale_ = ScaleOf(robots::A1::Model<double>());
  const ContactTests<double> tests_{options_, scale_};
  double planned_, speed_, give_;
  PointEstimate<double> estimate_;
};

// Ticks of a foot that carried its share until it is called open, after it has lifted off.
int LiftOff(double planned, double predicted, double open = 0, double normal = 0) {
  Foot foot(planned, open);
  foot.Run(200, kShare, kShare);
  return foot.Until(true, normal, predicted);
}

// The same of a foot that is dragged along the ground.
int LiftOffDragged(double planned, double give) {
  Foot foot(planned, 0, 0.3, give);
  foot.Run(200, kShare, kShare);
  return foot.Until(true, 0, kShare);
}

int TouchDown(double planned, double height) {
  Foot foot(planned);
  foot.Run(200, 0, 0, 0.05);
  return foot.Until(false, 0.3 * kShare, 0, height);
}

TEST(ContactPlan, AFootThatLiftsInAPlannedStanceIsOpenAfterFourTimesTheEvidence) {
  for (const double predicted : {0.0, kShare}) {
    const int without = LiftOff(0, predicted);
    const int planned = LiftOff(1, predicted);
    EXPECT_GT(planned, without) << predicted;
    EXPECT_LE(planned, 4 * without) << predicted;
    EXPECT_LT(planned, 30) << predicted;
    EXPECT_EQ(LiftOff(-1, predicted), without) << predicted;
  }
}

TEST(ContactPlan, APlannedStanceHoldsNoFootThatIsDraggedOverFirmGround) {
  EXPECT_EQ(LiftOffDragged(1, 0), LiftOffDragged(0, 0));
  EXPECT_GT(LiftOffDragged(1, 0.1), LiftOffDragged(0, 0.1));
}

// As of coarse encoders: the force hardly falls at first.
TEST(ContactPlan, APredictedPlannedSwingCountsWhereTheJointsSayLittle) {
  constexpr double kLate = 0.15 * kShare;
  EXPECT_LE(LiftOff(-0.1, 0, 4, kLate), 2);
  EXPECT_GT(LiftOff(0, 0, 4, kLate), 5);
  EXPECT_GT(LiftOff(-0.1, kShare, 4, kLate), 20);
  EXPECT_EQ(LiftOff(-0.1, 0, 1, kLate), LiftOff(0, 0, 1, kLate));
}

TEST(ContactPlan, APlannedStanceIsNoEvidenceOfLoad) {
  Foot with(1), without(0);
  for (int tick = 0; tick < 1000; ++tick) {
    with.Run(1, 0, 0);
    without.Run(1, 0, 0);
    ASSERT_EQ(with.log_odds(), without.log_odds()) << tick;
  }
  EXPECT_LT(with.log_odds(), 0);
}

TEST(ContactPlan, AFootThatLandsInAPlannedSwingIsLoadedLater) {
  EXPECT_GT(TouchDown(-1, 0), TouchDown(0, 0));
  EXPECT_LE(TouchDown(-1, 0), TouchDown(0, 0) + 3);
  EXPECT_EQ(TouchDown(1, 0), TouchDown(0, 0));
}

// It is high as it is: the plan adds nothing.
TEST(ContactPlan, AFootHighOverTheGroundIsAsWithoutAPlan) {
  EXPECT_EQ(TouchDown(-1, 0.05), TouchDown(0, 0.05));
}

// With 5 N, in the midst of a stance, under an error of the force of 10 N that changes its sign every 4 ms.
TEST(ContactPlan, AFootThatStandsLightlyStaysLoaded) {
  Foot with(1), without(0);
  int opened_with = 0, opened_without = 0;
  for (Foot* foot : {&with, &without}) foot->Run(200, kShare, 5);
  for (int tick = 0; tick < 1000; ++tick) {
    const double force = 5 + (tick / 4 % 2 == 0 ? 10 : -10);  // N
    with.Run(1, force, 5);
    without.Run(1, force, 5);
    opened_with += with.log_odds() <= 0 ? 1 : 0;
    opened_without += without.log_odds() <= 0 ? 1 : 0;
  }
  EXPECT_EQ(opened_with, 0);
  EXPECT_GT(opened_without, 50);
}

TEST(ContactPlan, TheLimitsAreThoseOfThePlan) {
  for (const double planned : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    Foot foot(planned);
    foot.Run(500, kShare, kShare);
    EXPECT_DOUBLE_EQ(foot.log_odds(), foot.limit() * (planned > 0 ? 1 + 3 * planned : 1)) << planned;
    Foot unsure(planned, 5);  // the plan knows no more of a leg that says a fifth
    unsure.Run(5000, kShare, kShare);
    EXPECT_DOUBLE_EQ(unsure.log_odds(), foot.limit() * (5 + 3 * std::max(planned, 0.0))) << planned;
    foot.Run(500, -kShare, 0);
    EXPECT_DOUBLE_EQ(foot.log_odds(), -foot.limit() * (planned < 0 ? 1 - 2 * planned : 1)) << planned;
  }
}

}  // namespace footing::contact_plan_test
