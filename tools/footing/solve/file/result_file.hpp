// Answers in JSON, one for each problem; docs/reference/solve.md says what they hold.
#pragma once

#include <string>

#include "tools/footing/solve/solve_problem.hpp"

namespace footing::tools {

// Every number is written so that reading it gives the same double.
std::string ResultText(const ProblemFile& file, const SolveRequest& request, const SolveAnswer& answer);

// The result of a file that was refused.
std::string RefusalText(const std::string& error);

// Returns an empty text, or why the file could not be written.
std::string WriteResult(const std::string& path, const std::string& text);

}  // namespace footing::tools
