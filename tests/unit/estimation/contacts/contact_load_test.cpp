// What a tick says of the load, against closed forms; slip_test.cpp has the other test.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/estimation/contacts/contact_tests.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/unit/estimation/contacts/contact_options.hpp"

namespace footing::contact_load_test {

using Vector = Vector3<double>;

constexpr double kStep = 0.001;
constexpr double kLoad = 40.0;  // N
constexpr double kUnit = 33.7;  // N
const Vector kStill = Vector::Zero();

struct Bench {
  const ContactEstimatorOptions<double> options = contact_options::Options(0);
  const RobotScale<double> scale = ScaleOf(robots::A1::Model<double>());
  const ContactTests<double> tests{options, scale};
};

// Ticks until a loaded point that carries 5 N, as was predicted, is open; 2000 if it stays loaded.
int TicksUntilOpen(double normal_variance, double change) {
  const Bench bench;
  PointEstimate<double> point;
  point.state = ContactState::kStick;
  point.log_odds = 2.5;
  point.normal_variance = normal_variance;
  point.change = change;
  const PointObservation<double> seen{kStill, Vector(0, 0, 5), false, 0};
  for (int tick = 1; tick < 2000; ++tick) {
    bench.tests.Load(seen, Vector::UnitZ(), 5.0, bench.scale.load, point);
    bench.tests.Slip(seen, Vector::UnitZ(), true, kStep, point);
    if (point.state == ContactState::kOpen) return tick;
  }
  return 2000;
}

// 5 N are a load where the joints tell it, and none beside what they leave open.
TEST(ContactTests, ALoadThatTheJointsCannotTellIsNone) {
  EXPECT_EQ(TicksUntilOpen(0, 0), 2000);
  EXPECT_LT(TicksUntilOpen(9 * 12 * 12, 0), 600);
}

// Where a tick says a fifth, 5 · 2.5 must gather; an impact of 40 deviations says that at once. Of a leg that
// tells its force no single tick decides.
TEST(ContactTests, OneTickThatIsSureDecidesWhereMostSayLittle) {
  const Bench bench;
  const PointObservation<double> seen{kStill, Vector(0, 0, 300), false, 0};
  const double sigma = 12;  // N
  for (const double ticks : {1.0, 5.0}) {
    for (const double normal : {20.0, 40 * sigma}) {
      PointEstimate<double> point;
      point.normal_variance = ticks * sigma * sigma;
      point.log_odds = -2.5 * ticks;
      bench.tests.Load(seen, Vector::UnitZ(), normal, kUnit, point);
      const double load = bench.options.largest_load * kUnit;  // F
      const double ratio = std::min(load * (normal - load / 2) / (ticks * sigma * sigma), 4 * ticks);
      EXPECT_NEAR(point.log_odds, -2.5 * ticks + 0.35 * ratio + 0.02 / ticks, 0.01) << ticks << " " << normal;
    }
  }
}

// Of a foot at rest whose joints say nothing at all, some eight ticks count as one that says all: rest is not
// forgotten. (A G1 stood with straight legs on a foot that was called open for three seconds.)
TEST(ContactTests, RestCountsWhereTheJointsSayNothing) {
  const Bench bench;
  for (const double ticks : {1.0, 4.0, 150.0}) {
    PointEstimate<double> point;
    point.normal_variance = ticks * 12 * 12;
    const double load = bench.options.smallest_load * kUnit;  // F, where little is predicted
    bench.tests.Load({kStill, Vector::Zero(), false, 0}, Vector::UnitZ(), load / 2, kUnit, point);
    EXPECT_NEAR(point.log_odds, bench.options.rest_weight / std::min(ticks, 8.0), 1e-12) << ticks;
  }
}

// After an impact of 400 N the rates leave 60 N open: a tick without force says less than else.
TEST(ContactTests, AnImpactLeavesTheForceOpen) {
  const auto lost = [](double change) {
    const Bench bench;
    PointEstimate<double> point;
    point.state = ContactState::kStick;
    point.log_odds = 2.5;
    point.change = change;
    bench.tests.Load({kStill, Vector::Zero(), false, 0}, Vector::UnitZ(), 0.0, bench.scale.load, point);
    return 2.5 - point.log_odds;
  };
  EXPECT_GT(lost(0), 0.15);
  EXPECT_LT(lost(400), 0.1 * lost(0));
}

// Soft ground lifts a foot that still carries: it moves as such ground does.
TEST(ContactTests, AFootThatMovesAsItsGroundDoesStaysLoaded) {
  const Bench bench;
  for (const double ground : {0.0, 0.3}) {  // m/s
    PointEstimate<double> estimate;
    estimate.state = ContactState::kStick;
    estimate.log_odds = 2.5;
    const PointObservation<double> seen{.velocity = Vector(0, 0, 0.35),
                                        .predicted = Vector(0, 0, 8),
                                        .predicted_slide = false,
                                        .height = 0,
                                        .ground_variance = ground * ground};
    for (int tick = 0; tick < 100; ++tick) bench.tests.Load(seen, Vector::UnitZ(), 5, kLoad, estimate);
    EXPECT_EQ(estimate.log_odds > 0, ground > 0) << ground;
  }
}

}  // namespace footing::contact_load_test
