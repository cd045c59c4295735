// How well the slips of a run were called.
//
// - A true slip: loaded and faster than 0.1 m/s along the ground for 10 ms or longer without a break, in a
// judged
//   phase. It is found if it is called slip in one of its ticks. Its delay runs from its first tick to the
//   first that is called slip.
// - A call: a stretch of ticks that are called slip, breaks shorter than 10 ms bridged, in a judged phase. It
//   is right if one of its ticks is slip by the judge's rule for ticks (judge.hpp).
// - At rest: a loaded foot slower than 0.01 m/s while the robot stands (phases stand and stop).
#pragma once

#include <cstdint>
#include <vector>

#include "tools/footing/simulate/figures/stretches.hpp"
#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

struct SlipFigures {
  int events = 0, found = 0;                                  // true slips
  int calls = 0, right = 0;                                   // calls
  int long_calls = 0, long_right = 0;                         // of these, the calls of 10 ms or longer
  std::vector<double> delays_ms;                              // of the slips that are found
  std::int64_t ticks = 0, called_ticks = 0, right_ticks = 0;  // foot-ticks: slip, called slip, both
  std::int64_t rest = 0, rest_called = 0;                     // foot-ticks at rest, and called slip there
};

// Of each foot, judged or not.
std::vector<std::vector<Stretch>> TrueSlips(const RunLog& log);

SlipFigures JudgeSlips(const RunLog& log);

}  // namespace footing::tools
