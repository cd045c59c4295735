#include "tools/footing/robot/urdf/urdf_text.hpp"

#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <sstream>

#include "tools/footing/files/number.hpp"
#include "tools/footing/robot/urdf/urdf_file.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

namespace {

using Element = tinyxml2::XMLElement;

// Attributes of numbers, and how many; -1: any.
const std::map<std::string, int> kNumberAttributes = {
    {"xyz", 3},    {"rpy", 3},    {"size", 3},       {"ixx", 1},     {"ixy", 1},
    {"ixz", 1},    {"iyy", 1},    {"iyz", 1},        {"izz", 1},     {"lower", 1},
    {"upper", 1},  {"effort", 1}, {"velocity", 1},   {"damping", 1}, {"friction", 1},
    {"radius", 1}, {"length", 1}, {"multiplier", 1}, {"offset", 1}};
// Figures beyond are in no robot's unit, and beyond the second not in a float.
constexpr double kLargest = 1e6, kLargestLimit = 1e30;
constexpr int kMostLinks = 2000;
const std::set<std::string> kOfLinks = {"inertial", "collision"};
const std::set<std::string> kOfJoints = {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"};

std::string Called(const Element& element) {
  const char* name = element.Attribute("name");
  return std::string(element.Name()) + " \"" + (name ? name : "") + "\"";
}

[[noreturn]] void Blame(const Element& element, const std::string& what) {
  throw ProblemError(Called(element) + ": " + what);
}

void CheckNumbers(const Element& owner, const Element& element) {
  for (const auto* a = element.FirstAttribute(); a; a = a->Next()) {
    const auto known = kNumberAttributes.find(a->Name());
    const bool is_mass = std::strcmp(element.Name(), "mass") == 0 && std::strcmp(a->Name(), "value") == 0;
    if (known == kNumberAttributes.end() && !is_mass) continue;
    const int wanted = is_mass ? 1 : known->second;
    std::istringstream words(a->Value());
    int count = 0;
    for (std::string word; words >> word; ++count) {
      double value = 0;
      if (ParseNumber(word, &value) == NumberError::kNone && std::isfinite(value)) {
        const double largest = std::strcmp(element.Name(), "limit") == 0 ? kLargestLimit : kLargest;
        if (std::fabs(value) <= largest) continue;
        Blame(owner, std::string(element.Name()) + " " + a->Name() + "=\"" + a->Value() + "\": is beyond " +
                         ShortNumber(largest));
      }
      Blame(owner, std::string(element.Name()) + " " + a->Name() + "=\"" + a->Value() + "\": " +
                       (word.find("${") == std::string::npos ? "must be finite numbers"
                                                             : "is xacro: expand the file with xacro first"));
    }
    if (count != wanted) {
      Blame(owner, std::string(element.Name()) + " " + a->Name() + "=\"" + a->Value() +
                       "\": " + std::to_string(count) + " numbers, " + std::to_string(wanted) + " expected");
    }
  }
  for (const Element* e = element.FirstChildElement(); e; e = e->NextSiblingElement())
    CheckNumbers(owner, *e);
}

// Readers take the first of two, or the last.
void CheckSingle(const Element& owner, const Element& element, const std::set<std::string>& parts) {
  for (const std::string& part : parts) {
    const Element* first = element.FirstChildElement(part.c_str());
    if (first && first->NextSiblingElement(part.c_str())) Blame(owner, "has two <" + part + ">");
  }
}

void CheckParts(const Element& owner, const std::set<std::string>& parts) {
  for (const Element* e = owner.FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (parts.contains(e->Name())) CheckNumbers(owner, *e);
  }
}

// The link that a joint's element <parent> or <child> names.
std::string LinkOf(const Element& joint, const char* end, const std::map<std::string, std::string>& links) {
  const Element* element = joint.FirstChildElement(end);
  const char* link = element ? element->Attribute("link") : nullptr;
  if (!link) Blame(joint, std::string("has no ") + end + " link");
  if (!links.contains(link)) {
    std::vector<std::string> names;
    for (const auto& entry : links) names.push_back(entry.first);
    Blame(joint, std::string(end) + " link \"" + link + "\" does not exist" + NearNames(link, names));
  }
  return link;
}

// `above`: of each link the one that carries it, or "".
void CheckTree(const std::map<std::string, std::string>& above) {
  std::vector<std::string> roots;
  for (const auto& [link, parent] : above) {
    if (parent.empty()) roots.push_back(link);
    std::set<std::string> seen;
    for (std::string at = link; !at.empty(); at = above.at(at)) {
      if (!seen.insert(at).second) throw ProblemError("link \"" + at + "\": carries itself, a closed loop");
    }
  }
  if (roots.empty()) throw ProblemError("the robot has no links");
  if (roots.size() > 1) {
    throw ProblemError("link \"" + roots[1] + "\": no joint joins it to \"" + roots[0] +
                       "\": there must be one root");
  }
}

// liburdfdom takes no blanks around a number.
void TrimNumbers(Element* element) {
  for (const auto* a = element->FirstAttribute(); a; a = a->Next()) {
    const std::string text = a->Value();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) continue;
    const std::string trimmed = text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
    const bool is_number = kNumberAttributes.contains(a->Name()) || std::strcmp(a->Name(), "value") == 0;
    if (is_number && trimmed != text) element->SetAttribute(a->Name(), trimmed.c_str());
  }
  for (Element* e = element->FirstChildElement(); e; e = e->NextSiblingElement()) TrimNumbers(e);
}

void RemoveChildren(Element* element, const char* name) {
  while (Element* child = element->FirstChildElement(name)) element->DeleteChild(child);
}

// liburdfdom refuses a file for a shape that it does not know.
void HideOtherShapes(Element* link) {
  for (Element* c = link->FirstChildElement("collision"); c; c = c->NextSiblingElement("collision")) {
    Element* geometry = c->FirstChildElement("geometry");
    Element* shape = geometry ? geometry->FirstChildElement() : nullptr;
    const std::string kind = shape ? shape->Name() : "";
    if (kind == "sphere" || kind == "box" || kind == "cylinder") continue;
    if (geometry) c->DeleteChild(geometry);
    Element* mesh = c->InsertNewChildElement("geometry")->InsertNewChildElement("mesh");
    mesh->SetAttribute("filename", "unknown");
  }
}

// liburdfdom takes a mass without an inertia; MuJoCo does not.
void CompleteInertia(Element* link, std::vector<std::string>* assumptions) {
  Element* inertial = link->FirstChildElement("inertial");
  if (!inertial || inertial->FirstChildElement("inertia")) return;
  Element* inertia = inertial->InsertNewChildElement("inertia");
  for (const char* name : {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}) inertia->SetAttribute(name, "0");
  assumptions->push_back(Called(*link) + ": no inertia is given, so its mass is a point");
}

void CompleteAxis(const Element& joint, std::vector<std::string>* assumptions) {
  const char* type = joint.Attribute("type");
  const bool moves = std::strcmp(type, "fixed") != 0 && std::strcmp(type, "floating") != 0;
  if (moves && !joint.FirstChildElement("axis"))
    assumptions->push_back(Called(joint) + ": no axis is given, so it is x");
}

void CompleteLimits(Element* joint, std::vector<std::string>* assumptions) {
  const char* type = joint->Attribute("type");
  const bool turns = type && std::strcmp(type, "revolute") == 0;
  const bool slides = type && std::strcmp(type, "prismatic") == 0;
  Element* limit = joint->FirstChildElement("limit");
  if (!turns && !slides) {
    if (limit && type && std::strcmp(type, "continuous") != 0) joint->DeleteChild(limit);
    limit = joint->FirstChildElement("limit");
  } else if (!limit || (!limit->Attribute("lower") && !limit->Attribute("upper"))) {
    assumptions->push_back(Called(*joint) + ": no limits of its position are given, so it has none");
    if (!limit) limit = joint->InsertNewChildElement("limit");
  }
  if (!limit) return;
  if (!limit->Attribute("effort")) limit->SetAttribute("effort", "0");
  if (!limit->Attribute("velocity")) limit->SetAttribute("velocity", "0");
}

}  // namespace

