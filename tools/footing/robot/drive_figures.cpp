#include "tools/footing/robot/drive_figures.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>

#include "tools/footing/files/number.hpp"
#include "tools/footing/robot/posture/leg_geometry.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {

namespace {

constexpr double kStandardGravity = 9.81;  // m/s²
constexpr double kPlaceholder = 3;         // m g L: no drive of a leg has more torque
constexpr double kUsualTorque = 0.4;       // m g L
constexpr double kKnownTorque = 33.5;      // N·m, of the A1
constexpr double kKnownArmature = 0.01;    // kg·m²
constexpr double kArmaturePower = 1.32;    // through Solo12's
constexpr double kFrictionShare = 0.006;   // of the torque limit
constexpr double kDampingShare = 0.003;    // s/rad

const std::vector<std::string> kDriveKeys = {"armature", "damping",       "friction",
                                             "gear",     "rotor_inertia", "torque"};

bool Fits(const std::string& pattern, const std::string& joint) {
  return fnmatch(pattern.c_str(), joint.c_str(), 0) == 0;
}

// Two digits: an assumption is not more exact.
double TwoDigits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", value);
  return std::strtod(text, nullptr);
}

// The file of drives.
class DrivesFile {
 public:
  DrivesFile(const Json& json, const DescribedRobot& robot) : json_(json) {
    if (json_.is_null()) return;
    if (!json_.is_object()) throw ProblemError("must be an object of figures");
    const Field root(json_, "");
    for (const std::string& key : root.Keys()) {
      if (std::find(kDriveKeys.begin(), kDriveKeys.end(), key) == kDriveKeys.end()) {
        root.At(key.c_str()).Fail("is no figure of a drive" + NearNames(key, kDriveKeys));
      }
      const Field field = root.At(key.c_str());
      if (!json_[key].is_object()) {
        Check(field);
        continue;
      }
      for (const std::string& pattern : field.Keys()) {
        const Field entry = field.At(pattern.c_str());
        Check(entry);
        std::vector<std::string> names;
        for (const DescribedJoint& joint : robot.joints) names.push_back(joint.name);
        const bool fits =
            std::any_of(names.begin(), names.end(), [&](const auto& n) { return Fits(pattern, n); });
        if (!fits) entry.Fail("fits no joint that moves" + NearNames(pattern, names));
      }
    }
  }

  // The joint's own name counts first, then the longest pattern.
  std::optional<double> Find(const char* key, const std::string& joint) const {
    if (!json_.is_object() || !json_.contains(key)) return std::nullopt;
    const Json& entry = json_[key];
    if (!entry.is_object()) return entry.get<double>();
    std::optional<double> value;
    std::size_t longest = 0;
    for (const auto& member : entry.items()) {
      if (member.key() == joint) return member.value().get<double>();
      if (!Fits(member.key(), joint) || member.key().size() < longest) continue;
      longest = member.key().size();
      value = member.value().get<double>();
    }
    return value;
  }

 private:
  static void Check(const Field& field) {
    const double value = field.Number();
    if (!std::isfinite(value) || value < 0) field.FailAs("a finite number, at least 0");
  }

  const Json& json_;
};

class DriveFinder {
 public:
  DriveFinder(const DrivesFile& file, DescribedRobot* robot)
      : file_(file), robot_(*robot), weight_by_leg_(kStandardGravity * robot->Mass() * LegLength(*robot)) {}

  void Find(const UrdfJoint& urdf, DescribedJoint* joint) {
    FindLimits(urdf, joint);
    const double scale = ScaleTorque(*joint);
    const bool has_motor = joint->model.kind == JointKind::kRevolute;
    DriveModel<double>& drive = joint->model.drive;
    FindArmature(urdf, has_motor ? kKnownArmature * std::pow(scale / kKnownTorque, kArmaturePower) : 0,
                 joint);
    drive.friction = Choose("friction", urdf.friction, has_motor ? kFrictionShare * scale : 0, *joint,
                            &joint->sources.friction);
    drive.damping = Choose("damping", urdf.damping, has_motor ? kDampingShare * scale : 0, *joint,
                           &joint->sources.damping);
  }

  // Says what was assumed.
  void Report() const {
    if (!unlimited_.empty()) {
      robot_.assumed.push_back(
          "no limit of torque, because the file has no such limit (where a drive is "
          "assumed, it goes by " +
          UsualTorque() + "): " + List(unlimited_));
    }
    for (const auto& [torque, joints] : placeholders_) {
      robot_.notes.push_back("a torque limit of " + ShortNumber(torque) +
                             " N m is far above what a leg of this robot needs; assumed drives go by " +
                             UsualTorque() + ": " + List(joints));
    }
    Count("armature", "kg m2", &FigureSources::armature, &DriveModel<double>::armature);
    Count("friction", "N m", &FigureSources::friction, &DriveModel<double>::friction);
    Count("damping", "N m s", &FigureSources::damping, &DriveModel<double>::damping);
  }

