// The options of the contact estimator: forces (estimated_forces.hpp) and tests (contact_tests.hpp).
#pragma once

#include "core/estimation/contacts/momentum_balance_options.hpp"
#include "core/estimation/joints/drive_errors.hpp"
#include "core/scalar.hpp"

namespace footing {

// Forces count in the robot's weight shared by all points, lengths in its leg, speeds in √(g leg), torques in
// weight times leg (RobotScale). So one set of options is for all robots.
template <typename Scalar>
struct ContactEstimatorOptions {
  // Tuned on simulated trots over seeds that the tests do not use.
  Scalar force_sigma = Scalar(0.21);    // of the estimated vertical force, model errors included
  Scalar jump = Scalar(3);              // deviations of a change, beyond which the force has no filter
  Scalar jump_share = Scalar(0.15);     // of a change of force that the rates of the joints leave open
  Scalar impact_share = Scalar(0.25);   // of a change that the filter was behind: deviation of the force then
  Scalar impact_time = Scalar(0.006);   // s, in which the square of such a change fades
  Scalar most_open = Scalar(2.2L);  // of force_sigma: the most that the test of the load leaves open, of a
                                    // leg whose drives are known
  Scalar edge = Scalar(2.5L);           // deviations of a force along the ground, beyond which an edge pushes
  Scalar smallest_load = Scalar(0.42);  // F where the prediction says less
  Scalar load_share = Scalar(0.3);      // F as a share of the predicted force
  Scalar largest_load = Scalar(0.53);
  Scalar least_load = Scalar(0.18);        // the least F of a loaded point
  Scalar share_sigma = Scalar(1);          // of the force of one of several points, at the most
  Scalar foot_force_sigma = Scalar(0.06);  // of a measured foot force, each component [0.0001, 10]
  Scalar torque_sigma = Scalar(0.013);     // of what the model misses of a joint's torque
  Scalar shadow = Scalar(0.025);  // height over the lowest point of its foot at which a point hardly carries
  Scalar lift_speed = Scalar(0.069);  // vertical speed at which the motion's term is zero
  Scalar rest_weight = Scalar(0.08);  // log-odds a tick, of a foot at rest: a lifted foot may be held still
  Scalar move_weight = Scalar(0.1);   // of one that moves up or down
  Scalar force_weight = Scalar(0.4);  // of a tick's force ratio: ticks are correlated
  Scalar limit = Scalar(0.5);         // of the log-odds
  Scalar high = Scalar(0.1);          // height over the believed ground at which a point hardly lands
  Scalar high_limit = Scalar(4);      // of the limit, how much more must gather there
  Scalar high_weight = Scalar(0.1);   // log-odds a tick, against load, of a point that high
  Scalar plan_hold = Scalar(3);       // of the limit, how much more must gather to lift in a planned stance
  Scalar plan_high = Scalar(0.5);     // of `high`, that a foot in a planned swing counts as at the least
  Scalar lift_weight = Scalar(0.7);   // of what more must gather where a tick says less: log-odds a tick,
                                      // against load, of a planned swing that the prediction sees begin
  Scalar slip_speed = Scalar(0.0184);
  Scalar slip_sigmas = Scalar(2);      // of the speed's deviation, by which the threshold is higher
  Scalar slip_time = Scalar(0.003);    // s at twice the slip speed until slip is said
  Scalar settle_time = Scalar(0.003);  // s after touch-down in which speed is that of the impact
  Scalar drive_delay = Scalar(0.03);   // s that a foot must have been open before its drives are looked at
  Scalar clearance =
      Scalar(0.05);  // height over the believed ground at which a foot with little force is open
  Scalar stand_time = Scalar(0.1);   // s of load without a break: from then on there is a believed ground
  Scalar swing_force = Scalar(0.6);  // that little force
  Scalar low_force = Scalar(0.15);   // the same near the ground
  DriveErrorOptions<Scalar> drives;
  MomentumBalanceOptions<Scalar> balance;
};

}  // namespace footing
