// The options of the command line for a scenario.
#pragma once

#include <CLI/App.hpp>

#include "tools/footing/simulate/scenario/scenario.hpp"

namespace footing::tools {

void AddScenarioOptions(CLI::App& command, Scenario* scenario);

}  // namespace footing::tools
