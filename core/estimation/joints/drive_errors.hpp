// What the drives do beside what the model says of them, learned while a leg is in the air: there the
// contacts put no torque on its joints, and the observer's residual is
//   r_j = offset + c sat(q̇_j) + d q̇_j + m q̈_j
// with c, d and m the errors of Coulomb friction, damping and rotor inertia, and the offset that of the
// torque's sensor. A Kalman filter of these four numbers for each joint, whose prior is what drives are known
// to differ by. The regressors pass the same filter as the residual (momentum_observer.hpp), so that they
// belong to the same time. The filter also spreads the residual's noise over 2 / (bandwidth · dt) samples,
// which together say no more than one.
#pragma once

#include <array>

#include "core/dynamics/drives.hpp"
#include "core/dynamics/robot_model.hpp"
#include "core/dynamics/robot_tree.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
struct DriveErrorOptions {
  Scalar offset = Scalar(5);         // of torque_sigma, deviation of the offset
  Scalar friction = Scalar(1);       // of the model's, deviation of Coulomb and viscous friction
  Scalar armature = Scalar(0.3);     // of the model's, deviation of the rotor's inertia
  Scalar unknown = Scalar(0.05);     // of torque_sigma: friction at 1 rad/s that a model may leave out
  Scalar offset_time = Scalar(0.3);  // s, in which the offset may have changed
  Scalar drive_time = Scalar(60);    // s, the same of the other three
  Scalar gate = Scalar(2);           // deviations beyond which a residual is not of the drive
  Scalar noise_time = Scalar(0.3);   // s in the air, in which it is learned how unsure a joint's torque is
  Scalar most_noise = Scalar(2);     // of torque_sigma²; more is a motion that was predicted wrongly
};

template <typename Model>
class DriveErrors {
 public:
  using Scalar = typename Model::Scalar;
  using JointVector = BoundedVector<Scalar, Model::kJoints>;

  // `torque_sigma` [N·m]: of what the model misses of a joint's torque, and of its noise before that is
  // known. `bandwidth` [rad/s]: the observer's.
  DriveErrors(const Model& model, const DriveErrorOptions<Scalar>& options, Scalar torque_sigma,
              Scalar bandwidth)
      : options_(options), model_(torque_sigma * torque_sigma), bandwidth_(bandwidth) {
    for (unsigned j = 0; j < static_cast<unsigned>(Model::kJoints); ++j) {
      const DriveModel<Scalar>& drive = model.joints[j].drive;
      joint_[j].noise = joint_[j].left = model_;
      const Scalar left_out = options.unknown * torque_sigma;
      const Scalar friction = drive.friction + left_out;
      joint_[j].at_rest = friction * friction / Scalar(3);  // any, equally likely
      const Scalar sigma[4] = {options.offset * torque_sigma, options.friction * drive.friction + left_out,
                               options.friction * drive.damping + left_out,
                               options.armature * drive.armature};
      for (unsigned i = 0; i < 4; ++i) {
        joint_[j].prior[i] = sigma[i] * sigma[i];
        joint_[j].covariance[i][i] = joint_[j].prior[i];
      }
    }
  }

  // One tick: the rates of the joints [rad/s] and their accelerations [rad/s²] in it. These must not have the
  // rates' noise: the residual has it too, and it would be learned as rotor inertia. Call it before the
  // others.
  void Advance(const JointVector& rate, const JointVector& acceleration, Scalar dt) {
    const Scalar gain = Min(bandwidth_ * dt, Scalar(1));
    lasting_ = model_ * Scalar(2) / Max(gain, Scalar(1e-3L));
    for (int j = 0; j < Model::kJoints; ++j) {
      Joint& joint = joint_[static_cast<unsigned>(j)];
      const Scalar share = FrictionShare(rate[j]);
      if (!started_) joint.slow_share = share, joint.slow_rate = rate[j];
      joint.acceleration = acceleration[j];
      joint.share = share;
      joint.rate = rate[j];
      joint.slow_share += gain * (share - joint.slow_share);
      joint.slow_rate += gain * (rate[j] - joint.slow_rate);
      joint.slow_acceleration += gain * (acceleration[j] - joint.slow_acceleration);
    }
    started_ = true;
  }

  // The residual [N·m] that joint `j` would have in the air, by the filtered regressors.
  Scalar Expected(int j) const {
    const Joint& joint = joint_[static_cast<unsigned>(j)];
    return Sum(joint, joint.slow_share, joint.slow_rate, joint.slow_acceleration);
  }
  // The same without the observer's filter.
  Scalar ExpectedAtOnce(int j) const {
    const Joint& joint = joint_[static_cast<unsigned>(j)];
    return Sum(joint, joint.share, joint.rate, joint.acceleration);
  }

