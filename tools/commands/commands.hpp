// The subcommands of the host program. Each registers itself and leaves its exit status.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace footing::tools {

struct SimulationOptions;

void AddSimulate(CLI::App& app);
void AddModes(CLI::App& app);  // only with Normaliz, FOOTING_HAS_EXACT_CONES
void AddReplay(CLI::App& app);
void AddReport(CLI::App& app);
void AddSolve(CLI::App& app);
void AddToss(CLI::App& app);

// The course's options, but for the plant.
void AddSimulationOptions(CLI::App& command, SimulationOptions* options);

// Of an option: a finite number within these limits.
CLI::Validator Within(double least, double most);

// To be asked before a long run. False, said on standard error and in the exit status: no file can be here.
bool CanBeWritten(const std::string& path);

// What is worth a look in a file that was read, a line each on standard error.
void PrintNotes(const std::string& path, const std::vector<std::string>& notes);

void SetExitStatus(int status);  // the largest one stands
int ExitStatus();

}  // namespace footing::tools
