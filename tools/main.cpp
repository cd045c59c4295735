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
  footing::tools::AddToss(app);
  CLI11_PARSE(app, argc, argv);
  return footing::tools::ExitStatus();
}
