// Attitude, velocity and place of the base, from the IMU and from feet that stand: an error-state Kalman
// filter, whose covariance is in blocks.
//   attitude with the gyro's bias           one pair for all axes; measured by the IMU's own attitude
//   velocity with the accelerometer's bias  one pair along the ground, one off it; measured by the feet
// The tilt's share in the specific force counts as a bias of the accelerometer: the IMU's attitude is good.
// Place: integrated along the ground, which ground_plane.hpp knows. The world's origin is where the robot was
// switched on. The sum has a carry: a step of some 0.1 mm is not lost in float after kilometres.
// Cost: Predict two rotations (integrate.hpp) and some 130 multiply-adds, Correct some 20 a foot. What it is
// given must be finite: nothing is checked here (sensor_check.hpp does).
#pragma once

#include "core/dynamics/integrate.hpp"
#include "core/estimation/base/bias_pair.hpp"
#include "core/scalar.hpp"

namespace footing {

// σ of each axis; of white noise in samples of 1 ms, unless it says else.
template <typename Scalar>
struct BaseStateOptions {
  Scalar gyro_sigma = Scalar(0.1L);           // rad/s, vibration and misalignment included
  Scalar gyro_walk = Scalar(1e-3L);           // rad/s, of the bias in a second
  Scalar attitude_sigma = Scalar(0.0015L);    // rad, of the IMU's attitude, after attitude_time
  Scalar attitude_time = Scalar(1);           // s, for which its errors last
  Scalar accelerometer_sigma = Scalar(0.7L);  // m/s², vibration and impacts included
  Scalar accelerometer_walk = Scalar(0.05L);  // m/s², of the bias in a second
  Scalar hold_sigma = Scalar(0.028L);         // m/s, of what a foot that holds says of the base's velocity
  Scalar off_sigma = Scalar(0.085L);          // m/s, of what a settled foot says of it off the ground
  Scalar give_time = Scalar(0.3L);            // s, in which it is learned that the ground gives way
  Scalar fastest_give = Scalar(0.2L);         // m/s, of such ground
  Scalar agreed_sigma = Scalar(0.085L);       // m/s, of feet that seem to slip alike, where no foot holds
  Scalar slip_sigma = Scalar(0.85L);          // m/s, of feet that seem to slip, where no foot holds
  Scalar largest_bias = Scalar(2);            // m/s², of the accelerometer, each axis
  Scalar agreed_speed = Scalar(0.03L);        // m/s, at most this far from their mean
};

// What one foot tells of the base.
template <typename Scalar>
struct FootEvidence {
  bool settled = false;               // loaded for longer than an impact rings
  bool holds = false;                 // settled, and with hardly a sign of slip
  Vector3<Scalar> relative_velocity;  // m/s, of the foot less the base's: ω × r + J q̇
};

template <typename Scalar>
class BaseState {
 public:
  using Quaternion = footing::Quaternion<Scalar>;

  explicit BaseState(const BaseStateOptions<Scalar>& options)
      : options_(options), give_rate_(Scalar(1) / options.give_time) {
    turn_ = {Square(options.attitude_sigma), Scalar(0), Square(Scalar(0.02L))};
    along_ = off_ = {Square(Scalar(0.1L)), Scalar(0), Square(Scalar(0.2L))};
  }

  // Begins at `position` [m] with `attitude`, a unit quaternion, at rest.
  void Begin(const Vector3<Scalar>& position, const Quaternion& attitude) {
    *this = BaseState(options_);
    position_ = position;
    attitude_ = attitude;
    started_ = true;
  }

  // Turns the IMU's world about its vertical, now and from here on, so that `measured_attitude` has the
  // heading of the attitude held. R is the rotation from the measured to the held attitude; only its part
  // about z is used.
  void AlignHeading(const Quaternion& measured_attitude) {
    const Quaternion apart = Product(attitude_, Conjugate(measured_attitude));
    const Scalar size = Sqrt(apart.w() * apart.w() + apart.z() * apart.z());
    aligned_ = size > Scalar(1e-3L);  // else one is upside down against the other: no heading
    if (aligned_) heading_ = Quaternion(apart.w() / size, Scalar(0), Scalar(0), apart.z() / size);
  }

  // The next Predict takes the measured attitude as it is: where the turns until then were not measured.
  void RestartAttitude() { started_ = false; }

  // What the feet said of the accelerometer's bias does not count: the robot lay on its back, or had no IMU.
  void ForgetBias() {
    accelerometer_bias_.setZero();
    limit_time_ = Scalar(0);
  }

