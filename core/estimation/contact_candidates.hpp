// Which feet the contact solver is asked about, and with what gap: feet estimated as loaded,
// gap zero; and open feet that the believed ground is near to. The ground is believed flat,
// at the height of the loaded feet; where the belief is wrong the prediction is wrong for
// that foot, and the estimator, which weighs it against the measured force, overrules it.
#pragma once

#include <array>

#include "core/estimation/contact_estimator.hpp"

namespace footing {

template <typename Scalar, int kFeet>
struct ContactCandidates {
  struct Candidate {
    int foot = -1;   // −1 in the places behind `count`
    Scalar gap = 0;  // m, ≥ 0
  };
  int count = 0;  // at most kFeet
  std::array<Candidate, static_cast<unsigned>(kFeet)> candidate;
};

// `foot_height` [m] of each foot over the believed ground; open feet above `reach` [m] are left out. Two
// comparisons a foot.
template <typename Model, typename Scalar = typename Model::Scalar>
ContactCandidates<Scalar, Model::kPoints> FindCandidates(
    const ContactEstimator<Model>& estimator,
    const std::array<Scalar, static_cast<unsigned>(Model::kPoints)>& foot_height, Scalar reach) {
  ContactCandidates<Scalar, Model::kPoints> candidates;
  for (int foot = 0; foot < Model::kPoints; ++foot) {
    const bool loaded = estimator.foot(foot).state != ContactState::kOpen;
    const Scalar height = foot_height[static_cast<unsigned>(foot)];
    if (!loaded && height > reach) continue;
    candidates.candidate[static_cast<unsigned>(candidates.count++)] = {
        foot, loaded ? Scalar(0) : Max(height, Scalar(0))};
  }
  return candidates;
}

}  // namespace footing
