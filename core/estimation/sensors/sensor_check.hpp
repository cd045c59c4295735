// The checks of a measurement, one kind of sensor each: raw numbers in, numbers that can be computed with
// out, and a flag for whatever was wrong (docs/faults.md). A bad joint keeps its last credible position and
// counts as at rest.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "core/dynamics/kinematics.hpp"
#include "core/estimation/sensors/imu_watch.hpp"
#include "core/estimation/sensors/measured_forces.hpp"
#include "core/estimation/sensors/measurement.hpp"
#include "core/estimation/sensors/torque_watch.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
struct SensorCheckOptions {
  Scalar period = Scalar(0.001L);  // s, nominal, of the samples
  Scalar gravity = Scalar(9.81L);  // m/s², what an accelerometer at rest reads
  // Samples in a row with the same 10 floats, at which the IMU counts as lost: one with any noise at all
  // never repeats them. 0: never lost for that, as for a simulation without noise.
  int imu_repeats = 5;
  ImuModel<Scalar> imu{};    // where it sits on the base
  Scalar largest_force = 0;  // N, of a foot's sensor, each component; no credible one is beyond
};

template <int kJoints, typename Scalar, int kFeet = 0>
struct Sensed {
  using JointVector = BoundedVector<Scalar, kJoints>;
  std::uint32_t flags = 0;  // TrackerFlag bits
  Scalar dt = 0;            // s since the last sample that was used; 0 for a doubled one
  JointVector joint_position = JointVector::Zero();  // rad
  JointVector joint_velocity = JointVector::Zero();  // rad/s
  JointVector joint_torque = JointVector::Zero();    // N·m
  std::array<bool, kJoints> joint_good{};
  JointMask suspect_joints = 0;                                  // whose torque is stuck or reversed
  Quaternion<Scalar> attitude = Quaternion<Scalar>::Identity();  // base to world
  Vector3<Scalar> gyro = Vector3<Scalar>::Zero();                // rad/s, base axes
  Vector3<Scalar> accelerometer = Vector3<Scalar>::Zero();       // m/s², base axes, of the base's origin
  MeasuredForces<Scalar, kFeet> feet;                            // in the axes of the bodies
};

template <int kJoints, typename Number, typename Scalar = Number, int kFeet = 0>
class SensorCheck {
 public:
  using Raw = Measurement<kJoints, Number, Scalar, kFeet>;
  using Checked = Sensed<kJoints, Scalar, kFeet>;
  // Beyond it a number is of no joint.
  struct JointMost {
    Number velocity = Number(1000), torque = Number(1000);  // rad/s, N·m
  };

  // `still_torque` [N·m]: a change that moves a joint, of each. `most`: what a joint can do.
  explicit SensorCheck(const SensorCheckOptions<Scalar>& options,
                       const std::array<Number, kJoints>& still_torque = {},
                       const std::array<JointMost, kJoints>& most = {})
      : options_(options),
        still_torque_(still_torque),
        most_(most),
        torques_(still_torque),
        period_us_(static_cast<std::int32_t>(options.period * Scalar(1e6L) + Scalar(0.5L))) {}

  // Fills all of `sensed`; its dt is at most 5 periods. It carries the last finite values from call to
  // call; before the first they are what it is built with. Costs a few comparisons a number.
  void Check(const Raw& raw, Checked& sensed) {
    sensed.flags = 0;
    CheckTime(raw, sensed);
    CheckTorques(raw, sensed);
    CheckJoints(raw, sensed);
    CheckImu(raw, sensed);
    CheckFeet(raw, sensed);
    if ((sensed.flags & kTickDoubled) == 0) acted_ = raw.commanded;
    last_position_ = raw.position;
    last_attitude_ = raw.attitude;
    last_gyro_ = raw.gyro;
    last_acceleration_ = raw.acceleration;
    trusted_ = (sensed.flags & kNotMeasured) == 0;
    started_ = true;
  }

 private:
  // The mean joint's path while one encoder stands still under a torque that changes, at which that one is
  // called frozen: 0.2 to 0.4 s of trotting. Over the demo's seeds no healthy one came near it.
  static constexpr Number kFrozenPath = Number(0.25L);  // rad
  static constexpr Number kForgotten =
      Number(1);  // s: a robot that settles slowly after its landing is no trot
  // No joint turns further in a period: one wrong sample is not the path of the others.
  static constexpr Number kLongestStep = Number(0.05L);  // rad
  // A joint that dry friction holds stands still, and noise moves the others to and fro by a few counts of
  // their encoders. That is no path: a joint has moved where it is this far from where it had moved to
  // before.
  static constexpr Number kLeastStep = Number(0.005L);  // rad
  // A position that is farther from the last one is of no joint. One that stays there is the joint's next.
  static constexpr Number kFarthest = Number(1);  // rad
  // After as many doubled samples in a row, old numbers must not be used.
  static constexpr int kStillTicks = 5;

