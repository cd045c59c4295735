#include <tinyxml2.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>

#include "core/dynamics/compute_dynamics.hpp"
#include "tools/footing/files/number.hpp"
#include "tools/footing/plants/mujoco_model.hpp"
#include "tools/footing/robot/check/model_check.hpp"
#include "tools/footing/robot/urdf/urdf_text.hpp"
#include "tools/footing/robots/link_inertia.hpp"

namespace footing::tools {

namespace {

using Element = tinyxml2::XMLElement;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr const char* kMujocoWorld = "world";  // MuJoCo's own name of it: what floats on it is free

Eigen::Matrix3d RotationOf(double roll, double pitch, double yaw) {
  using Turn = Eigen::AngleAxisd;
  using Eigen::Vector3d;
  return (Turn(yaw, Vector3d::UnitZ()) * Turn(pitch, Vector3d::UnitY()) * Turn(roll, Vector3d::UnitX()))
      .toRotationMatrix();
}

// The roll is what is left behind the other two, so that they fit each other also where the pitch is upright.
std::array<double, 3> AnglesOf(const Eigen::Matrix3d& rotation) {
  const double pitch = std::atan2(-rotation(2, 0), std::hypot(rotation(0, 0), rotation(1, 0)));
  const double yaw = std::atan2(rotation(1, 0), rotation(0, 0));
  const Eigen::Matrix3d rest = RotationOf(0, pitch, yaw).transpose() * rotation;
  return {std::atan2(rest(2, 1), rest(1, 1)), pitch, yaw};
}

// Writes the inertia about its principal axes: those that MuJoCo finds are accurate to eight digits only. It
// is that of a body then, as MuJoCo takes no other.
void WritePrincipal(Element* link) {
  Element* inertial = link->FirstChildElement("inertial");
  Element* element = inertial ? inertial->FirstChildElement("inertia") : nullptr;
  if (!element) return;
  constexpr const char* kNames[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  LinkInertia<double> given;
  for (std::size_t k = 0; k < 6; ++k) given.inertia[k] = NumberIn(*element, kNames[k]).value_or(0);
  Element* origin = inertial->FirstChildElement("origin");
  if (!origin) origin = inertial->InsertNewChildElement("origin");
  double rpy[3] = {0, 0, 0};
  if (const char* text = origin->Attribute("rpy")) std::istringstream(text) >> rpy[0] >> rpy[1] >> rpy[2];

  const PrincipalInertia principal = ToPrincipal(RepairedInertia(InertiaMatrix(given)));
  const Eigen::Vector3d moments = principal.moments.cwiseMax(0);
  const std::array<double, 3> turned = AnglesOf(RotationOf(rpy[0], rpy[1], rpy[2]) * principal.axes);
  origin->SetAttribute(
      "rpy", (ShortNumber(turned[0]) + " " + ShortNumber(turned[1]) + " " + ShortNumber(turned[2])).c_str());
  for (std::size_t k = 0; k < 6; ++k) {
    element->SetAttribute(kNames[k],
                          k < 3 ? ShortNumber(moments[static_cast<Eigen::Index>(k)]).c_str() : "0");
  }
}

// MuJoCo refuses a link that moves without mass; what is fixed to it may have some.
bool IsFixedAtZero(const DescribedRobot& robot, const char* joint) {
  const auto locked = robot.locked.find(joint);
  return locked != robot.locked.end() && locked->second == 0;
}

// The same robot as MuJoCo reads it: without shapes and limits, on a floating joint unless its root is fixed.
std::string MujocoUrdf(const std::string& text, const UrdfRobot& urdf, const DescribedRobot& robot) {
  tinyxml2::XMLDocument document;
  ParseXml(text, &document);
  std::vector<std::string> known;
  CompleteUrdfText(&document, &known);
  Element* root = document.RootElement();
  for (Element* e = root->FirstChildElement(); e; e = e->NextSiblingElement()) {
    const bool is_link = std::strcmp(e->Name(), "link") == 0;
    const bool is_joint = std::strcmp(e->Name(), "joint") == 0;
    if (is_link) WritePrincipal(e);
    for (const char* name : {"collision", "limit", "mimic", "dynamics"}) {
      while (Element* child = e->FirstChildElement(name)) e->DeleteChild(child);
    }
    // Without limits it is the same, and needs none.
    if (is_joint && e->Attribute("type", "revolute")) e->SetAttribute("type", "continuous");
    if (is_joint && IsFixedAtZero(robot, e->Attribute("name"))) e->SetAttribute("type", "fixed");
  }
  Element* compiler = root->InsertNewChildElement("mujoco")->InsertNewChildElement("compiler");
  for (const auto& [name, value] : {std::pair{"fusestatic", "false"},
                                    {"balanceinertia", "false"},
                                    {"discardvisual", "true"},
                                    {"inertiafromgeom", "false"}}) {
    compiler->SetAttribute(name, value);
  }
  const std::string& root_link = urdf.links[static_cast<std::size_t>(urdf.root)].name;
  const bool floats = robot.base != root_link;  // already
  if (floats) {
    for (Element* e = root->FirstChildElement(); e; e = e->NextSiblingElement()) {
      Element* parent = e->FirstChildElement("parent");
      if (e->Attribute("name", root_link.c_str()) && std::strcmp(e->Name(), "link") == 0)
        e->SetAttribute("name", kMujocoWorld);
      if (parent && parent->Attribute("link", root_link.c_str())) parent->SetAttribute("link", kMujocoWorld);
    }
  } else if (!robot.fixed_root) {
    root->InsertNewChildElement("link")->SetAttribute("name", kMujocoWorld);
    Element* joint = root->InsertNewChildElement("joint");
    joint->SetAttribute("name", "footing_floats");
    joint->SetAttribute("type", "floating");
    joint->InsertNewChildElement("parent")->SetAttribute("link", kMujocoWorld);
    joint->InsertNewChildElement("child")->SetAttribute("link", robot.base.c_str());
  }
  tinyxml2::XMLPrinter printer;
  document.Print(&printer);
  return printer.CStr();
}

// MuJoCo's bias has neither friction nor damping.
CapacityModel WithoutLosses(CapacityModel model) {
  for (JointModel<double>& joint : model.joints) joint.drive.friction = joint.drive.damping = 0;
  return model;
}

// One state in both programs, and their terms on Footing's coordinates.
class Comparison {
 public:
  Comparison(const std::string& xml, const UrdfRobot& urdf, const DescribedRobot& robot)
      : urdf_(urdf),
        robot_(robot),
        ours_(WithoutLosses(robot.Model())),
        theirs_(LoadMjcf(xml)),
        data_(mj_makeData(theirs_.get())) {
    // Of each of Footing's coordinates MuJoCo's.
    const int first = robot.fixed_root ? 0 : 6;
    for (int k = 0; k < first; ++k) dof_.push_back(k);
    for (const DescribedJoint& joint : robot.joints)
      dof_.push_back(theirs_->jnt_dofadr[Id(mjOBJ_JOINT, joint.name)]);
    if (!robot.fixed_root && (theirs_->njnt == 0 || theirs_->jnt_type[0] != mjJNT_FREE)) {
      throw std::runtime_error("it put no floating joint first");
    }
    for (std::size_t j = 0; j < robot.joints.size(); ++j) {
      theirs_->dof_armature[dof_[static_cast<std::size_t>(first) + j]] = robot.joints[j].model.drive.armature;
    }
    first_ours_ = 6 - first;
  }

  void Add(std::mt19937* random, ModelCheck* check) {
    SetState(random);
    const auto count = static_cast<Eigen::Index>(dof_.size());
    ComputeDynamics(ours_, state_, 9.81, &terms_);
    mj_forward(theirs_.get(), data_.get());
    RowMatrix full(theirs_->nv, theirs_->nv);
    mj_fullM(theirs_.get(), full.data(), data_->qM);
    RowMatrix mass(count, count);
    Eigen::VectorXd bias(count);
    for (Eigen::Index r = 0; r < count; ++r) {
      bias[r] = data_->qfrc_bias[Theirs(r)];
      for (Eigen::Index c = 0; c < count; ++c) mass(r, c) = full(Theirs(r), Theirs(c));
    }
    mass = to_mujoco_.transpose() * mass * to_mujoco_;
    bias = to_mujoco_.transpose() * bias;
    const RowMatrix our_mass = terms_.mass_matrix.block(first_ours_, first_ours_, count, count);
    const Eigen::VectorXd our_bias = terms_.bias.segment(first_ours_, count);
    Raise(our_mass, mass, &check->mass_matrix);
    Raise(our_bias, bias, &check->bias);
    std::size_t point = 0;
    for (const DescribedFoot& foot : robot_.feet) {
      for (std::size_t k = 0; k < foot.points.size(); ++k) AddPoint(foot, k, terms_.points[point++], check);
    }
  }

 private:
  int Theirs(Eigen::Index ours) const { return dof_[static_cast<std::size_t>(ours)]; }

  int Id(mjtObj kind, const std::string& name) const {
    const int id = mj_name2id(theirs_.get(), kind, name.c_str());
    if (id < 0) throw std::runtime_error("it does not know \"" + name + "\"");
    return id;
  }

  // Angular velocities of MuJoCo's free joint are in the base's axes.
  void SetState(std::mt19937* random) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto next = [&] { return uniform(*random); };
    state_ = {};
    mj_resetData(theirs_.get(), data_.get());
    to_mujoco_ =
        RowMatrix::Identity(static_cast<Eigen::Index>(dof_.size()), static_cast<Eigen::Index>(dof_.size()));
    if (!robot_.fixed_root) {
      Eigen::Vector4d turn(next(), next(), next(), next());
      turn.normalize();
      state_.base_attitude = Quaternion<double>(turn[0], turn[1], turn[2], turn[3]);
      state_.base_position = {next(), next(), next()};
      state_.base_velocity = {next(), next(), next()};
      state_.base_angular_velocity = {next(), next(), next()};
      to_mujoco_.block<3, 3>(3, 3) = state_.base_attitude.toRotationMatrix().transpose();
      Eigen::Map<Eigen::Matrix<double, 7, 1>>(data_->qpos) << state_.base_position, turn;
      Eigen::Map<Eigen::Matrix<double, 6, 1>>(data_->qvel) << state_.base_velocity,
          to_mujoco_.block<3, 3>(3, 3) * state_.base_angular_velocity;
    }
    const std::size_t first = dof_.size() - robot_.joints.size();
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      const int joint = theirs_->dof_jntid[dof_[first + j]];
      const auto index = static_cast<Eigen::Index>(j);
      data_->qpos[theirs_->jnt_qposadr[joint]] = state_.joint_position[index] = 2 * next();
      data_->qvel[dof_[first + j]] = state_.joint_velocity[index] = 3 * next();
    }
    for (const auto& [name, value] : robot_.locked) {
      if (value == 0) continue;
      data_->qpos[theirs_->jnt_qposadr[Id(mjOBJ_JOINT, name)]] = value;
    }
  }

