#include "tools/footing/robot/described_robot.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <set>

#include "tools/footing/files/number.hpp"
#include "tools/footing/robot/body_inertias.hpp"
#include "tools/footing/robot/tidy.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

namespace {

constexpr double kExactAxis = 1e-11;  // an axis within this of an axis of the base is that axis

std::array<double, 3> ExactAxis(Eigen::Vector3d axis) {
  for (int k = 0; k < 3; ++k) {
    Eigen::Vector3d unit = Eigen::Vector3d::Zero();
    unit[k] = axis[k] > 0 ? 1 : -1;
    if ((axis - unit).cwiseAbs().maxCoeff() < kExactAxis) axis = unit;
  }
  return Tidy(ArrayOf(axis.normalized()));
}

class TreeBuilder {
 public:
  TreeBuilder(const UrdfRobot& urdf, const RobotRequest& request) : urdf_(urdf), request_(request) {}

  DescribedRobot Build() {
    FindLocks();
    FindBase();
    FindFeet();
    OrderJoints();
    PlaceLinks();
    SumInertias(urdf_, request_.repair_inertia, base_, &robot_);
    return robot_;
  }

 private:
  bool Moves(const UrdfJoint& joint) const { return joint.Moves() && !robot_.locked.contains(joint.name); }

  void FindLocks() {
    std::vector<std::string> names;
    for (const UrdfJoint& joint : urdf_.joints)
      if (joint.Moves()) names.push_back(joint.name);
    std::map<std::string, double> wanted = request_.locked;
    if (request_.lock_mimics) {
      for (const UrdfJoint& joint : urdf_.joints)
        if (!joint.mimics.empty()) wanted.emplace(joint.name, std::nan(""));
    }
    for (const auto& [name, value] : wanted) {
      const int index = urdf_.Joint(name);
      if (index < 0) throw ProblemError("no joint \"" + name + "\" to lock" + NearNames(name, names));
      const UrdfJoint& joint = urdf_.joints[Unsigned(index)];
      if (!joint.Moves()) throw ProblemError("joint \"" + name + "\": cannot be locked, it does not move");
      const double at = std::isnan(value) ? joint.mimic_offset : value;
      const double lower = joint.limits.lower.value_or(at), upper = joint.limits.upper.value_or(at);
      if (at < lower || at > upper) {
        throw ProblemError("joint \"" + name + "\": cannot be locked at " + ShortNumber(at) +
                           ", its limits are " + ShortNumber(lower) + " to " + ShortNumber(upper));
      }
      robot_.locked[name] = at;
    }
    for (const UrdfJoint& joint : urdf_.joints) {
      if (joint.mimics.empty() || robot_.locked.contains(joint.name)) continue;
      throw ProblemError("joint \"" + joint.name + "\": follows joint \"" + joint.mimics +
                         "\" (mimic), which no model has; --lock " + joint.name + " fixes it");
    }
  }

  // The root, or what floats on it.
  void FindBase() {
    robot_.name = urdf_.name;
    base_ = urdf_.root;
    for (const UrdfJoint& joint : urdf_.joints) {
      if (joint.kind != UrdfJoint::Kind::kFloating) continue;
      const auto others = std::count_if(urdf_.joints.begin(), urdf_.joints.end(),
                                        [&](const UrdfJoint& other) { return other.parent == urdf_.root; });
      const UrdfLink& root = urdf_.links[Unsigned(urdf_.root)];
      if (joint.parent != urdf_.root || others != 1 || root.mass != 0) {
        throw ProblemError("joint \"" + joint.name +
                           "\": floats, which only the one joint of a root without mass may do");
      }
      base_ = joint.child;
      robot_.left_out.push_back("link " + root.name + ": the world, on which " +
                                urdf_.links[Unsigned(base_)].name + " floats by joint " + joint.name);
    }
    robot_.base = urdf_.links[Unsigned(base_)].name;
  }

  int FindLink(const std::string& what, const std::string& name) const {
    std::vector<std::string> names;
    for (const UrdfLink& link : urdf_.links) names.push_back(link.name);
    const int index = urdf_.Link(name);
    if (index < 0)
      throw ProblemError(what + " \"" + name + "\": there is no such link" + NearNames(name, names));
    return index;
  }

