// The host program: a subcommand a job.
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>

#include <CLI/CLI.hpp>

#include "tools/footing/commands/commands.hpp"

int main(int argc, char** argv) {
  CLI::App app{"Footing: which feet hold, slip, land or lift, and with what force"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "footing " FOOTING_VERSION);
  app.failure_message([](const CLI::App* parsed, const CLI::Error& error) {
    // Of a word that is no subcommand CLI11 says that one is missing.
    const auto rest = parsed->remaining();
    const bool unknown = parsed->get_subcommands().empty() && !rest.empty();
    return (unknown ? "no subcommand: " + rest.front() : std::string(error.what())) + " (see --help)\n";
  });
  footing::tools::AddSimulate(app);
  footing::tools::AddReplay(app);
  footing::tools::AddReport(app);
  footing::tools::AddCampaign(app);
  footing::tools::AddSolve(app);
  footing::tools::AddRun(app);
#if FOOTING_HAS_EXACT_CONES
  footing::tools::AddModes(app);
#endif
  footing::tools::AddToss(app);
  footing::tools::AddRobot(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;  // --help is no error
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  std::cout.flush();
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout) {
    std::fprintf(stderr, "standard output: cannot write\n");
    footing::tools::SetExitStatus(2);
  }
  return footing::tools::ExitStatus();
}
