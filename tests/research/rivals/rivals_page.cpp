#include "tests/research/rivals/rivals_page.hpp"

#include <cmath>
#include <stdexcept>
#include <string_view>

#include "tools/footing/commands/output/format.hpp"

namespace footing::rivals {
namespace {

using tools::CellColumn;
using tools::Format;

std::size_t ColumnNamed(std::string_view name) {
  for (std::size_t k = 0; k < tools::kCellColumnCount; ++k)
    if (tools::kCellColumns[k].name == name) return k;
  throw std::logic_error("no such column");
}

std::string Number(double value, int digits) {
  return std::isnan(value) ? "–" : Format("%.*f", digits, value);
}

// Those that are best, in bold; equal as printed is equal.
std::vector<std::string> Marked(const std::vector<double>& values, int digits, int better) {
  double best = tools::kNoFigure;
  for (const double value : values)
    if (std::isnan(best) || better * value > better * best) best = value;
  const std::string printed = Number(best, digits);
  std::vector<std::string> texts;
  for (const double value : values) {
    const std::string text = Number(value, digits);
    texts.push_back(text == printed && !std::isnan(value) ? "**" + text + "**" : text);
  }
  return texts;
}

// One figure of each entrant in each cell.
struct Figure {
  std::size_t column;
  const std::vector<Entrant>* entrants;

