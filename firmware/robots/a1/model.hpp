// The Unitree A1: 12 joints, four point feet, 13.741 kg.
// Figures from a1.urdf of Unitree's robot description (BSD-3-Clause); the foot is joined
// to its calf, the IMU to the trunk, and a foot touches at the centre of its ball. The drives are what public models
// of this robot take: 0.01 kg·m² of reflected inertia, 0.2 N·m of dry friction, 0.1 N·m·s/rad of damping.
// Legs in the order FR, FL, RR, RL, each hip (x axis), thigh (y), calf (y). It needs core alone, and is
// installed with it.
#pragma once

#include "core/dynamics/robot_model.hpp"

namespace footing::robots {

constexpr RobotModel<double, 12, 4> UnitreeA1Figures() {
  using Link = LinkInertia<double>;
  RobotModel<double, 12, 4> a1;
  const Link trunk{6.0,
                   {0.0, 0.0041, -0.0005},
                   {0.0158533, 0.0377999, 0.0456542, -3.66e-05, -6.11e-05, -2.75e-05}};
  const Link imu{0.001, {}, {0.0001, 0.0001, 0.0001, 0, 0, 0}};
  a1.base = Join(trunk, imu);

  for (int leg = 0; leg < 4; ++leg) {
    const double front = leg < 2 ? 1 : -1;
    const double left = leg % 2 == 1 ? 1 : -1;
    const Link hip{0.696,
                   {front * -0.003311, left * 0.000635, 3.1e-05},
                   {0.000469246, 0.00080749, 0.000552929, front * left * -9.409e-06, front * -3.42e-07,
                    left * -4.66e-07}};
    const Link thigh{1.013,
                     {-0.003237, left * -0.022327, -0.027326},
                     {0.005529065, 0.005139339, 0.001367788, left * 4.825e-06, 0.000343869, left * 2.2448e-05}};
    const Link calf{
        0.166, {0.006435, 0.0, -0.107388}, {0.002997972, 0.003014022, 3.2426e-05, 0, -0.000141163, 0}};
    const Link ball{0.06, {}, {9.6e-06, 9.6e-06, 9.6e-06, 0, 0, 0}};
    const std::array<double, 3> foot = {0, 0, -0.2};

    const auto joint = static_cast<unsigned>(3 * leg);
    const int body = 3 * leg;
    a1.joints[joint] = {0, {1, 0, 0}, {front * 0.1805, left * 0.047, 0}, hip};
    a1.joints[joint + 1] = {body + 1, {0, 1, 0}, {0, left * 0.0838, 0}, thigh};
    a1.joints[joint + 2] = {body + 2, {0, 1, 0}, {0, 0, -0.2}, Join(calf, Shift(ball, foot))};
    a1.points[static_cast<unsigned>(leg)] = {body + 3, foot};
  }
  for (auto& joint : a1.joints) {
    joint.limits.torque = 33.5;
    joint.drive = {0.01, 0.2, 0.1};
  }
  return a1;
}

template <typename Scalar>
constexpr RobotModel<Scalar, 12, 4> UnitreeA1() {
  return CastModel<Scalar>(UnitreeA1Figures());
}

// What FootTracker takes. Base axes: x forward, y left, z up; the IMU's are the same.
struct A1 {
  static constexpr const char* kName = "a1";
  static constexpr int kJoints = 12;
  static constexpr int kPoints = 4;
  static constexpr int kFeet = 4;
  static constexpr std::array<const char*, kFeet> kFootNames = {"FR", "FL", "RR", "RL"};
  static constexpr std::array<const char*, kJoints> kJointNames = {
      "FR_hip", "FR_thigh", "FR_calf", "FL_hip", "FL_thigh", "FL_calf",
      "RR_hip", "RR_thigh", "RR_calf", "RL_hip", "RL_thigh", "RL_calf"};
  static constexpr std::array<double, kJoints> kStandingPosture = {0, 0.83, -1.66, 0, 0.83, -1.66,
                                                                  0, 0.83, -1.66, 0, 0.83, -1.66};  // rad
  static constexpr double kStandingHeight = 0.27;  // m, of the base's origin over the ground

  template <typename Scalar>
  static constexpr RobotModel<Scalar, kJoints, kFeet> Model() {
    return UnitreeA1<Scalar>();
  }
};

}  // namespace footing::robots
