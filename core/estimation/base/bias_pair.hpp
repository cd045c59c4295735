// Covariance of a number that is integrated from a measured rate, and of that rate's bias: 2 × 2. Where all
// axes have the same noise, one pair is for all of them.
//   x⁺ = x + dt (rate − bias),   bias⁺ = bias,   measured: x
#pragma once

#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
struct BiasPair {
  Scalar value = 0;  // variance of x
  Scalar cross = 0;  // of x with the bias
  Scalar bias = 0;   // variance of the bias

  struct Gain {
    Scalar value = 0, bias = 0;  // of a measured x less the expected one
  };

  // One step `dt` [s] on. `noise`: variance that x gains in it; `walk`: that the bias gains.
  void Predict(Scalar noise, Scalar walk, Scalar dt) {
    value += dt * (dt * bias - Scalar(2) * cross) + noise;
    cross -= dt * bias;
    bias += walk;
  }

  // A measurement of x with the variance `noise` > 0.
  Gain Correct(Scalar noise) {
    const Scalar inverse = Scalar(1) / (value + noise);
    const Gain gain{value * inverse, cross * inverse};
    bias = Max(bias - gain.bias * cross, Scalar(0));
    cross -= gain.value * cross;
    value -= gain.value * value;
    return gain;
  }
};

}  // namespace footing
