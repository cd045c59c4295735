// A campaign: scenarios times robots times seeds, from a JSON file (docs/reference/campaign.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/footing/simulate/simulate.hpp"

namespace footing::tools {

struct CampaignScenario {
  std::string name;
  std::vector<std::string> words;          // options of `footing simulate`
  std::vector<SimulationOptions> options;  // what they mean, for each robot; the seed is still open
};

struct Campaign {
  std::vector<std::string> robots;
  std::vector<std::uint64_t> seeds;
  std::vector<CampaignScenario> scenarios;
};

// The run that the words ask for; throws std::invalid_argument.
using OptionReader = std::function<SimulationOptions(const std::vector<std::string>& words)>;

// Throws a ProblemError, which names the place in the file but not the file. Every run of the campaign has
// passed CheckSimulation.
Campaign ReadCampaign(const std::string& text, const OptionReader& read);

}  // namespace footing::tools