  const CellColumn& Title() const { return tools::kCellColumns[column]; }
  std::vector<double> At(std::size_t scenario, std::size_t robot) const {
    std::vector<double> values;
    for (const Entrant& entrant : *entrants) values.push_back(entrant.cells[scenario][robot][column]);
    return values;
  }
  std::vector<std::string> MarkedAt(std::size_t scenario, std::size_t robot) const {
    return Marked(At(scenario, robot), Title().digits, Title().better);
  }
};

// Outside the campaign's tables, where a column does not follow that of its median.
std::string TitleOf(const CellColumn& column) {
  const std::string_view name = column.name;
  const std::string title = name == "touch_down_p99" ? "touch-down, 99 % of delays"
                            : name == "lift_off_p99" ? "lift-off, 99 % of delays"
                                                     : column.title;
  return *column.unit ? title + ", " + column.unit : title;
}

std::string Head(const char* first, const std::vector<Entrant>& entrants) {
  std::string head = first, rule;
  for (const char c : head) rule += c == '|' ? "|---" : "";
  rule.resize(rule.size() - 3);
  for (const Entrant& entrant : entrants) {
    head += " " + entrant.name + " |";
    rule += "---:|";
  }
  return head + "\n" + rule + "\n";
}

// A row for each cell; where there are several figures, they stand in one cell of the table.
std::string Table(const tools::Campaign& campaign, const std::vector<Entrant>& entrants,
                  const std::vector<const char*>& columns) {
  std::string text = Head("| scenario | robot |", entrants);
  for (std::size_t s = 0; s < campaign.scenarios.size(); ++s) {
    for (std::size_t r = 0; r < campaign.robots.size(); ++r) {
      std::vector<std::string> row(entrants.size());
      for (const char* name : columns) {
        const auto marked = Figure{ColumnNamed(name), &entrants}.MarkedAt(s, r);
        for (std::size_t e = 0; e < row.size(); ++e) row[e] += (row[e].empty() ? "" : " / ") + marked[e];
      }
      text += "| " + campaign.scenarios[s].name + " | " + campaign.robots[r] + " |";
      for (const std::string& cell : row) text += " " + cell + " |";
      text += "\n";
    }
  }
  return text;
}

// The means over the scenarios, of each robot; and how many cells each entrant wins, alone or not.
std::string Summary(const tools::Campaign& campaign, const std::vector<Entrant>& entrants,
                    const std::vector<const char*>& columns) {
  std::string text = Head("| mean of the scenarios | robot |", entrants);
  for (const char* name : columns) {
    const Figure figure{ColumnNamed(name), &entrants};
    const std::string title = TitleOf(figure.Title());
    std::vector<int> wins(entrants.size(), 0);
    for (std::size_t r = 0; r < campaign.robots.size(); ++r) {
      std::vector<double> sums(entrants.size(), 0);
      int count = 0;
      for (std::size_t s = 0; s < campaign.scenarios.size(); ++s) {
        const std::vector<double> values = figure.At(s, r);
        if (std::isnan(values[0])) continue;
        ++count;
        const auto marked = figure.MarkedAt(s, r);
        for (std::size_t e = 0; e < sums.size(); ++e) {
          sums[e] += values[e];
          wins[e] += marked[e].starts_with("**") ? 1 : 0;
        }
      }
      for (double& sum : sums) sum /= count;
      text += "| " + title + " | " + campaign.robots[r] + " |";
      for (const std::string& mean : Marked(sums, figure.Title().digits, figure.Title().better))
        text += " " + mean + " |";
      text += "\n";
    }
    text += "| " + title + ": best in so many rows below | |";
    for (const int count : wins) text += Format(" %d |", count);
    text += "\n";
  }
  return text;
}

std::string List(const std::vector<std::uint64_t>& seeds) {
  std::string text;
  for (const std::uint64_t seed : seeds) text += (text.empty() ? "" : ", ") + std::to_string(seed);
  return text;
}

std::string TunedValues(const Comparison& comparison) {
  std::string text =
      "Forces count in the weight shared by all feet, heights in the standing height of the base.\n\n"
      "| rival | runs of the search | right on the tuning runs | values |\n|---|---:|---:|---|\n";
  text += Format("| Footing | – | %.3f %% | docs/reference/estimator-options.md |\n",
                 100 * comparison.footing_tuning_accuracy);
  for (const TunedRival& rival : comparison.rivals.load) {
    text += Format("| %s | %s | %.3f %% | %s |\n", rival.name.c_str(),
                   rival.runs > 0 ? std::to_string(rival.runs).c_str() : "fit", 100 * rival.accuracy,
                   rival.text.c_str());
  }
  for (const TunedBaseRival& rival : comparison.rivals.base)
    text += Format("| %s | %d | | %s |\n", rival.name.c_str(), rival.runs, rival.text.c_str());
  return text;
}

constexpr const char* kIntroduction = R"(# Rivals

Made by `footing_rivals` (tests/research/rivals). Footing and methods of others over the same runs: what the
sensors measured while the robot walked by Footing's estimate. The methods are own implementations after the
papers. The best of a row is bold, Footing or not; figures that are equal as printed are all bold.

* **best threshold in hindsight**: on the filtered force, chosen for each run by the truth of that run. No
  robot can have it.
* **one threshold, Schmitt trigger, logistic regression**: on the vertical force of Footing's own momentum
  observer, drive errors learned; filtered or not, as tuned.
* **Bledt et al. 2018**: a Kalman filter on contact probabilities from the gait's plan, the foot's height
  (by Footing's base) and that force. The plan is the one that the robot follows: its clock is exact.
  Footing is told the same plan.
* **InEKF**: the contact-aided right-invariant Kalman filter of Hartley et al. 2018, with biases, and with feet
  that may be balls that roll. The IMU's attitude sets it up while the robot stands; from then on it has gyro,
  accelerometer and feet. Footing has the attitude all the time, so one column gives it to the InEKF too.
  Footing's contacts are the feet that stick; the Schmitt trigger's are all that it calls loaded. The InEKF's
  figures are after the correction by a tick's feet, Footing's before it, as it reports them.

Each rival has one set of values for all robots and scenarios, as Footing has. Theirs were tuned on all
scenarios of this page; Footing's were not tuned by this program.

)";

}  // namespace

std::string RivalsPage(const tools::Campaign& campaign, const ComparisonOptions& options,
                       const Comparison& comparison) {
  std::string scenarios;
  for (const std::string& name : comparison.base_tuning_scenarios)
    scenarios += (scenarios.empty() ? "\"" : "\" and \"") + name;
  std::string text = kIntroduction;
  text += "Seeds to tune by: " + List(options.tuning_seeds) + Format(" (%zu runs", comparison.tuning_runs) +
          Format("; the InEKF by %zu, of ", comparison.base_tuning_runs) + scenarios +
          "\" and the first seed). Seeds to judge by: " + List(options.judging_seeds) + ".\n";
  const std::vector<const char*> load = {"loaded_mean"}, base = {"velocity_rmse", "drift", "tilt_rmse"};
  text += "\n## In short\n\n" +
          Summary(campaign, comparison.load,
                  {"loaded_mean", "touch_down_p99", "lift_off_p99", "missed", "extra"}) +
          "\nWith the rivals tuned for each row alone:\n\n" + Summary(campaign, comparison.own, load) + "\n" +
          Summary(campaign, comparison.base, base);
  text += "\n## Loaded or not right, % of foot-ticks\n\n" + Table(campaign, comparison.load, load);
  text +=
      "\n## The same, the rivals tuned for the row alone\n\nEach rival has values of its own for each row, "
      "tuned by the runs of that row" +
      Format(" (%d runs of the search); Footing has its one set.\n\n", options.own_runs) +
      Table(campaign, comparison.own, load);
  text += "\n## Touch-down: median / 99 % of the absolute delay, ms\n\n" +
          Table(campaign, comparison.load, {"touch_down_median", "touch_down_p99"});
  text += "\n## Lift-off: median / 99 % of the absolute delay, ms\n\n" +
          Table(campaign, comparison.load, {"lift_off_median", "lift_off_p99"});
  text += "\n## Events: missed / extra, % of the true ones, within 10 ms\n\n" +
          Table(campaign, comparison.load, {"missed", "extra"});
  text += "\n## Base: velocity, m/s RMSE / drift, % of the way / roll and pitch, degrees RMSE\n\n" +
          Table(campaign, comparison.base, base);
  text += "\n## Tuned values\n\n" + TunedValues(comparison);
  text += "\nThe scenarios: [campaign](campaign.md#the-scenarios). The figures: [campaign](campaign.md).\n";
  return text;
}

}  // namespace footing::rivals
