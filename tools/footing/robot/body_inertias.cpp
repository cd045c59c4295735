#include "tools/footing/robot/body_inertias.hpp"

#include <algorithm>

#include "tools/footing/files/number.hpp"
#include "tools/footing/robot/tidy.hpp"
#include "tools/footing/robots/link_inertia.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

namespace {

constexpr double kLittle = 0.01;     // of a body's mass
constexpr double kLeastMass = 1e-9;  // kg, of what moves: less is none in float

[[noreturn]] void BlameLink(const std::string& name, const std::string& what) {
  throw ProblemError("link \"" + name + "\": " + what);
}

class BodyInertias {
 public:
  BodyInertias(const UrdfRobot& urdf, bool repairs, int base, DescribedRobot* robot)
      : urdf_(urdf), repairs_(repairs), base_(base), robot_(*robot) {}

  void Sum() {
    std::vector<LinkInertia<double>> sums(robot_.joints.size() + 1);
    body_mass_.assign(sums.size(), 0);
    for (std::size_t i = 0; i < urdf_.links.size(); ++i) {
      const int body = robot_.places[i].body;
      if (body >= 0) body_mass_[Unsigned(body)] += urdf_.links[i].mass;
    }
    for (std::size_t i = 0; i < urdf_.links.size(); ++i) {
      const LinkPlace& place = robot_.places[i];
      if (place.body < 0) continue;
      LinkInertia<double>& sum = sums[Unsigned(place.body)];
      const LinkInertia<double> part = Part(urdf_.links[i], place);
      sum = sum.mass == 0 && sum.inertia == std::array<double, 6>{} ? part : JoinParts(sum, part);
    }
    for (LinkInertia<double>& sum : sums) {
      sum.com = Tidy(sum.com);
      sum.inertia = Tidy(sum.inertia);
    }
    robot_.base_inertia = sums[0];
    const std::string& root = urdf_.links[Unsigned(urdf_.root)].name;
    robot_.fixed_root = sums[0].mass == 0 || (base_ == urdf_.root && root == "world");
    if (!robot_.fixed_root) CheckBody(0, robot_.base, sums[0]);
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      CheckBody(static_cast<int>(j) + 1, robot_.joints[j].link, sums[j + 1]);
      robot_.joints[j].model.link = sums[j + 1];
    }
  }

 private:
  // A link in its body's frame.
  LinkInertia<double> Part(const UrdfLink& link, const LinkPlace& place) {
    if (link.mass < 0) BlameLink(link.name, "mass is " + ShortNumber(link.mass) + " kg");
    Eigen::Matrix3d inertia = link.inertia;
    const std::string fault = link.mass > 0 && !inertia.isZero(0) ? InertiaFault(inertia) : "";
    if (!fault.empty()) {
      const std::string words = fault + (BreaksTriangle(inertia) ? "; --repair-inertia raises them" : "");
      // A part counts little in a body that is one; its inertia is often made up.
      const bool is_part = IsCarried(link.name) || link.mass < kLittle * body_mass_[Unsigned(place.body)];
      if (BreaksTriangle(inertia) && repairs_) {
        inertia = RepairedInertia(inertia);
        robot_.repaired.push_back("link " + link.name + ": " + fault + "; raised to " + MomentsOf(inertia));
      } else if (is_part) {
        robot_.notes.push_back("link " + link.name + ": " + fault +
                               "; it is a part of a body, whose inertia is judged");
        faulty_parts_[place.body] = {link.name, words};
      } else {
        BlameLink(link.name, words);
      }
    }
    LinkInertia<double> part;
    part.mass = link.mass;
    part.com = ArrayOf(place.pose.position + place.pose.rotation * link.com);
    part.inertia = InertiaArray(place.pose.rotation * inertia * place.pose.rotation.transpose());
    return part;
  }

  bool IsCarried(const std::string& link) const {
    return link != robot_.base &&
           std::none_of(robot_.joints.begin(), robot_.joints.end(),
                        [&](const DescribedJoint& joint) { return joint.link == link; });
  }

  // Good parts make a good body: where the body has a fault, a part has it.
  void CheckBody(int body_number, const std::string& link, const LinkInertia<double>& body) const {
    if (!(body.mass >= kLeastMass)) {
      BlameLink(link,
                "moves, but has no mass: " + ShortNumber(body.mass) + " kg with all that is fixed to it");
    }
    const std::string fault = InertiaFault(InertiaMatrix(body));
    if (fault.empty()) return;
    const auto part = faulty_parts_.find(body_number);
    if (part != faulty_parts_.end()) BlameLink(part->second.first, part->second.second);
    BlameLink(link, fault + ", with all that is fixed to it");
  }

  const UrdfRobot& urdf_;
  bool repairs_;
  int base_;  // link
  DescribedRobot& robot_;
  std::vector<double> body_mass_;                                    // kg
  std::map<int, std::pair<std::string, std::string>> faulty_parts_;  // body → link, and what is wrong
};

}  // namespace

void SumInertias(const UrdfRobot& urdf, bool repairs, int base, DescribedRobot* robot) {
  BodyInertias(urdf, repairs, base, robot).Sum();
}

}  // namespace footing::tools
