#include "tools/footing/robot/foot_points.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "tools/footing/files/number.hpp"
#include "tools/footing/robot/tidy.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {

namespace {

using ShapeKind = UrdfShape::Kind;

constexpr double kOneGround = 5e-3;  // m: boxes whose lower faces are this close are one sole
constexpr double kUpright = 0.8;     // |cosine| between a cylinder's axis and the vertical
constexpr double kLying = 0.5;

struct FootShape {
  UrdfShape shape;
  Pose pose;          // in the body's frame
  double bottom = 0;  // m, its lowest point at q = 0
};

// Half the extent of a shape along z of the base.
double HalfHeight(const UrdfShape& shape, const Eigen::Matrix3d& rotation) {
  switch (shape.kind) {
    case ShapeKind::kSphere: return shape.radius;
    case ShapeKind::kBox: return rotation.row(2).cwiseAbs().dot(shape.size) / 2;
    case ShapeKind::kCylinder: {
      const double along = std::min(1.0, std::fabs(rotation(2, 2)));
      return along * shape.length / 2 + std::sqrt(1 - along * along) * shape.radius;
    }
    case ShapeKind::kOther: return 0;
  }
  return 0;
}

class PointFinder {
 public:
  PointFinder(const UrdfRobot& urdf, DescribedFoot* foot, DescribedRobot* robot)
      : urdf_(urdf),
        foot_(*foot),
        robot_(*robot),
        place_(robot->places[static_cast<std::size_t>(foot->link)]) {
    foot_.body = place_.body;
  }

  void ByHand(const std::vector<HandPoint>& points) {
    foot_.shape = "points given by hand";
    for (const HandPoint& point : points)
      Add(place_.pose.position + place_.pose.rotation * point.position, point.radius);
  }

  void Find() {
    GatherShapes(foot_.link);
    if (shapes_.empty()) GatherSoles();
    const auto known = std::remove_if(shapes_.begin(), shapes_.end(),
                                      [](const FootShape& s) { return s.shape.kind == ShapeKind::kOther; });
    const bool has_mesh = known != shapes_.end();
    shapes_.erase(known, shapes_.end());
    if (shapes_.empty()) return TakeOrigin(has_mesh);
    const auto lowest = std::min_element(shapes_.begin(), shapes_.end(), [](const auto& a, const auto& b) {
      if (std::fabs(a.bottom - b.bottom) > 1e-9) return a.bottom < b.bottom;
      return a.shape.kind < b.shape.kind;
    });
    const FootShape chosen = *lowest;
    switch (chosen.shape.kind) {
      case ShapeKind::kSphere: TakeSpheres(); break;
      case ShapeKind::kBox: TakeBoxes(chosen.bottom); break;
      default: TakeCylinder(chosen); break;
    }
    const auto others = std::count_if(shapes_.begin(), shapes_.end(),
                                      [&](const FootShape& s) { return s.shape.kind != chosen.shape.kind; });
    if (others + has_mesh > 0) {
      robot_.left_out.push_back("foot " + foot_.name + ": its other collision shapes");
    }
  }

 private:
  [[noreturn]] void Blame(const std::string& what) const {
    throw ProblemError("foot \"" + foot_.name + "\": " + what + "; give its points with --points");
  }

  void GatherShapes(int link) {
    const LinkPlace& place = robot_.places[static_cast<std::size_t>(link)];
    for (const UrdfShape& shape : urdf_.links[static_cast<std::size_t>(link)].shapes) {
      const Pose pose = place.pose * shape.pose;
      shapes_.push_back({shape, pose, pose.position.z() - HalfHeight(shape, pose.rotation)});
    }
    for (const UrdfJoint& joint : urdf_.joints) {
      if (joint.parent == link && robot_.places[static_cast<std::size_t>(joint.child)].body == foot_.body) {
        GatherShapes(joint.child);
      }
    }
  }

