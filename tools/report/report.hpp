// A run as one web page that needs nothing else: the robot played back, its feet's forces and
// states, the solver's work, the judge's figures.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/simulate/judge.hpp"
#include "tools/simulate/run_log.hpp"

namespace footing::tools {

struct ReportRun {  // its ticks are a period apart
  const RunLog* log = nullptr;
  const JudgeResult* judge = nullptr;
};

struct ReportStrip {      // ground between two x; the ends may be infinite
  double x_begin, x_end;  // m
  double height;          // m
  double friction;        // μ
};

struct ReportPush {
  double begin, end;            // s
  std::array<double, 3> force;  // N, world
};

struct ReportInput {
  ReportRun main;
  ReportRun second;                 // another plant; may be left empty
  ReportRun pulled;                 // on flat ground of nominal friction, without the push; or empty
  std::vector<ReportStrip> strips;  // empty: flat ground of nominal friction
  std::optional<ReportPush> push;

  // The final table. Null values read "not measured".
  //   {"headline": [{"label": …, "value": …, "note": …}, …],   cards beside the judge's; optional
  //    "sections": [{"title": …, "note": …, "rows": [[label, value], …]},
  //                 {"title": …, "columns": [name, …], "rows": [[value, …], …]}]}
  nlohmann::json table;
};

// The page as text. Throws std::invalid_argument without a main run and its judgement.
std::string ReportPage(const ReportInput& input);

// Throws std::runtime_error where the file cannot be written.
void WriteReport(const ReportInput& input, const std::string& path);

}  // namespace footing::tools
