// A recorded trot, and the control side over a stream with every tick kept.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "firmware/loop.hpp"
#include "hal/host_sim/host_sim.hpp"
#include "hal/host_sim/stream_file.hpp"
#include "tests/support/trials.hpp"
#include "tools/simulate/simulate.hpp"

namespace footing {

using Records = std::vector<hal::Measurement>;

inline tools::Simulation ShortTrot(double duration) {
  tools::SimulationOptions options;
  options.duration = duration;
  return tools::Simulate(options);
}

struct ReplayedTick {
  TickReport<float> report;
  Sensed<float> sensed;
};

struct FullReplay {
  LoopSummary summary;
  std::vector<ReplayedTick> ticks;
};

inline FullReplay ReplayTicks(const Records& records, const ControlOptions<float>& options = {}) {
  FullReplay replay;
  replay.ticks.reserve(records.size());
  hal::StreamSource source(records);
  hal::UseSource(&source);
  const auto memory = std::make_unique<ControlMemory<float>>(options);
  replay.summary =
      RunLoop(memory.get(), [&replay](const ControlMemory<float>& m, const TickReport<float>& report) {
        replay.ticks.push_back({report, m.sensed});
      });
  hal::UseSource(nullptr);
  return replay;
}

}  // namespace footing