  // A foot may be a mere frame: then the balls of its body count, and the boxes that lie flat.
  void GatherSoles() {
    for (std::size_t link = 0; link < robot_.places.size(); ++link) {
      if (robot_.places[link].body != foot_.body) continue;
      for (const UrdfShape& shape : urdf_.links[link].shapes) {
        const Pose pose = robot_.places[link].pose * shape.pose;
        const double height = 2 * HalfHeight(shape, pose.rotation);
        const bool is_sole = shape.kind == ShapeKind::kBox && height < 1.01 * shape.size.minCoeff();
        if (shape.kind != ShapeKind::kSphere && !is_sole) continue;
        shapes_.push_back({shape, pose, pose.position.z() - height / 2});
      }
    }
  }

  void Add(const Eigen::Vector3d& in_body, double radius) {
    if (radius < 0) Blame("a radius is negative: " + ShortNumber(radius));
    foot_.points.push_back({foot_.body, Tidy(ArrayOf(in_body)), radius});
    foot_.link_position.emplace_back(place_.pose.rotation.transpose() * (in_body - place_.pose.position));
  }

  void TakeSpheres() {
    foot_.shape = "sphere";
    for (const FootShape& s : shapes_)
      if (s.shape.kind == ShapeKind::kSphere) Add(s.pose.position, s.shape.radius);
    if (foot_.points.size() > 1) foot_.shape = std::to_string(foot_.points.size()) + " spheres";
  }

  void TakeBoxes(double ground) {
    foot_.shape = "lower corners of a box";
    for (const FootShape& s : shapes_) {
      if (s.shape.kind != ShapeKind::kBox || s.bottom > ground + kOneGround) continue;
      const auto corner = [&](double x, double y, double z) {
        return Eigen::Vector3d(s.pose.position +
                               s.pose.rotation * (s.shape.size / 2).cwiseProduct(Eigen::Vector3d(x, y, z)));
      };
      int down = 0;  // the box's axis that is the most vertical
      s.pose.rotation.row(2).cwiseAbs().maxCoeff(&down);
      const double side = s.pose.rotation(2, down) > 0 ? -1 : 1;
      for (const double a : {1.0, -1.0}) {
        for (const double b : {1.0, -1.0}) {
          Eigen::Vector3d signs;
          signs[down] = side;
          signs[(down + 1) % 3] = a;
          signs[(down + 2) % 3] = b;
          Add(corner(signs[0], signs[1], signs[2]), 0);
        }
      }
    }
  }

  // Whether a cylinder turns about its own axis as its body's joint moves.
  bool IsWheel(const FootShape& cylinder) const {
    const JointModel<double>& joint = robot_.joints[static_cast<std::size_t>(foot_.body - 1)].model;
    if (joint.kind != JointKind::kRevolute) return false;
    const Eigen::Vector3d axis(joint.axis[0], joint.axis[1], joint.axis[2]);
    return axis.cross(cylinder.pose.rotation.col(2)).norm() < 1e-3 &&
           cylinder.pose.position.cross(axis).norm() < 1e-3 * cylinder.shape.radius + 1e-6;
  }

  void TakeCylinder(const FootShape& chosen) {
    const UrdfShape& cylinder = chosen.shape;
    const Eigen::Vector3d axis = chosen.pose.rotation.col(2);
    const Eigen::Vector3d down = axis.z() > 0 ? Eigen::Vector3d(-axis) : axis;
    const Eigen::Vector3d center = chosen.pose.position;
    if (IsWheel(chosen)) {
      foot_.shape = "wheel";
      foot_.wheel = true;
      Add(center, cylinder.radius);
      robot_.assumed.push_back("foot " + foot_.name +
                               ": a wheel, taken as a ball of its radius at its centre");
    } else if (std::fabs(axis.z()) < kLying) {
      foot_.shape = "ends of a lying cylinder";
      Add(center + axis * cylinder.length / 2, cylinder.radius);
      Add(center - axis * cylinder.length / 2, cylinder.radius);
    } else if (std::fabs(axis.z()) < kUpright) {
      Blame("its cylinder is neither upright nor lying at q = 0");
    } else if (cylinder.length >= 2 * cylinder.radius) {
      foot_.shape = "lower end of a cylinder";
      Add(center + down * (cylinder.length / 2 - cylinder.radius), cylinder.radius);
      robot_.assumed.push_back("foot " + foot_.name + ": the end of its cylinder is taken as round");
    } else {
      foot_.shape = "rim of a cylinder";
      for (int k = 0; k < 4; ++k) {
        const Eigen::Vector3d side = (k < 2 ? 1 : -1) * chosen.pose.rotation.col(k % 2);
        Add(center + down * cylinder.length / 2 + side * cylinder.radius, 0);
      }
      robot_.assumed.push_back("foot " + foot_.name + ": of its cylinder's rim four points count");
    }
  }

