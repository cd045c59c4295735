#include "tools/footing/campaign/cell_figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace footing::tools {
namespace {

constexpr double kLeastWay = 1;  // m: drift in percent of less says nothing

double Percent(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : kNoFigure;
}

void AddSizes(const std::vector<double>& signed_ms, std::vector<double>* sizes) {
  for (const double delay : signed_ms) sizes->push_back(std::abs(delay));
}

struct Means {  // of what the runs have
  double sum = 0, least = kNoFigure;
  int count = 0;

  void Add(double value) {
    if (std::isnan(value)) return;
    sum += value;
    ++count;
    least = std::isnan(least) ? value : std::min(least, value);
  }
  double Mean() const { return count == 0 ? kNoFigure : sum / count; }
};

void Add(const SlipFigures& from, SlipFigures* sum) {
  sum->events += from.events;
  sum->found += from.found;
  sum->calls += from.calls;
  sum->right += from.right;
  sum->long_calls += from.long_calls;
  sum->long_right += from.long_right;
  sum->ticks += from.ticks;
  sum->called_ticks += from.called_ticks;
  sum->right_ticks += from.right_ticks;
  sum->rest += from.rest;
  sum->rest_called += from.rest_called;
}

void Add(const KnownGroundFigures& from, KnownGroundFigures* sum) {
  sum->slips += from.slips;
  sum->warned += from.warned;
  sum->alarms += from.alarms;
  sum->other_stances += from.other_stances;
  sum->other_alarms += from.other_alarms;
}

void Add(const StateFigures& from, StateFigures* sum) {
  sum->force.Add(from.force);
  sum->settled_force.Add(from.settled_force);
  sum->far_forces += from.far_forces;
  sum->velocity.Add(from.velocity);
  sum->tilt.Add(from.tilt);
  sum->ground.Add(from.ground);
  sum->friction.Add(from.friction);
  sum->way += from.way;
  sum->drift += from.drift;
}

}  // namespace

CellFigures Pooled(const std::vector<std::optional<RunRecord>>& runs) {
  int count = 0, falls = 0;
  std::int64_t events = 0, missed = 0, extra = 0;
  Means loaded, threshold;
  std::vector<double> touch_down, lift_off, slip_delay;  // ms, of |delay|
  SlipFigures slips;
  KnownGroundFigures known;
  StateFigures state;
  for (const std::optional<RunRecord>& run : runs) {
    if (!run) continue;
    ++count;
    falls += run->fell ? 1 : 0;
    loaded.Add(100 * run->accuracy);
    threshold.Add(100 * run->threshold);
    AddSizes(run->touch_down.signed_ms, &touch_down);
    AddSizes(run->lift_off.signed_ms, &lift_off);
    for (const EventRecord* kind : {&run->touch_down, &run->lift_off}) {
      events += kind->events;
      missed += kind->missed;
      extra += kind->extra;
    }
    AddSizes(run->slips.delays_ms, &slip_delay);
    Add(run->slips, &slips);
    Add(run->known_ground, &known);
    Add(run->state, &state);
  }
  for (auto* sizes : {&touch_down, &lift_off, &slip_delay}) *sizes = Sorted(std::move(*sizes));
  const bool moves = count > 0 && state.way >= kLeastWay * count;
  return {static_cast<double>(count),
          static_cast<double>(falls),
          loaded.Mean(),
          loaded.least,
          threshold.Mean(),
          Median(touch_down),
          Percentile99(touch_down),
          Median(lift_off),
          Percentile99(lift_off),
          static_cast<double>(events),
          Percent(missed, events),
          Percent(extra, events),
          static_cast<double>(slips.events),
          Percent(slips.found, slips.events),
          Percent(slips.right, slips.calls),
          Percent(slips.long_right, slips.long_calls),
          Percent(slips.right_ticks, slips.ticks),
          Percent(slips.right_ticks, slips.called_ticks),
          Median(slip_delay),
          Percent(slips.rest_called, slips.rest),
          Percent(known.warned, known.slips),
          Percent(known.warned, known.warned + known.alarms),
          Percent(known.other_alarms, known.other_stances),
          100 * state.force.Rmse(),
          100 * state.settled_force.Rmse(),
          Percent(state.far_forces, state.force.count),
          state.velocity.Rmse(),
          moves ? 100 * state.drift / state.way : kNoFigure,
          Degrees(state.tilt.Rmse()),
          Degrees(state.ground.Rmse()),
          state.friction.Rmse()};
}

}  // namespace footing::tools
