// When a foot warns of a slip.
#include "core/estimation/tracked_feet.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace footing::tracked_feet_test {

// On ground whose friction is known, with little of it left.
TrackedFoot<double> Slipping() {
  TrackedFoot<double> foot;
  foot.margin.lift_off = 20;
  foot.margin.slip_share = 0.1;
  foot.friction_variance = 0.1 * 0.1;
  return foot;
}

TEST(TrackedFoot, WarnsOfASlipWhereFrictionIsKnownAndLittleIsLeft) {
  EXPECT_TRUE(Slipping().WarnsOfSlip());
  EXPECT_FALSE(TrackedFoot<double>().WarnsOfSlip());

  TrackedFoot<double> swings = Slipping();
  swings.margin.lift_off = 0;
  EXPECT_FALSE(swings.WarnsOfSlip());
  TrackedFoot<double> holds = Slipping();
  holds.margin.slip_share = 0.2;
  EXPECT_FALSE(holds.WarnsOfSlip());
  holds.margin.slip_share = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(holds.WarnsOfSlip());
  TrackedFoot<double> elsewhere = Slipping();
  elsewhere.friction_variance = 0.16 * 0.16;
  EXPECT_FALSE(elsewhere.WarnsOfSlip());
  EXPECT_TRUE(elsewhere.WarnsOfSlip(0.17));
}

}  // namespace footing::tracked_feet_test
