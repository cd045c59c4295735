#include "tools/footing/robot/urdf/urdf_file.hpp"

#include <console_bridge/console.h>
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>

#include "tools/footing/files/number.hpp"
#include "tools/footing/robot/urdf/urdf_text.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

namespace {

// Keeps what liburdfdom says, which would go to standard error.
class UrdfdomWords : public console_bridge::OutputHandler {
 public:
  UrdfdomWords() { console_bridge::useOutputHandler(this); }
  ~UrdfdomWords() override { console_bridge::restorePreviousOutputHandler(); }
  UrdfdomWords(const UrdfdomWords&) = delete;
  UrdfdomWords& operator=(const UrdfdomWords&) = delete;

  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR) words_ += (words_.empty() ? "" : "; ") + text;
  }
  std::string Line() const {
    std::string line = words_;
    std::replace_if(
        line.begin(), line.end(), [](unsigned char c) { return c < 0x20; }, ' ');
    return line;
  }

 private:
  std::string words_;
};

Pose ToPose(const urdf::Pose& pose) {
  Pose ours;
  const urdf::Rotation& q = pose.rotation;
  ours.rotation = RightAngles(Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix());
  ours.position = {pose.position.x, pose.position.y, pose.position.z};
  return ours;
}

UrdfShape ToShape(const urdf::Collision& collision) {
  UrdfShape shape;
  shape.pose = ToPose(collision.origin);
  if (!collision.geometry) return shape;
  switch (collision.geometry->type) {
    case urdf::Geometry::SPHERE:
      shape.kind = UrdfShape::Kind::kSphere;
      shape.radius = static_cast<const urdf::Sphere&>(*collision.geometry).radius;
      break;
    case urdf::Geometry::CYLINDER:
      shape.kind = UrdfShape::Kind::kCylinder;
      shape.radius = static_cast<const urdf::Cylinder&>(*collision.geometry).radius;
      shape.length = static_cast<const urdf::Cylinder&>(*collision.geometry).length;
      break;
    case urdf::Geometry::BOX: {
      const urdf::Vector3& size = static_cast<const urdf::Box&>(*collision.geometry).dim;
      shape.kind = UrdfShape::Kind::kBox;
      shape.size = {size.x, size.y, size.z};
      break;
    }
    case urdf::Geometry::MESH: break;
  }
  return shape;
}

UrdfLink ToLink(const urdf::Link& link) {
  UrdfLink ours;
  ours.name = link.name;
  if (const auto& inertial = link.inertial) {
    const Pose pose = ToPose(inertial->origin);
    ours.mass = inertial->mass;
    ours.com = pose.position;
    Eigen::Matrix3d inertia;
    inertia << inertial->ixx, inertial->ixy, inertial->ixz, inertial->ixy, inertial->iyy, inertial->iyz,
        inertial->ixz, inertial->iyz, inertial->izz;
    ours.inertia = pose.rotation * inertia * pose.rotation.transpose();
  }
  for (const auto& collision : link.collision_array) ours.shapes.push_back(ToShape(*collision));
  return ours;
}

[[noreturn]] void BlameJoint(const std::string& name, const std::string& what) {
  throw ProblemError("joint \"" + name + "\": " + what);
}

void ReadLimits(const urdf::Joint& joint, bool has_range, UrdfJoint* ours) {
  if (!joint.limits) return;
  const urdf::JointLimits& limits = *joint.limits;
  if (has_range) {
    if (limits.lower > limits.upper) {
      BlameJoint(joint.name, "limits contradict: lower " + ShortNumber(limits.lower) + " is above upper " +
                                 ShortNumber(limits.upper));
    }
    ours->limits.lower = limits.lower;
    ours->limits.upper = limits.upper;
  }
  if (limits.effort < 0) BlameJoint(joint.name, "limit of effort is negative: " + ShortNumber(limits.effort));
  if (limits.velocity < 0)
    BlameJoint(joint.name, "limit of velocity is negative: " + ShortNumber(limits.velocity));
  if (limits.effort > 0) ours->limits.torque = limits.effort;
  if (limits.velocity > 0) ours->limits.velocity = limits.velocity;
}

void ReadAxis(const urdf::Joint& joint, UrdfJoint* ours) {
  const Eigen::Vector3d axis(joint.axis.x, joint.axis.y, joint.axis.z);
  if (!(axis.norm() > 1e-9)) BlameJoint(joint.name, "axis has no length");
  ours->axis = axis.normalized();
}

UrdfJoint ToJoint(const urdf::Joint& joint, bool has_range) {
  UrdfJoint ours;
  ours.name = joint.name;
  ours.origin = ToPose(joint.parent_to_joint_origin_transform);
  switch (joint.type) {
    case urdf::Joint::FIXED: return ours;
    case urdf::Joint::FLOATING: ours.kind = UrdfJoint::Kind::kFloating; return ours;
    case urdf::Joint::PRISMATIC: ours.kind = UrdfJoint::Kind::kPrismatic; break;
    default: ours.kind = UrdfJoint::Kind::kRevolute; break;
  }
  ReadAxis(joint, &ours);
  ReadLimits(joint, has_range && joint.type != urdf::Joint::CONTINUOUS, &ours);
  if (joint.dynamics) {
    if (joint.dynamics->friction < 0 || joint.dynamics->damping < 0) {
      BlameJoint(joint.name, "friction and damping must not be negative");
    }
    ours.friction = joint.dynamics->friction;
    ours.damping = joint.dynamics->damping;
  }
  if (joint.mimic) {
    ours.mimics = joint.mimic->joint_name;
    ours.mimic_offset = joint.mimic->offset;
  }
  return ours;
}

