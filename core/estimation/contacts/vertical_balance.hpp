// What the feet's forces miss of the vertical balance of the whole robot. A drive's rate is late by
// milliseconds, and so is the force of an impact that is made of it; the IMU feels the impact at once.
//
// The base's vertical row of the equations of motion, without the joints' accelerations: with M_j the joints'
// block of M, m_z its column of the base's vertical, and h = M_j⁻¹ m_z,
//   Σ c_pᵀ f_p = m s_z + ṗ_z − hᵀ r,     c_p = ẑ − J_p h.
// s is the IMU's specific force, p_z the vertical momentum seen from the base's origin, r the torque that
// contacts put on the joints (momentum_observer.hpp). p_z and r are made of the same rates: what these lack
// cancels. What the balance misses of the forces that the joints tell is shared among the feet as a Kalman
// filter does, by the variance of each: a foot that lands, or has just landed, gets nearly all. c_p is not
// vertical, so where a landing with friction was predicted, the missing force has its direction.
// What stays missing is taken off: a robot that carries less than its model is lifted by something, one that
// carries more is heavier, and so is what its base's impacts are. What is missing while no foot lands shows
// how sure the balance is.
#pragma once

#include <array>

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// Forces count in the robot's weight.
template <typename Scalar>
struct VerticalBalanceOptions {
  Scalar sigma = Scalar(0.04L);          // of the balance at its best: the IMU's noise, torques, the model
  Scalar noise_time = Scalar(1);         // s in which it is learned that the balance is less sure
  Scalar landing_sigma = Scalar(0.75L);  // of a foot that lands: of the predicted force, if above the weight
  Scalar impact_sigma = Scalar(0.5L);    // of one that has landed; falls to nothing in impact_time
  Scalar impact_time = Scalar(0.02L);    // s
  Scalar landing_time = Scalar(0.03L);   // s that a landing may be missed: from then on it is another force
  Scalar model_time = Scalar(0.2L);      // s in which it is learned what stays missing
  Scalar least_force = Scalar(0.075L);   // by the joints, of a foot near the ground that lands unpredicted
  Scalar directed_force = Scalar(0.5L);  // predicted, from which on the missing force has its direction
};

// A foot in the balance; all forces in N.
template <typename Scalar>
struct BalancedFoot {
  bool open;             // by its state so far
  bool near;             // not high over the believed ground
  Scalar time_in_state;  // s
  Scalar predicted;      // off the ground, in the coming step
  Scalar foreseen;       // Σ c_pᵀ f_p of the predicted forces
  Scalar normal;         // off the ground, by the joints
  Scalar sigma;          // of that, where the foot stands
  Scalar carried;        // Σ c_pᵀ f_p, by the joints
  Scalar share;          // of a force off the ground, what the balance sees
  // By the balance:
  Scalar variance;  // N²; 0 for a foot that cannot have landed
  Scalar missing;   // off the ground, what the joints do not tell yet
  bool is_sure;     // if it is open: that it is this foot's
};

template <typename Scalar, int kFeet>
class VerticalBalance {
 public:
  using Feet = std::array<BalancedFoot<Scalar>, static_cast<unsigned>(kFeet)>;

  // `weight`: N.
  VerticalBalance(const VerticalBalanceOptions<Scalar>& options, Scalar weight)
      : least_noise_(options.sigma * weight * options.sigma * weight),
        noise_rate_(Scalar(1) / options.noise_time),
        landing_share_(options.landing_sigma),
        landing_sigma_(options.landing_sigma * weight),
        impact_sigma_(options.impact_sigma * weight),
        landing_variance_(landing_sigma_ * landing_sigma_ * kUsualShare * kUsualShare),
        impact_rate_(Scalar(1) / options.impact_time),
        landing_time_(options.landing_time),
        model_rate_(Scalar(1) / options.model_time),
        least_force_(options.least_force * weight),
        directed_force_(options.directed_force * weight),
        most_(Scalar(0.3L) * weight),
        per_weight_(Scalar(1) / weight) {}

