// Which points of the feet are open, stick or slip, from measured torque and motion and from what the
// contact solver predicts; and with what force. It may be told a plan of the feet, and works without one.
//
// Force: estimated_forces.hpp. State: the sequential tests of contact_tests.hpp, of each foot and of each
// point of several. The foot as a whole: docs/reference/estimator.md, "From points to foot".
#pragma once

#include <array>

#include "core/contact/contact_problem.hpp"
#include "core/estimation/contacts/contact_tests.hpp"
#include "core/estimation/contacts/estimated_forces.hpp"

namespace footing {

// kLeg: the most joints between the base and a foot.
template <typename ModelType, int kLeg = ModelType::kJoints / ModelType::kFeet>
class ContactEstimator {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  static constexpr int kPoints = Model::kPoints;
  static constexpr int kFeet = Model::kFeet;
  using Forces = EstimatedForces<Model, kLeg>;
  using JointVector = typename Forces::JointVector;
  using Joints = typename Forces::Joints;
  using BaseRows = typename Forces::Rows;
  using Observations = PointObservations<Model>;
  using Plan = std::array<Scalar, static_cast<unsigned>(kFeet)>;

  // `bandwidth` [rad/s]: the observer's.
  ContactEstimator(const Model& model, const ContactEstimatorOptions<Scalar>& options, Scalar bandwidth)
      : forces_(model, options, ScaleOf(model), bandwidth), now_(model) {
    for (auto& point : now_.points) point.log_odds = -options.limit;
    for (auto& foot : now_.feet) foot.log_odds = -options.limit;
  }

  // The forces; before Update, which needs them. EstimatedForces::Find says what is told.
  template <int kForces = 0>
  void EstimateForces(const DynamicsTerms<Model>& terms, const Joints& joints,
                      const Observations& observations, const Vector3<Scalar>& up, Scalar dt,
                      const MeasuredForces<Scalar, kForces>& measured = {}, const BaseRows& rows = {}) {
    forces_.Find(terms, joints, observations, up, touched_, dt, measured, rows, now_);
  }

  // States of all feet and points from the forces and `observations`, one tick `dt` [s] on, over ground with
  // the normal `up`. `plan`: as FootTracker::Update has it. Nothing can fail; about 30 operations and a
  // square root a foot, and a point where feet have several.
  void Update(const Observations& observations, const Plan& plan, const Vector3<Scalar>& up, Scalar dt) {
    const ContactTests<Scalar> tests(forces_.options(), forces_.scale());
    for (int foot = 0; foot < kFeet; ++foot) {
      PointEstimate<Scalar>& whole = now_.Foot(foot);
      const int first = FirstPoint(foot), last = FirstPoint(foot + 1);
      PointObservation<Scalar> seen = observations[static_cast<unsigned>(first)];
      // at most kFootPoints
      for (int p = first + 1; p < last; ++p) Add(observations[static_cast<unsigned>(p)], seen);
      const Scalar planned = plan[static_cast<unsigned>(foot)];
      seen.planned = IsFinite(planned) ? Clamp(planned, Scalar(-1), Scalar(1)) : Scalar(0);
      const Scalar unit = UnitForce(forces_.scale(), last - first);
      const bool carries = tests.Carries(whole.unfiltered_normal, unit);
      tests.Load(seen, up, whole.unfiltered_normal, unit, whole);
      tests.Slip(seen, up, carries, dt, whole);
      touched_ |= whole.state != ContactState::kOpen && whole.time_in_state > forces_.options().stand_time;
      if (last - first == 1)
        now_.Point(first) = whole;
      else
        UpdatePoints(observations, up, foot, carries, dt);
    }
  }

  // EstimatedForces::WrenchCovariance.
  BoundedMatrix<Scalar, 6> WrenchCovariance(const DynamicsTerms<Model>& terms, int foot,
                                            const Vector3<Scalar>& place) const {
    return forces_.WrenchCovariance(terms, foot, FirstPoint(foot), FirstPoint(foot + 1), place,
                                    now_.Foot(foot));
  }

  // Of a foot's points, which follow each other; kPoints for the foot behind the last.
  int FirstPoint(int foot) const { return now_.FirstPoint(foot); }
  const PointEstimate<Scalar>& foot(int i) const { return now_.Foot(i); }
  const PointEstimate<Scalar>& point(int i) const { return now_.Point(i); }
  const DriveErrors<Model>& drives() const { return forces_.drives(); }

  // Of the foot as a whole, by its summed force. Slip, where at least half of the loaded points slip. Else
  // tilt, where the loaded points of several span no area.
  ContactState FootState(int foot) const {
    if (now_.Foot(foot).state == ContactState::kOpen) return ContactState::kOpen;
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
  // A foot rolls over its lowest point: it moves as that one does.
  static void Add(const PointObservation<Scalar>& point, PointObservation<Scalar>& foot) {
    foot.predicted += point.predicted;
    foot.predicted_slide = foot.predicted_slide && point.predicted_slide;
    if (!(point.height < foot.height)) return;
    foot.height = point.height;
    foot.velocity = point.velocity;
    foot.speed_sigma = point.speed_sigma;
  }

  // Of an open foot all points are open. Of a loaded one at least that with the largest force is loaded.
  void UpdatePoints(const Observations& observations, const Vector3<Scalar>& up, int foot, bool carries,
                    Scalar dt) {
    const int first = FirstPoint(foot), last = FirstPoint(foot + 1);
    const bool loaded = now_.Foot(foot).state != ContactState::kOpen;
    const ContactEstimatorOptions<Scalar>& options = forces_.options();
    const Scalar load = forces_.scale().load;
    const ContactTests<Scalar> tests(options, forces_.scale());
    int most = first;
    // at most kFootPoints
    for (int p = first; p < last; ++p)
      if (point(p).unfiltered_normal > point(most).unfiltered_normal) most = p;
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      PointEstimate<Scalar>& estimate = now_.Point(p);
      // The leg's joints leave the share of a single point wide open. Who carries then is the best guess:
      // that of the prediction, moved by what the joints say, behind the observer's filter.
      const Scalar most_sigma = options.share_sigma * load;
      estimate.normal_variance = Min(estimate.normal_variance, most_sigma * most_sigma);
      tests.Load(observations[static_cast<unsigned>(p)], up, up.dot(estimate.force), load, estimate);
      if (!loaded) estimate.log_odds = Min(estimate.log_odds, -options.limit);
      if (loaded && p == most) estimate.log_odds = Max(estimate.log_odds, options.limit / Scalar(2));
      tests.Slip(observations[static_cast<unsigned>(p)], up, carries, dt, estimate);
    }
  }

  Forces forces_;
  ContactEstimates<Model> now_;
  bool touched_ = false;  // some foot has been loaded: before that there is no believed ground
};

}  // namespace footing
