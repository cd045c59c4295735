#include "tools/footing/simulate/judge/warnings.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <nlohmann/json.hpp>

#include "core/contact/contact_problem.hpp"
#include "tools/footing/commands/output/format.hpp"

namespace footing::tools {
namespace {

using Shares = std::vector<float>;  // for each tick: the remaining share of a margin

// A span of ticks in which one margin may warn of the event at its end.
struct Span {
  std::size_t begin, end;  // the event's tick
};

// The warning time [s] of the event that ends the span. Also counts the warnings that recovered before it.
double WarningBefore(const Span& span, const Shares& share, double period, int* recovered) {
  bool was_high = false;
  int low = 0;  // consecutive ticks
  std::size_t since = span.end;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    low = share[i] < kLowShare ? low + 1 : 0;
    if (share[i] > kHighShare) {
      if (since < span.end) ++*recovered;
      was_high = true;
      since = span.end;
    } else if (was_high && low >= kLowTicks && since == span.end) {
      since = i;
    }
  }
  return std::min(period * static_cast<double>(span.end - since), kLongestWarning);
}

float LoadOf(const RunLog& log, std::size_t foot) {
  double sum = 0;
  int count = 0;
  for (const TickSample& tick : log.ticks) {
    const float force = tick.feet[foot].lift_off_margin;
    if (!(force > 0)) continue;
    sum += static_cast<double>(force);
    ++count;
  }
  return count == 0 ? 0 : static_cast<float>(sum / count);
}

template <typename Get>
Shares SharesOf(const RunLog& log, std::size_t foot, const Get& get) {
  Shares shares;
  for (const TickSample& tick : log.ticks) shares.push_back(get(tick.feet[foot]));
  return shares;
}

void JudgeLiftOffs(const RunLog& log, std::size_t foot, WarningResult* result) {
  const float whole = result->load[foot] > 0 ? result->load[foot] : 1;
  const Shares left =
      SharesOf(log, foot, [=](const FootSample& sample) { return sample.lift_off_margin / whole; });
  std::size_t touch_down = 0;
  for (const LoadEvent& event : TrueLoadEvents(log, foot)) {
    if (event.loaded) {
      touch_down = event.tick;
      continue;
    }
    if (!IsJudged(log.ticks[event.tick].phase)) continue;
    const double warning =
        WarningBefore({touch_down, event.tick}, left, log.period, &result->lift_off.recovery);
    result->lift_off.event += warning > 0 ? 1 : 0;
    result->events.push_back({FootEventKind::kLiftOff, foot, event.tick, warning});
  }
}

void JudgeSlips(const RunLog& log, const std::vector<std::vector<FootState>>& truth, std::size_t foot,
                WarningResult* result) {
  const Shares left = SharesOf(log, foot, [](const FootSample& sample) { return sample.slip_share; });
  std::size_t begin = 0;  // of the time at rest
  for (std::size_t i = 1; i < truth.size(); ++i) {
    const FootState before = truth[i - 1][foot], now = truth[i][foot];
    if (now == before) continue;
    if (before != FootState::kStick) begin = i;
    if (now == FootState::kStick || !IsJudged(log.ticks[i].phase)) continue;
    Span rest{begin, before == FootState::kStick ? i : begin};
    while (now == FootState::kSlip && rest.end > rest.begin &&
           log.ticks[rest.end - 1].feet[foot].true_tangential_speed > kRestSpeed)
      --rest.end;
    const FootSample& sample = log.ticks[rest.end].feet[foot];
    if (log.period * static_cast<double>(rest.end - rest.begin) < kRestDuration - 1e-9) {
      if (now == FootState::kSlip) ++result->slips_without_rest;
      continue;
    }
    const double warning = WarningBefore(rest, left, log.period, &result->slip.recovery);
    const int warned = warning > 0 ? 1 : 0;
    if (now == FootState::kOpen) {
      result->slip.lift_off += warned;
      continue;
    }
    result->slip.event += warned;
    const bool ice = sample.true_friction < static_cast<float>(log.nominal_friction);
    result->events.push_back(
        {ice ? FootEventKind::kSlipOnIce : FootEventKind::kSlip, foot, rest.end, warning});
  }
}

WarningStats Summarize(const std::vector<FootEvent>& events, FootEventKind kind) {
  WarningStats stats;
  std::vector<double> times;  // ms
  for (const FootEvent& event : events) {
    if (event.kind == kind) times.push_back(1000 * event.warning);
  }
  times = Sorted(std::move(times));
  stats.events = static_cast<int>(times.size());
  if (times.empty()) return stats;
  stats.median_ms = Median(times);
  const auto warned = std::find_if(times.begin(), times.end(), [](double time) { return time > 0; });
  stats.unwarned = static_cast<int>(warned - times.begin());
  if (warned != times.end()) stats.worst_ms = *warned;
  return stats;
}

std::string WarningTime(double value) {
  return std::isnan(value) ? Format("%12s", "—   ") : Format("%10.1f", value);
}

constexpr const char* kKindNames[kFootEventKinds] = {"lift-off", "slip, μ as believed", "slip on ice"};

}  // namespace

