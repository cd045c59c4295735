// Units that make the gains of the example controllers the same for all robots: the robot's mass, the height
// of its base when it stands, gravity, and what follows from them.
#pragma once

#include <array>

#include "core/dynamics/kinematics.hpp"
#include "core/dynamics/robot_tree.hpp"

namespace footing {

template <typename Scalar>
struct BodyUnits {
  Scalar length;  // m, the base's height
  Scalar time;    // s, √(length / g)
  Scalar weight;  // N

  Scalar Speed() const { return length / time; }             // m/s
  Scalar Stiffness() const { return weight / length; }       // N/m
  Scalar Damping() const { return weight * time / length; }  // N·s/m
  static constexpr Scalar kGravity = Scalar(9.81L);          // m/s²
};

template <typename Robot, typename Scalar>
BodyUnits<Scalar> UnitsOf() {
  constexpr auto kModel = Robot::template Model<Scalar>();
  const Scalar height = static_cast<Scalar>(Robot::kStandingHeight);
  return {height, Sqrt(height / BodyUnits<Scalar>::kGravity), ScaleOf(kModel).weight};
}

// The standing posture, m or rad. The compiler turns it from double: a target would do so in every tick.
template <typename Robot, typename Scalar>
inline constexpr auto kPostureOf = [] {
  std::array<Scalar, Robot::kJoints> posture{};
  for (unsigned j = 0; j < Robot::kJoints; ++j) posture[j] = static_cast<Scalar>(Robot::kStandingPosture[j]);
  return posture;
}();

// Where the points touch in the standing posture, from the base's origin, base axes, m.
template <typename Robot, typename Scalar>
std::array<Vector3<Scalar>, Robot::kPoints> StandingPoints() {
  constexpr auto kModel = Robot::template Model<Scalar>();
  BoundedVector<Scalar, Robot::kJoints> posture;
  for (unsigned j = 0; j < Robot::kJoints; ++j) posture[static_cast<int>(j)] = kPostureOf<Robot, Scalar>[j];
  Kinematics<std::remove_const_t<decltype(kModel)>> kinematics;
  ComputeKinematics(kModel, Quaternion<Scalar>(1, 0, 0, 0), posture, &kinematics);
  std::array<Vector3<Scalar>, Robot::kPoints> points;
  for (unsigned p = 0; p < Robot::kPoints; ++p) {
    const auto body = static_cast<unsigned>(kModel.points[p].body);
    points[p] = kinematics.position[body] + kinematics.rotation[body] * ToVector(kModel.points[p].position) -
                Vector3<Scalar>(0, 0, kModel.points[p].radius);
  }
  return points;
}

}  // namespace footing
