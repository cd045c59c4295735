// The two sequential tests (Wald) of a point, or of a foot as a whole: is it loaded, and does it slip.
//
// Loaded or not: the log-odds of "loaded" gather, each tick, the log-likelihood ratios of the vertical force
// before the observer's filter, N(F, σ) against N(0, σ) with F the load that is expected, and of the point's
// vertical speed. They stop at ± a limit, which stands for the chance that a foot lands or lifts: so a plan
// of the feet, where the controller tells one, moves the limits, and is no evidence of load; where a leg's
// joints say little and the prediction sees a planned swing begin, that counts. F of a loaded point falls
// with the predicted force, to least_load at the lowest. Slip: the excess of the tangential speed
// over a threshold, summed in the same way. The threshold is higher where the joints' rates are unsure, as
// after an impact. Where a foot that sticks is predicted to slide it is lower, and the sum does not wait for
// the end of the impact.
#pragma once

#include "core/dynamics/robot_tree.hpp"
#include "core/estimation/contacts/vertical_balance.hpp"
#include "core/estimation/joints/drive_errors.hpp"

namespace footing {

// kTilt: of a foot with several points alone; only an edge or a corner of it carries.
enum class ContactState : std::uint8_t { kOpen = 0, kStick = 1, kSlip = 2, kTilt = 3 };

// Forces count in the robot's weight shared by all points, lengths in its leg, speeds in √(g leg), torques in
// weight times leg (RobotScale). So one set of options is for all robots.
template <typename Scalar>
struct ContactEstimatorOptions {
  // Tuned on simulated trots over seeds that the tests do not use.
  Scalar force_sigma = Scalar(0.21);    // of the estimated vertical force, model errors included
  Scalar jump = Scalar(3);              // deviations of a change, beyond which the force has no filter
  Scalar jump_share = Scalar(0.15);     // of a change of force that the rates of the joints leave open
  Scalar smallest_load = Scalar(0.42);  // F where the prediction says less
  Scalar load_share = Scalar(0.3);      // F as a share of the predicted force
  Scalar largest_load = Scalar(0.53);
  Scalar least_load = Scalar(0.18);        // F of a point at rest near the ground; of a loaded one the least
  Scalar share_sigma = Scalar(1);          // of the force of one of several points, at the most
  Scalar foot_force_sigma = Scalar(0.06);  // of a measured foot force, each component [0.0001, 10]
  Scalar torque_sigma = Scalar(0.015);     // of a joint's torque, drives' and model's errors included
  Scalar shadow = Scalar(0.025);  // height over the lowest point of its foot at which a point hardly carries
  Scalar lift_speed = Scalar(0.069);  // vertical speed at which the motion's term is zero
  Scalar rest_weight = Scalar(0.08);  // log-odds a tick, of a foot at rest: a lifted foot may be held still
  Scalar move_weight = Scalar(0.1);   // of one that moves up or down
  Scalar force_weight = Scalar(0.4);  // of a tick's force ratio: ticks are correlated
  Scalar limit = Scalar(0.5);         // of the log-odds
  Scalar high = Scalar(0.1);          // height over the believed ground at which a point hardly lands
  Scalar high_limit = Scalar(4);      // of the limit, how much more must gather there
  Scalar high_weight = Scalar(0.1);   // log-odds a tick, against load, of a point that high
  Scalar plan_hold = Scalar(3);       // of the limit, how much more must gather to lift in a planned stance
  Scalar plan_high = Scalar(0.5);     // of `high`, that a foot in a planned swing counts as at the least
  Scalar lift_weight = Scalar(0.7);   // of what more must gather where a tick says less: log-odds a tick,
                                      // against load, of a planned swing that the prediction sees begin
  Scalar slip_speed = Scalar(0.0184);
  Scalar slip_sigmas = Scalar(2);      // of the speed's deviation, by which the threshold is higher
  Scalar slip_time = Scalar(0.003);    // s at twice the slip speed until slip is said
  Scalar settle_time = Scalar(0.003);  // s after touch-down in which speed is that of the impact
  Scalar drive_delay = Scalar(0.03);   // s that a foot must have been open before its drives are looked at
  Scalar clearance =
      Scalar(0.05);  // height over the believed ground at which a foot with little force is open
  Scalar stand_time = Scalar(0.1);   // s of load without a break: from then on there is a believed ground
  Scalar swing_force = Scalar(0.6);  // that little force
  Scalar low_force = Scalar(0.15);   // the same near the ground
  DriveErrorOptions<Scalar> drives;
  VerticalBalanceOptions<Scalar> balance;
};

template <typename Scalar>
struct PointEstimate {
  ContactState state = ContactState::kOpen;
  Vector3<Scalar> force = Vector3<Scalar>::Zero();  // N, ground on foot, world axes
  // N, off the ground, from the unfiltered residual; of an open foot with what the balance misses
  Scalar unfiltered_normal = 0;
  Scalar change = 0;                                // N, of a foot without a sensor: what the filter lacks
  Scalar normal_variance = 0;                       // N², of either: what the leg's joints leave open
  Scalar log_odds = 0;                              // of "loaded"
  Scalar slip_evidence = 0;                         // 1: slip
  Scalar motion_evidence = 0;                       // the same, were the rates of the joints sure
  Scalar time_in_state = 0;                         // s since it last changed between open and loaded
  Scalar slip_time = 0;                             // s without a break that it has been called slip
  bool settled = false;                             // loaded for longer than an impact rings, and surely
  bool holds = false;                               // settled, and with hardly a sign of motion
  bool rests = false;                               // sticks, and does not land in a predicted slide
};

// What the estimator is told of a point each tick.
template <typename Scalar>
struct PointObservation {
  Vector3<Scalar> velocity;   // m/s, of the point, world axes, by the base's estimate
  Vector3<Scalar> predicted;  // N, from the contact solver; 0 where none was predicted
  bool predicted_slide;
  Scalar height;           // m, over the believed ground
  Scalar speed_sigma = 0;  // m/s, of the velocity, by the rates of the joints
  Scalar ground_variance = 0;  // m²/s², of a standing point's speed off the ground: ground that gives way
  Scalar planned = 0;          // 1: surely to stand, −1: surely to swing, 0: not known
};

template <typename Scalar>
class ContactTests {
 public:
  ContactTests(const ContactEstimatorOptions<Scalar>& options, const RobotScale<Scalar>& scale)
      : options_(options), scale_(scale) {}

