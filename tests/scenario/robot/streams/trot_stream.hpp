// A recorded trot, and the control side over a stream with every tick kept.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "firmware/loop.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/support/trials.hpp"
#include "tools/footing/simulate/replay.hpp"
#include "tools/footing/simulate/simulate.hpp"

namespace footing {

using A1 = robots::A1;
inline constexpr int kJoints = A1::kJoints;
inline constexpr int kFeet = A1::kFeet;
template <typename Scalar>
using A1Memory = ControlMemory<A1, Scalar>;
template <typename Scalar>
using A1Options = ControlOptions<A1, Scalar>;
template <typename Scalar>
using A1Tick = Tick<A1, Scalar>;

template <typename Scalar>
A1Tick<Scalar> TickOf(const hal::Measurement& measurement, A1Memory<Scalar>& memory) {
  A1Tick<Scalar> tick;
  Step(measurement, memory, tick);
  return tick;
}

using Records = std::vector<hal::Measurement>;

inline tools::Simulation ShortTrot(double duration) {
  tools::SimulationOptions options;
  options.duration = duration;
  return tools::Simulate(options);
}

// The A1's control side over a stream, open loop.
template <typename Scalar>
LoopSummary ReplayA1(const Records& records) {
  const auto kind = sizeof(Scalar) == sizeof(float) ? tools::TickKind::kFloat : tools::TickKind::kDouble;
  return tools::Replay(tools::RobotNamed("a1"), records, kind);
}

struct ReplayedTick {
  hal::Command command;
  TickReport<A1, float> report;
  Sensed<kJoints, float, kFeet> sensed;
};

struct FullReplay {
  LoopSummary summary;
  std::vector<ReplayedTick> ticks;
};

inline FullReplay ReplayTicks(const Records& records, const A1Options<float>& options = {}) {
  FullReplay replay;
  replay.ticks.reserve(records.size());
  const auto memory = std::make_unique<A1Memory<float>>(options);
  for (const hal::Measurement& record : records) {
    const A1Tick<float> tick = TickOf(record, *memory);
    replay.summary.Add(tick.report);
    replay.ticks.push_back({tick.command, tick.report, memory->tracker.sensed()});
  }
  return replay;
}

}  // namespace footing
