// A recorded trot, and the control side over a stream with every tick kept.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "firmware/loop.hpp"
#include "tests/support/trials.hpp"
#include "tools/footing/simulate/simulate.hpp"

namespace footing {

using Records = std::vector<hal::Measurement>;

inline tools::Simulation ShortTrot(double duration) {
  tools::SimulationOptions options;
  options.duration = duration;
  return tools::Simulate(options);
}

struct ReplayedTick {
  hal::Command command;
  TickReport<float> report;
  Sensed<kJoints, float> sensed;
};

struct FullReplay {
  LoopSummary summary;
  std::vector<ReplayedTick> ticks;
};

inline FullReplay ReplayTicks(const Records& records, const ControlOptions<float>& options = {}) {
  FullReplay replay;
  replay.ticks.reserve(records.size());
  const auto memory = std::make_unique<ControlMemory<float>>(options);
  for (const hal::Measurement& record : records) {
    const Tick<float> tick = Step(record, *memory);
    replay.summary.Add(tick.report);
    replay.ticks.push_back({tick.command, tick.report, memory->tracker.sensed()});
  }
  return replay;
}

}  // namespace footing
