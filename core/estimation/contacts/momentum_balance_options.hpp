// The options of the balance of momentum (momentum_balance.hpp).
#pragma once

#include "core/scalar.hpp"

namespace footing {

// Forces count in the robot's weight, moments in weight times leg.
template <typename Scalar>
struct MomentumBalanceOptions {
  // What a row does not know at its best: the IMU's noise, the torques', the model.
  Scalar vertical_sigma = Scalar(0.04L);
  Scalar along_sigma = Scalar(0.06L);
  Scalar roll_sigma = Scalar(0.03L);
  Scalar begin_sigma = Scalar(0.15L);  // of all but the vertical one, before the torques' offsets are known
  Scalar noise_time = Scalar(1);       // s in which it is learned that a row is less sure
  // How far a foot's force off the ground is from that which the joints tell.
  Scalar landing_sigma = Scalar(0.75L);  // of one that lands
  Scalar impact_sigma = Scalar(0.75L);   // of one that has landed; falls to nothing in impact_time
  Scalar impact_time = Scalar(0.02L);    // s
  // Along the ground: of that deviation, and beside a direction that is known.
  Scalar sideways = Scalar(0.6L);
  Scalar directed_sideways = Scalar(0.2L);
  Scalar directed_force = Scalar(0.5L);  // predicted, from which on the prediction tells the direction
  Scalar least_force = Scalar(0.075L);   // by the joints, of a foot near the ground that lands unpredicted
  Scalar unknown = Scalar(4);            // of force_sigma: if the joints leave more open, so much it is
  Scalar landing_time = Scalar(0.03L);   // s that a landing may be missed: then it is another force
  Scalar model_time = Scalar(0.2L);      // s in which it is learned what stays missing
};

}  // namespace footing
