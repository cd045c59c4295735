// Which feet are open, stick or slip, from measured torque and motion and from what the
// contact solver predicts; and with what force. No gait clock enters.
//
// Force: the momentum observer's residual of a leg, less the torque bias learned while the
// foot was open, mapped by the leg's Jacobian: (J_legᵀ) f = r.
// Loaded or not: a sequential test per foot (Wald): the log-odds of "loaded" gather, each
// tick, the log-likelihood ratios of the vertical force before the observer's filter,
// N(F, σ) against N(0, σ) with F the load that is expected, and of the foot's vertical speed.
// They stop at ± a limit, which stands for the chance that a foot lands or lifts.
// F of a loaded foot falls with the predicted force, to least_load at the lowest.
// Slip: the excess of the tangential foot speed over a threshold, summed in the same way. If the
// solver predicts sliding already at the nominal μ, less is needed.
#pragma once

#include <array>

#include "core/contact/contact_problem.hpp"
#include "core/dynamics/dynamics_terms.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

enum class ContactState : std::uint8_t { kOpen = 0, kStick = 1, kSlip = 2 };

template <typename Scalar>
struct ContactEstimatorOptions {
  // Tuned on simulated trots over seeds that the tests do not use.
  Scalar force_sigma = Scalar(7);      // N, of the estimated vertical force, model errors included
  Scalar smallest_load = Scalar(14);   // N, F where the prediction says less
  Scalar load_share = Scalar(0.3);     // F as a share of the predicted force
  Scalar largest_load = Scalar(18);    // N
  Scalar least_load = Scalar(6);       // N, F of a foot that stands and of which the prediction says less
  Scalar lift_speed = Scalar(0.15);    // m/s, vertical speed at which the motion's term is zero
  Scalar lift_weight = Scalar(0.02);   // log-odds a tick, of a foot at rest
  Scalar force_weight = Scalar(0.4);   // of a tick's force ratio: ticks are correlated
  Scalar limit = Scalar(0.5);          // of the log-odds
  Scalar slip_speed = Scalar(0.04);    // m/s
  Scalar slip_time = Scalar(0.0015);   // s at twice the slip speed until slip is said
  Scalar settle_time = Scalar(0.003);  // s after touch-down in which speed is that of the impact
  Scalar bias_time = Scalar(0.3);      // s, to learn the joint torque's bias
  Scalar bias_delay = Scalar(0.03);    // s that a foot must have been open before
};

template <typename Scalar>
struct FootEstimate {
  ContactState state = ContactState::kOpen;
  Vector3<Scalar> force = Vector3<Scalar>::Zero();  // N, ground on foot, world axes
  Scalar unfiltered_normal = 0;                     // N, vertical, from the unfiltered residual
  Scalar log_odds = 0;                              // of "loaded"
  Scalar slip_evidence = 0;                         // 1: slip
  Scalar time_in_state = 0;                          // s since it last changed between open and loaded
  bool settled = false;                             // loaded for longer than an impact rings, and surely
  bool holds = false;                               // settled, and with hardly a sign of slip
};

// What the estimator is told of a foot each tick.
template <typename Scalar>
struct FootObservation {
  Vector3<Scalar> velocity;  // m/s, of the foot, world axes, by the base's estimate
  Scalar predicted_normal;   // N, from the contact solver; 0 where none was predicted
  bool predicted_slide;
};

// Legs of three joints each, one point a leg, joints 3 leg … 3 leg + 2.
template <typename Model>
class ContactEstimator {
 public:
  using Scalar = typename Model::Scalar;
  static constexpr int kFeet = Model::kPoints;
  static_assert(Model::kJoints == 3 * kFeet);
  using JointVector = BoundedVector<Scalar, Model::kJoints>;

  explicit ContactEstimator(const ContactEstimatorOptions<Scalar>& options) : options_(options) {
    for (auto& foot : feet_) foot.log_odds = -options.limit;
  }

  // Forces from the observer's residual, filtered and not; before Update, which needs them.
  void EstimateForces(const DynamicsTerms<Model>& terms, const JointVector& residual,
                      const JointVector& unfiltered, Scalar dt) {
    for (int foot = 0; foot < kFeet; ++foot) {
      FootEstimate<Scalar>& estimate = feet_[static_cast<unsigned>(foot)];
      const bool surely_open = estimate.state == ContactState::kOpen &&
                               estimate.time_in_state > options_.bias_delay &&
                               estimate.log_odds < -options_.limit / Scalar(2);
      Vector3<Scalar> residue;
      Vector3<Scalar> unfiltered_leg;
      std::array<Vector3<Scalar>, 3> column;  // of J_leg
      for (int k = 0; k < 3; ++k) {
        const int joint = 3 * foot + k;
        if (surely_open)
          torque_bias_[joint] += dt / options_.bias_time * (residual[joint] - torque_bias_[joint]);
        residue[k] = residual[joint] - torque_bias_[joint];
        unfiltered_leg[k] = unfiltered[joint] - torque_bias_[joint];
        for (int axis = 0; axis < 3; ++axis) {
          column[static_cast<unsigned>(k)][axis] =
              terms.points[static_cast<unsigned>(foot)].jacobian(axis, 6 + joint);
        }
      }
      // Cramer's rule: the inverse of J_legᵀ has the cross products of J_leg's columns as its columns.
      const Vector3<Scalar> across[3] = {column[1].cross(column[2]), column[2].cross(column[0]),
                                         column[0].cross(column[1])};
      const Scalar volume = column[0].dot(across[0]);
      const Scalar size2 = column[0].squaredNorm() * column[1].squaredNorm() * column[2].squaredNorm();
      // A stretched leg says nothing along itself: the last force stands.
      constexpr Scalar kFlat = Scalar(3) * kEpsilon<Scalar>;
      if (!(volume * volume > kFlat * kFlat * size2)) continue;
      const Vector3<Scalar> force =
          (across[0] * residue[0] + across[1] * residue[1] + across[2] * residue[2]) / volume;
      const Scalar unfiltered_normal = (across[0][2] * unfiltered_leg[0] + across[1][2] * unfiltered_leg[1] +
                                        across[2][2] * unfiltered_leg[2]) /
                                       volume;
      for (int k = 0; k < 3; ++k) estimate.force[k] = Clamp(force[k], -kForceLimit, kForceLimit);
      estimate.unfiltered_normal = Clamp(unfiltered_normal, -kForceLimit, kForceLimit);
    }
  }

