// What contacts did in the step that has passed, from what was measured: stage 8 of the tick. Torque and
// motion give the momentum observer's residual, that the forces at the feet; forces, motion and what was
// predicted give the states (contacts/contact_estimator.hpp). Feet that stand then say which encoder is
// wrong.
#pragma once

#include "core/estimation/base/ground.hpp"
#include "core/estimation/contacts/contact_estimator.hpp"
#include "core/estimation/joints/momentum_observer.hpp"
#include "core/estimation/robot_motion.hpp"
#include "core/estimation/sensors/encoder_watch.hpp"
#include "core/estimation/tracked_feet.hpp"

namespace footing {

// kLeg: the most joints between the base and a foot.
template <typename ModelType, int kLeg>
class ContactObserver {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  static constexpr int kFeet = Model::kFeet;
  static constexpr int kPoints = Model::kPoints;
  using Estimator = ContactEstimator<Model, kLeg>;
  using Plan = std::array<Scalar, static_cast<unsigned>(kFeet)>;
  using Feet = TrackedFeet<Scalar, kFeet, kPoints>;
  using Evidence = std::array<FootEvidence<Scalar>, static_cast<unsigned>(kPoints)>;

  // `bandwidth` [rad/s]: the momentum observer's.
  ContactObserver(const Model& model, const ContactEstimatorOptions<Scalar>& options, Scalar bandwidth)
      : observer_(bandwidth), estimator_(model, options, bandwidth), encoders_(model) {}

  // States and forces of the points, into `now`, which has what was predicted of them and this sample's
  // flags. `terms`: of this sample, whose torque, motion and forces of the feet are `sensed` and `motion`.
  // `prediction`: of the step that passed. `plan`: as FootTracker::Update has it. Returns what the points
  // say of the base. Nothing can fail.
  template <typename Prediction, int kForces>
  const Evidence& Observe(const Model& model, const DynamicsTerms<Model>& terms,
                          const Sensed<Model::kJoints, Scalar, kForces>& sensed,
                          const RobotMotion<Model>& motion, const Ground<Model>& ground,
                          const Prediction& prediction, const Plan& plan, Feet& now) {
    const Vector3<Scalar>& force = motion.base().specific_force();
    observer_.Update(model, terms, sensed.joint_torque, force, motion.rates().Ahead(sensed.joint_velocity),
                     sensed.dt);
    PointObservations<Model> points;
    for (unsigned p = 0; p < static_cast<unsigned>(kPoints); ++p) {
      points[p] = {terms.points[p].velocity,
                   now.points[p].predicted_force,
                   now.points[p].predicted_mode == ContactMode::kSlide,
                   ground.height()[p],
                   motion.SpeedSigma(model, terms, p),
                   motion.base().ground_variance()};
    }
    const auto measured = ToWorld(model, terms, sensed.feet);
    const auto rows = FindBaseRows(terms, motion, prediction, now.flags);
    estimator_.EstimateForces(
        terms,
        {sensed.joint_velocity, motion.rates().acceleration(), observer_.residual(), observer_.unfiltered()},
        points, ground.normal(), sensed.dt, measured, rows);
    estimator_.Update(points, WithoutMeasured(plan, measured), ground.normal(), sensed.dt);

    for (unsigned p = 0; p < static_cast<unsigned>(kPoints); ++p) {
      const PointEstimate<Scalar>& estimate = estimator_.point(static_cast<int>(p));
      now.points[p].state = estimate.state;
      now.points[p].force = estimate.force;
      evidence_[p] = {estimate.settled, estimate.holds, terms.points[p].velocity - motion.base().velocity()};
    }
    return evidence_;
  }

  // By the feet of the last Observe, with the same arguments; `gravity` [m/s²]. After the base was corrected
  // by them. Of feet of one point alone.
  template <int kForces>
  void WatchEncoders(const DynamicsTerms<Model>& terms, const Sensed<Model::kJoints, Scalar, kForces>& sensed,
                     const RobotMotion<Model>& motion, const RobotState<Scalar, Model::kJoints>& state,
                     const Ground<Model>& ground, Scalar gravity, std::uint32_t flags) {
    constexpr Scalar kSettled = Scalar(0.02L);  // s: the ringing of a touch-down is over
    constexpr std::uint32_t kUnsure =
        kGyroFault | kAccelerometerFault | kTickLate | kTickMissed | kTorqueStuck | kTorqueReversed;
    if ((flags & kUnsure) != 0) return RestartEncoders(motion, flags);
    const auto i = static_cast<unsigned>(encoders_.next());
    const PointEstimate<Scalar>& foot = estimator_.point(encoders_.next());
    const bool stands = foot.holds && foot.time_in_state > kSettled;
    const Vector3<Scalar> left = state.base_attitude * motion.UnlearnedBias();
    const Vector3<Scalar> offset = terms.points[i].position - state.base_position;
    encoders_.Update(terms, motion.base().specific_force() - Vector3<Scalar>(0, 0, gravity), left,
                     ground.plane().OffSlope(motion.base().velocity()),
                     {stands, offset, evidence_[i].relative_velocity, ground.plane().OffSlope(offset),
                      foot.force[2], motion.base().ground_variance()},
                     sensed.dt);
  }

  // Nothing was measured: states and forces stay, what was seen of momentum and encoders is forgotten.
  void Restart(const RobotMotion<Model>& motion, std::uint32_t flags) {
    RestartMomentum();
    RestartEncoders(motion, flags);
  }

  // The torque's past is not known.
  void RestartMomentum() { observer_.Reset(); }

  const Estimator& estimator() const { return estimator_; }
  const EncoderWatch<Model, kLeg>& encoders() const { return encoders_; }

 private:
  // Of the balance. Where the gyro is wrong, a moment would be.
  template <typename Prediction>
  typename Estimator::BaseRows FindBaseRows(const DynamicsTerms<Model>& terms,
                                            const RobotMotion<Model>& motion, const Prediction& prediction,
                                            std::uint32_t flags) const {
    typename Estimator::BaseRows rows;
    rows.forward = motion.base().attitude() * Vector3<Scalar>::UnitX();
    rows.known = observer_.HasBaseRate() && (flags & (kAccelerometerFault | kGyroFault)) == 0 &&
                 prediction.FindBaseResponse(rows.forward, rows.response);
    if (!rows.known) return rows;
    const Vector3<Scalar>& force = motion.base().specific_force();
    const Wrench<Scalar>& rate = observer_.base_rate();
    rows.base[kRollRow] = Scalar(0);
    rows.legs[kRollRow] = rows.forward.dot(rate.moment);
    for (int k = 0; k < 3; ++k) {
      rows.base[k] = terms.mass_matrix(k, k) * force[k];
      rows.legs[k] = rate.linear[k];
      for (int j = 0; j < 3; ++j)
        rows.base[kRollRow] += rows.forward[j] * terms.mass_matrix(3 + j, k) * force[k];
    }
    return rows;
  }

  void RestartEncoders(const RobotMotion<Model>& motion, std::uint32_t flags) {
    encoders_.Restart(motion.base().velocity(), (flags & kGyroFault) == 0);
  }

  MomentumObserver<Model> observer_;
  Estimator estimator_;
  EncoderWatch<Model, kLeg> encoders_;
  Evidence evidence_;  // within a tick
};

}  // namespace footing
