// How long before a foot truly lifts off or slips its margins warned of it.
//
// Conventions, the same for every figure; docs/margins.md has their reasons:
// - Events are the truth's, by the judge's rules, in the phases trot, ice and push. Lift-off: as the judge
//   dates it. Slip: a slip of a foot that had stuck for at least 10 ms, dated back to where it left its rest,
//   the first tick on end above 0.01 m/s. Slips without such a rest (most begin with the landing) are counted
//   and are no events.
// - Load of a foot: the mean normal force that the contact solver predicts for it where that is above zero.
// - Low: lift_off_margin below 0.2 of the load; slip_share below 0.2, which is zero too for a foot that is
//   predicted to carry nothing.
// - A warning is raised by the second low tick on end, after the margin was above 0.3: within the stance for
//   lift-off, within the rest for slip. What ends it: its event, for slip also the loss of load, or the
//   margin above 0.3 again. Then the warning was false.
// - The warning time of an event is from the tick that raised the warning that lasts up to it, at most 0.2 s.
//   An event without one is unwarned, its warning time 0.
// - Ice: ground whose true μ is below the nominal one.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tools/simulate/judge.hpp"
#include "tools/simulate/run_log.hpp"

namespace footing::tools {

inline constexpr float kLowShare = 0.2f;        // of the foot's load, and of μ f_n
inline constexpr float kHighShare = 0.3f;       // from which on a warning is over
inline constexpr int kLowTicks = 2;             // on end that raise it
inline constexpr double kLongestWarning = 0.2;  // s
inline constexpr float kRestSpeed = 0.01f;      // m/s
inline constexpr double kRestDuration = 0.010;  // s

enum class FootEventKind : std::uint8_t { kLiftOff, kSlip, kSlipOnIce };
inline constexpr std::size_t kFootEventKinds = 3;

struct FootEvent {
  FootEventKind kind;
  std::size_t foot;
  std::size_t tick;  // the first at whose end it is true
  double warning;    // s, 0 where unwarned
};

// Of one kind of event; over no event NaN.
struct WarningStats {
  int events = 0;
  int unwarned = 0;              // of these
  double median_ms = kNoFigure;  // of all, unwarned ones at 0
  double worst_ms = kNoFigure;   // the least of the warned ones
};

// Of one margin, by what ended them.
struct WarningCount {
  int event = 0;
  int lift_off = 0;  // of slip's warnings
  int recovery = 0;  // false ones

  // Of the warnings that did not end with the load, the share that ended with the event; of none NaN.
  double Precision() const {
    return event + recovery == 0 ? kNoFigure : event / static_cast<double>(event + recovery);
  }
};

struct WarningResult {
  std::string plant;
  std::array<float, 4> load{};    // N
  std::vector<FootEvent> events;  // by foot
  std::array<WarningStats, kFootEventKinds> stats;
  WarningCount lift_off, slip;
  int slips_without_rest = 0;
  std::int64_t foot_ticks = 0;  // of the whole run
  std::int64_t ambiguous = 0;   // of these
};

WarningResult JudgeWarnings(const RunLog& log);

void PrintWarnings(std::ostream& out, const WarningResult& result);
nlohmann::json WarningsJson(const WarningResult& result);  // NaN becomes null when dumped

}  // namespace footing::tools
