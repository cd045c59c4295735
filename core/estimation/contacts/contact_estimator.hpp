// Which points of the feet are open, stick or slip, from measured torque and motion and from what the
// contact solver predicts; and with what force. It may be told a plan of the feet, and works without one.
//
// Force: the momentum observer's residual of a leg, less what the drives were seen to do while the
// foot was open (drive_errors.hpp), mapped to the points of the foot (foot_forces.hpp); and what these miss
// of the whole robot's balance (vertical_balance.hpp). State: the sequential tests of contact_tests.hpp, of
// each foot and of each point of several. The foot as a whole: docs/estimation.md, "From points to foot".
#pragma once

#include <array>

#include "core/contact/contact_problem.hpp"
#include "core/estimation/contacts/contact_tests.hpp"
#include "core/estimation/contacts/foot_forces.hpp"
#include "core/estimation/joints/drive_errors.hpp"
#include "core/estimation/sensors/measured_forces.hpp"

namespace footing {

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
  using Plan = std::array<Scalar, static_cast<unsigned>(kFeet)>;

  // The vertical balance's m s_z + ṗ_z [N], and its h (vertical_balance.hpp).
  struct VerticalRow {
    bool known = false;
    Scalar force = 0;
    JointVector response = JointVector::Zero();
  };

  // `bandwidth` [rad/s]: the observer's.
  ContactEstimator(const Model& model, const ContactEstimatorOptions<Scalar>& options, Scalar bandwidth)
      : tests_(options, ScaleOf(model)),
        torque_sigma_(options.torque_sigma * scale().weight * scale().length),
        bandwidth_(bandwidth),
        first_point_(model.first_point),
        balance_(options.balance, scale().weight),
        drives_(model, options.drives, torque_sigma_, bandwidth) {
    for (int foot = 0; foot < kFeet; ++foot) {
      leg_[static_cast<unsigned>(foot)] = LegOf<kLeg>(model, foot);
      path_[static_cast<unsigned>(foot)] = PathOf<kLeg>(model, foot);
    }
    for (auto& point : points_) point.log_odds = -options.limit;
    for (auto& foot : feet_) foot.log_odds = -options.limit;
  }