  // Joint `j` moves in the air, and its residual is `residual` [N·m], without the observer's filter
  // `at_once`. About 65 multiply-adds.
  void Learn(int j, Scalar residual, Scalar at_once, Scalar dt) {
    Joint& joint = joint_[static_cast<unsigned>(j)];
    const Scalar regressor[4] = {Scalar(1), joint.slow_share, joint.slow_rate, joint.slow_acceleration};
    // What may have changed since.
    const Scalar step = dt / options_.offset_time;
    joint.covariance[0][0] = Min(joint.covariance[0][0] + model_ * step * step, joint.prior[0]);
    for (unsigned i = 1; i < 4; ++i)
      joint.covariance[i][i] =
          Min(joint.covariance[i][i] + joint.prior[i] * dt / options_.drive_time, joint.prior[i]);

    Scalar gain[4];
    Scalar variance = model_;
    for (unsigned i = 0; i < 4; ++i) {
      gain[i] = Scalar(0);
      for (unsigned k = 0; k < 4; ++k) gain[i] += joint.covariance[i][k] * regressor[k];
      variance += gain[i] * regressor[i];
    }
    // More than the filter can believe is the ground: a touch-down that is not known yet.
    const Scalar surprise = residual - Expected(j);
    if (surprise * surprise > options_.gate * options_.gate * variance) return;
    const Scalar left = at_once - ExpectedAtOnce(j);
    // More is no noise: another foot's impact.
    const Scalar most = Scalar(9) * (model_ + joint.noise);
    const Scalar news = Min(dt / options_.noise_time, Scalar(1));
    joint.left += news * (surprise * surprise - joint.left);
    joint.noise += news * (Min(left * left, most) - joint.noise);
    joint.noise = Min(joint.noise, options_.most_noise * model_);

    const Scalar inverse = Scalar(1) / (variance + lasting_);
    for (unsigned i = 0; i < 4; ++i) {
      const Scalar share = gain[i] * inverse;
      joint.number[i] += share * surprise;
      for (unsigned k = 0; k <= i; ++k) {
        joint.covariance[i][k] -= share * gain[k];
        joint.covariance[k][i] = joint.covariance[i][k];
      }
      joint.covariance[i][i] = Max(joint.covariance[i][i], Scalar(0));
    }
  }

  Scalar offset(int j) const { return joint_[static_cast<unsigned>(j)].number[0]; }  // N·m
  // (N·m)², as of its last Learn: how unsure that is.
  Scalar OffsetVariance(int j) const { return joint_[static_cast<unsigned>(j)].covariance[0][0]; }
  // (N·m)², of what is left of a residual without the filter: by the model, by the noise that was seen in the
  // air, and by the offset.
  Scalar Variance(int j) const { return model_ + joint_[static_cast<unsigned>(j)].noise + OffsetVariance(j); }
  // (N·m)², of what is left of a residual behind the filter: as was seen in the air, at most what `gate` lets
  // through; by the offset; and by the friction of a joint at rest, which holds any torque up to its size.
  Scalar ErrorVariance(int j) const {
    const Joint& joint = joint_[static_cast<unsigned>(j)];
    const Scalar rest = Scalar(1) - joint.slow_share * joint.slow_share;
    return joint.left + OffsetVariance(j) + rest * joint.at_rest;
  }
  // The same of each joint of a leg.
  template <int kLeg>
  std::array<Scalar, static_cast<unsigned>(kLeg)> ErrorVariances(const LegJoints<kLeg>& leg) const {
    std::array<Scalar, static_cast<unsigned>(kLeg)> variances{};
    for (int k = 0; k < leg.count; ++k)  // at most kLeg
      variances[static_cast<unsigned>(k)] = ErrorVariance(leg.joint[static_cast<unsigned>(k)]);
    return variances;
  }

  // The leg has been in the air: its offsets are better known than what the model misses.
  template <int kLeg>
  bool Knows(const LegJoints<kLeg>& leg) const {
    bool known = true;
    for (int k = 0; k < leg.count; ++k)  // at most kLeg
      known &= OffsetVariance(leg.joint[static_cast<unsigned>(k)]) < model_;
    return known;
  }

 private:
  struct Joint {
    Scalar number[4] = {};  // N·m, N·m, N·m·s/rad, kg·m²
    Scalar covariance[4][4] = {};
    Scalar prior[4] = {};  // variances
    Scalar noise = 0;      // (N·m)², without the filter
    Scalar left = 0;       // (N·m)², what is left behind the filter
    Scalar at_rest = 0;    // (N·m)², of the friction that a joint at rest holds
    Scalar share = 0, rate = 0, acceleration = 0;
    Scalar slow_share = 0, slow_rate = 0, slow_acceleration = 0;
  };

  static Scalar Sum(const Joint& joint, Scalar share, Scalar rate, Scalar acceleration) {
    return joint.number[0] + joint.number[1] * share + joint.number[2] * rate +
           joint.number[3] * acceleration;
  }

  DriveErrorOptions<Scalar> options_;
  Scalar model_;        // (N·m)², of what the model misses in one residual
  Scalar lasting_ = 0;  // the same of residuals that follow each other, as of one alone
  Scalar bandwidth_;
  bool started_ = false;
  std::array<Joint, static_cast<unsigned>(Model::kJoints)> joint_;
};

}  // namespace footing
