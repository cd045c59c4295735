#include "tools/footing/robot/posture/leg_geometry.hpp"

#include <algorithm>
#include <cmath>

namespace footing::tools {

namespace {

Eigen::Vector3d AxisOf(const DescribedRobot& robot, int joint) {
  const auto& a = robot.joints[static_cast<std::size_t>(joint)].model.axis;
  return {a[0], a[1], a[2]};
}

// Of each joint of the chain at q = 0, in the base's frame.
std::vector<Eigen::Vector3d> Origins(const DescribedRobot& robot, const std::vector<int>& chain) {
  std::vector<Eigen::Vector3d> origins;
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
  for (const int joint : chain) {
    const auto& p = robot.joints[static_cast<std::size_t>(joint)].model.position;
    at += Eigen::Vector3d(p[0], p[1], p[2]);
    origins.push_back(at);
  }
  return origins;
}

bool Turns(const DescribedRobot& robot, int joint) {
  return robot.joints[static_cast<std::size_t>(joint)].model.kind == JointKind::kRevolute;
}

}  // namespace

LegGeometry GeometryOfLeg(const DescribedRobot& robot, const DescribedFoot& foot) {
  constexpr double kParallel = 0.95;  // cosine
  LegGeometry leg;
  leg.chain = robot.Chain(foot.body);
  leg.has_sole = foot.points.size() > 1;
  const std::vector<Eigen::Vector3d> origins = Origins(robot, leg.chain);
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const auto& p : foot.points) middle += Eigen::Vector3d(p.position[0], p.position[1], p.position[2]);
  middle = origins.back() + middle / static_cast<double>(std::max<std::size_t>(1, foot.points.size()));

  const std::size_t count = leg.chain.size() - (foot.wheel && leg.chain.size() > 1 ? 1 : 0);
  for (std::size_t first = 0; first < count; ++first) {
    if (!Turns(robot, leg.chain[first])) continue;
    const Eigen::Vector3d axis = AxisOf(robot, leg.chain[first]);
    std::vector<std::size_t> group;
    double length = 0;
    Eigen::Vector3d last = origins[first];
    const auto reach = [&](const Eigen::Vector3d& to) {
      const Eigen::Vector3d step = to - last;
      length += (step - axis * axis.dot(step)).norm();
      last = to;
    };
    for (std::size_t k = first; k < count; ++k) {
      if (!Turns(robot, leg.chain[k]) || std::fabs(axis.dot(AxisOf(robot, leg.chain[k]))) < kParallel)
        continue;
      reach(origins[k]);
      group.push_back(k);
    }
    // A sole stands level under its ankle.
    if (leg.has_sole && group.size() > 2) {
      length += std::fabs((middle - last).z());
    } else {
      reach(middle);
    }
    if (group.size() < leg.bending.size() || (group.size() == leg.bending.size() && length <= leg.length))
      continue;
    leg.bending.clear();
    leg.length = length;
    leg.axis = axis.y() < 0 || (axis.y() == 0 && axis.sum() < 0) ? Eigen::Vector3d(-axis) : axis;
    for (const std::size_t k : group) leg.bending.push_back(leg.chain[k]);
  }
  for (const int joint : leg.bending) leg.turn.push_back(AxisOf(robot, joint).dot(leg.axis) > 0 ? 1 : -1);
  return leg;
}

double LegLength(const DescribedRobot& robot) {
  double longest = 0;
  for (const DescribedFoot& foot : robot.feet) longest = std::max(longest, GeometryOfLeg(robot, foot).length);
  return longest;
}

}  // namespace footing::tools
