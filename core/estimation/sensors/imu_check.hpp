// The check of the IMU, and its turn from the place where it is mounted to the base's origin and axes.
// Without an IMU the last attitude stands, at rest, until it is back.
#pragma once

#include <Eigen/Geometry>

#include "core/estimation/sensors/imu_watch.hpp"
#include "core/estimation/sensors/sensed.hpp"

namespace footing {

template <typename Number, typename Scalar>
class ImuCheck {
 public:
  // `gravity` [m/s²]: what an accelerometer at rest reads. `repeats`: SensorCheckOptions::imu_repeats.
  ImuCheck(const ImuModel<Scalar>& imu, Scalar gravity, int repeats)
      : imu_(imu), gravity_(gravity), most_repeats_(repeats) {}

  // The IMU's part of `sensed`, whose dt and flags of time are those of this sample.
  template <typename Raw, typename Checked>
  void Check(const Raw& raw, Checked& sensed) {
    bool credible = true;
    bool repeats = started_;
    Number norm2 = Number(0);
    for (unsigned k = 0; k < 4; ++k) {
      credible &= IsCredible(raw.attitude[k]);
      norm2 += raw.attitude[k] * raw.attitude[k];
      repeats &= raw.attitude[k] == last_attitude_[k];
    }
    for (unsigned k = 0; k < 3; ++k) {
      credible &= IsCredible(raw.gyro[k]) && IsCredible(raw.acceleration[k]);
      repeats &= raw.gyro[k] == last_gyro_[k] && raw.acceleration[k] == last_acceleration_[k];
    }
    if ((sensed.flags & kTickDoubled) == 0) {
      repeats_ = repeats ? Min(repeats_ + 1, most_repeats_) : 0;
      if (most_repeats_ > 0) axes_.Update(raw.gyro, last_gyro_, raw.acceleration, last_acceleration_);
    }
    last_attitude_ = raw.attitude;
    last_gyro_ = raw.gyro;
    last_acceleration_ = raw.acceleration;
    started_ = true;
    const bool stuck = most_repeats_ > 0 && repeats_ >= most_repeats_;
    const bool unit = norm2 > Number(0.9L) && norm2 < Number(1.1L);
    if (raw.imu_valid && credible && unit && !stuck)
      Use(raw, Scalar(1) / Sqrt(Scalar(norm2)), sensed);
    else
      Lose(sensed);
  }

 private:
  // `scale`: of the attitude to unit length.
  template <typename Raw, typename Checked>
  void Use(const Raw& raw, Scalar scale, Checked& sensed) {
    const Quaternion<Scalar> measured(scale * Scalar(raw.attitude[0]), scale * Scalar(raw.attitude[1]),
                                      scale * Scalar(raw.attitude[2]), scale * Scalar(raw.attitude[3]));
    ToBase(measured, raw, sensed);
    if (axes_.gyro()) sensed.flags |= kGyroFault;
    if (axes_.accelerometer()) {
      sensed.flags |= kAccelerometerFault;
      sensed.accelerometer = Resting(sensed.attitude);
    }
  }

  template <typename Checked>
  void Lose(Checked& sensed) {
    sensed.flags |= kImuLost;
    turned_ = false;
    turning_.setZero();
    sensed.gyro.setZero();
    sensed.accelerometer = Resting(sensed.attitude);
  }

  // What an accelerometer would read that does not accelerate, m/s².
  Vector3<Scalar> Resting(const Quaternion<Scalar>& attitude) const {
    return Conjugate(attitude) * Vector3<Scalar>(0, 0, gravity_);
  }

  // From the IMU's place and axes to the base's. Its accelerometer also feels how it turns about the base's
  // origin: s_base = s − ω̇ × r − ω × (ω × r).
  template <typename Raw, typename Checked>
  void ToBase(const Quaternion<Scalar>& measured, const Raw& raw, Checked& sensed) {
    const auto& mounted = imu_.attitude;
    const Quaternion<Scalar> mount(mounted[0], mounted[1], mounted[2], mounted[3]);
    const Vector3<Scalar> arm = ToVector(imu_.position);
    Vector3<Scalar> turn, force;
    for (int k = 0; k < 3; ++k) {
      turn[k] = Scalar(raw.gyro[static_cast<unsigned>(k)]);
      force[k] = Scalar(raw.acceleration[static_cast<unsigned>(k)]);
    }
    sensed.attitude = Product(measured, Conjugate(mount));
    sensed.gyro = mount * turn;
    if (turned_ && sensed.dt > Scalar(0)) turning_ = (sensed.gyro - last_turn_) / sensed.dt;
    if (sensed.dt > Scalar(0)) last_turn_ = sensed.gyro;
    turned_ = true;
    sensed.accelerometer =
        mount * force - turning_.cross(arm) - sensed.gyro.cross(Vector3<Scalar>(sensed.gyro.cross(arm)));
  }

  ImuModel<Scalar> imu_;
  Scalar gravity_;
  int most_repeats_;
  RepeatWatch<Number> axes_;
  bool started_ = false;
  std::array<Number, 4> last_attitude_{};
  std::array<Number, 3> last_gyro_{};
  std::array<Number, 3> last_acceleration_{};
  int repeats_ = 0;
  bool turned_ = false;                                  // the last sample's turn was measured
  Vector3<Scalar> last_turn_ = Vector3<Scalar>::Zero();  // rad/s, base axes
  Vector3<Scalar> turning_ = Vector3<Scalar>::Zero();    // rad/s²
};

}  // namespace footing
