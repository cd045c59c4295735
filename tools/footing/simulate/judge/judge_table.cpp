// The judge's figures as text for a terminal and as JSON for the report.
#include <cmath>
#include <ostream>

#include <nlohmann/json.hpp>

#include "tools/footing/commands/output/format.hpp"
#include "tools/footing/simulate/judge/judge.hpp"

namespace footing::tools {
namespace {

std::string Percent(double share) {
  return std::isnan(share) ? Format("%9s", "—   ") : Format("%7.2f %%", 100 * share);
}

std::string Milliseconds(double value) {
  return std::isnan(value) ? Format("%9s", "—   ") : Format("%9.1f", value);
}

// "trot, ice and push".
std::string Words(const std::vector<Phase>& phases) {
  std::string text;
  for (std::size_t k = 0; k < phases.size(); ++k) {
    if (k > 0) text += k + 1 < phases.size() ? ", " : " and ";
    text += kPhaseNames[static_cast<std::size_t>(phases[k])];
  }
  return text.empty() ? "no judged phase" : text;
}

void PrintDelays(std::ostream& out, const char* who, const char* what, const DelayStats& stats) {
  out << Format("  %-10s %-11s", who, what) << Milliseconds(stats.median_ms)
      << Milliseconds(stats.signed_median_ms) << Milliseconds(stats.p99_ms) << Milliseconds(stats.worst_ms)
      << Format("%8d%8d%8d\n", stats.events, stats.missed, stats.extra);
}

void PrintVerdict(std::ostream& out, const char* label, double estimator, double rival) {
  out << Format("  %-32s", label) << Percent(estimator) << "    " << Percent(rival) << "\n";
}

std::string Number(double value) { return std::isnan(value) ? "—" : Format("%.3f", value); }

std::string OutOf(std::int64_t part, std::int64_t whole) {
  return Format("%8lld of %8lld", static_cast<long long>(part), static_cast<long long>(whole)) +
         Percent(ShareOf(part, whole));
}

void PrintFigures(std::ostream& out, const SlipFigures& slips, const KnownGroundFigures& known,
                  const StateFigures& state) {
  out << "\n  slips found, ≥ 10 ms above 0.1 m/s  " << OutOf(slips.found, slips.events) << "\n"
      << "  calls of a slip that are right      " << OutOf(slips.right, slips.calls) << "\n"
      << "  of those of 10 ms or longer         " << OutOf(slips.long_right, slips.long_calls) << "\n"
      << "  called slip, ticks at rest          " << OutOf(slips.rest_called, slips.rest) << "\n"
      << "  slips warned of, on known ground    " << OutOf(known.warned, known.slips) << "\n"
      << "  such warnings that are right        " << OutOf(known.warned, known.warned + known.alarms) << "\n"
      << "  false ones, stances elsewhere       " << OutOf(known.other_alarms, known.other_stances) << "\n"
      << "  forces beyond two stated deviations " << OutOf(state.far_forces, state.force.count) << "\n"
      << "  error, root mean square: " << Number(100 * state.force.Rmse())
      << " % of the weight a loaded foot (" << Number(100 * state.settled_force.Rmse())
      << " % after 20 ms of load), " << Number(state.velocity.Rmse()) << " m/s, tilt "
      << Number(Degrees(state.tilt.Rmse())) << " deg\n  drift " << Number(state.drift) << " m of "
      << Number(state.way) << " m\n";
}

nlohmann::json DelayJson(const DelayStats& stats) {
  return {{"events", stats.events},
          {"missed", stats.missed},
          {"extra", stats.extra},
          {"median_ms", stats.median_ms},
          {"p99_ms", stats.p99_ms},
          {"worst_ms", stats.worst_ms},
          {"signed_median_ms", stats.signed_median_ms}};
}

nlohmann::json VerdictJson(const LoadVerdict& verdict) {
  return {{"accuracy", verdict.accuracy},
          {"false_contact", verdict.false_contact},
          {"missed_contact", verdict.missed_contact},
          {"touch_down", DelayJson(verdict.touch_down)},
          {"lift_off", DelayJson(verdict.lift_off)},
          {"events", DelayJson(verdict.events)}};
}

nlohmann::json SlipJson(const SlipFigures& slips) {
  return {{"events", slips.events},
          {"found", slips.found},
          {"long_calls", slips.long_calls},
          {"long_right", slips.long_right},
          {"delay_median_ms", Median(Sorted(slips.delays_ms))}};
}

nlohmann::json KnownGroundJson(const KnownGroundFigures& known) {
  return {{"slips", known.slips},
          {"warned", known.warned},
          {"alarms", known.alarms},
          {"other_stances", known.other_stances},
          {"other_alarms", known.other_alarms},
          {"lead_median_ms", Median(Sorted(known.lead_ms))}};
}

nlohmann::json StateJson(const StateFigures& state) {
  return {{"ground_deg", Degrees(state.ground.Rmse())},
          {"friction", state.friction.Rmse()},
          {"velocity", state.velocity.Rmse()},
          {"tilt_deg", Degrees(state.tilt.Rmse())},
          {"settled_force", state.settled_force.Rmse()},
          {"forces", state.force.count},
          {"far_forces", state.far_forces},
          {"way", state.way},
          {"drift", state.drift}};
}

}  // namespace

void PrintJudge(std::ostream& out, const JudgeResult& result) {
  out << "Contact estimate against the truth of plant \"" << result.plant << "\", " << result.ticks
      << " ticks of " << Words(result.phases) << ", " << result.feet << " feet each\n\n";
  out << "  truth \\ estimate      open     stick      slip     recall\n";
  for (std::size_t k = 0; k < 3; ++k) {
    out << Format("  %-16s", kFootStateNames[k]);
    for (std::int64_t count : result.confusion[k]) out << Format("%10lld", static_cast<long long>(count));
    out << "  " << Percent(result.recall[k]) << "\n";
  }
  out << Format("  %-48s", "balanced accuracy") << Percent(result.balanced_accuracy) << "\n\n";

  out << Format("  %-32s%9s    f_n > %.3g N\n", "", "estimator", result.threshold);
  const LoadVerdict& ours = result.estimator;
  PrintVerdict(out, "loaded or not, accuracy", ours.accuracy, result.rival.accuracy);
  PrintVerdict(out, "false contact in swing", ours.false_contact, result.rival.false_contact);
  PrintVerdict(out, "missed contact in stance", ours.missed_contact, result.rival.missed_contact);
  if (!std::isnan(result.point_accuracy))
    PrintVerdict(out, "by point, accuracy", result.point_accuracy, kNoFigure);

  out << "\n  delay [ms]              median   signed     99 %    worst  events  missed   extra\n";
  PrintDelays(out, "estimator", "touch-down", ours.touch_down);
  PrintDelays(out, "", "lift-off", ours.lift_off);
  PrintDelays(out, "", "both", ours.events);
  PrintDelays(out, "threshold", "touch-down", result.rival.touch_down);
  PrintDelays(out, "", "lift-off", result.rival.lift_off);
  PrintDelays(out, "", "both", result.rival.events);
  PrintFigures(out, result.slips, result.known_ground, result.state);
}

nlohmann::json JudgeJson(const JudgeResult& result) {
  return {{"plant", result.plant},
          {"ticks", result.ticks},
          {"confusion", result.confusion},
          {"recall", result.recall},
          {"balanced_accuracy", result.balanced_accuracy},
          {"point_accuracy", result.point_accuracy},
          {"estimator", VerdictJson(result.estimator)},
          {"threshold", result.threshold},
          {"rival", VerdictJson(result.rival)},
          {"slips", SlipJson(result.slips)},
          {"known_ground", KnownGroundJson(result.known_ground)},
          {"state", StateJson(result.state)}};
}

}  // namespace footing::tools
