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

// Called after each tick; may be null.
template <typename Scalar>
using TickSink = void (*)(void* context, const ControlMemory<Scalar>& memory,
                          const TickReport<Scalar>& report);

// Ticks until the backend has no more measurements.
template <typename Scalar>
LoopSummary RunLoop(ControlMemory<Scalar>* memory, TickSink<Scalar> sink, void* context);

// The summary through hal::PrintLine, a "name value" a line.
void PrintSummary(const LoopSummary& summary);

}  // namespace footing
