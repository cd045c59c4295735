// How the robot moves: attitude, velocity and place of the base, rates of the joints. Stage 2 of the tick.
//
// The IMU and the joints move it on. What the feet then say of the base is Correct's.
#pragma once

#include <array>

#include "core/estimation/base/base_state.hpp"
#include "core/estimation/base/ground.hpp"
#include "core/estimation/joints/joint_rates.hpp"
#include "core/estimation/sensors/imu_watch.hpp"
#include "core/estimation/sensors/sensed.hpp"

namespace footing {

template <typename Model>
class RobotMotion {
 public:
  using Scalar = typename Model::Scalar;
  static constexpr int kJoints = Model::kJoints;
  using JointVector = BoundedVector<Scalar, kJoints>;

  // `period` [s] of the samples; `gravity` [m/s²].
  RobotMotion(const RobotScale<Scalar>& scale, const BaseStateOptions<Scalar>& base,
              const JointRateOptions<Scalar>& rates, Scalar period, Scalar gravity)
      : gravity_(gravity), base_(base), rates_(rates, RateUnit(scale), period) {}

  // The base begins at `position` [m] with `attitude`, whatever the IMU's heading.
  void Begin(const Vector3<Scalar>& position, const Quaternion<Scalar>& attitude) {
    base_.Begin(position, attitude);
    heading_given_ = true;
  }

  // One sample on; `ground` moves with the base. `acceleration` [rad/s²]: of the joints, predicted for the
  // step that has passed, in which a foot was predicted to land if `lands`. Fills `state`, whose origin is
  // the ground straight below the base. Returns kGyroFault, kAccelerometerFault and kUpsideDown as they hold.
  template <int kForces>
  std::uint32_t Update(const Sensed<kJoints, Scalar, kForces>& sensed, const JointVector& acceleration,
                       bool lands, Ground<Model>& ground, RobotState<Scalar, kJoints>& state) {
    std::uint32_t flags = 0;
    const bool lost = (sensed.flags & kImuLost) != 0;
    // Turns that were not measured, and an attitude upside down, which is a fault of its own.
    const Quaternion<Scalar>& attitude = sensed.attitude;
    const bool over = attitude.x() * attitude.x() + attitude.y() * attitude.y() > Scalar(0.5L);
    if (lost || over || (sensed.flags & (kTickLate | kTickMissed)) != 0)
      gyro_.Restart();
    else
      gyro_.Update(sensed.attitude, sensed.gyro, sensed.dt);
    const bool dead = (sensed.flags & kGyroFault) != 0;
    if (gyro_.fault()) flags |= kGyroFault;
    if (lost || over) base_.ForgetBias();
    if (base_.BiasIsAtLimit()) flags |= kAccelerometerFault;
    // The IMU's own attitude then tells the turns.
    const bool no_gyro = (dead || gyro_.fault()) && !lost;
    const Vector3<Scalar> turn =
        no_gyro ? Vector3<Scalar>(gyro_.Instead(sensed.gyro, dead) + base_.gyro_bias()) : sensed.gyro;
    if (no_gyro) base_.RestartAttitude();
    if (heading_given_ && !lost) {
      base_.AlignHeading(sensed.attitude);
      heading_given_ = false;
    }
    base_.Predict(sensed.attitude, turn, sensed.accelerometer, gravity_, sensed.dt);
    if (lost) base_.RestartAttitude();
    rates_.Update(sensed.joint_position, sensed.joint_velocity, acceleration, lands, sensed.joint_good,
                  sensed.dt);
    ground.Move(base_.velocity(), sensed.dt);
    base_.Move(ground.plane().rise(0), ground.plane().rise(1), sensed.dt);
    const Vector3<Scalar> origin(Scalar(0), Scalar(0), ground.plane().height());
    state = {
        origin,       base_.attitude(), base_.velocity(), base_.angular_velocity(), sensed.joint_position,
        rates_.rate()};
    // The filter takes half a second to believe in a turn that the gyro has not seen.
    if (over || (base_.attitude() * Vector3<Scalar>::UnitZ())[2] < Scalar(0)) flags |= kUpsideDown;
    return flags;
  }

  // By points that hold, over ground with the normal `up`.
  template <std::size_t kPoints>
  void Correct(const std::array<FootEvidence<Scalar>, kPoints>& evidence, const Vector3<Scalar>& up,
               Scalar dt) {
    base_.Correct(evidence, up, dt);
  }

  // m/s, the deviation of a point's velocity by what the rates of the joints are unsure of. About 10
  // operations a joint of its chain, and a square root.
  Scalar SpeedSigma(const Model& model, const DynamicsTerms<Model>& terms, unsigned point) const {
    const auto& jacobian = terms.points[point].jacobian;
    Scalar variance(0);
    // at most kBodyDepth
    for (int body = model.points[point].body; body > 0;
         body = model.joints[static_cast<unsigned>(body - 1)].parent)
      variance += jacobian.col(5 + body).squaredNorm() * rates_.variance(body - 1);
    return Sqrt(variance);
  }

  // The turns between two samples were not measured.
  void RestartGyro() { gyro_.Restart(); }

  const BaseState<Scalar>& base() const { return base_; }
  const JointRates<kJoints, Scalar>& rates() const { return rates_; }
  // rad/s, base axes: what the base's filter has not learned yet of the gyro's bias.
  Vector3<Scalar> UnlearnedBias() const { return -gyro_.bias() - base_.gyro_bias(); }

 private:
  // rad/s², of a rate that changes by √(g / leg) within √(leg / g).
  static Scalar RateUnit(const RobotScale<Scalar>& scale) {
    return scale.speed * scale.speed / (scale.length * scale.length);
  }

  Scalar gravity_;
  BaseState<Scalar> base_;
  JointRates<kJoints, Scalar> rates_;
  GyroWatch<Scalar> gyro_;
  bool heading_given_ = false;  // and not yet compared with the IMU's
};

}  // namespace footing
