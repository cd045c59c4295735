// The numbers of the example controllers for the A1; gains and gait were found by walking the simulation.
#pragma once

#include "firmware/controllers/controller.hpp"
#include "firmware/robots/a1/model.hpp"

namespace footing::robots {

// N·m·s/rad, of the safe torque: a falling A1's knee meets 5 N·m at 5 rad/s.
template <typename Scalar>
inline constexpr Scalar kA1SafeDamping = Scalar(1);

template <typename Scalar>
constexpr ControllerOptions<Scalar> A1Controller() {
  ControllerOptions<Scalar> options;
  options.gait = {Scalar(0.40), Scalar(0.60)};
  options.stand_height = Scalar(0.27);
  options.swing_height = Scalar(0.06);
  options.hip_ahead = Scalar(0.1805);
  options.hip_aside = Scalar(0.1308);
  options.largest_force = Scalar(160);
  options.torque_limit = Scalar(A1::kTorqueLimit[0]);  // of all joints
  return options;
}

}  // namespace footing::robots
