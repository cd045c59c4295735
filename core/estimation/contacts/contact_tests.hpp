// The two sequential tests (Wald) of a point, or of a foot as a whole: is it loaded, and does it slip.
//
// Loaded or not: the log-odds of "loaded" gather, each tick, the log-likelihood ratios of the vertical force
// before the observer's filter, N(F, σ) against N(0, σ) with F the load that is expected, and of the point's
// vertical speed. The push of an edge along the ground counts in place of a smaller vertical force. They stop
// at ± a limit, which stands for the chance that a foot lands or lifts: so a plan of the feet, where the
// controller tells one, moves the limits. A planned swing counts as height over the ground; where a leg's
// joints say little and the prediction sees the swing begin, that counts too. F of a loaded point falls with
// the predicted force, to least_load at the lowest.
//
// Slip: the excess of the tangential speed over a threshold, summed in the same way; it grows in the ticks in
// which the foot's force says that it carries. The threshold is higher where the joints' rates are unsure, as
// after an impact. Where a foot that sticks is predicted to slide it is lower, and the sum does not wait for
// the end of the impact.
#pragma once

#include "core/dynamics/robot_tree.hpp"
#include "core/estimation/contacts/contact_estimate.hpp"
#include "core/estimation/contacts/contact_estimator_options.hpp"

namespace footing {

// It is made where it is needed: `options` and `scale` must outlive it.
template <typename Scalar>
class ContactTests {
 public:
  ContactTests(const ContactEstimatorOptions<Scalar>& options, const RobotScale<Scalar>& scale)
      : options_(options), scale_(scale), still_(options.lift_speed * scale.speed) {}

  // One tick's evidence of load into `estimate.log_odds`; the state is Slip's to change.
  // `normal` [N]: the force along `up`, the ground's normal. `unit` [N]: what forces are counted in.
  void Load(const PointObservation<Scalar>& observation, const Vector3<Scalar>& up, Scalar normal,
            Scalar unit, PointEstimate<Scalar>& estimate) const {
    const Scalar predicted = up.dot(observation.predicted);
    Scalar load =
        Clamp(options_.load_share * predicted, unit * options_.smallest_load, unit * options_.largest_load);
    const Scalar sigma = unit * options_.force_sigma;
    if (estimate.state != ContactState::kOpen && predicted > Scalar(0)) {
      // A foot that stands with little load by the prediction has not lifted off for having little. What the
      // joints leave open beyond σ hides as large a load.
      const Scalar hidden = Sqrt(Max(estimate.normal_variance - sigma * sigma, Scalar(0)));
      load = Clamp(predicted, Min(Max(unit * options_.least_load, hidden), load), load);
    }
    // How many ticks say as much as one of a leg whose joints tell its force.
    const Scalar ticks = Max(estimate.normal_variance / (sigma * sigma), Scalar(1));
    const Scalar impact = options_.jump_share * estimate.change;
    const Scalar sigma2 = sigma * sigma * ticks + impact * impact;
    // log N(f; F, σ) − log N(f; 0, σ)
    const Scalar force = estimate.edge_force > Scalar(0) ? Max(normal, estimate.edge_force) : normal;
    const Scalar force_ratio = load * (force - load / Scalar(2)) / sigma2;
    const Scalar rest = still_ * still_ + observation.ground_variance;  // m²/s²
    const Scalar speed = up.dot(observation.velocity);
    const Scalar motion_ratio = Max(Scalar(1) - speed * speed / rest, Scalar(-4));
    // Where a tick says less, as many more decide; and one that says much all the same counts for as many.
    const Scalar patience = Min(ticks, Scalar(8));
    const Scalar motion_weight =
        motion_ratio > Scalar(0) ? options_.rest_weight / patience : options_.move_weight;
    const Scalar most = Scalar(4) * patience;
    const Scalar gain =
        options_.force_weight * Clamp(force_ratio, -most, most) + motion_weight * motion_ratio;
    // A point high over the believed ground hardly lands now: more must gather until it counts as loaded. The
    // same in a planned swing; and a foot that is planned to stand hardly lifts, unless it is dragged along
    // ground that does not give way.
    const Scalar height = observation.height / (options_.high * scale_.length);
    const Scalar high = Clamp(Max(height, -options_.plan_high * observation.planned), Scalar(0), Scalar(1));
    const bool dragged = IsFirm(observation) && estimate.motion_evidence >= kMostEvidence;
    const Scalar hold = dragged ? Scalar(0) : options_.plan_hold * Max(observation.planned, Scalar(0));
    const Scalar limit = options_.limit * patience;
    const Scalar lowest = -limit * (Scalar(1) + options_.high_limit * high);
    const Scalar highest = limit + options_.limit * hold;
    const bool lifts =
        estimate.state != ContactState::kOpen && !(predicted > Scalar(0)) && observation.planned < Scalar(0);
    const Scalar lift = lifts ? options_.lift_weight * (limit - options_.limit) : Scalar(0);
    estimate.log_odds = Clamp(estimate.log_odds + gain - options_.high_weight * high - lift, lowest, highest);
  }