  void TakeOrigin(bool has_mesh) {
    const int joint = urdf_.parent_joint[static_cast<std::size_t>(foot_.link)];
    const bool is_fixed = robot_.joints[static_cast<std::size_t>(foot_.body - 1)].source != joint;
    if (has_mesh && !is_fixed) Blame("its collision shape is only a mesh");
    foot_.shape = "origin of its link";
    Add(place_.pose.position, 0);
    const UrdfJoint& own = urdf_.joints[static_cast<std::size_t>(std::max(joint, 0))];
    const bool turns = own.kind == UrdfJoint::Kind::kRevolute && !own.limits.lower && !own.limits.upper;
    robot_.assumed.push_back(
        "foot " + foot_.name + ": its collision shape is " + (has_mesh ? "only a mesh" : "missing") +
        ", so it is a point at its link's origin (--points" +
        (turns && !is_fixed ? "; a wheel is a ball at its centre with its radius)" : ")"));
  }

  const UrdfRobot& urdf_;
  DescribedFoot& foot_;
  DescribedRobot& robot_;
  const LinkPlace& place_;
  std::vector<FootShape> shapes_;
};

HandPoint ReadHandPoint(const Field& entry) {
  const std::size_t count = entry.Count();
  if (count != 3 && count != 4) entry.Fail("3 or 4 numbers expected, x, y, z and radius");
  const std::vector<double> numbers = entry.Numbers(count);
  for (const double number : numbers)
    if (!std::isfinite(number)) entry.Fail("must be finite");
  HandPoint point{{numbers[0], numbers[1], numbers[2]}, count == 4 ? numbers[3] : 0};
  if (point.radius < 0) entry.Fail("the radius is negative");
  return point;
}

}  // namespace

HandPoints ReadHandPoints(const std::string& path) {
  const Json json = ParseJson(ReadText(path));
  if (!json.is_object()) throw ProblemError("must be an object, from the name of a foot to its points");
  HandPoints points;
  const Field root(json, "");
  for (const std::string& foot : root.Keys()) {
    const Field list = root.At(foot.c_str());
    if (list.Count() == 0) list.Fail("no points");
    for (std::size_t i = 0; i < list.Count(); ++i) points[foot].push_back(ReadHandPoint(list.At(i)));
  }
  return points;
}

void FindFootPoints(const UrdfRobot& urdf, const HandPoints& by_hand, DescribedRobot* robot) {
  std::vector<std::string> names;
  for (DescribedFoot& foot : robot->feet) {
    names.push_back(foot.name);
    PointFinder finder(urdf, &foot, robot);
    const auto given = by_hand.find(foot.name);
    if (given != by_hand.end()) {
      finder.ByHand(given->second);
    } else {
      finder.Find();
    }
  }
  for (const auto& entry : by_hand) {
    if (std::find(names.begin(), names.end(), entry.first) == names.end()) {
      throw ProblemError("--points: \"" + entry.first + "\" is no foot" + NearNames(entry.first, names));
    }
  }
  if (robot->Points() > kMostPoints) {
    throw ProblemError("the feet have " + std::to_string(robot->Points()) + " points, the limit is " +
                       std::to_string(kMostPoints));
  }
}

}  // namespace footing::tools
