// The checks of a measurement, one kind of sensor each; docs/faults.md lists what they find.
#include "firmware/sensing.hpp"

#include "core/scalar.hpp"
#include "hal/board.hpp"

namespace footing {

namespace {

// The mean joint's path while one encoder stands still, at which that one is called frozen: a
// quarter of a second of trotting. Over the demo's seeds no healthy one came near it.
constexpr float kFrozenPath = 0.3f;  // rad
// No joint turns further in a period: one wrong sample is not the path of the others.
constexpr float kLongestStep = 0.05f;  // rad
// An IMU with any noise at all never repeats its 10 floats.
constexpr int kImuRepeats = 5;
// Doubled ticks on end: what old numbers say is then no ground to push on.
constexpr int kStillTicks = 5;

// No joint and no IMU measures a thousand of its unit (rad, rad/s, N·m, m/s²). A number far
// beyond would stay in the filters for good. False for NaN.
bool Credible(float x) { return Abs(x) < 1000.0f; }

}  // namespace

template <typename Scalar>
void SensorCheck<Scalar>::Check(const hal::Measurement& raw, Sensed<Scalar>* sensed) {
  sensed->flags = 0;
  sensed->sequence = raw.sequence;
  sensed->operator_input = raw.operator_input;
  auto& input = sensed->operator_input;
  if (!IsFinite(input.forward_speed) || !IsFinite(input.lateral_speed) || !IsFinite(input.yaw_rate)) {
    const bool damp = input.mode == hal::OperatorMode::kDamp;
    input = {damp ? hal::OperatorMode::kDamp : hal::OperatorMode::kStand, 0.0f, 0.0f, 0.0f};
  }
  CheckTime(raw, sensed);
  CheckJoints(raw, sensed);
  CheckImu(raw, sensed);
  last_ = raw;
  started_ = true;
}

template <typename Scalar>
void SensorCheck<Scalar>::CheckTime(const hal::Measurement& raw, Sensed<Scalar>* sensed) {
  constexpr auto kPeriod = static_cast<std::int32_t>(hal::kPeriodUs);
  const auto since = [this](std::uint32_t now, std::uint32_t then, std::int32_t at_first) {
    return started_ ? static_cast<std::int32_t>(now - then) : at_first;
  };
  const std::int32_t elapsed = since(raw.time_us, used_time_us_, kPeriod);
  const std::int32_t steps = since(raw.sequence, heard_sequence_, 1);
  const bool doubled = steps <= 0 || elapsed < kPeriod / 2;
  doubled_ = doubled ? Min(doubled_ + 1, kStillTicks) : 0;
  const bool still = doubled_ == kStillTicks;
  // A source that counts anew is believed after a while.
  if (steps > 0 || still) heard_sequence_ = raw.sequence;
  if (!doubled || still) used_time_us_ = raw.time_us;
  if (doubled) {
    sensed->flags |= still ? kTickDoubled | kSourceStill : kTickDoubled;
    sensed->dt = Scalar(0);
    return;
  }
  if (elapsed > kPeriod + kPeriod / 2) sensed->flags |= kTickLate;
  if (steps > 1) sensed->flags |= kTickMissed;
  // After a long silence the past is worth nothing; five periods bridge what may be bridged.
  sensed->dt = Scalar(Min(elapsed, 5 * kPeriod)) * Scalar(1e-6L);
}

template <typename Scalar>
void SensorCheck<Scalar>::CheckJoints(const hal::Measurement& raw, Sensed<Scalar>* sensed) {
  float path = 0.0f;
  for (unsigned j = 0; j < kJoints; ++j) {
    const float step = Abs(raw.joint_position[j] - last_.joint_position[j]);
    if (started_ && Credible(step)) path += Min(step, kLongestStep) / static_cast<float>(kJoints);
  }

  for (unsigned j = 0; j < kJoints; ++j) {
    const int row = static_cast<int>(j);
    const bool credible =
        Credible(raw.joint_position[j]) && Credible(raw.joint_velocity[j]) && Credible(raw.joint_torque[j]);
    const bool still = raw.joint_position[j] == last_.joint_position[j];
    path_of_others_[j] = still ? Min(path_of_others_[j] + path, kFrozenPath) : 0.0f;
    const bool frozen = path_of_others_[j] >= kFrozenPath;
    if (!credible) sensed->flags |= kJointNotFinite;
    if (frozen) sensed->flags |= kEncoderFrozen;
    sensed->joint_good[j] = credible && !frozen && (sensed->flags & kSourceStill) == 0;
    if (Credible(raw.joint_position[j]))
      sensed->joint_position[row] = Scalar(raw.joint_position[j]);
    else if (!started_)
      sensed->joint_position[row] = Scalar(0);
    sensed->joint_velocity[row] = sensed->joint_good[j] ? Scalar(raw.joint_velocity[j]) : Scalar(0);
    sensed->joint_torque[row] = credible ? Scalar(raw.joint_torque[j]) : Scalar(0);
  }
}

template <typename Scalar>
void SensorCheck<Scalar>::CheckImu(const hal::Measurement& raw, Sensed<Scalar>* sensed) {
  bool credible = true;
  bool repeats = started_;
  float norm2 = 0.0f;
  for (int k = 0; k < 4; ++k) {
    credible &= Credible(raw.attitude[k]);
    norm2 += raw.attitude[k] * raw.attitude[k];
    repeats &= raw.attitude[k] == last_.attitude[k];
  }
  for (int k = 0; k < 3; ++k) {
    credible &= Credible(raw.gyro[k]) && Credible(raw.accelerometer[k]);
    repeats &= raw.gyro[k] == last_.gyro[k] && raw.accelerometer[k] == last_.accelerometer[k];
  }
  if ((sensed->flags & kTickDoubled) == 0) imu_repeats_ = repeats ? Min(imu_repeats_ + 1, kImuRepeats) : 0;
  const bool good = (raw.valid & hal::kImuValid) != 0 && credible && norm2 > 0.9f && norm2 < 1.1f &&
                    imu_repeats_ < kImuRepeats;
  if (good) {
    const Scalar scale = Scalar(1) / Sqrt(Scalar(norm2));
    sensed->attitude =
        Eigen::Quaternion<Scalar>(scale * Scalar(raw.attitude[0]), scale * Scalar(raw.attitude[1]),
                                  scale * Scalar(raw.attitude[2]), scale * Scalar(raw.attitude[3]));
    for (int k = 0; k < 3; ++k) {
      sensed->gyro[k] = Scalar(raw.gyro[k]);
      sensed->accelerometer[k] = Scalar(raw.accelerometer[k]);
    }
    return;
  }
  // The last attitude stands, at rest, until the IMU is back.
  sensed->flags |= kImuLost;
  if (!started_) sensed->attitude = Eigen::Quaternion<Scalar>::Identity();
  sensed->gyro.setZero();
  sensed->accelerometer = sensed->attitude.conjugate() * Vector3<Scalar>(0, 0, gravity_);
}

template class SensorCheck<FOOTING_SCALAR>;

}  // namespace footing
