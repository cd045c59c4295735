// Random robots and states for tests of the dynamics.
#pragma once

#include <cmath>

#include "core/dynamics/robot_model.hpp"
#include "core/dynamics/robot_state.hpp"
#include "tests/support/random.hpp"

namespace footing {

inline std::array<double, 3> RandomArray(Random& random, double size) {
  return {random.Uniform(-size, size), random.Uniform(-size, size), random.Uniform(-size, size)};
}

// The inertia of point masses at random places, so that it obeys the triangle inequality.
inline LinkInertia<double> RandomLink(Random& random) {
  LinkInertia<double> link{random.Uniform(0.1, 0.5), RandomArray(random, 0.1), {}};
  for (int part = 0; part < 4; ++part) {
    link = Join(link, {random.Uniform(0.1, 0.5), RandomArray(random, 0.2), {}});
  }
  return link;
}

// A tree with branches anywhere, drives at all joints, and every fourth joint prismatic. The points are on
// any body, the base included; every other one is the centre of a ball.
template <int kJoints, int kPoints>
RobotModel<double, kJoints, kPoints> RandomTree(Random& random) {
  RobotModel<double, kJoints, kPoints> model;
  model.base = RandomLink(random);
  for (std::size_t i = 0; i < kJoints; ++i) {
    std::array<double, 3> axis = RandomArray(random, 1.0);
    const double norm = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (double& component : axis) component /= norm;
    const int parent = static_cast<int>(random.Uniform(0.0, static_cast<double>(i) + 0.999));
    model.joints[i] = {parent, axis, RandomArray(random, 0.3), RandomLink(random)};
    if (i % 4 == 3) model.joints[i].kind = JointKind::kPrismatic;
  }
  for (PointModel<double>& point : model.points) {
    point = {static_cast<int>(random.Uniform(0.0, kJoints + 0.999)), RandomArray(random, 0.3)};
  }
  Random more = random;  // so that what a scene draws next does not depend on drives and balls
  for (JointModel<double>& joint : model.joints)
    joint.drive = {more.Uniform(0, 0.02), more.Uniform(0, 0.3), more.Uniform(0, 0.2)};
  for (std::size_t p = 1; p < kPoints; p += 2) model.points[p].radius = more.Uniform(0, 0.05);
  return model;
}

template <int kJoints>
RobotState<double, kJoints> RandomState(Random& random) {
  RobotState<double, kJoints> state;
  state.base_attitude.coeffs() << random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0),
      random.Uniform(-1.0, 1.0), random.Uniform(0.1, 1.0);
  state.base_attitude.normalize();
  for (int k = 0; k < 3; ++k) {
    state.base_position[k] = random.Uniform(-1.0, 1.0);
    state.base_velocity[k] = random.Uniform(-2.0, 2.0);
    state.base_angular_velocity[k] = random.Uniform(-3.0, 3.0);
  }
  for (int i = 0; i < kJoints; ++i) {
    state.joint_position[i] = random.Uniform(-2.0, 2.0);
    state.joint_velocity[i] = random.Uniform(-5.0, 5.0);
  }
  return state;
}

}  // namespace footing
