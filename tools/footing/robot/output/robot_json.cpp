#include "tools/footing/robot/output/robot_json.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/footing/robot/output/model_header.hpp"

namespace footing::tools {

namespace {

using RobotFields = nlohmann::ordered_json;

std::string Hex(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "%08x", value);
  return text;
}

// null where there is no limit.
RobotFields NumberOrNull(double value) {
  return std::isfinite(value) ? RobotFields(value) : RobotFields(nullptr);
}

RobotFields LinkFields(const LinkInertia<double>& link) {
  return {{"mass", link.mass}, {"com", link.com}, {"inertia", link.inertia}};
}

std::string BodyName(const DescribedRobot& robot, int body) {
  return body == 0 ? robot.base : robot.joints[static_cast<std::size_t>(body - 1)].link;
}

RobotFields JointFields(const DescribedRobot& robot, const DescribedJoint& joint) {
  const JointModel<double>& m = joint.model;
  RobotFields fields = {{"name", joint.name},
                        {"link", joint.link},
                        {"parent", BodyName(robot, m.parent)},
                        {"kind", m.kind == JointKind::kPrismatic ? "prismatic" : "revolute"},
                        {"axis", m.axis},
                        {"position", m.position},
                        {"lower", NumberOrNull(m.limits.lower)},
                        {"upper", NumberOrNull(m.limits.upper)},
                        {"velocity", NumberOrNull(m.limits.velocity)},
                        {"torque", NumberOrNull(m.limits.torque)},
                        {"armature", m.drive.armature},
                        {"friction", m.drive.friction},
                        {"damping", m.drive.damping}};
  if (joint.gear > 0) fields["gear"] = joint.gear;
  if (joint.rotor_inertia > 0) fields["rotor_inertia"] = joint.rotor_inertia;
  fields["from"] = {{"velocity", joint.sources.velocity},
                    {"torque", joint.sources.torque},
                    {"armature", joint.sources.armature},
                    {"friction", joint.sources.friction},
                    {"damping", joint.sources.damping}};
  fields["inertia"] = LinkFields(m.link);
  return fields;
}

RobotFields FootFields(const DescribedRobot& robot, const DescribedFoot& foot) {
  RobotFields points = RobotFields::array();
  for (const PointModel<double>& point : foot.points) {
    points.push_back({{"position", point.position}, {"radius", point.radius}});
  }
  return {
      {"name", foot.name}, {"body", BodyName(robot, foot.body)}, {"shape", foot.shape}, {"points", points}};
}

// A list of numbers or strings in one line, all else indented.
void Write(const RobotFields& json, const std::string& indent, std::string* text) {
  const bool flat = json.empty() || !json.is_structured() ||
                    (json.is_array() && json.size() < 8 && json.front().is_number()) ||
                    (json.is_object() && json.size() < 6 && indent.size() > 2 && !json.contains("shape") &&
                     !json.front().is_structured());
  if (flat) {
    std::string line = json.dump(-1, ' ', false, RobotFields::error_handler_t::replace);
    *text += line;
    return;
  }
  *text += json.is_array() ? "[" : "{";
  const char* comma = "\n";
  for (const auto& member : json.items()) {
    *text += comma + indent + "  ";
    if (json.is_object())
      *text += RobotFields(member.key()).dump(-1, ' ', false, RobotFields::error_handler_t::replace) + ": ";
    Write(member.value(), indent + "  ", text);
    comma = ",\n";
  }
  *text += "\n" + indent + (json.is_array() ? "]" : "}");
}

}  // namespace

std::string RobotSource::Words() const { return file + " (CRC-32 " + Hex(crc32) + ")"; }

std::string RobotJson(const UrdfRobot& urdf, const DescribedRobot& robot, const StandingPosture& posture,
                      const ModelCheck& check, const RobotSource& source) {
  RobotFields json = {{"name", robot.name},
                      {"struct", StructName(robot.name)},
                      {"source", {{"file", source.file}, {"crc32", Hex(source.crc32)}}},
                      {"root", robot.fixed_root ? "fixed" : "floating"},
                      {"mass", std::round(robot.Mass() * 1e9) / 1e9},
                      {"base", {{"link", robot.base}, {"inertia", LinkFields(robot.base_inertia)}}}};
  if (!source.drives.empty()) json["source"]["drives"] = source.drives;
  json["joints"] = RobotFields::array();
  for (const DescribedJoint& joint : robot.joints) json["joints"].push_back(JointFields(robot, joint));
  json["feet"] = RobotFields::array();
  for (const DescribedFoot& foot : robot.feet) json["feet"].push_back(FootFields(robot, foot));
  json["imu"] = {{"link", robot.imu_link.empty() ? robot.base : robot.imu_link},
                 {"position", robot.imu.position},
                 {"attitude", robot.imu.attitude}};
  RobotFields positions = RobotFields::object();
  for (std::size_t j = 0; j < robot.joints.size(); ++j) positions[robot.joints[j].name] = posture.position[j];
  json["standing"] = {{"height", posture.height}, {"posture", positions}, {"problems", posture.problems}};
  RobotFields merged = RobotFields::object();
  for (const std::string& link : robot.merged) {
    merged[link] = BodyName(robot, robot.places[static_cast<std::size_t>(urdf.Link(link))].body);
  }
  json["merged"] = merged;
  json["locked"] = RobotFields(robot.locked.empty() ? RobotFields::object() : RobotFields(robot.locked));
  json["left_out"] = robot.left_out;
  json["repaired"] = robot.repaired;
  json["assumed"] = robot.assumed;
  json["notes"] = robot.notes;
  if (check.Ran()) {
    json["check"] = {{"against", check.engine},
                     {"states", kCheckedStates},
                     {"mass_matrix", check.mass_matrix},
                     {"bias", check.bias},
                     {"jacobians", check.jacobian}};
  } else {
    json["check"] = {{"skipped", check.engine.empty() ? "built without MuJoCo" : check.refusal}};
  }
  std::string text;
  Write(json, "", &text);
  return text + "\n";
}

}  // namespace footing::tools
