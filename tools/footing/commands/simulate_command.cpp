#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include <CLI/CLI.hpp>

#include "firmware/loop_summary.hpp"
#include "hal/host_sim/stream_file.hpp"
#include "tools/footing/commands/commands.hpp"
#include "tools/footing/commands/output/progress.hpp"
#include "tools/footing/simulate/course.hpp"
#include "tools/footing/simulate/judge/judge.hpp"
#include "tools/footing/simulate/judge/warnings.hpp"
#include "tools/footing/simulate/scenario/log_csv.hpp"
#include "tools/footing/simulate/scenario/scenario_options.hpp"
#include "tools/footing/simulate/scenario/sensor_option.hpp"
#include "tools/footing/simulate/simulate.hpp"

namespace footing::tools {

namespace {

constexpr double kLongestRun = 600;  // s, which takes 0.6 GB

struct CourseArguments {
  SimulationOptions options;
  FaultSpec fault;
  bool pulled = false;

  SimulationOptions All() const {
    SimulationOptions all = options;
    if (!fault.kind.empty()) all.fault = fault;
    return pulled ? PulledCourse(all) : all;
  }
};

struct SimulateArguments {
  CourseArguments run;
  std::string out, log;
  bool quiet = false;
};

void WriteLog(const std::string& path, const RunLog& log) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  WriteLogCsv(file, log);
  file.close();
  if (file) return;
  std::fprintf(stderr, "%s: cannot write\n", path.c_str());
  SetExitStatus(2);
}

void Run(SimulateArguments* arguments) {
  for (const std::string& path : {arguments->out, arguments->log})
    if (!path.empty() && !CanBeWritten(path)) return;
  SimulationOptions options = arguments->run.All();
  if (!arguments->quiet) options.progress = [](double share) { PrintProgress("course", share); };
  const Simulation simulation = Simulate(options);
  PrintSummary(simulation.summary);
  PrintJudge(std::cout, Judge(simulation.log));
  std::cout << "\n";
  PrintWarnings(std::cout, JudgeWarnings(simulation.log));
  const auto& last = simulation.log.ticks.back();
  std::printf("%s after %.2f m and %.1f s\n", simulation.log.fell ? "FELL" : "stands",
              static_cast<double>(last.base_position[0]), last.time);
  if (simulation.log.fell) SetExitStatus(1);
  if (!arguments->log.empty()) WriteLog(arguments->log, simulation.log);
  if (arguments->out.empty()) return;
  hal::StreamInfo info;
  info.robot = simulation.log.robot.name;
  info.joint_names = simulation.log.robot.joint_names;
  info.feet = simulation.record.empty() ? 0 : simulation.record[0].feet;
  const auto status = hal::WriteStream(arguments->out, info, simulation.record);
  if (status != hal::StreamStatus::kOk) {
    std::fprintf(stderr, "%s: %s\n", arguments->out.c_str(), hal::Name(status));
    SetExitStatus(2);
  }
}

// For CLI, which refuses with the text that is returned.
std::string WhyNoSensorError(const std::string& text) {
  try {
    ParseSensorError(text, nullptr);
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

}  // namespace

void AddSimulationOptions(CLI::App& command, SimulationOptions* options) {
  command.add_option("--seed", options->seed, "of all sensor noise")
      ->capture_default_str()
      ->check(Within(0, 1e19));
  command.add_option("--robot", options->robot, "of this program (docs/your-robot.md)")
      ->capture_default_str();
  const auto scaled = [&command](const char* name, std::optional<double>* value, const char* meaning,
                                 double least, double most) {
    command.add_option(name, *value, std::string(meaning) + " [scaled to the robot]")
        ->check(Within(least, most));
  };
  const auto number = [&command](const char* name, double* value, const char* meaning, double least,
                                 double most) {
    command.add_option(name, *value, meaning)->capture_default_str()->check(Within(least, most));
  };
  number("--duration", &options->duration, "s", 0.001, kLongestRun);
  scaled("--speed", &options->speed, "m/s", -3, 3);
  number("--friction", &options->ground_friction, "of the ground", 0, 10);
  command.add_option("--ice-friction", options->ice_friction, "of the patch of ice [0.12]")
      ->check(Within(0, 10));
  scaled("--ice-begin", &options->ice_begin, "m", 0.1, 100);
  scaled("--ice-length", &options->ice_length, "m", 0, 100);
  number("--ground-offset", &options->ground_offset, "m, of the ground from a third of the way to the ice on",
         -1, 1);
  scaled("--push", &options->push, "N, sideways, for 0.1 s", -5000, 5000);
  number("--push-time", &options->push_time, "s", 0, kLongestRun);
  scaled("--pulls", &options->pulls, "N, sideways, 0.25 s every 1.1 s", 0, 1000);
  number("--mass-scale", &options->mass_scale, "of the plant, unknown to the control side", 0.1, 10);
  number("--armature-scale", &options->armature_scale, "of the plant's rotors, unknown to the control side",
         0, 10);
  number("--friction-scale", &options->friction_scale, "of the plant's drives, unknown to the control side",
         0, 10);
  command.add_flag_callback(
      "--gantry", [options] { options->gantry = true; }, "a soft one holds the trunk [without a trot]");
  command.add_flag_callback(
      "--no-gantry", [options] { options->gantry = false; }, "nothing holds the trunk [with a trot]");
  command
      .add_option("--foot-force-sensor", options->foot_force_sigma,
                  "N, noise of an axis: each foot measures its force [none does]")
      ->check(Within(0, 1000));
  number("--clock-offset", &options->control.clock_offset, "s, of the gait clock", 0, 0.4);
  number("--plan-delay", &options->control.plan_delay, "s, by which the plan told to the tracker is late",
         -0.1, 0.1);
  command.add_flag_callback(
      "--no-plan", [options] { options->control.tells_plan = false; },
      "the tracker is told no plan of the feet");
  AddScenarioOptions(command, &options->scenario);
  command
      .add_option(
          "--sensor", options->sensor_errors,
          "NAME[=VALUE][@JOINT][:T0[:T1]], repeated: an error of a sensor (docs/reference/simulate.md)")
      ->allow_extra_args(false)
      ->check(CLI::Validator(WhyNoSensorError, ""));
}

namespace {

// All options that change the run, as against those that say what becomes of it.
void AddRunOptions(CLI::App* command, CourseArguments* arguments) {
  SimulationOptions& o = arguments->options;
  command->add_option("--plant", o.plant, "footing or mujoco")
      ->capture_default_str()
      ->check(CLI::IsMember({"footing", "mujoco"}));
  AddSimulationOptions(*command, &o);
  CLI::Option* fault = command->add_option("--fault", arguments->fault.kind);
  fault->description("nan, frozen, imu, late, missed, doubled or upside-down")
      ->check(CLI::IsMember({"nan", "frozen", "imu", "late", "missed", "doubled", "upside-down"}));
  command->add_option("--fault-begin", arguments->fault.begin, "s")
      ->needs(fault)
      ->capture_default_str()
      ->check(Within(0, kLongestRun));
  command->add_option("--fault-duration", arguments->fault.duration, "s")
      ->needs(fault)
      ->capture_default_str()
      ->check(Within(0, kLongestRun));
  command->add_option("--fault-joint", arguments->fault.joint, "its number, of nan and frozen")
      ->needs(fault)
      ->capture_default_str()
      ->check(CLI::Range(0, hal::kJointCapacity - 1));
  CLI::Option* pulled =
      command->add_flag("--pulled", arguments->pulled, "no ice, no push, but pulls that make feet slip");
  for (const char* replaced : {"--ice-friction", "--push", "--push-time"}) {
    pulled->excludes(command->get_option(replaced));
  }
}

}  // namespace

SimulationOptions SimulationFrom(const std::vector<std::string>& words) {
  CourseArguments arguments;
  CLI::App app;
  app.set_help_flag();
  AddRunOptions(&app, &arguments);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI takes them from the back
  } catch (const CLI::ParseError& error) {
    throw std::invalid_argument(error.what());
  }
  return arguments.All();
}

void AddSimulate(CLI::App& app) {
  auto arguments = std::make_shared<SimulateArguments>();
  CLI::App* command = app.add_subcommand("simulate", "Run a robot's course; judge the contact estimate");
  AddRunOptions(command, &arguments->run);
  command->add_option("--stream", arguments->out, "write what the control side saw to this file");
  command->add_option("--log", arguments->log, "write truth and estimate of each tick to this table (CSV)");
  command->add_flag("--quiet", arguments->quiet, "no progress bar");
  command->callback([arguments] { Run(arguments.get()); });
}

}  // namespace footing::tools
