// The gains of balance, in the units of body_units.hpp.
#pragma once

#include "core/scalar.hpp"

namespace footing {

namespace balance {

template <typename Scalar>
struct Gains {
  Scalar height = Scalar(3);          // g / length
  Scalar height_rate = Scalar(3);     // 1 / time
  Scalar place = Scalar(2);           // g / length, of the centre of mass along the ground
  Scalar place_rate = Scalar(2.5);    // 1 / time
  Scalar attitude = Scalar(5);        // g / length
  Scalar turn_rate = Scalar(4);       // 1 / time
  Scalar joint_rate = Scalar(3);      // 1 / time, natural frequency of a joint in the air
  Scalar foot = Scalar(2);            // stiffness, of a foot in the air, all its points together
  Scalar foot_rate = Scalar(0.5);     // damping
  Scalar leg_damping = Scalar(0.6);   // 1 / time, of a joint of a loaded leg
  Scalar squat_depth = Scalar(0.12);  // length
  Scalar lift_start = Scalar(0.03);   // length, at once: it must not stay on the ground, light
  Scalar lift_height = Scalar(0.06);  // length, beyond that
  Scalar toe_rise = Scalar(0.05);     // length
  Scalar press = Scalar(0.1);  // length: a foot in the air that is to stand seeks the ground so far below
  Scalar slew = Scalar(0.2);   // 1 / time, of what the operator asks for
  Scalar arm = Scalar(0.25);   // length: moments count as forces on it
  Scalar least_force = Scalar(0.08);  // weight, normal, of a supporting foot
  Scalar seek = Scalar(0.8);          // weight / time, by which a foot that is no longer felt is pressed more
  Scalar most_sought = Scalar(0.3);   // weight, so far
  Scalar largest_pull = Scalar(0.25);  // g, along the ground
};

template <typename Scalar>
inline constexpr Gains<Scalar> kGains{};

template <typename Scalar>
inline constexpr Scalar kLandingTime = Scalar(0.01);  // s, from touch-down to the whole share

template <typename Scalar>
inline constexpr Scalar kStoodTime =
    Scalar(0.05);  // s of load on all feet: in a fall noise may load one so long

}  // namespace balance

}  // namespace footing
