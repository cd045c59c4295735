#include "tools/footing/report/page_robot.hpp"

#include <nlohmann/json.hpp>

namespace footing::tools {

nlohmann::json PageRobot(const RobotFigures& robot) {
  nlohmann::json json = {{"name", robot.name},
                         {"mass", robot.Mass()},
                         {"height", robot.height},
                         {"trots", robot.trots},
                         {"posture", robot.posture},
                         {"base", {{"mass", robot.base.mass}, {"com", robot.base.com}}},
                         {"joints", nlohmann::json::array()},
                         {"points", nlohmann::json::array()},
                         {"first_point", robot.first_point},
                         {"feet", robot.foot_names}};
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const JointModel<double>& joint = robot.joints[j];
    json["joints"].push_back({{"name", robot.joint_names[j]},
                              {"parent", joint.parent},
                              {"axis", joint.axis},
                              {"position", joint.position},
                              {"kind", joint.kind == JointKind::kPrismatic ? "prismatic" : "revolute"},
                              {"mass", joint.link.mass},
                              {"com", joint.link.com}});
  }
  for (const PointModel<double>& point : robot.points) {
    json["points"].push_back({{"body", point.body}, {"position", point.position}, {"radius", point.radius}});
  }
  return json;
}

}  // namespace footing::tools
