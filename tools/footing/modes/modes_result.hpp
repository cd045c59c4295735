// The list of modes as JSON and as a table.
#pragma once

#include <string>

#include "tools/footing/modes/contacts/wrench_place.hpp"

namespace footing::tools {

struct ModesResult {
  ModesScene scene;
  int directions = 4;
  std::vector<Mode> modes;
  std::vector<double> wrench;       // empty if none was asked for
  std::vector<WrenchPlace> places;  // of the wrench, by mode
};

// "wrench on the disc, at its centre, in the world's axes; moments are divided by 0.05 m"
std::string WrenchWords(const ModesScene& scene);

std::string ModesJson(const ModesResult& result);
std::string ModesTable(const std::string& path, const ModesResult& result);

}  // namespace footing::tools