// <mechanicalReduction> and <rotor_inertia> stand in the transmission or in its actuator.
void ReadTransmissions(const tinyxml2::XMLElement& root, UrdfRobot* robot) {
  for (auto* t = root.FirstChildElement("transmission"); t; t = t->NextSiblingElement("transmission")) {
    const auto* joint = t->FirstChildElement("joint");
    const char* name = joint ? joint->Attribute("name") : nullptr;
    const int index = name ? robot->Joint(name) : -1;
    if (index < 0) continue;
    const auto read = [&](const char* element, std::optional<double>* value) {
      const auto* actuator = t->FirstChildElement("actuator");
      const auto* found = t->FirstChildElement(element);
      if (!found && actuator) found = actuator->FirstChildElement(element);
      double number = 0;
      if (!found) return;
      const char* attribute = found->Attribute("value");
      const bool good = attribute ? found->QueryDoubleAttribute("value", &number) == tinyxml2::XML_SUCCESS
                                  : found->QueryDoubleText(&number) == tinyxml2::XML_SUCCESS;
      if (!good || !std::isfinite(number)) {
        throw ProblemError("transmission of joint \"" + robot->joints[static_cast<std::size_t>(index)].name +
                           "\": " + element + " must be a finite number");
      }
      *value = number;
    };
    UrdfJoint& ours = robot->joints[static_cast<std::size_t>(index)];
    for (const char* element : {"mechanicalReduction", "drake:gear_ratio"}) read(element, &ours.gear);
    for (const char* element : {"rotorInertia", "rotor_inertia", "drake:rotor_inertia"}) {
      read(element, &ours.rotor_inertia);
    }
  }
}

std::size_t Distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = std::tolower(static_cast<unsigned char>(a[i - 1])) ==
                        std::tolower(static_cast<unsigned char>(b[j - 1]));
      const std::size_t change = diagonal + (same ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

Eigen::Matrix3d RightAngles(const Eigen::Matrix3d& rotation) {
  constexpr double kRightAngle = 1e-11;
  Eigen::Matrix3d exact;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) exact(r, c) = std::round(rotation(r, c));
  return (exact - rotation).cwiseAbs().maxCoeff() < kRightAngle ? exact : rotation;
}

int UrdfRobot::Link(const std::string& link_name) const {
  const auto found =
      std::find_if(links.begin(), links.end(), [&](const auto& l) { return l.name == link_name; });
  return found == links.end() ? -1 : static_cast<int>(found - links.begin());
}

int UrdfRobot::Joint(const std::string& joint_name) const {
  const auto found =
      std::find_if(joints.begin(), joints.end(), [&](const auto& j) { return j.name == joint_name; });
  return found == joints.end() ? -1 : static_cast<int>(found - joints.begin());
}

std::string NearNames(const std::string& name, const std::vector<std::string>& names) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& other : names) {
    const std::size_t distance = Distance(name, other);
    if (distance <= std::max<std::size_t>(2, name.size() / 2)) near.emplace_back(distance, other);
  }
  std::sort(near.begin(), near.end());
  if (near.size() > 3) near.resize(3);
  std::string text;
  for (std::size_t i = 0; i < near.size(); ++i) {
    text += (i == 0 ? ", did you mean " : (i + 1 < near.size() ? ", " : " or ")) + near[i].second;
  }
  return text.empty() ? "" : text + "?";
}

UrdfRobot ReadUrdf(const std::string& text) {
  tinyxml2::XMLDocument written;
  ParseXml(text, &written);
  CheckUrdfText(written);
  UrdfRobot robot;
  tinyxml2::XMLDocument completed;
  written.DeepCopy(&completed);
  CompleteUrdfText(&completed, &robot.assumptions);
  tinyxml2::XMLPrinter printer;
  completed.Print(&printer);

  const UrdfdomWords words;
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(printer.CStr());
  // It goes on after some errors, without the part.
  if (!model || !words.Line().empty()) throw ProblemError("liburdfdom refuses it: " + words.Line());
  robot.name = model->getName();
  const auto* root = written.RootElement();
  for (auto* e = root->FirstChildElement("link"); e; e = e->NextSiblingElement("link")) {
    const auto link = model->getLink(e->Attribute("name"));
    robot.links.push_back(ToLink(*link));
  }
  robot.parent_joint.assign(robot.links.size(), -1);
  for (auto* e = root->FirstChildElement("joint"); e; e = e->NextSiblingElement("joint")) {
    const auto* limit = e->FirstChildElement("limit");
    const bool has_range = limit && (limit->Attribute("lower") || limit->Attribute("upper"));
    UrdfJoint joint = ToJoint(*model->getJoint(e->Attribute("name")), has_range);
    joint.parent = robot.Link(e->FirstChildElement("parent")->Attribute("link"));
    joint.child = robot.Link(e->FirstChildElement("child")->Attribute("link"));
    robot.parent_joint[static_cast<std::size_t>(joint.child)] = static_cast<int>(robot.joints.size());
    robot.joints.push_back(joint);
  }
  robot.root = static_cast<int>(std::find(robot.parent_joint.begin(), robot.parent_joint.end(), -1) -
                                robot.parent_joint.begin());
  ReadTransmissions(*root, &robot);
  return robot;
}

}  // namespace footing::tools
