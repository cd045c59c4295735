#include "tools/footing/plants/mjcf.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <sstream>

#include "tools/footing/files/number.hpp"
#include "tools/footing/robots/link_inertia.hpp"

namespace footing::tools {
namespace {

// MuJoCo's boxes are finite: this is farther than any run goes.
constexpr double kFar = 200.0;        // m
constexpr double kUnderground = 1.0;  // m, thickness below the lowest strip

template <std::size_t kSize>
std::string Numbers(const std::array<double, kSize>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : " ") + ShortNumber(value);
  return text;
}

void WriteOptions(const MjcfOptions& options, std::ostream& xml) {
  xml << "  <compiler angle=\"radian\" inertiafromgeom=\"false\" balanceinertia=\"false\"/>\n"
      << "  <option timestep=\"" << ShortNumber(options.timestep) << "\" gravity=\"0 0 "
      << ShortNumber(-options.gravity)
      << "\" integrator=\"Euler\" solver=\"Newton\" cone=\"elliptic\" iterations=\"100\" tolerance=\"1e-12\""
      << " impratio=\"" << ShortNumber(options.friction_stiffness) << "\"/>\n";
}

// With its priority the ground's friction and stiffness apply, not the larger values of the pair.
void WriteTerrain(const Terrain& terrain, const MjcfOptions& options, std::ostream& xml) {
  double lowest = kFar;
  for (const Terrain::Strip& strip : terrain.strips) lowest = std::min(lowest, strip.height);
  const double bottom = lowest - kUnderground;
  double x_begin = -kFar;
  for (std::size_t i = 0; i < terrain.strips.size(); ++i) {
    const Terrain::Strip& strip = terrain.strips[i];
    const double x_end = std::min(strip.x_end, kFar);
    if (x_end <= x_begin) continue;  // MuJoCo has no empty boxes
    const double top = strip.height - options.foot_radius;
    xml << "    <geom name=\"strip" << i << "\" type=\"box\" pos=\""
        << Numbers<3>({(x_begin + x_end) / 2, 0.0, (bottom + top) / 2}) << "\" size=\""
        << Numbers<3>({(x_end - x_begin) / 2, kFar, (top - bottom) / 2})
        << "\" contype=\"1\" conaffinity=\"0\" priority=\"1\" condim=\"3\" friction=\""
        << ShortNumber(strip.friction) << " 0 0\" solref=\"" << ShortNumber(options.contact_time_constant)
        << " 1\" solimp=\"0.95 0.99 0.001\"/>\n";
    x_begin = x_end;
  }
}

// The principal axes are computed here: MuJoCo's own (fullinertia) are accurate to eight digits only.
void WriteInertial(const LinkInertia<double>& link, std::ostream& xml) {
  const PrincipalInertia principal = ToPrincipal(InertiaMatrix(link));
  const Eigen::Quaterniond attitude(principal.axes);
  const Eigen::Vector3d& moments = principal.moments;
  xml << "<inertial pos=\"" << Numbers(link.com) << "\" mass=\"" << ShortNumber(link.mass) << "\" quat=\""
      << Numbers<4>({attitude.w(), attitude.x(), attitude.y(), attitude.z()}) << "\" diaginertia=\""
      << Numbers<3>({moments[0], moments[1], moments[2]}) << "\"/>\n";
}

void WriteFeet(const RobotFigures& robot, int body, const MjcfOptions& options, std::ostream& xml) {
  for (std::size_t k = 0; k < robot.points.size(); ++k) {
    if (robot.points[k].body != body) continue;
    const std::string position = Numbers(robot.points[k].position);
    // MuJoCo's strips are lower by the least radius, and so is the ball's lowest place.
    const double radius = robot.points[k].radius + options.foot_radius;
    xml << "<geom name=\"foot" << k << "\" type=\"sphere\" size=\"" << ShortNumber(radius) << "\" pos=\""
        << position << "\" contype=\"0\" conaffinity=\"1\"/>\n"
        << "<site name=\"foot" << k << "\" pos=\"" << position << "\"/>\n";
  }
}

// In MJCF a body is nested in the one that carries it.
void WriteChildren(const RobotFigures& robot, int body, const MjcfOptions& options, std::ostream& xml) {
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    const JointModel<double>& joint = robot.joints[i];
    if (joint.parent != body) continue;
    const int child = static_cast<int>(i) + 1;
    xml << "<body name=\"link" << i << "\" pos=\"" << Numbers(joint.position) << "\">\n<joint name=\"joint"
        << i << "\" type=\"" << (joint.kind == JointKind::kPrismatic ? "slide" : "hinge") << "\" axis=\""
        << Numbers(joint.axis) << "\" armature=\"" << ShortNumber(joint.drive.armature)
        << "\" frictionloss=\"" << ShortNumber(joint.drive.friction) << "\" damping=\""
        << ShortNumber(joint.drive.damping) << "\"/>\n";
    WriteInertial(joint.link, xml);
    WriteFeet(robot, child, options, xml);
    WriteChildren(robot, child, options, xml);
    xml << "</body>\n";
  }
}

}  // namespace

std::string ToMjcf(const RobotFigures& robot, const Terrain& terrain, const MjcfOptions& options) {
  std::ostringstream xml;
  xml << "<mujoco model=\"footing\">\n";
  WriteOptions(options, xml);
  xml << "  <worldbody>\n";
  WriteTerrain(terrain, options, xml);
  xml << "    <body name=\"base\">\n<freejoint name=\"base\"/>\n";
  WriteInertial(robot.base, xml);
  if (options.trunk_half_size[2] > 0) {
    xml << "<geom name=\"trunk\" type=\"box\" size=\"" << Numbers(options.trunk_half_size)
        << "\" contype=\"0\" conaffinity=\"1\"/>\n";
  }
  WriteFeet(robot, 0, options, xml);
  WriteChildren(robot, 0, options, xml);
  xml << "    </body>\n  </worldbody>\n</mujoco>\n";
  return xml.str();
}

}  // namespace footing::tools
