// Other estimators on the runs of a report, as `footing_rivals course` writes them.
#pragma once

#include <string>
#include <vector>

#include "tools/footing/report/report_table.hpp"

namespace footing::tools {

struct RivalFigures {  // NaN: it has no such figure
  std::string name;
  double right = 0;                // share of foot-ticks rightly called loaded or not
  double missed = 0, extra = 0;    // touch-downs and lift-offs, within 10 ms
  double velocity = 0, drift = 0;  // m/s RMSE of the base; share of the way
};

RivalFigures LoadFigures(const std::string& name, const LoadVerdict& verdict);
RivalFigures BaseFigures(const std::string& name, const StateFigures& state);

struct RivalRun {
  std::string run, hash;  // as PlantVerdict's
  std::vector<RivalFigures> load, base;
};

// The text is JSON:
//   [{"run": …, "hash": …, "load": [{"name": …, "right": …, "missed": …, "extra": …}, …],
//                          "base": [{"name": …, "velocity": …, "drift": …}, …]}, …]
// A drift may be null. Throws a ProblemError where it has another form, or runs differ in their methods.
std::vector<RivalRun> ReadRivals(const std::string& text);
std::string RivalsText(const std::vector<RivalRun>& runs);

// A table for loaded or not, and one for the base, with Footing's own figures first. Throws a ProblemError
// where the rivals heard other runs than these.
nlohmann::json RivalSections(const std::vector<PlantVerdict>& runs, const std::vector<RivalRun>& rivals);

}  // namespace footing::tools
