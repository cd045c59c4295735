// A robot as data, sized when the program runs: for the plants, the page and tables. The control side has the
// same figures as constants (firmware/robots/NAME/model.hpp).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/dynamics/robot_model.hpp"
#include "core/dynamics/robot_tree.hpp"

namespace footing::tools {

struct RobotFigures {
  std::string name;
  std::vector<std::string> joint_names, foot_names;
  LinkInertia<double> base;
  std::vector<JointModel<double>> joints;
  std::vector<PointModel<double>> points;
  std::vector<int> first_point;  // of each foot, and the number of points
  ImuModel<double> imu;
  std::vector<double> posture;  // rad, standing
  double height = 0;            // m, of the base's origin, standing
  double leg = 0;               // m, from the second joint on
  bool trots = false;           // the example controller trots; else it balances

  std::size_t Feet() const { return foot_names.size(); }
  double Mass() const;  // kg
};

// Where a plant begins: at rest in its joints.
struct PlantStart {
  std::array<double, 3> base_position{};            // m
  std::array<double, 4> base_attitude{1, 0, 0, 0};  // w x y z
  std::array<double, 3> base_velocity{};            // m/s
  std::vector<double> joint_position;               // rad
};

// Standing, `drop` [m] over the ground z = 0.
PlantStart StandingStart(const RobotFigures& robot, double drop);

// m, of a box about the base's origin that a fallen robot lies on: reaches to the joints on the base; zero
// where it would touch the ground before the feet do.
std::array<double, 3> TrunkHalfSize(const RobotFigures& robot);

// The model of `kRobot` (a struct of a model.hpp) as data.
template <typename Robot>
RobotFigures FiguresOf() {
  constexpr auto kModel = Robot::template Model<double>();
  RobotFigures figures;
  figures.name = Robot::kName;
  figures.joint_names = {Robot::kJointNames.begin(), Robot::kJointNames.end()};
  figures.foot_names = {Robot::kFootNames.begin(), Robot::kFootNames.end()};
  figures.base = kModel.base;
  figures.joints = {kModel.joints.begin(), kModel.joints.end()};
  figures.points = {kModel.points.begin(), kModel.points.end()};
  figures.first_point = {kModel.first_point.begin(), kModel.first_point.end()};
  figures.imu = kModel.imu;
  figures.posture = {Robot::kStandingPosture.begin(), Robot::kStandingPosture.end()};
  figures.height = Robot::kStandingHeight;
  figures.leg = ScaleOf(kModel).length;
  return figures;
}

// The way back, for a plant that moves changed figures. `figures` has the sizes of Model.
template <typename Model>
Model ModelOf(const RobotFigures& figures) {
  Model model;
  model.base = figures.base;
  for (std::size_t j = 0; j < model.joints.size(); ++j) model.joints[j] = figures.joints[j];
  for (std::size_t p = 0; p < model.points.size(); ++p) model.points[p] = figures.points[p];
  for (std::size_t f = 0; f < model.first_point.size(); ++f) model.first_point[f] = figures.first_point[f];
  model.imu = figures.imu;
  return model;
}

}  // namespace footing::tools
