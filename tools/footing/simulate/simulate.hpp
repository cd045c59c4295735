// The main job: a quadruped falls, stands, trots, crosses ice, is pushed, stops and stands.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "firmware/loop.hpp"
#include "hal/record.hpp"
#include "tools/footing/plants/terrain.hpp"
#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

struct FaultSpec {
  std::string kind;  // nan, frozen, imu, late, missed, doubled, upside-down
  double begin = 0;  // s
  double duration = 0.001;
  int joint = 0;
};

struct SimulationOptions {
  std::string plant = "footing";  // or "mujoco"
  std::uint64_t seed = 1;
  double duration = 12.5;  // s
  double speed = 0.5;      // m/s
  double ground_friction = 0.6;
  double ice_friction = 0.12;
  double ice_begin = 2.5;    // m
  double ice_length = 0.6;   // m
  double ground_offset = 0;  // m, height of the ground from 0.8 m on
  double push = 60;          // N, to the left
  double push_time = 9.2;    // s, for 0.1 s
  double pulls = 0;          // N, sideways during the trot: half sines of 0.25 s, every 1.1 s
  double mass_scale = 1;     // of every link of the plant, not of the control side's model
  double clock_offset = 0;   // s, of the gait clock
  std::optional<FaultSpec> fault;
  std::function<void(double share)> progress;  // 0 to 1
};

struct Simulation {
  RunLog log;
  Terrain terrain;
  LoopSummary summary;
  std::vector<hal::Measurement> record;
};

// The same course without ice and push, but with pulls so strong that feet slip at nominal friction.
SimulationOptions PulledCourse(SimulationOptions options);

Simulation Simulate(const SimulationOptions& options);

}  // namespace footing::tools
