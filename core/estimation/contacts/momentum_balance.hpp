// What the feet's forces miss of the balance of the whole robot's momentum. A drive's rate is late by
// milliseconds, and so is the force of an impact that is made of it; the IMU feels the impact at once.
//
// The base's rows of the equations of motion, without the joints' accelerations: with M_j the joints' block
// of M, m_b its column of a row b of the base, and h_b = M_j⁻¹ m_b,
//   Σ c_bpᵀ f_p = m_bvᵀ s + ṗ_b − h_bᵀ r,     c_bp = J_b − J_p h_b.
// s is the IMU's specific force, p_b the row's momentum seen from the base's origin, r the torque that
// contacts put on the joints (momentum_observer.hpp), J_b the point's Jacobian for the row. p_b and r are
// made of the same rates: what these lack cancels. The rows are the three of forces, and the moment about the
// base's forward axis, which tells a left foot from a right one; about the others a base has more inertia,
// and the gyro's noise hides an impact.
//
// What is missed of the forces that the joints tell is shared among the feet as a Kalman filter does, by the
// variance of each: a foot that lands, or has just landed, gets nearly all, and so does one whose joints tell
// nothing along a stretched leg. What it gets has the direction of the force that was predicted of it, or
// that the joints tell of it late. What stays missing is taken off: a robot that carries less than its model
// is lifted by something, one that carries more is heavier, and so is what its base's impacts are. What is
// missing while no foot lands shows how sure each row is.
#pragma once

#include <array>

#include "core/estimation/contacts/balanced_foot.hpp"
#include "core/estimation/contacts/momentum_balance_options.hpp"
#include "core/linalg/small_cholesky.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar, int kFeet>
class MomentumBalance {
 public:
  using Foot = BalancedFoot<Scalar>;
  using Feet = std::array<Foot, static_cast<unsigned>(kFeet)>;
  using Rows = BalanceRows<Scalar>;

  // `weight`: N; `length` of a leg: m.
  MomentumBalance(const MomentumBalanceOptions<Scalar>& options, Scalar weight, Scalar length)
      : options_(options), weight_(weight), unit_(weight, weight, weight, weight * length) {
    for (int b = 0; b < kBalanceRows; ++b) {
      const Scalar begin = options_.begin_sigma * unit_[b];
      noise_[b] = b == kVerticalRow ? LeastNoise(b) : Max(begin * begin, LeastNoise(b));
    }
  }

  // One tick `dt` [s], over ground with the normal `up`. `base`: m_bvᵀ s of each row, `legs`: ṗ_b − h_bᵀ r.
  // Of `feet` what is found. Cost: about 150 operations a foot that stands or may have landed, 100 and four
  // roots for the rows.
  void Find(const Vector3<Scalar>& up, const Rows& base, const Rows& legs, Scalar dt, Feet& feet) {
    Begin(base, legs);
    const bool is_carried = CarriedForSure(up, feet) > Scalar(0.5L) * weight_;
    int news = 0;          // feet whose force is new
    bool is_quiet = true;  // no foot lands, or has just landed
    Scalar standing = noise_[kVerticalRow];
    for (Foot& foot : feet) {  // at most kFeet
      const Scalar normal = up.dot(foot.force);
      const Scalar foreseen = up.dot(foot.forecast);
      FindDirection(up, normal, foreseen, foot);
      foot.forecast = foot.predicted;
      foot.variance = foot.normal_variance = Scalar(0);
      foot.is_sure = true;
      foot.missing = Max(-normal, Scalar(0)) * up;  // the ground does not pull
      for (int b = 0; b < kBalanceRows; ++b) foot.carried[b] += Seen(foot, b).dot(foot.missing);
      if (!foot.open) {
        const Scalar seen = foot.sigma * Seen(foot, kVerticalRow).dot(up);
        standing += seen * seen;
        news += foot.time_in_state < Scalar(1.5L) * dt ? 1 : 0;
        const Scalar left = Max(Scalar(1) - foot.time_in_state / options_.impact_time, Scalar(0));
        is_quiet = is_quiet && left == Scalar(0);
        Add(Max(foot.sigma, options_.impact_sigma * weight_ * left * left), up, foot);
      } else if (is_carried && foot.near && !foot.is_told) {
        AddUnknown(up, foot);
      } else if (foreseen > Scalar(0) || (foot.near && normal > options_.least_force * weight_)) {
        ++news;
        foot.is_sure = foreseen > Scalar(0);
        Add(options_.landing_sigma * weight_, up, foot);
      }
    }
    if (news == 1)
      for (Foot& foot : feet) foot.is_sure = true;
    is_quiet = is_quiet && news == 0;
    if (is_quiet) LearnNoise(dt);
    const Scalar vertical = missing_[kVerticalRow], square = vertical * vertical;
    missing_time_ = square > Scalar(9) * standing ? missing_time_ + dt : Scalar(0);
    const bool may_land = missing_time_ < options_.landing_time;
    if (may_land && news == 0 && vertical > Scalar(0) &&
        square > Scalar(9) * covariance_(kVerticalRow, kVerticalRow))
      is_quiet = !Suspect(up, feet) && is_quiet;
    if (may_land && IsExplained(is_quiet))
      Share(up, feet);
    else
      for (Foot& foot : feet) foot.missing.setZero();
    LearnModel(dt);
  }

