// How well the contact estimate of a run agrees with the plant's truth.
//
// Conventions, the same for every figure:
// - Judged ticks: those of the phases trot, ice and push, not those of standing; of a robot that does not
// trot,
//   those of squat, shift, lift, toes and push.
// - Loaded: the true normal force, mean over the tick, is above 3 % of the weight shared by all points, which
// is
//   1 N of an A1.
// - A foot of several points is loaded where the sum of their forces is. Its speed is that of the one with
// the
//   largest force.
// - Slip: loaded and faster than 0.05 m/s along the ground, for 5 ms or longer without a break. Then
//   all ticks of this time count as slip, the first ones too. Stick: loaded otherwise. Open: not loaded.
// - Events (touch-down, lift-off): a change between loaded and not loaded that then holds for 10 ms or
//   longer. Its date is its first tick. The rule is the same for the truth, the estimate and the rival.
// - Delay: an event of the truth is matched with the nearest event of the same kind between its two
//   neighbours in the truth. Late is positive, early is negative. An event of the truth without a match
//   is missed; an event of the estimate without a match is extra. A match that is more than 10 ms away is
//   far: within 10 ms it is one event missed and one extra.
// - The rival: loaded means that the estimated normal force is above a threshold. The threshold is the
//   one of 0, 1.5, 3 … 240 % of the weight shared by all points with the best accuracy on this same run.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tools/footing/simulate/figures/known_ground.hpp"
#include "tools/footing/simulate/figures/order.hpp"
#include "tools/footing/simulate/figures/slip_figures.hpp"
#include "tools/footing/simulate/figures/state_figures.hpp"
#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

// Figures are NaN if there is no event.
struct DelayStats {
  int events = 0;                 // events of the truth
  int missed = 0;                 // of these
  int extra = 0;                  // events of the estimate without a match
  int far = 0;                    // matches more than 10 ms away
  std::vector<double> signed_ms;  // of each match
  double median_ms = kNoFigure;   // of |delay|
  double p99_ms = kNoFigure;      // of |delay|, nearest rank
  double worst_ms = kNoFigure;    // of |delay|
  double signed_median_ms = kNoFigure;
};

struct LoadVerdict {
  double accuracy = kNoFigure;              // share of foot-ticks correctly called loaded or not
  double false_contact = kNoFigure;         // share of the open foot-ticks that are called loaded
  double missed_contact = kNoFigure;        // share of the loaded foot-ticks that are called open
  DelayStats touch_down, lift_off, events;  // `events` is both together
};

struct JudgeResult {
  std::string plant;
  std::size_t feet = 0;
  std::vector<Phase> phases;          // judged, in the order of the run
  double point_accuracy = kNoFigure;  // as LoadVerdict's, by point; where feet have several
  std::int64_t ticks = 0;             // judged; each counts once a foot below
  std::array<std::array<std::int64_t, 3>, 3> confusion{};            // [true][estimated], FootState order
  std::array<double, 3> recall = {kNoFigure, kNoFigure, kNoFigure};  // NaN: the class does not occur
  double balanced_accuracy = kNoFigure;                              // mean recall of the classes that occur
  LoadVerdict estimator;
  double threshold = 0;  // N, of the rival
  LoadVerdict rival;
  SlipFigures slips;
  KnownGroundFigures known_ground;
  StateFigures state;
};

constexpr bool IsJudged(Phase phase) {
  return phase != Phase::kFall && phase != Phase::kStand && phase != Phase::kStop;
}

float LeastLoad(const RunLog& log);  // N, of a point or foot that counts as loaded

// The truth as three classes, for every tick of the run, judged or not.
std::vector<std::vector<FootState>> TrueStates(const RunLog& log);

// A touch-down or lift-off.
struct LoadEvent {
  std::size_t tick;
  bool loaded;  // from here on
};

// The events of the truth, judged or not.
std::vector<LoadEvent> TrueLoadEvents(const RunLog& log, std::size_t foot);

JudgeResult Judge(const RunLog& log);

void PrintJudge(std::ostream& out, const JudgeResult& result);
nlohmann::json JudgeJson(const JudgeResult& result);  // NaN becomes null when dumped

}  // namespace footing::tools
