// Where a robot is and how it moves; the coordinates are those of robot_model.hpp.
#pragma once

#include <Eigen/Core>

#include "core/dynamics/quaternion.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

template <typename Scalar, int kJoints>
struct RobotState {
  using Vector3 = Eigen::Matrix<Scalar, 3, 1>;
  using JointVector = BoundedVector<Scalar, kJoints>;

  Vector3 base_position = Vector3::Zero();           // m, world
  Quaternion<Scalar> base_attitude{1, 0, 0, 0};      // w x y z, base to world
  Vector3 base_velocity = Vector3::Zero();           // m/s, world axes
  Vector3 base_angular_velocity = Vector3::Zero();   // rad/s, world axes
  JointVector joint_position = JointVector::Zero();  // rad
  JointVector joint_velocity = JointVector::Zero();  // rad/s
};

}  // namespace footing