  // Whether the force of this tick, `normal` [N], says that a foot carries; `unit` as Load has it.
  bool Carries(Scalar normal, Scalar unit) const {
    return normal > unit * options_.smallest_load / Scalar(2);
  }

  // One tick `dt` [s] on: the state by the log-odds, and of a loaded point by the evidence of slip.
  // `carries`: its foot. One that touches firm ground with a few newtons now and then has no grip to lose.
  void Slip(const PointObservation<Scalar>& observation, const Vector3<Scalar>& up, bool carries, Scalar dt,
            PointEstimate<Scalar>& estimate) const {
    const bool loaded = estimate.log_odds > Scalar(0);
    const bool was_loaded = estimate.state != ContactState::kOpen;
    estimate.time_in_state = loaded == was_loaded ? estimate.time_in_state + dt : Scalar(0);
    estimate.settled = loaded && estimate.time_in_state > options_.settle_time &&
                       estimate.log_odds > options_.limit / Scalar(2);
    if (!loaded) {
      estimate.state = ContactState::kOpen;
      estimate.slip_evidence = estimate.motion_evidence = estimate.slip_time = Scalar(0);
      estimate.holds = estimate.rests = false;
      return;
    }
    const Vector3<Scalar> v = observation.velocity - up.dot(observation.velocity) * up;
    const Scalar speed = Sqrt(v.squaredNorm());
    const bool expected = observation.predicted_slide && estimate.state == ContactState::kStick;
    const Scalar threshold = options_.slip_speed * scale_.speed * (expected ? Scalar(0.7) : Scalar(1));
    if (estimate.time_in_state > options_.settle_time || expected) {
      const Scalar step = dt / options_.slip_time;
      const auto gather = [&](Scalar least, Scalar most, Scalar& evidence) {
        const Scalar excess = Min(speed / least, most) - Scalar(1);
        evidence = Clamp(evidence + step * excess, Scalar(0), kMostEvidence);
      };
      const Scalar most = carries || !IsFirm(observation) ? Scalar(2) : Scalar(1);
      gather(threshold + options_.slip_sigmas * observation.speed_sigma, most, estimate.slip_evidence);
      gather(threshold, Scalar(2), estimate.motion_evidence);
    }
    const Scalar needed = estimate.state == ContactState::kSlip ? Scalar(0.5) : Scalar(1);
    estimate.state = estimate.slip_evidence >= needed ? ContactState::kSlip : ContactState::kStick;
    estimate.slip_time = estimate.state == ContactState::kSlip ? estimate.slip_time + dt : Scalar(0);
    estimate.holds = estimate.settled && estimate.motion_evidence < Scalar(0.3);
    // Of a foot that has landed long ago a predicted slide would confirm itself: by noise, and by the low μ
    // that it teaches.
    const bool lands = estimate.time_in_state < Scalar(3) * options_.settle_time;
    estimate.rests = estimate.state == ContactState::kStick && !(lands && observation.predicted_slide);
  }

 private:
  static constexpr Scalar kMostEvidence = Scalar(1.5);  // of slip and motion
  static constexpr Scalar kFirm = Scalar(1.0L / 16);    // of lift_speed², that the ground may give way by

  // Its ground does not give way: a light foot is thrown off.
  bool IsFirm(const PointObservation<Scalar>& observation) const {
    return observation.ground_variance < kFirm * still_ * still_;
  }

  const ContactEstimatorOptions<Scalar>& options_;
  const RobotScale<Scalar>& scale_;
  Scalar still_;  // m/s, at which the motion's term is zero
};

}  // namespace footing
