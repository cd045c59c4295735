// What the checks leave of a measurement: numbers that can be computed with.
#pragma once

#include <array>
#include <cstdint>

#include "core/dynamics/kinematics.hpp"
#include "core/estimation/sensors/measured_forces.hpp"
#include "core/estimation/sensors/measurement.hpp"

namespace footing {

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

// No joint and no IMU measures a thousand of its unit (rad, rad/s, N·m, m/s²). A number far beyond would
// never leave the filters. False for NaN.
template <typename Number>
bool IsCredible(Number x) {
  return Abs(x) < Number(1000);
}

}  // namespace footing
