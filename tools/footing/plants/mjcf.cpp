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

constexpr double kUnderground = 1.0;  // m, thickness below the lowest strip; of a sloping one

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

// With its priority the friction and stiffness of this side apply, not the larger values of the pair.
std::string Surface(double friction, const MjcfOptions& options) {
  return " priority=\"1\" condim=\"3\" friction=\"" + ShortNumber(friction) + " 0 0\" solref=\"" +
         ShortNumber(options.contact_time_constant) + " 1\" solimp=\"0.95 0.99 0.001\"";
}

// MuJoCo's boxes are finite: the ground ends at the terrain's reach.
void WriteStrips(const Terrain& terrain, const MjcfOptions& options, std::ostream& xml) {
  double lowest = terrain.reach;
  for (const Terrain::Strip& strip : terrain.strips) lowest = std::min(lowest, strip.height);
  const double bottom = lowest - kUnderground;
  double x_begin = -terrain.reach;
  for (std::size_t i = 0; i < terrain.strips.size(); ++i) {
    const Terrain::Strip& strip = terrain.strips[i];
    const double x_end = std::min(strip.x_end, terrain.reach);
    if (x_end <= x_begin) continue;  // MuJoCo has no empty boxes
    const double length = x_end - x_begin;
    const double top = strip.height - options.foot_radius;
    std::array<double, 3> middle = {(x_begin + x_end) / 2, 0.0, (bottom + top) / 2};
    std::array<double, 3> half_size = {length / 2, terrain.reach, (top - bottom) / 2};
    std::string attitude;
    if (strip.slope != 0) {
      const double angle = std::atan(strip.slope), depth = options.foot_radius + kUnderground / 2;
      half_size = {length / 2 / std::cos(angle), terrain.reach, kUnderground / 2};
      middle = {middle[0] + depth * std::sin(angle), 0.0,
                strip.height + strip.slope * length / 2 - depth * std::cos(angle)};
      attitude = "\" quat=\"" + Numbers<4>({std::cos(angle / 2), 0.0, -std::sin(angle / 2), 0.0});
    }
    xml << "    <geom name=\"strip" << i << "\" type=\"box\" pos=\"" << Numbers(middle) << "\" size=\""
        << Numbers(half_size) << attitude << "\" contype=\"1\" conaffinity=\"0\""
        << Surface(strip.friction, options) << "/>\n";
    x_begin = x_end;
  }
}

void WriteWaves(const Terrain& terrain, const MjcfOptions& options, std::ostream& xml) {
  xml << "    <geom name=\"waves\" type=\"hfield\" hfield=\"waves\" pos=\"0 0 "
      << ShortNumber(-terrain.roughness - options.foot_radius) << "\" contype=\"1\" conaffinity=\"0\"/>\n";
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
  // Over waves, where one geom is all of the ground, friction is set at the feet.
  const std::string surface = options.friction_at_feet ? Surface(1.0, options) : "";
  for (std::size_t k = 0; k < robot.points.size(); ++k) {
    if (robot.points[k].body != body) continue;
    const std::string position = Numbers(robot.points[k].position);
    // MuJoCo's strips are lower by the least radius, and so is the ball's lowest place.
    const double radius = robot.points[k].radius + options.foot_radius;
    xml << "<geom name=\"foot" << k << "\" type=\"sphere\" size=\"" << ShortNumber(radius) << "\" pos=\""
        << position << "\" contype=\"0\" conaffinity=\"1\"" << surface << "/>\n"
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

std::string ToMjcf(const RobotFigures& robot, const Terrain& terrain, const MjcfOptions& given) {
  MjcfOptions options = given;
  options.friction_at_feet = terrain.roughness > 0;
  std::ostringstream xml;
  xml << "<mujoco model=\"footing\">\n";
  WriteOptions(options, xml);
  if (terrain.roughness > 0) {
    const std::string half = ShortNumber((kWaveNodes - 1) / 2 * kWaveMesh);
    xml << "  <asset><hfield name=\"waves\" nrow=\"" << kWaveNodes << "\" ncol=\"" << kWaveNodes
        << "\" size=\"" << half << " " << half << " " << ShortNumber(2 * terrain.roughness) << " "
        << kUnderground << "\"/></asset>\n";
  }
  xml << "  <worldbody>\n";
  if (terrain.roughness > 0)
    WriteWaves(terrain, options, xml);
  else
    WriteStrips(terrain, options, xml);
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
