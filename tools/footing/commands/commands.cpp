#include "tools/footing/commands/commands.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <CLI/CLI.hpp>

#include "tools/footing/files/number.hpp"
#include "tools/footing/solve/solver_choice.hpp"

namespace footing::tools {

namespace {
int status_of_all = 0;
}

void SetExitStatus(int status) { status_of_all = std::max(status_of_all, status); }
int ExitStatus() { return status_of_all; }

// CLI::Range lets NaN pass, and CLI reads 1e-400 as 0.
CLI::Validator Within(double least, double most) {
  const auto check = [least, most](const std::string& text) {
    double value = 0;
    return ParseWithin(text, least, most, &value);
  };
  return CLI::Validator(check, Interval(least, most));
}

CLI::Validator IsSolver() {
  const auto check = [](const std::string& text) {
    if (SolverNamed(text)) return std::string();
    std::string names;
    for (const SolverChoice solver : kAllSolvers) names += (names.empty() ? "" : ", ") + std::string(Name(solver));
    return "'" + text + "' is none of " + names;
  };
  return CLI::Validator(check, "");
}

void PrintNotes(const std::string& path, const std::vector<std::string>& notes) {
  for (const std::string& note : notes) std::fprintf(stderr, "%s: note: %s\n", path.c_str(), note.c_str());
}

bool CanBeWritten(const std::string& path) {
  errno = 0;
  if (std::ofstream(path, std::ios::app)) return true;  // append mode keeps what is there
  std::fprintf(stderr, "%s: cannot be written: %s\n", path.c_str(), std::strerror(errno));
  SetExitStatus(2);
  return false;
}

}  // namespace footing::tools
