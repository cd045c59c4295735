// Rates of the joints without the lag of a drive's filter: for each joint a Kalman filter of position and
// rate. It is driven by the acceleration that the contact solver predicted for the step that has passed,
// and corrected by the encoder (Bar-Shalom, Li, Kirubarajan 2001, section 6.2.2, with a known input).
//
// A predicted landing is a hypothesis: the foot lands in this step, or it does not, and the joints go on as
// in the last step without one. The encoders of all joints decide between the two. A touch-down that comes at
// another time is a jump that no prediction has. Where the encoder is further from the prediction than `gate`
// deviations, the acceleration counts as hardly known in that step, and as unknown where samples were missed.
// What the prediction lacks all the time (mass, dry friction) is learned from the corrections.
#pragma once

#include <array>

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// Accelerations count in g / leg (RobotScale): 20 rad/s² for an A1.
template <typename Scalar>
struct JointRateOptions {
  Scalar encoder_sigma = Scalar(1.1e-4L);  // rad, a 14-bit encoder's; of a coarser one its own is found
  Scalar coarse_sigma = Scalar(2.5e-4L);   // rad, of one so coarse that its drive's rates jump
  Scalar drive_lag = Scalar(6);  // encoder_sigma a period, beyond which a drive's rate is late and not noise
  Scalar timely = Scalar(0.2L);  // share of the filter's rate in a momentum's: less late, hardly noisier
  Scalar acceleration_sigma = Scalar(2);  // of a predicted acceleration
  Scalar jump_sigma = Scalar(15);         // of one that was wrong
  Scalar gate = Scalar(3.5L);       // deviations of the encoder from the prediction, up to which that holds
  Scalar landing_odds = Scalar(4);  // logarithm of the odds that a predicted landing comes
  Scalar longest_step = Scalar(0.005L);  // s; over a longer one the encoder's difference is the better rate
  Scalar lack_time = Scalar(0.05L);      // s, to learn what the predicted acceleration lacks
};

template <int kJoints, typename ScalarType>
class JointRates {
 public:
  using Scalar = ScalarType;
  using JointVector = BoundedVector<Scalar, kJoints>;

  // `unit` [rad/s²]: g / leg. `period` [s]: for which an acceleration is predicted.
  JointRates(const JointRateOptions<Scalar>& options, Scalar unit, Scalar period)
      : options_(options),
        unit_(unit),
        longest_(Min(Scalar(1.5L) * period, options.longest_step)),
        most_(options.gate * options.jump_sigma * unit),
        gate2_(options.gate * options.gate),
        coarse_variance_(options.coarse_sigma * options.coarse_sigma),
        lag_(options.drive_lag / period) {
    for (Joint& joint : joint_) Believe(options.encoder_sigma * options.encoder_sigma, joint);
  }

  // One step `dt` [s] on, in which the joints had about `predicted` [rad/s²], to `position` [rad]; `lands`: a
  // landing is in it. A joint that is not `good` is at rest. At its first good sample a joint has the rate
  // `given` [rad/s]. With dt 0 nothing changes. Nothing can fail; about 40 operations and a division a joint,
  // with a landing 60 and two.
  void Update(const JointVector& position, const JointVector& given, const JointVector& predicted, bool lands,
              const std::array<bool, static_cast<unsigned>(kJoints)>& good, Scalar dt) {
    if (!(dt > Scalar(0))) return;
    if (!lands) calm_ = predicted;
    const JointVector& acceleration = lands && Explain(position, predicted, dt) ? predicted : calm_;
    const Scalar usual = options_.acceleration_sigma * unit_ * dt, jump = options_.jump_sigma * unit_ * dt;
    const Scalar lack_gain = Scalar(1) / Max(options_.lack_time, dt);
    for (int j = 0; j < kJoints; ++j) {
      Joint& joint = joint_[static_cast<unsigned>(j)];
      if (good[static_cast<unsigned>(j)] && joint.known) {
        FindResolution(position[j], joint);
        // A predicted impact beyond what a jump may be is found by the encoder as well.
        const bool was_predicted = dt < longest_;
        acceleration_[j] = was_predicted ? Clamp(acceleration[j] + joint.lack, -most_, most_) : Scalar(0);
        const Scalar before = joint.rate;
        Predict(acceleration_[j], usual * usual, dt, joint);
        Correct(position[j], jump * jump, lack_gain, dt, joint);
        if (!was_predicted) acceleration_[j] = (joint.rate - before) / dt;
      } else {
        joint.known = good[static_cast<unsigned>(j)];
        joint.measured = joint.position = position[j];
        joint.rate = joint.known ? given[j] : Scalar(0);
        joint.lack = Scalar(0);
        joint.covariance = {joint.encoder_variance, Scalar(0), unit_};
        acceleration_[j] = Scalar(0);
      }
      rate_[j] = joint.rate;
    }
  }

  const JointVector& rate() const { return rate_; }  // rad/s
  // rad/s², that the last step was predicted with, and what the prediction is known to lack: it has none of
  // the noise of the encoders' differences. Of a step too long for a prediction, the rates' difference.
  const JointVector& acceleration() const { return acceleration_; }
  // rad/s, of the rates less those that a momentum is to be made of. The differences of the drives', `given`,
  // from tick to tick are smooth but late, those of the rates here are timely but noisy: it is made of both.
  // Where a drive's rate is far behind, as after an impact, it is as near to the rates here as noise allows;
  // where its encoder is coarse, it is made of the rates here.
  JointVector Ahead(const JointVector& given) const {
    JointVector ahead;
    for (int j = 0; j < kJoints; ++j) {
      const Scalar most = joint_[static_cast<unsigned>(j)].drive_noise;
      ahead[j] = (Scalar(1) - options_.timely) * Clamp(rate_[j] - given[j], -most, most);
    }
    return ahead;
  }
  // (rad/s)², of a joint that is good
  Scalar variance(int j) const { return joint_[static_cast<unsigned>(j)].covariance.rate; }

