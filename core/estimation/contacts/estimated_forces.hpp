// With what force the ground pushes on the points of the feet: the momentum observer's residual of a leg,
// less what the drives were seen to do while the foot was open (drive_errors.hpp), mapped to the points of
// the foot (foot_forces.hpp); and what these miss of the whole robot's balance (momentum_balance.hpp). Where
// the force jumps, the observer's filter is too late: it is then the force without the filter.
#pragma once

#include <array>

#include "core/estimation/contacts/contact_estimate.hpp"
#include "core/estimation/contacts/contact_estimator_options.hpp"
#include "core/estimation/contacts/expected_force.hpp"
#include "core/estimation/contacts/feet_balance.hpp"
#include "core/estimation/contacts/foot_forces.hpp"
#include "core/estimation/joints/drive_errors.hpp"
#include "core/estimation/sensors/measured_forces.hpp"

namespace footing {

// kLeg: the most joints between the base and a foot.
template <typename ModelType, int kLeg>
class EstimatedForces {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  static constexpr int kPoints = Model::kPoints;
  static constexpr int kFeet = Model::kFeet;
  static constexpr Scalar kForceLimit = Scalar(8);  // of the weight: what no landing reaches
  using JointVector = BoundedVector<Scalar, Model::kJoints>;
  using Observations = PointObservations<Model>;
  using Estimates = ContactEstimates<Model>;
  using Rows = typename FeetBalance<Model, kLeg>::Rows;

  // What is measured of the joints in a tick.
  struct Joints {
    const JointVector& rate;          // rad/s
    const JointVector& acceleration;  // rad/s²
    const JointVector& residual;      // N·m, the observer's
    const JointVector& unfiltered;    // N·m, the same without its filter
  };

  // `bandwidth` [rad/s]: the observer's.
  EstimatedForces(const Model& model, const ContactEstimatorOptions<Scalar>& options,
                  const RobotScale<Scalar>& scale, Scalar bandwidth)
      : options_(options),
        scale_(scale),
        smooth_(bandwidth),
        balance_(model, options.balance, scale),
        drives_(model, options.drives, options.torque_sigma * scale.weight * scale.length, bandwidth) {
    for (int foot = 0; foot < kFeet; ++foot) leg_[static_cast<unsigned>(foot)] = LegOf<kLeg>(model, foot);
  }

  // Of `estimates` the forces, variances, `change`, `impact`, by the states of the last tick. `up`: the
  // ground's normal. `measured`: what sensors in the feet say, world axes. `rows`: of the balance, if they
  // are known. `touched`: some foot has been loaded; before that there is no believed ground.
  template <int kForces>
  void Find(const DynamicsTerms<Model>& terms, const Joints& joints, const Observations& observations,
            const Vector3<Scalar>& up, bool touched, Scalar dt,
            const MeasuredForces<Scalar, kForces>& measured, const Rows& rows, Estimates& estimates) {
    drives_.Advance(joints.rate, joints.acceleration, dt);
    JointVector filtered_torque, torque = joints.unfiltered;
    PointForces force, at_once;
    for (unsigned p = 0; p < static_cast<unsigned>(kPoints); ++p)
      force[p] = at_once[p] =
          ExpectedForce(estimates.points[p].state, observations[p].predicted, scale_.weight);
    for (int foot = 0; foot < kFeet; ++foot) {
      PointEstimate<Scalar>& whole = estimates.Foot(foot);
      const int first = estimates.FirstPoint(foot), last = estimates.FirstPoint(foot + 1);
      const LegJoints<kLeg>& leg = leg_[static_cast<unsigned>(foot)];
      // Where it touches lightly, its force must not be learned away.
      const bool high = IsHigh(observations, first, last);
      const Scalar little =
          (high || !touched ? options_.swing_force : options_.low_force) * Unit(last - first);
      const bool open = Abs(up.dot(whole.force)) < little && (high || SurelyOpen(whole));
      for (int k = 0; k < leg.count; ++k) {  // at most kLeg
        const int joint = leg.joint[static_cast<unsigned>(k)];
        if (open) drives_.Learn(joint, joints.residual[joint], joints.unfiltered[joint], dt);
        filtered_torque[joint] = joints.residual[joint] - drives_.Expected(joint);
        torque[joint] = joints.unfiltered[joint] - drives_.ExpectedAtOnce(joint);
      }
      ExpectedSigmas(observations, first, last, options_.shadow * scale_.length, scale_.weight, sigma_);
      const bool has_sensor = measured.Has(foot);
      const LegNumbers torque_variance = TorqueVariances(leg, has_sensor, last - first);
      Factor(terms, leg, first, last, has_sensor, torque_variance, forces_);
      if constexpr (kForces > 0) {
        if (has_sensor) {
          const Vector3<Scalar>& now = measured.force[static_cast<unsigned>(foot)];
          forces_.Expect(smooth_.Advance(foot, now, dt), force);
          forces_.Expect(now, at_once);
        }
      }
      forces_.Solve(filtered_torque, force);
      forces_.Solve(torque, at_once);
      const auto gain = forces_.GainAlong(up);
      whole.normal_variance = forces_.Covariance(gain, gain, torque_variance);
      whole.force_variance =
          has_sensor ? whole.normal_variance : forces_.Covariance(gain, gain, drives_.ErrorVariances(leg));
      if (kPoints > kFeet && last - first > 1) {
        for (int p = first; p < last; ++p)  // at most kFootPoints
          estimates.Point(p).normal_variance = forces_.VarianceAlong(up, p, p + 1);
      }
      const Scalar sigma = has_sensor ? options_.foot_force_sigma * scale_.load : Sigma(last - first);
      const Scalar most = options_.balance.unknown * sigma;
      BalancedFoot<Scalar>& balanced = balance_.Foot(foot);
      balanced.open = whole.state == ContactState::kOpen && !has_sensor;
      balanced.near = !high;
      balanced.time_in_state = whole.time_in_state;
      balanced.sigma = sigma;
      balanced.is_told = has_sensor || whole.normal_variance <= most * most;
      if (!balanced.is_told) balanced.unknown = forces_.CovarianceAlong(gain);
    }
    balance_.Find(terms, observations, estimates, up, rows, torque, at_once, dt);
    for (int foot = 0; foot < kFeet; ++foot)
      Report(foot, up, measured.Has(foot), force, at_once, dt, estimates);
    smooth_.Keep(measured.valid);
  }

