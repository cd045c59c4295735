// Whether an encoder has an offset, from feet that stand: seen with a wrong joint position a foot at rest
// moves. With an offset δ_j of joint j, and V the base's velocity, the foot's seen velocity is
//   y = V + ω × r + J q̇ = Σ_j dJ_j/dt δ_j,
// as J_j = ∂r/∂q_j. Over a window of a stance this is the drift of the foot against the change of J's
// columns: no noise of a derivative enters. Of each leg the δ are found by least squares over the last
// windows (2 s), with a prior of zero. V is of the accelerometer and, with 0.15 s, of all feet that hold, so
// that a leg is compared with the others too.
//
// Soft ground moves all feet alike, and a wrong turn of the base moves both sides alike. So what is judged is
// the difference between a leg and its mirror image on the other side. An offset of the joint that turns
// the leg sideways hardly shows: such joints are solved for, and not judged. Neither are those of which the
// windows have told less than the prior: a robot that stands tells nothing, and one window would last.
#pragma once

#include <array>

#include "core/dynamics/dynamics_terms.hpp"
#include "core/dynamics/robot_tree.hpp"
#include "core/estimation/sensors/measurement.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// What is known of a foot each tick.
template <typename Scalar>
struct StanceSample {
  bool stands = false;       // surely, and at rest
  Vector3<Scalar> offset;    // m, base's origin to foot, world axes
  Vector3<Scalar> velocity;  // m/s, of the foot less the base's: ω × r + J q̇
  Scalar normal = 0;         // N
};

// kLeg: the most joints of a leg.
template <typename ModelType, int kLeg>
class EncoderWatch {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  static constexpr int kFeet = Model::kFeet;

  explicit EncoderWatch(const Model& model) {
    const RobotScale<Scalar> scale = ScaleOf(model);
    load_ = scale.load;
    noise_ = kNoise * kNoise * scale.speed * scale.speed;
    fastest_ = kFastest * kFastest * scale.speed * scale.speed;
    for (int foot = 0; foot < kFeet; ++foot) foot_[At(foot)].leg = LegOf<kLeg>(model, foot);
    for (int foot = 0; foot < kFeet; ++foot) FindMirror(model, foot);
  }

  // The foot whose turn it is: it must be told of in the next Update.
  int next() const { return next_; }

