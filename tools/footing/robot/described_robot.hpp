// A robot as Footing's model has it (core/dynamics/robot_model.hpp), sized at run time, with names, and with
// where each figure comes from.
#pragma once

#include <Eigen/Core>
#include <map>
#include <string>
#include <vector>

#include "core/dynamics/robot_model.hpp"
#include "tools/footing/robot/urdf/urdf_file.hpp"

namespace footing::tools {

inline constexpr int kMostJoints = 48;  // that move
inline constexpr int kMostPoints = 64;

// Every robot fits into it. Joints and points that a robot does not have are without mass, and the last ones.
using CapacityModel = RobotModel<double, kMostJoints, kMostPoints>;

// Where the figures of a joint come from: "urdf", "transmission", "drives file", "assumed".
struct FigureSources {
  std::string torque, velocity, armature, friction, damping;
};

struct DescribedJoint {
  std::string name;
  std::string link;  // that it moves; links fixed to it move along
  int source = 0;    // its number in the URDF
  JointModel<double> model;
  double gear = 0;           // 0: not known
  double rotor_inertia = 0;  // kg·m² before the gear; 0: not known
  FigureSources sources;
};

struct DescribedFoot {
  std::string name;  // of its link
  int link = 0;      // in the URDF
  int body = 0;
  std::string shape;                           // what its points come from, in words
  std::vector<PointModel<double>> points;      // in the body's frame
  std::vector<Eigen::Vector3d> link_position;  // of the same points, in the link's frame
  bool wheel = false;                          // the body turns about the point
};

// A link that moves with a body, in the body's frame at q = 0.
struct LinkPlace {
  int body = -1;  // -1: the world
  Pose pose;
};

struct DescribedRobot {
  std::string name;
  std::string base;         // link
  bool fixed_root = false;  // the base does not move; its mass may be 0
  LinkInertia<double> base_inertia;
  std::vector<DescribedJoint> joints;
  std::vector<DescribedFoot> feet;
  std::string imu_link;  // "": the IMU has the base's frame
  ImuModel<double> imu;
  std::vector<LinkPlace> places;  // of each link of the URDF

  // What was done and supposed, one line each.
  std::map<std::string, double> locked;  // joint → value
  std::vector<std::string> merged, left_out, repaired, assumed, notes;

  double Mass() const;
  int Points() const;
  CapacityModel Model() const;
  // Joints between the base and a body, from the base.
  std::vector<int> Chain(int body) const;
};

struct RobotRequest {
  std::vector<std::string> feet;         // links
  std::map<std::string, double> locked;  // NaN: where the joint is at 0, or where it mimics 0
  bool lock_mimics = false;
  bool repair_inertia = false;
};

// Makes the tree of what moves: links that are fixed to each other are one body, all frames are parallel to
// the base's at q = 0, joints are in the order of the feet, then as in the file. Feet have no points yet, and
// joints no drives. Throws a ProblemError, one line that names the link or the joint.
DescribedRobot DescribeRobot(const UrdfRobot& urdf, const RobotRequest& request);

// Where the IMU is: `link` must be fixed to the base. "" leaves it in the base's frame.
void PlaceImu(const UrdfRobot& urdf, const std::string& link, DescribedRobot* robot);

std::array<double, 3> ArrayOf(const Eigen::Vector3d& vector);
// An index that is not negative.
inline std::size_t Unsigned(int index) { return static_cast<std::size_t>(index); }

}  // namespace footing::tools