  // One period `dt` on: `gyro` [rad/s] and `accelerometer` [m/s²] in base axes,
  // `imu_attitude` a unit quaternion, base to the IMU's world.
  void Predict(const Quaternion& imu_attitude, const Vector3<Scalar>& gyro,
               const Vector3<Scalar>& accelerometer, Scalar gravity, Scalar dt) {
    const Quaternion measured_attitude = aligned_ ? Product(heading_, imu_attitude) : imu_attitude;
    const Vector3<Scalar> rate = gyro - gyro_bias_;
    if (!started_) {
      started_ = true;
      attitude_ = measured_attitude;
    } else {
      attitude_ = Turned(attitude_, Vector3<Scalar>(dt * (attitude_ * rate)));
    }
    turn_.Predict(Square(options_.gyro_sigma * dt), Square(options_.gyro_walk) * dt, dt);
    const auto gain = turn_.Correct(Square(options_.attitude_sigma) * Max(options_.attitude_time, dt) /
                                    Max(dt, kLeastStep));
    const Quaternion error = Product(measured_attitude, Conjugate(attitude_));
    const Vector3<Scalar> turn = (error.w() < Scalar(0) ? Scalar(-2) : Scalar(2)) * error.vec();
    // An attitude that is not known says nothing of the accelerometer.
    if (turn.squaredNorm() > kFar * kFar) ForgetBias();
    gyro_bias_ += gain.bias * (Conjugate(attitude_) * turn);
    attitude_ = Turned(attitude_, Vector3<Scalar>(gain.value * turn));

    angular_velocity_ = attitude_ * rate;
    specific_force_ = attitude_ * Vector3<Scalar>(accelerometer - accelerometer_bias_);
    velocity_ += dt * (specific_force_ - Vector3<Scalar>(0, 0, gravity));
    const Scalar noise = Square(options_.accelerometer_sigma * dt);
    const Scalar walk = Square(options_.accelerometer_walk) * dt;
    const Vector3<Scalar>& bias = accelerometer_bias_;
    const Scalar most = Max(Max(Abs(bias[0]), Abs(bias[1])), Abs(bias[2]));
    limit_time_ = most < options_.largest_bias ? Scalar(0) : Min(limit_time_ + dt, Scalar(1));
    along_.Predict(noise, walk, dt);
    off_.Predict(noise, walk, dt);
  }

  // The place moves along ground that rises by `rise_x`, `rise_y` for each metre.
  void Move(Scalar rise_x, Scalar rise_y, Scalar dt) {
    const Scalar x = dt * velocity_[0], y = dt * velocity_[1];
    const Vector3<Scalar> step(x, y, rise_x * x + rise_y * y);
    for (int k = 0; k < 3; ++k) {
      const Scalar exact = step[k] + carry_[k], sum = position_[k] + exact;
      carry_[k] = exact - (sum - position_[k]);
      position_[k] = sum;
    }
  }

  // Velocity and the accelerometer's bias by what the feet say, one period `dt` [s] on. `up`: the ground's
  // normal.
  template <typename Feet>
  void Correct(const Feet& feet, const Vector3<Scalar>& up, Scalar dt) {
    int settled = 0, holding = 0;
    for (const auto& foot : feet) {
      settled += foot.settled ? 1 : 0;
      holding += foot.holds ? 1 : 0;
    }
    if (settled == 0) return;
    Vector3<Scalar> mean = Vector3<Scalar>::Zero();  // m/s, of what the chosen feet say is missing
    Scalar lift = Scalar(0);                         // m/s, of what all settled ones say off the ground
    const Scalar share = Scalar(1) / Scalar(holding > 0 ? holding : settled);
    const Scalar lift_share = Scalar(1) / Scalar(settled);
    for (const auto& foot : feet) {
      const Vector3<Scalar> error = -(foot.relative_velocity + velocity_);
      if (holding > 0 ? foot.holds : foot.settled) mean += share * error;
      if (foot.settled) lift += lift_share * Along(up, error);
    }
    const auto gain = along_.Correct(AlongVariance(feet, up, mean, settled, holding));
    LearnGive(lift, settled, dt);
    const auto off_gain = off_.Correct(Max(Square(options_.off_sigma), ground_variance()) / Scalar(settled));
    const Scalar over = Along(up, mean);
    velocity_ += gain.value * mean + (off_gain.value * lift - gain.value * over) * up;
    accelerometer_bias_ += Conjugate(attitude_) *
                           Vector3<Scalar>(gain.bias * mean + (off_gain.bias * lift - gain.bias * over) * up);
    // What went wrong for a moment is no bias.
    for (int k = 0; k < 3; ++k)
      accelerometer_bias_[k] = Clamp(accelerometer_bias_[k], -options_.largest_bias, options_.largest_bias);
  }

