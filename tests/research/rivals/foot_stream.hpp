// A run as the rivals see it, tick by tick, with the truth that they are tuned by.
//
// The robot walks by Footing's estimate; the rivals listen. Force and height are those of Footing's own
// momentum observer and base estimate, drive errors learned: a rival differs by what it decides from them.
// Forces count in the weight shared by all feet, heights in the standing height, so that one set of tuned
// values can be for all robots, as Footing's is.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
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

inline constexpr std::size_t kFeet = 4, kJoints = 12;  // of the robots that the rivals know

struct BaseTick {                             // axes and origin of the IMU
  Eigen::Vector3d gyro, acceleration;         // rad/s, m/s²
  Eigen::Quaterniond attitude;                // measured, to world axes
  std::array<Eigen::Vector3d, kFeet> centre;  // m, of each foot's ball, by the measured joints
  std::array<Eigen::Vector3d, kFeet> turn;    // rad, of the link that the foot is of, since the last tick,
                                              // as seen from the base
};

struct FootStream {
  std::string scenario, robot;
  std::size_t feet = kFeet;
  double period = 0.001;               // s
  std::vector<char> judged;            // whether the tick counts
  std::vector<FootTick> foot;          // [tick · feet + foot]
  std::vector<BaseTick> base;          // [tick]
  ImuModel<double> imu;                // where the IMU sits on the base
  std::array<double, kFeet> radius{};  // m, of each foot's ball

  std::size_t Ticks() const { return judged.size(); }
};

// Runs the control side again over what was measured. Throws std::invalid_argument where the robot does not
// trot: the rivals know four point feet on legs of three joints.
FootStream StreamOf(const tools::SimulationOptions& options, const tools::Simulation& simulation);

}  // namespace footing::rivals
