#include <cstdio>
#include <functional>
#include <iostream>

#include <CLI/CLI.hpp>

#include "tools/footing/commands/commands.hpp"
#include "tools/footing/commands/output/progress.hpp"
#include "tools/footing/toss/toss.hpp"

namespace footing::tools {

namespace {

struct TossArguments {
  std::string directory;
  CubeOptions options;
  double step_ms = 0.25;
  bool list = false;
  bool quiet = false;
};

void Run(TossArguments* arguments) {
  arguments->options.largest_step = 1e-3 * arguments->step_ms;
  const auto progress = [](double share) { PrintProgress("tosses", share); };
  TossSummary summary;
  std::string error;
  if (!ReplayTosses(arguments->directory, arguments->options,
                    arguments->quiet ? std::function<void(double)>() : progress, &summary, &error)) {
    std::fprintf(stderr, "%s\n", error.c_str());
    SetExitStatus(2);
    return;
  }
  for (const std::string& line : summary.file_errors) std::fprintf(stderr, "%s\n", line.c_str());
  if (!summary.file_errors.empty()) SetExitStatus(2);
  if (arguments->list) {
    for (const auto& toss : summary.tosses) {
      std::printf("%-20s %6.1f %% %6.1f degrees %6ld unsolved\n", toss.name.c_str(), toss.errors.position,
                  toss.errors.rotation, toss.unsolved);
    }
    std::fflush(stdout);
  }
  if (summary.tosses.empty()) return;
  PrintTosses(std::cout, arguments->options, summary);
  if (summary.tally.Unsolved() > 0) SetExitStatus(1);
}

}  // namespace

void AddToss(CLI::App& app) {
  auto arguments = std::make_shared<TossArguments>();
  CLI::App* command =
      app.add_subcommand("toss", "Replay recorded cube tosses; print how far the simulation parts");
  command->add_option("directory", arguments->directory, "of *.csv")->required();
  command
      ->add_option("--directions", arguments->options.directions,
                   "of a polyhedral friction cone; 0: circular")
      ->capture_default_str()
      ->check(CLI::IsMember({0, 4, 8, 16}));
  command->add_option("--step", arguments->step_ms, "ms, the longest time step")
      ->capture_default_str()
      ->check(Within(0.01, 0.25));
  command->add_flag("--list", arguments->list, "each toss's errors first");
  command->add_flag("--quiet", arguments->quiet, "no progress bar");
  command->callback([arguments] { Run(arguments.get()); });
}

}  // namespace footing::tools
