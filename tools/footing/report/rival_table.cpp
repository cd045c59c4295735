#include "tools/footing/report/rival_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "tools/footing/commands/output/format.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {
namespace {

using Methods = std::vector<RivalFigures>;

double Share(const Field& field) {
  const double share = field.Number();
  if (!(share >= 0 && share <= 1)) field.FailAs("within 0 and 1");
  return share;
}

double AtLeastZero(const Field& field) {
  const double number = field.Number();
  if (!(number >= 0)) field.FailAs("zero or more");
  return number;
}

RivalRun ReadRun(const Field& run) {
  RivalRun read{run.At("run").Line(), run.At("hash").Line(), {}, {}};
  const Field load = run.At("load"), base = run.At("base");
  for (std::size_t i = 0; i < load.Count(); ++i) {
    const Field method = load.At(i);
    read.load.push_back({method.At("name").Line(), Share(method.At("right")),
                         AtLeastZero(method.At("missed")), AtLeastZero(method.At("extra")), kNoFigure,
                         kNoFigure});
  }
  for (std::size_t i = 0; i < base.Count(); ++i) {
    const Field method = base.At(i);
    const bool has_drift = !method.IsNull("drift");
    read.base.push_back({method.At("name").Line(), kNoFigure, kNoFigure, kNoFigure,
                         AtLeastZero(method.At("velocity")),
                         has_drift ? AtLeastZero(method.At("drift")) : kNoFigure});
  }
  return read;
}

bool SameMethods(const Methods& a, const Methods& b) {
  const auto same = [](const RivalFigures& x, const RivalFigures& y) { return x.name == y.name; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

std::string Percent(double share) { return std::isnan(share) ? "-" : Format("%.2f %%", 100 * share); }

std::string Events(const RivalFigures& figures) {
  return Format("%.0f + %.0f", figures.missed, figures.extra);
}

std::string Velocity(const RivalFigures& figures) { return Format("%.3f", figures.velocity); }

// A row for each method; for each of `figures` a column for each run.
nlohmann::json TableRows(const std::vector<const Methods*>& runs,
                         const std::vector<std::function<std::string(const RivalFigures&)>>& figures) {
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t m = 0; m < runs[0]->size(); ++m) {
    nlohmann::json row = {(*runs[0])[m].name};
    for (const auto& figure : figures)
      for (const Methods* run : runs) row.push_back(figure((*run)[m]));
    rows.push_back(row);
  }
  return rows;
}

nlohmann::json Columns(const std::vector<PlantVerdict>& runs, const std::vector<std::string>& figures) {
  nlohmann::json columns = {"method"};
  for (const std::string& figure : figures)
    for (const PlantVerdict& run : runs) columns.push_back(figure + ": " + run.plant);
  return columns;
}

}  // namespace

RivalFigures LoadFigures(const std::string& name, const LoadVerdict& verdict) {
  const DelayStats& events = verdict.events;
  return {.name = name,
          .right = verdict.accuracy,
          .missed = static_cast<double>(events.missed + events.far),
          .extra = static_cast<double>(events.extra + events.far),
          .velocity = kNoFigure,
          .drift = kNoFigure};
}

RivalFigures BaseFigures(const std::string& name, const StateFigures& state) {
  return {.name = name,
          .right = kNoFigure,
          .missed = kNoFigure,
          .extra = kNoFigure,
          .velocity = state.velocity.Rmse(),
          .drift = state.way > 0 ? state.drift / state.way : kNoFigure};
}

std::vector<RivalRun> ReadRivals(const std::string& text) {
  const Json json = ParseJson(text);
  const Field list(json, "");
  std::vector<RivalRun> runs;
  for (std::size_t i = 0; i < list.Count(); ++i) {
    runs.push_back(ReadRun(list.At(i)));
    if (!SameMethods(runs[0].load, runs[i].load) || !SameMethods(runs[0].base, runs[i].base))
      list.At(i).Fail("has other methods than the first run");
  }
  return runs;
}

std::string RivalsText(const std::vector<RivalRun>& runs) {
  Json list = Json::array();
  for (const RivalRun& run : runs) {
    Json load = Json::array(), base = Json::array();
    for (const RivalFigures& m : run.load)
      load.push_back({{"name", m.name}, {"right", m.right}, {"missed", m.missed}, {"extra", m.extra}});
    for (const RivalFigures& m : run.base)
      base.push_back({{"name", m.name}, {"velocity", m.velocity}, {"drift", m.drift}});
    list.push_back({{"run", run.run}, {"hash", run.hash}, {"load", load}, {"base", base}});
  }
  return list.dump(1) + "\n";
}

nlohmann::json RivalSections(const std::vector<PlantVerdict>& runs, const std::vector<RivalRun>& rivals) {
  bool heard = runs.size() == rivals.size();
  for (std::size_t i = 0; heard && i < runs.size(); ++i)
    heard = rivals[i].run == runs[i].plant && rivals[i].hash == runs[i].hash;
  if (!heard) throw ProblemError("the rivals heard other runs than those of this report");
  std::vector<Methods> load, base;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    load.push_back({LoadFigures("Footing", runs[i].judge->estimator)});
    base.push_back({BaseFigures("Footing", runs[i].judge->state)});
    load[i].insert(load[i].end(), rivals[i].load.begin(), rivals[i].load.end());
    base[i].insert(base[i].end(), rivals[i].base.begin(), rivals[i].base.end());
  }
  std::vector<const Methods*> loads, bases;
  for (std::size_t i = 0; i < runs.size(); ++i) loads.push_back(&load[i]), bases.push_back(&base[i]);
  const auto right = [](const RivalFigures& m) { return Percent(m.right); };
  const auto drift = [](const RivalFigures& m) { return Percent(m.drift); };
  return {{{"title", "Rivals: loaded or not"},
           {"note",
            "On the same runs, with the values that they were tuned to on others (docs/generated/rivals.md). "
            "Foot-ticks rightly called, and touch-downs and lift-offs missed + extra within 10 ms. The "
            "threshold in hindsight is chosen by the truth of its run. Bledt's fusion knows the gait's plan; "
            "Footing does not."},
           {"columns", Columns(runs, {"right", "missed + extra"})},
           {"rows", TableRows(loads, {right, Events})}},
          {{"title", "Rivals: the base"},
           {"note",
            "Root mean square error of the base's velocity, and drift of its place. InEKF: the contact-aided "
            "invariant filter of Hartley et al. 2018."},
           {"columns", Columns(runs, {"velocity [m/s]", "drift"})},
           {"rows", TableRows(bases, {Velocity, drift})}}};
}

}  // namespace footing::tools
