#include "tools/footing/robot/output/model_header.hpp"

#include <cctype>
#include <cmath>
#include <cstdio>

#include "tools/footing/files/number.hpp"

namespace footing::tools {

namespace {

constexpr std::size_t kMostColumns = 110;

std::string CppString(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return text + "\"";
}

std::string InComment(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == '\\') c = ' ';
  return text;
}

template <typename List>
std::string Braced(const List& values) {
  std::string text = "{";
  for (const double value : values) text += (text.size() > 1 ? ", " : "") + ShortNumber(value);
  return text + "}";
}

std::string OrNone(double limit) {
  return std::isinf(limit) ? (limit < 0 ? "-kNone" : "kNone") : ShortNumber(limit);
}

// `head` with the words in braces behind it, in as many lines as that needs.
std::string Filled(const std::string& head, const std::vector<std::string>& words,
                   const std::string& indent) {
  std::string text = head + " = {", line = text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = words[i] + (i + 1 < words.size() ? "," : "};");
    const bool first = line.back() == '{';
    if (line.size() + word.size() + 1 > kMostColumns || (i == 0 && words.size() > 6)) {
      text += "\n" + indent;
      line = indent;
    } else if (!first) {
      text += " ";
      line += " ";
    }
    text += word;
    line += word;
  }
  return words.empty() ? text + "};\n" : text + "\n";
}

// The three moments, and the three products behind them: in a line of their own where they need it.
std::string InertiaText(const std::array<double, 6>& inertia, const std::string& indent) {
  const std::string line = Braced(inertia);
  if (indent.size() + line.size() + 14 <= kMostColumns) return line;
  const std::string moments = Braced(std::array<double, 3>{inertia[0], inertia[1], inertia[2]});
  const std::string products = Braced(std::array<double, 3>{inertia[3], inertia[4], inertia[5]});
  return moments.substr(0, moments.size() - 1) + ",\n" + indent + std::string(12, ' ') + products.substr(1);
}

std::string LinkText(const LinkInertia<double>& link, const std::string& indent) {
  return "{.mass = " + ShortNumber(link.mass) + ",\n" + indent + ".com = " + Braced(link.com) + ",\n" +
         indent + ".inertia = " + InertiaText(link.inertia, indent) + "}";
}

std::string JointText(const DescribedJoint& joint, std::size_t index) {
  const JointModel<double>& m = joint.model;
  std::string text = "\n  // " + InComment(joint.name) + " moves " + InComment(joint.link) + ", body " +
                     std::to_string(index + 1) + ".\n";
  text += "  robot.joints[" + std::to_string(index) + "] = {\n";
  text += "      .parent = " + std::to_string(m.parent) + ",\n";
  text += "      .axis = " + Braced(m.axis) + ",\n";
  text += "      .position = " + Braced(m.position) + ",\n";
  text += "      .link = " + LinkText(m.link, "               ") + ",\n";
  text += std::string("      .kind = JointKind::") +
          (m.kind == JointKind::kPrismatic ? "kPrismatic" : "kRevolute") + ",\n";
  text += "      .limits = {.lower = " + OrNone(m.limits.lower) + ", .upper = " + OrNone(m.limits.upper) +
          ", .velocity = " + OrNone(m.limits.velocity) + ", .torque = " + OrNone(m.limits.torque) + "},\n";
  text += "      .drive = {.armature = " + ShortNumber(m.drive.armature) +
          ", .friction = " + ShortNumber(m.drive.friction) + ", .damping = " + ShortNumber(m.drive.damping) +
          "},\n  };\n";
  return text;
}

bool HasNone(const DescribedRobot& robot) {
  for (const DescribedJoint& joint : robot.joints) {
    const JointLimits<double>& l = joint.model.limits;
    if (std::isinf(l.lower) || std::isinf(l.upper) || std::isinf(l.velocity) || std::isinf(l.torque))
      return true;
  }
  return false;
}

