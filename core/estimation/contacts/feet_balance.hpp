// The balance of momentum (momentum_balance.hpp) told of all feet: what its rows see of the forces of each,
// by the joints, and which were predicted.
#pragma once

#include <array>

#include "core/dynamics/dynamics_terms.hpp"
#include "core/dynamics/robot_tree.hpp"
#include "core/estimation/contacts/contact_estimate.hpp"
#include "core/estimation/contacts/momentum_balance.hpp"
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

  // Of the balance's rows m_bvᵀ s and ṗ_b by the model, and h_b.
  struct Rows {
    bool known = false;
    Vector3<Scalar> forward = Vector3<Scalar>::UnitX();  // of the base, world axes
    BalanceRows<Scalar> base, legs;
    std::array<JointVector, static_cast<unsigned>(kBalanceRows)> response;
  };

  FeetBalance(const Model& model, const MomentumBalanceOptions<Scalar>& options,
              const RobotScale<Scalar>& scale)
      : balance_(options, scale.weight, scale.length) {
    for (int foot = 0; foot < Model::kFeet; ++foot)
      path_[static_cast<unsigned>(foot)] = PathOf<kLeg>(model, foot);
  }

  // To be told of each foot before Find: its state, and how sure its force by the joints is.
  BalancedFoot<Scalar>& Foot(int foot) { return feet_[static_cast<unsigned>(foot)]; }

  // What the forces `told` [N, world axes, of each point], which the joints make of `torque` [N·m], miss of
  // the balance. `up`: the ground's normal. Some 30 operations for each joint between a point and the base.
  // Not inlined: its loops could not be bounded if they were mixed with the caller's.
  [[gnu::noinline]] void Find(const DynamicsTerms<Model>& terms, const PointObservations<Model>& observations,
                              const ContactEstimates<Model>& estimates, const Vector3<Scalar>& up,
                              const Rows& rows, const JointVector& torque, const PointForces& told,
                              Scalar dt) {
    if (!rows.known) return balance_.Skip(feet_);
    for (int foot = 0; foot < Model::kFeet; ++foot) {
      BalancedFoot<Scalar>& balanced = feet_[static_cast<unsigned>(foot)];
      balanced.predicted.setZero();
      balanced.force.setZero();
      balanced.carried.setZero();
      for (auto& seen : balanced.seen) seen.setZero();
      const int first = estimates.FirstPoint(foot), last = estimates.FirstPoint(foot + 1);
      for (int p = first; p < last; ++p) {  // at most kFootPoints
        const auto i = static_cast<unsigned>(p);
        balanced.predicted += observations[i].predicted;
        balanced.force += told[i];
        See(terms.points[i].jacobian, path_[static_cast<unsigned>(foot)], rows, told[i], balanced);
      }
      if constexpr (Model::kPoints > Model::kFeet) {
        const Scalar share = Scalar(1) / static_cast<Scalar>(last - first);
        for (auto& seen : balanced.seen) seen *= share;
      }
    }
    BalanceRows<Scalar> legs = rows.legs;
    for (int b = 0; b < kBalanceRows; ++b) {
      const JointVector& response = rows.response[static_cast<unsigned>(b)];
      for (int j = 0; j < Model::kJoints; ++j) legs[b] -= response[j] * torque[j];  // dot() has no bound
    }
    balance_.Find(up, rows.base, legs, dt, feet_);
  }

  // N, world axes, of the foot as a whole.
  const Vector3<Scalar>& Missing(int foot) const { return feet_[static_cast<unsigned>(foot)].missing; }

  // Whether it shows that an open foot has landed.
  bool ShowsLanding(int foot) const {
    const BalancedFoot<Scalar>& balanced = feet_[static_cast<unsigned>(foot)];
    return balanced.open && balanced.is_sure;
  }

  // N², off the ground, of a foot's force, of which the joints leave `open` [N²].
  Scalar NormalVariance(int foot, Scalar open) const {
    const BalancedFoot<Scalar>& balanced = feet_[static_cast<unsigned>(foot)];
    return balanced.normal_variance > Scalar(0) ? Min(balanced.normal_variance, open) : open;
  }

 private:
  // Adds what the rows see of a point, and of its force `told` [N].
  template <typename Jacobian>
  static void See(const Jacobian& jacobian, const LegJoints<kLeg>& path, const Rows& rows,
                  const Vector3<Scalar>& told, BalancedFoot<Scalar>& foot) {
    std::array<Vector3<Scalar>, static_cast<unsigned>(kBalanceRows)> seen;
    for (int k = 0; k < 3; ++k) seen[static_cast<unsigned>(k)] = Vector3<Scalar>::Unit(k);
    seen[kRollRow].setZero();
    for (int k = 0; k < 3; ++k) seen[kRollRow] += rows.forward[k] * jacobian.col(3 + k);
    for (int k = 0; k < path.count; ++k) {  // at most kLeg
      const int joint = path.joint[static_cast<unsigned>(k)];
      for (unsigned b = 0; b < static_cast<unsigned>(kBalanceRows); ++b)
        seen[b] -= rows.response[b][joint] * jacobian.col(6 + joint);
    }
    for (int b = 0; b < kBalanceRows; ++b) {
      foot.carried[b] += seen[static_cast<unsigned>(b)].dot(told);
      foot.seen[static_cast<unsigned>(b)] += seen[static_cast<unsigned>(b)];
    }
  }

  MomentumBalance<Scalar, Model::kFeet> balance_;
  std::array<LegJoints<kLeg>, static_cast<unsigned>(Model::kFeet)> path_;
  typename MomentumBalance<Scalar, Model::kFeet>::Feet feet_{};
};

}  // namespace footing