  const ContactEstimatorOptions<Scalar>& options() const { return options_; }
  const RobotScale<Scalar>& scale() const { return scale_; }

  // One tick's evidence of load into `estimate.log_odds`; the state is Slip's to change.
  // `normal` [N]: the force along `up`, the ground's normal. `unit` [N]: what forces are counted in. `whole`:
  // of a foot; one point of several is at rest with its foot.
  void Load(const PointObservation<Scalar>& observation, const Vector3<Scalar>& up, Scalar normal,
            Scalar unit, bool whole, PointEstimate<Scalar>& estimate) const {
    const Scalar predicted = up.dot(observation.predicted);
    Scalar load =
        Clamp(options_.load_share * predicted, unit * options_.smallest_load, unit * options_.largest_load);
    const Scalar sigma = unit * options_.force_sigma;
    // What the joints leave open beyond σ hides as large a load.
    const Scalar hidden = Sqrt(Max(estimate.normal_variance - sigma * sigma, Scalar(0)));
    const Scalar least = Min(Max(unit * options_.least_load, hidden), load);
    const Scalar still = options_.lift_speed * scale_.speed;
    const Scalar rest = still * still + observation.ground_variance;  // m²/s²
    if (estimate.state == ContactState::kOpen) {
      // A foot that swings is not at rest near the ground: there a small force is a foot that has landed.
      const bool near = whole && observation.height < options_.shadow * scale_.length;
      if (near && observation.velocity.squaredNorm() < rest) load = least;
    } else if (predicted > Scalar(0)) {
      // A foot that stands with little load by the prediction has not lifted off for having little.
      load = Clamp(predicted, least, load);
    }
    // How many ticks say as much as one of a leg whose joints tell its force.
    const Scalar ticks = Max(estimate.normal_variance / (sigma * sigma), Scalar(1));
    const Scalar impact = options_.jump_share * estimate.change;
    const Scalar sigma2 = sigma * sigma * ticks + impact * impact;
    // log N(f; F, σ) − log N(f; 0, σ)
    const Scalar force_ratio = load * (normal - load / Scalar(2)) / sigma2;
    const Scalar speed = up.dot(observation.velocity);
    const Scalar motion_ratio = Max(Scalar(1) - speed * speed / rest, Scalar(-4));
    const Scalar motion_weight =
        motion_ratio > Scalar(0) ? options_.rest_weight / ticks : options_.move_weight;
    const Scalar gain =
        options_.force_weight * Clamp(force_ratio, Scalar(-4), Scalar(4)) + motion_weight * motion_ratio;
    // A point high over the believed ground hardly lands now: more must gather until it counts as loaded. The
    // same in a planned swing; and a foot that is planned to stand hardly lifts.
    const Scalar height = observation.height / (options_.high * scale_.length);
    const Scalar high = Clamp(Max(height, -options_.plan_high * observation.planned), Scalar(0), Scalar(1));
    const Scalar hold = options_.plan_hold * Max(observation.planned, Scalar(0));
    // Where a tick says less, as many more decide.
    const Scalar limit = options_.limit * Min(ticks, Scalar(8));
    const Scalar lowest = -limit * (Scalar(1) + options_.high_limit * high);
    const Scalar highest = limit * (Scalar(1) + hold);
    const bool lifts =
        estimate.state != ContactState::kOpen && !(predicted > Scalar(0)) && observation.planned < Scalar(0);
    const Scalar lift = lifts ? options_.lift_weight * (limit - options_.limit) : Scalar(0);
    estimate.log_odds = Clamp(estimate.log_odds + gain - options_.high_weight * high - lift, lowest, highest);
  }

  // One tick `dt` [s] on: the state by the log-odds, and of a loaded point by the evidence of slip.
  void Slip(const PointObservation<Scalar>& observation, const Vector3<Scalar>& up, Scalar dt,
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
      const auto gather = [&](Scalar least, Scalar& evidence) {
        const Scalar excess = Min(speed / least, Scalar(2)) - Scalar(1);
        evidence = Clamp(evidence + step * excess, Scalar(0), Scalar(1.5));
      };
      gather(threshold + options_.slip_sigmas * observation.speed_sigma, estimate.slip_evidence);
      gather(threshold, estimate.motion_evidence);
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
  ContactEstimatorOptions<Scalar> options_;
  RobotScale<Scalar> scale_;
};

}  // namespace footing
