// What the simulated board drives: a physics engine with a model of the robot.
#pragma once

#include <array>

#include "hal/record.hpp"

namespace footing::hal {

inline constexpr int kPointCapacity = 16;  // the most points of all feet

// The truth, after a step. World axes with z up unless said otherwise.
struct PlantSample {
  std::array<double, 3> base_position;          // m
  std::array<double, 4> base_attitude;          // w x y z, base to world
  std::array<double, 3> base_velocity;          // m/s, of the base's origin
  std::array<double, 3> base_angular_velocity;  // rad/s, base frame
  std::array<double, 3> specific_force;         // m/s², base frame, mean over the step
  int joints;
  std::array<double, kJointCapacity> joint_position;
  std::array<double, kJointCapacity> joint_velocity;
  std::array<double, kJointCapacity> joint_torque;  // N·m, as applied over the step
  struct Point {
    std::array<double, 3> position;  // where it touches
    std::array<double, 3> velocity;
    std::array<double, 3> force;  // N, ground on foot, mean over the step
    double friction;              // μ of the ground under it
    std::array<double, 9> axes;   // of the body that it is of: body to world, row by row
    std::array<double, 3> normal;  // unit, of the ground under it
  };
  int count;  // of points
  std::array<Point, kPointCapacity> points;
};

class Plant {
 public:
  virtual ~Plant() = default;
  virtual double StepSize() const = 0;  // s; the control period is a multiple of it
  // Makes one step. The joint torques [N·m] and the push on the base, a force [N] at its origin and a moment
  // [N·m], world axes, stay constant.
  virtual void Step(const std::array<double, kJointCapacity>& joint_torque, const std::array<double, 6>& push,
                    PlantSample* sample) = 0;
};

}  // namespace footing::hal
