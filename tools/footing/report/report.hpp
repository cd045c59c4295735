// A run as one web page without other files. It plays back the robot, and shows the forces and
// states of its feet, the solver's work and the judge's figures.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/footing/report/rival_table.hpp"
#include "tools/footing/simulate/judge/judge.hpp"
#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

struct ReportRun {  // its ticks follow each other by one period
  const RunLog* log = nullptr;
  const JudgeResult* judge = nullptr;
  const std::vector<RivalFigures>* rivals = nullptr;  // for loaded or not, if any
};

struct ReportStrip {      // ground between two values of x, which may be infinite
  double x_begin, x_end;  // m
  double height;          // m
  double friction;        // μ
  double slope = 0;       // rise a metre from x_begin on, where the height is
};

struct ReportPush {
  double begin, end;            // s
  std::array<double, 3> force;  // N, world
};

struct ReportInput {
  ReportRun main;
  ReportRun second;                 // a run on another plant, or empty
  ReportRun pulled;                 // a run on flat ground of nominal friction without the push, or empty
  bool gantry = false;              // it holds the trunk, in all of these runs
  std::vector<ReportStrip> strips;  // empty: flat ground of nominal friction
  std::optional<ReportPush> push;

  // The final table. Null values are shown as "not measured".
  //   {"headline": [{"label": …, "value": …, "note": …}, …],   cards beside the judge's; optional
  //    "sections": [{"title": …, "note": …, "rows": [[label, value], …]},
  //                 {"title": …, "columns": [name, …], "rows": [[value, …], …]}]}
  nlohmann::json table;
};

// The page as text. Throws std::invalid_argument if the main run or its judgement is missing.
std::string ReportPage(const ReportInput& input);

// Throws std::runtime_error if the file cannot be written.
void WriteReport(const ReportInput& input, const std::string& path);

}  // namespace footing::tools
