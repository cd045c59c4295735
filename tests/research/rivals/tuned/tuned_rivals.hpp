// All rivals with their tuned values: what they make of a run, and the file that keeps the values.
#pragma once

#include <string>
#include <vector>

#include "tests/research/rivals/tuned/base_rivals.hpp"
#include "tools/footing/simulate/judge/judge.hpp"

namespace footing::rivals {

struct TunedRivals {
  std::vector<TunedRival> load;
  std::vector<TunedBaseRival> base;
};

inline constexpr const char* kHindsight = "best threshold in hindsight";

// The simulation of a run, and what the rivals see of it. Throws what Simulate and StreamOf throw.
struct HeardRun {
  BaseRun run;
  std::string hash;  // of the control side's run
};
HeardRun Hear(const tools::SimulationOptions& options);

struct JudgedRivals {
  tools::JudgeResult footing;
  std::vector<tools::JudgeResult> load;   // in the order of the rivals
  std::vector<tools::StateFigures> base;  // likewise
};
JudgedRivals JudgeRivals(const BaseRun& run, const TunedRivals& rivals);

std::string TunedText(const TunedRivals& rivals);

// Throws a ProblemError where a method, or a value of it, is missing.
TunedRivals ReadTuned(const std::string& text);

}  // namespace footing::rivals