  // Forces from the observer's residual, filtered and not; before Update, which needs them.
  // `rate` [rad/s], `acceleration` [rad/s²]: of the joints. `up`: the ground's normal. `measured`: what
  // sensors in the feet say, world axes. `row`: of the balance, if that is known.
  template <int kForces = 0>
  void EstimateForces(const DynamicsTerms<Model>& terms, const JointVector& rate,
                      const JointVector& acceleration, const JointVector& residual,
                      const JointVector& unfiltered, const Observations& observations,
                      const Vector3<Scalar>& up, Scalar dt,
                      const MeasuredForces<Scalar, kForces>& measured = {}, const VerticalRow& row = {}) {
    drives_.Advance(rate, acceleration, dt);
    JointVector filtered_torque, torque = unfiltered;
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
      Factor(terms, foot, has_sensor, forces_);
      if constexpr (kForces > 0) {
        if (has_sensor) {
          const Vector3<Scalar>& now = measured.force[static_cast<unsigned>(foot)];
          forces_.Expect(Smooth(foot, now, dt), force);
          forces_.Expect(now, at_once);
        }
      }
      forces_.Solve(filtered_torque, force);
      forces_.Solve(torque, at_once);
      feet_[static_cast<unsigned>(foot)].normal_variance = forces_.VarianceAlong(up, first, last);
      if (kPoints > kFeet && last - first > 1) {
        for (int p = first; p < last; ++p)  // at most kFootPoints
          points_[static_cast<unsigned>(p)].normal_variance = forces_.VarianceAlong(up, p, p + 1);
      }
    }
    Balance(terms, observations, up, row, torque, measured, at_once, dt);
    for (int foot = 0; foot < kFeet; ++foot) Report(foot, up, measured.Has(foot), force, at_once);
    smooth_.valid = measured.valid;
  }

  // States of all feet and points from the forces and `observations`, one tick `dt` [s] on, over ground with
  // the normal `up`. `plan`: as FootTracker::Update has it. Nothing can fail; about 30 operations and a
  // square root a foot, and a point where feet have several.
  void Update(const Observations& observations, const Plan& plan, const Vector3<Scalar>& up, Scalar dt) {
    for (int foot = 0; foot < kFeet; ++foot) {
      PointEstimate<Scalar>& whole = feet_[static_cast<unsigned>(foot)];
      const int first = FirstPoint(foot), last = FirstPoint(foot + 1);
      const auto share = static_cast<Scalar>(last - first);
      PointObservation<Scalar> seen = observations[static_cast<unsigned>(first)];
      // at most kFootPoints
      for (int p = first + 1; p < last; ++p) Add(observations[static_cast<unsigned>(p)], seen);
      seen.velocity /= share;
      seen.speed_sigma /= share;
      const Scalar planned = plan[static_cast<unsigned>(foot)];
      seen.planned = IsFinite(planned) ? Clamp(planned, Scalar(-1), Scalar(1)) : Scalar(0);
      tests_.Load(seen, up, whole.unfiltered_normal, Unit(foot), true, whole);
      tests_.Slip(seen, up, dt, whole);
      touched_ |= whole.state != ContactState::kOpen && whole.time_in_state > options().stand_time;
      if (last - first == 1)
        points_[static_cast<unsigned>(first)] = whole;
      else
        UpdatePoints(observations, up, first, last, whole.state != ContactState::kOpen, dt);
    }
  }

  // The covariance of a foot's force and moment as of the last EstimateForces, whose `terms` these are, about
  // `place` [m, the world axes and origin of `terms`]: foot_forces.hpp.
  BoundedMatrix<Scalar, 6> WrenchCovariance(const DynamicsTerms<Model>& terms, int foot,
                                            const Vector3<Scalar>& place) const {
    Forces forces;
    Factor(terms, foot, smooth_.Has(foot), forces);
    typename Forces::PointForces arm;
    for (int p = FirstPoint(foot); p < FirstPoint(foot + 1); ++p)  // at most kFootPoints
      arm[static_cast<unsigned>(p)] = terms.points[static_cast<unsigned>(p)].position - place;
    return forces.WrenchCovariance(arm);
  }

  // Of a foot's points, which follow each other; kPoints for the foot behind the last.
  int FirstPoint(int foot) const {
    if constexpr (kPoints == kFeet) return foot;
    return first_point_[static_cast<unsigned>(foot)];
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

  const ContactEstimatorOptions<Scalar>& options() const { return tests_.options(); }
  const RobotScale<Scalar>& scale() const { return tests_.scale(); }

  // Beside a sensor the joints tell a foot's force as surely as the test of its load believes them.
  void Factor(const DynamicsTerms<Model>& terms, int foot, bool has_sensor, Forces& forces) const {
    const Scalar joint_sigma =
        has_sensor ? options().force_sigma * Unit(foot) * scale().length : torque_sigma_;
    const Scalar sensor_sigma = has_sensor ? options().foot_force_sigma * scale().load : Scalar(0);
    forces.Factor(terms, leg_[static_cast<unsigned>(foot)], FirstPoint(foot), FirstPoint(foot + 1), sigma_,
                  joint_sigma, sensor_sigma);
  }

  // What the feet's forces by the joints miss of the balance. Not inlined: its loops could not be bounded if
  // they were mixed with the caller's.
  template <typename Measured>
  [[gnu::noinline]] void Balance(const DynamicsTerms<Model>& terms, const Observations& observations,
                                 const Vector3<Scalar>& up, const VerticalRow& row, const JointVector& torque,
                                 const Measured& measured, const typename Forces::PointForces& at_once,
                                 Scalar dt) {
    for (int foot = 0; foot < kFeet; ++foot) {
      const LegJoints<kLeg>&leg = leg_[static_cast<unsigned>(foot)],
            &path = path_[static_cast<unsigned>(foot)];
      const PointEstimate<Scalar>& whole = feet_[static_cast<unsigned>(foot)];
      BalancedFoot<Scalar>& balanced = balanced_[static_cast<unsigned>(foot)];
      const bool has_sensor = measured.Has(foot);
      balanced.open = whole.state == ContactState::kOpen && !has_sensor;
      balanced.near = !IsHigh(observations, foot);
      balanced.time_in_state = whole.time_in_state;
      balanced.sigma =
          has_sensor ? options().foot_force_sigma * scale().load : options().force_sigma * Unit(foot);
      balanced.predicted = balanced.foreseen = Scalar(0);
      balanced.normal = balanced.carried = balanced.share = Scalar(0);
      const int first = FirstPoint(foot), last = FirstPoint(foot + 1);
      for (int p = first; p < last; ++p) {  // at most kFootPoints
        const auto i = static_cast<unsigned>(p);
        Vector3<Scalar> seen = Vector3<Scalar>::UnitZ();
        for (int k = 0; k < kLeg; ++k)
          seen -= row.response[leg.joint[static_cast<unsigned>(k)]] * forces_.Column(p, k);
        for (int k = leg.count; k < path.count; ++k) {  // at most kSharedJoints
          const int joint = path.joint[static_cast<unsigned>(k)];
          seen -= row.response[joint] * terms.points[i].jacobian.col(6 + joint);
        }
        balanced.predicted += up.dot(observations[i].predicted);
        balanced.foreseen += seen.dot(observations[i].predicted);
        balanced.normal += up.dot(at_once[i]);
        balanced.carried += seen.dot(at_once[i]);
        balanced.share += seen.dot(up);
      }
      if constexpr (kPoints > kFeet) balanced.share /= static_cast<Scalar>(last - first);
    }
    Scalar force = row.force;
    for (int j = 0; j < Model::kJoints; ++j) force -= row.response[j] * torque[j];  // dot() has no bound
    balance_.Find(row.known, force, dt, balanced_);
  }

  // The forces of a foot and its points. What the balance misses is shared equally by the points.
  void Report(int foot, const Vector3<Scalar>& up, bool has_sensor, const typename Forces::PointForces& force,
              const typename Forces::PointForces& at_once) {
    const Scalar most = kForceLimit * scale().weight;
    const int first = FirstPoint(foot), last = FirstPoint(foot + 1);
    const BalancedFoot<Scalar>& balanced = balanced_[static_cast<unsigned>(foot)];
    PointEstimate<Scalar>& whole = feet_[static_cast<unsigned>(foot)];
    const Scalar missing = balanced.missing / static_cast<Scalar>(last - first);
    const Scalar tested = balanced.open && balanced.is_sure ? missing : Scalar(0);
    const Scalar change = Change(foot, up, force, at_once);
    const bool jumps = IsJump(foot, change + balanced.missing, whole.normal_variance);
    whole.change = has_sensor ? Scalar(0) : change;  // which a sensor does not leave open
    for (int p = first; p < last; ++p) {             // at most kFootPoints
      const auto i = static_cast<unsigned>(p);
      PointEstimate<Scalar>& estimate = points_[i];
      for (int k = 0; k < 3; ++k) {
        const Scalar f = jumps ? at_once[i][k] + missing * up[k] : force[i][k];
        estimate.force[k] = Clamp(f, -most, most);
      }
      estimate.unfiltered_normal = Clamp(up.dot(at_once[i]) + tested, -most, most);
    }
    Sum(first, last, whole);
  }

  bool SurelyOpen(int foot) const {
    const PointEstimate<Scalar>& whole = feet_[static_cast<unsigned>(foot)];
    return whole.state == ContactState::kOpen && whole.time_in_state > options().drive_delay &&
           whole.log_odds < -options().limit / Scalar(2);
  }

  // N, along `up`, by which the filter is behind.
  Scalar Change(int foot, const Vector3<Scalar>& up, const typename Forces::PointForces& filtered,
                const typename Forces::PointForces& at_once) const {
    Scalar change = Scalar(0);
    for (int p = FirstPoint(foot); p < FirstPoint(foot + 1); ++p)  // at most kFootPoints
      change += up.dot(at_once[static_cast<unsigned>(p)] - filtered[static_cast<unsigned>(p)]);
    return change;
  }

  // More than noise: the filter is late.
  bool IsJump(int foot, Scalar change, Scalar variance) const {
    const Scalar sigma = options().force_sigma * Unit(foot);
    return change * change > options().jump * options().jump * Max(sigma * sigma, variance);
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
    foot.speed_sigma += point.speed_sigma;
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
      const Scalar most_sigma = options().share_sigma * scale().load;
      estimate.normal_variance = Min(estimate.normal_variance, most_sigma * most_sigma);
      tests_.Load(observations[static_cast<unsigned>(p)], up, up.dot(estimate.force), scale().load, false,
                  estimate);
      if (!loaded) estimate.log_odds = Min(estimate.log_odds, -options().limit);
      if (loaded && p == most) estimate.log_odds = Max(estimate.log_odds, options().limit / Scalar(2));
      tests_.Slip(observations[static_cast<unsigned>(p)], up, dt, estimate);
    }
  }

  // High over the believed ground: with little force it is open, whatever the test of its load says so far.
  bool IsHigh(const Observations& observations, int foot) const {
    bool high = true;
    // at most kFootPoints
    for (int p = FirstPoint(foot); p < FirstPoint(foot + 1); ++p)
      high &= observations[static_cast<unsigned>(p)].height > options().clearance * scale().length;
    return high;
  }

  bool CarriesLittle(int foot, const Vector3<Scalar>& up, bool high) const {
    const Scalar share = high ? options().swing_force : options().low_force;
    return Abs(up.dot(feet_[static_cast<unsigned>(foot)].force)) < share * Unit(foot);
  }

  // N, that a foot's forces are counted in: the errors of its points partly cancel.
  Scalar Unit(int foot) const {
    return scale().load * Sqrt(static_cast<Scalar>(FirstPoint(foot + 1) - FirstPoint(foot)));
  }

  // The predicted force of a point that is loaded, up to the weight: a prediction from a wrong belief of the
  // ground is not to be seen in what was measured.
  Vector3<Scalar> Expected(ContactState state, const Vector3<Scalar>& predicted) const {
    if (state == ContactState::kOpen) return Vector3<Scalar>::Zero();
    const Scalar size = Sqrt(predicted.squaredNorm());
    return size > scale().weight ? Vector3<Scalar>(predicted * (scale().weight / size)) : predicted;
  }

  // How far a point's force may be from the expected one: by the weight, and by a tenth of it where the point
  // is higher than another of the foot.
  void FindSigmas(const Observations& observations, int first, int last) {
    Scalar lowest = observations[static_cast<unsigned>(first)].height;
    // at most kFootPoints
    for (int p = first + 1; p < last; ++p)
      lowest = Min(lowest, observations[static_cast<unsigned>(p)].height);
    const Scalar shadow = options().shadow * scale().length;
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      const Scalar height = observations[static_cast<unsigned>(p)].height - lowest;
      sigma_[static_cast<unsigned>(p)] = scale().weight * Max(Scalar(1) - height / shadow, Scalar(0.1L));
    }
  }

  ContactTests<Scalar> tests_;
  Scalar torque_sigma_;  // N·m
  Scalar bandwidth_;     // rad/s, the observer's
  std::array<int, static_cast<unsigned>(kFeet) + 1> first_point_;
  std::array<LegJoints<kLeg>, static_cast<unsigned>(kFeet)> leg_, path_;
  std::array<PointEstimate<Scalar>, static_cast<unsigned>(kFeet)> feet_{};
  std::array<PointEstimate<Scalar>, static_cast<unsigned>(kPoints)> points_{};
  VerticalBalance<Scalar, kFeet> balance_;
  DriveErrors<Model> drives_;
  MeasuredForces<Scalar, kFeet> smooth_;  // behind the observer's filter, world axes
  bool touched_ = false;  // some foot has been loaded: before that there is no believed ground
  // Within a tick.
  typename VerticalBalance<Scalar, kFeet>::Feet balanced_{};
  Forces forces_;
  typename Forces::PointNumbers sigma_{};  // N
};

}  // namespace footing
