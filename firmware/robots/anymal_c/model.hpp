// anymal_c: 12 joints, 4 feet, 52.135 kg.
// Made by `footing robot` from anymal_c.urdf (CRC-32 71d834f6).
// Not edited by hand: robot.json beside it says where each figure comes from.
#pragma once

#include <array>
#include <limits>

#include "core/dynamics/robot_model.hpp"

namespace footing::robots {

// SI units, each body in its own frame; the names are in AnymalC.
// clang-format off
constexpr RobotModel<double, 12, 4, 4> AnymalCFigures() {
  RobotModel<double, 12, 4, 4> robot;

  // base, body 0.
  robot.base = {.mass = 26.373170000000005,
                .com = {-0.017793943143733153, -0.0001781696132871516, 0.00850433901564621},
                .inertia = {0.21671174330797865, 1.7851616886172796, 1.83369944958465,
                            0.00922381130735, 0.05893318870478, -0.000163778017}};

  // RF_HAA moves RF_HIP, body 1.
  robot.joints[0] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {0.2999, -0.104, 0},
      .link = {.mass = 2.781,
               .com = {0.056763322545846824, -0.017393887090974468, -0.000460841424},
               .inertia = {0.0032955264297116144, 0.004940120904530745, 0.005834774234980223,
                           -4.502971551672e-05, 0.00010000427782524271, -0.00013580889030420713}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.49, .upper = 0.72, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // RF_HFE moves RF_THIGH, body 2.
  robot.joints[1] = {
      .parent = 1,
      .axis = {0, 1, 0},
      .position = {0.0599, -0.08381, 0},
      .link = {.mass = 3.0709999999999997,
               .com = {4.64995116e-05, -0.030814718332790626, -0.24569573428850539},
               .inertia = {0.02990404933285053, 0.02956379351398892, 0.004861084530601107,
                           -4.43959018e-05, 0.0001147939611436, -0.004142425952810158}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -9.42477796077, .upper = 9.42477796077, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // RF_KFE moves RF_SHANK, body 3.
  robot.joints[2] = {
      .parent = 2,
      .axis = {0, 1, 0},
      .position = {0, -0.1003, -0.285},
      .link = {.mass = 0.5884199999999999,
               .com = {0.06125276945039258, -0.0054619992522347985, -0.08065978110873186},
               .inertia = {0.008810379821339885, 0.010161141436438708, 0.0015497840809709832,
                           -5.357132922598e-05, 0.001819353694812705, 2.26604268385e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -9.42477796077, .upper = 9.42477796077, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // LF_HAA moves LF_HIP, body 4.
  robot.joints[3] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {0.2999, 0.104, 0},
      .link = {.mass = 2.781,
               .com = {0.0566606256742179, 0.017393887090974468, -0.000460841424},
               .inertia = {0.0032955264297116144, 0.004938299904142395, 0.005832953234591874,
                           -4.453464263646e-05, -9.791272986408e-05, 0.00013580889030420713}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.72, .upper = 0.49, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // LF_HFE moves LF_THIGH, body 5.
  robot.joints[4] = {
      .parent = 4,
      .axis = {0, 1, 0},
      .position = {0.0599, 0.08381, 0},
      .link = {.mass = 3.0709999999999997,
               .com = {-4.64995116e-05, 0.030814718332790626, -0.24569573428850539},
               .inertia = {0.02990404933285053, 0.02956379351398892, 0.004861084530601107,
                           -4.42919018e-05, -9.44799611436e-05, 0.004142425952810158}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -9.42477796077, .upper = 9.42477796077, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // LF_KFE moves LF_SHANK, body 6.
  robot.joints[5] = {
      .parent = 5,
      .axis = {0, 1, 0},
      .position = {0, 0.1003, -0.285},
      .link = {.mass = 0.5884199999999999,
               .com = {0.06125276945039258, 0.0054619992522347985, -0.08065978110873186},
               .inertia = {0.008810379821339885, 0.010161141436438708, 0.0015497840809709832,
                           5.357132922598e-05, 0.001819353694812705, -2.26604268385e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -9.42477796077, .upper = 9.42477796077, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // RH_HAA moves RH_HIP, body 7.
  robot.joints[6] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {-0.2999, -0.104, 0},
      .link = {.mass = 2.781,
               .com = {-0.0566606256742179, -0.017393887090974468, -0.000460841424},
               .inertia = {0.0032955264297116144, 0.004938299904142395, 0.005832953234591874,
                           -4.453464263646e-05, 9.791272986408e-05, -0.00013580889030420713}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.49, .upper = 0.72, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // RH_HFE moves RH_THIGH, body 8.
  robot.joints[7] = {
      .parent = 7,
      .axis = {0, 1, 0},
      .position = {-0.0599, -0.08381, 0},
      .link = {.mass = 3.0709999999999997,
               .com = {4.64995116e-05, -0.030814718332790626, -0.24569573428850539},
               .inertia = {0.02990404933285053, 0.02956379351398892, 0.004861084530601107,
                           -4.42919018e-05, 9.44799611436e-05, -0.004142425952810158}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -9.42477796077, .upper = 9.42477796077, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // RH_KFE moves RH_SHANK, body 9.
  robot.joints[8] = {
      .parent = 8,
      .axis = {0, 1, 0},
      .position = {0, -0.1003, -0.285},
      .link = {.mass = 0.5884199999999999,
               .com = {-0.06125276945039258, -0.0054619992522347985, -0.08065978110873186},
               .inertia = {0.008810379821339885, 0.010161141436438708, 0.0015497840809709832,
                           5.357132922598e-05, -0.001819353694812705, 2.26604268385e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -9.42477796077, .upper = 9.42477796077, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // LH_HAA moves LH_HIP, body 10.
  robot.joints[9] = {
      .parent = 0,
      .axis = {1, 0, 0},
      .position = {-0.2999, 0.104, 0},
      .link = {.mass = 2.781,
               .com = {-0.056763322545846824, 0.017393887090974468, -0.000460841424},
               .inertia = {0.0032955264297116144, 0.004940120904530745, 0.005834774234980223,
                           -4.502971551672e-05, -0.00010000427782524271, 0.00013580889030420713}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.72, .upper = 0.49, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // LH_HFE moves LH_THIGH, body 11.
  robot.joints[10] = {
      .parent = 10,
      .axis = {0, 1, 0},
      .position = {-0.0599, 0.08381, 0},
      .link = {.mass = 3.0709999999999997,
               .com = {-4.64995116e-05, 0.030814718332790626, -0.24569573428850539},
               .inertia = {0.02990404933285053, 0.02956379351398892, 0.004861084530601107,
                           -4.43959018e-05, -0.0001147939611436, 0.004142425952810158}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -9.42477796077, .upper = 9.42477796077, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // LH_KFE moves LH_SHANK, body 12.
  robot.joints[11] = {
      .parent = 11,
      .axis = {0, 1, 0},
      .position = {0, 0.1003, -0.285},
      .link = {.mass = 0.5884199999999999,
               .com = {-0.06125276945039258, 0.0054619992522347985, -0.08065978110873186},
               .inertia = {0.008810379821339885, 0.010161141436438708, 0.0015497840809709832,
                           -5.357132922598e-05, -0.001819353694812705, -2.26604268385e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -9.42477796077, .upper = 9.42477796077, .velocity = 7.5, .torque = 80},
      .drive = {.armature = 0.032, .friction = 0.48, .damping = 0.24},
  };

  // Points of the feet, each with its body, place and radius.
  robot.points[0] = {.body = 3, .position = {0.08795, -0.01305, -0.31547}, .radius = 0.03};  // RF_FOOT: sphere
  robot.points[1] = {.body = 6, .position = {0.08795, 0.01305, -0.31547}, .radius = 0.03};  // LF_FOOT: sphere
  robot.points[2] = {.body = 9, .position = {-0.08795, -0.01305, -0.31547}, .radius = 0.03};  // RH_FOOT: sphere
  robot.points[3] = {.body = 12, .position = {-0.08795, 0.01305, -0.31547}, .radius = 0.03};  // LH_FOOT: sphere
  robot.first_point = {0, 1, 2, 3, 4};
  robot.imu = {.position = {0, 0, 0}, .attitude = {1, 0, 0, 0}};
  return robot;
}
// clang-format on

// clang-format off
struct AnymalC {
  static constexpr const char* kName = "anymal_c";
  static constexpr int kJoints = 12;
  static constexpr int kPoints = 4;
  static constexpr int kFeet = 4;
  static constexpr std::array<const char*, kFeet> kFootNames = {"RF_FOOT", "LF_FOOT", "RH_FOOT", "LH_FOOT"};
  static constexpr std::array<const char*, kJoints> kJointNames = {
      "RF_HAA", "RF_HFE", "RF_KFE", "LF_HAA", "LF_HFE", "LF_KFE", "RH_HAA", "RH_HFE", "RH_KFE", "LH_HAA",
      "LH_HFE", "LH_KFE"};
  // A posture in which it stands: rad, or m of prismatic joints.
  static constexpr std::array<double, kJoints> kStandingPosture = {
      0, 0.7494, -1.1114, 0, 0.7494, -1.1114, 0, -0.7423, 1.1115, 0, -0.7423, 1.1115};
  static constexpr double kStandingHeight = 0.50253;  // m, of the base's origin over the ground

  template <typename Scalar>
  static constexpr RobotModel<Scalar, kJoints, kPoints, kFeet> Model() {
    return CastModel<Scalar>(AnymalCFigures());
  }
};
// clang-format on

}  // namespace footing::robots
