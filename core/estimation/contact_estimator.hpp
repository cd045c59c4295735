// Which points of the feet are open, stick or slip, from measured torque and motion and from what the
// contact solver predicts; and with what force. No gait clock enters.
//
// Force: the momentum observer's residual of a leg, less what the drives were seen to do while the
// foot was open (drive_errors.hpp), mapped to the points of the foot (foot_forces.hpp).
// Loaded or not: a sequential test per point (Wald): the log-odds of "loaded" gather, each
// tick, the log-likelihood ratios of the vertical force before the observer's filter,
// N(F, σ) against N(0, σ) with F the load that is expected, and of the point's vertical speed.
// They stop at ± a limit, which stands for the chance that a foot lands or lifts.
// F of a loaded point falls with the predicted force, to least_load at the lowest.
// Slip: the excess of the tangential speed over a threshold, summed in the same way. If the
// solver predicts sliding already at the nominal μ, less is needed.
// The foot as a whole: docs/estimation.md, "From points to foot".
#pragma once

#include <array>

#include "core/contact/contact_problem.hpp"
#include "core/estimation/drive_errors.hpp"
#include "core/estimation/foot_forces.hpp"
#include "core/estimation/measured_forces.hpp"

namespace footing {

// kTilt: of a foot with several points alone; only an edge or a corner of it carries.
enum class ContactState : std::uint8_t { kOpen = 0, kStick = 1, kSlip = 2, kTilt = 3 };

// Forces count in the robot's weight shared by all points, lengths in its leg, speeds in √(g leg), torques in
// weight times leg (RobotScale). So one set of options is for all robots.
template <typename Scalar>
struct ContactEstimatorOptions {
  // Tuned on simulated trots over seeds that the tests do not use.
  Scalar force_sigma = Scalar(0.21);    // of the estimated vertical force, model errors included
  Scalar smallest_load = Scalar(0.42);  // F where the prediction says less
  Scalar load_share = Scalar(0.3);      // F as a share of the predicted force
  Scalar largest_load = Scalar(0.53);
  Scalar least_load = Scalar(0.18);     // F of a point at rest near the ground; of a loaded one the least
  Scalar share_sigma = Scalar(1);       // of the force of one of several points, at the most
  Scalar foot_force_sigma = Scalar(0.06);  // of a measured foot force, each component [0.0001, 10]
  Scalar torque_sigma = Scalar(0.015);  // of a joint's torque, drives' and model's errors included
  Scalar shadow = Scalar(0.025);  // height over the lowest point of its foot at which a point hardly carries
  Scalar lift_speed = Scalar(0.069);  // vertical speed at which the motion's term is zero
  Scalar rest_weight = Scalar(0.02);  // log-odds a tick, of a foot at rest: a lifted foot may be held still
  Scalar move_weight = Scalar(0.1);   // of one that moves up or down
  Scalar force_weight = Scalar(0.4);  // of a tick's force ratio: ticks are correlated
  Scalar limit = Scalar(0.5);         // of the log-odds
  Scalar high = Scalar(0.1);          // height over the believed ground at which a point hardly lands
  Scalar high_limit = Scalar(4);      // of the limit, how much more must gather there
  Scalar high_weight = Scalar(0.1);   // log-odds a tick, against load, of a point that high
  Scalar slip_speed = Scalar(0.0184);
  Scalar slip_time = Scalar(0.003);    // s at twice the slip speed until slip is said
  Scalar settle_time = Scalar(0.003);  // s after touch-down in which speed is that of the impact
  Scalar drive_delay = Scalar(0.03);   // s that a foot must have been open before its drives are looked at
  Scalar clearance =
      Scalar(0.05);  // height over the believed ground at which a foot with little force is open
  Scalar stand_time = Scalar(0.1);   // s of load without a break: from then on there is a believed ground
  Scalar swing_force = Scalar(0.6);  // that little force
  Scalar low_force = Scalar(0.15);   // the same near the ground
  DriveErrorOptions<Scalar> drives;
};

template <typename Scalar>
struct PointEstimate {
  ContactState state = ContactState::kOpen;
  Vector3<Scalar> force = Vector3<Scalar>::Zero();  // N, ground on foot, world axes
  Scalar unfiltered_normal = 0;                     // N, off the ground, from the unfiltered residual
  Scalar normal_variance = 0;                       // N², of either: what the leg's joints leave open
  Scalar log_odds = 0;                              // of "loaded"
  Scalar slip_evidence = 0;                         // 1: slip
  Scalar time_in_state = 0;                         // s since it last changed between open and loaded
  Scalar slip_time = 0;                             // s without a break that it has been called slip
  bool settled = false;                             // loaded for longer than an impact rings, and surely
  bool holds = false;                               // settled, and with hardly a sign of slip
};

// What the estimator is told of a point each tick.
template <typename Scalar>
struct PointObservation {
  Vector3<Scalar> velocity;   // m/s, of the point, world axes, by the base's estimate
  Vector3<Scalar> predicted;  // N, from the contact solver; 0 where none was predicted
  bool predicted_slide;
  Scalar height;  // m, over the believed ground
};

// kLeg: the most joints of a leg.
template <typename ModelType, int kLeg = ModelType::kJoints / ModelType::kFeet>
class ContactEstimator {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  static constexpr int kPoints = Model::kPoints;
  static constexpr int kFeet = Model::kFeet;
  using JointVector = BoundedVector<Scalar, Model::kJoints>;
  static constexpr Scalar kForceLimit = Scalar(8);  // of the weight: what no landing reaches
  using Observations = std::array<PointObservation<Scalar>, static_cast<unsigned>(kPoints)>;

