// The subcommands of the host program. Each registers itself and sets the exit status.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace footing::tools {

struct SimulationOptions;

void AddSimulate(CLI::App& app);
void AddCampaign(CLI::App& app);
void AddModes(CLI::App& app);  // only with Normaliz, FOOTING_HAS_EXACT_CONES
void AddReplay(CLI::App& app);
void AddReport(CLI::App& app);
void AddRobot(CLI::App& app);
void AddRun(CLI::App& app);
void AddSolve(CLI::App& app);
void AddToss(CLI::App& app);

// The options of the course, except the plant.
void AddSimulationOptions(CLI::App& command, SimulationOptions* options);

// The run that these options of `footing simulate` ask for. Throws std::invalid_argument where simulate would
// refuse one; options that write a file are refused too.
SimulationOptions SimulationFrom(const std::vector<std::string>& words);

// Checks that an option is a finite number within these limits.
CLI::Validator Within(double least, double most);

// Checks that an option is the name of a solver (solve/solver_choice.hpp).
CLI::Validator IsSolver();

// Ask this before a long run. False: no file can be written here; standard error and the exit status say so.
bool CanBeWritten(const std::string& path);

// Prints notes about a file that was read, one line each, on standard error.
void PrintNotes(const std::string& path, const std::vector<std::string>& notes);

void SetExitStatus(int status);  // the largest one is kept
int ExitStatus();

}  // namespace footing::tools
