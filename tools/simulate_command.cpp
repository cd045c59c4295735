#include <cstdio>
#include <filesystem>
#include <iostream>

#include <CLI/CLI.hpp>

#include "hal/host_sim/stream_file.hpp"
#include "tools/commands.hpp"
#include "tools/judge.hpp"
#include "tools/simulate.hpp"

namespace footing::tools {

namespace {

int status_of_all = 0;

struct SimulateArguments {
  SimulationOptions options;
  FaultSpec fault;
  std::string out;
  bool quiet = false;
};

void PrintProgress(double share) {
  constexpr int kWidth = 40;
  const int done = static_cast<int>(share * kWidth);
  std::fprintf(stderr, "\r[%.*s%*s] %3.0f %%", done, "########################################", kWidth - done, "", 100 * share);
  if (share >= 1) std::fputc('\n', stderr);
}

void Run(SimulateArguments* arguments) {
  if (!arguments->fault.kind.empty()) arguments->options.fault = arguments->fault;
  if (!arguments->quiet) arguments->options.progress = PrintProgress;
  const Simulation simulation = Simulate(arguments->options);
  if (!arguments->quiet) std::fputc('\n', stderr);
  PrintSummary(simulation.summary);
  PrintJudge(std::cout, Judge(simulation.log));
  const auto& last = simulation.log.ticks.back();
  std::printf("%s after %.2f m and %.1f s\n", simulation.log.fell ? "FELL" : "stands",
              static_cast<double>(last.base_position[0]), last.time);
  if (simulation.log.fell) SetExitStatus(1);
  if (arguments->out.empty()) return;
  const auto status = hal::WriteStream(arguments->out, simulation.record);
  if (status != hal::StreamStatus::kOk) {
    std::fprintf(stderr, "%s: %s\n", arguments->out.c_str(), hal::Name(status));
    SetExitStatus(2);
  }
}

}  // namespace

void SetExitStatus(int status) { status_of_all = std::max(status_of_all, status); }
int ExitStatus() { return status_of_all; }

void AddSimulate(CLI::App& app) {
  auto arguments = std::make_shared<SimulateArguments>();
  SimulationOptions& o = arguments->options;
  CLI::App* command = app.add_subcommand("simulate", "Run the quadruped's course; judge the contact estimate");
  command->add_option("--plant", o.plant, "footing or mujoco")->capture_default_str()->check(CLI::IsMember({"footing", "mujoco"}));
  command->add_option("--seed", o.seed, "of all sensor noise")->capture_default_str();
  command->add_option("--duration", o.duration, "s")->capture_default_str();
  command->add_option("--speed", o.speed, "m/s")->capture_default_str();
  command->add_option("--friction", o.ground_friction, "of the ground")->capture_default_str();
  command->add_option("--ice-friction", o.ice_friction, "of the patch")->capture_default_str();
  command->add_option("--ice-begin", o.ice_begin, "m")->capture_default_str();
  command->add_option("--ice-length", o.ice_length, "m")->capture_default_str();
  command->add_option("--ground-offset", o.ground_offset, "m, of the ground from x = 0.8 m on")->capture_default_str();
  command->add_option("--push", o.push, "N, sideways, for 0.1 s")->capture_default_str();
  command->add_option("--push-time", o.push_time, "s")->capture_default_str();
  command->add_option("--mass-scale", o.mass_scale, "of the plant, unknown to the control side")->capture_default_str();
  command->add_option("--clock-offset", o.clock_offset, "s, of the gait clock")->capture_default_str();
  command->add_option("--fault", arguments->fault.kind)
      ->description("nan, frozen, imu, late, missed, doubled or upside-down")
      ->check(CLI::IsMember({"nan", "frozen", "imu", "late", "missed", "doubled", "upside-down"}));
  command->add_option("--fault-begin", arguments->fault.begin, "s")->capture_default_str();
  command->add_option("--fault-duration", arguments->fault.duration, "s")->capture_default_str();
  command->add_option("--fault-joint", arguments->fault.joint, "0 to 11")->capture_default_str()->check(CLI::Range(0, 11));
  command->add_option("--stream", arguments->out, "write what the control side saw to this file");
  command->add_flag("--quiet", arguments->quiet, "no progress bar");
  command->callback([arguments] { Run(arguments.get()); });
}

void AddReplay(CLI::App& app) {
  struct Arguments {
    std::string stream;
    bool use_double = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("replay", "Run the control tick over a recorded stream; print its hash");
  command->add_option("stream", arguments->stream, "file")->required();
  command->add_flag("--double", arguments->use_double, "in double instead of float");
  command->callback([arguments] {
    std::vector<hal::Measurement> records;
    const auto status = hal::ReadStream(arguments->stream, &records);
    if (status != hal::StreamStatus::kOk) {
      std::fprintf(stderr, "%s: %s\n", arguments->stream.c_str(), hal::Name(status));
      SetExitStatus(2);
      return;
    }
    PrintSummary(arguments->use_double ? Replay<double>(records) : Replay<float>(records));
  });
}

}  // namespace footing::tools
