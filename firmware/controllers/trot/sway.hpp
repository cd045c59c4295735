// The sway of the base in a walk. Three feet stand, and the base's middle is over an edge of their triangle:
// the foot opposite to that edge would carry nothing. So the base sways to the side whose legs stand, once a
// period, and away from the end whose leg swings, twice a period.
#pragma once

#include "core/scalar.hpp"
#include "firmware/controllers/trot/gait.hpp"

namespace footing {

// Along one axis.
template <typename Scalar>
struct Sway {
  Scalar velocity = 0;      // m/s
  Scalar acceleration = 0;  // m/s²
};

// Moves the centre of pressure by `reach` cos(`angle`) [m], `rate` [rad/s] the angle's, `height` [m] the
// base's. Linear inverted pendulum: p = x − ẍ height / g (Kajita et al. 2001), so x is smaller than p.
template <typename Scalar>
Sway<Scalar> SwayOf(Scalar reach, Scalar angle, Scalar rate, Scalar height, Scalar gravity) {
  const Scalar size = reach / (Scalar(1) + rate * rate * height / gravity);
  const SinCosResult<Scalar> turn = SinCos(angle);
  return {-size * rate * turn.sin, -size * rate * rate * turn.cos};
}

template <typename Scalar>
struct WalkSway {
  Sway<Scalar> forward, left;
};

// `clock` [s] of a walk; `length`, `width` [m]: how far the centre of pressure moves at most.
template <typename Scalar>
WalkSway<Scalar> SwayOf(const Gait<Scalar>& gait, Scalar clock, Scalar length, Scalar width, Scalar height,
                        Scalar gravity) {
  const Scalar turn = Scalar(2) * kPi<Scalar>, rate = turn / gait.period;
  // Of the clock, as a share: a hind leg is in the middle of its swing there, the front leg of its side a
  // quarter of the period later.
  const Scalar hind = (Scalar(1) + gait.duty) / Scalar(2);
  const Scalar share = clock / gait.period - hind;
  return {SwayOf(length, Scalar(2) * turn * share, Scalar(2) * rate, height, gravity),
          SwayOf(-width, turn * (share - Scalar(0.125)), rate, height, gravity)};
}

}  // namespace footing
