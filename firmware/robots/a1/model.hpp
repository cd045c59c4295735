// a1: 12 joints, 4 feet, 13.741 kg.
// Made by `footing robot` from a1.urdf (CRC-32 0795dfca).
// Not edited by hand: robot.json beside it says where each figure comes from.
#pragma once

#include <array>
#include <limits>

#include "core/dynamics/robot_model.hpp"

namespace footing::robots {

// SI units, each body in its own frame; the names are in A1.
// clang-format off
constexpr RobotModel<double, 12, 4, 4> A1Figures() {
  RobotModel<double, 12, 4, 4> robot;

  // base, body 0.
  robot.base = {.mass = 6.001,
                .com = {0, 0.004099316780536578, -0.0004999166805532411},
                .inertia = {0.01595331705715714, 0.03789990024995834, 0.0457542168071988,
                            -3.66e-05, -6.11e-05, -2.74979503e-05}};

  // FR_hip_joint moves FR_hip, body 1.
  robot.joints[0] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {0.1805, -0.047, 0},
      .link = {.mass = 0.696,
               .com = {-0.003311, -0.000635, 3.1e-05},
               .inertia = {0.000469246, 0.00080749, 0.000552929, 9.409e-06, -3.42e-07, 4.66e-07}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.802851455917, .upper = 0.802851455917, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // FR_thigh_joint moves FR_thigh, body 2.
  robot.joints[1] = {
      .parent = 1,
      .axis = {0, 1, 0},
      .position = {0, -0.0838, 0},
      .link = {.mass = 1.013,
               .com = {-0.003237, 0.022327, -0.027326},
               .inertia = {0.005529065, 0.005139339, 0.001367788, -4.825e-06, 0.000343869, -2.2448e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.0471975512, .upper = 4.18879020479, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // FR_calf_joint moves FR_calf, body 3.
  robot.joints[2] = {
      .parent = 2,
      .axis = {0, 1, 0},
      .position = {0, 0, -0.2},
      .link = {.mass = 0.226,
               .com = {0.004726592920354, 0, -0.13197525663716814},
               .inertia = {0.003385566451939115, 0.0034034413894656634, 4.385093752655e-05,
                           0, -0.00016742735341238938, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.69653369433, .upper = -0.916297857297, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // FL_hip_joint moves FL_hip, body 4.
  robot.joints[3] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {0.1805, 0.047, 0},
      .link = {.mass = 0.696,
               .com = {-0.003311, 0.000635, 3.1e-05},
               .inertia = {0.000469246, 0.00080749, 0.000552929, -9.409e-06, -3.42e-07, -4.66e-07}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.802851455917, .upper = 0.802851455917, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // FL_thigh_joint moves FL_thigh, body 5.
  robot.joints[4] = {
      .parent = 4,
      .axis = {0, 1, 0},
      .position = {0, 0.0838, 0},
      .link = {.mass = 1.013,
               .com = {-0.003237, -0.022327, -0.027326},
               .inertia = {0.005529065, 0.005139339, 0.001367788, 4.825e-06, 0.000343869, 2.2448e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.0471975512, .upper = 4.18879020479, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // FL_calf_joint moves FL_calf, body 6.
  robot.joints[5] = {
      .parent = 5,
      .axis = {0, 1, 0},
      .position = {0, 0, -0.2},
      .link = {.mass = 0.226,
               .com = {0.004726592920354, 0, -0.13197525663716814},
               .inertia = {0.003385566451939115, 0.0034034413894656634, 4.385093752655e-05,
                           0, -0.00016742735341238938, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.69653369433, .upper = -0.916297857297, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RR_hip_joint moves RR_hip, body 7.
  robot.joints[6] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {-0.1805, -0.047, 0},
      .link = {.mass = 0.696,
               .com = {0.003311, -0.000635, 3.1e-05},
               .inertia = {0.000469246, 0.00080749, 0.000552929, -9.409e-06, 3.42e-07, 4.66e-07}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.802851455917, .upper = 0.802851455917, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RR_thigh_joint moves RR_thigh, body 8.
  robot.joints[7] = {
      .parent = 7,
      .axis = {0, 1, 0},
      .position = {0, -0.0838, 0},
      .link = {.mass = 1.013,
               .com = {-0.003237, 0.022327, -0.027326},
               .inertia = {0.005529065, 0.005139339, 0.001367788, -4.825e-06, 0.000343869, -2.2448e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.0471975512, .upper = 4.18879020479, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RR_calf_joint moves RR_calf, body 9.
  robot.joints[8] = {
      .parent = 8,
      .axis = {0, 1, 0},
      .position = {0, 0, -0.2},
      .link = {.mass = 0.226,
               .com = {0.004726592920354, 0, -0.13197525663716814},
               .inertia = {0.003385566451939115, 0.0034034413894656634, 4.385093752655e-05,
                           0, -0.00016742735341238938, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.69653369433, .upper = -0.916297857297, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RL_hip_joint moves RL_hip, body 10.
  robot.joints[9] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {-0.1805, 0.047, 0},
      .link = {.mass = 0.696,
               .com = {0.003311, 0.000635, 3.1e-05},
               .inertia = {0.000469246, 0.00080749, 0.000552929, 9.409e-06, 3.42e-07, -4.66e-07}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.802851455917, .upper = 0.802851455917, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RL_thigh_joint moves RL_thigh, body 11.
  robot.joints[10] = {
      .parent = 10,
      .axis = {0, 1, 0},
      .position = {0, 0.0838, 0},
      .link = {.mass = 1.013,
               .com = {-0.003237, -0.022327, -0.027326},
               .inertia = {0.005529065, 0.005139339, 0.001367788, 4.825e-06, 0.000343869, 2.2448e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.0471975512, .upper = 4.18879020479, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RL_calf_joint moves RL_calf, body 12.
  robot.joints[11] = {
      .parent = 11,
      .axis = {0, 1, 0},
      .position = {0, 0, -0.2},
      .link = {.mass = 0.226,
               .com = {0.004726592920354, 0, -0.13197525663716814},
               .inertia = {0.003385566451939115, 0.0034034413894656634, 4.385093752655e-05,
                           0, -0.00016742735341238938, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.69653369433, .upper = -0.916297857297, .velocity = 21, .torque = 33.5},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // Points of the feet, each with its body, place and radius.
  robot.points[0] = {.body = 3, .position = {0, 0, -0.2}, .radius = 0.02};  // FR_foot: sphere
  robot.points[1] = {.body = 6, .position = {0, 0, -0.2}, .radius = 0.02};  // FL_foot: sphere
  robot.points[2] = {.body = 9, .position = {0, 0, -0.2}, .radius = 0.02};  // RR_foot: sphere
  robot.points[3] = {.body = 12, .position = {0, 0, -0.2}, .radius = 0.02};  // RL_foot: sphere
  robot.first_point = {0, 1, 2, 3, 4};
  robot.imu = {.position = {0, 0, 0}, .attitude = {1, 0, 0, 0}};
  return robot;
}
// clang-format on

// clang-format off
struct A1 {
  static constexpr const char* kName = "a1";
  static constexpr int kJoints = 12;
  static constexpr int kPoints = 4;
  static constexpr int kFeet = 4;
  static constexpr std::array<const char*, kFeet> kFootNames = {"FR_foot", "FL_foot", "RR_foot", "RL_foot"};
  static constexpr std::array<const char*, kJoints> kJointNames = {
      "FR_hip_joint", "FR_thigh_joint", "FR_calf_joint", "FL_hip_joint", "FL_thigh_joint", "FL_calf_joint",
      "RR_hip_joint", "RR_thigh_joint", "RR_calf_joint", "RL_hip_joint", "RL_thigh_joint", "RL_calf_joint"};
  // A posture in which it stands: rad, or m of prismatic joints.
  static constexpr std::array<double, kJoints> kStandingPosture = {
      0, 0.9, -1.8, 0, 0.9, -1.8, 0, 0.9, -1.8, 0, 0.9, -1.8};
  static constexpr double kStandingHeight = 0.26864;  // m, of the base's origin over the ground

  template <typename Scalar>
  static constexpr RobotModel<Scalar, kJoints, kPoints, kFeet> Model() {
    return CastModel<Scalar>(A1Figures());
  }
};
// clang-format on

}  // namespace footing::robots