WarningResult JudgeWarnings(const RunLog& log) {
  WarningResult result;
  result.plant = log.plant;
  const auto truth = TrueStates(log);
  for (std::size_t foot = 0; foot < log.robot.Feet(); ++foot) {
    result.load.push_back(LoadOf(log, foot));
    JudgeLiftOffs(log, foot, &result);
    JudgeSlips(log, truth, foot, &result);
    for (const TickSample& tick : log.ticks) {
      ++result.foot_ticks;
      if (tick.feet[foot].predicted_mode == static_cast<std::uint8_t>(ContactMode::kAmbiguous))
        ++result.ambiguous;
    }
  }
  for (std::size_t k = 0; k < kFootEventKinds; ++k)
    result.stats[k] = Summarize(result.events, static_cast<FootEventKind>(k));
  return result;
}

void PrintWarnings(std::ostream& out, const WarningResult& result) {
  out << "Warnings by the margins before the true events of plant \"" << result.plant << "\"\n\n";
  out << "  warning time [ms]        median     worst  events  warned  unwarned\n";
  for (std::size_t k = 0; k < kFootEventKinds; ++k) {
    const WarningStats& stats = result.stats[k];
    const int spare =
        std::string_view(kKindNames[k]).find("μ") == std::string_view::npos ? 0 : 1;  // byte of UTF-8
    out << Format("  %-*s", 21 + spare, kKindNames[k]) << WarningTime(stats.median_ms)
        << WarningTime(stats.worst_ms)
        << Format("%8d%8d%10d\n", stats.events, stats.events - stats.unwarned, stats.unwarned);
  }
  const auto precision = [](const WarningCount& count) {
    return std::isnan(count.Precision()) ? Format("%14s", "—  ")
                                         : Format("%10.1f %%", 100 * count.Precision());
  };
  out << "\n  warnings ended by       event  lift-off  recovery   precision\n";
  out << Format("  %-21s%8d%10s%10d", "of lift-off", result.lift_off.event, "", result.lift_off.recovery)
      << precision(result.lift_off)
      << Format("\n  %-21s%8d%10d%10d", "of slip", result.slip.event, result.slip.lift_off,
                result.slip.recovery)
      << precision(result.slip) << "\n";
  out << Format("  slips of feet that had not been at rest: %d\n", result.slips_without_rest);
  const double share = result.foot_ticks == 0
                           ? 0
                           : static_cast<double>(result.ambiguous) / static_cast<double>(result.foot_ticks);
  out << Format("  ambiguous foot-ticks: %lld of %lld, %.3f %%\n", static_cast<long long>(result.ambiguous),
                static_cast<long long>(result.foot_ticks), 100 * share);
}

nlohmann::json WarningsJson(const WarningResult& result) {
  nlohmann::json stats = nlohmann::json::array(), events = nlohmann::json::array();
  for (const WarningStats& s : result.stats) {
    stats.push_back({{"events", s.events},
                     {"unwarned", s.unwarned},
                     {"median_ms", s.median_ms},
                     {"worst_ms", s.worst_ms}});
  }
  for (const FootEvent& e : result.events)
    events.push_back({static_cast<int>(e.kind), e.foot, e.tick, e.warning});
  const auto count = [](const WarningCount& c) -> nlohmann::json {
    return {
        {"event", c.event}, {"lift_off", c.lift_off}, {"recovery", c.recovery}, {"precision", c.Precision()}};
  };
  return {{"low_share", kLowShare},
          {"high_share", kHighShare},
          {"low_ticks", kLowTicks},
          {"load", result.load},
          {"stats", stats},
          {"events", events},  // kind, foot, tick, warning time
          {"lift_off", count(result.lift_off)},
          {"slip", count(result.slip)},
          {"slips_without_rest", result.slips_without_rest},
          {"foot_ticks", result.foot_ticks},
          {"ambiguous", result.ambiguous}};
}

}  // namespace footing::tools
