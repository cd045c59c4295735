// Where a robot is and how it moves; the coordinates are those of robot_model.hpp.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace footing {

template <typename Scalar, int kJoints>
struct RobotState {
  using Vector3 = Eigen::Matrix<Scalar, 3, 1>;
  using JointVector = Eigen::Matrix<Scalar, kJoints, 1>;

  Vector3 base_position = Vector3::Zero();                                          // m, world
  Eigen::Quaternion<Scalar> base_attitude = Eigen::Quaternion<Scalar>::Identity();  // base to world
  Vector3 base_velocity = Vector3::Zero();                                          // m/s, world axes
  Vector3 base_angular_velocity = Vector3::Zero();                                  // rad/s, world axes
  JointVector joint_position = JointVector::Zero();                                 // rad
  JointVector joint_velocity = JointVector::Zero();                                 // rad/s
};

}  // namespace footing