 private:
  static std::string List(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  }

  std::string UsualTorque() const { return ShortNumber(TwoDigits(kUsualTorque * weight_by_leg_)) + " N m"; }

  void Count(const char* what, const char* unit, std::string FigureSources::*source,
             double DriveModel<double>::*figure) const {
    std::size_t count = 0;
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const DescribedJoint& joint : robot_.joints) {
      if (joint.sources.*source != "assumed" || joint.model.kind != JointKind::kRevolute) continue;
      ++count;
      least = std::min(least, joint.model.drive.*figure);
      most = std::max(most, joint.model.drive.*figure);
    }
    if (count == 0) return;
    const std::string range = ShortNumber(least) + (least < most ? " to " + ShortNumber(most) : "");
    robot_.assumed.push_back(std::string(what) + " of " + std::to_string(count) + " of " +
                             std::to_string(robot_.joints.size()) + " joints, " + range + " " + unit +
                             ", by their torque limits (--drives gives it)");
  }

  void FindLimits(const UrdfJoint& urdf, DescribedJoint* joint) {
    JointLimits<double>& limits = joint->model.limits;
    if (urdf.limits.lower) limits.lower = *urdf.limits.lower;
    if (urdf.limits.upper) limits.upper = *urdf.limits.upper;
    joint->sources.velocity = urdf.limits.velocity ? "urdf" : "none given";
    if (urdf.limits.velocity) limits.velocity = *urdf.limits.velocity;
    joint->sources.torque = "none given";
    if (urdf.limits.torque) {
      limits.torque = *urdf.limits.torque;
      joint->sources.torque = "urdf";
    }
    if (const auto torque = file_.Find("torque", joint->name)) {
      limits.torque = *torque;
      joint->sources.torque = "drives file";
    }
    if (std::isinf(limits.torque)) unlimited_.push_back(joint->name);
  }

  // The torque that the assumptions go by.
  double ScaleTorque(const DescribedJoint& joint) {
    const double torque = joint.model.limits.torque;
    if (torque <= kPlaceholder * weight_by_leg_) return torque;
    if (std::isfinite(torque) && joint.model.kind == JointKind::kRevolute) {
      placeholders_[torque].push_back(joint.name);
    }
    return kUsualTorque * weight_by_leg_;
  }

  void FindArmature(const UrdfJoint& urdf, double assumed, DescribedJoint* joint) {
    const auto gear = file_.Find("gear", joint->name);
    const auto rotor = file_.Find("rotor_inertia", joint->name);
    joint->gear = gear ? *gear : urdf.gear.value_or(0);
    joint->rotor_inertia = rotor ? *rotor : urdf.rotor_inertia.value_or(0);
    double& armature = joint->model.drive.armature;
    std::string& source = joint->sources.armature;
    if (const auto given = file_.Find("armature", joint->name)) {
      armature = *given;
      source = "drives file";
    } else if (joint->rotor_inertia > 0) {
      if (joint->gear == 0) joint->gear = 1;
      armature = joint->rotor_inertia * joint->gear * joint->gear;
      source = rotor || gear ? "drives file" : "transmission";
    } else {
      armature = TwoDigits(assumed);
      source = "assumed";
    }
  }

  double Choose(const char* key, const std::optional<double>& urdf, double assumed,
                const DescribedJoint& joint, std::string* source) const {
    if (const auto given = file_.Find(key, joint.name)) {
      *source = "drives file";
      return *given;
    }
    if (urdf && *urdf > 0) {
      *source = "urdf";
      return *urdf;
    }
    *source = "assumed";
    return TwoDigits(assumed);
  }

  const DrivesFile& file_;
  DescribedRobot& robot_;
  double weight_by_leg_;                                     // N·m
  std::vector<std::string> unlimited_;                       // joints without a limit of torque
  std::map<double, std::vector<std::string>> placeholders_;  // joints whose limit says nothing, by limit
};

}  // namespace

void FindDrives(const UrdfRobot& urdf, const nlohmann::json& drives, DescribedRobot* robot) {
  const DrivesFile file(drives, *robot);
  DriveFinder finder(file, robot);
  for (DescribedJoint& joint : robot->joints) {
    finder.Find(urdf.joints[static_cast<std::size_t>(joint.source)], &joint);
  }
  finder.Report();
}

}  // namespace footing::tools
