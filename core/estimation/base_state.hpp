// Attitude, velocity and height of the base, from the IMU and from feet that hold.
//
// Attitude: gyro, pulled toward the IMU's own attitude (complementary filter).
// Velocity: specific force integrated; each holding foot measures the base's velocity by
// v = −(ω × r + J q̇), which pulls the estimate and, slower, the accelerometer's bias.
// Height: integrated, and pulled to the height over the loaded feet. The world's origin is
// where the robot was switched on, its z = 0 the ground under the loaded feet.
// Cost: Predict two rotations (integrate.hpp) and some 100 multiply-adds, Correct some 20 a foot. What it is
// given must be finite: nothing is checked here (sensor_check.hpp does).
#pragma once

#include "core/dynamics/integrate.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
struct BaseStateOptions {
  // Found on simulated trots with the noise of hal/host_sim; each lies on a flat optimum.
  Scalar attitude_time = Scalar(0.5);    // s, to follow the IMU's attitude
  Scalar velocity_time = Scalar(0.012);  // s, to follow the holding feet
  Scalar slip_time = Scalar(0.5);        // s, to follow feet that seem to slip, where none holds
  Scalar agreed_time = Scalar(0.05);     // s, the same where they seem to slip alike
  Scalar agreed_speed = Scalar(0.03);    // m/s, at most this far from their mean
  Scalar bias_time = Scalar(1.0);        // s, to learn the accelerometer's bias
  Scalar height_time = Scalar(0.05);     // s, to follow the loaded feet's height
  Scalar largest_bias = Scalar(2);       // m/s², of the accelerometer, each axis
};

// What one foot tells of the base.
template <typename Scalar>
struct FootEvidence {
  bool settled = false;                // loaded for longer than an impact rings
  bool holds = false;                 // settled, and with hardly a sign of slip
  Vector3<Scalar> offset;             // m, base's origin to foot, world axes
  Vector3<Scalar> relative_velocity;  // m/s, of the foot less the base's: ω × r + J q̇
};

template <typename Scalar>
class BaseState {
 public:
  using Quaternion = footing::Quaternion<Scalar>;

  explicit BaseState(const BaseStateOptions<Scalar>& options) : options_(options) {}

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

  // One period `dt` on: `gyro` [rad/s] and `accelerometer` [m/s²] in base axes,
  // `imu_attitude` a unit quaternion, base to the IMU's world.
  void Predict(const Quaternion& imu_attitude, const Vector3<Scalar>& gyro,
               const Vector3<Scalar>& accelerometer, Scalar gravity, Scalar dt) {
    const Quaternion measured_attitude = aligned_ ? Product(heading_, imu_attitude) : imu_attitude;
    if (!started_) {
      started_ = true;
      attitude_ = measured_attitude;
    } else {
      attitude_ = Turned(attitude_, Vector3<Scalar>(dt * (attitude_ * gyro)));
    }
    const Quaternion error = Product(measured_attitude, Conjugate(attitude_));
    const Scalar sign = error.w() < Scalar(0) ? Scalar(-2) : Scalar(2);
    attitude_ = Turned(attitude_, Vector3<Scalar>(sign * dt / options_.attitude_time * error.vec()));

    angular_velocity_ = attitude_ * gyro;
    specific_force_ = attitude_ * Vector3<Scalar>(accelerometer - accelerometer_bias_);
    velocity_ += dt * (specific_force_ - Vector3<Scalar>(0, 0, gravity));
    position_ += dt * velocity_;
  }

  // Pulls velocity, bias and height by the feet's evidence. In a `dt` above a time constant the pull is whole.
  template <typename Feet>
  void Correct(const Feet& feet, Scalar dt) {
    int settled = 0;
    int holding = 0;
    for (const auto& foot : feet) {
      settled += foot.settled ? 1 : 0;
      holding += foot.holds ? 1 : 0;
    }
    if (settled == 0) return;
    // Up and down every settled foot is at rest; along the ground only those that hold. If none holds,
    // feet that seem to slip alike are more likely at rest, and the estimate is wrong. Otherwise they
    // pull a little, so that the estimate does not drift without limit.
    Vector3<Scalar> mean = Vector3<Scalar>::Zero();  // m/s, of what the chosen feet say is missing
    Scalar lift = Scalar(0);
    Scalar height_error = Scalar(0);
    const auto chosen = [holding](const auto& foot) { return holding > 0 ? foot.holds : foot.settled; };
    for (const auto& foot : feet) {
      const Vector3<Scalar> error = -(foot.relative_velocity + velocity_);
      if (chosen(foot)) mean += error / Scalar(holding > 0 ? holding : settled);
      if (!foot.settled) continue;
      lift += error[2] / Scalar(settled);
      height_error -= (foot.offset[2] + position_[2]) / Scalar(settled);
    }
    bool agreed = settled >= 2;
    for (const auto& foot : feet) {
      if (!foot.settled) continue;
      const Vector3<Scalar> apart = foot.relative_velocity + velocity_ + mean;
      agreed &= apart[0] * apart[0] + apart[1] * apart[1] < options_.agreed_speed * options_.agreed_speed;
    }
    const Scalar time = Max(dt, holding > 0 ? options_.velocity_time
                                : agreed    ? options_.agreed_time
                                            : options_.slip_time);
    const Vector3<Scalar> pull(mean[0] / time, mean[1] / time,
                               lift / Max(dt, options_.velocity_time));  // m/s²
    velocity_ += dt * pull;
    position_[2] += dt / Max(dt, options_.height_time) * height_error;
    if (holding > 0) {
      accelerometer_bias_ -= dt / Max(dt, options_.bias_time) * (Conjugate(attitude_) * pull);
      // What went wrong for a moment is no bias.
      for (int k = 0; k < 3; ++k)
        accelerometer_bias_[k] = Clamp(accelerometer_bias_[k], -options_.largest_bias, options_.largest_bias);
    }
  }

  const Quaternion& attitude() const { return attitude_; }
  const Vector3<Scalar>& position() const { return position_; }                  // m; x and y drift
  const Vector3<Scalar>& velocity() const { return velocity_; }                  // m/s, world axes
  const Vector3<Scalar>& angular_velocity() const { return angular_velocity_; }  // rad/s, world axes
  const Vector3<Scalar>& specific_force() const { return specific_force_; }      // m/s², world axes
  // Some axis of the accelerometer contradicts the feet by more than it can.
  bool BiasIsAtLimit() const {
    const Vector3<Scalar>& bias = accelerometer_bias_;
    return Max(Max(Abs(bias[0]), Abs(bias[1])), Abs(bias[2])) >= options_.largest_bias;
  }

 private:
  BaseStateOptions<Scalar> options_;
  bool started_ = false;  // attitude_ is worth following
  bool aligned_ = false;  // the IMU's world is turned by heading_
  Quaternion heading_ = Quaternion::Identity();
  Quaternion attitude_ = Quaternion::Identity();
  Vector3<Scalar> position_ = Vector3<Scalar>::Zero();
  Vector3<Scalar> velocity_ = Vector3<Scalar>::Zero();
  Vector3<Scalar> angular_velocity_ = Vector3<Scalar>::Zero();
  Vector3<Scalar> specific_force_ = Vector3<Scalar>::Zero();
  Vector3<Scalar> accelerometer_bias_ = Vector3<Scalar>::Zero();
};

}  // namespace footing
