// The loop of a control program, and what it counts along the way.
#pragma once

#include <array>
#include <cstdint>

#include "firmware/control_tick.hpp"
#include "firmware/tick_hash.hpp"
#include "hal/board.hpp"

namespace footing {

struct LoopSummary {
  std::uint32_t ticks = 0;
  std::array<std::uint32_t, kStatusCount> statuses{};  // by SolveStatus
  std::array<std::uint32_t, kTickFlagCount> flags{};   // ticks that carried each
  std::uint64_t pivots = 0;                            // sum
  std::uint32_t worst_pivots = 0;
  std::uint64_t work = 0;  // sum, as hal::WorkCount counts
  std::uint32_t worst_work = 0;
  TickHash hash;

  template <typename Scalar>
  void Add(const TickReport<Scalar>& report) {
    ++ticks;
    ++statuses[static_cast<unsigned>(report.status)];
    for (unsigned bit = 0; bit < kTickFlagCount; ++bit) flags[bit] += report.flags >> bit & 1u;
    const auto more = static_cast<std::uint32_t>(report.pivots);
    pivots += more;
    worst_pivots = Max(worst_pivots, more);
    work += report.work;
    worst_work = Max(worst_work, report.work);
    hash.Add(report);
  }
};

// Ticks until the backend has no more measurements; observe(memory, report) after each. Of the control side
// this alone calls the facade.
template <typename Scalar, SolverStages kStages, typename Observe>
LoopSummary RunLoop(ControlMemory<Scalar, kStages>* memory, const Observe& observe) {
  LoopSummary summary;
  hal::Measurement measurement;
  while (hal::NextMeasurement(&measurement)) {  // without end: the board's
    const std::uint32_t start = hal::WorkCount();
    Tick<Scalar> tick = Step(measurement, *memory);
    hal::SendCommand(tick.command);
    tick.report.work = hal::WorkCount() - start;
    summary.Add(tick.report);
    observe(*memory, tick.report);
  }
  return summary;
}

template <typename Scalar, SolverStages kStages>
LoopSummary RunLoop(ControlMemory<Scalar, kStages>* memory) {
  return RunLoop(memory, [](const ControlMemory<Scalar, kStages>&, const TickReport<Scalar>&) {});
}

// The summary through hal::PrintLine, a "name value" a line.
void PrintSummary(const LoopSummary& summary);

}  // namespace footing
