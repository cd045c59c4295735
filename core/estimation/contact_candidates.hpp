// Which points of the feet the contact solver is asked about, and with what gap: points estimated as loaded,
// gap zero; and open ones that the believed ground is near to. The ground is believed
// a plane (ground_plane.hpp); where the belief is wrong the prediction is wrong for
// that point, and the estimator, which weighs it against the measured force, overrules it.
#pragma once

#include <array>

#include "core/estimation/contact_estimator.hpp"

namespace footing {

template <typename Scalar, int kPoints>
struct ContactCandidates {
  struct Candidate {
    int point = -1;  // −1 in the places behind `count`
    Scalar gap = 0;  // m, ≥ 0
  };
  int count = 0;  // at most kPoints
  std::array<Candidate, static_cast<unsigned>(kPoints)> candidate;
};

// `height` [m] of each point over the believed ground; open points farther from it than `reach` [m] are left
// out. One that is so far below it and still open refutes the belief. Three comparisons a point.
template <typename Estimator, typename Scalar = typename Estimator::Scalar>
ContactCandidates<Scalar, Estimator::kPoints> FindCandidates(
    const Estimator& estimator, const std::array<Scalar, static_cast<unsigned>(Estimator::kPoints)>& height,
    Scalar reach) {
  ContactCandidates<Scalar, Estimator::kPoints> candidates;
  for (int point = 0; point < Estimator::kPoints; ++point) {
    const bool loaded = estimator.point(point).state != ContactState::kOpen;
    const Scalar over = height[static_cast<unsigned>(point)];
    if (!loaded && Abs(over) > reach) continue;
    candidates.candidate[static_cast<unsigned>(candidates.count++)] = {
        point, loaded ? Scalar(0) : Max(over, Scalar(0))};
  }
  return candidates;
}

}  // namespace footing
