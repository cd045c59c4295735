// The checks of a measurement, one kind of sensor each; docs/faults.md lists what they find.
#include "firmware/sensing.hpp"

#include "core/scalar.hpp"
#include "hal/board.hpp"

namespace footing {

namespace {

// The mean joint's path while one encoder stands still, at which that one is called frozen: a
// quarter of a second of trotting. Over the demo's seeds no healthy one came near it.
constexpr float kFrozenPath = 0.3f;  // rad
// An IMU with any noise at all never repeats its 10 floats.
constexpr int kImuRepeats = 5;

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
    input = {hal::OperatorMode::kStand, 0.0f, 0.0f, 0.0f};
  }
  CheckTime(raw, sensed);
  CheckJoints(raw, sensed);
  CheckImu(raw, sensed);
  last_ = raw;
  started_ = true;
}

template <typename Scalar>
void SensorCheck<Scalar>::CheckTime(const hal::Measurement& raw, Sensed<Scalar>* sensed) {
  constexpr std::uint32_t kPeriod = hal::kPeriodUs;
  const std::uint32_t elapsed = started_ ? raw.time_us - last_.time_us : kPeriod;
  const std::uint32_t steps = started_ ? raw.sequence - last_.sequence : 1;
  if (steps == 0 || elapsed < kPeriod / 2) {
    sensed->flags |= kTickDoubled;
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
    if (started_ && Credible(step)) path += step / static_cast<float>(kJoints);
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
    sensed->joint_good[j] = credible && !frozen;
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
  sensed->accelerometer = sensed->attitude.conjugate() * Vector3<Scalar>(0, 0, Scalar(9.81L));
}

template class SensorCheck<FOOTING_SCALAR>;

}  // namespace footing
