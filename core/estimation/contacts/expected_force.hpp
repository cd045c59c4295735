// The force that is expected at a point of a foot, beside what the leg's joints say of it (foot_forces.hpp).
#pragma once

#include "core/estimation/contacts/contact_estimate.hpp"
#include "core/scalar.hpp"

namespace footing {

// N, world axes: the predicted force of a point that is loaded, up to the `weight` [N]: a prediction from a
// wrong belief of the ground is not to be seen in what was measured.
template <typename Scalar>
Vector3<Scalar> ExpectedForce(ContactState state, const Vector3<Scalar>& predicted, Scalar weight) {
  if (state == ContactState::kOpen) return Vector3<Scalar>::Zero();
  const Scalar size = Sqrt(predicted.squaredNorm());
  return size > weight ? Vector3<Scalar>(predicted * (weight / size)) : predicted;
}

// How far the force of each point from `first` up to `last`, those of one foot, may be from the expected one,
// into `sigma` [N]: by the weight, and by less the higher the point is over the lowest one, down to a tenth.
// `shadow` [m]: the height at which it would be nothing.
template <typename Observations, typename Scalar, typename Numbers>
void ExpectedSigmas(const Observations& observations, int first, int last, Scalar shadow, Scalar weight,
                    Numbers& sigma) {
  Scalar lowest = observations[static_cast<unsigned>(first)].height;
  // at most kFootPoints
  for (int p = first + 1; p < last; ++p) lowest = Min(lowest, observations[static_cast<unsigned>(p)].height);
  for (int p = first; p < last; ++p) {  // at most kFootPoints
    const Scalar height = observations[static_cast<unsigned>(p)].height - lowest;
    sigma[static_cast<unsigned>(p)] = weight * Max(Scalar(1) - height / shadow, Scalar(0.1L));
  }
}

}  // namespace footing
