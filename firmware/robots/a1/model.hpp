// The Unitree A1: 12 joints, four point feet, 13.741 kg.
// Figures from a1.urdf of Unitree's robot description (BSD-3-Clause); the foot is joined
// to its calf, the IMU to the trunk, and a foot touches at the centre of its ball.
// Legs in the order FR, FL, RR, RL, each hip (x axis), thigh (y), calf (y). It needs core alone, and is
// installed with it.
#pragma once

#include "core/dynamics/robot_model.hpp"

namespace footing::robots {

template <typename Scalar>
constexpr RobotModel<Scalar, 12, 4> UnitreeA1() {
  using Link = LinkInertia<Scalar>;
  const auto s = [](double x) { return static_cast<Scalar>(x); };

  RobotModel<Scalar, 12, 4> a1;
  const Link trunk{s(6.0),
                   {s(0.0), s(0.0041), s(-0.0005)},
                   {s(0.0158533), s(0.0377999), s(0.0456542), s(-3.66e-05), s(-6.11e-05), s(-2.75e-05)}};
  const Link imu{s(0.001), {}, {s(0.0001), s(0.0001), s(0.0001), s(0), s(0), s(0)}};
  a1.base = Join(trunk, imu);

  for (int leg = 0; leg < 4; ++leg) {
    const Scalar front = leg < 2 ? s(1) : s(-1);
    const Scalar left = leg % 2 == 1 ? s(1) : s(-1);
    const Link hip{s(0.696),
                   {front * s(-0.003311), left * s(0.000635), s(3.1e-05)},
                   {s(0.000469246), s(0.00080749), s(0.000552929), front * left * s(-9.409e-06),
                    front * s(-3.42e-07), left * s(-4.66e-07)}};
    const Link thigh{s(1.013),
                     {s(-0.003237), left * s(-0.022327), s(-0.027326)},
                     {s(0.005529065), s(0.005139339), s(0.001367788), left * s(4.825e-06), s(0.000343869),
                      left * s(2.2448e-05)}};
    const Link calf{s(0.166),
                    {s(0.006435), s(0.0), s(-0.107388)},
                    {s(0.002997972), s(0.003014022), s(3.2426e-05), s(0), s(-0.000141163), s(0)}};
    const Link ball{s(0.06), {}, {s(9.6e-06), s(9.6e-06), s(9.6e-06), s(0), s(0), s(0)}};
    const std::array<Scalar, 3> foot = {s(0), s(0), s(-0.2)};

    const auto joint = static_cast<unsigned>(3 * leg);
    const int body = 3 * leg;
    a1.joints[joint] = {0, {s(1), s(0), s(0)}, {front * s(0.1805), left * s(0.047), s(0)}, hip};
    a1.joints[joint + 1] = {body + 1, {s(0), s(1), s(0)}, {s(0), left * s(0.0838), s(0)}, thigh};
    a1.joints[joint + 2] = {
        body + 2, {s(0), s(1), s(0)}, {s(0), s(0), s(-0.2)}, Join(calf, Shift(ball, foot))};
    a1.points[static_cast<unsigned>(leg)] = {body + 3, foot};
  }
  return a1;
}

// What FootTracker takes. Base axes: x forward, y left, z up; the IMU's are the same.
struct A1 {
  static constexpr int kJoints = 12;
  static constexpr int kFeet = 4;
  static constexpr std::array<const char*, kFeet> kFootNames = {"FR", "FL", "RR", "RL"};
  static constexpr std::array<const char*, kJoints> kJointNames = {
      "FR_hip", "FR_thigh", "FR_calf", "FL_hip", "FL_thigh", "FL_calf",
      "RR_hip", "RR_thigh", "RR_calf", "RL_hip", "RL_thigh", "RL_calf"};
  // N·m, of either sign, from the same description.
  static constexpr std::array<float, kJoints> kTorqueLimit = {33.5f, 33.5f, 33.5f, 33.5f, 33.5f, 33.5f,
                                                              33.5f, 33.5f, 33.5f, 33.5f, 33.5f, 33.5f};

  template <typename Scalar>
  static constexpr RobotModel<Scalar, kJoints, kFeet> Model() {
    return UnitreeA1<Scalar>();
  }
};

}  // namespace footing::robots