  // `bandwidth` [rad/s]: the observer's.
  ContactEstimator(const Model& model, const ContactEstimatorOptions<Scalar>& options, Scalar bandwidth)
      : options_(options),
        scale_(ScaleOf(model)),
        torque_sigma_(options.torque_sigma * scale_.weight * scale_.length),
        bandwidth_(bandwidth),
        first_point_(model.first_point),
        drives_(model, options.drives, torque_sigma_, bandwidth) {
    for (int foot = 0; foot < kFeet; ++foot) leg_[static_cast<unsigned>(foot)] = LegOf<kLeg>(model, foot);
    for (auto& point : points_) point.log_odds = -options.limit;
    for (auto& foot : feet_) foot.log_odds = -options.limit;
  }

  // Forces from the observer's residual, filtered and not; before Update, which needs them.
  // `rate` [rad/s]: of the joints. `up`: the ground's normal. `measured`: what sensors in the feet say, world
  // axes.
  template <int kForces = 0>
  void EstimateForces(const DynamicsTerms<Model>& terms, const JointVector& rate, const JointVector& residual,
                      const JointVector& unfiltered, const Observations& observations,
                      const Vector3<Scalar>& up, Scalar dt,
                      const MeasuredForces<Scalar, kForces>& measured = {}) {
    drives_.Advance(rate, dt);
    JointVector filtered_torque, torque;
    typename Forces::PointForces force, at_once;
    for (unsigned p = 0; p < static_cast<unsigned>(kPoints); ++p) {
      force[p] = at_once[p] = Expected(points_[p].state, observations[p].predicted);
    }
    for (int foot = 0; foot < kFeet; ++foot) {
      const LegJoints<kLeg>& leg = leg_[static_cast<unsigned>(foot)];
      // Where it touches lightly, its force must not be learned away.
      const bool high = IsHigh(observations, foot);
      const bool open = CarriesLittle(foot, up, high || !touched_) && (high || SurelyOpen(foot));
      for (int k = 0; k < leg.count; ++k) {  // at most kLeg
        const int joint = leg.joint[static_cast<unsigned>(k)];
        if (open) drives_.Learn(joint, residual[joint], dt);
        filtered_torque[joint] = residual[joint] - drives_.Expected(joint);
        torque[joint] = unfiltered[joint] - drives_.ExpectedAtOnce(joint);
      }
      const int first = FirstPoint(foot), last = FirstPoint(foot + 1);
      FindSigmas(observations, first, last);
      const bool has_sensor = measured.Has(foot);
      // Beside a sensor the joints tell a foot's force as surely as the test of its load believes them.
      const Scalar joint_sigma =
          has_sensor ? options_.force_sigma * Unit(foot) * scale_.length : torque_sigma_;
      const Scalar sensor_sigma = has_sensor ? options_.foot_force_sigma * scale_.load : Scalar(0);
      forces_.Factor(terms, leg, first, last, sigma_, joint_sigma, sensor_sigma);
      if constexpr (kForces > 0) {
        if (has_sensor) {
          const Vector3<Scalar>& now = measured.force[static_cast<unsigned>(foot)];
          forces_.Expect(Smooth(foot, now, dt), force);
          forces_.Expect(now, at_once);
        }
      }
      forces_.Solve(filtered_torque, force);
      forces_.Solve(torque, at_once);
      const Scalar most = kForceLimit * scale_.weight;
      for (int p = first; p < last; ++p) {  // at most kFootPoints
        PointEstimate<Scalar>& estimate = points_[static_cast<unsigned>(p)];
        const Vector3<Scalar>& f = force[static_cast<unsigned>(p)];
        for (int k = 0; k < 3; ++k) estimate.force[k] = Clamp(f[k], -most, most);
        estimate.unfiltered_normal = Clamp(up.dot(at_once[static_cast<unsigned>(p)]), -most, most);
        if (last - first > 1) estimate.normal_variance = forces_.VarianceAlong(up, p, p + 1);
      }
      Sum(first, last, feet_[static_cast<unsigned>(foot)]);
      feet_[static_cast<unsigned>(foot)].normal_variance = forces_.VarianceAlong(up, first, last);
    }
    smooth_.valid = measured.valid;
  }

