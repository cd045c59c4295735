// bolt: 6 joints, 2 feet, 1.254 kg.
// Made by `footing robot` from bolt.urdf (CRC-32 4110dd2f).
// Not edited by hand: robot.json beside it says where each figure comes from.
#pragma once

#include <array>
#include <limits>

#include "core/dynamics/robot_model.hpp"

namespace footing::robots {

// SI units, each body in its own frame; the names are in Bolt.
// clang-format off
constexpr RobotModel<double, 6, 2, 2> BoltFigures() {
  RobotModel<double, 6, 2, 2> robot;

  // base_link, body 0.
  robot.base = {.mass = 0.61436936,
                .com = {0, 0, 0},
                .inertia = {0.00578574, 0.01938108, 0.02476124, 0, 0, 0}};

  // FR_HAA moves FR_SHOULDER, body 1.
  robot.joints[0] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {0, -0.0636, 0},
      .link = {.mass = 0.14004412,
               .com = {0.01708233, 0.00447099, -0.01095846},
               .inertia = {7.442e-05, 0.00013848, 9.001e-05, -1.48e-06, 2.154e-05, 1.095e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // FR_HFE moves FR_UPPER_LEG, body 2.
  robot.joints[1] = {
      .parent = 1,
      .axis = {0, 1, 0},
      .position = {0, -0.0145, -0.0386},
      .link = {.mass = 0.14853845,
               .com = {-1.377e-05, -0.01935853, -0.118707},
               .inertia = {0.00041107, 0.00041193, 3.024e-05, 0, -9e-08, 4.671e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // FR_KFE moves FR_LOWER_LEG, body 3.
  robot.joints[2] = {
      .parent = 2,
      .axis = {0, 1, 0},
      .position = {0, -0.0374, -0.2},
      .link = {.mass = 0.03117243,
               .com = {0, -0.00836718, -0.11591877},
               .inertia = {0.00011544, 0.0001164, 2.73e-06, 0, 0, 1.9e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // FL_HAA moves FL_SHOULDER, body 4.
  robot.joints[3] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {0, 0.0636, 0},
      .link = {.mass = 0.14004265,
               .com = {0.01708256, -0.00446892, -0.0109583},
               .inertia = {7.443e-05, 0.00013847, 9.002e-05, 1.48e-06, 2.154e-05, -1.096e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // FL_HFE moves FL_UPPER_LEG, body 5.
  robot.joints[4] = {
      .parent = 4,
      .axis = {0, 1, 0},
      .position = {0, 0.0145, -0.0386},
      .link = {.mass = 0.14853845,
               .com = {1.377e-05, 0.01935853, -0.118707},
               .inertia = {0.00041107, 0.00041193, 3.024e-05, 0, 9e-08, -4.671e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // FL_KFE moves FL_LOWER_LEG, body 6.
  robot.joints[5] = {
      .parent = 5,
      .axis = {0, 1, 0},
      .position = {0, 0.0374, -0.2},
      .link = {.mass = 0.03117243,
               .com = {0, 0.00836718, -0.11591877},
               .inertia = {0.00011544, 0.0001164, 2.73e-06, 0, 0, -1.9e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // Points of the feet, each with its body, place and radius.
  robot.points[0] = {.body = 3, .position = {0, -0.008, -0.2}, .radius = 0};  // FR_FOOT: origin of its link
  robot.points[1] = {.body = 6, .position = {0, 0.008, -0.2}, .radius = 0};  // FL_FOOT: origin of its link
  robot.first_point = {0, 1, 2};
  robot.imu = {.position = {0, 0, 0}, .attitude = {1, 0, 0, 0}};
  return robot;
}
// clang-format on

// clang-format off
struct Bolt {
  static constexpr const char* kName = "bolt";
  static constexpr int kJoints = 6;
  static constexpr int kPoints = 2;
  static constexpr int kFeet = 2;
  static constexpr std::array<const char*, kFeet> kFootNames = {"FR_FOOT", "FL_FOOT"};
  static constexpr std::array<const char*, kJoints> kJointNames = {"FR_HAA", "FR_HFE", "FR_KFE", "FL_HAA",
      "FL_HFE", "FL_KFE"};
  // A posture in which it stands: rad, or m of prismatic joints.
  static constexpr std::array<double, kJoints> kStandingPosture = {0, -0.6158, 1.0961, 0, -0.6158, 1.0961};
  static constexpr double kStandingHeight = 0.37923;  // m, of the base's origin over the ground

  template <typename Scalar>
  static constexpr RobotModel<Scalar, kJoints, kPoints, kFeet> Model() {
    return CastModel<Scalar>(BoltFigures());
  }
};
// clang-format on

}  // namespace footing::robots
