// g1: 29 joints, 2 feet, 33.341 kg.
// Made by `footing robot` from g1_29dof.urdf (CRC-32 876aad4d).
// Not edited by hand: robot.json beside it says where each figure comes from.
#pragma once

#include <array>
#include <limits>

#include "core/dynamics/robot_model.hpp"

namespace footing::robots {

// SI units, each body in its own frame; the names are in G1.
// clang-format off
constexpr RobotModel<double, 29, 8, 2> G1Figures() {
  RobotModel<double, 29, 8, 2> robot;

  // pelvis, body 0.
  robot.base = {.mass = 3.814,
                .com = {0, 0, -0.07603006030414265},
                .inertia = {0.01055488208608613, 0.00931478208608613, 0.0079185, 0, 2.1e-06, 0}};

  // right_hip_pitch_joint moves right_hip_pitch_link, body 1.
  robot.joints[0] = {
      .parent = 0,
      .axis = {0, 1, 0},
      .position = {0, -0.064452, -0.1027},
      .link = {.mass = 1.35,
               .com = {0.002741, -0.047791, -0.02606},
               .inertia = {0.001811, 0.0014193, 0.0012812, -3.68e-05, -3.44e-05, -0.000171}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.5307, .upper = 2.8798, .velocity = 32, .torque = 88},
      .drive = {.armature = 0.036, .friction = 0.53, .damping = 0.26},
  };

  // right_hip_roll_joint moves right_hip_roll_link, body 2.
  robot.joints[1] = {
      .parent = 1,
      .axis = {0.9847439447950311, 0, 0.1740096640693289},
      .position = {0, -0.052, -0.030465},
      .link = {.mass = 1.52,
               .com = {0.04465855228250184, 0.001045, -0.08140489793637143},
               .inertia = {0.0024894965122053163, 0.0024123, 0.0015473034877946836,
                           6.94380481e-06, -0.00024413505726950818, -1.7458051860765124e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.9671, .upper = 0.5236, .velocity = 20, .torque = 139},
      .drive = {.armature = 0.065, .friction = 0.83, .damping = 0.42},
  };

  // right_hip_yaw_joint moves right_hip_yaw_link, body 3.
  robot.joints[2] = {
      .parent = 2,
      .axis = {-0.1740096640693289, 0, 0.9847439447950311},
      .position = {0.04621766286810568, 0, -0.11787600281656196},
      .link = {.mass = 1.702,
               .com = {-0.030591411161803042, 0.010981, -0.1585216156999717},
               .inertia = {0.006518535452712, 0.0076124, 0.002407864547288,
                           0.00040978531409876194, -0.0017993845772444421, 0.0007905675469869599}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.7576, .upper = 2.7576, .velocity = 32, .torque = 88},
      .drive = {.armature = 0.036, .friction = 0.53, .damping = 0.26},
  };

  // right_knee_joint moves right_knee_link, body 4.
  robot.joints[3] = {
      .parent = 3,
      .axis = {0, 1, 0},
      .position = {-0.046219988964886674, -0.0021489, -0.1882547496056494},
      .link = {.mass = 1.932,
               .com = {0.005457, -0.003964, -0.12074},
               .inertia = {0.011329, 0.011277, 0.0015168, -4.82e-05, 4.49e-05, 0.0007146}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.087267, .upper = 2.8798, .velocity = 20, .torque = 139},
      .drive = {.armature = 0.065, .friction = 0.83, .damping = 0.42},
  };

  // right_ankle_pitch_joint moves right_ankle_pitch_link, body 5.
  robot.joints[4] = {
      .parent = 4,
      .axis = {0, 1, 0},
      .position = {0, 9.4445e-05, -0.30001},
      .link = {.mass = 0.074,
               .com = {-0.007269, 0, 0.011137},
               .inertia = {8.4e-06, 1.89e-05, 1.26e-05, 0, -2.9e-06, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.87267, .upper = 0.5236, .velocity = 30, .torque = 35},
      .drive = {.armature = 0.011, .friction = 0.21, .damping = 0.1},
  };

  // right_ankle_roll_joint moves right_ankle_roll_link, body 6.
  robot.joints[5] = {
      .parent = 5,
      .axis = {1, 0, 0},
      .position = {0, 0, -0.017558},
      .link = {.mass = 0.608,
               .com = {0.026505, 0, -0.016425},
               .inertia = {0.0002231, 0.0016161, 0.0016667, -2e-07, 8.91e-05, 1e-07}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.2618, .upper = 0.2618, .velocity = 30, .torque = 35},
      .drive = {.armature = 0.011, .friction = 0.21, .damping = 0.1},
  };

  // left_hip_pitch_joint moves left_hip_pitch_link, body 7.
  robot.joints[6] = {
      .parent = 0,
      .axis = {0, 1, 0},
      .position = {0, 0.064452, -0.1027},
      .link = {.mass = 1.35,
               .com = {0.002741, 0.047791, -0.02606},
               .inertia = {0.001811, 0.0014193, 0.0012812, 3.68e-05, -3.44e-05, 0.000171}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.5307, .upper = 2.8798, .velocity = 32, .torque = 88},
      .drive = {.armature = 0.036, .friction = 0.53, .damping = 0.26},
  };

  // left_hip_roll_joint moves left_hip_roll_link, body 8.
  robot.joints[7] = {
      .parent = 7,
      .axis = {0.9847439447950311, 0, 0.1740096640693289},
      .position = {0, 0.052, -0.030465},
      .link = {.mass = 1.52,
               .com = {0.04465855228250184, -0.001045, -0.08140489793637143},
               .inertia = {0.0024894965122053163, 0.0024123, 0.0015473034877946836,
                           -6.94380481e-06, -0.00024413505726950818, 1.7458051860765124e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.5236, .upper = 2.9671, .velocity = 20, .torque = 139},
      .drive = {.armature = 0.065, .friction = 0.83, .damping = 0.42},
  };

  // left_hip_yaw_joint moves left_hip_yaw_link, body 9.
  robot.joints[8] = {
      .parent = 8,
      .axis = {-0.1740096640693289, 0, 0.9847439447950311},
      .position = {0.04621766286810568, 0, -0.11787600281656196},
      .link = {.mass = 1.702,
               .com = {-0.030591411161803042, -0.010981, -0.1585216156999717},
               .inertia = {0.006518535452712, 0.0076124, 0.002407864547288,
                           -0.00040978531409876194, -0.0017993845772444421, -0.0007905675469869599}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.7576, .upper = 2.7576, .velocity = 32, .torque = 88},
      .drive = {.armature = 0.036, .friction = 0.53, .damping = 0.26},
  };

  // left_knee_joint moves left_knee_link, body 10.
  robot.joints[9] = {
      .parent = 9,
      .axis = {0, 1, 0},
      .position = {-0.046219988964886674, 0.0021489, -0.1882547496056494},
      .link = {.mass = 1.932,
               .com = {0.005457, 0.003964, -0.12074},
               .inertia = {0.011329, 0.011277, 0.0015168, 4.82e-05, -4.49e-05, -0.0007146}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.087267, .upper = 2.8798, .velocity = 20, .torque = 139},
      .drive = {.armature = 0.065, .friction = 0.83, .damping = 0.42},
  };

  // left_ankle_pitch_joint moves left_ankle_pitch_link, body 11.
  robot.joints[10] = {
      .parent = 10,
      .axis = {0, 1, 0},
      .position = {0, -9.4445e-05, -0.30001},
      .link = {.mass = 0.074,
               .com = {-0.007269, 0, 0.011137},
               .inertia = {8.4e-06, 1.89e-05, 1.26e-05, 0, -2.9e-06, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.87267, .upper = 0.5236, .velocity = 30, .torque = 35},
      .drive = {.armature = 0.011, .friction = 0.21, .damping = 0.1},
  };

  // left_ankle_roll_joint moves left_ankle_roll_link, body 12.
  robot.joints[11] = {
      .parent = 11,
      .axis = {1, 0, 0},
      .position = {0, 0, -0.017558},
      .link = {.mass = 0.608,
               .com = {0.026505, 0, -0.016425},
               .inertia = {0.0002231, 0.0016161, 0.0016667, 2e-07, 8.91e-05, -1e-07}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.2618, .upper = 0.2618, .velocity = 30, .torque = 35},
      .drive = {.armature = 0.011, .friction = 0.21, .damping = 0.1},
  };

  // waist_yaw_joint moves waist_yaw_link, body 13.
  robot.joints[12] = {
      .parent = 0,
      .axis = {0, 0, 1},
      .position = {0, 0, 0},
      .link = {.mass = 0.214,
               .com = {0.003494, 0.000233, 0.018034},
               .inertia = {0.00010673, 0.00010422, 0.0001625, 2.703e-06, -7.631e-06, -2.01e-07}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.618, .upper = 2.618, .velocity = 32, .torque = 88},
      .drive = {.armature = 0.036, .friction = 0.53, .damping = 0.26},
  };

  // waist_roll_joint moves waist_roll_link, body 14.
  robot.joints[13] = {
      .parent = 13,
      .axis = {1, 0, 0},
      .position = {-0.0039635, 0, 0.044},
      .link = {.mass = 0.086,
               .com = {0, 2.3e-05, 0},
               .inertia = {7.079e-06, 6.339e-06, 8.245e-06, 0, 0, 0}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.52, .upper = 0.52, .velocity = 30, .torque = 35},
      .drive = {.armature = 0.011, .friction = 0.21, .damping = 0.1},
  };

  // waist_pitch_joint moves torso_link, body 15.
  robot.joints[14] = {
      .parent = 14,
      .axis = {0, 1, 0},
      .position = {0, 0, 0},
      .link = {.mass = 7.817,
               .com = {0.002031334463349, 0.0003397267493924, 0.1845971451963669},
               .inertia = {0.12164651964290055, 0.10977258485702901, 0.027521919415353133,
                           3.11102103e-05, -0.003742819585422, -1.54299255e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -0.52, .upper = 0.52, .velocity = 30, .torque = 35},
      .drive = {.armature = 0.011, .friction = 0.21, .damping = 0.1},
  };

  // left_shoulder_pitch_joint moves left_shoulder_pitch_link, body 16.
  robot.joints[15] = {
      .parent = 15,
      .axis = {0.000199314124, 0.9612458743694139, 0.2756924541616272},
      .position = {0.0039563, 0.10022, 0.24778},
      .link = {.mass = 0.718,
               .com = {7.1537874e-06, 0.03770678884353352, -0.001282213684415407},
               .inertia = {0.00042909633356429425, 0.0004387455014645384, 0.00043725816497116736,
                           -1.0604556091968157e-05, 3.621246390692e-06, 2.7114650668028675e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -3.0892, .upper = 2.6704, .velocity = 37, .torque = 25},
      .drive = {.armature = 0.0068, .friction = 0.15, .damping = 0.075},
  };

  // left_shoulder_roll_joint moves left_shoulder_roll_link, body 17.
  robot.joints[16] = {
      .parent = 16,
      .axis = {0.9999999801369397, -0.000191589999, -5.4949e-05},
      .position = {7.5739425e-06, 0.04034044563528597, -0.0028186786943410723},
      .link = {.mass = 0.643,
               .com = {-0.000229081524765, 0.0072738385901401975, -0.0632425511172628},
               .inertia = {0.0006177005746233845, 0.0006912010157068073, 0.00038939840966980833,
                           -9.86730355e-07, 8.686382933657e-06, -5.283501297292e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.5882, .upper = 2.2515, .velocity = 37, .torque = 25},
      .drive = {.armature = 0.0068, .friction = 0.15, .damping = 0.075},
  };

  // left_shoulder_yaw_joint moves left_shoulder_yaw_link, body 18.
  robot.joints[17] = {
      .parent = 17,
      .axis = {5.4937503e-05, -6.0010527e-05, 0.9999999966903037},
      .position = {-4.4740082e-06, 0.006246192960578171, -0.10319962525844013},
      .link = {.mass = 0.734,
               .com = {0.0107684787827, -0.0029467426416143827, -0.0720097686672484},
               .inertia = {0.0009988185414870792, 0.001060500404211049, 0.0004353810543018719,
                           7.901776701287e-06, 0.00014116403947600213, -2.85899735255e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.618, .upper = 2.618, .velocity = 37, .torque = 25},
      .drive = {.armature = 0.0068, .friction = 0.15, .damping = 0.075},
  };

  // left_elbow_joint moves left_elbow_link, body 19.
  robot.joints[18] = {
      .parent = 18,
      .axis = {0.000191593295, 0.9999999798460044, 6e-05},
      .position = {0.01577857622859732, 1.8080626e-06, -0.08051886699357645},
      .link = {.mass = 0.6,
               .com = {0.06495629928515301, 0.00444215881620709, -0.010065301993940602},
               .inertia = {0.0002891269168391248, 0.00041517564624757737, 0.0004196974369132978,
                           6.532281452569507e-05, 1.721002020856439e-05, -5.607155434871e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.0472, .upper = 2.0944, .velocity = 37, .torque = 25},
      .drive = {.armature = 0.0068, .friction = 0.15, .damping = 0.075},
  };

  // left_wrist_roll_joint moves left_wrist_roll_link, body 20.
  robot.joints[19] = {
      .parent = 19,
      .axis = {0.9999999801369397, -0.000191589999, -5.4949e-05},
      .position = {0.09999981034955768, 0.001869351067362622, -0.010005381592300511},
      .link = {.mass = 0.08544498,
               .com = {0.01713955046522256, 0.0005343071530667274, -4.2090006e-07},
               .inertia = {4.821381373836399e-05, 3.723061818628879e-05, 5.4821064645347224e-05,
                           -4.2472152103722105e-06, 5.2138615e-09, -2.0585088e-09}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.972222054, .upper = 1.972222054, .velocity = 37, .torque = 25},
      .drive = {.armature = 0.0068, .friction = 0.15, .damping = 0.075},
  };

  // left_wrist_pitch_joint moves left_wrist_pitch_link, body 21.
  robot.joints[20] = {
      .parent = 20,
      .axis = {0.000191593295, 0.9999999798460044, 6e-05},
      .position = {0.037999999245203704, -7.28041994e-06, -2.088062e-06},
      .link = {.mass = 0.48404956,
               .com = {0.022999622589407676, -0.001121192661374708, -0.0011179117889076118},
               .inertia = {0.0001657931087351442, 0.0004295451847215159, 0.0004295357199133399,
                           -1.2262230341746608e-05, 1.2330901293787887e-05, 8.12491443e-07}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.614429558, .upper = 1.614429558, .velocity = 22, .torque = 5},
      .drive = {.armature = 0.00081, .friction = 0.03, .damping = 0.015},
  };

  // left_wrist_yaw_joint moves left_wrist_yaw_link, body 22.
  robot.joints[21] = {
      .parent = 21,
      .axis = {5.4937503e-05, -6.0010527e-05, 0.9999999966903037},
      .position = {0.045999999086299224, -8.8131399e-06, -2.527654e-06},
      .link = {.mass = 0.25457647,
               .com = {0.07082455438817842, 0.000178078972863, 0.0016135359069401082},
               .inertia = {0.00015045928276998346, 0.0006430983883217925, 0.0005601147241181453,
                           3.7697526486221605e-05, -2.929450526463e-06, 3.778959246958e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.614429558, .upper = 1.614429558, .velocity = 22, .torque = 5},
      .drive = {.armature = 0.00081, .friction = 0.03, .damping = 0.015},
  };

  // right_shoulder_pitch_joint moves right_shoulder_pitch_link, body 23.
  robot.joints[22] = {
      .parent = 15,
      .axis = {-0.000199314124, 0.9612458743694139, -0.2756924541616272},
      .position = {0.0039563, -0.10021, 0.24778},
      .link = {.mass = 0.718,
               .com = {7.1537874e-06, -0.03770678884353352, -0.001282213684415407},
               .inertia = {0.00042909633356429425, 0.0004387455014645384, 0.00043725816497116736,
                           1.0604556091968157e-05, 3.621246390692e-06, -2.7114650668028675e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -3.0892, .upper = 2.6704, .velocity = 37, .torque = 25},
      .drive = {.armature = 0.0068, .friction = 0.15, .damping = 0.075},
  };

  // right_shoulder_roll_joint moves right_shoulder_roll_link, body 24.
  robot.joints[23] = {
      .parent = 23,
      .axis = {0.9999999801369397, 0.000191589999, -5.4949e-05},
      .position = {7.5739425e-06, -0.04034044563528597, -0.0028186786943410723},
      .link = {.mass = 0.643,
               .com = {-0.000229081524765, -0.0072738385901401975, -0.0632425511172628},
               .inertia = {0.0006177005746233845, 0.0006912010157068073, 0.00038939840966980833,
                           9.86730355e-07, 8.686382933657e-06, 5.283501297292e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.2515, .upper = 1.5882, .velocity = 37, .torque = 25},
      .drive = {.armature = 0.0068, .friction = 0.15, .damping = 0.075},
  };

  // right_shoulder_yaw_joint moves right_shoulder_yaw_link, body 25.
  robot.joints[24] = {
      .parent = 24,
      .axis = {5.4937503e-05, 6.0010527e-05, 0.9999999966903037},
      .position = {-4.4740082e-06, -0.006246192960578171, -0.10319962525844013},
      .link = {.mass = 0.734,
               .com = {0.0107684787827, 0.0029467426416143827, -0.0720097686672484},
               .inertia = {0.0009988185414870792, 0.001060500404211049, 0.0004353810543018719,
                           -7.901776701287e-06, 0.00014116403947600213, 2.85899735255e-05}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -2.618, .upper = 2.618, .velocity = 37, .torque = 25},
      .drive = {.armature = 0.0068, .friction = 0.15, .damping = 0.075},
  };

  // right_elbow_joint moves right_elbow_link, body 26.
  robot.joints[25] = {
      .parent = 25,
      .axis = {-0.000191593295, 0.9999999798460044, -6e-05},
      .position = {0.01577857622859732, -1.8080626e-06, -0.08051886699357645},
      .link = {.mass = 0.6,
               .com = {0.06495629928515301, -0.00444215881620709, -0.010065301993940602},
               .inertia = {0.0002891269168391248, 0.00041517564624757737, 0.0004196974369132978,
                           -6.532281452569507e-05, 1.721002020856439e-05, 5.607155434871e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.0472, .upper = 2.0944, .velocity = 37, .torque = 25},
      .drive = {.armature = 0.0068, .friction = 0.15, .damping = 0.075},
  };

  // right_wrist_roll_joint moves right_wrist_roll_link, body 27.
  robot.joints[26] = {
      .parent = 26,
      .axis = {0.9999999801369397, 0.000191589999, -5.4949e-05},
      .position = {0.09999981034955768, -0.001869351067362622, -0.010005381592300511},
      .link = {.mass = 0.08544498,
               .com = {0.01713955046522256, -0.0005343071530667274, -4.2090006e-07},
               .inertia = {4.821381373836399e-05, 3.723061818628879e-05, 5.4821064645347224e-05,
                           4.2472152103722105e-06, 5.2138615e-09, 2.0585088e-09}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.972222054, .upper = 1.972222054, .velocity = 37, .torque = 25},
      .drive = {.armature = 0.0068, .friction = 0.15, .damping = 0.075},
  };

  // right_wrist_pitch_joint moves right_wrist_pitch_link, body 28.
  robot.joints[27] = {
      .parent = 27,
      .axis = {-0.000191593295, 0.9999999798460044, -6e-05},
      .position = {0.037999999245203704, 7.28041994e-06, -2.088062e-06},
      .link = {.mass = 0.48404956,
               .com = {0.022999622589407676, 0.001121192661374708, -0.0011179117889076118},
               .inertia = {0.0001657931087351442, 0.0004295451847215159, 0.0004295357199133399,
                           1.2262230341746608e-05, 1.2330901293787887e-05, -8.12491443e-07}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.614429558, .upper = 1.614429558, .velocity = 22, .torque = 5},
      .drive = {.armature = 0.00081, .friction = 0.03, .damping = 0.015},
  };

  // right_wrist_yaw_joint moves right_wrist_yaw_link, body 29.
  robot.joints[28] = {
      .parent = 28,
      .axis = {5.4937503e-05, 6.0010527e-05, 0.9999999966903037},
      .position = {0.045999999086299224, 8.8131399e-06, -2.527654e-06},
      .link = {.mass = 0.25457647,
               .com = {0.07082455438817842, -0.000178078972863, 0.0016135359069401082},
               .inertia = {0.00015045928276998346, 0.0006430983883217925, 0.0005601147241181453,
                           -3.7697526486221605e-05, -2.929450526463e-06, -3.778959246958e-06}},
      .kind = JointKind::kRevolute,
      .limits = {.lower = -1.614429558, .upper = 1.614429558, .velocity = 22, .torque = 5},
      .drive = {.armature = 0.00081, .friction = 0.03, .damping = 0.015},
  };

  // Points of the feet, each with its body, place and radius.
  robot.points[0] = {.body = 6, .position = {-0.05, 0.025, -0.03}, .radius = 0.005};  // right_ankle_roll_link: 4 spheres
  robot.points[1] = {.body = 6, .position = {-0.05, -0.025, -0.03}, .radius = 0.005};
  robot.points[2] = {.body = 6, .position = {0.12, 0.03, -0.03}, .radius = 0.005};
  robot.points[3] = {.body = 6, .position = {0.12, -0.03, -0.03}, .radius = 0.005};
  robot.points[4] = {.body = 12, .position = {-0.05, 0.025, -0.03}, .radius = 0.005};  // left_ankle_roll_link: 4 spheres
  robot.points[5] = {.body = 12, .position = {-0.05, -0.025, -0.03}, .radius = 0.005};
  robot.points[6] = {.body = 12, .position = {0.12, 0.03, -0.03}, .radius = 0.005};
  robot.points[7] = {.body = 12, .position = {0.12, -0.03, -0.03}, .radius = 0.005};
  robot.first_point = {0, 4, 8};
  robot.imu = {.position = {0, 0, 0}, .attitude = {1, 0, 0, 0}};
  return robot;
}
// clang-format on

// clang-format off
struct G1 {
  static constexpr const char* kName = "g1";
  static constexpr int kJoints = 29;
  static constexpr int kPoints = 8;
  static constexpr int kFeet = 2;
  static constexpr std::array<const char*, kFeet> kFootNames = {"right_ankle_roll_link",
      "left_ankle_roll_link"};
  static constexpr std::array<const char*, kJoints> kJointNames = {
      "right_hip_pitch_joint", "right_hip_roll_joint", "right_hip_yaw_joint", "right_knee_joint",
      "right_ankle_pitch_joint", "right_ankle_roll_joint", "left_hip_pitch_joint", "left_hip_roll_joint",
      "left_hip_yaw_joint", "left_knee_joint", "left_ankle_pitch_joint", "left_ankle_roll_joint",
      "waist_yaw_joint", "waist_roll_joint", "waist_pitch_joint", "left_shoulder_pitch_joint",
      "left_shoulder_roll_joint", "left_shoulder_yaw_joint", "left_elbow_joint", "left_wrist_roll_joint",
      "left_wrist_pitch_joint", "left_wrist_yaw_joint", "right_shoulder_pitch_joint",
      "right_shoulder_roll_joint", "right_shoulder_yaw_joint", "right_elbow_joint", "right_wrist_roll_joint",
      "right_wrist_pitch_joint", "right_wrist_yaw_joint"};
  // A posture in which it stands: rad, or m of prismatic joints.
  static constexpr std::array<double, kJoints> kStandingPosture = {
      -0.3146, 0, 0, 0.647, -0.3324, 0, -0.3146, 0, 0, 0.647, -0.3324, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0};
  static constexpr double kStandingHeight = 0.75892;  // m, of the base's origin over the ground

  template <typename Scalar>
  static constexpr RobotModel<Scalar, kJoints, kPoints, kFeet> Model() {
    return CastModel<Scalar>(G1Figures());
  }
};
// clang-format on

}  // namespace footing::robots