  // States of all feet and points from the forces and `observations`, one tick `dt` [s] on, over ground with
  // the normal `up`. Nothing can fail; about 30 operations and a square root a foot, and a point where feet
  // have several.
  void Update(const Observations& observations, const Vector3<Scalar>& up, Scalar dt) {
    for (int foot = 0; foot < kFeet; ++foot) {
      PointEstimate<Scalar>& whole = feet_[static_cast<unsigned>(foot)];
      const int first = FirstPoint(foot), last = FirstPoint(foot + 1);
      const auto share = static_cast<Scalar>(last - first);
      PointObservation<Scalar> seen = observations[static_cast<unsigned>(first)];
      // at most kFootPoints
      for (int p = first + 1; p < last; ++p) Add(observations[static_cast<unsigned>(p)], seen);
      seen.velocity /= share;
      GatherLoad(seen, up, whole.unfiltered_normal, Unit(foot), true, whole);
      GatherSlip(seen, up, dt, whole);
      touched_ |= whole.state != ContactState::kOpen && whole.time_in_state > options_.stand_time;
      if (last - first == 1)
        points_[static_cast<unsigned>(first)] = whole;
      else
        UpdatePoints(observations, up, first, last, whole.state != ContactState::kOpen, dt);
    }
  }

  const PointEstimate<Scalar>& foot(int i) const { return feet_[static_cast<unsigned>(i)]; }
  const PointEstimate<Scalar>& point(int i) const { return points_[static_cast<unsigned>(i)]; }
  const DriveErrors<Model>& drives() const { return drives_; }

  // Of the foot as a whole, by its summed force. Slip, where at least half of the loaded points slip. Else
  // tilt, where the loaded points of several span no area.
  ContactState FootState(int foot) const {
    if (feet_[static_cast<unsigned>(foot)].state == ContactState::kOpen) return ContactState::kOpen;
    int loaded = 0, slipping = 0;
    for (int p = FirstPoint(foot); p < FirstPoint(foot + 1); ++p) {  // at most kFootPoints
      const ContactState state = point(p).state;
      loaded += state != ContactState::kOpen ? 1 : 0;
      slipping += state == ContactState::kSlip ? 1 : 0;
    }
    if (2 * slipping >= loaded) return ContactState::kSlip;
    return loaded < Min(FirstPoint(foot + 1) - FirstPoint(foot), 3) ? ContactState::kTilt
                                                                    : ContactState::kStick;
  }

 private:
  using Forces = FootForces<Model, kLeg>;

  int FirstPoint(int foot) const { return first_point_[static_cast<unsigned>(foot)]; }

  bool SurelyOpen(int foot) const {
    const PointEstimate<Scalar>& whole = feet_[static_cast<unsigned>(foot)];
    return whole.state == ContactState::kOpen && whole.time_in_state > options_.drive_delay &&
           whole.log_odds < -options_.limit / Scalar(2);
  }

  // What the foot's sensor says, behind a filter like the observer's: as late as the joints' force.
  const Vector3<Scalar>& Smooth(int foot, const Vector3<Scalar>& now, Scalar dt) {
    Vector3<Scalar>& smooth = smooth_.force[static_cast<unsigned>(foot)];
    if (!smooth_.Has(foot)) smooth = now;
    smooth += bandwidth_ * dt / (Scalar(1) + bandwidth_ * dt) * (now - smooth);
    return smooth;
  }

  // The forces of a foot are the sums of its points'.
  void Sum(int first, int last, PointEstimate<Scalar>& whole) const {
    whole.force.setZero();
    whole.unfiltered_normal = Scalar(0);
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      whole.force += point(p).force;
      whole.unfiltered_normal += point(p).unfiltered_normal;
    }
  }