  // One period `dt` [s]: the base's specific force less gravity [m/s²], the gyro's bias [rad/s] as far as it
  // is known, world axes, and foot `next()`, not corrected by it. Some 60 operations, and 250 more at the end
  // of a window.
  void Update(const DynamicsTerms<Model>& terms, const Vector3<Scalar>& acceleration,
              const Vector3<Scalar>& gyro_bias, const StanceSample<Scalar>& told, Scalar dt) {
    velocity_ += dt * acceleration;
    wait_ -= Min(dt, wait_);
    StanceSample<Scalar> sample = told;
    sample.velocity -= gyro_bias.cross(told.offset);
    Foot& foot = foot_[At(next_)];
    const Scalar step = Scalar(kFeet) * dt;
    standing_ += (sample.stands ? 1 : 0) - (foot.stands ? 1 : 0);
    const bool began = sample.stands && !foot.stands;
    foot.stands = sample.stands;
    foot.age = Min(foot.age + step, kMemory);
    bool learns = false;
    if (foot.stands) {
      velocity_ += Min(step / (kPullTime * Scalar(standing_)), Scalar(1)) * (-sample.velocity - velocity_);
      if (began) {
        Begin(terms, sample.normal, foot);
      } else {
        foot.drift += step * (sample.velocity + velocity_);
        foot.time += step;
        learns = foot.time >= kWindow && learned_ < 0;
        if (learns) {
          passed_ = foot.age;
          if (Learn(terms, sample.normal, foot) && foot.mirror >= 0) learned_ = next_;
          Begin(terms, sample.normal, foot);
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
    for (Foot& foot : foot_) {
      foot.stands = false;
      foot.age = kMemory;
      foot.held.setZero();
    }
  }

  JointMask suspects() const { return suspects_; }
  Scalar offset(int foot, int k) const {
    return foot_[At(foot)].offset[k];
  }  // rad, drawn to zero by the prior

 private:
  using LegVector = BoundedVector<Scalar, kLeg>;
  using LegMatrix = BoundedMatrix<Scalar, kLeg>;

  static constexpr Scalar kWindow = Scalar(0.04L);    // s: several fit into a step
  static constexpr Scalar kPullTime = Scalar(0.15L);  // s
  static constexpr Scalar kMemory = Scalar(2);        // s
  static constexpr Scalar kWait = Scalar(1);          // s, after a fault of the gyro
  static constexpr Scalar kMeanGain = Scalar(0.04L);  // of a window, for what all feet have in common: 0.5 s
  static constexpr Scalar kSure = Scalar(0.11L);      // of a window's variance
  static constexpr Scalar kPrior = Scalar(0.1L);      // rad
  static constexpr Scalar kTold = Scalar(0.5L);       // of the prior, that windows must tell of a joint
  static constexpr Scalar kNoise = Scalar(0.0225L);   // of √(g leg): of a window's drift
  static constexpr Scalar kFastest = Scalar(0.14L);   // of √(g leg): beyond, a foot does not stand
  static constexpr Scalar kUnexplained = Scalar(20);  // times the variance that the offsets do not explain
  static constexpr Scalar kUnexplainedGain = Scalar(0.133L);  // of a window: 0.3 s
  static constexpr Scalar kSinking =
      Scalar(10);  // a change of load by 0.3 of its share halves a window's weight
  // Over seeds, grounds and gaits of A1, Go2 and ANYmal C healthy encoders stay below it.
  static constexpr Scalar kLargest = Scalar(0.018L);     // rad, of the difference as it is estimated
  static constexpr Scalar kDoubtfulBias = Scalar(0.1L);  // rad/s
  static constexpr Scalar kHold = Scalar(0.5L);          // s, for which it must be above
  static constexpr Scalar kLongest = Scalar(0.3L);       // s, that a window speaks for
  static constexpr Scalar kEase = Scalar(0.7L);          // of it, until a fault is over
  static constexpr Scalar kBeside = Scalar(0.6L);        // of the largest: smaller ones are its shadow

  struct Foot {
    LegJoints<kLeg> leg;
    int mirror = -1;                  // the foot on the other side
    std::array<Scalar, kLeg> sign{};  // of joint k against its mirror image; 0: not judged
    bool stands = false;
    Scalar age = 0;                                   // s, since the last window, at most kMemory
    Scalar time = 0;                                  // s, of this window
    Scalar normal = 0;                                // N, at its begin
    Vector3<Scalar> drift = Vector3<Scalar>::Zero();  // m
    std::array<Vector3<Scalar>, kLeg> column{};       // m, of J at its begin
    LegMatrix square = LegMatrix::Zero();             // m²/s²
    LegVector product = LegVector::Zero(), offset = LegVector::Zero();   // m²/s², rad
    Scalar prior = Scalar(1);                                            // m²/s², of the last window
    Scalar unexplained = 0;                                              // m²/s²
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
    if (mine.leg.count == 0) return;
    const auto place = hip(mine.leg);
    for (int other = 0; other < kFeet; ++other) {
      const LegJoints<kLeg>& leg = foot_[At(other)].leg;
      if (other == foot || leg.count != mine.leg.count) continue;
      const auto there = hip(leg);
      const Scalar apart = Abs(place[0] - there[0]) + Abs(place[1] + there[1]) + Abs(place[2] - there[2]);
      if (apart < Scalar(0.1L) * Abs(place[1])) mine.mirror = other;
    }
    if (mine.mirror < 0) return;
    for (int k = 0; k < mine.leg.count; ++k) {  // at most kLeg
      const auto& axis = model.joints[At(mine.leg.joint[At(k)])].axis;
      const auto& there = model.joints[At(foot_[At(mine.mirror)].leg.joint[At(k)])].axis;
      const Scalar along = axis[1] * there[1];
      mine.sign[At(k)] = along > Scalar(0.5L) ? Scalar(1) : along < Scalar(-0.5L) ? Scalar(-1) : Scalar(0);
    }
  }

  static Vector3<Scalar> Column(const DynamicsTerms<Model>& terms, int foot, int joint) {
    const auto& J = terms.points[At(foot)].jacobian;
    return {J(0, 6 + joint), J(1, 6 + joint), J(2, 6 + joint)};
  }

  void Begin(const DynamicsTerms<Model>& terms, Scalar normal, Foot& foot) const {
    foot.time = Scalar(0);
    foot.normal = normal;
    foot.drift.setZero();
    for (int k = 0; k < foot.leg.count; ++k)  // at most kLeg
      foot.column[At(k)] = Column(terms, next_, foot.leg.joint[At(k)]);
  }

  // False where the foot did not stand.
  bool Learn(const DynamicsTerms<Model>& terms, Scalar normal, Foot& foot) {
    const Scalar rate = Scalar(1) / foot.time;
    Vector3<Scalar> seen = rate * foot.drift;
    mean_ += kMeanGain * (seen - mean_);
    seen -= mean_;
    // What all feet have in common is an error of V: until the accelerometer's bias is learned nothing is
    // sure.
    if (wait_ > Scalar(0) || mean_.squaredNorm() > kSure * noise_ || seen.squaredNorm() > fastest_)
      return false;
    std::array<Vector3<Scalar>, kLeg> change;
    Vector3<Scalar> left = seen;
    for (int k = 0; k < foot.leg.count; ++k) {  // at most kLeg
      change[At(k)] = rate * (Column(terms, next_, foot.leg.joint[At(k)]) - foot.column[At(k)]);
      left -= foot.offset[k] * change[At(k)];
    }
    // Ground that gives way moves a foot as its load changes.
    const Scalar sinking = (normal - foot.normal) / load_;
    const Scalar weight = Scalar(1) / (Scalar(1) + kSinking * sinking * sinking);
    foot.unexplained += kUnexplainedGain * (weight * left.squaredNorm() - foot.unexplained);
    const Scalar kept = Scalar(1) - foot.age / kMemory;
    foot.age = Scalar(0);
    const Scalar prior = foot.prior = Max(noise_, kUnexplained * foot.unexplained) / (kPrior * kPrior);
    LegMatrix square = LegMatrix::Zero();
    LegVector product = LegVector::Zero();
    for (int i = 0; i < foot.leg.count; ++i) {  // at most kLeg
      foot.product[i] = kept * foot.product[i] + weight * change[At(i)].dot(seen);
      product[i] = foot.product[i];
      for (int j = 0; j <= i; ++j) {  // at most kLeg
        foot.square(i, j) = kept * foot.square(i, j) + weight * change[At(i)].dot(change[At(j)]);
        square(i, j) = square(j, i) = foot.square(i, j) + (i == j ? prior : Scalar(0));
      }
    }
    Solve(foot.leg.count, square, product, foot.offset);
    return true;
  }

  // A x = b by elimination; A is positive definite by its prior.
  static void Solve(int count, LegMatrix& a, LegVector& b, LegVector& x) {
    for (int k = 0; k < count; ++k) {  // at most kLeg
      const Scalar inverse = Scalar(1) / a(k, k);
      for (int i = k + 1; i < count; ++i) {  // at most kLeg
        const Scalar share = a(i, k) * inverse;
        for (int j = k; j < count; ++j) a(i, j) -= share * a(k, j);  // at most kLeg
        b[i] -= share * b[k];
      }
    }
    for (int k = count - 1; k >= 0; --k) {  // at most kLeg
      Scalar left = b[k];
      for (int j = k + 1; j < count; ++j) left -= a(k, j) * x[j];  // at most kLeg
      x[k] = left / a(k, k);
    }
  }

  static bool Told(const Foot& foot, int k) { return foot.square(k, k) > kTold * foot.prior; }

  // Against the other side, `passed` [s] after the last time. `largest` [rad] may be the difference.
  void Compare(Foot& foot, Scalar passed, Scalar largest) {
    const Foot& other = foot_[At(foot.mirror)];
    for (int k = 0; k < foot.leg.count; ++k) {  // at most kLeg
      if (foot.sign[At(k)] == Scalar(0)) continue;
      const Scalar difference = foot.offset[k] - foot.sign[At(k)] * other.offset[k];
      const bool turned = difference * foot.difference[k] < Scalar(0);
      const Scalar ease = foot.held[k] >= kHold ? kEase : Scalar(1);
      const bool told = Told(foot, k) && Told(other, k);
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
      for (int k = 0; k < foot.leg.count; ++k)  // at most kLeg
        if (foot.held[k] >= kHold) most = Max(most, Abs(foot.difference[k]));
    }
    if (most == Scalar(0)) return;
    for (int i = 0; i < kFeet; ++i) {
      const Foot& foot = foot_[At(i)];
      for (int k = 0; k < foot.leg.count; ++k) {  // at most kLeg
        if (foot.held[k] < kHold || Abs(foot.difference[k]) < kBeside * most) continue;
        const Foot& other = foot_[At(foot.mirror)];
        const bool mine = Abs(foot.offset[k]) >= Abs(other.offset[k]);
        suspects_ |= BitOf(At((mine ? foot : other).leg.joint[At(k)]));
      }
    }
  }

  Scalar load_, noise_, fastest_;  // N, m²/s², m²/s²
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
