// The constexpr A1 against the robot description that its figures come from, parsed here by other code.
#include "firmware/robots/a1/model.hpp"

#include <gtest/gtest.h>
#include <tinyxml2.h>

#include <Eigen/Core>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace footing::unitree_a1_test {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using tinyxml2::XMLElement;

Vector3d ParseVector(const XMLElement* element, const char* attribute) {
  Vector3d v = Vector3d::Zero();
  if (element == nullptr || element->Attribute(attribute) == nullptr) return v;
  std::istringstream text(element->Attribute(attribute));
  text >> v[0] >> v[1] >> v[2];
  EXPECT_FALSE(text.fail());
  return v;
}

// Mass, first moment and second moment about a frame's origin: these add up.
struct Moments {
  double mass = 0.0;
  Vector3d first = Vector3d::Zero();
  Matrix3d inertia = Matrix3d::Zero();

  void Add(double part_mass, const Vector3d& com, const Matrix3d& inertia_about_com) {
    mass += part_mass;
    first += part_mass * com;
    inertia +=
        inertia_about_com + part_mass * (com.squaredNorm() * Matrix3d::Identity() - com * com.transpose());
  }
};

Matrix3d Symmetric(double xx, double yy, double zz, double xy, double xz, double yz) {
  return (Matrix3d() << xx, xy, xz, xy, yy, yz, xz, yz, zz).finished();
}

void ExpectNear(const Moments& actual, const Moments& expected) {
  EXPECT_NEAR(actual.mass, expected.mass, 1e-12);
  EXPECT_LT((actual.first - expected.first).norm(), 1e-12);
  EXPECT_LT((actual.inertia - expected.inertia).norm(), 1e-12);
}

struct UrdfJoint {
  std::string child;
  bool moves;
  Vector3d origin;
  Vector3d axis;
};

class UnitreeA1 : public testing::Test {
 protected:
  void SetUp() override {
    const std::string path = std::string(FOOTING_MODEL_DIR) + "/unitree_a1/a1.urdf";
    if (document_.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS) GTEST_SKIP() << "cannot read " << path;
    const XMLElement* robot = document_.FirstChildElement("robot");
    ASSERT_NE(robot, nullptr);
    for (auto* link = robot->FirstChildElement("link"); link; link = link->NextSiblingElement("link")) {
      links_[link->Attribute("name")] = link;
    }
    for (auto* joint = robot->FirstChildElement("joint"); joint; joint = joint->NextSiblingElement("joint")) {
      const XMLElement* origin = joint->FirstChildElement("origin");
      EXPECT_EQ(ParseVector(origin, "rpy").norm(), 0.0) << "the sums below know no turned frames";
      const bool moves = joint->Attribute("type") != std::string("fixed");
      joints_[joint->FirstChildElement("parent")->Attribute("link")].push_back(
          {joint->FirstChildElement("child")->Attribute("link"), moves, ParseVector(origin, "xyz"),
           ParseVector(joint->FirstChildElement("axis"), "xyz")});
    }
  }

  // The link and what hangs on it, through moving joints only if asked; q = 0.
  void AddLinks(const std::string& link, const Vector3d& position, bool through_moving, Moments* sum) const {
    if (const XMLElement* inertial = links_.at(link)->FirstChildElement("inertial")) {
      const XMLElement* origin = inertial->FirstChildElement("origin");
      EXPECT_EQ(ParseVector(origin, "rpy").norm(), 0.0);
      const XMLElement* i = inertial->FirstChildElement("inertia");
      const auto entry = [i](const char* name) { return i->DoubleAttribute(name); };
      sum->Add(inertial->FirstChildElement("mass")->DoubleAttribute("value"),
               position + ParseVector(origin, "xyz"),
               Symmetric(entry("ixx"), entry("iyy"), entry("izz"), entry("ixy"), entry("ixz"), entry("iyz")));
    }
    const auto joints = joints_.find(link);
    if (joints == joints_.end()) return;
    for (const UrdfJoint& joint : joints->second) {
      if (joint.moves && !through_moving) continue;
      AddLinks(joint.child, position + joint.origin, through_moving, sum);
    }
  }

