#include "firmware/loop.hpp"

#include "hal/board.hpp"

namespace footing {

template <typename Scalar>
LoopSummary RunLoop(ControlMemory<Scalar>* memory, TickSink<Scalar> sink, void* context) {
  LoopSummary summary;
  TickReport<Scalar> report;
  while (ControlTick(*memory, &report)) {
    ++summary.ticks;
    ++summary.statuses[static_cast<unsigned>(report.status)];
    for (unsigned bit = 0; bit < kTickFlagCount; ++bit) summary.flags[bit] += report.flags >> bit & 1u;
    const auto pivots = static_cast<std::uint32_t>(report.pivots);
    summary.pivots += pivots;
    summary.worst_pivots = Max(summary.worst_pivots, pivots);
    summary.work += report.work;
    summary.worst_work = Max(summary.worst_work, report.work);
    summary.hash.Add(report);
    if (sink != nullptr) sink(context, *memory, report);
  }
  return summary;
}

template LoopSummary RunLoop<FOOTING_SCALAR>(ControlMemory<FOOTING_SCALAR>*, TickSink<FOOTING_SCALAR>, void*);

}  // namespace footing
