#include "tools/footing/report/report_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "tools/footing/simulate/replay.hpp"
#include "tools/footing/simulate/solve_statistics.hpp"
#include "tools/footing/simulate/solver_comparison.hpp"

namespace footing::tools {
namespace {

std::string Grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3)
    text.insert(static_cast<std::size_t>(i), 1, ',');
  return text;
}

// A figure of an image, or null, which both tables show as not measured.
nlohmann::json Figure(const nlohmann::json& image, const char* key) {
  if (!image.contains(key)) return nullptr;
  return image[key].is_number() ? nlohmann::json(Grouped(image[key].get<std::int64_t>())) : image[key];
}

nlohmann::json ImageSection(const nlohmann::json& images) {
  nlohmann::json rows = nlohmann::json::array();
  for (const nlohmann::json& image : images) {
    rows.push_back({image["image"], Figure(image, "instructions_mean"), Figure(image, "instructions_worst"),
                    Figure(image, "ram_bytes"), Figure(image, "flash_bytes"),
                    Figure(image, "stack_bound_bytes"), Figure(image, "stack_measured_bytes"),
                    Figure(image, "hash")});
  }
  return {{"title", "Firmware images"},
          {"note",
           "Instructions a tick, all ten stages, counted in QEMU over this very stream; not cycles. The "
           "stm32 images are linked against the part's memory map, and not run."},
          {"columns",
           {"image", "instr. mean", "instr. worst", "RAM [B]", "flash [B]", "stack bound [B]",
            "stack measured [B]", "hash"}},
          {"rows", rows}};
}

std::string Number(const char* form, double value) {
  if (std::isnan(value)) return "-";
  char text[40];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

std::string Share(std::int64_t part, std::int64_t whole) {
  return std::to_string(part) + " of " + std::to_string(whole);
}

nlohmann::json EstimateSection(const std::vector<PlantVerdict>& runs) {
  nlohmann::json rows = nlohmann::json::array();
  for (const PlantVerdict& run : runs) {
    const JudgeResult& judge = *run.judge;
    const StateFigures& state = judge.state;
    rows.push_back(
        {run.plant, Number("%.2f %%", 100 * judge.estimator.accuracy),
         Number("%.2f %%", 100 * judge.rival.accuracy), Share(judge.slips.found, judge.slips.events),
         Share(judge.slips.long_right, judge.slips.long_calls), Number("%.1f", Degrees(state.ground.Rmse())),
         Number("%.2f", state.friction.Rmse()), Number("%.3f", state.velocity.Rmse()),
         Number("%.2f %%", state.way > 0 ? 100 * state.drift / state.way : kNoFigure)});
  }
  return {
      {"title", "The estimate"},
      {"note",
       "Against the plant's truth. Slips: of 10 ms and longer, above 0.1 m/s. Calls: of 10 ms and longer. "
       "Slope and friction of the ground, and the base's velocity: root mean squares of the error; friction "
       "after three slips of a foot."},
      {"columns",
       {"plant", "loaded right", "best threshold", "slips found", "calls right", "slope [deg]", "friction",
        "velocity [m/s]", "drift"}},
      {"rows", rows}};
}

// A row for each solver of the tick, over the stream of the closed loop.
nlohmann::json SolverSection(const RobotProgram& robot, const Simulation& simulation,
                             const nlohmann::json& images) {
  const SolverComparison both = CompareSolvers(robot, simulation.record);
  const auto row = [&](const char* name, const LoopSummary& summary, const char* image_name) {
    nlohmann::json mean, worst;
    for (const nlohmann::json& image : images) {
      if (image["image"] != image_name) continue;
      mean = Figure(image, "instructions_mean");
      worst = Figure(image, "instructions_worst");
    }
    char steps[40];
    std::snprintf(steps, sizeof steps, "%.2f / %u",
                  static_cast<double>(summary.pivots) / std::max(summary.ticks, 1u), summary.worst_pivots);
    return nlohmann::json{name, steps, Grouped(summary.ticks - summary.statuses[0]),
                          mean, worst, HashText(summary.hash)};
  };
  char note[300];
  std::snprintf(
      note, sizeof note,
      "The same stream, once with each solver. Predicted forces of loaded feet are %.1f N in the mean. "
      "Those of the two solvers differ by %.2f N in the mean, %.1f N at most. %.2f %% of the feet have "
      "another predicted mode. A box is wider than the cone in its corners.",
      both.mean_force, both.mean_difference, both.worst_difference, 100 * both.other_mode);
  return {{"title", "Solvers of the tick"},
          {"note", note},
          {"columns",
           {"solver", "steps: mean / worst", "unsolved", "instr. mean, M4F", "instr. worst, M4F", "hash"}},
          {"rows",
           {row("cone, Newton steps", both.cone, "mps2-an386-float"),
            row("box, Dantzig with epsilon", both.dantzig, "mps2-an386-float_dantzig")}}};
}

}  // namespace

