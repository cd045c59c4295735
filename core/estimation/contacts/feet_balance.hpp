// The vertical balance (vertical_balance.hpp) told of all feet: with what share it sees the forces of each,
// by the joints and as they were predicted.
#pragma once

#include <array>

#include "core/dynamics/dynamics_terms.hpp"
#include "core/dynamics/robot_tree.hpp"
#include "core/estimation/contacts/contact_estimate.hpp"
#include "core/estimation/contacts/vertical_balance.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

// kLeg: the most joints between the base and a foot.
template <typename ModelType, int kLeg>
class FeetBalance {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  using JointVector = BoundedVector<Scalar, Model::kJoints>;
  using PointForces = std::array<Vector3<Scalar>, static_cast<unsigned>(Model::kPoints)>;

  // The balance's m s_z [N] and ṗ_z [N] by the model, and its h.
  struct Row {
    bool known = false;
    Scalar base = 0, legs = 0;
    JointVector response = JointVector::Zero();
  };

  FeetBalance(const Model& model, const VerticalBalanceOptions<Scalar>& options, Scalar weight)
      : balance_(options, weight) {
    for (int foot = 0; foot < Model::kFeet; ++foot)
      path_[static_cast<unsigned>(foot)] = PathOf<kLeg>(model, foot);
  }

  // Of each foot, before Find. `open`: it may land unseen. `near`: not high over the believed ground. `sigma`
  // [N]: of its force, where it stands.
  void Tell(int foot, bool open, bool near, Scalar time_in_state, Scalar sigma) {
    BalancedFoot<Scalar>& balanced = feet_[static_cast<unsigned>(foot)];
    balanced.open = open;
    balanced.near = near;
    balanced.time_in_state = time_in_state;
    balanced.sigma = sigma;
  }

  // What the forces `told` [N, world axes, of each point], which the joints make of `torque` [N·m], miss of
  // the balance. `up`: the ground's normal. Some 10 operations for each joint between a point and the base.
  // Not inlined: its loops could not be bounded if they were mixed with the caller's.
  [[gnu::noinline]] void Find(const DynamicsTerms<Model>& terms, const PointObservations<Model>& observations,
                              const ContactEstimates<Model>& estimates, const Vector3<Scalar>& up,
                              const Row& row, const JointVector& torque, const PointForces& told, Scalar dt) {
    for (int foot = 0; foot < Model::kFeet; ++foot) {
      const LegJoints<kLeg>& path = path_[static_cast<unsigned>(foot)];
      BalancedFoot<Scalar>& balanced = feet_[static_cast<unsigned>(foot)];
      balanced.predicted = balanced.foreseen = Scalar(0);
      balanced.normal = balanced.carried = balanced.share = Scalar(0);
      const int first = estimates.FirstPoint(foot), last = estimates.FirstPoint(foot + 1);
      for (int p = first; p < last; ++p) {  // at most kFootPoints
        const auto i = static_cast<unsigned>(p);
        Vector3<Scalar> seen = Vector3<Scalar>::UnitZ();
        for (int k = 0; k < path.count; ++k) {  // at most kLeg
          const int joint = path.joint[static_cast<unsigned>(k)];
          seen -= row.response[joint] * terms.points[i].jacobian.col(6 + joint);
        }
        balanced.predicted += up.dot(observations[i].predicted);
        balanced.foreseen += seen.dot(observations[i].predicted);
        balanced.normal += up.dot(told[i]);
        balanced.carried += seen.dot(told[i]);
        balanced.share += seen.dot(up);
      }
      if constexpr (Model::kPoints > Model::kFeet) balanced.share /= static_cast<Scalar>(last - first);
    }
    Scalar legs = row.legs;
    for (int j = 0; j < Model::kJoints; ++j) legs -= row.response[j] * torque[j];  // dot() has no bound
    balance_.Find(row.known, row.base, legs, dt, feet_);
  }

  // N off the ground, of the foot as a whole.
  Scalar Missing(int foot) const { return feet_[static_cast<unsigned>(foot)].missing; }

  // Whether it shows that an open foot has landed.
  bool ShowsLanding(int foot) const {
    const BalancedFoot<Scalar>& balanced = feet_[static_cast<unsigned>(foot)];
    return balanced.open && balanced.is_sure;
  }

 private:
  VerticalBalance<Scalar, Model::kFeet> balance_;
  std::array<LegJoints<kLeg>, static_cast<unsigned>(Model::kFeet)> path_;
  typename VerticalBalance<Scalar, Model::kFeet>::Feet feet_{};  // within a tick
};

}  // namespace footing
