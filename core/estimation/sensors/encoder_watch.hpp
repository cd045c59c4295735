// Whether an encoder has an offset, from feet that stand (leg_offsets.hpp). The base's velocity is of the
// accelerometer and, with 0.15 s, of all feet that hold, so that a leg is compared with the others too.
//
// Soft ground moves all feet alike, and a wrong turn of the base moves both sides alike. So what is judged is
// the difference between a leg and its mirror image on the other side. An offset of the joint that turns
// the leg sideways hardly moves its foot: such joints are solved for, and not judged. Neither are those of
// which the windows have told less than the prior. What lifts a foot shows in the heights at which all feet
// stand (height_twist.hpp), of such joints too, but not which of them it is.
#pragma once

#include <array>

#include "core/estimation/sensors/height_twist.hpp"
#include "core/estimation/sensors/leg_offsets.hpp"
#include "core/estimation/sensors/measurement.hpp"

namespace footing {

// What is known of a foot each tick.
template <typename Scalar>
struct StanceSample {
  bool stands = false;       // surely, and at rest
  Vector3<Scalar> offset;    // m, base's origin to foot, world axes
  Vector3<Scalar> velocity;  // m/s, of the foot less the base's: ω × r + J q̇
  Scalar height = 0;         // m, base's origin to foot, off the ground's slope
  Scalar normal = 0;         // N
  Scalar ground_variance = 0;  // m²/s², of the speed of feet that stand, off ground that gives way
};

// kLeg: the most joints of a leg.
template <typename ModelType, int kLeg>
class EncoderWatch {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  static constexpr int kFeet = Model::kFeet;

  explicit EncoderWatch(const Model& model) : EncoderWatch(model, ScaleOf(model)) {}
  EncoderWatch(const Model& model, const RobotScale<Scalar>& scale) : twist_(scale.length) {
    fastest_ = kFastest * kFastest * scale.speed * scale.speed;
    for (int foot = 0; foot < kFeet; ++foot)
      foot_[At(foot)].leg = LegOffsets<Model, kLeg>(model, foot, scale);
    for (int foot = 0; foot < kFeet; ++foot) FindMirror(model, foot);
  }

  // The foot whose turn it is: it must be told of in the next Update.
  int next() const { return next_; }

  // One period `dt` [s]: the base's specific force less gravity [m/s²], the gyro's bias [rad/s] as far as it
  // is known, world axes, what it has risen over the ground's slope [m/s], and foot `next()`, not corrected
  // by it. Some 80 operations, and 250 more at the end of a window.
  void Update(const DynamicsTerms<Model>& terms, const Vector3<Scalar>& acceleration,
              const Vector3<Scalar>& gyro_bias, Scalar climb, const StanceSample<Scalar>& told, Scalar dt) {
    velocity_ += dt * acceleration;
    twist_.Move(dt * velocity_, dt * climb, dt);
    wait_ -= Min(dt, wait_);
    StanceSample<Scalar> sample = told;
    sample.velocity -= gyro_bias.cross(told.offset);
    Foot& foot = foot_[At(next_)];
    const Scalar step = Scalar(kFeet) * dt;
    standing_ += (sample.stands ? 1 : 0) - (foot.stands ? 1 : 0);
    const bool began = sample.stands && !foot.stands;
    foot.stands = sample.stands;
    foot.leg.Age(step);
    if (foot.stands)
      twist_.Stand(next_, told.height, step);
    else
      twist_.Lift(next_);
    bool learns = false;
    if (foot.stands) {
      velocity_ += Min(step / (kPullTime * Scalar(standing_)), Scalar(1)) * (-sample.velocity - velocity_);
      if (began) {
        foot.leg.Begin(terms, sample.normal);
      } else {
        learns = foot.leg.Move(sample.velocity + velocity_, step) && learned_ < 0;
        if (learns) {
          passed_ = foot.leg.age();
          if (Learn(terms, sample, foot) && foot.mirror >= 0) learned_ = next_;
          foot.leg.Begin(terms, sample.normal);
        }
      }
    }
    // In the next period: so the longest one is shorter.
    if (!learns && learned_ >= 0) {
      // What is left of a large bias is no offset.
      const Scalar doubt = Scalar(1) + gyro_bias.squaredNorm() / (kDoubtfulBias * kDoubtfulBias);
      Compare(foot_[At(learned_)], passed_, doubt * kLargest);
      learned_ = -1;
    }
    next_ = next_ + 1 < kFeet ? next_ + 1 : 0;
  }

