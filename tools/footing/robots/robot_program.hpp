// The robots of this program. What is compiled for each of them, its control side and its plant of our own,
// is reached through these tables, by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "firmware/loop_summary.hpp"
#include "hal/host_sim/plant.hpp"
#include "tools/footing/plants/terrain.hpp"
#include "tools/footing/robots/control_sample.hpp"
#include "tools/footing/robots/robot_figures.hpp"

namespace footing::tools {

enum class TickKind { kFloat, kDouble, kDantzig };  // kDantzig: in float, with the other solver

// What a run asks of the example controller.
struct ControlSettings {
  double clock_offset = 0;  // s, of the gait clock
  double plan_delay = 0;    // s, by which the plan that the tracker is told is late
  bool tells_plan = true;
};

struct RobotProgram {
  RobotFigures figures;
  bool all_kinds = false;  // of ticks; else in float alone, with cones
  // Runs a new control side over the measurements of hal's source. `observe`, if any, is called after each
  // tick. Throws std::invalid_argument for a kind that is not compiled for this robot.
  std::function<LoopSummary(TickKind kind, const ControlSettings& settings,
                            const std::function<void(const ControlSample&)>& observe)>
      run;
  // Our own physics. `moved` are the robot's figures, or changed ones of the same sizes.
  std::function<std::unique_ptr<hal::Plant>(const RobotFigures& moved, const Terrain& terrain,
                                            const PlantStart& start)>
      make_plant;
};

// All robots of this build, the A1 first.
const std::vector<RobotProgram>& Robots();

// By its name; throws std::invalid_argument, which names those there are.
const RobotProgram& RobotNamed(const std::string& name);

}  // namespace footing::tools
