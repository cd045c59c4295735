#include "tools/footing/plants/mujoco_plant.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tools/footing/plants/mjcf.hpp"
#include "tools/footing/plants/mujoco_model.hpp"

namespace footing::tools {
namespace {

using Eigen::Vector3d;

constexpr double kWaveSlack = 1.0;  // m that the robot may be from the middle of its height field

std::array<double, 3> ToArray(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }

Vector3d ToVector(const mjtNum* v) { return {v[0], v[1], v[2]}; }

// MuJoCo's free joint: position and linear velocity of the base's origin in world axes, attitude
// w x y z, angular velocity in base axes. A force on its linear coordinates acts at that origin.
class MujocoPlant : public hal::Plant {
 public:
  MujocoPlant(const RobotFigures& robot, const Terrain& terrain, const PlantStart& start,
              const MjcfOptions& options)
      : terrain_(terrain),
        joints_(robot.joints.size()),
        feet_(robot.points.size()),
        model_(LoadMjcf(ToMjcf(robot, terrain, options))),
        data_(mj_makeData(model_.get())) {
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      joints_[i] = mj_name2id(model_.get(), mjOBJ_JOINT, ("joint" + std::to_string(i)).c_str());
    }
    for (std::size_t k = 0; k < feet_.size(); ++k) {
      const std::string name = "foot" + std::to_string(k);
      feet_[k].radius = robot.points[k].radius;
      feet_[k].geom = mj_name2id(model_.get(), mjOBJ_GEOM, name.c_str());
      feet_[k].site = mj_name2id(model_.get(), mjOBJ_SITE, name.c_str());
    }
    waves_ = mj_name2id(model_.get(), mjOBJ_GEOM, "waves");
    if (waves_ >= 0) MoveWaves(start.base_position[0], start.base_position[1]);
    SetState(start);
    FirstHalf();
  }

  double StepSize() const override { return model_->opt.timestep; }

  void Step(const std::array<double, hal::kJointCapacity>& joint_torque, const std::array<double, 6>& push,
            hal::PlantSample* sample) override {
    const Vector3d velocity_before = ToVector(data_->qvel);
    const Eigen::Quaterniond attitude_before = Attitude();
    const Vector3d moment = attitude_before.conjugate() * Vector3d(push[3], push[4], push[5]);
    for (std::size_t k = 0; k < 3; ++k) data_->qfrc_applied[k] = push[k];
    for (int k = 0; k < 3; ++k) data_->qfrc_applied[3 + k] = moment[k];
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      data_->qfrc_applied[model_->jnt_dofadr[joints_[i]]] = joint_torque[i];
    }
    sample->joint_torque = joint_torque;

    mj_step2(model_.get(), data_.get());
    ReadFootForces(sample);  // before mj_step1 finds the contacts of the next step
    FirstHalf();

    ReadBase(velocity_before, attitude_before, sample);
    ReadJoints(sample);
    ReadFeet(sample);
  }

 private:
  struct Foot {
    int geom;
    int site;
    double radius;  // m
  };

  // Up to the constraints of the next step.
  void FirstHalf() {
    if (waves_ >= 0) {
      const mjtNum* at = model_->geom_pos + 3 * waves_;
      if (std::hypot(data_->qpos[0] - at[0], data_->qpos[1] - at[1]) > kWaveSlack)
        MoveWaves(data_->qpos[0], data_->qpos[1]);
      for (const Foot& foot : feet_)
        model_->geom_friction[3 * foot.geom] = terrain_.At(data_->geom_xpos[3 * foot.geom]).friction;
    }
    mj_step1(model_.get(), data_.get());
    if (terrain_.stiffness > 0) Soften();
  }

  // The height field about a place, its nodes at whole meshes.
  void MoveWaves(double x, double y) {
    mjtNum* at = model_->geom_pos + 3 * waves_;
    at[0] = kWaveMesh * std::round(x / kWaveMesh);
    at[1] = kWaveMesh * std::round(y / kWaveMesh);
    constexpr int kHalf = (kWaveNodes - 1) / 2;
    for (int row = 0; row < kWaveNodes; ++row) {
      for (int column = 0; column < kWaveNodes; ++column) {
        const double height =
            terrain_.Height(at[0] + kWaveMesh * (column - kHalf), at[1] + kWaveMesh * (row - kHalf));
        model_->hfield_data[row * kWaveNodes + column] =
            static_cast<float>((height / terrain_.roughness + 1) / 2);
      }
    }
  }

  // MuJoCo's contact is a spring, a damper and a mass 1/R: R f = −b v − k r − a. Here they get the ground's
  // stiffness and damping, with a mass that hardly counts. Friction stays as stiff as on rigid ground.
  void Soften() {
    constexpr double kLayer = 0.05;  // kg
    for (int c = 0; c < data_->ncon; ++c) {
      mjContact& contact = data_->contact[c];
      const int row = contact.efc_address;
      if (row < 0) continue;
      data_->efc_R[row] = 1 / kLayer;
      data_->efc_D[row] = kLayer;
      data_->efc_aref[row] =
          -(terrain_.damping * data_->efc_vel[row] + terrain_.stiffness * DepthOf(contact)) / kLayer;
      contact.mu = contact.friction[0] * std::sqrt(data_->efc_R[row + 1] / data_->efc_R[row]);
    }
  }