  // The point of the foot's link in MuJoCo, and how it moves.
  void AddPoint(const DescribedFoot& foot, std::size_t k, const DynamicsTerms<CapacityModel>::Point& ours,
                ModelCheck* check) const {
    const int body = Id(mjOBJ_BODY, urdf_.links[static_cast<std::size_t>(foot.link)].name);
    const Eigen::Map<const Eigen::Vector3d> origin(data_->xpos + 3 * body);
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> rotation(data_->xmat + 9 * body);
    const Eigen::Vector3d at =
        origin + rotation * foot.link_position[k] - foot.points[k].radius * Eigen::Vector3d::UnitZ();
    RowMatrix full(3, theirs_->nv);
    mj_jac(theirs_.get(), data_.get(), full.data(), nullptr, at.data(), body);
    RowMatrix jacobian(3, static_cast<Eigen::Index>(dof_.size()));
    for (Eigen::Index c = 0; c < jacobian.cols(); ++c) jacobian.col(c) = full.col(Theirs(c));
    jacobian = jacobian * to_mujoco_;
    const RowMatrix our_jacobian = ours.jacobian.middleCols(first_ours_, jacobian.cols());
    Raise(our_jacobian, jacobian, &check->jacobian);
    Raise(ours.position, at, &check->jacobian);
  }

