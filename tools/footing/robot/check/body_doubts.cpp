#include "tools/footing/robot/check/body_doubts.hpp"

#include <cmath>
#include <cstdlib>

#include "tools/footing/files/number.hpp"
#include "tools/footing/robot/posture/leg_geometry.hpp"
#include "tools/footing/robots/link_inertia.hpp"

namespace footing::tools {

namespace {

constexpr double kFewOfAll = 0.01;  // of the robot's mass: a link fixed to it may hold all of a body's mass
constexpr double kLight = 1e-4;     // of the robot's mass
constexpr double kWide = 1;         // longest leg, of the radius of gyration
constexpr double kDistant = 2;      // longest leg, of the centre of mass from the body's joint

std::string SixDecimals(double value) {
  return ShortNumber(std::strtod(std::to_string(value).c_str(), nullptr));
}

}  // namespace

void NoteDoubts(const UrdfRobot& urdf, DescribedRobot* robot) {
  const double mass = robot->Mass(), leg = LegLength(*robot);
  const auto judge = [&](const std::string& name, const LinkInertia<double>& body) {
    const auto note = [&](const std::string& what) { robot->notes.push_back("link " + name + ": " + what); };
    const UrdfLink& link = urdf.links[static_cast<std::size_t>(urdf.Link(name))];
    if (link.mass == 0 && !link.shapes.empty() && body.mass < kFewOfAll * mass) {
      note("has a shape, but no mass; with all that is fixed to it " + SixDecimals(body.mass) + " kg move");
    } else if (body.mass < kLight * mass) {
      note("moves with only " + ShortNumber(body.mass) + " kg of the robot's " + SixDecimals(mass) + " kg");
    }
    if (leg == 0 || body.mass == 0) return;
    const double radius = std::sqrt(ToPrincipal(InertiaMatrix(body)).moments[2] / body.mass);
    if (radius > kWide * leg) {
      note("mass and inertia are of a body with a radius of gyration of " + SixDecimals(radius) +
           " m, but the longest leg has " + SixDecimals(leg) + " m; the units are kg and kg m2");
    }
    const double away = std::hypot(body.com[0], body.com[1], body.com[2]);
    if (away > kDistant * leg) {
      note("its centre of mass is " + SixDecimals(away) + " m from its joint, but the longest leg has " +
           SixDecimals(leg) + " m; the unit is m");
    }
  };
  if (!robot->fixed_root) judge(robot->base, robot->base_inertia);
  for (const DescribedJoint& joint : robot->joints) judge(joint.link, joint.model.link);
}

}  // namespace footing::tools