  // m, negative in the ground. MuJoCo's own is wrong where a ball's centre is in a box.
  double DepthOf(const mjContact& contact) const {
    for (const Foot& foot : feet_) {
      if (contact.geom1 == foot.geom || contact.geom2 == foot.geom)
        return TouchOf(ToVector(data_->geom_xpos + 3 * foot.geom), foot).gap;
    }
    return contact.dist;  // the trunk
  }

  GroundTouch TouchOf(const Vector3d& centre, const Foot& foot) const {
    return terrain_.Under(centre - Vector3d(0, 0, foot.radius), foot.radius);
  }

  void SetState(const PlantStart& start) {
    for (std::size_t k = 0; k < 3; ++k) data_->qpos[k] = start.base_position[k];
    for (std::size_t k = 0; k < 4; ++k) data_->qpos[3 + k] = start.base_attitude[k];
    for (std::size_t k = 0; k < 3; ++k) data_->qvel[k] = start.base_velocity[k];
    for (std::size_t i = 0; i < joints_.size(); ++i)
      data_->qpos[model_->jnt_qposadr[joints_[i]]] = start.joint_position[i];
  }

  Eigen::Quaterniond Attitude() const {
    const mjtNum* q = data_->qpos + 3;
    return {q[0], q[1], q[2], q[3]};
  }

  void ReadBase(const Vector3d& velocity_before, const Eigen::Quaterniond& attitude_before,
                hal::PlantSample* sample) const {
    const Eigen::Quaterniond attitude = Attitude();
    const Vector3d acceleration = (ToVector(data_->qvel) - velocity_before) / StepSize();
    const Vector3d force = acceleration - ToVector(model_->opt.gravity);
    sample->base_position = ToArray(ToVector(data_->qpos));
    sample->base_attitude = {attitude.w(), attitude.x(), attitude.y(), attitude.z()};
    sample->base_velocity = ToArray(ToVector(data_->qvel));
    sample->base_angular_velocity = ToArray(ToVector(data_->qvel + 3));
    sample->specific_force = ToArray(attitude_before.slerp(0.5, attitude).conjugate() * force);
  }

  void ReadJoints(hal::PlantSample* sample) const {
    sample->joints = static_cast<int>(joints_.size());
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      sample->joint_position[i] = data_->qpos[model_->jnt_qposadr[joints_[i]]];
      sample->joint_velocity[i] = data_->qvel[model_->jnt_dofadr[joints_[i]]];
    }
  }

  void ReadFeet(hal::PlantSample* sample) const {
    sample->count = static_cast<int>(feet_.size());
    for (std::size_t k = 0; k < feet_.size(); ++k) {
      hal::PlantSample::Point& point = sample->points[k];
      mjtNum velocity[6];  // angular, linear, at the ball's centre
      mj_objectVelocity(model_.get(), data_.get(), mjOBJ_SITE, feet_[k].site, velocity, 0);
      const Vector3d centre = ToVector(data_->site_xpos + 3 * feet_[k].site);
      const GroundTouch touch = TouchOf(centre, feet_[k]);
      const Vector3d down = -feet_[k].radius * touch.normal;
      point.position = ToArray(centre + down);
      point.velocity = ToArray(ToVector(velocity + 3) + ToVector(velocity).cross(down));
      std::copy_n(data_->site_xmat + 9 * feet_[k].site, 9, point.axes.begin());
      point.normal = ToArray(touch.normal);
      point.friction = touch.friction;
    }
  }

  // MuJoCo gives the force of a contact's first geom on its second, in axes that are the frame's rows.
  void ReadFootForces(hal::PlantSample* sample) const {
    for (hal::PlantSample::Point& point : sample->points) point.force = {};
    for (int c = 0; c < data_->ncon; ++c) {
      const mjContact& contact = data_->contact[c];
      mjtNum wrench[6];
      mj_contactForce(model_.get(), data_.get(), c, wrench);
      for (std::size_t k = 0; k < feet_.size(); ++k) {
        if (contact.geom1 != feet_[k].geom && contact.geom2 != feet_[k].geom) continue;
        const double sign = contact.geom2 == feet_[k].geom ? 1.0 : -1.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          for (std::size_t row = 0; row < 3; ++row) {
            sample->points[k].force[axis] += sign * contact.frame[3 * row + axis] * wrench[row];
          }
        }
      }
    }
  }

  Terrain terrain_;
  std::vector<int> joints_;
  std::vector<Foot> feet_;
  MujocoModel model_;
  MujocoData data_;
  int waves_ = -1;  // geom; −1: none
};

}  // namespace

std::unique_ptr<hal::Plant> MakeMujocoPlant(const RobotFigures& robot, const Terrain& terrain,
                                            const PlantStart& start, double step) {
  MjcfOptions options;
  options.trunk_half_size = TrunkHalfSize(robot);
  options.timestep = step;
  return std::make_unique<MujocoPlant>(robot, terrain, start, options);
}

}  // namespace footing::tools