  // One tick `dt` [s]. `base` [N]: m s_z. `legs` [N]: ṗ_z − hᵀ r. `known`: both were measured; else nothing
  // is missing. Cost: about 25 operations a foot, a division for each that lands, and one for all.
  void Find(bool known, Scalar base, Scalar legs, Scalar dt, Feet& feet) {
    const Scalar lasting = lasting_ > Scalar(0) ? lasting_ : lasting_ * base * per_weight_;
    Scalar missing = base + legs - lasting;
    Scalar variance = noise_, standing = variance;
    int news = 0;          // feet whose force is new
    bool is_quiet = true;  // no foot lands, or has just landed
    for (unsigned i = 0; i < static_cast<unsigned>(kFeet); ++i) {
      BalancedFoot<Scalar>& foot = feet[i];
      foot.variance = Scalar(0);
      foot.is_sure = true;
      foot.missing = Max(-foot.normal, Scalar(0));  // the ground does not pull
      foot.carried += foot.share * foot.missing;
      const Scalar seen = foot.sigma * foot.share;
      const Forecast past = forecast_[i];
      forecast_[i] = {foot.predicted, foot.foreseen};
      if (past.normal > directed_force_) foot.share = Max(past.carried / past.normal, kLeastShare);
      if (!foot.open) {
        standing += seen * seen;
        news += foot.time_in_state < Scalar(1.5L) * dt ? 1 : 0;
        const Scalar left = Max(Scalar(1) - foot.time_in_state * impact_rate_, Scalar(0));
        is_quiet = is_quiet && left == Scalar(0);
        Add(Max(foot.sigma, impact_sigma_ * left * left), foot, missing, variance);
      } else if (past.normal > Scalar(0) || (foot.near && foot.normal > least_force_)) {
        ++news;
        foot.is_sure = past.normal > Scalar(0);
        Add(Max(landing_sigma_, landing_share_ * past.normal), foot, missing, variance);
      }
    }
    if (news == 1)
      for (auto& foot : feet) foot.is_sure = true;
    const Scalar square = missing * missing;
    missing_time_ = known && square > Scalar(9) * standing ? missing_time_ + dt : Scalar(0);
    const bool may_land = known && missing_time_ < landing_time_;
    if (may_land && news == 0 && missing > Scalar(0) && square > Scalar(9) * variance)
      Suspect(feet, missing, variance);
    // Ten deviations of feet that land, and five of those that stand, are none of a foot: the sensor is
    // wrong, or something else pushes. A foot that has just landed may rebound, and land again.
    const Scalar landing = is_quiet ? variance : Max(variance, landing_variance_);
    const Scalar most = Scalar(100) * landing - Scalar(75) * standing;
    const bool explained = may_land && missing * missing < most;
    const Scalar gain = explained ? missing / variance : Scalar(0);
    for (auto& foot : feet) {
      const Scalar found = foot.variance * foot.share * gain;
      missing -= foot.share * found;
      foot.missing = explained && foot.variance > Scalar(0) ? foot.missing + found : Scalar(0);
    }
    if (known && is_quiet && news == 0) LearnNoise(square - (standing - noise_), dt);
    if (known) lasting_ += Min(dt * model_rate_, Scalar(1)) * Clamp(missing, -most_, most_);
  }

 private:
  static constexpr Scalar kUsualShare = Scalar(0.5L);  // of a leg
  static constexpr Scalar kLeastShare = Scalar(0.3L);  // of a predicted force, as far as it is believed

  // What was predicted of a foot for the step that has passed.
  struct Forecast {
    Scalar normal = 0, carried = 0;  // N
  };

  // What the joints say of the foot, within `sigma`.
  static void Add(Scalar sigma, BalancedFoot<Scalar>& foot, Scalar& missing, Scalar& variance) {
    foot.variance = sigma * sigma;
    missing -= foot.carried;
    variance += foot.variance * foot.share * foot.share;
  }

  // `seen` [N²]: what the balance misses, less what the feet explain.
  void LearnNoise(Scalar seen, Scalar dt) {
    const Scalar bounded = Clamp(seen, Scalar(0), Scalar(9) * most_ * most_);
    noise_ = Max(noise_ + Min(dt * noise_rate_, Scalar(1)) * (bounded - noise_), least_noise_);
  }

  // A foot has landed, and nothing says which: any that is near the ground. Only a single one is sure.
  void Suspect(Feet& feet, Scalar& missing, Scalar& variance) const {
    int suspects = 0;
    for (auto& foot : feet) {
      if (!foot.open || !foot.near) continue;
      ++suspects;
      Add(landing_sigma_, foot, missing, variance);
    }
    if (suspects > 1)
      for (auto& foot : feet) foot.is_sure = false;
  }

  Scalar least_noise_;                          // N²
  Scalar noise_rate_;                           // 1/s
  Scalar landing_share_;                        // of a predicted force
  Scalar landing_sigma_, impact_sigma_;         // N
  Scalar landing_variance_;                     // N², as the balance sees it
  Scalar impact_rate_;                          // 1/s
  Scalar landing_time_;                         // s
  Scalar model_rate_;                           // 1/s
  Scalar least_force_, directed_force_, most_;  // N
  Scalar per_weight_;                           // 1/N
  Scalar noise_ = least_noise_;                 // N², of the balance
  Scalar lasting_ = 0;                          // N, that stays missing; below zero: a heavier robot
  Scalar missing_time_ = 0;                     // s, for which more is missing than feet that stand explain
  std::array<Forecast, static_cast<unsigned>(kFeet)> forecast_{};
};

}  // namespace footing
