// What the drives of the joints add to the equations of motion. A rotor turns with its joint, gear times as
// fast: it adds its reflected inertia (`armature`) to the diagonal of M, and armature · q̇ to the joint's
// momentum. That the rotor also turns with its link counts at most as 1 / gear of this, and is left out.
// Friction in the gear is Coulomb's and viscous friction.
#pragma once

#include "core/dynamics/dynamics_terms.hpp"
#include "core/scalar.hpp"

namespace footing {

// rad/s: at this rate and above Coulomb friction is whole. Below it rises in proportion, so that noise of a
// resting joint's velocity does not switch it. Encoders of 14 bits, differenced and filtered, have noise of
// about 0.1 rad/s.
template <typename Scalar>
inline constexpr Scalar kFullFrictionRate = Scalar(0.1L);

// Of Coulomb friction, −1 to 1, at `rate` [rad/s].
template <typename Scalar>
Scalar FrictionShare(Scalar rate) {
  return Clamp(rate / kFullFrictionRate<Scalar>, Scalar(-1), Scalar(1));
}

// Adds the drives to M [kg·m²] and bias [N·m], and fills drive_momentum and drive_friction. About ten
// operations a joint.
template <typename Model, typename JointVector>
void AddDrives(const Model& model, const JointVector& joint_velocity, DynamicsTerms<Model>* terms) {
  using Scalar = typename Model::Scalar;
  for (int j = 0; j < Model::kJoints; ++j) {
    const DriveModel<Scalar>& drive = model.joints[static_cast<unsigned>(j)].drive;
    const Scalar rate = joint_velocity[j];
    terms->drive_momentum[j] = drive.armature * rate;
    terms->drive_friction[j] = drive.friction * FrictionShare(rate) + drive.damping * rate;
    terms->mass_matrix(6 + j, 6 + j) += drive.armature;
    terms->bias[6 + j] += terms->drive_friction[j];
  }
}

}  // namespace footing
