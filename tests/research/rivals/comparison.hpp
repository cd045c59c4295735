// Footing and its rivals over the same runs: tuned on some seeds, judged on others by the project's judge.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/research/rivals/tuned/tuned_rivals.hpp"
#include "tools/footing/campaign/campaign_file.hpp"
#include "tools/footing/campaign/cell_figures.hpp"

namespace footing::rivals {

struct ComparisonOptions {
  std::vector<std::uint64_t> tuning_seeds, judging_seeds;
  int runs = 400;       // of each rival's tuning, over all tuning runs
  int own_runs = 200;   // the same, for the runs of one scenario and robot alone
  int base_runs = 200;  // of the invariant filters, over fewer runs of the robot
  int jobs = 1;
};

// One column of the tables.
struct Entrant {
  std::string name;
  std::vector<std::vector<tools::CellFigures>> cells;  // [scenario][robot]
};

struct Comparison {
  std::vector<Entrant> load, base;  // Footing first
  std::vector<Entrant> own;         // loaded or not alone: rivals tuned for the cell; behind Footing too
  TunedRivals rivals;
  std::vector<std::vector<std::vector<TunedRival>>> own_rivals;  // [scenario][robot]
  double footing_tuning_accuracy = 0;  // over the tuning runs
  std::size_t tuning_runs = 0, base_tuning_runs = 0;
  std::vector<std::string> base_tuning_scenarios;
};

// `progress` gets what is done and its share, from any thread, one at a time. Throws what Simulate and
// StreamOf throw.
Comparison Compare(const tools::Campaign& campaign, const ComparisonOptions& options,
                   const std::function<void(const char* job, double share)>& progress);

}  // namespace footing::rivals
