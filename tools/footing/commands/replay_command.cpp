// `footing replay`: runs the control tick over a recorded stream. Prints its counts and its hash, and writes
// its tables on request.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "hal/host_sim/stream_file.hpp"
#include "tools/footing/commands/commands.hpp"
#include "tools/footing/files/replay_csv.hpp"
#include "tools/footing/simulate/replay.hpp"

namespace footing::tools {

namespace {

struct ReplayArguments {
  std::string stream;
  std::string csv;           // empty: no such table
  std::string measurements;  // likewise
  bool use_double = false;
  std::string solver = "cone";
  std::string robot;  // empty: the one that the stream names, or the A1 where it names none
};

// A table that goes to a file; without a path it does nothing.
template <typename Csv>
class CsvFile {
 public:
  template <typename... Arguments>
  explicit CsvFile(const std::string& path, const Arguments&... arguments) : path_(path) {
    if (path.empty()) return;
    file_.open(path, std::ios::binary | std::ios::trunc);
    csv_.emplace(file_, arguments...);
  }
  void Add(const hal::Measurement& measurement, const ControlSample& sample) {
    if (csv_) csv_->Add(measurement, sample);
  }
  void Close() {
    if (!csv_) return;
    file_.close();
    if (file_) return;
    std::fprintf(stderr, "%s: cannot write\n", path_.c_str());
    SetExitStatus(2);
  }

 private:
  std::string path_;
  std::ofstream file_;
  std::optional<Csv> csv_;
};

// Whether each output is another file than the stream and the other output.
bool AreApart(const ReplayArguments& arguments) {
  namespace fs = std::filesystem;
  const auto same = [](const std::string& a, const std::string& b) {
    std::error_code error;
    return !a.empty() && !b.empty() && fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
  };
  for (const std::string* out : {&arguments.csv, &arguments.measurements}) {
    if (!same(*out, arguments.stream)) continue;
    std::fprintf(stderr, "%s: would overwrite the stream\n", out->c_str());
    SetExitStatus(2);
    return false;
  }
  if (!same(arguments.csv, arguments.measurements)) return true;
  std::fprintf(stderr, "%s: --csv and --measurements need a file each\n", arguments.csv.c_str());
  SetExitStatus(2);
  return false;
}

void ReplayTo(const ReplayArguments& arguments, const RobotProgram& robot, TickKind kind,
              const std::vector<hal::Measurement>& records) {
  CsvFile<TickCsv> ticks(arguments.csv, robot.figures);
  CsvFile<MeasurementCsv> measurements(arguments.measurements, robot.figures,
                                       !records.empty() && records[0].feet != 0);
  PrintSummary(
      Replay(robot, records, kind, [&](const hal::Measurement& measurement, const ControlSample& sample) {
        ticks.Add(measurement, sample);
        measurements.Add(measurement, sample);
      }));
  ticks.Close();
  measurements.Close();
}

// The robot that is asked for or that the stream names; null, with a line on standard error, where they
// contradict each other or the number of joints is another.
const RobotProgram* RobotOf(const ReplayArguments& arguments, const hal::StreamInfo& info,
                            const std::vector<hal::Measurement>& records) {
  const std::string& asked = arguments.robot;
  const std::string name = !asked.empty() ? asked : !info.robot.empty() ? info.robot : "a1";
  if (!info.robot.empty() && info.robot != name) {
    std::fprintf(stderr, "%s: of robot %s, not of %s\n", arguments.stream.c_str(), info.robot.c_str(),
                 name.c_str());
    return nullptr;
  }
  const RobotProgram& robot = RobotNamed(name);
  if (!records.empty() && records[0].joints != robot.figures.joints.size()) {
    std::fprintf(stderr, "%s: of %u joints; %s has %zu\n", arguments.stream.c_str(), records[0].joints,
                 name.c_str(), robot.figures.joints.size());
    return nullptr;
  }
  if (info.feet != 0 && info.feet != robot.figures.Feet()) {
    std::fprintf(stderr, "%s: with forces of %u feet; %s has %zu\n", arguments.stream.c_str(), info.feet,
                 name.c_str(), robot.figures.Feet());
    return nullptr;
  }
  return &robot;
}

void Run(const ReplayArguments& arguments) {
  std::vector<hal::Measurement> records;
  hal::StreamInfo info;
  const auto status = hal::ReadStream(arguments.stream, &records, &info);
  if (status != hal::StreamStatus::kOk) {
    std::fprintf(stderr, "%s: %s\n", arguments.stream.c_str(), hal::Name(status));
    return SetExitStatus(2);
  }
  for (const std::string& loss : hal::Losses(info))
    std::fprintf(stderr, "%s: %s\n", arguments.stream.c_str(), loss.c_str());
  const RobotProgram* const robot = RobotOf(arguments, info, records);
  if (robot == nullptr) return SetExitStatus(2);
  if (!AreApart(arguments)) return;
  for (const std::string& out : {arguments.csv, arguments.measurements}) {
    if (!out.empty() && !CanBeWritten(out)) return;
  }
  const TickKind kind = arguments.solver == "dantzig" ? TickKind::kDantzig
                        : arguments.use_double        ? TickKind::kDouble
                                                      : TickKind::kFloat;
  ReplayTo(arguments, *robot, kind, records);
}

}  // namespace

void AddReplay(CLI::App& app) {
  auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* command =
      app.add_subcommand("replay", "Run the control tick over a recorded stream; print its hash");
  command->add_option("stream", arguments->stream, "file")->required();
  CLI::Option* use_double =
      command->add_flag("--double", arguments->use_double, "in double instead of float");
  command->add_option("--solver", arguments->solver, "of the tick: cone or dantzig (float alone) [cone]")
      ->type_name("NAME")
      ->excludes(use_double)
      ->check(CLI::IsMember({"cone", "dantzig"}).description(""));
  command->add_option("--robot", arguments->robot, "of this program [the stream's]")->type_name("NAME");
  command->add_option("--csv", arguments->csv)
      ->description("write flags and status of each tick, and each foot's state, forces, mode and margins")
      ->type_name("OUT.csv");
  command->add_option("--measurements", arguments->measurements)
      ->description("write the measurements, and the torque that was commanded on the tick before")
      ->type_name("OUT.csv");
  command->callback([arguments] { Run(*arguments); });
}

}  // namespace footing::tools
