// The course of a simulated run: its ground, and what happens when. A robot that trots trots over ice; any
// other exercises its balance.
#pragma once

#include "tools/footing/simulate/simulate.hpp"

namespace footing::tools {

// The options with all that was not given. The functions below need them so. Throws std::invalid_argument
// where options contradict each other or the robot.
SimulationOptions Completed(const SimulationOptions& options, const RobotFigures& robot);

// The same course without ice and push, but with pulls so strong that feet slip at nominal friction.
SimulationOptions PulledCourse(SimulationOptions options);

// The runs of a report: the course on each plant of this program; of robots that trot also the pulled course,
// on flat ground.
struct CourseRun {
  std::string name;
  SimulationOptions options;
  bool pulled = false;
};
std::vector<CourseRun> CourseRuns(const SimulationOptions& options);

Terrain MakeTerrain(const SimulationOptions& o, const RobotFigures& robot);

// Of a robot that `trots` or not, at `time` [s].
Phase PhaseAt(const SimulationOptions& o, bool trots, double time);
hal::OperatorInput OperatorAt(const SimulationOptions& o, bool trots, double time);

// Whether the weight is to be off the last foot then.
bool OffLast(bool trots, double time);

// N, to the left, of the pulls: half sines, alternately to the left and to the right.
double PullAt(const SimulationOptions& o, double time);

}  // namespace footing::tools
