// The loop of a control program, and what it counts along the way.
#pragma once

#include <array>
#include <cstdint>

#include "firmware/control_tick.hpp"
#include "firmware/tick_hash.hpp"

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
};

// Ticks until the backend has no more measurements; observe(memory, report) after each.
template <typename Scalar, typename Observe>
LoopSummary RunLoop(ControlMemory<Scalar>* memory, const Observe& observe) {
  LoopSummary summary;
  TickReport<Scalar> report;
  while (ControlTick(*memory, &report)) {  // without end: the board's
    ++summary.ticks;
    ++summary.statuses[static_cast<unsigned>(report.status)];
    for (unsigned bit = 0; bit < kTickFlagCount; ++bit) summary.flags[bit] += report.flags >> bit & 1u;
    const auto pivots = static_cast<std::uint32_t>(report.pivots);
    summary.pivots += pivots;
    summary.worst_pivots = Max(summary.worst_pivots, pivots);
    summary.work += report.work;
    summary.worst_work = Max(summary.worst_work, report.work);
    summary.hash.Add(report);
    observe(*memory, report);
  }
  return summary;
}

template <typename Scalar>
LoopSummary RunLoop(ControlMemory<Scalar>* memory) {
  return RunLoop(memory, [](const ControlMemory<Scalar>&, const TickReport<Scalar>&) {});
}

// The summary through hal::PrintLine, a "name value" a line.
void PrintSummary(const LoopSummary& summary);

}  // namespace footing
