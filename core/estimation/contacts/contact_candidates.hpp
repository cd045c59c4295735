// Which points of the feet the contact solver is asked about, and with what gap: points estimated as loaded,
// gap zero; and open ones that the believed ground is near to. The ground is believed a plane
// (ground_plane.hpp). Where the belief is wrong the prediction is wrong for that point, and the estimator,
// which weighs it against what is measured, overrules it.
#pragma once

#include <array>

#include "core/estimation/contacts/contact_estimator.hpp"

namespace footing {

template <typename Scalar, int kPoints>
struct ContactCandidates {
  struct Candidate {
    int point = -1;      // −1 in the places behind `count`
    Scalar gap = 0;      // m, ≥ 0
    bool lands = false;  // of a foot that is open: a force is a landing
  };
  int count = 0;  // at most kPoints
  std::array<Candidate, static_cast<unsigned>(kPoints)> candidate;
};

// `height` [m] of each point over the believed ground. Left out are open points that are more than `reach`
// [m] over it, or so far below. An open foot below the ground refutes the belief: its points are left out
// from a tenth of that on, or they would be predicted to land in each tick. Four comparisons a point.
template <typename Estimator, typename Scalar = typename Estimator::Scalar>
ContactCandidates<Scalar, Estimator::kPoints> FindCandidates(
    const Estimator& estimator, const std::array<Scalar, static_cast<unsigned>(Estimator::kPoints)>& height,
    Scalar reach) {
  ContactCandidates<Scalar, Estimator::kPoints> candidates;
  for (int foot = 0; foot < Estimator::kFeet; ++foot) {
    const bool open = estimator.foot(foot).state == ContactState::kOpen;
    const Scalar below = open ? Scalar(0.1L) * reach : reach;
    const int first = estimator.FirstPoint(foot), last = estimator.FirstPoint(foot + 1);
    for (int point = first; point < last; ++point) {  // at most kFootPoints
      const bool loaded = estimator.point(point).state != ContactState::kOpen;
      const Scalar over = height[static_cast<unsigned>(point)];
      if (!loaded && (over > reach || over < -below)) continue;
      candidates.candidate[static_cast<unsigned>(candidates.count++)] = {
          point, loaded ? Scalar(0) : Max(over, Scalar(0)), open};
    }
  }
  return candidates;
}

}  // namespace footing
