// A foot in the balance of momentum (momentum_balance.hpp).
#pragma once

#include <array>

#include "core/dynamics/kinematics.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

// Rows of the balance: forces along the world's axes [N], and the moment about the base's forward axis [N·m].
inline constexpr int kBalanceRows = 4;
inline constexpr int kVerticalRow = 2;
inline constexpr int kRollRow = 3;
template <typename Scalar>
using BalanceRows = BoundedVector<Scalar, kBalanceRows>;

// Forces in N, world axes.
template <typename Scalar>
struct BalancedFoot {
  // Told each tick.
  bool open = true;                                     // by its state so far
  bool near = false;                                    // not high over the believed ground
  Scalar time_in_state = 0;                             // s
  Scalar sigma = 0;                                     // N, of the force by the joints, where it stands
  Vector3<Scalar> predicted = Vector3<Scalar>::Zero();  // in the coming step
  Vector3<Scalar> force = Vector3<Scalar>::Zero();      // by the joints
  BalanceRows<Scalar> carried = BalanceRows<Scalar>::Zero();  // what the rows see of that
  bool is_told = true;  // the joints tell its force off the ground; if not:
  // N², the covariance of the force by the joints with its part off the ground.
  Vector3<Scalar> unknown = Vector3<Scalar>::Zero();
  // What each row sees of a force of the foot: c.
  std::array<Vector3<Scalar>, static_cast<unsigned>(kBalanceRows)> seen;

  // Found.
  Vector3<Scalar> missing = Vector3<Scalar>::Zero();  // what the joints do not tell yet
  bool is_sure = true;                                // if it is open: that it is this foot's
  Scalar normal_variance = 0;                         // N², if it is not told: what is left open of it

  // Kept between ticks.
  Vector3<Scalar> forecast = Vector3<Scalar>::Zero();    // predicted for the step that has passed
  Vector3<Scalar> direction = Vector3<Scalar>::UnitZ();  // of what is missing, 1 off the ground
  bool directed = false;                                 // by what was predicted or measured
  // N², of the force by the joints, off the ground and along it; 0 of a foot that cannot have landed
  Scalar variance = 0, sideways_variance = 0;
};

}  // namespace footing
