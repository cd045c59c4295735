// Torque that the contacts put on the joints, from measured torque and motion alone.
//
// Generalized momentum observer (De Luca and Mattone, 2005) on the joint rows, seen from a
// frame that moves with the base's origin but does not turn: there the base's velocity,
// which no sensor gives, drops out, and its acceleration less gravity is what the IMU's
// accelerometer reads. With p_j = M_jω ω + M_jj q̇ and s the specific force (world axes),
//   ṗ_j = ∂T/∂q_j + τ_j − friction_j − M_jv s + (Jᵀ f)_j,   r = K (p − ∫ (… + r) dt)  →  (Jᵀ f)_j,
// a first-order filter of cut-off K [rad/s]. p_j = S_j · h_subtree + the rotor's momentum, and
// ∂T/∂q_j = Ṡ_j · h_subtree, with rates and momenta h of that frame.
#pragma once

#include "core/dynamics/dynamics_terms.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

template <typename Model>
class MomentumObserver {
 public:
  using Scalar = typename Model::Scalar;
  using JointVector = BoundedVector<Scalar, Model::kJoints>;

  // `bandwidth`: K [rad/s]. After a dt above 1.75 / K the residual is the unfiltered one: the filter would
  // not be stable (its pole is 1 − K dt).
  explicit MomentumObserver(Scalar bandwidth) : bandwidth_(bandwidth) {}

  // The next update starts again and keeps the residual: for ticks that cannot be measured.
  void Reset() { started_ = false; }

  // `torque` [N·m] acted over the `dt` before the state that `terms` belong to; `specific_force`
  // [m/s²] of the base in world axes; `dt` [s] > 0. Nothing can fail.
  // `ahead` [rad/s]: the rates of that state less those that the momentum is to have, whose noise is not to
  // jump from tick to tick (JointRates::Ahead). Cost: about 20 multiply-adds a
  // joint, and two for each joint between it and the base.
  void Update(const Model& model, const DynamicsTerms<Model>& terms, const JointVector& torque,
              const Vector3<Scalar>& specific_force, const JointVector& ahead, Scalar dt) {
    JointVector momentum = Momentum(terms);
    Wrench<Scalar> whole = terms.subtree_momentum[0];
    for (int j = 0; j < Model::kJoints; ++j) {
      for (int k = 0; k < 3; ++k) {
        whole.linear[k] -= terms.mass_matrix(6 + j, k) * ahead[j];
        whole.moment[k] -= terms.mass_matrix(6 + j, 3 + k) * ahead[j];
      }
      momentum[j] -= terms.mass_matrix(6 + j, 6 + j) * ahead[j];
      // at most kBodyDepth - 1
      for (int k = Parent(model, j); k >= 0; k = Parent(model, k)) {
        momentum[j] -= terms.mass_matrix(6 + j, 6 + k) * ahead[k];
        momentum[k] -= terms.mass_matrix(6 + j, 6 + k) * ahead[j];
      }
    }
    base_rate_.linear = (Scalar(1) / dt) * (whole.linear - whole_.linear);
    base_rate_.moment = (Scalar(1) / dt) * (whole.moment - whole_.moment);
    whole_ = whole;
    has_base_rate_ = started_;
    if (!started_) {
      started_ = true;
      predicted_ = momentum - residual_ / bandwidth_;  // at most Model::kJoints
      unfiltered_ = residual_;                         // at most Model::kJoints
      return;
    }
    const JointVector gradient = KineticGradient(terms);
    const Scalar undo = Scalar(1) / (bandwidth_ * dt);
    for (int j = 0; j < Model::kJoints; ++j) {
      Scalar inertial = Scalar(0);
      for (int k = 0; k < 3; ++k) inertial += terms.mass_matrix(6 + j, k) * specific_force[k];
      const Scalar last = residual_[j];
      predicted_[j] += dt * (torque[j] - terms.drive_friction[j] + gradient[j] - inertial + last);
      residual_[j] = bandwidth_ * (momentum[j] - predicted_[j]);
      // The filter undone: what alone would have moved the residual so.
      unfiltered_[j] = last + undo * (residual_[j] - last);
    }
    if (bandwidth_ * dt > Scalar(1.75L)) {
      residual_ = unfiltered_;                         // at most Model::kJoints
      predicted_ = momentum - residual_ / bandwidth_;  // at most Model::kJoints
    }
  }

  const JointVector& residual() const { return residual_; }  // N·m, estimate of (Jᵀ f)_j

  // The same without the filter: no lag of its own, and noise that is white from tick to tick.
  const JointVector& unfiltered() const { return unfiltered_; }

  // ṗ_b [N, N·m] of the base's rows, of the last update (momentum_balance.hpp). Not where that update had
  // none before it.
  bool HasBaseRate() const { return has_base_rate_; }
  const Wrench<Scalar>& base_rate() const { return base_rate_; }

  // p_j [N·m·s], as S_j · h_subtree, and the rotor's.
  static JointVector Momentum(const DynamicsTerms<Model>& terms) {
    JointVector momentum;
    for (unsigned j = 0; j < static_cast<unsigned>(Model::kJoints); ++j)
      momentum[static_cast<int>(j)] = Along(terms.kinematics.axis[j], terms.subtree_momentum[j + 1]) +
                                      terms.drive_momentum[static_cast<int>(j)];
    return momentum;
  }

  // ∂T/∂q_j [N·m] in the frame that moves with the base's origin.
  static JointVector KineticGradient(const DynamicsTerms<Model>& terms) {
    JointVector gradient;
    for (unsigned j = 0; j < static_cast<unsigned>(Model::kJoints); ++j)
      gradient[static_cast<int>(j)] = Along(terms.axis_rate[j], terms.subtree_momentum[j + 1]);
    return gradient;
  }

 private:
  // The joint between the base and joint j that is next to j; −1 for none.
  static int Parent(const Model& model, int j) { return model.joints[static_cast<unsigned>(j)].parent - 1; }

  Scalar bandwidth_;
  bool started_ = false;
  bool has_base_rate_ = false;
  // N·m·s, N·s: of the whole robot, seen from the base's origin; and its rate.
  Wrench<Scalar> whole_{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()}, base_rate_ = whole_;
  JointVector predicted_ = JointVector::Zero();  // N·m·s
  JointVector residual_ = JointVector::Zero();
  JointVector unfiltered_ = JointVector::Zero();
};

}  // namespace footing