  // States of all feet from the forces and `observations`, one tick `dt` [s] on. Nothing can fail;
  // about 30 operations and a square root a foot.
  void Update(const std::array<FootObservation<Scalar>, static_cast<unsigned>(kFeet)>& observations,
              Scalar dt) {
    for (unsigned foot = 0; foot < static_cast<unsigned>(kFeet); ++foot) {
      FootEstimate<Scalar>& estimate = feet_[foot];
      const FootObservation<Scalar>& observation = observations[foot];
      GatherLoad(observation, &estimate);
      GatherSlip(observation, dt, &estimate);
    }
  }

  const FootEstimate<Scalar>& foot(int i) const { return feet_[static_cast<unsigned>(i)]; }
  const JointVector& torque_bias() const { return torque_bias_; }  // N·m

 private:
  static constexpr Scalar kForceLimit = Scalar(1000);  // N, near a stretched leg

  void GatherLoad(const FootObservation<Scalar>& observation, FootEstimate<Scalar>* estimate) const {
    const Scalar predicted = observation.predicted_normal;
    Scalar load = Clamp(options_.load_share * predicted, options_.smallest_load, options_.largest_load);
    // A foot that stands with little load by the prediction has not lifted off for having little.
    if (estimate->state != ContactState::kOpen && predicted > Scalar(0))
      load = Clamp(predicted, options_.least_load, load);
    const Scalar sigma2 = options_.force_sigma * options_.force_sigma;
    // log N(f; F, σ) − log N(f; 0, σ)
    const Scalar force_ratio = load * (estimate->unfiltered_normal - load / Scalar(2)) / sigma2;
    const Scalar speed = observation.velocity[2] / options_.lift_speed;
    const Scalar lift_ratio = Max(Scalar(1) - speed * speed, Scalar(-4));
    const Scalar gain =
        options_.force_weight * Clamp(force_ratio, Scalar(-4), Scalar(4)) + options_.lift_weight * lift_ratio;
    estimate->log_odds = Clamp(estimate->log_odds + gain, -options_.limit, options_.limit);
  }

  void GatherSlip(const FootObservation<Scalar>& observation, Scalar dt,
                  FootEstimate<Scalar>* estimate) const {
    const bool loaded = estimate->log_odds > Scalar(0);
    const bool was_loaded = estimate->state != ContactState::kOpen;
    estimate->time_in_state = loaded == was_loaded ? estimate->time_in_state + dt : Scalar(0);
    estimate->settled = loaded && estimate->time_in_state > options_.settle_time &&
                        estimate->log_odds > options_.limit / Scalar(2);
    if (!loaded) {
      estimate->state = ContactState::kOpen;
      estimate->slip_evidence = Scalar(0);
      estimate->holds = false;
      return;
    }
    const Vector3<Scalar>& v = observation.velocity;
    const Scalar speed = Sqrt(v[0] * v[0] + v[1] * v[1]);
    const bool expected = observation.predicted_slide && estimate->state == ContactState::kStick;
    const Scalar threshold = options_.slip_speed * (expected ? Scalar(0.7) : Scalar(1));
    if (estimate->time_in_state > options_.settle_time) {
      const Scalar excess = Clamp((speed - threshold) / threshold, Scalar(-1), Scalar(1));
      estimate->slip_evidence =
          Clamp(estimate->slip_evidence + dt / options_.slip_time * excess, Scalar(0), Scalar(1.5));
    }
    const Scalar needed = estimate->state == ContactState::kSlip ? Scalar(0.5) : Scalar(1);
    estimate->state = estimate->slip_evidence >= needed ? ContactState::kSlip : ContactState::kStick;
    estimate->holds = estimate->settled && estimate->slip_evidence < Scalar(0.3);
  }

  ContactEstimatorOptions<Scalar> options_;
  std::array<FootEstimate<Scalar>, static_cast<unsigned>(kFeet)> feet_{};
  JointVector torque_bias_ = JointVector::Zero();
};

}  // namespace footing