  void FindFeet() {
    std::map<int, std::string> joint_of;  // the last joint that moves a foot → foot
    for (const std::string& name : request_.feet) {
      DescribedFoot foot;
      foot.name = name;
      foot.link = FindLink("foot", name);
      for (const DescribedFoot& other : robot_.feet) {
        if (other.link == foot.link) throw ProblemError("foot \"" + name + "\": is named twice");
      }
      const std::vector<int> chain = JointsAbove(foot.link);
      if (chain.empty()) throw ProblemError("foot \"" + name + "\": no joint moves it against the base");
      const auto [other, is_new] = joint_of.emplace(chain.back(), name);
      if (!is_new) {
        throw ProblemError("foot \"" + name + "\": is of one body with foot \"" + other->second +
                           "\"; --points gives one foot several points");
      }
      robot_.feet.push_back(foot);
    }
  }

  // Moving joints between the base and a link, from the base.
  std::vector<int> JointsAbove(int link) const {
    std::vector<int> chain;
    while (link != base_ && link != urdf_.root) {
      const int joint = urdf_.parent_joint[Unsigned(link)];
      if (Moves(urdf_.joints[Unsigned(joint)])) chain.push_back(joint);
      link = urdf_.joints[Unsigned(joint)].parent;
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  void OrderJoints() {
    body_of_.assign(urdf_.joints.size(), -1);
    const auto add = [this](int joint) {
      if (body_of_[Unsigned(joint)] >= 0) return;
      DescribedJoint ours;
      ours.name = urdf_.joints[Unsigned(joint)].name;
      ours.link = urdf_.links[Unsigned(urdf_.joints[Unsigned(joint)].child)].name;
      ours.source = joint;
      robot_.joints.push_back(ours);
      body_of_[Unsigned(joint)] = static_cast<int>(robot_.joints.size());
    };
    for (const DescribedFoot& foot : robot_.feet)
      for (const int joint : JointsAbove(foot.link)) add(joint);
    const std::function<void(int)> visit = [&](int link) {
      for (std::size_t j = 0; j < urdf_.joints.size(); ++j) {
        if (urdf_.joints[j].parent != link) continue;
        if (Moves(urdf_.joints[j])) add(static_cast<int>(j));
        visit(urdf_.joints[j].child);
      }
    };
    visit(base_);
    if (robot_.joints.size() > kMostJoints) {
      throw ProblemError(std::to_string(robot_.joints.size()) + " joints move, the limit is " +
                         std::to_string(kMostJoints) + "; --lock fixes some");
    }
  }

  // Each link in its body's frame, and each joint in its parent's.
  void PlaceLinks() {
    robot_.places.assign(urdf_.links.size(), {});
    robot_.places[Unsigned(base_)].body = 0;
    const std::function<void(int)> visit = [&](int link) {
      const LinkPlace place = robot_.places[Unsigned(link)];
      for (std::size_t j = 0; j < urdf_.joints.size(); ++j) {
        const UrdfJoint& joint = urdf_.joints[j];
        if (joint.parent != link) continue;
        PlaceChild(joint, body_of_[j], place);
        visit(joint.child);
      }
    };
    visit(base_);
  }

  void PlaceChild(const UrdfJoint& joint, int body, const LinkPlace& parent) {
    LinkPlace& place = robot_.places[Unsigned(joint.child)];
    place.pose = parent.pose * joint.origin;
    if (body < 0) {
      place.body = parent.body;
      const auto locked = robot_.locked.find(joint.name);
      if (locked != robot_.locked.end()) place.pose = place.pose * Moved(joint, locked->second);
      place.pose.rotation = RightAngles(place.pose.rotation);
      robot_.merged.push_back(urdf_.links[Unsigned(joint.child)].name);
      return;
    }
    JointModel<double>& model = robot_.joints[Unsigned(body - 1)].model;
    model.parent = parent.body;
    model.axis = ExactAxis(place.pose.rotation * joint.axis);
    model.position = Tidy(ArrayOf(place.pose.position));
    model.kind = joint.kind == UrdfJoint::Kind::kPrismatic ? JointKind::kPrismatic : JointKind::kRevolute;
    place.body = body;
    place.pose = {RightAngles(place.pose.rotation), Eigen::Vector3d::Zero()};
  }

  static Pose Moved(const UrdfJoint& joint, double by) {
    Pose pose;
    if (joint.kind == UrdfJoint::Kind::kPrismatic) {
      pose.position = by * joint.axis;
    } else {
      pose.rotation = Eigen::AngleAxisd(by, joint.axis).toRotationMatrix();
    }
    return pose;
  }

  const UrdfRobot& urdf_;
  const RobotRequest& request_;
  DescribedRobot robot_;
  int base_ = 0;              // link
  std::vector<int> body_of_;  // of each joint of the URDF; -1: it does not move
};

}  // namespace

std::array<double, 3> ArrayOf(const Eigen::Vector3d& vector) { return {vector[0], vector[1], vector[2]}; }

double DescribedRobot::Mass() const {
  double mass = base_inertia.mass;
  for (const DescribedJoint& joint : joints) mass += joint.model.link.mass;
  return mass;
}

int DescribedRobot::Points() const {
  std::size_t points = 0;
  for (const DescribedFoot& foot : feet) points += foot.points.size();
  return static_cast<int>(points);
}

CapacityModel DescribedRobot::Model() const {
  CapacityModel model;
  for (JointModel<double>& joint : model.joints) joint.axis = {1, 0, 0};
  model.base = base_inertia;
  for (std::size_t j = 0; j < joints.size(); ++j) model.joints[j] = joints[j].model;
  std::size_t point = 0;
  for (const DescribedFoot& foot : feet)
    for (const PointModel<double>& p : foot.points) model.points[point++] = p;
  model.imu = imu;
  return model;
}

std::vector<int> DescribedRobot::Chain(int body) const {
  std::vector<int> chain;
  for (; body > 0; body = joints[Unsigned(body - 1)].model.parent) chain.push_back(body - 1);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

DescribedRobot DescribeRobot(const UrdfRobot& urdf, const RobotRequest& request) {
  DescribedRobot robot = TreeBuilder(urdf, request).Build();
  robot.assumed = urdf.assumptions;
  return robot;
}

namespace {

// Whether "imu" is a word of the name: imu_link, trunk_imu.
bool NamesAnImu(const std::string& name) {
  std::string word;
  for (const char c : name + "_") {
    if (std::isalpha(static_cast<unsigned char>(c))) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (word == "imu") return true;
    word.clear();
  }
  return false;
}

// ", perhaps A or B": links of the base that are named like an IMU; or nothing.
std::string PerhapsTheImu(const UrdfRobot& urdf, const DescribedRobot& robot) {
  std::string text;
  for (std::size_t i = 0; i < urdf.links.size(); ++i) {
    if (robot.places[i].body == 0 && NamesAnImu(urdf.links[i].name))
      text += (text.empty() ? ", perhaps " : " or ") + urdf.links[i].name;
  }
  return text;
}

}  // namespace

void PlaceImu(const UrdfRobot& urdf, const std::string& link, DescribedRobot* robot) {
  if (link.empty()) {
    robot->assumed.push_back("the IMU has the frame of the base, " + robot->base + " (--imu names its link" +
                             PerhapsTheImu(urdf, *robot) + ")");
    return;
  }
  std::vector<std::string> names;
  for (const UrdfLink& other : urdf.links) names.push_back(other.name);
  const int index = urdf.Link(link);
  if (index < 0) throw ProblemError("IMU \"" + link + "\": there is no such link" + NearNames(link, names));
  const LinkPlace& place = robot->places[Unsigned(index)];
  if (place.body != 0) {
    std::string between;
    for (const int joint : robot->Chain(place.body))
      between += (between.empty() ? "; --lock may fix " : ", ") + robot->joints[Unsigned(joint)].name;
    throw ProblemError("IMU \"" + link + "\": is not fixed to the base \"" + robot->base + "\"" + between);
  }
  robot->imu_link = link;
  robot->imu.position = Tidy(ArrayOf(place.pose.position));
  Eigen::Quaterniond attitude(place.pose.rotation);
  if (attitude.w() < 0) attitude.coeffs() *= -1;
  robot->imu.attitude = Tidy(std::array<double, 4>{attitude.w(), attitude.x(), attitude.y(), attitude.z()});
}

}  // namespace footing::tools