std::optional<double> NumberIn(const tinyxml2::XMLElement& element, const char* attribute) {
  const char* text = element.Attribute(attribute);
  double value = 0;
  if (!text || ParseNumber(text, &value) != NumberError::kNone) return std::nullopt;
  return value;
}

void ParseXml(const std::string& text, tinyxml2::XMLDocument* document) {
  if (document->Parse(text.data(), text.size()) == tinyxml2::XML_SUCCESS) return;
  throw ProblemError("line " + std::to_string(document->ErrorLineNum()) + ": is not XML (" +
                     document->ErrorName() + ")");
}

void CheckUrdfText(const tinyxml2::XMLDocument& document) {
  const Element* robot = document.RootElement();
  if (!robot || std::strcmp(robot->Name(), "robot") != 0) throw ProblemError("is not a URDF: has no <robot>");
  for (const Element* e = robot->FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (std::strncmp(e->Name(), "xacro:", 6) == 0) {
      throw ProblemError("line " + std::to_string(e->GetLineNum()) + ": <" + e->Name() +
                         ">: expand the file with xacro first");
    }
  }
  std::map<std::string, std::string> above;
  std::map<std::string, std::string> carrier;  // of each link the joint that moves it
  std::set<std::string> joints;
  for (const Element* link = robot->FirstChildElement("link"); link;
       link = link->NextSiblingElement("link")) {
    if (!link->Attribute("name")) {
      throw ProblemError("line " + std::to_string(link->GetLineNum()) + ": a link has no name");
    }
    if (!above.emplace(link->Attribute("name"), "").second) Blame(*link, "there are two of this name");
    CheckParts(*link, kOfLinks);
    CheckSingle(*link, *link, {"inertial"});
    if (const Element* inertial = link->FirstChildElement("inertial"))
      CheckSingle(*link, *inertial, {"origin", "mass", "inertia"});
    if (above.size() > kMostLinks) {
      throw ProblemError("more than " + std::to_string(kMostLinks) + " links, which is the limit");
    }
  }
  for (const Element* j = robot->FirstChildElement("joint"); j; j = j->NextSiblingElement("joint")) {
    if (!j->Attribute("name")) {
      throw ProblemError("line " + std::to_string(j->GetLineNum()) + ": a joint has no name");
    }
    if (!joints.insert(j->Attribute("name")).second) Blame(*j, "there are two of this name");
    CheckParts(*j, kOfJoints);
    CheckSingle(*j, *j, kOfJoints);
    const std::string type = j->Attribute("type") ? j->Attribute("type") : "";
    if (type != "fixed" && type != "revolute" && type != "continuous" && type != "prismatic" &&
        type != "floating") {
      Blame(*j, "type \"" + type + "\" is none of fixed, revolute, continuous, prismatic, floating");
    }
    const std::string parent = LinkOf(*j, "parent", above);
    const std::string child = LinkOf(*j, "child", above);
    if (!carrier.emplace(child, j->Attribute("name")).second) {
      Blame(*j, "closes a loop: its child link \"" + child + "\" already hangs on joint \"" + carrier[child] +
                    "\"");
    }
    above[child] = parent;
  }
  CheckTree(above);
}

void CompleteUrdfText(tinyxml2::XMLDocument* document, std::vector<std::string>* assumptions) {
  Element* robot = document->RootElement();
  if (!robot->Attribute("name")) robot->SetAttribute("name", "robot");
  robot->DeleteAttribute("version");
  std::vector<Element*> others;
  TrimNumbers(robot);
  for (Element* e = robot->FirstChildElement(); e; e = e->NextSiblingElement()) {
    const std::string name = e->Name();
    if (name == "link") {
      RemoveChildren(e, "visual");
      HideOtherShapes(e);
      CompleteInertia(e, assumptions);
    } else if (name == "joint") {
      RemoveChildren(e, "safety_controller");
      RemoveChildren(e, "calibration");
      CompleteAxis(*e, assumptions);
      CompleteLimits(e, assumptions);
      const Element* dynamics = e->FirstChildElement("dynamics");
      if (dynamics && !dynamics->Attribute("damping") && !dynamics->Attribute("friction")) {
        RemoveChildren(e, "dynamics");
      }
    } else {
      others.push_back(e);
    }
  }
  for (Element* e : others) robot->DeleteChild(e);
}

}  // namespace footing::tools
