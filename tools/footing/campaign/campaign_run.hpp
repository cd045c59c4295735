// Runs a campaign in threads, and keeps each run in a file of its own, so that it is made only once.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/footing/campaign/campaign_file.hpp"
#include "tools/footing/campaign/run_record.hpp"

namespace footing::tools {

struct CampaignResult {
  // [scenario][robot][seed]; absent where the run failed
  std::vector<std::vector<std::vector<std::optional<RunRecord>>>> records;
  int kept = 0, made = 0;             // runs that were there, and new ones
  std::vector<std::string> failures;  // a line for each run that ended in an error
};

// The kept runs are in `folder`/runs. One counts only if program, robot, seed and options are the same.
// `progress` gets the share that is done, from any thread, one at a time. Throws std::runtime_error where the
// folder or a file in it cannot be written.
CampaignResult RunCampaign(const Campaign& campaign, const std::string& folder, int jobs,
                           const std::function<void(double share)>& progress);

}  // namespace footing::tools