  // One tick in which nothing was measured.
  void Skip(Feet& feet) {
    missing_time_ = Scalar(0);
    for (Foot& foot : feet) {
      foot.forecast.setZero();
      foot.missing.setZero();
      foot.normal_variance = Scalar(0);
    }
  }

 private:
  static constexpr Scalar kUsualShare = Scalar(0.5L);  // of a foot's force, that a row sees
  static constexpr Scalar kMost = Scalar(0.3L);  // of a row's unit, that counts as an error of the model

  static const Vector3<Scalar>& Seen(const Foot& foot, int row) {
    return foot.seen[static_cast<unsigned>(row)];
  }

  Scalar LeastNoise(int row) const {
    const Scalar sigma = row == kRollRow       ? options_.roll_sigma
                         : row == kVerticalRow ? options_.vertical_sigma
                                               : options_.along_sigma;
    return sigma * sigma * unit_[row] * unit_[row];
  }

  void Begin(const Rows& base, const Rows& legs) {
    const Scalar heavier = Scalar(1) + Max(-lasting_[kVerticalRow], Scalar(0)) / weight_;
    covariance_.setZero();
    for (int b = 0; b < kBalanceRows; ++b) {
      missing_[b] = heavier * base[b] + legs[b] - lasting_[b];
      covariance_(b, b) = noise_[b];
    }
    missing_[kVerticalRow] += Min(lasting_[kVerticalRow], Scalar(0));
  }

  // The force that was predicted of the foot tells the direction of its impact, or else what the joints tell
  // of it: all of them are late by the same time. A foot keeps that of its landing.
  void FindDirection(const Vector3<Scalar>& up, Scalar normal, Scalar foreseen, Foot& foot) const {
    if (foreseen > options_.directed_force * weight_) {
      foot.direction = (Scalar(1) / foreseen) * foot.forecast;
      foot.directed = true;
      return;
    }
    if (foot.open) foot.directed = false;
    if (foot.directed) return;
    foot.direction = up;
    const bool lands = foot.open || foot.time_in_state < options_.impact_time;
    if (!lands || !(normal > options_.least_force * weight_)) return;
    foot.direction = (Scalar(1) / normal) * foot.force;
    foot.directed = true;
  }

  // What the joints say of the foot, within `sigma` off the ground.
  void Add(Scalar sigma, const Vector3<Scalar>& up, Foot& foot) {
    const Scalar sideways = foot.directed ? options_.directed_sideways : options_.sideways;
    foot.variance = sigma * sigma;
    foot.sideways_variance = sideways * sideways * foot.variance;
    Rows along, off;
    for (int b = 0; b < kBalanceRows; ++b) {
      missing_[b] -= foot.carried[b];
      along[b] = foot.direction.dot(Seen(foot, b));
      off[b] = up.dot(Seen(foot, b));
      for (int c = 0; c <= b; ++c)
        covariance_(b, c) += foot.variance * along[b] * along[c] +
                             foot.sideways_variance * (Seen(foot, b).dot(Seen(foot, c)) - off[b] * off[c]);
    }
  }

  // N, by the feet that stand, as far as their joints tell it.
  static Scalar CarriedForSure(const Vector3<Scalar>& up, const Feet& feet) {
    Scalar carried = Scalar(0);
    for (const Foot& foot : feet)
      if (!foot.open && foot.is_told) carried += up.dot(foot.force);
    return carried;
  }

