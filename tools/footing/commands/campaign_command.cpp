// `footing campaign`: scenarios times robots times seeds, as one table and one page.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>

#include <CLI/CLI.hpp>

#include "tools/footing/campaign/campaign_run.hpp"
#include "tools/footing/campaign/campaign_table.hpp"
#include "tools/footing/commands/commands.hpp"
#include "tools/footing/commands/output/progress.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {

namespace {

constexpr int kMostJobs = 256;

struct CampaignArguments {
  std::string file, out = "campaign", markdown;
  int jobs = 1;
  bool quiet = false;
};

CampaignTable TableOf(const Campaign& campaign, const CampaignResult& result) {
  CampaignTable table;
  table.seeds = campaign.seeds.size();
  table.robots = campaign.robots;
  for (std::size_t s = 0; s < campaign.scenarios.size(); ++s) {
    const CampaignScenario& scenario = campaign.scenarios[s];
    table.scenarios.push_back(scenario.name);
    std::string& options = table.options.emplace_back();
    for (const std::string& word : scenario.words) options += (options.empty() ? "" : " ") + word;
    for (std::size_t r = 0; r < campaign.robots.size(); ++r)
      table.cells.push_back({scenario.name, campaign.robots[r], Pooled(result.records[s][r])});
  }
  return table;
}

void WriteText(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written");
  std::printf("%s\n", path.c_str());
}

void RunAll(const CampaignArguments& arguments) {
  Campaign campaign;
  try {
    campaign = ReadCampaign(ReadText(arguments.file), SimulationFrom);
  } catch (const ProblemError& error) {
    std::fprintf(stderr, "%s: %s\n", arguments.file.c_str(), error.what());
    return SetExitStatus(2);
  }
  if (!arguments.markdown.empty() && !CanBeWritten(arguments.markdown)) return;
  const auto progress = [&arguments](double share) {
    if (!arguments.quiet) PrintProgress("campaign", share);
  };
  const CampaignResult result = RunCampaign(campaign, arguments.out, arguments.jobs, progress);
  const CampaignTable table = TableOf(campaign, result);
  const std::filesystem::path folder = arguments.out;
  std::printf("%d runs made, %d kept from before, %zu failed\n", result.made, result.kept,
              result.failures.size());
  WriteText((folder / "campaign.csv").string(), CampaignCsv(table));
  WriteText((folder / "campaign.md").string(), CampaignMarkdown(table));
  WriteText((folder / "campaign.html").string(), CampaignPage(table));
  if (!arguments.markdown.empty()) WriteText(arguments.markdown, CampaignMarkdown(table));
  for (const std::string& failure : result.failures) std::fprintf(stderr, "%s\n", failure.c_str());
  if (!result.failures.empty()) SetExitStatus(2);
}

}  // namespace

void AddCampaign(CLI::App& app) {
  auto arguments = std::make_shared<CampaignArguments>();
  arguments->jobs = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostJobs);
  CLI::App* command = app.add_subcommand("campaign", "Run scenarios on robots with seeds; write one table");
  command->add_option("file", arguments->file, "the campaign, JSON (docs/reference/campaign.md)")->required();
  command->add_option("--out", arguments->out, "a folder: the tables, the page, and the finished runs")
      ->capture_default_str();
  command->add_option("--jobs", arguments->jobs, "runs at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, kMostJobs));
  command->add_option("--markdown", arguments->markdown, "write the Markdown to this file too");
  command->add_flag("--quiet", arguments->quiet, "no progress bar");
  command->callback([arguments] { RunAll(*arguments); });
}

}  // namespace footing::tools