  const UrdfJoint& JointTo(const std::string& parent, const std::string& child) const {
    for (const UrdfJoint& joint : joints_.at(parent)) {
      if (joint.child == child) return joint;
    }
    throw std::out_of_range("no joint from " + parent + " to " + child);
  }

  const RobotModel<double, 12, 4> robot_ = robots::A1::Model<double>();
  tinyxml2::XMLDocument document_;
  std::map<std::string, const XMLElement*> links_;
  std::map<std::string, std::vector<UrdfJoint>> joints_;
};

Vector3d ToVector(const std::array<double, 3>& a) { return {a[0], a[1], a[2]}; }

void AddBody(const LinkInertia<double>& link, const Vector3d& origin, Moments* sum) {
  const auto& i = link.inertia;
  sum->Add(link.mass, origin + ToVector(link.com), Symmetric(i[0], i[1], i[2], i[3], i[4], i[5]));
}

// Body 0 and on, as the description names them.
std::vector<std::string> BodyNames() {
  std::vector<std::string> names = {"trunk"};
  for (const char* leg : {"FR", "FL", "RR", "RL"}) {
    for (const char* part : {"_hip", "_thigh", "_calf"}) names.push_back(std::string(leg) + part);
  }
  return names;
}

TEST_F(UnitreeA1, WholeRobotHasMassAndInertiaOfTheDescription) {
  Moments actual;
  std::vector<Vector3d> origins = {Vector3d::Zero()};
  AddBody(robot_.base, origins[0], &actual);
  for (const auto& joint : robot_.joints) {
    origins.push_back(origins[static_cast<std::size_t>(joint.parent)] + ToVector(joint.position));
    AddBody(joint.link, origins.back(), &actual);
  }
  Moments expected;
  AddLinks("trunk", Vector3d::Zero(), true, &expected);
  ExpectNear(actual, expected);
  EXPECT_NEAR(actual.mass, 13.741, 1e-9);
}

TEST_F(UnitreeA1, EachBodyHasTheInertiaOfTheLinksThatMoveAsOne) {
  const std::vector<std::string> names = BodyNames();
  for (int body = 0; body < robot_.kBodies; ++body) {
    SCOPED_TRACE(names[static_cast<std::size_t>(body)]);
    Moments actual;
    AddBody(robot_.Link(body), Vector3d::Zero(), &actual);
    Moments expected;
    AddLinks(names[static_cast<std::size_t>(body)], Vector3d::Zero(), false, &expected);
    ExpectNear(actual, expected);
  }
}

TEST_F(UnitreeA1, JointsAreWhereTheDescriptionHasThem) {
  const std::vector<std::string> names = BodyNames();
  for (std::size_t i = 0; i < robot_.joints.size(); ++i) {
    const auto& joint = robot_.joints[i];
    const UrdfJoint& expected = JointTo(names[static_cast<std::size_t>(joint.parent)], names[i + 1]);
    SCOPED_TRACE(expected.child);
    EXPECT_TRUE(expected.moves);
    EXPECT_EQ(ToVector(joint.position), expected.origin);
    EXPECT_EQ(ToVector(joint.axis), expected.axis);
  }
}

TEST_F(UnitreeA1, FeetAreWhereTheDescriptionHasThem) {
  const std::vector<std::string> names = BodyNames();
  for (const auto& point : robot_.points) {
    const std::string& calf = names[static_cast<std::size_t>(point.body)];
    const UrdfJoint& expected = JointTo(calf, calf.substr(0, 2) + "_foot");
    EXPECT_FALSE(expected.moves);
    EXPECT_EQ(ToVector(point.position), expected.origin);
  }
}

}  // namespace footing::unitree_a1_test
