#include "tools/footing/robot/posture/standing_frames.hpp"

namespace footing::tools {

void ComputeFrames(const DescribedRobot& robot, const CapacityModel& model,
                   const std::vector<double>& position, StandingFrames* frames) {
  BoundedVector<double, kMostJoints> q = BoundedVector<double, kMostJoints>::Zero();
  for (std::size_t j = 0; j < position.size(); ++j) q[static_cast<Eigen::Index>(j)] = position[j];
  ComputeKinematics(model, Quaternion<double>(1, 0, 0, 0), q, &frames->bodies);
  const auto in_base = [&](std::size_t body, const std::array<double, 3>& at) {
    return Eigen::Vector3d(frames->bodies.position[body] +
                           frames->bodies.rotation[body] * footing::ToVector(at));
  };
  frames->lowest.resize(robot.feet.size());
  for (std::size_t i = 0; i < robot.feet.size(); ++i) {
    frames->lowest[i].clear();
    for (const PointModel<double>& point : robot.feet[i].points) {
      frames->lowest[i].push_back(in_base(static_cast<std::size_t>(point.body), point.position) -
                                  point.radius * Eigen::Vector3d::UnitZ());
    }
  }
  double mass = robot.base_inertia.mass;
  frames->com = mass * in_base(0, robot.base_inertia.com);
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const LinkInertia<double>& link = robot.joints[j].model.link;
    mass += link.mass;
    frames->com += link.mass * in_base(j + 1, link.com);
  }
  frames->com /= mass;
}

}  // namespace footing::tools
