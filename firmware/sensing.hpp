// Stage 1's checks: a raw measurement in, numbers that can be computed with out, and a flag
// for whatever was wrong. A bad joint keeps its last finite position and counts as at rest.
#pragma once

#include <array>
#include <cstdint>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "firmware/tick_report.hpp"
#include "hal/measurement.hpp"

namespace footing {

template <typename Scalar>
struct Sensed {
  using JointVector = Eigen::Matrix<Scalar, kJoints, 1>;
  std::uint32_t sequence = 0;
  std::uint32_t flags = 0;
  Scalar dt = 0;               // s since the last tick; 0 for a doubled one
  JointVector joint_position;  // rad
  JointVector joint_velocity;  // rad/s
  JointVector joint_torque;    // N·m
  std::array<bool, kJoints> joint_good{};
  Eigen::Quaternion<Scalar> attitude;
  Vector3<Scalar> gyro;           // rad/s, base axes
  Vector3<Scalar> accelerometer;  // m/s², base axes
  hal::OperatorInput operator_input{};
};

template <typename Scalar>
class SensorCheck {
 public:
  explicit SensorCheck(Scalar gravity) : gravity_(gravity) {}  // m/s², what an accelerometer at rest reads

  // Fills all of *sensed; `dt` is at most 5 periods. *sensed carries the last finite values from call
  // to call. Costs a few comparisons a number.
  void Check(const hal::Measurement& raw, Sensed<Scalar>* sensed);

 private:
  void CheckTime(const hal::Measurement& raw, Sensed<Scalar>* sensed);
  void CheckJoints(const hal::Measurement& raw, Sensed<Scalar>* sensed);
  void CheckImu(const hal::Measurement& raw, Sensed<Scalar>* sensed);

  Scalar gravity_;
  hal::Measurement last_{};
  bool started_ = false;
  std::uint32_t heard_sequence_ = 0;             // the newest
  std::uint32_t used_time_us_ = 0;               // of the last measurement that was not doubled
  int doubled_ = 0;                              // ticks on end
  std::array<float, kJoints> path_of_others_{};  // rad, of the mean joint while this one stood still
  int imu_repeats_ = 0;
};

}  // namespace footing
