// What is kept of one run of a campaign: sums and lists, so that the runs of a cell can be pooled.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/footing/simulate/judge/judge.hpp"

namespace footing::tools {

struct EventRecord {
  std::vector<double> signed_ms;  // the delay of each match
  int events = 0;                 // of the truth
  int missed = 0, extra = 0;      // within 10 ms
};

struct RunRecord {
  bool fell = false;
  double accuracy = kNoFigure;   // loaded or not
  double threshold = kNoFigure;  // the same of the best threshold in hindsight
  EventRecord touch_down, lift_off;
  SlipFigures slips;
  KnownGroundFigures known_ground;
  StateFigures state;
};

RunRecord RecordOf(const JudgeResult& result, bool fell);

nlohmann::json ToJson(const RunRecord& record);

// Throws nlohmann::json::exception where it is not what ToJson gives.
RunRecord RecordFrom(const nlohmann::json& json);

}  // namespace footing::tools
