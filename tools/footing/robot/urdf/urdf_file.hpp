// A robot description (URDF) as it is written: links, joints, collision shapes, transmissions.
// liburdfdom reads it. What liburdfdom does not tell is looked for in the XML itself: closed loops, numbers
// that are not finite, gears of transmissions, which limits are given.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace footing::tools {

// A frame in another one.
struct Pose {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // m

  Pose operator*(const Pose& inner) const {
    return {rotation * inner.rotation, position + rotation * inner.position};
  }
};

// The rotation by right angles that is within 1e-11 of `rotation`, or `rotation`: files have few digits of
// π/2.
Eigen::Matrix3d RightAngles(const Eigen::Matrix3d& rotation);

struct UrdfShape {
  enum class Kind { kSphere, kBox, kCylinder, kOther };  // kOther: a mesh, or what URDF does not have

  Kind kind = Kind::kOther;
  Pose pose;                                       // in the link's frame
  double radius = 0;                               // m, of spheres and cylinders
  double length = 0;                               // m, of cylinders, along z
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  // m, of boxes
};

struct UrdfLink {
  std::string name;
  double mass = 0;                                    // kg; 0 where the link has no inertial
  Eigen::Vector3d com = Eigen::Vector3d::Zero();      // m, link frame
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // kg·m² about the com, link axes
  std::vector<UrdfShape> shapes;                      // of collision
};

// Absent where the file has none, or 0.
struct UrdfLimits {
  std::optional<double> lower, upper;  // rad or m
  std::optional<double> velocity;      // rad/s or m/s
  std::optional<double> torque;        // N·m or N
};

struct UrdfJoint {
  enum class Kind {
    kFixed,
    kRevolute,
    kPrismatic,
    kFloating
  };  // a continuous joint is revolute without limits

  std::string name;
  Kind kind = Kind::kFixed;
  int parent = 0;                                   // link
  int child = 0;                                    // link
  Pose origin;                                      // of the child's frame in the parent's, at q = 0
  Eigen::Vector3d axis = Eigen::Vector3d::UnitX();  // child's axes; a unit vector
  UrdfLimits limits;
  std::optional<double> friction, damping;    // N·m, N·m·s/rad
  std::optional<double> gear, rotor_inertia;  // of a transmission; kg·m² before the gear
  std::string mimics;                         // the joint that it follows, if any
  double mimic_offset = 0;                    // rad or m, where that joint is at 0

  bool Moves() const { return kind == Kind::kRevolute || kind == Kind::kPrismatic; }
};

struct UrdfRobot {
  std::string name;
  std::vector<UrdfLink> links;
  std::vector<UrdfJoint> joints;         // in the file's order
  std::vector<int> parent_joint;         // of each link; -1 for the root
  int root = 0;                          // link
  std::vector<std::string> assumptions;  // what the file leaves open, one line each

  int Link(const std::string& link_name) const;    // -1: there is none
  int Joint(const std::string& joint_name) const;  // -1: there is none
};

// Reads the text of a URDF file. Throws a ProblemError, one line that names the link or the joint, where the
// text is not a tree of links with finite numbers, or has planar joints or limits that contradict each other.
UrdfRobot ReadUrdf(const std::string& text);

// ", did you mean A or B?": those of `names` that are spelt nearly like `name`; or nothing.
std::string NearNames(const std::string& name, const std::vector<std::string>& names);

}  // namespace footing::tools