  template <typename Ours, typename Their>
  static void Raise(const Ours& ours, const Their& theirs, double* largest) {
    const double scale = std::max(theirs.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
    const double error = (ours - theirs).cwiseAbs().maxCoeff() / scale;
    *largest = std::isfinite(error) ? std::max(*largest, error) : std::numeric_limits<double>::infinity();
  }

  const UrdfRobot& urdf_;
  const DescribedRobot& robot_;
  const CapacityModel ours_;
  const MujocoModel theirs_;
  const MujocoData data_;
  std::vector<int> dof_;
  int first_ours_ = 0;
  RobotState<double, kMostJoints> state_;
  DynamicsTerms<CapacityModel> terms_;
  RowMatrix to_mujoco_;
};

}  // namespace

ModelCheck CheckWithMujoco(const std::string& text, const UrdfRobot& urdf, const DescribedRobot& robot) {
  ModelCheck check;
  check.engine = std::string("MuJoCo ") + mj_versionString();
  try {
    const auto comparison = std::make_unique<Comparison>(MujocoUrdf(text, urdf, robot), urdf, robot);
    std::mt19937 random(1);
    for (int state = 0; state < kCheckedStates; ++state) comparison->Add(&random, &check);
  } catch (const std::runtime_error& error) {
    check.refusal = error.what();
    std::replace(check.refusal.begin(), check.refusal.end(), '\n', ' ');
  }
  return check;
}

}  // namespace footing::tools
