// How well the tracker's warnings of slip do on ground that a foot has slipped on (TrackedFoot::WarnsOfSlip).
//
// - Known ground: the foot has had a true slip (slip_figures.hpp) since the μ under it last changed.
// - A stance of the foot, of the truth, is warned of by a warning from 5 ms before its touch-down to 10 ms
//   before its lift-off; if the foot slips in it, to 3 ms after the slip has begun, as most begin with the
//   landing.
// - An alarm is a stance that is warned of, and in which the foot does not slip.
// Judged are stances that begin in the judged phases.
#pragma once

#include <vector>

#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

struct KnownGroundFigures {
  int slips = 0, warned = 0;                // stances on known ground with a slip; of these warned of
  int alarms = 0;                           // on known ground
  int other_stances = 0, other_alarms = 0;  // without a slip, on other ground
  std::vector<double> lead_ms;              // from a warning to the first tick called slip
};

KnownGroundFigures JudgeKnownGround(const RunLog& log);

}  // namespace footing::tools
