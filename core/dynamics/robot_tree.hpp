// The shape and the size of a robot, from its model: what sizes memory and bounds loops, and what scales
// forces and speeds. All of it can be known at compile time.
#pragma once

#include "core/dynamics/robot_model.hpp"
#include "core/scalar.hpp"

namespace footing {

// Joints between `body` and the base.
template <typename Model>
constexpr int JointsTo(const Model& model, int body) {
  int joints = 0;
  // at most Model::kJoints
  for (; body > 0; body = model.joints[static_cast<unsigned>(body - 1)].parent) ++joints;
  return joints;
}

// The most joints between the base and a foot.
template <typename Model>
constexpr int LongestLeg(const Model& model) {
  int most = 1;
  for (int foot = 0; foot < Model::kFeet; ++foot) most = Max(most, JointsTo(model, model.FootBody(foot)));
  return most;
}

// Whether two joints or more hang on the base: M's branches then part at its sixth row.
template <typename Model>
constexpr bool BaseBranches(const Model& model) {
  int joints = 0;
  for (const auto& joint : model.joints) joints += joint.parent == 0 ? 1 : 0;
  return joints > 1;
}

// Joints between a foot and the base, from the foot on.
template <int kMost>
struct LegJoints {
  int count = 0;  // at most kMost
  std::array<int, static_cast<unsigned>(kMost)> joint{};
};

// All of them. kMost: LongestLeg, or more.
template <int kMost, typename Model>
constexpr LegJoints<kMost> PathOf(const Model& model, int foot) {
  LegJoints<kMost> path;
  // at most kMost
  for (int body = model.FootBody(foot); body > 0 && path.count < kMost;) {
    path.joint[static_cast<unsigned>(path.count++)] = body - 1;
    body = model.joints[static_cast<unsigned>(body - 1)].parent;
  }
  return path;
}

// Whether a foot other than `foot` hangs on the joint.
template <typename Model>
constexpr bool CarriesAnother(const Model& model, int foot, int joint) {
  bool carries = false;
  for (int other = 0; other < Model::kFeet; ++other) {
    if (other == foot) continue;
    // at most kLeg
    for (int body = model.FootBody(other); body > 0;
         body = model.joints[static_cast<unsigned>(body - 1)].parent)
      carries |= body - 1 == joint;
  }
  return carries;
}

// Those of its leg alone: joints that carry another foot too do not tell whose force it is.
template <int kMost, typename Model>
constexpr LegJoints<kMost> LegOf(const Model& model, int foot) {
  const LegJoints<kMost> path = PathOf<kMost>(model, foot);
  LegJoints<kMost> leg;
  for (const int joint : path.joint) {
    if (leg.count == path.count || CarriesAnother(model, foot, joint)) break;
    leg.joint[static_cast<unsigned>(leg.count++)] = joint;
  }
  return leg;
}

// What forces, lengths and speeds of a robot are counted in.
template <typename Scalar>
struct RobotScale {
  Scalar weight = 0;  // N, on Earth
  Scalar load = 0;    // N, the weight shared by all points
  Scalar length = 0;  // m, of the mean leg: the sum of its links from the second joint on
  Scalar speed = 0;   // m/s, √(9.81 length)
};

template <typename Model>
RobotScale<typename Model::Scalar> ScaleOf(const Model& model) {
  using Scalar = typename Model::Scalar;
  const auto size = [](const std::array<Scalar, 3>& v) {
    return Sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  };
  constexpr Scalar kGravity = Scalar(9.81L);  // m/s²
  RobotScale<Scalar> scale;
  for (int body = 0; body < Model::kBodies; ++body) scale.weight += kGravity * model.Link(body).mass;
  scale.load = scale.weight / Scalar(Max(Model::kPoints, 1));
  for (int p = 0; p < Model::kPoints; ++p) {
    const PointModel<Scalar>& point = model.points[static_cast<unsigned>(p)];
    Scalar leg = size(point.position);
    // at most Model::kJoints
    for (int body = point.body; body > 0;) {
      const auto& joint = model.joints[static_cast<unsigned>(body - 1)];
      if (joint.parent > 0) leg += size(joint.position);
      body = joint.parent;
    }
    scale.length += leg / Scalar(Model::kPoints);
  }
  scale.speed = Sqrt(kGravity * scale.length);
  return scale;
}

// N, that the summed forces of so many points are counted in: their errors partly cancel.
template <typename Scalar>
Scalar UnitForce(const RobotScale<Scalar>& scale, int points) {
  return scale.load * Sqrt(static_cast<Scalar>(points));
}

}  // namespace footing
