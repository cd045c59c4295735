// When a loaded point is called slip: against the closed form of its evidence.
#include <gtest/gtest.h>

#include <cmath>

#include "core/estimation/contacts/contact_tests.hpp"
#include "firmware/robots/a1/model.hpp"

namespace footing::slip_test {

using Vector = Vector3<double>;

constexpr double kStep = 0.001;
constexpr int kNever = 1000;

// A point that has carried its share at rest for `rest` ticks.
class Point {
 public:
  explicit Point(int rest = 200) { Run(rest, 0, 0); }

  // `give` [m/s]: by which the ground gives way.
  void Run(int ticks, double speed, double sigma, bool slides = false, bool carries = true, double give = 0) {
    const PointObservation<double> seen{.velocity = Vector(0.6 * speed, -0.8 * speed, 0),
                                        .predicted = kShare * Vector::UnitZ(),
                                        .predicted_slide = slides,
                                        .height = 0,
                                        .speed_sigma = sigma,
                                        .ground_variance = give * give};
    for (int tick = 0; tick < ticks; ++tick) {
      tests_.Load(seen, Vector::UnitZ(), kShare, kShare, estimate_);
      tests_.Slip(seen, Vector::UnitZ(), carries, kStep, estimate_);
    }
  }

  int UntilSlip(double speed, double sigma, bool slides = false) {
    int ticks = 0;
    while (ticks < kNever && estimate_.state != ContactState::kSlip) Run(1, speed, sigma, slides), ++ticks;
    return ticks;
  }

  double Threshold() const {  // m/s, of rates that are sure
    return options_.slip_speed * scale_.speed;
  }
  const ContactEstimatorOptions<double>& options() const { return options_; }
  const PointEstimate<double>& estimate() const { return estimate_; }

 private:
  static constexpr double kShare = 30.5;  // N
  const ContactEstimatorOptions<double> options_{};
  const RobotScale<double> scale_ = ScaleOf(robots::A1::Model<double>());
  const ContactTests<double> tests_{options_, scale_};
  PointEstimate<double> estimate_;
};

// Ticks until slip_time / dt · T / (v − T) has gathered, with v at most 2 T.
int Expected(const Point& point, double speed, double sigma) {
  const double threshold = point.Threshold() + point.options().slip_sigmas * sigma;
  const double excess = std::min((speed - threshold) / threshold, 1.0);
  return static_cast<int>(std::ceil(point.options().slip_time / kStep / excess));
}

TEST(Slip, ComesWhenTheEvidenceOfTheSpeedHasGathered) {
  for (const double sigma : {0.0, 0.01, 0.05}) {
    for (const double share : {1.11, 1.31, 1.91, 7.0}) {
      Point point;
      const double speed = share * (point.Threshold() + point.options().slip_sigmas * sigma);
      EXPECT_EQ(point.UntilSlip(speed, sigma), Expected(point, speed, sigma)) << sigma << " " << share;
    }
  }
}

TEST(Slip, IsNotSaidOfASpeedThatTheRatesLeaveOpen) {
  Point point;
  const double speed = 2 * point.Threshold();
  const double sigma = 1.01 * point.Threshold() / point.options().slip_sigmas;
  EXPECT_EQ(point.UntilSlip(speed, sigma), kNever);
  EXPECT_EQ(Point().UntilSlip(speed, sigma / 2), 10);  // 3 ms · 1.505 T / (2 T − 1.505 T)
}

// A landing takes one tick, the evidence of a fast slide slip_time. Where no slide is predicted, settle_time
// passes before.
TEST(Slip, OfALandingDoesNotWaitWhereItIsPredicted) {
  Point known(0), unknown(0);
  const double speed = 7 * known.Threshold();
  EXPECT_EQ(known.UntilSlip(speed, 0, true), 1 + 3);
  EXPECT_EQ(unknown.UntilSlip(speed, 0, false), 1 + 3 + 3);
}

TEST(Slip, APointThatLandsInASlideDoesNotRest) {
  Point lands(0);
  lands.Run(1, 0, 0, false);
  EXPECT_TRUE(lands.estimate().rests);
  Point slides(0);
  slides.Run(2, 7 * slides.Threshold(), 0, true);
  EXPECT_EQ(slides.estimate().state, ContactState::kStick);
  EXPECT_FALSE(slides.estimate().rests);
  slides.Run(7, 0, 0, true);
  EXPECT_FALSE(slides.estimate().rests);
  slides.Run(2, 0, 0, true);  // 9 ms after the touch-down
  EXPECT_TRUE(slides.estimate().rests);
  slides.Run(20, 7 * slides.Threshold(), 0, true);
  EXPECT_EQ(slides.estimate().state, ContactState::kSlip);
  EXPECT_FALSE(slides.estimate().rests);
}

// But it may move, and is then no measure of the base's velocity.
TEST(Slip, APointThatMayMoveHoldsNothing) {
  Point point;
  EXPECT_TRUE(point.estimate().holds);
  point.Run(10, 2 * point.Threshold(), 1);
  EXPECT_EQ(point.estimate().state, ContactState::kStick);
  EXPECT_TRUE(point.estimate().settled);
  EXPECT_FALSE(point.estimate().holds);
}

// A foot that is dragged and touches now and then: only the ticks in which it carries count.
TEST(Slip, OfAFootThatCarriesInAThirdOfTheTicksTakesThriceAsLong) {
  Point point;
  const double speed = 1.4 * point.Threshold();  // 7.5 ticks of evidence
  int ticks = 0;
  for (; ticks < kNever && point.estimate().state != ContactState::kSlip; ++ticks)
    point.Run(1, speed, 0, false, ticks % 3 == 2);
  EXPECT_EQ(ticks, 3 * 8);
  EXPECT_FALSE(point.estimate().holds);
}

TEST(Slip, OfAFootThatDoesNotCarryIsNotSaid) {
  Point point;
  point.Run(kNever, 7 * point.Threshold(), 0, false, false);
  EXPECT_EQ(point.estimate().state, ContactState::kStick);
  EXPECT_FALSE(point.estimate().holds);
}

TEST(Slip, OfALightFootThatComesToRestEnds) {
  Point point;
  point.Run(20, 7 * point.Threshold(), 0);
  point.Run(20, 7 * point.Threshold(), 0, false, false);
  EXPECT_EQ(point.estimate().state, ContactState::kSlip);
  point.Run(4, 0, 0, false, false);  // 3 ms · (1.5 − 0.5) and one
  EXPECT_EQ(point.estimate().state, ContactState::kStick);
}

TEST(Slip, OfALightFootIsSaidOnGroundThatGivesWay) {
  Point point;
  point.Run(3, 7 * point.Threshold(), 0, false, false, 0.1);
  EXPECT_EQ(point.estimate().state, ContactState::kSlip);
}

}  // namespace footing::slip_test
