// footing_rivals: docs/generated/rivals.md.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <CLI/CLI.hpp>

#include "tests/research/rivals/course.hpp"
#include "tests/research/rivals/rivals_page.hpp"
#include "tools/footing/commands/commands.hpp"
#include "tools/footing/commands/output/progress.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::rivals {
namespace {

struct Arguments {
  std::string file = "examples/campaign.json", out = "docs/generated/rivals.md", plant;
  std::string tuned = "docs/generated/rivals.json";
  std::vector<std::string> robots, scenarios;  // empty: all of the file
  ComparisonOptions options;
};

struct CourseArguments {
  std::string tuned = "docs/generated/rivals.json", out = "rivals.json";
  tools::SimulationOptions options;
};

template <typename Named>
void CheckNames(const char* option, const std::vector<std::string>& asked, const std::vector<Named>& known,
                const std::function<std::string(const Named&)>& name) {
  for (const std::string& word : asked) {
    if (std::none_of(known.begin(), known.end(), [&](const Named& one) { return name(one) == word; }))
      throw std::invalid_argument(std::string(option) + ": not in the campaign: " + word);
  }
}

bool Asked(const std::vector<std::string>& asked, const std::string& name) {
  return asked.empty() || std::find(asked.begin(), asked.end(), name) != asked.end();
}

tools::Campaign CampaignOf(const Arguments& arguments) {
  using Scenario = tools::CampaignScenario;
  const tools::Campaign all = tools::ReadCampaign(tools::ReadText(arguments.file), tools::SimulationFrom);
  CheckNames<std::string>("--robots", arguments.robots, all.robots, [](const std::string& s) { return s; });
  CheckNames<Scenario>("--scenarios", arguments.scenarios, all.scenarios,
                       [](const Scenario& s) { return s.name; });
  tools::Campaign campaign{.robots = {}, .seeds = all.seeds, .scenarios = {}};
  for (const std::string& robot : all.robots)
    if (Asked(arguments.robots, robot)) campaign.robots.push_back(robot);
  for (const Scenario& scenario : all.scenarios) {
    if (!Asked(arguments.scenarios, scenario.name)) continue;
    Scenario& kept = campaign.scenarios.emplace_back(scenario);
    kept.options.clear();
    for (std::size_t r = 0; r < all.robots.size(); ++r) {
      if (!Asked(arguments.robots, all.robots[r])) continue;
      kept.options.push_back(scenario.options[r]);
      if (!arguments.plant.empty()) kept.options.back().plant = arguments.plant;
      tools::CheckSimulation(kept.options.back());
    }
  }
  return campaign;
}

void CheckSeeds(const ComparisonOptions& options) {
  for (const std::uint64_t seed : options.tuning_seeds)
    if (std::count(options.judging_seeds.begin(), options.judging_seeds.end(), seed) > 0)
      throw std::invalid_argument("seed " + std::to_string(seed) + " is to tune by and to judge by");
}

void Write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written");
  std::printf("%s\n", path.c_str());
}

int Course(const CourseArguments& arguments) try {
  if (!tools::CanBeWritten(arguments.out)) return tools::ExitStatus();
  const TunedRivals rivals = ReadTuned(tools::ReadText(arguments.tuned));
  Write(arguments.out, tools::RivalsText(ListenToCourse(arguments.options, rivals, tools::PrintProgress)));
  return 0;
} catch (const tools::ProblemError& error) {
  std::fprintf(stderr, "%s: %s\n", arguments.tuned.c_str(), error.what());
  return 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "footing_rivals course: %s\n", error.what());
  return 2;
}

int Main(const Arguments& arguments) try {
  CheckSeeds(arguments.options);
  const tools::Campaign campaign = CampaignOf(arguments);
  for (const std::string& path : {arguments.out, arguments.tuned})
    if (!tools::CanBeWritten(path)) return tools::ExitStatus();
  const Comparison comparison = Compare(campaign, arguments.options, tools::PrintProgress);
  Write(arguments.out, RivalsPage(campaign, arguments.options, comparison));
  Write(arguments.tuned, TunedText(comparison.rivals));
  return 0;
} catch (const tools::ProblemError& error) {
  std::fprintf(stderr, "%s: %s\n", arguments.file.c_str(), error.what());
  return 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "footing_rivals: %s\n", error.what());
  return 2;
}

}  // namespace
}  // namespace footing::rivals

int main(int argc, char** argv) {
  footing::rivals::Arguments arguments;
  auto& options = arguments.options;
  options.tuning_seeds = {101, 102};
  options.judging_seeds = {201, 202, 203};
  options.jobs = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 256);
  CLI::App app{"Tunes and judges Footing's rivals on simulated runs"};
  app.add_option("--campaign", arguments.file, "robots and scenarios")->capture_default_str();
  app.add_option("--out", arguments.out, "the page")->capture_default_str();
  app.add_option("--tuned", arguments.tuned, "the values, for `course`")->capture_default_str();
  app.add_option("--robots", arguments.robots, "of the campaign, these alone");
  app.add_option("--scenarios", arguments.scenarios, "of the campaign, these alone");
  app.add_option("--plant", arguments.plant, "in place of the campaign's");
  app.add_option("--tuning-seeds", options.tuning_seeds)->capture_default_str();
  app.add_option("--judging-seeds", options.judging_seeds)->capture_default_str();
  app.add_option("--runs", options.runs, "of each rival's search")
      ->capture_default_str()
      ->check(CLI::Range(2, 100000));
  app.add_option("--own-runs", options.own_runs, "the same, for one scenario and robot alone")
      ->capture_default_str()
      ->check(CLI::Range(2, 100000));
  app.add_option("--base-runs", options.base_runs, "of that of the invariant filters")
      ->capture_default_str()
      ->check(CLI::Range(2, 100000));
  app.add_option("--jobs", options.jobs)->capture_default_str()->check(CLI::Range(1, 256));
  footing::rivals::CourseArguments course;
  CLI::App* listen = app.add_subcommand("course", "Judges the tuned rivals on the runs of footing report");
  listen->add_option("--tuned", course.tuned, "their values")->capture_default_str();
  listen->add_option("--out", course.out, "for footing report --rivals")->capture_default_str();
  footing::tools::AddSimulationOptions(*listen, &course.options);
  CLI11_PARSE(app, argc, argv);
  if (listen->parsed()) return footing::rivals::Course(course);
  return footing::rivals::Main(arguments);
}