std::string FiguresText(const DescribedRobot& robot, const std::string& type, const std::string& name) {
  std::string text = "// SI units, each body in its own frame; the names are in " + name + ".\n";
  text += "// clang-format off\nconstexpr " + type + " " + name + "Figures() {\n";
  if (HasNone(robot)) text += "  constexpr double kNone = std::numeric_limits<double>::infinity();\n";
  text += "  " + type + " robot;\n\n  // " + InComment(robot.base) + ", body 0.\n";
  text += "  robot.base = " + LinkText(robot.base_inertia, "                ") + ";\n";
  for (std::size_t j = 0; j < robot.joints.size(); ++j) text += JointText(robot.joints[j], j);
  text += "\n  // Points of the feet, each with its body, place and radius.\n";
  std::size_t point = 0;
  std::vector<std::string> first = {"0"};
  for (const DescribedFoot& foot : robot.feet) {
    for (std::size_t k = 0; k < foot.points.size(); ++k, ++point) {
      const PointModel<double>& p = foot.points[k];
      text += "  robot.points[" + std::to_string(point) + "] = {.body = " + std::to_string(p.body) +
              ", .position = " + Braced(p.position) + ", .radius = " + ShortNumber(p.radius) + "};";
      text += k == 0 ? "  // " + InComment(foot.name) + ": " + foot.shape + "\n" : "\n";
    }
    first.push_back(std::to_string(point));
  }
  text += Filled("  robot.first_point", first, "      ");
  text += "  robot.imu = {.position = " + Braced(robot.imu.position) +
          ", .attitude = " + Braced(robot.imu.attitude) + "};\n";
  return text + "  return robot;\n}\n// clang-format on\n";
}

std::string StructText(const DescribedRobot& robot, const StandingPosture& posture, const std::string& name) {
  std::vector<std::string> feet, joints, positions;
  for (const DescribedFoot& foot : robot.feet) feet.push_back(CppString(foot.name));
  for (const DescribedJoint& joint : robot.joints) joints.push_back(CppString(joint.name));
  for (const double position : posture.position) positions.push_back(ShortNumber(position));
  const std::string head = "  static constexpr ";
  std::string text = "// clang-format off\nstruct " + name + " {\n";
  text += head + "const char* kName = " + CppString(robot.name) + ";\n";
  text += head + "int kJoints = " + std::to_string(robot.joints.size()) + ";\n";
  text += head + "int kPoints = " + std::to_string(robot.Points()) + ";\n";
  text += head + "int kFeet = " + std::to_string(robot.feet.size()) + ";\n";
  text += Filled(head + "std::array<const char*, kFeet> kFootNames", feet, "      ");
  text += Filled(head + "std::array<const char*, kJoints> kJointNames", joints, "      ");
  text += "  // A posture in which it stands: rad, or m of prismatic joints.\n";
  text += Filled(head + "std::array<double, kJoints> kStandingPosture", positions, "      ");
  text += head + "double kStandingHeight = " + ShortNumber(posture.height) +
          ";  // m, of the base's origin over the ground\n";
  if (robot.fixed_root) text += "  // The base is fixed to the world, and may have no mass.\n";
  text += "\n  template <typename Scalar>\n";
  text += head + "RobotModel<Scalar, kJoints, kPoints, kFeet> Model() {\n";
  text += "    return CastModel<Scalar>(" + name + "Figures());\n  }\n};\n// clang-format on\n";
  return text;
}

}  // namespace

std::string StructName(const std::string& name) {
  std::string text;
  bool starts_word = true;
  for (const char c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) {
      starts_word = true;
      continue;
    }
    text += starts_word ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    starts_word = false;
  }
  return text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) ? "Robot" + text : text;
}

std::string ModelHeader(const DescribedRobot& robot, const StandingPosture& posture,
                        const std::string& source) {
  const std::string name = StructName(robot.name);
  const std::string type = "RobotModel<double, " + std::to_string(robot.joints.size()) + ", " +
                           std::to_string(robot.Points()) + ", " + std::to_string(robot.feet.size()) + ">";
  char mass[32];
  std::snprintf(mass, sizeof mass, "%.3f", robot.Mass());
  std::string text = "// " + InComment(robot.name) + ": " + std::to_string(robot.joints.size()) +
                     " joints, " + std::to_string(robot.feet.size()) +
                     (robot.feet.size() == 1 ? " foot, " : " feet, ") + mass + " kg.\n";
  text += "// Made by `footing robot` from " + InComment(source) + ".\n";
  text += "// Not edited by hand: robot.json beside it says where each figure comes from.\n#pragma once\n\n";
  text += "#include <array>\n#include <limits>\n\n#include \"core/dynamics/robot_model.hpp\"\n\n";
  text += "namespace footing::robots {\n\n" + FiguresText(robot, type, name) + "\n" +
          StructText(robot, posture, name);
  return text + "\n}  // namespace footing::robots\n";
}

}  // namespace footing::tools
