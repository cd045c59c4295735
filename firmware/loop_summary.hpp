// What a control program counts along the way.
#pragma once

#include <array>
#include <cstdint>

#include "firmware/tick_hash.hpp"

namespace footing {

struct LoopSummary {
  std::uint32_t ticks = 0;
  std::array<std::uint32_t, kStatusCount> statuses{};  // by SolveStatus
  std::array<std::uint32_t, kTickFlagCount> flags{};   // ticks that carried each
  JointMask suspect_joints = 0;                        // of any tick
  std::uint64_t pivots = 0;                            // sum
  std::uint32_t worst_pivots = 0;
  std::uint64_t work = 0;  // sum, as hal::WorkCount counts
  std::uint32_t worst_work = 0;
  TickHash hash;

  template <typename Robot, typename Scalar>
  void Add(const TickReport<Robot, Scalar>& report) {
    ++ticks;
    ++statuses[static_cast<unsigned>(report.status)];
    for (unsigned bit = 0; bit < kTickFlagCount; ++bit) flags[bit] += report.flags >> bit & 1u;
    suspect_joints |= report.suspect_joints;
    const auto more = static_cast<std::uint32_t>(report.pivots);
    pivots += more;
    worst_pivots = Max(worst_pivots, more);
    work += report.work;
    worst_work = Max(worst_work, report.work);
    hash.Add(report);
  }
};

// The summary through hal::PrintLine, a "name value" a line.
void PrintSummary(const LoopSummary& summary);

}  // namespace footing