  // Of an open foot near the ground, while others carry the robot, so that it is no crane: the rows tell what
  // the joints do not, in the direction that is open.
  void AddUnknown(const Vector3<Scalar>& up, Foot& foot) {
    foot.normal_variance = up.dot(foot.unknown);
    foot.direction = (Scalar(1) / foot.normal_variance) * foot.unknown;
    foot.directed = true;
    Add(Sqrt(foot.normal_variance), up, foot);
  }

  // A foot has landed, and nothing says which: any that is near the ground. Only a single one is sure. False
  // where no foot is near.
  bool Suspect(const Vector3<Scalar>& up, Feet& feet) {
    int suspects = 0;
    for (Foot& foot : feet) {  // at most kFeet
      if (!foot.open || !foot.near) continue;
      ++suspects;
      Add(options_.landing_sigma * weight_, up, foot);
    }
    if (suspects > 1)
      for (Foot& foot : feet) foot.is_sure = false;
    return suspects > 0;
  }

  // Ten deviations of feet that land, and five of those that stand, are none of a foot: the sensor is wrong,
  // or something else pushes. A foot that has just landed may rebound, and land again.
  bool IsExplained(bool is_quiet) const {
    bool explained = true;
    for (int b = 0; b < kBalanceRows; ++b) {
      const Scalar landing = options_.landing_sigma * kUsualShare * unit_[b];
      const Scalar variance = covariance_(b, b);
      const Scalar most = is_quiet ? Scalar(25) * variance : Scalar(100) * Max(variance, landing * landing);
      explained &= missing_[b] * missing_[b] < most;
    }
    return explained;
  }

  // Each foot's part of what is missing. Of the rows' covariance its factor is left.
  void Share(const Vector3<Scalar>& up, Feet& feet) {
    FactorCholesky<kBalanceRows>(covariance_, [this](int b) { return LeastNoise(b); });
    Rows gain = missing_;
    SolveCholesky<kBalanceRows>(covariance_, gain);
    for (Foot& foot : feet) {  // at most kFeet
      if (!(foot.variance > Scalar(0))) {
        foot.missing.setZero();
        continue;
      }
      Vector3<Scalar> pull = Vector3<Scalar>::Zero();
      for (int b = 0; b < kBalanceRows; ++b) pull += gain[b] * Seen(foot, b);
      const Vector3<Scalar> found = foot.variance * foot.direction.dot(pull) * foot.direction +
                                    foot.sideways_variance * (pull - up.dot(pull) * up);
      foot.missing += found;
      if (foot.normal_variance > Scalar(0)) {
        Rows told;
        for (int b = 0; b < kBalanceRows; ++b)
          told[b] = foot.normal_variance * Seen(foot, b).dot(foot.direction);
        SolveLower<kBalanceRows>(covariance_, told);
        Scalar less = Scalar(0);
        for (int b = 0; b < kBalanceRows; ++b) less += told[b] * told[b];
        foot.normal_variance = Max(foot.normal_variance - less, foot.sigma * foot.sigma);
      }
      for (int b = 0; b < kBalanceRows; ++b) missing_[b] -= Seen(foot, b).dot(found);
    }
  }

  // While all feet stand: what is missing, less what their forces leave open.
  void LearnNoise(Scalar dt) {
    const Scalar gain = Min(dt / options_.noise_time, Scalar(1));
    for (int b = 0; b < kBalanceRows; ++b) {
      const Scalar most = kMost * unit_[b];
      const Scalar seen = missing_[b] * missing_[b] - (covariance_(b, b) - noise_[b]);
      const Scalar bounded = Clamp(seen, Scalar(0), Scalar(9) * most * most);
      noise_[b] = Max(noise_[b] + gain * (bounded - noise_[b]), LeastNoise(b));
    }
  }

  void LearnModel(Scalar dt) {
    const Scalar gain = Min(dt / options_.model_time, Scalar(1));
    for (int b = 0; b < kBalanceRows; ++b) {
      const Scalar most = kMost * unit_[b];
      lasting_[b] += gain * Clamp(missing_[b], -most, most);
    }
  }

  MomentumBalanceOptions<Scalar> options_;
  Scalar weight_;                // N
  Rows unit_;                    // N, N·m
  Rows noise_;                   // the square
  Rows lasting_ = Rows::Zero();  // what stays missing; of the vertical, below zero: a heavier robot
  Scalar missing_time_ = 0;      // s, for which more is missing than feet that stand explain
  // Within a tick.
  Rows missing_;
  BoundedMatrix<Scalar, kBalanceRows> covariance_;  // of the rows, lower half
};

}  // namespace footing
