// go2: 12 joints, 4 feet, 16.085 kg.
// Made by `footing robot` from go2.urdf (CRC-32 142b14c1).
// Not edited by hand: robot.json beside it says where each figure comes from.
#pragma once

#include <array>
#include <limits>

#include "core/dynamics/robot_model.hpp"

namespace footing::robots {

// SI units, each body in its own frame; the names are in Go2.
// clang-format off
constexpr RobotModel<double, 12, 4, 4> Go2Figures() {
  RobotModel<double, 12, 4, 4> robot;

  // base, body 0.
  robot.base = {.mass = 7.277000000000002,
                .com = {0.02007917438504878, 0, -0.005103488525491273},
                .inertia = {0.025715177423716293, 0.10295388328825997, 0.1126451943645437,
                            0.00012166, 0.001523257166511, -3.12e-05}};

  // FR_hip_joint moves FR_hip, body 1.
  robot.joints[0] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {0.1934, -0.0465, 0},
      .link = {.mass = 0.767,
               .com = {-0.004773402868318123, -0.0016974837027379402, -9.281616688396e-05},
               .inertia = {0.0005399915178106258, 0.0009981369647855932, 0.0006582847478620599,
                           2.122099332464e-06, 1.06539255e-06, 1.402735264798e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.0472, .upper = 1.0472, .velocity = 30.1, .torque = 23.7},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // FR_thigh_joint moves FR_thigh, body 2.
  robot.joints[1] = {
      .parent = 1,
      .axis = {0, 1, 0},
      .position = {0, -0.0955, 0},
      .link = {.mass = 1.2409999999999999,
               .com = {-0.003471780821917808, 0.023020749395648674, -0.030354875100725223},
               .inertia = {0.005996333341208702, 0.006001339409970024, 0.0010991471651674457,
                           -9.030533435616e-05, -0.0002991039237260274, -0.0008351509180338437}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.5708, .upper = 3.4907, .velocity = 30.1, .torque = 23.7},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // FR_calf_joint moves FR_calf, body 3.
  robot.joints[2] = {
      .parent = 2,
      .axis = {0, 1, 0},
      .position = {0, 0, -0.213},
      .link = {.mass = 0.194,
               .com = {0.004350103092783505, 0.000773969072165, -0.1352061855670103},
               .inertia = {0.001394581937371134, 0.0014155052951752578, 4.3483727391752574e-05,
                           -5.0965402e-07, 1.47595876e-07, -1.1313958762886598e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.7227, .upper = -0.83776, .velocity = 15.7, .torque = 45.43},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // FL_hip_joint moves FL_hip, body 4.
  robot.joints[3] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {0.1934, 0.0465, 0},
      .link = {.mass = 0.767,
               .com = {-0.004773402868318123, 0.0016974837027379402, -9.281616688396e-05},
               .inertia = {0.0005399915178106258, 0.0009981369647855932, 0.0006582847478620599,
                           -2.122099332464e-06, 1.06539255e-06, -1.402735264798e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.0472, .upper = 1.0472, .velocity = 30.1, .torque = 23.7},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // FL_thigh_joint moves FL_thigh, body 5.
  robot.joints[4] = {
      .parent = 4,
      .axis = {0, 1, 0},
      .position = {0, 0.0955, 0},
      .link = {.mass = 1.2409999999999999,
               .com = {-0.003471780821917808, -0.023020749395648674, -0.030354875100725223},
               .inertia = {0.005996333341208702, 0.006001339409970024, 0.0010991471651674457,
                           9.030533435616e-05, -0.0002991039237260274, 0.0008351509180338437}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.5708, .upper = 3.4907, .velocity = 30.1, .torque = 23.7},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // FL_calf_joint moves FL_calf, body 6.
  robot.joints[5] = {
      .parent = 5,
      .axis = {0, 1, 0},
      .position = {0, 0, -0.213},
      .link = {.mass = 0.194,
               .com = {0.004350103092783505, -0.000773969072165, -0.1352061855670103},
               .inertia = {0.001394581937371134, 0.0014155052951752578, 4.3483727391752574e-05,
                           5.0965402e-07, 1.47595876e-07, 1.1313958762886598e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.7227, .upper = -0.83776, .velocity = 15.7, .torque = 45.43},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RR_hip_joint moves RR_hip, body 7.
  robot.joints[6] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {-0.1934, -0.0465, 0},
      .link = {.mass = 0.767,
               .com = {0.004773402868318123, -0.0016974837027379402, -9.281616688396e-05},
               .inertia = {0.0005399915178106258, 0.0009981369647855932, 0.0006582847478620599,
                           -2.122099332464e-06, -1.06539255e-06, 1.402735264798e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.0472, .upper = 1.0472, .velocity = 30.1, .torque = 23.7},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RR_thigh_joint moves RR_thigh, body 8.
  robot.joints[7] = {
      .parent = 7,
      .axis = {0, 1, 0},
      .position = {0, -0.0955, 0},
      .link = {.mass = 1.2409999999999999,
               .com = {-0.003471780821917808, 0.023020749395648674, -0.030354875100725223},
               .inertia = {0.005996333341208702, 0.006001339409970024, 0.0010991471651674457,
                           -9.030533435616e-05, -0.0002991039237260274, -0.0008351509180338437}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.5236, .upper = 4.5379, .velocity = 30.1, .torque = 23.7},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RR_calf_joint moves RR_calf, body 9.
  robot.joints[8] = {
      .parent = 8,
      .axis = {0, 1, 0},
      .position = {0, 0, -0.213},
      .link = {.mass = 0.194,
               .com = {0.004350103092783505, 0.000773969072165, -0.1352061855670103},
               .inertia = {0.001394581937371134, 0.0014155052951752578, 4.3483727391752574e-05,
                           -5.0965402e-07, 1.47595876e-07, -1.1313958762886598e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.7227, .upper = -0.83776, .velocity = 15.7, .torque = 45.43},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RL_hip_joint moves RL_hip, body 10.
  robot.joints[9] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {-0.1934, 0.0465, 0},
      .link = {.mass = 0.767,
               .com = {0.004773402868318123, 0.0016974837027379402, -9.281616688396e-05},
               .inertia = {0.0005399915178106258, 0.0009981369647855932, 0.0006582847478620599,
                           2.122099332464e-06, -1.06539255e-06, -1.402735264798e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.0472, .upper = 1.0472, .velocity = 30.1, .torque = 23.7},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RL_thigh_joint moves RL_thigh, body 11.
  robot.joints[10] = {
      .parent = 10,
      .axis = {0, 1, 0},
      .position = {0, 0.0955, 0},
      .link = {.mass = 1.2409999999999999,
               .com = {-0.003471780821917808, -0.023020749395648674, -0.030354875100725223},
               .inertia = {0.005996333341208702, 0.006001339409970024, 0.0010991471651674457,
                           9.030533435616e-05, -0.0002991039237260274, 0.0008351509180338437}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.5236, .upper = 4.5379, .velocity = 30.1, .torque = 23.7},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // RL_calf_joint moves RL_calf, body 12.
  robot.joints[11] = {
      .parent = 11,
      .axis = {0, 1, 0},
      .position = {0, 0, -0.213},
      .link = {.mass = 0.194,
               .com = {0.004350103092783505, -0.000773969072165, -0.1352061855670103},
               .inertia = {0.001394581937371134, 0.0014155052951752578, 4.3483727391752574e-05,
                           5.0965402e-07, 1.47595876e-07, 1.1313958762886598e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.7227, .upper = -0.83776, .velocity = 15.7, .torque = 45.43},
      .drive = {.armature = 0.01, .friction = 0.2, .damping = 0.1},
  };

  // Points of the feet, each with its body, place and radius.
  robot.points[0] = {.body = 3, .position = {0, 0, -0.213}, .radius = 0};  // FR_foot: origin of its link
  robot.points[1] = {.body = 6, .position = {0, 0, -0.213}, .radius = 0};  // FL_foot: origin of its link
  robot.points[2] = {.body = 9, .position = {0, 0, -0.213}, .radius = 0};  // RR_foot: origin of its link
  robot.points[3] = {.body = 12, .position = {0, 0, -0.213}, .radius = 0};  // RL_foot: origin of its link
  robot.first_point = {0, 1, 2, 3, 4};
  robot.imu = {.position = {0, 0, 0}, .attitude = {1, 0, 0, 0}};
  return robot;
}
// clang-format on

// clang-format off
struct Go2 {
  static constexpr const char* kName = "go2";
  static constexpr int kJoints = 12;
  static constexpr int kPoints = 4;
  static constexpr int kFeet = 4;
  static constexpr std::array<const char*, kFeet> kFootNames = {"FR_foot", "FL_foot", "RR_foot", "RL_foot"};
  static constexpr std::array<const char*, kJoints> kJointNames = {
      "FR_hip_joint", "FR_thigh_joint", "FR_calf_joint", "FL_hip_joint", "FL_thigh_joint", "FL_calf_joint",
      "RR_hip_joint", "RR_thigh_joint", "RR_calf_joint", "RL_hip_joint", "RL_thigh_joint", "RL_calf_joint"};
  // A posture in which it stands: rad, or m of prismatic joints.
  static constexpr std::array<double, kJoints> kStandingPosture = {
      0, 0.6883, -1.3815, 0, 0.6883, -1.3815, 0, 0.6883, -1.3815, 0, 0.6883, -1.3815};
  static constexpr double kStandingHeight = 0.32835;  // m, of the base's origin over the ground

  template <typename Scalar>
  static constexpr RobotModel<Scalar, kJoints, kPoints, kFeet> Model() {
    return CastModel<Scalar>(Go2Figures());
  }
};
// clang-format on

}  // namespace footing::robots
