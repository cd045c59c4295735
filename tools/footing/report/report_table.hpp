// The final table of a report: the control side's work, and its firmware images.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "tools/footing/simulate/simulate.hpp"

namespace footing::tools {

// As ReportInput::table. `images`: a list of objects with the figures of firmware images, or empty. What
// needs a tick that is not compiled for this robot, in double or with the other solver, is left out.
nlohmann::json ReportTable(const Simulation& simulation, const nlohmann::json& images);

// A value of the table, for a terminal.
std::string TextOf(const nlohmann::json& figure);

}  // namespace footing::tools
