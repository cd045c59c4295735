// What the two solvers of the tick say of the same recorded stream, and how far they differ.
#pragma once

#include <vector>

#include "hal/record.hpp"
#include "tools/footing/robots/robot_program.hpp"

namespace footing::tools {

struct SolverComparison {
  LoopSummary cone;
  LoopSummary dantzig;
  // Of points that at least one of them predicts loaded, on ticks that both solve.
  double mean_force = 0;        // N, of the cone's answer
  double mean_difference = 0;   // N, of the predicted forces
  double worst_difference = 0;  // N
  double other_mode = 0;        // share of points with another predicted mode
};

SolverComparison CompareSolvers(const RobotProgram& robot, const std::vector<hal::Measurement>& records);

}  // namespace footing::tools
