// A run as a table of comma-separated values, a line for each tick: the truth beside the estimate.
// docs/reference/simulate.md describes the columns.
#pragma once

#include <ostream>

#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

void WriteLogCsv(std::ostream& out, const RunLog& log);

}  // namespace footing::tools
