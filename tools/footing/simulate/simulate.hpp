// The main job: a robot falls onto its feet and stands. A quadruped trots, crosses ice, is pushed, stops and
// stands. Any other robot squats, shifts its weight, lifts a foot, rises on its toes, is pushed and stands.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hal/record.hpp"
#include "tools/footing/plants/terrain.hpp"
#include "tools/footing/robots/robot_program.hpp"
#include "tools/footing/simulate/run_log.hpp"
#include "tools/footing/simulate/scenario/scenario.hpp"

namespace footing::tools {

struct FaultSpec {
  std::string kind;  // nan, frozen, imu, late, missed, doubled, upside-down
  double begin = 0;  // s
  double duration = 0.001;
  int joint = 0;
};

// What is not given is scaled to the robot: speeds by √(g h) with h the height of its standing base, forces
// by its weight, places along the course by its speed. The figures in brackets are those of an A1.
struct SimulationOptions {
  std::string robot = "a1";
  std::string plant = "footing";  // or "mujoco"
  std::uint64_t seed = 1;
  double duration = 12.5;       // s; from 12.5 on the walk ends 1.8 s before
  std::optional<double> speed;  // m/s [0.5]
  double ground_friction = 0.6;
  std::optional<double> ice_friction;  // [0.12]
  std::optional<double> ice_begin;     // m [1.9]
  std::optional<double> ice_length;  // m [0.6]
  double ground_offset = 0;          // m, height of the ground from a little before the ice on
  std::optional<double> push;        // N, to the left [60]
  double push_time = 9.2;            // s, for 0.1 s
  std::optional<double> pulls;       // N, sideways during the trot: half sines of 0.25 s, every 1.1 s [none]
  double mass_scale = 1;             // of every link of the plant, not of the control side's model
  double armature_scale = 1;         // of the plant's rotor inertia, likewise
  double friction_scale = 1;         // of the plant's friction in the drives, Coulomb and viscous, likewise
  ControlSettings control;
  std::optional<double> foot_force_sigma;  // N, of a sensor in each foot, an axis [no foot has one]
  // A soft gantry holds the trunk upright and over its place; it carries no weight. If absent: robots without
  // a trot have it.
  std::optional<bool> gantry;
  std::vector<std::string> sensor_errors;  // each as the option --sensor has it
  std::optional<FaultSpec> fault;
  Scenario scenario;
  std::function<void(double share)> progress;  // 0 to 1
};

struct Simulation {
  RunLog log;
  Terrain terrain;
  LoopSummary summary;
  std::vector<hal::Measurement> record;
};

// Throws std::invalid_argument where the robot or the plant is not in this program, or the robot has no such
// joint. Simulate does so too.
void CheckSimulation(const SimulationOptions& options);

Simulation Simulate(const SimulationOptions& options);

}  // namespace footing::tools