 private:
  struct Covariance {
    Scalar position = 0, cross = 0, rate = 0;  // rad², rad²/s, rad²/s²
  };
  struct Joint {
    bool known = false;
    Scalar measured = 0, position = 0;  // rad
    Scalar rate = 0;                    // rad/s
    Scalar lack = 0;                    // rad/s², of the predicted acceleration
    Scalar step = Scalar(1000);         // rad, the smallest seen of the encoder
    Scalar encoder_variance = 0;        // rad²
    Scalar drive_noise = 0;             // rad/s, up to which the drive's rate is the better one
    Covariance covariance;
  };

  // An encoder moves by whole counts. So its smallest step is the count, where the joints' noise is not
  // above it; the deviation of rounding is the count / √12.
  void FindResolution(Scalar position, Joint& joint) const {
    const Scalar step = Abs(position - joint.measured);
    joint.measured = position;
    if (step == Scalar(0) || step >= joint.step) return;
    joint.step = step;
    Believe(Clamp(Scalar(1.0L / 12) * step * step, options_.encoder_sigma * options_.encoder_sigma,
                  Scalar(1e-5L)),
            joint);
  }

  // In an encoder of this variance [rad²].
  void Believe(Scalar variance, Joint& joint) const {
    joint.encoder_variance = variance;
    joint.drive_noise = variance > coarse_variance_ ? Scalar(0) : lag_ * Sqrt(variance);
  }

  // Whether the landing came whose accelerations these are, `landing` [rad/s²]: the logarithm of the
  // likelihoods' ratio over all encoders, and of the odds before.
  bool Explain(const JointVector& position, const JointVector& landing, Scalar dt) const {
    const Scalar half = Scalar(1.0L / 2) * dt * dt;
    Scalar lead = Scalar(0);
    for (int j = 0; j < kJoints; ++j) {
      const Joint& joint = joint_[static_cast<unsigned>(j)];
      const Covariance& covariance = joint.covariance;
      const Scalar way = position[j] - joint.position - dt * joint.rate;
      const Scalar with = way - half * Clamp(landing[j] + joint.lack, -most_, most_);
      const Scalar without = way - half * Clamp(calm_[j] + joint.lack, -most_, most_);
      const Scalar variance = covariance.position +
                              dt * (Scalar(2) * covariance.cross + dt * covariance.rate) +
                              joint.encoder_variance;
      lead += (without * without - with * with) / variance;
    }
    return lead > Scalar(-2) * options_.landing_odds;
  }

  // Of a rate that changes at an unknown time within the step, with `variance` [(rad/s)²].
  static void Spread(Scalar variance, Scalar dt, Covariance& covariance) {
    covariance.rate += variance;
    covariance.cross += Scalar(1.0L / 2) * variance * dt;
    covariance.position += Scalar(1.0L / 3) * variance * dt * dt;
  }

  static void Predict(Scalar acceleration, Scalar variance, Scalar dt, Joint& joint) {
    Covariance& covariance = joint.covariance;
    joint.position += dt * (joint.rate + dt / Scalar(2) * acceleration);
    joint.rate += dt * acceleration;
    covariance.position += dt * (Scalar(2) * covariance.cross + dt * covariance.rate);
    covariance.cross += dt * covariance.rate;
    Spread(variance, dt, covariance);
  }

  void Correct(Scalar measured, Scalar jump_variance, Scalar lack_gain, Scalar dt, Joint& joint) const {
    Covariance& covariance = joint.covariance;
    const Scalar surprise = measured - joint.position;
    const Scalar expected = covariance.position + joint.encoder_variance;
    const bool held = dt < longest_ && surprise * surprise <= gate2_ * expected;
    if (!held) Spread(jump_variance, dt, covariance);
    const Scalar inverse = Scalar(1) / (covariance.position + joint.encoder_variance);
    const Scalar of_position = covariance.position * inverse, of_rate = covariance.cross * inverse;
    joint.position += of_position * surprise;
    joint.rate += of_rate * surprise;
    if (held) joint.lack += of_rate * surprise * lack_gain;
    covariance.rate = Max(covariance.rate - of_rate * covariance.cross, Scalar(0));
    covariance.cross -= of_position * covariance.cross;
    covariance.position -= of_position * covariance.position;
  }

  JointRateOptions<Scalar> options_;
  Scalar unit_;
  Scalar longest_;  // s, of a step whose acceleration was predicted
  Scalar most_;     // rad/s², that is believed of a predicted acceleration
  Scalar gate2_;
  Scalar coarse_variance_;  // rad²
  Scalar lag_;              // 1/s
  std::array<Joint, static_cast<unsigned>(kJoints)> joint_;
  JointVector calm_ = JointVector::Zero();  // rad/s², last predicted without a landing
  JointVector rate_ = JointVector::Zero();
  JointVector acceleration_ = JointVector::Zero();  // rad/s², of the last step as believed
};

}  // namespace footing
