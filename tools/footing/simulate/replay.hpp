// Runs the control side again over what a robot measured.
#pragma once

#include <functional>
#include <vector>

#include "hal/host_sim/stream_file.hpp"
#include "hal/record.hpp"
#include "tools/footing/robots/robot_program.hpp"

namespace footing::tools {

using ReplayObserver = std::function<void(const hal::Measurement&, const ControlSample&)>;

// Runs a control side of `robot` over recorded measurements, open loop. `observe`, if any, is called after
// each tick.
inline LoopSummary Replay(const RobotProgram& robot, const std::vector<hal::Measurement>& records,
                          TickKind kind = TickKind::kFloat, const ReplayObserver& observe = {}) {
  hal::StreamSource source(records);
  hal::UseSource(&source);
  std::size_t tick = 0;  // one for each record
  std::function<void(const ControlSample&)> watch;
  if (observe) watch = [&](const ControlSample& sample) { observe(records[tick++], sample); };
  const LoopSummary summary = robot.run(kind, {}, watch);
  hal::UseSource(nullptr);
  return summary;
}

}  // namespace footing::tools
