// The gains of trot.hpp, in the units of body_units.hpp, and the times of its gaits.
#pragma once

#include "core/scalar.hpp"
#include "firmware/controllers/body_units.hpp"
#include "firmware/controllers/trot/gait.hpp"

namespace footing {

namespace trot {

// In the units of body_units.hpp; found by walking the simulation of an A1.
template <typename Scalar>
struct Gains {
  Scalar height = Scalar(3.3);          // g / length
  Scalar height_rate = Scalar(3);       // 1 / time
  Scalar speed = Scalar(0.6);           // 1 / time
  Scalar position = Scalar(0.55);       // g / length, standing only
  Scalar attitude = Scalar(4.95);       // g / length
  Scalar turn_rate = Scalar(3.65);      // 1 / time
  Scalar foot = Scalar(1);              // stiffness, of a swinging foot
  Scalar foot_rate = Scalar(0.34);      // damping
  Scalar capture = Scalar(0.7);         // time, foothold per m/s of wrong speed
  Scalar slew = Scalar(0.08);           // g, of the wanted speed
  Scalar reach_speed = Scalar(0.3);     // speed, down, at the end of a swing and of a stance foot in the air
  Scalar reach = Scalar(0.3);           // length, that it goes down
  Scalar anchor = Scalar(0.4);          // stiffness, along the ground, of a supporting foot
  Scalar brake = Scalar(0.145);         // damping, the same
  Scalar longest_stray = Scalar(0.11);  // length, of the spring of a supporting foot
  Scalar longest_step = Scalar(0.67);   // length, of a foothold from its hip
  Scalar swing_height = Scalar(0.22);   // length
  Scalar swing_rise = Scalar(0.3);  // g · swing²: in a short swing the foot rises less, and is not thrown
  Scalar swing_below = Scalar(0.015);  // length: a swing ends a little below the believed ground, to land
  Scalar foot_inertia = Scalar(0.6);   // of the leg's own; with all of it the lag of rates looks like a force
  Scalar unload = Scalar(0.24);        // time, up to the planned lift-off: while four feet stand
  Scalar patience = Scalar(0.12);      // time: a foot that lands slides a little; this long means ice
  Scalar hang_time = Scalar(1.5);      // time without support: longer than a fall onto the feet
  Scalar dead_slope = Scalar(0.05);    // rise a metre: feet on level ground show up to so much
  Scalar arm = Scalar(0.247);          // length: moments count as forces on it
  Scalar least_force = Scalar(0.08);   // weight, normal, of a supporting foot
  Scalar landed_force = Scalar(0.2);   // weight, the same of a stepping robot's foot until it unloads
  Scalar sway = Scalar(0.3);           // of the feet's distance from the base's middle: pressure moves so far
  Scalar sway_late = Scalar(0.097);    // time: feet that land take their load later than planned
  Scalar largest_push = Scalar(0.306);  // g, along the ground
  Scalar largest_drop = Scalar(0.815);  // g, down
  Scalar largest_lift = Scalar(2.04);   // g, up
};

template <typename Scalar>
inline constexpr Gains<Scalar> kGains{};

// Found in the same way, over A1, Go2 and ANYmal C. A pace steps often and on a narrow track: it has no
// moment against a fall to its side.
template <typename Scalar>
Gait<Scalar> GaitFor(GaitKind kind, const BodyUnits<Scalar>& units) {
  if (kind == GaitKind::kWalk) return {kind, Scalar(3.6) * units.time, Scalar(0.8)};
  if (kind == GaitKind::kPace) return {kind, Scalar(1.2) * units.time, Scalar(0.55), Scalar(0.3)};
  return {kind, Scalar(2.41) * units.time, Scalar(0.6)};
}

}  // namespace trot

}  // namespace footing