  const Quaternion& attitude() const { return attitude_; }
  const Vector3<Scalar>& position() const { return position_; }  // m, of the ground below; drifts
  const Vector3<Scalar>& velocity() const { return velocity_; }  // m/s, world axes
  const Vector3<Scalar>& angular_velocity() const { return angular_velocity_; }      // rad/s, world axes
  const Vector3<Scalar>& specific_force() const { return specific_force_; }          // m/s², world axes
  const Vector3<Scalar>& gyro_bias() const { return gyro_bias_; }                    // rad/s, base axes
  const Vector3<Scalar>& accelerometer_bias() const { return accelerometer_bias_; }  // m/s², base axes
  // Some axis of the accelerometer contradicts the feet by more than it can, and has for longer than a
  // landing.
  bool BiasIsAtLimit() const { return limit_time_ > kLanding; }
  // Covariances: of a turn [rad] about any axis; of the velocity [m/s] along the ground and off it.
  const BiasPair<Scalar>& turn_covariance() const { return turn_; }
  const BiasPair<Scalar>& along_covariance() const { return along_; }
  const BiasPair<Scalar>& off_covariance() const { return off_; }
  // m²/s², of the speed off the ground of a foot that stands: as it was seen in the last `give_time`. Errors
  // of ticks that follow each other are alike: they count twice.
  Scalar ground_variance() const { return Scalar(2) * give_; }

 private:
  static constexpr Scalar kLeastStep = Scalar(1e-5L);  // s
  static constexpr Scalar kFar = Scalar(0.3L);         // rad
  static constexpr Scalar kLanding = Scalar(0.1L);     // s

  static Scalar Square(Scalar x) { return x * x; }
  static Scalar Along(const Vector3<Scalar>& a, const Vector3<Scalar>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  // m²/s², of what the feet say of the velocity along the ground, where their mean is `mean` [m/s]. Those
  // that hold are at rest. If none does, feet that seem to slip alike are more likely at rest, and the
  // estimate is wrong. Otherwise they tell little, and the estimate does not drift without limit.
  template <typename Feet>
  Scalar AlongVariance(const Feet& feet, const Vector3<Scalar>& up, const Vector3<Scalar>& mean, int settled,
                       int holding) const {
    if (holding > 0) return Square(options_.hold_sigma) / Scalar(holding);
    bool agreed = settled >= 2;
    for (const auto& foot : feet) {
      if (!foot.settled) continue;
      Vector3<Scalar> apart = foot.relative_velocity + velocity_ + mean;
      apart -= Along(up, apart) * up;
      agreed &= apart.squaredNorm() < Square(options_.agreed_speed);
    }
    return Square(agreed ? options_.agreed_sigma : options_.slip_sigma);
  }

  // Off the ground every settled foot is at rest, as far as the ground does not give way: the more it is seen
  // to move, the less they say. `lift` [m/s]: of the mean of `settled` feet.
  void LearnGive(Scalar lift, int settled, Scalar dt) {
    const Scalar give = Min(lift * lift, Square(options_.fastest_give)) * Scalar(settled);
    give_ += Min(dt * give_rate_, Scalar(1)) * (give - give_);
  }

  BaseStateOptions<Scalar> options_;
  Scalar give_rate_;      // 1/s
  bool started_ = false;  // attitude_ is worth following
  bool aligned_ = false;  // the IMU's world is turned by heading_
  Quaternion heading_ = Quaternion::Identity();
  Quaternion attitude_ = Quaternion::Identity();
  Vector3<Scalar> position_ = Vector3<Scalar>::Zero();
  Vector3<Scalar> carry_ = Vector3<Scalar>::Zero();  // m, of the sum: what position_ has lost by rounding
  Vector3<Scalar> velocity_ = Vector3<Scalar>::Zero();
  Vector3<Scalar> angular_velocity_ = Vector3<Scalar>::Zero();
  Vector3<Scalar> specific_force_ = Vector3<Scalar>::Zero();
  Vector3<Scalar> gyro_bias_ = Vector3<Scalar>::Zero();
  Vector3<Scalar> accelerometer_bias_ = Vector3<Scalar>::Zero();
  Scalar limit_time_ = 0;  // s, that the accelerometer's bias has been at its limit, at most 1
  Scalar give_ = 0;        // m²/s², mean square of the feet's speed off the ground
  BiasPair<Scalar> turn_, along_, off_;
};

}  // namespace footing