  // No joint and no IMU measures a thousand of its unit (rad, rad/s, N·m, m/s²). A number far
  // beyond would never leave the filters. False for NaN.
  static bool Credible(Number x) { return Abs(x) < Number(1000); }

  // The torque of a joint since it came to rest.
  struct Pushed {
    Number extreme = 0;  // N·m, the last
    Number direction =
        0;  // +1 where that is the largest since the last turn, −1 the smallest, 0 before the first
    int turns = 0;
  };
  static constexpr int kLeastTurns = 3;

  // Noise of a torque sensor is no push: the pushes of a step last longer.
  static void Smooth(Number torque, Number dt, Number& smooth) {
    constexpr Number kTime = Number(0.01L);  // s
    smooth += dt / (dt + kTime) * (torque - smooth);
  }

  // A turn is a way back by more than `least` [N·m].
  static void Push(Number torque, Number least, Pushed& pushed) {
    const Number way = torque - pushed.extreme;
    const bool on = pushed.direction * way > Number(0);
    if (!on && Abs(way) <= least) return;
    if (!on) {
      pushed.direction = way > Number(0) ? Number(1) : Number(-1);
      if (pushed.turns < kLeastTurns) ++pushed.turns;
    }
    pushed.extreme = torque;
  }

  struct Passed {
    Scalar dt;  // s, since the last sample that was used
    bool doubled, late, missed;
  };

  Passed ByStamp(const SampleStamp& stamp) const {
    const auto since = [this](std::uint32_t now, std::uint32_t then, std::int32_t at_first) {
      return started_ ? static_cast<std::int32_t>(now - then) : at_first;
    };
    const std::int32_t elapsed = since(stamp.time_us, used_time_us_, period_us_);
    const std::int32_t steps = since(stamp.sequence, heard_sequence_, 1);
    // After a long silence the past must not be used; no more than five periods are bridged.
    const bool early = elapsed < period_us_ / 2;
    const bool late = elapsed > period_us_ + period_us_ / 2;
    return {Scalar(Min(elapsed, 5 * period_us_)) * Scalar(1e-6L), steps <= 0 || early, late, steps > 1};
  }

  Passed ByDt() const {
    const Scalar elapsed = started_ ? unused_ : options_.period;
    const bool early = elapsed < options_.period / Scalar(2);
    const bool late = elapsed > Scalar(1.5L) * options_.period;
    return {Min(elapsed, Scalar(5) * options_.period), early, late, false};
  }

  void CheckTime(const Raw& raw, Checked& sensed) {
    if (raw.dt > Scalar(0)) unused_ += raw.dt;  // neither NaN nor backwards
    const SampleStamp& stamp = raw.stamp;
    const Passed passed = stamp.given ? ByStamp(stamp) : ByDt();
    doubled_ = passed.doubled ? Min(doubled_ + 1, kStillTicks) : 0;
    // Without a stamp a fast source is told from one that stands still by its dt.
    const bool still = doubled_ == kStillTicks && (stamp.given || !(raw.dt > Scalar(0)));
    // A source that begins to count again is believed after a while.
    const auto steps = static_cast<std::int32_t>(stamp.sequence - heard_sequence_);
    if (!started_ || steps > 0 || still) heard_sequence_ = stamp.sequence;
    if (!passed.doubled || still) {
      used_time_us_ = stamp.time_us;
      unused_ = Scalar(0);
    }
    if (passed.doubled) {
      sensed.flags |= still ? kTickDoubled | kSourceStill : kTickDoubled;
      sensed.dt = Scalar(0);
      return;
    }
    if (passed.late) sensed.flags |= kTickLate;
    if (passed.missed) sensed.flags |= kTickMissed;
    sensed.dt = passed.dt;
  }

