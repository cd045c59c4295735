// Whether the IMU contradicts itself.
//
// RepeatWatch: an axis that repeats itself to the bit while others do not is dead or frozen.
// GyroWatch: the gyro against the turns of the IMU's own attitude. Their difference, behind two filters of
// first order, is the gyro's error e; its slow mean is a bias. What e has beyond the bias is a fault where it
// is a large part of the turns: a gyro that is dead, frozen, or turned in its axes.
#pragma once

#include <array>

#include "core/dynamics/kinematics.hpp"
#include "core/scalar.hpp"

namespace footing {

// Of the axes of gyro and accelerometer, three each.
template <typename Number>
class RepeatWatch {
 public:
  void Update(const std::array<Number, 3>& gyro, const std::array<Number, 3>& last_gyro,
              const std::array<Number, 3>& acceleration, const std::array<Number, 3>& last_acceleration) {
    bool same[6];
    bool all = true;
    for (unsigned k = 0; k < 3; ++k) {
      same[k] = gyro[k] == last_gyro[k];
      same[3 + k] = acceleration[k] == last_acceleration[k];
      all &= same[k] && same[3 + k];
    }
    if (all) return;  // a slow IMU
    for (unsigned k = 0; k < 6; ++k) repeats_[k] = same[k] ? Min(repeats_[k] + 1, kMost) : 0;
  }
  bool gyro() const { return Any(0); }
  bool accelerometer() const { return Any(3); }

 private:
  // An axis with noise of half a count repeats itself so often once in 10¹¹ times.
  static constexpr int kMost = 50;
  bool Any(unsigned first) const {
    return repeats_[first] == kMost || repeats_[first + 1] == kMost || repeats_[first + 2] == kMost;
  }
  std::array<int, 6> repeats_{};
};

template <typename Scalar>
class GyroWatch {
 public:
  // `attitude` base to world, `gyro` [rad/s] in base axes, `dt` [s] > 0. Some 100 operations, one division.
  void Update(const Quaternion<Scalar>& attitude, const Vector3<Scalar>& gyro, Scalar dt) {
    const Quaternion<Scalar> turn = Product(Conjugate(last_), attitude);
    last_ = attitude;
    if (!started_) {
      started_ = true;
      return;
    }
    // An attitude that jumps is no turn, and says nothing of the gyro.
    if (turn.vec().squaredNorm() > kJump * kJump) return Restart();
    const Vector3<Scalar> rate = (turn.w() < Scalar(0) ? Scalar(-2) : Scalar(2)) / dt * turn.vec();
    const Scalar first = Min(kFirst * dt, Scalar(1)), second = Min(kSecond * dt, Scalar(1));
    first_rate_ += first * (rate - first_rate_);
    rate_ += first * (first_rate_ - rate_);
    slow_rate_ += second * (first_rate_ - slow_rate_);
    first_error_ += first * (rate - gyro - first_error_);
    error_ += second * (first_error_ - error_);
    age_ = Min(age_ + dt, kBiasTime);
    // Before there is an age the mean is that of all samples; a large error is no bias, and soon forgotten.
    const Scalar bias_gain = Min(dt / age_, Scalar(1));
    Scalar wrong = Scalar(0), turned = Scalar(0), most = Scalar(0);
    for (int k = 0; k < 3; ++k) {
      bias_[k] += bias_gain * (Clamp(error_[k], -kMostBias, kMostBias) - bias_[k]);
      const Scalar beyond = error_[k] - bias_[k];
      wrong += beyond * beyond;
      turned += slow_rate_[k] * slow_rate_[k];
      most = Max(most, Abs(bias_[k]));
    }
    const Scalar share = Min(dt / kFaultTime, Scalar(1));
    wrong_ += share * (Min(wrong, kMostRate * kMostRate) - wrong_);
    turned_ += share * (turned - turned_);
    if ((gyro - rate_).squaredNorm() > kNoTurn * kNoTurn) {
      wrong_ = kMostRate * kMostRate;
      useless_ = true;
      return;
    }
    if (age_ < kBiasTime) return;
    const Scalar rms = (useless_ ? kEase : Scalar(1)) * kFaultRate;
    useless_ = wrong_ > rms * rms && wrong_ > (useless_ ? kEase : Scalar(1)) * kFaultShare * turned_;
    biased_ = most > (biased_ ? kEase : Scalar(1)) * kLargestBias;
  }

  // Where the turns between two samples were not measured.
  void Restart() { *this = GyroWatch(); }

  bool fault() const { return useless_ || biased_; }
  const Vector3<Scalar>& bias() const { return bias_; }  // rad/s, to be added to the gyro
  // rad/s, the best that is known in place of a gyro with a fault; of a `dead` one, or one that is no better,
  // the turns of the attitude.
  Vector3<Scalar> Instead(const Vector3<Scalar>& gyro, bool dead) const {
    return dead || useless_ ? rate_ : Vector3<Scalar>(gyro + bias_);
  }

 private:
  // rad/s, of the filters: an attitude with a noise of 0.3° a sample leaves an error of 0.04 rad/s.
  static constexpr Scalar kFirst = Scalar(60), kSecond = Scalar(30);
  static constexpr Scalar kNoTurn = Scalar(10);      // rad/s: no base turns so much faster than a moment ago
  static constexpr Scalar kJump = Scalar(0.1L);      // half the angle in rad, of a sample
  static constexpr Scalar kBiasTime = Scalar(0.5L);  // s
  static constexpr Scalar kLargestBias = Scalar(0.075L);  // rad/s: the estimate bears 0.05
  static constexpr Scalar kFaultTime = Scalar(0.1L);      // s
  static constexpr Scalar kFaultRate = Scalar(0.09L);     // rad/s
  static constexpr Scalar kFaultShare = Scalar(0.3L);     // of the turns' square
  static constexpr Scalar kMostBias = Scalar(0.15L);      // rad/s, that is learned
  static constexpr Scalar kMostRate = Scalar(0.5L);       // rad/s, that is remembered as wrong
  static constexpr Scalar kEase = Scalar(0.7L);           // of the limits, until a fault is over

  bool started_ = false, useless_ = false, biased_ = false;
  Scalar age_ = 0;  // s, at most kBiasTime
  Quaternion<Scalar> last_ = Quaternion<Scalar>::Identity();
  Vector3<Scalar> first_rate_ = Vector3<Scalar>::Zero(), rate_ = Vector3<Scalar>::Zero();    // rad/s
  Vector3<Scalar> slow_rate_ = Vector3<Scalar>::Zero();                                      // rad/s
  Vector3<Scalar> first_error_ = Vector3<Scalar>::Zero(), error_ = Vector3<Scalar>::Zero();  // rad/s
  Vector3<Scalar> bias_ = Vector3<Scalar>::Zero();                                           // rad/s
  Scalar wrong_ = 0, turned_ = 0;                                                            // (rad/s)²
};

}  // namespace footing