  // The covariance of a foot's force and moment as of the last Find, whose `terms` these are, about `place`
  // [m, the world axes and origin of `terms`]: what the joints leave open (foot_forces.hpp), and of the force
  // what impacts do. Its points are those from `first` up to `last`; `whole` is the estimate of that foot.
  BoundedMatrix<Scalar, 6> WrenchCovariance(const DynamicsTerms<Model>& terms, int foot, int first, int last,
                                            const Vector3<Scalar>& place,
                                            const PointEstimate<Scalar>& whole) const {
    const bool has_sensor = smooth_.Has(foot);
    const LegJoints<kLeg>& leg = leg_[static_cast<unsigned>(foot)];
    const LegNumbers torque_variance = TorqueVariances(leg, has_sensor, last - first);
    FootForces<Model, kLeg> forces;
    Factor(terms, leg, first, last, has_sensor, torque_variance, forces);
    PointForces arm;
    for (int p = first; p < last; ++p)  // at most kFootPoints
      arm[static_cast<unsigned>(p)] = terms.points[static_cast<unsigned>(p)].position - place;
    BoundedMatrix<Scalar, 6> covariance =
        forces.WrenchCovariance(arm, has_sensor ? torque_variance : drives_.ErrorVariances(leg));
    for (int k = 0; k < 3; ++k) covariance(k, k) += ImpactVariance(whole);
    return covariance;
  }

  const ContactEstimatorOptions<Scalar>& options() const { return options_; }
  const RobotScale<Scalar>& scale() const { return scale_; }
  const DriveErrors<Model>& drives() const { return drives_; }

 private:
  using PointForces = typename FootForces<Model, kLeg>::PointForces;
  using LegNumbers = typename FootForces<Model, kLeg>::LegNumbers;

  // N, that the forces of a foot of so many points are counted in: the errors of points partly cancel.
  Scalar Unit(int points) const { return UnitForce(scale_, points); }

  // N, that the vertical force of such a foot may be wrong by, as its joints tell it.
  Scalar Sigma(int points) const { return options_.force_sigma * Unit(points); }

  // σ_r² [(N·m)²]. Until a leg has been in the air the offsets of its torques are not known, and its force is
  // unsure. Beside a sensor the joints tell a foot's force as surely as the test of its load believes them.
  LegNumbers TorqueVariances(const LegJoints<kLeg>& leg, bool has_sensor, int points) const {
    const Scalar sigma = Sigma(points) * scale_.length;
    LegNumbers variance{};
    for (int k = 0; k < leg.count; ++k) {  // at most kLeg
      const auto i = static_cast<unsigned>(k);
      const int joint = leg.joint[i];
      variance[i] = has_sensor ? sigma * sigma + drives_.OffsetVariance(joint) : drives_.Variance(joint);
    }
    return variance;
  }

  void Factor(const DynamicsTerms<Model>& terms, const LegJoints<kLeg>& leg, int first, int last,
              bool has_sensor, const LegNumbers& torque_variance, FootForces<Model, kLeg>& forces) const {
    const Scalar sensor_sigma = has_sensor ? options_.foot_force_sigma * scale_.load : Scalar(0);
    forces.Factor(terms, leg, first, last, sigma_, torque_variance, sensor_sigma);
  }

