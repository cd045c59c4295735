// How long before a foot truly lifts off or slips its margins warned of it.
// Conventions, the same for every figure; docs/margins.md has their reasons:
// - Events are those of the truth in the phases trot, ice and push, by the judge's rules. Slip: a foot slips
//   that had stuck for 10 ms or longer. Its date is the first tick of the movement above 0.01 m/s that leads
//   to it. Slips without such a rest (most begin with the landing) are counted, but are not events.
// - Load of a foot: the mean of the normal force that the contact solver predicts, where it is above zero.
// - Low: lift_off_margin below 0.2 of the load; slip_share below 0.2. A foot without predicted load has 0.
// - The second consecutive low tick raises a warning, if the margin was above 0.3 before: within the stance
//   for lift-off, within the rest for slip. The warning ends with its event, for slip also with the loss of
//   load. It also ends when the margin is above 0.3 again; then it was false.
// - The warning time of an event starts at the tick that raised the warning which lasts up to the event. It
//   is limited to 0.2 s. An event without such a warning is unwarned, and its warning time is 0.
// - Ice: ground whose true μ is below the nominal μ.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tools/footing/simulate/judge/judge.hpp"
#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

inline constexpr float kLowShare = 0.2f;        // of the foot's load, and of μ f_n
inline constexpr float kHighShare = 0.3f;       // above it a warning is over
inline constexpr int kLowTicks = 2;             // consecutive low ticks that raise a warning
inline constexpr double kLongestWarning = 0.2;  // s
inline constexpr float kRestSpeed = 0.01f;      // m/s
inline constexpr double kRestDuration = 0.010;  // s

enum class FootEventKind : std::uint8_t { kLiftOff, kSlip, kSlipOnIce };
inline constexpr std::size_t kFootEventKinds = 3;

struct FootEvent {
  FootEventKind kind;
  std::size_t foot;
  std::size_t tick;  // the first tick at whose end the event is true
  double warning;    // s, 0 where unwarned
};

// Figures of one kind of event; NaN if there is no event.
struct WarningStats {
  int events = 0;
  int unwarned = 0;              // of these
  double median_ms = kNoFigure;  // of all events; unwarned ones count as 0
  double worst_ms = kNoFigure;   // the shortest of the warned ones
};

// Number of warnings of one margin, by what ended them.
struct WarningCount {
  int event = 0;
  int lift_off = 0;  // only of slip warnings
  int recovery = 0;  // false warnings

  // The share of warnings that ended with the event, among those that did not end with the loss of load;
  // NaN if there are none.
  double Precision() const {
    return event + recovery == 0 ? kNoFigure : event / static_cast<double>(event + recovery);
  }
};

struct WarningResult {
  std::string plant;
  std::vector<float> load;        // N, of each foot
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