  // A torque that does not follow its command is told, and used all the same: in a replay with another
  // controller the command is the one that did not act.
  void CheckTorques(const Raw& raw, Checked& sensed) {
    // After a tick that was not measured another torque may have been commanded than the caller's.
    bool credible = raw.torque_valid && trusted_;
    // at most kJoints
    for (unsigned j = 0; j < kJoints; ++j) credible &= Credible(raw.torque[j]) && Credible(Number(acted_[j]));
    if (credible && sensed.dt > Scalar(0)) torques_.Update(raw.torque, acted_, Number(sensed.dt));
    if (torques_.stuck() != 0) sensed.flags |= kTorqueStuck;
    if (torques_.reversed() != 0) sensed.flags |= kTorqueReversed;
    sensed.suspect_joints = torques_.stuck() | torques_.reversed();
  }

  void CheckJoints(const Raw& raw, Checked& sensed) {
    Number path = Number(0);
    for (unsigned j = 0; j < kJoints; ++j) {
      const Number step = Abs(raw.position[j] - moved_to_[j]);
      if (!Credible(step) || (started_ && step < kLeastStep)) continue;
      if (started_) path += Min(step, kLongestStep) / static_cast<Number>(kJoints);
      moved_to_[j] = raw.position[j];
    }

    const bool bridged = !started_ || (sensed.flags & (kTickLate | kTickMissed)) != 0;
    for (unsigned j = 0; j < kJoints; ++j) {  // at most kJoints
      const int row = static_cast<int>(j);
      const Number velocity = raw.velocity_valid ? raw.velocity[j] : Tracked(raw.position[j], j, sensed.dt);
      const Number torque = raw.torque_valid ? raw.torque[j] : Number(acted_[j]);
      const bool near =
          bridged || !Credible(last_position_[j]) || Abs(raw.position[j] - last_position_[j]) < kFarthest;
      const bool credible = Credible(raw.position[j]) && near && Abs(velocity) < most_[j].velocity &&
                            Abs(torque) < most_[j].torque;
      const bool still = raw.position[j] == last_position_[j];
      // Friction can hold a joint: in an arm, or between feet that stand. A leg that steps is pushed to and
      // fro.
      if (credible) Smooth(torque, Number(sensed.dt), smooth_torque_[j]);
      if (!still) pushed_[j] = {smooth_torque_[j], Number(0), 0};
      Push(smooth_torque_[j], still_torque_[j], pushed_[j]);
      const Number gone = path_of_others_[j] * Min(Number(sensed.dt) / kForgotten, Number(1));
      const Number kept = path_of_others_[j] - (path_of_others_[j] < kFrozenPath ? gone : Number(0));
      path_of_others_[j] =
          still ? Min(kept + (pushed_[j].turns >= kLeastTurns ? path : Number(0)), kFrozenPath) : Number(0);
      const bool frozen = path_of_others_[j] >= kFrozenPath;
      if (!credible) sensed.flags |= kJointNotFinite;
      if (frozen) sensed.flags |= kEncoderFrozen;
      sensed.joint_good[j] = credible && !frozen && (sensed.flags & kSourceStill) == 0;
      if (Credible(raw.position[j]) && near) sensed.joint_position[row] = Scalar(raw.position[j]);
      sensed.joint_velocity[row] = sensed.joint_good[j] ? Scalar(velocity) : Scalar(0);
      sensed.joint_torque[row] = credible ? Scalar(torque) : Scalar(0);
    }
  }

  // The rate of a joint whose drive gives none: that of a tracker of the encoder of second order, damping
  // 0.8.
  Number Tracked(Number position, unsigned j, Scalar dt) {
    constexpr Number kCutOff = Number(300);  // rad/s
    if (!Credible(position)) return position;
    if (!followed_[j]) follower_[j] = position, rate_[j] = Number(0), followed_[j] = true;
    const Number step = Number(dt);
    const Number pull = kCutOff * kCutOff * (position - follower_[j]) - Number(1.6L) * kCutOff * rate_[j];
    rate_[j] += step * pull / (Number(1) + Number(1.6L) * kCutOff * step);
    follower_[j] += step * rate_[j];
    return rate_[j];
  }