  // Forgets what it has seen. `velocity` [m/s]: of the base. `attitude`: whether it can be trusted. What a
  // gyro did wrong leaves the attitude wrong, so after it nothing is judged for some time.
  void Restart(const Vector3<Scalar>& velocity, bool attitude) {
    velocity_ = velocity;
    if (!attitude) wait_ = kWait;
    standing_ = 0;
    suspects_ = 0;
    learned_ = -1;
    twist_.Restart();
    for (Foot& foot : foot_) {
      foot.stands = false;
      foot.leg.Forget();
      foot.held.setZero();
    }
  }

  // Whether an encoder has an offset; of which joint, as far as it is known.
  bool IsOff() const { return suspects_ != 0 || twist_.IsOff(); }
  JointMask suspects() const { return suspects_; }
  // rad, drawn to zero by the prior.
  Scalar offset(int foot, int k) const { return foot_[At(foot)].leg.offset(k); }

 private:
  using LegVector = BoundedVector<Scalar, kLeg>;

  static constexpr Scalar kPullTime = Scalar(0.15L);  // s
  static constexpr Scalar kWait = Scalar(1);          // s, after a fault of the gyro
  static constexpr Scalar kMeanGain = Scalar(0.04L);  // of a window, for what all feet have in common: 0.5 s
  static constexpr Scalar kSure = Scalar(0.11L);      // of a window's variance
  static constexpr Scalar kFastest = Scalar(0.14L);   // of √(g leg): beyond, a foot does not stand
  // Over seeds, grounds and gaits of A1, Go2 and ANYmal C healthy encoders stay below it.
  static constexpr Scalar kLargest = Scalar(0.018L);     // rad, of the difference as it is estimated
  static constexpr Scalar kDoubtfulBias = Scalar(0.1L);  // rad/s
  static constexpr Scalar kHold = Scalar(0.5L);          // s, for which it must be above
  static constexpr Scalar kLongest = Scalar(0.3L);       // s, that a window speaks for
  static constexpr Scalar kEase = Scalar(0.7L);          // of it, until a fault is over
  static constexpr Scalar kBeside = Scalar(0.6L);        // of the largest: smaller ones are its shadow

  struct Foot {
    LegOffsets<Model, kLeg> leg;
    int mirror = -1;                  // the foot on the other side
    std::array<Scalar, kLeg> sign{};  // of joint k against its mirror image; 0: not judged
    bool stands = false;
    LegVector held = LegVector::Zero(), difference = LegVector::Zero();  // s, rad
  };

  static constexpr unsigned At(int i) { return static_cast<unsigned>(i); }

  // At q = 0 all frames are parallel to the base's. The mirror image of an axis of rotation (x, y, z) is
  // (−x, y, −z).
  void FindMirror(const Model& model, int foot) {
    const auto hip = [&model](const LegJoints<kLeg>& leg) {
      return model.joints[At(leg.joint[At(leg.count - 1)])].position;
    };
    Foot& mine = foot_[At(foot)];
    if (mine.leg.joints().count == 0) return;
    const auto place = hip(mine.leg.joints());
    for (int other = 0; other < kFeet; ++other) {
      const LegJoints<kLeg>& leg = foot_[At(other)].leg.joints();
      if (other == foot || leg.count != mine.leg.joints().count) continue;
      const auto there = hip(leg);
      const Scalar apart = Abs(place[0] - there[0]) + Abs(place[1] + there[1]) + Abs(place[2] - there[2]);
      if (apart < Scalar(0.1L) * Abs(place[1])) mine.mirror = other;
    }
    if (mine.mirror < 0) return;
    if (place[1] < Scalar(0)) twist_.AddPair(foot, mine.mirror);
    for (int k = 0; k < mine.leg.joints().count; ++k) {  // at most kLeg
      const auto& axis = model.joints[At(mine.leg.joints().joint[At(k)])].axis;
      const auto& there = model.joints[At(foot_[At(mine.mirror)].leg.joints().joint[At(k)])].axis;
      const Scalar along = axis[1] * there[1];
      mine.sign[At(k)] = along > Scalar(0.5L) ? Scalar(1) : along < Scalar(-0.5L) ? Scalar(-1) : Scalar(0);
    }
  }

