// The loop of a control program.
#pragma once

#include "firmware/control_tick.hpp"
#include "firmware/loop_summary.hpp"
#include "hal/board.hpp"

namespace footing {

// Ticks until the backend has no more measurements; observe(memory, report) after each. Of the control side
// this alone calls the facade.
template <typename Robot, typename Scalar, SolverStages kStages, typename Observe>
LoopSummary RunLoop(ControlMemory<Robot, Scalar, kStages>* memory, const Observe& observe) {
  LoopSummary summary;
  hal::Measurement measurement{};
  Tick<Robot, Scalar> tick;
  while (hal::NextMeasurement(&measurement)) {  // without end: the board's
    const std::uint32_t start = hal::WorkCount();
    Step(measurement, *memory, tick);
    hal::SendCommand(tick.command);
    tick.report.work = hal::WorkCount() - start;
    summary.Add(tick.report);
    observe(*memory, tick.report);
  }
  return summary;
}

template <typename Robot, typename Scalar, SolverStages kStages>
LoopSummary RunLoop(ControlMemory<Robot, Scalar, kStages>* memory) {
  return RunLoop(memory, [](const auto&, const TickReport<Robot, Scalar>&) {});
}

}  // namespace footing
