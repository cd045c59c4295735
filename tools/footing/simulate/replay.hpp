// Runs the control side again over what a robot measured.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "firmware/loop.hpp"
#include "hal/host_sim/stream_file.hpp"
#include "hal/record.hpp"

namespace footing::tools {

template <typename Scalar>
using ReplayObserver = std::function<void(const hal::Measurement&, const TickReport<Scalar>&)>;

// Runs the same control side over recorded measurements, open loop. `observe`, if any, is called after each
// tick. kStages is the solver of the tick.
template <typename Scalar, SolverStages kStages = SolverStages::kNewtonOnly>
LoopSummary Replay(const std::vector<hal::Measurement>& records, const ReplayObserver<Scalar>& observe = {}) {
  hal::StreamSource source(records);
  hal::UseSource(&source);
  const auto memory = std::make_unique<ControlMemory<Scalar, kStages>>(ControlOptions<Scalar, kStages>{});
  std::size_t tick = 0;  // one for each record
  const LoopSummary summary =
      RunLoop(memory.get(), [&](const auto&, const TickReport<Scalar>& report) {
        if (observe) observe(records[tick], report);
        ++tick;
      });
  hal::UseSource(nullptr);
  return summary;
}

}  // namespace footing::tools
