// How well the contact estimate of a run agrees with the plant's truth.
//
// Conventions, the same for every figure:
// - Judged ticks: those of the phases trot, ice and push. Standing is left out.
// - Loaded: the true normal force, mean over the tick, is above 1 N (flat ground, normal +z).
// - Slip: loaded and faster than 0.05 m/s along the ground, for at least 5 ms on end. Once an
//   episode has lasted that long all of its ticks count as slip, the first ones too.
//   Stick: loaded otherwise. Open: not loaded.
// - Events (touch-down, lift-off): a change between loaded and not that then holds for at least
//   10 ms; it is dated to its first tick. Shorter intervals are no events. The rule is applied
//   alike to the truth, the estimate and the rival.
// - Delay: an event of the truth is matched with the nearest event of the same kind between its
//   two neighbours in the truth. Late is positive, early negative. Without a match it is missed;
//   an event of the estimate left without a match is extra.
// - The rival: loaded means the estimated normal force is above a threshold. The threshold is
//   the one of 0, 0.5 … 80 N with the best accuracy on this very run.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tools/simulate/run_log.hpp"

namespace footing::tools {

inline constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

// Figures over no event at all are NaN.
struct DelayStats {
  int events = 0;                // true ones
  int missed = 0;                // of these
  int extra = 0;                 // of the estimate, beyond the true ones
  double median_ms = kNoFigure;  // of |delay|
  double p99_ms = kNoFigure;     // of |delay|, nearest rank
  double worst_ms = kNoFigure;   // of |delay|
  double signed_median_ms = kNoFigure;
};

struct LoadVerdict {
  double accuracy = kNoFigure;              // share of foot-ticks rightly called loaded or not
  double false_contact = kNoFigure;         // share of the open foot-ticks that are called loaded
  double missed_contact = kNoFigure;        // share of the loaded foot-ticks that are called open
  DelayStats touch_down, lift_off, events;  // `events` is both together
};

struct JudgeResult {
  std::string plant;
  std::int64_t ticks = 0;                                            // judged; each counts once a foot below
  std::array<std::array<std::int64_t, 3>, 3> confusion{};            // [true][estimated], FootState order
  std::array<double, 3> recall = {kNoFigure, kNoFigure, kNoFigure};  // NaN: the class does not occur
  double balanced_accuracy = kNoFigure;                              // mean recall of the classes that occur
  LoadVerdict estimator;
  double threshold = 0;  // N, of the rival
  LoadVerdict rival;
};

bool IsJudged(Phase phase);

// The truth as three classes, for every tick of the run, judged or not.
std::vector<std::array<FootState, 4>> TrueStates(const RunLog& log);

// A touch-down or lift-off.
struct LoadEvent {
  std::size_t tick;
  bool loaded;  // from here on
};

// Those of the truth, judged or not.
std::vector<LoadEvent> TrueLoadEvents(const RunLog& log, std::size_t foot);

JudgeResult Judge(const RunLog& log);

void PrintJudge(std::ostream& out, const JudgeResult& result);
nlohmann::json JudgeJson(const JudgeResult& result);  // NaN becomes null when dumped

}  // namespace footing::tools
