// The subcommands of the host program. Each registers itself and leaves its exit status.
#pragma once

#include <CLI/App.hpp>

namespace footing::tools {

void AddSimulate(CLI::App& app);
void AddReplay(CLI::App& app);
void AddToss(CLI::App& app);

void SetExitStatus(int status);  // the largest one stands
int ExitStatus();

}  // namespace footing::tools
