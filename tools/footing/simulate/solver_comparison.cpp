#include "tools/footing/simulate/solver_comparison.hpp"

#include <algorithm>

#include "tools/footing/simulate/replay.hpp"

namespace footing::tools {

SolverComparison CompareSolvers(const std::vector<hal::Measurement>& records) {
  std::vector<TickReport<float>> cone, dantzig;
  const auto keep_in = [](std::vector<TickReport<float>>* reports) {
    return [reports](const hal::Measurement&, const TickReport<float>& report) { reports->push_back(report); };
  };
  SolverComparison result;
  result.cone = Replay<float>(records, keep_in(&cone));
  result.dantzig = Replay<float, SolverStages::kDantzig>(records, keep_in(&dantzig));
  double feet = 0, others = 0;
  for (std::size_t k = 0; k < cone.size(); ++k) {
    if (cone[k].status != SolveStatus::kSolved || dantzig[k].status != SolveStatus::kSolved) continue;
    for (std::size_t foot = 0; foot < cone[k].feet.size(); ++foot) {
      const auto &a = cone[k].feet[foot], &b = dantzig[k].feet[foot];
      if (!(a.predicted_force[2] > 0) && !(b.predicted_force[2] > 0)) continue;
      const double difference = static_cast<double>((a.predicted_force - b.predicted_force).norm());
      feet += 1;
      others += a.predicted_mode != b.predicted_mode ? 1 : 0;
      result.mean_force += static_cast<double>(a.predicted_force.norm());
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
