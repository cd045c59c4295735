// solo12: 12 joints, 4 feet, 2.500 kg.
// Made by `footing robot` from solo12.urdf (CRC-32 e1908c90).
// Not edited by hand: robot.json beside it says where each figure comes from.
#pragma once

#include <array>
#include <limits>

#include "core/dynamics/robot_model.hpp"

namespace footing::robots {

// SI units, each body in its own frame; the names are in Solo12.
// clang-format off
constexpr RobotModel<double, 12, 4, 4> Solo12Figures() {
  RobotModel<double, 12, 4, 4> robot;

  // base_link, body 0.
  robot.base = {.mass = 1.16115091,
                .com = {0, 0, 0},
                .inertia = {0.00578574, 0.01938108, 0.02476124, 0, 0, 0}};

  // FR_HAA moves FR_SHOULDER, body 1.
  robot.joints[0] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {0.1946, -0.0875, 0},
      .link = {.mass = 0.14853845,
               .com = {-0.078707, -0.01, 0},
               .inertia = {3.024e-05, 0.00041193, 0.00041107, -4.671e-05, 0, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // FR_HFE moves FR_UPPER_LEG, body 2.
  robot.joints[1] = {
      .parent = 1,
      .axis = {0, 1, 0},
      .position = {0, -0.014, 0},
      .link = {.mass = 0.14853845,
               .com = {-1.377e-05, -0.01935853, -0.078707},
               .inertia = {0.00041107, 0.00041193, 3.024e-05, 0, 0, -4.671e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // FR_KFE moves FR_LOWER_LEG, body 3.
  robot.joints[2] = {
      .parent = 2,
      .axis = {0, 1, 0},
      .position = {0, -0.03745, -0.16},
      .link = {.mass = 0.03763607,
               .com = {0, -0.007899211229132, -0.10224903071020168},
               .inertia = {0.0001488193037682854, 0.00014913921739033597, 2.690086377949433e-06,
                           0, 0, -3.0991871808848403e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // FL_HAA moves FL_SHOULDER, body 4.
  robot.joints[3] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {0.1946, 0.0875, 0},
      .link = {.mass = 0.14853845,
               .com = {-0.078707, 0.01, 0},
               .inertia = {3.024e-05, 0.00041193, 0.00041107, 4.671e-05, 0, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // FL_HFE moves FL_UPPER_LEG, body 5.
  robot.joints[4] = {
      .parent = 4,
      .axis = {0, 1, 0},
      .position = {0, 0.014, 0},
      .link = {.mass = 0.14853845,
               .com = {1.377e-05, 0.01935853, -0.078707},
               .inertia = {0.00041107, 0.00041193, 3.024e-05, 0, 0, 4.671e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // FL_KFE moves FL_LOWER_LEG, body 6.
  robot.joints[5] = {
      .parent = 5,
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

  // HR_HAA moves HR_SHOULDER, body 7.
  robot.joints[6] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {-0.1946, -0.0875, 0},
      .link = {.mass = 0.14853845,
               .com = {0.078707, -0.01, 0},
               .inertia = {3.024e-05, 0.00041193, 0.00041107, -4.671e-05, 0, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // HR_HFE moves HR_UPPER_LEG, body 8.
  robot.joints[7] = {
      .parent = 7,
      .axis = {0, 1, 0},
      .position = {0, -0.014, 0},
      .link = {.mass = 0.14853845,
               .com = {-1.377e-05, -0.01935853, -0.078707},
               .inertia = {0.00041107, 0.00041193, 3.024e-05, 0, 0, -4.671e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // HR_KFE moves HR_LOWER_LEG, body 9.
  robot.joints[8] = {
      .parent = 8,
      .axis = {0, 1, 0},
      .position = {0, -0.03745, -0.16},
      .link = {.mass = 0.03763607,
               .com = {0, -0.007899211229132, -0.10224903071020168},
               .inertia = {0.0001488193037682854, 0.00014913921739033597, 2.690086377949433e-06,
                           0, 0, -3.0991871808848403e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // HL_HAA moves HL_SHOULDER, body 10.
  robot.joints[9] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {-0.1946, 0.0875, 0},
      .link = {.mass = 0.14853845,
               .com = {0.078707, 0.01, 0},
               .inertia = {3.024e-05, 0.00041193, 0.00041107, 4.671e-05, 0, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // HL_HFE moves HL_UPPER_LEG, body 11.
  robot.joints[10] = {
      .parent = 10,
      .axis = {0, 1, 0},
      .position = {0, 0.014, 0},
      .link = {.mass = 0.14853845,
               .com = {1.377e-05, 0.01935853, -0.078707},
               .inertia = {0.00041107, 0.00041193, 3.024e-05, 0, 0, 4.671e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -10, .upper = 10, .velocity = 1000, .torque = 2.7},
      .drive = {.armature = 0.0003645, .friction = 0.016, .damping = 0.0081},
  };

  // HL_KFE moves HL_LOWER_LEG, body 12.
  robot.joints[11] = {
      .parent = 11,
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
  robot.points[0] = {.body = 3, .position = {0, -0.008, -0.16}, .radius = 0};  // FR_FOOT: origin of its link
  robot.points[1] = {.body = 6, .position = {0, 0.008, -0.16}, .radius = 0};  // FL_FOOT: origin of its link
  robot.points[2] = {.body = 9, .position = {0, -0.008, -0.16}, .radius = 0};  // HR_FOOT: origin of its link
  robot.points[3] = {.body = 12, .position = {0, 0.008, -0.16}, .radius = 0};  // HL_FOOT: origin of its link
  robot.first_point = {0, 1, 2, 3, 4};
  robot.imu = {.position = {0, 0, 0}, .attitude = {1, 0, 0, 0}};
  return robot;
}
// clang-format on

// clang-format off
struct Solo12 {
  static constexpr const char* kName = "solo12";
  static constexpr int kJoints = 12;
  static constexpr int kPoints = 4;
  static constexpr int kFeet = 4;
  static constexpr std::array<const char*, kFeet> kFootNames = {"FR_FOOT", "FL_FOOT", "HR_FOOT", "HL_FOOT"};
  static constexpr std::array<const char*, kJoints> kJointNames = {
      "FR_HAA", "FR_HFE", "FR_KFE", "FL_HAA", "FL_HFE", "FL_KFE", "HR_HAA", "HR_HFE", "HR_KFE", "HL_HAA",
      "HL_HFE", "HL_KFE"};
  // A posture in which it stands: rad, or m of prismatic joints.
  static constexpr std::array<double, kJoints> kStandingPosture = {
      0, 0.6976, -1.3786, 0, 0.6976, -1.3786, 0, 0.6976, -1.3786, 0, 0.6976, -1.3786};
  static constexpr double kStandingHeight = 0.24693;  // m, of the base's origin over the ground

  template <typename Scalar>
  static constexpr RobotModel<Scalar, kJoints, kPoints, kFeet> Model() {
    return CastModel<Scalar>(Solo12Figures());
  }
};
// clang-format on

}  // namespace footing::robots
