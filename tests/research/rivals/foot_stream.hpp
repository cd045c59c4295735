// A run as the rivals see it, tick by tick, with the truth that they are tuned by.
//
// The robot walks by Footing's estimate; the rivals listen. Force and height are those of Footing's own
// momentum observer and base estimate, drive errors learned: a rival differs by what it decides from them.
// Forces count in the weight shared by all feet, heights in the standing height, so that one set of tuned
// values can be for all robots, as Footing's is.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstddef>
#include <string>
#include <vector>

#include "tools/footing/simulate/simulate.hpp"

namespace footing::rivals {

struct FootTick {
  float force = 0;       // vertical, behind the observer's filter
  float unfiltered = 0;  // the same without the filter
  float height = 0;      // over the believed ground
  float share = 0;       // of the planned stance or swing, that has passed
  bool stance = false;   // planned by the controller
  bool loaded = false;   // the truth
  bool sticks = false;   // Footing's state
};

struct BaseTick {  // axes and origin of the IMU
  Eigen::Vector3d gyro, acceleration;  // rad/s, m/s²
  Eigen::Quaterniond attitude;         // measured, to world axes
  std::vector<Eigen::Vector3d> feet;   // m, by the measured joints
};

struct FootStream {
  std::string scenario, robot;
  std::size_t feet = 0;
  double period = 0.001;           // s
  std::vector<char> judged;        // whether the tick counts
  std::vector<FootTick> foot;      // [tick · feet + foot]
  std::vector<BaseTick> base;      // [tick]
  ImuModel<double> imu;            // where the IMU sits on the base

  std::size_t Ticks() const { return judged.size(); }
};

// Runs the control side again over what was measured. Throws std::invalid_argument where a foot has several
// points: the rivals know none.
FootStream StreamOf(const tools::SimulationOptions& options, const tools::Simulation& simulation);

}  // namespace footing::rivals
