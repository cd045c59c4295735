// Pivots of a run's contact solves.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

struct SolveStatistics {
  double mean_pivots = 0;
  int pivots_999 = 0;  // nearest rank
  int worst_pivots = 0;
};

inline SolveStatistics StatisticsOf(const RunLog& log) {
  std::vector<int> pivots;
  for (const TickSample& tick : log.ticks) pivots.push_back(tick.pivots);
  if (pivots.empty()) return {};
  std::sort(pivots.begin(), pivots.end());
  const std::size_t rank = (pivots.size() * 999 + 999) / 1000;
  return {std::accumulate(pivots.begin(), pivots.end(), 0.0) / static_cast<double>(pivots.size()),
          pivots[rank - 1], pivots.back()};
}

}  // namespace footing::tools
