#include "tools/footing/simulate/solver_comparison.hpp"

#include <algorithm>
#include <cmath>

#include "tools/footing/simulate/replay.hpp"

namespace footing::tools {

SolverComparison CompareSolvers(const RobotProgram& robot, const std::vector<hal::Measurement>& records) {
  std::vector<ControlSample> cone, dantzig;
  const auto keep_in = [](std::vector<ControlSample>* samples) {
    return [samples](const hal::Measurement&, const ControlSample& sample) { samples->push_back(sample); };
  };
  SolverComparison result;
  result.cone = Replay(robot, records, TickKind::kFloat, keep_in(&cone));
  result.dantzig = Replay(robot, records, TickKind::kDantzig, keep_in(&dantzig));
  double feet = 0, others = 0;
  for (std::size_t k = 0; k < cone.size(); ++k) {
    if (cone[k].status != SolveStatus::kSolved || dantzig[k].status != SolveStatus::kSolved) continue;
    for (std::size_t foot = 0; foot < cone[k].points.size(); ++foot) {
      const auto &a = cone[k].points[foot], &b = dantzig[k].points[foot];
      if (!(a.predicted_force[2] > 0) && !(b.predicted_force[2] > 0)) continue;
      const auto &f = a.predicted_force, &g = b.predicted_force;
      const double difference = std::hypot(f[0] - g[0], f[1] - g[1], f[2] - g[2]);
      feet += 1;
      others += a.predicted_mode != b.predicted_mode ? 1 : 0;
      result.mean_force += std::hypot(f[0], f[1], f[2]);
      result.mean_difference += difference;
      result.worst_difference = std::max(result.worst_difference, difference);
    }
  }
  if (feet > 0) {
    result.mean_force /= feet;
    result.mean_difference /= feet;
    result.other_mode = others / feet;
  }
  return result;
}

}  // namespace footing::tools