  void CheckImu(const Raw& raw, Checked& sensed) {
    bool credible = true;
    bool repeats = started_;
    Number norm2 = Number(0);
    for (unsigned k = 0; k < 4; ++k) {
      credible &= Credible(raw.attitude[k]);
      norm2 += raw.attitude[k] * raw.attitude[k];
      repeats &= raw.attitude[k] == last_attitude_[k];
    }
    for (unsigned k = 0; k < 3; ++k) {
      credible &= Credible(raw.gyro[k]) && Credible(raw.acceleration[k]);
      repeats &= raw.gyro[k] == last_gyro_[k] && raw.acceleration[k] == last_acceleration_[k];
    }
    const int most = options_.imu_repeats;
    if ((sensed.flags & kTickDoubled) == 0) {
      imu_repeats_ = repeats ? Min(imu_repeats_ + 1, most) : 0;
      if (most > 0) axes_.Update(raw.gyro, last_gyro_, raw.acceleration, last_acceleration_);
    }
    const bool stuck = most > 0 && imu_repeats_ >= most;
    if (raw.imu_valid && credible && norm2 > Number(0.9L) && norm2 < Number(1.1L) && !stuck) {
      const Scalar scale = Scalar(1) / Sqrt(Scalar(norm2));
      const Quaternion<Scalar> measured(scale * Scalar(raw.attitude[0]), scale * Scalar(raw.attitude[1]),
                                        scale * Scalar(raw.attitude[2]), scale * Scalar(raw.attitude[3]));
      ToBase(measured, raw, sensed);
      if (axes_.gyro()) sensed.flags |= kGyroFault;
      if (axes_.accelerometer()) {
        sensed.flags |= kAccelerometerFault;
        sensed.accelerometer = Resting(sensed);
      }
      return;
    }
    // The last attitude stands, at rest, until the IMU is back.
    sensed.flags |= kImuLost;
    turned_ = false;
    turning_.setZero();
    sensed.gyro.setZero();
    sensed.accelerometer = Resting(sensed);
  }

  // What an accelerometer would read that does not accelerate, m/s².
  Vector3<Scalar> Resting(const Checked& sensed) const {
    return Conjugate(sensed.attitude) * Vector3<Scalar>(0, 0, options_.gravity);
  }

  // A force that cannot be is as one that was not measured.
  void CheckFeet(const Raw& raw, Checked& sensed) const {
    sensed.feet.valid = 0;
    if (raw.foot_force_valid == 0) return;
    for (unsigned foot = 0; foot < kFeet; ++foot) {
      if ((raw.foot_force_valid >> foot & 1u) == 0) continue;
      bool credible = true;
      for (unsigned k = 0; k < 3; ++k) {
        const auto force = Scalar(raw.foot_force[foot][k]);
        credible &= Abs(force) <= options_.largest_force;
        sensed.feet.force[foot][static_cast<int>(k)] = force;
      }
      if (credible)
        sensed.feet.valid |= 1u << foot;
      else
        sensed.flags |= kFootForceLost;
    }
  }

  // From the IMU's place and axes to the base's. Its accelerometer also feels how it turns about the base's
  // origin: s_base = s − ω̇ × r − ω × (ω × r).
  void ToBase(const Quaternion<Scalar>& measured, const Raw& raw, Checked& sensed) {
    const auto& mounted = options_.imu.attitude;
    const Quaternion<Scalar> mount(mounted[0], mounted[1], mounted[2], mounted[3]);
    const Vector3<Scalar> arm = ToVector(options_.imu.position);
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

  SensorCheckOptions<Scalar> options_;
  std::array<Number, kJoints> still_torque_;
  std::array<JointMost, kJoints> most_;
  TorqueWatch<kJoints, Number> torques_;
  RepeatWatch<Number> axes_;
  std::int32_t period_us_;
  bool started_ = false;
  bool trusted_ = true;  // the last sample
  std::array<Number, kJoints> last_position_{};
  std::array<Number, kJoints> moved_to_{};  // rad, in steps of kLeastStep
  std::array<Scalar, kJoints>
      acted_{};  // N·m, commanded with the last sample: acted in the period that has passed
  std::array<bool, kJoints> followed_{};
  std::array<Number, kJoints> follower_{};  // rad
  std::array<Number, kJoints> rate_{};      // rad/s
  std::array<Number, 4> last_attitude_{};
  std::array<Number, 3> last_gyro_{};
  std::array<Number, 3> last_acceleration_{};
  std::uint32_t heard_sequence_ = 0;             // the newest
  std::uint32_t used_time_us_ = 0;               // of the last sample that was not doubled
  Scalar unused_ = 0;                            // s of dt since then
  int doubled_ = 0;                              // samples in a row
  std::array<Number, kJoints> smooth_torque_{};  // N·m
  std::array<Pushed, kJoints> pushed_{};
  std::array<Number, kJoints> path_of_others_{};  // rad, of the mean joint while this one stood still
  int imu_repeats_ = 0;
  bool turned_ = false;                                  // the last sample's turn was measured
  Vector3<Scalar> last_turn_ = Vector3<Scalar>::Zero();  // rad/s, base axes
  Vector3<Scalar> turning_ = Vector3<Scalar>::Zero();    // rad/s²
};

}  // namespace footing
