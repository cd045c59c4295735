// How sure the estimator is of a foot's state. The tests of load and slip hold evidence, not probabilities: a
// tick's evidence is weighed down, as ticks are correlated. What a level of it is worth was counted on
// simulated walks (docs/reference/estimator.md, "Probabilities").
#pragma once

#include "core/estimation/tracked_feet.hpp"

namespace footing {

template <typename Scalar>
struct ContactProbability {
  Scalar open, stick, slip;  // their sum is 1; a foot that tilts is one that sticks
};

// Two Logistic. `foot` as FootTracker::Update left it.
template <typename Scalar>
ContactProbability<Scalar> Probability(const TrackedFoot<Scalar>& foot) {
  constexpr Scalar kLoad = Scalar(8);     // log-odds of "loaded" for each of the test's
  constexpr Scalar kMost = Scalar(6.4L);  // of these: of the feet that are surely loaded one in 600 is not
  constexpr Scalar kSlip = Scalar(6);     // log-odds of "slip" of a loaded foot, for each unit of evidence
  constexpr Scalar kEven = Scalar(0.8L);  // evidence at which a loaded foot slips as likely as not
  const Scalar loaded = Logistic(Clamp(kLoad * foot.log_odds, -kMost, kMost));
  const Scalar slip = loaded * Logistic(kSlip * (foot.slip_evidence - kEven));
  return {Scalar(1) - loaded, loaded - slip, slip};
}

}  // namespace footing
