// How far each contact is from changing its mode by its own numbers: force, friction and gap that are left,
// read from the solution. The wrench on the robot that changes a mode is in least_wrench.hpp.
#pragma once

#include "core/contact/contact_modes.hpp"

namespace footing {

// The margins of one contact. A field that does not belong to its mode is zero.
template <typename Scalar>
struct ContactMargin {
  Scalar lift_off = 0;    // N, if loaded: f_n
  Scalar slip = 0;        // N, if it sticks: μ f_n − |f_t|; on a pyramid the distance to its nearest side,
                          // and in a box of the tangent that has the least left
  Scalar slip_share = 0;  // the share of μ f_n that is left, in [0, 1]; on a pyramid, of the largest f_t in
                          // its direction
  Scalar slip_speed = 0;  // m/s, if it slides: what it must lose before it can stick
  Scalar gap = 0;         // m, if it is open: at the step's end
};

// kDirections is that of the solution's friction cone, 0 for the circle, kBoxFriction for boxes. Cost: about 20
// flops, on a pyramid 40 d.
template <int kDirections = 0, typename Scalar>
ContactMargin<Scalar> MarginOf(const ModeReading<Scalar>& reading, const Vector3<Scalar>& f,
                               const Vector3<Scalar>& u, Scalar friction, Scalar normal_bias, Scalar dt) {
  constexpr std::uint8_t kOpen = ModeBit(ContactMode::kSeparate) | ModeBit(ContactMode::kApproach);
  ContactMargin<Scalar> margin;
  if ((reading.meets & kOpen) != 0) {
    margin.gap = Max(dt * (u[0] + normal_bias), Scalar(0));
    return margin;
  }
  margin.lift_off = f[0];
  if ((reading.meets & ModeBit(ContactMode::kSlide)) != 0) {
    margin.slip_speed = reading.slip_speed;
    return margin;
  }
  margin.slip = Max(FrictionLeft<kDirections>(friction, f), Scalar(0));
  const Scalar limit = friction * f[0];
  margin.slip_share = IsFinite(limit) ? margin.slip / limit : Scalar(1);
  if constexpr (kDirections > 2)  // a side is nearer than its ends
    margin.slip *= SinCos(kPi<Scalar> / Scalar(kDirections)).cos;
  return margin;
}

}  // namespace footing
