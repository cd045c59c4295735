// leg_rig: 2 joints, 1 foot, 0.671 kg.
// Made by `footing robot` from teststand.urdf (CRC-32 123b3ebc).
// Not edited by hand: robot.json beside it says where each figure comes from.
#pragma once

#include <array>
#include <limits>

#include "core/dynamics/robot_model.hpp"

namespace footing::robots {

// SI units, each body in its own frame; the names are in LegRig.
// clang-format off
constexpr RobotModel<double, 2, 1, 1> LegRigFigures() {
  RobotModel<double, 2, 1, 1> robot;

  // root, body 0.
  robot.base = {.mass = 0.485,
                .com = {0, 0, 0.05},
                .inertia = {0.0008083333333333334, 0.0020208333333333337, 0.0020208333333333337, 0, 0, 0}};

  // HFE moves upperleg, body 1.
  robot.joints[0] = {
      .parent = 0,
      .axis = {0, 1, 0},
      .position = {0, 0, 0},
      .link = {.mass = 0.14853845,
               .com = {1.377e-05, 0.01935853, -0.078707},
               .inertia = {0.00041107, 0.00041193, 3.024e-05, 0, 0, 4.671e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // KFE moves shank, body 2.
  robot.joints[1] = {
      .parent = 1,
      .axis = {0, 1, 0},
      .position = {0, 0.03745, -0.16},
      .link = {.mass = 0.03763607,
               .com = {0, 0.007899211229132, -0.10224903071020168},
               .inertia = {0.0001488193037682854, 0.00014913921739033597, 2.690086377949433e-06,
                           0, 0, 3.0991871808848403e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // Points of the feet, each with its body, place and radius.
  robot.points[0] = {.body = 2, .position = {0, 0.008, -0.16}, .radius = 0};  // contact: origin of its link
  robot.first_point = {0, 1};
  robot.imu = {.position = {0, 0, 0}, .attitude = {1, 0, 0, 0}};
  return robot;
}
// clang-format on

// clang-format off
struct LegRig {
  static constexpr const char* kName = "leg_rig";
  static constexpr int kJoints = 2;
  static constexpr int kPoints = 1;
  static constexpr int kFeet = 1;
  static constexpr std::array<const char*, kFeet> kFootNames = {"contact"};
  static constexpr std::array<const char*, kJoints> kJointNames = {"HFE", "KFE"};
  // A posture in which it stands: rad, or m of prismatic joints.
  static constexpr std::array<double, kJoints> kStandingPosture = {-0.5943, 1.1007};
  static constexpr double kStandingHeight = 0.27249;  // m, of the base's origin over the ground

  template <typename Scalar>
  static constexpr RobotModel<Scalar, kJoints, kPoints, kFeet> Model() {
    return CastModel<Scalar>(LegRigFigures());
  }
};
// clang-format on

}  // namespace footing::robots