  static void Add(const PointObservation<Scalar>& point, PointObservation<Scalar>& foot) {
    foot.velocity += point.velocity;
    foot.predicted += point.predicted;
    foot.predicted_slide = foot.predicted_slide && point.predicted_slide;
    foot.height = Min(foot.height, point.height);
  }

  // Of an open foot all points are open. Of a loaded one at least that with the largest force is loaded.
  void UpdatePoints(const Observations& observations, const Vector3<Scalar>& up, int first, int last,
                    bool loaded, Scalar dt) {
    int most = first;
    // at most kFootPoints
    for (int p = first; p < last; ++p)
      if (point(p).unfiltered_normal > point(most).unfiltered_normal) most = p;
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      PointEstimate<Scalar>& estimate = points_[static_cast<unsigned>(p)];
      // The leg's joints leave the share of a single point wide open. Who carries then is the best guess:
      // that of the prediction, moved by what the joints say, behind the observer's filter.
      const Scalar most_sigma = options_.share_sigma * scale_.load;
      estimate.normal_variance = Min(estimate.normal_variance, most_sigma * most_sigma);
      GatherLoad(observations[static_cast<unsigned>(p)], up, up.dot(estimate.force), scale_.load, false,
                 estimate);
      if (!loaded) estimate.log_odds = Min(estimate.log_odds, -options_.limit);
      if (loaded && p == most) estimate.log_odds = Max(estimate.log_odds, options_.limit / Scalar(2));
      GatherSlip(observations[static_cast<unsigned>(p)], up, dt, estimate);
    }
  }

  // High over the believed ground: with little force it is open, whatever the test of its load says so far.
  bool IsHigh(const Observations& observations, int foot) const {
    bool high = true;
    // at most kFootPoints
    for (int p = FirstPoint(foot); p < FirstPoint(foot + 1); ++p)
      high &= observations[static_cast<unsigned>(p)].height > options_.clearance * scale_.length;
    return high;
  }

  bool CarriesLittle(int foot, const Vector3<Scalar>& up, bool high) const {
    const Scalar share = high ? options_.swing_force : options_.low_force;
    return Abs(up.dot(feet_[static_cast<unsigned>(foot)].force)) < share * Unit(foot);
  }

  // N, that a foot's forces are counted in: the errors of its points partly cancel.
  Scalar Unit(int foot) const {
    return scale_.load * Sqrt(static_cast<Scalar>(FirstPoint(foot + 1) - FirstPoint(foot)));
  }

  // The predicted force of a point that is loaded, up to the weight: a prediction from a wrong belief of the
  // ground is not to be seen in what was measured.
  Vector3<Scalar> Expected(ContactState state, const Vector3<Scalar>& predicted) const {
    if (state == ContactState::kOpen) return Vector3<Scalar>::Zero();
    const Scalar size = Sqrt(predicted.squaredNorm());
    return size > scale_.weight ? Vector3<Scalar>(predicted * (scale_.weight / size)) : predicted;
  }

  // How far a point's force may be from the expected one: by the weight, and by a tenth of it where the point
  // is higher than another of the foot.
  void FindSigmas(const Observations& observations, int first, int last) {
    Scalar lowest = observations[static_cast<unsigned>(first)].height;
    // at most kFootPoints
    for (int p = first + 1; p < last; ++p)
      lowest = Min(lowest, observations[static_cast<unsigned>(p)].height);
    const Scalar shadow = options_.shadow * scale_.length;
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      const Scalar height = observations[static_cast<unsigned>(p)].height - lowest;
      sigma_[static_cast<unsigned>(p)] = scale_.weight * Max(Scalar(1) - height / shadow, Scalar(0.1L));
    }
  }

  // `normal` [N]: the force along `up`, the ground's normal. `unit` [N]: what forces are counted in. `whole`:
  // of a foot; one point of several is at rest with its foot.
  void GatherLoad(const PointObservation<Scalar>& observation, const Vector3<Scalar>& up, Scalar normal,
                  Scalar unit, bool whole, PointEstimate<Scalar>& estimate) const {
    const Scalar predicted = up.dot(observation.predicted);
    Scalar load =
        Clamp(options_.load_share * predicted, unit * options_.smallest_load, unit * options_.largest_load);
    const Scalar rest = options_.lift_speed * scale_.speed;
    if (estimate.state == ContactState::kOpen) {
      // A foot that swings is not at rest near the ground: there a small force is a foot that has landed.
      const bool near = whole && observation.height < options_.shadow * scale_.length;
      if (near && observation.velocity.squaredNorm() < rest * rest) load = unit * options_.least_load;
    } else if (predicted > Scalar(0)) {
      // A foot that stands with little load by the prediction has not lifted off for having little.
      load = Clamp(predicted, unit * options_.least_load, load);
    }
    const Scalar sigma = unit * options_.force_sigma;
    const Scalar sigma2 = Max(sigma * sigma, estimate.normal_variance);
    // log N(f; F, σ) − log N(f; 0, σ)
    const Scalar force_ratio = load * (normal - load / Scalar(2)) / sigma2;
    const Scalar speed = up.dot(observation.velocity) / rest;
    const Scalar motion_ratio = Max(Scalar(1) - speed * speed, Scalar(-4));
    const Scalar motion_weight = motion_ratio > Scalar(0) ? options_.rest_weight : options_.move_weight;
    const Scalar gain =
        options_.force_weight * Clamp(force_ratio, Scalar(-4), Scalar(4)) + motion_weight * motion_ratio;
    // A point high over the believed ground hardly lands now: more must gather until it counts as loaded.
    const Scalar high = Clamp(observation.height / (options_.high * scale_.length), Scalar(0), Scalar(1));
    // Where a tick says less, as many more decide.
    const Scalar limit =
        options_.limit * Clamp(estimate.normal_variance / (sigma * sigma), Scalar(1), Scalar(8));
    const Scalar least = -limit * (Scalar(1) + options_.high_limit * high);
    estimate.log_odds = Clamp(estimate.log_odds + gain - options_.high_weight * high, least, limit);
  }

  void GatherSlip(const PointObservation<Scalar>& observation, const Vector3<Scalar>& up, Scalar dt,
                  PointEstimate<Scalar>& estimate) const {
    const bool loaded = estimate.log_odds > Scalar(0);
    const bool was_loaded = estimate.state != ContactState::kOpen;
    estimate.time_in_state = loaded == was_loaded ? estimate.time_in_state + dt : Scalar(0);
    estimate.settled = loaded && estimate.time_in_state > options_.settle_time &&
                       estimate.log_odds > options_.limit / Scalar(2);
    if (!loaded) {
      estimate.state = ContactState::kOpen;
      estimate.slip_evidence = estimate.slip_time = Scalar(0);
      estimate.holds = false;
      return;
    }
    const Vector3<Scalar> v = observation.velocity - up.dot(observation.velocity) * up;
    const Scalar speed = Sqrt(v.squaredNorm());
    const bool expected = observation.predicted_slide && estimate.state == ContactState::kStick;
    const Scalar threshold = options_.slip_speed * scale_.speed * (expected ? Scalar(0.7) : Scalar(1));
    if (estimate.time_in_state > options_.settle_time) {
      const Scalar excess = Clamp((speed - threshold) / threshold, Scalar(-1), Scalar(1));
      estimate.slip_evidence =
          Clamp(estimate.slip_evidence + dt / options_.slip_time * excess, Scalar(0), Scalar(1.5));
    }
    const Scalar needed = estimate.state == ContactState::kSlip ? Scalar(0.5) : Scalar(1);
    estimate.state = estimate.slip_evidence >= needed ? ContactState::kSlip : ContactState::kStick;
    estimate.slip_time = estimate.state == ContactState::kSlip ? estimate.slip_time + dt : Scalar(0);
    estimate.holds = estimate.settled && estimate.slip_evidence < Scalar(0.3);
  }

  ContactEstimatorOptions<Scalar> options_;
  RobotScale<Scalar> scale_;
  Scalar torque_sigma_;  // N·m
  Scalar bandwidth_;     // rad/s, the observer's
  std::array<int, static_cast<unsigned>(kFeet) + 1> first_point_;
  std::array<LegJoints<kLeg>, static_cast<unsigned>(kFeet)> leg_;
  std::array<PointEstimate<Scalar>, static_cast<unsigned>(kFeet)> feet_{};
  std::array<PointEstimate<Scalar>, static_cast<unsigned>(kPoints)> points_{};
  DriveErrors<Model> drives_;
  MeasuredForces<Scalar, kFeet> smooth_;  // behind the observer's filter, world axes
  bool touched_ = false;  // some foot has been loaded: before that there is no believed ground
  // Within a tick.
  Forces forces_;
  typename Forces::PointNumbers sigma_{};  // N
};

}  // namespace footing
