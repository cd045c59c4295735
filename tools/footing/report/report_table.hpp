// The final table of a report: the control side's work, and its firmware images.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/footing/simulate/judge/judge.hpp"
#include "tools/footing/simulate/simulate.hpp"

namespace footing::tools {

// One of a report's runs.
struct PlantVerdict {
  std::string plant;
  std::string hash;  // of the control side's run
  const JudgeResult* judge;
};

// As ReportInput::table. `simulation` is of the first of `runs`. `images`: a list of objects with the figures
// of firmware images, or empty. What needs a tick that is not compiled for this robot, in double or with the
// other solver, is left out.
nlohmann::json ReportTable(const Simulation& simulation, const std::vector<PlantVerdict>& runs,
                           const nlohmann::json& images);

std::string HashText(const TickHash& hash);

// A value of the table, for a terminal.
std::string TextOf(const nlohmann::json& figure);

}  // namespace footing::tools