nlohmann::json ReportTable(const Simulation& simulation, const std::vector<PlantVerdict>& runs,
                           const nlohmann::json& images) {
  const LoopSummary& summary = simulation.summary;
  const SolveStatistics solves = StatisticsOf(simulation.log);
  char pivots[80];
  std::snprintf(pivots, sizeof pivots, "%.2f / %d / %d", solves.mean_pivots, solves.pivots_999,
                solves.worst_pivots);
  nlohmann::json rows = nlohmann::json::array({nlohmann::json::array({"ticks", Grouped(summary.ticks)})});
  for (std::size_t i = 0; i < summary.statuses.size(); ++i) {
    if (summary.statuses[i] == 0) continue;
    rows.push_back(
        {std::string("status: ") + Name(static_cast<SolveStatus>(i)), Grouped(summary.statuses[i])});
  }
  for (std::size_t i = 0; i < summary.flags.size(); ++i) {
    if (summary.flags[i] == 0) continue;
    rows.push_back(
        {std::string("ticks flagged: ") + FlagName(static_cast<int>(i)), Grouped(summary.flags[i])});
  }
  rows.push_back({"pivots: mean / 99.9 % / worst", pivots});
  const std::string float_hash = HashText(summary.hash);
  rows.push_back({"hash, float, this desk", float_hash});
  const RobotProgram& robot = RobotNamed(simulation.log.robot.name);
  if (robot.all_kinds) {
    const LoopSummary in_double = Replay(robot, simulation.record, TickKind::kDouble);
    rows.push_back({"hash, double, this desk", HashText(in_double.hash)});
  }

  nlohmann::json headline = nlohmann::json::array();
  if (images.empty())
    headline.push_back({{"label", "Hash, float"}, {"value", float_hash}, {"note", "this desk"}});
  for (const nlohmann::json& image : images) {
    if (image["image"] != "mps2-an386-float" || !image.contains("hash")) continue;
    headline.push_back({{"label", "Instructions a tick, M4F"},
                        {"value", Figure(image, "instructions_mean")},
                        {"note", "worst " + TextOf(Figure(image, "instructions_worst"))}});
    headline.push_back(
        {{"label", "Hash, float"},
         {"value", float_hash},
         {"note", image["hash"] == float_hash ? "the same on Cortex-M4F" : "NOT the same on Cortex-M4F"}});
  }
  nlohmann::json sections = {EstimateSection(runs), {{"title", "Control side, closed loop"}, {"rows", rows}}};
  if (robot.all_kinds) sections.push_back(SolverSection(robot, simulation, images));
  if (!images.empty()) sections.push_back(ImageSection(images));
  nlohmann::json table = {{"sections", sections}};
  if (!headline.empty()) table["headline"] = headline;
  return table;
}

std::string HashText(const TickHash& hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash.value()));
  return text;
}

std::string TextOf(const nlohmann::json& figure) {
  return figure.is_null() ? "-" : figure.get<std::string>();
}

}  // namespace footing::tools