  // False where the foot did not stand.
  bool Learn(const DynamicsTerms<Model>& terms, const StanceSample<Scalar>& sample, Foot& foot) {
    Vector3<Scalar> seen = foot.leg.Velocity();
    mean_ += kMeanGain * (seen - mean_);
    seen -= mean_;
    // What all feet have in common is an error of V: until the accelerometer's bias is learned nothing is
    // sure.
    if (wait_ > Scalar(0) || mean_.squaredNorm() > kSure * foot.leg.noise() || seen.squaredNorm() > fastest_)
      return false;
    foot.leg.Learn(terms, seen, sample.normal, sample.ground_variance);
    return true;
  }

  // Against the other side, `passed` [s] after the last time. `largest` [rad] may be the difference.
  void Compare(Foot& foot, Scalar passed, Scalar largest) {
    const Foot& other = foot_[At(foot.mirror)];
    for (int k = 0; k < foot.leg.joints().count; ++k) {  // at most kLeg
      if (foot.sign[At(k)] == Scalar(0)) continue;
      const Scalar difference = foot.leg.offset(k) - foot.sign[At(k)] * other.leg.offset(k);
      const bool turned = difference * foot.difference[k] < Scalar(0);
      const Scalar ease = foot.held[k] >= kHold ? kEase : Scalar(1);
      const bool told = foot.leg.IsTold(k) && other.leg.IsTold(k);
      const bool large = told && Abs(difference) > ease * largest && !turned;
      foot.held[k] = large ? Min(foot.held[k] + Min(passed, kLongest), kHold) : Scalar(0);
      foot.difference[k] = difference;
    }
    FindSuspects();
  }

  // Of a pair that differs the joint with the larger offset.
  void FindSuspects() {
    suspects_ = 0;
    Scalar most = Scalar(0);
    for (int i = 0; i < kFeet; ++i) {
      const Foot& foot = foot_[At(i)];
      for (int k = 0; k < foot.leg.joints().count; ++k)  // at most kLeg
        if (foot.held[k] >= kHold) most = Max(most, Abs(foot.difference[k]));
    }
    if (most == Scalar(0)) return;
    for (int i = 0; i < kFeet; ++i) {
      const Foot& foot = foot_[At(i)];
      for (int k = 0; k < foot.leg.joints().count; ++k) {  // at most kLeg
        if (foot.held[k] < kHold || Abs(foot.difference[k]) < kBeside * most) continue;
        const Foot& other = foot_[At(foot.mirror)];
        const bool mine = Abs(foot.leg.offset(k)) >= Abs(other.leg.offset(k));
        suspects_ |= BitOf(At((mine ? foot : other).leg.joints().joint[At(k)]));
      }
    }
  }

  Scalar fastest_;  // m²/s²
  HeightTwist<Scalar, kFeet> twist_;
  std::array<Foot, static_cast<unsigned>(kFeet)> foot_;
  int next_ = 0;
  int learned_ = -1;                                    // the foot that is to be compared
  Scalar passed_ = 0;                                   // s, before it had learned the last time
  int standing_ = 0;                                    // feet
  Scalar wait_ = 0;                                     // s, until what is seen counts
  Vector3<Scalar> velocity_ = Vector3<Scalar>::Zero();  // m/s, of the base, world axes
  Vector3<Scalar> mean_ = Vector3<Scalar>::Zero();      // m/s
  JointMask suspects_ = 0;
};

}  // namespace footing
