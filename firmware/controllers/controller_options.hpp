// What is told to the example controllers.
#pragma once

#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
struct ControllerOptions {
  Scalar clock_offset = 0;          // s, of the gait clock: for tests, where its plan is not that of the feet
  Scalar plan_delay = 0;            // s, by which the plan that it tells is late; below 0: early
  Scalar plan_edge = Scalar(0.12);  // time, from a planned switch until the plan is sure
  bool tells_plan = true;           // to the tracker: when it steps
  Scalar friction = Scalar(0.45);       // μ that is asked of the ground, below the nominal 0.6
  Scalar slip_friction = Scalar(0.06);  // the same of a foot that slips
  Scalar largest_force = Scalar(1.19);  // weight, normal, of a supporting foot
  Scalar stand_height = Scalar(1);      // of the model's standing height
};

}  // namespace footing