  // The forces of a foot and its points. What the balance misses is shared equally by the points.
  void Report(int foot, const Vector3<Scalar>& up, bool has_sensor, const PointForces& force,
              const PointForces& at_once, Scalar dt, Estimates& estimates) const {
    const Scalar most = kForceLimit * scale_.weight;
    const int first = estimates.FirstPoint(foot), last = estimates.FirstPoint(foot + 1);
    PointEstimate<Scalar>& whole = estimates.Foot(foot);
    Scalar change = Scalar(0);          // N, along `up`, by which the filter is behind
    for (int p = first; p < last; ++p)  // at most kFootPoints
      change += up.dot(at_once[static_cast<unsigned>(p)] - force[static_cast<unsigned>(p)]);
    const Scalar sigma = Sigma(last - first);
    const Scalar noise = Sqrt(Max(sigma * sigma, whole.normal_variance));  // N, of the force off the ground
    // More than noise: the filter is late.
    const Scalar jump = change + up.dot(balance_.Missing(foot));
    const bool jumps = Abs(jump) > options_.jump * noise;
    whole.edge_force = EdgeForce(up, force, first, last, options_.edge * noise);
    whole.change = has_sensor ? Scalar(0) : change;  // which a sensor does not leave open
    whole.force.setZero();
    whole.unfiltered_normal = Scalar(0);
    const Scalar left = Max(Scalar(1) - dt / options_.impact_time, Scalar(0));
    whole.impact = Max(jump * jump - whole.normal_variance, left * whole.impact);
    whole.normal_variance = balance_.NormalVariance(foot, whole.normal_variance);
    const Scalar open = options_.most_open * sigma;
    if (HasMostOpen(foot)) whole.normal_variance = Min(whole.normal_variance, open * open);
    whole.force_variance += ImpactVariance(whole);
    const Vector3<Scalar> missing = (Scalar(1) / static_cast<Scalar>(last - first)) * balance_.Missing(foot);
    const Scalar tested = balance_.ShowsLanding(foot) ? up.dot(missing) : Scalar(0);
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      const auto i = static_cast<unsigned>(p);
      PointEstimate<Scalar>& estimate = estimates.points[i];
      for (int k = 0; k < 3; ++k) {
        const Scalar f = jumps ? at_once[i][k] + missing[k] : force[i][k];
        estimate.force[k] = Clamp(f, -most, most);
      }
      estimate.unfiltered_normal = Clamp(up.dot(at_once[i]) + tested, -most, most);
      whole.force += estimate.force;
      whole.unfiltered_normal += estimate.unfiltered_normal;
    }
  }

  // Along a stretched leg the joints leave all of the force open, and the test of its load would hear nothing
  // more. What was predicted is less wrong; how much less was tried on runs of legs of three joints or more.
  bool HasMostOpen(int foot) const {
    const LegJoints<kLeg>& leg = leg_[static_cast<unsigned>(foot)];
    return leg.count >= 3 && drives_.Knows(leg);
  }

  // N², of the filtered force: of the impacts that it still has in it.
  Scalar ImpactVariance(const PointEstimate<Scalar>& whole) const {
    return options_.impact_share * options_.impact_share * whole.impact;
  }

  // PointEstimate::edge_force, of a foot whose points have these forces, behind the observer's filter.
  // `noise` [N]: a force up to that is none.
  Scalar EdgeForce(const Vector3<Scalar>& up, const PointForces& force, int first, int last,
                   Scalar noise) const {
    Vector3<Scalar> along = Vector3<Scalar>::Zero();
    for (int p = first; p < last; ++p) along += force[static_cast<unsigned>(p)];  // at most kFootPoints
    const Scalar normal = up.dot(along);
    along -= normal * up;
    const Scalar excess = Sqrt(along.squaredNorm()) - Max(normal, Scalar(0)) - noise;
    return Clamp(excess, Scalar(0), kForceLimit * scale_.weight);
  }

  bool SurelyOpen(const PointEstimate<Scalar>& whole) const {
    return whole.state == ContactState::kOpen && whole.time_in_state > options_.drive_delay &&
           whole.log_odds < -options_.limit / Scalar(2);
  }

  // High over the believed ground: with little force it is open, whatever the test of its load says so far.
  bool IsHigh(const Observations& observations, int first, int last) const {
    bool high = true;
    for (int p = first; p < last; ++p)  // at most kFootPoints
      high &= observations[static_cast<unsigned>(p)].height > options_.clearance * scale_.length;
    return high;
  }

  ContactEstimatorOptions<Scalar> options_;
  RobotScale<Scalar> scale_;
  std::array<LegJoints<kLeg>, static_cast<unsigned>(kFeet)> leg_;
  SmoothedForces<Scalar, kFeet> smooth_;  // world axes
  FeetBalance<Model, kLeg> balance_;
  DriveErrors<Model> drives_;
  // Within a tick.
  FootForces<Model, kLeg> forces_;
  typename FootForces<Model, kLeg>::PointNumbers sigma_{};  // N
};

}  // namespace footing
