// The host program: a subcommand a job.
#include <cstdio>
#include <fstream>
#include <iostream>

#include <CLI/CLI.hpp>

#include "hal/host_sim/stream_file.hpp"
#include "tools/commands.hpp"

int main(int argc, char** argv) {
  CLI::App app{"Footing: which feet hold, slip, land or lift, and with what force"};
  app.require_subcommand(1);
  footing::tools::AddSimulate(app);
  footing::tools::AddReplay(app);
  footing::tools::AddReport(app);
  footing::tools::AddSolve(app);
#if FOOTING_HAS_CDD
  footing::tools::AddModes(app);
#endif
  footing::tools::AddToss(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;  // --help is no error
  }
  return footing::tools::ExitStatus();
}
