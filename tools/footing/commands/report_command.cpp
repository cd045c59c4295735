// `footing report`: runs the course on every plant of this build, judges it, and gives tables and a page.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "tools/footing/commands/commands.hpp"
#include "tools/footing/commands/output/progress.hpp"
#include "tools/footing/report/report.hpp"
#include "tools/footing/report/report_table.hpp"
#include "tools/footing/report/rival_table.hpp"
#include "tools/footing/simulate/course.hpp"
#include "tools/footing/simulate/judge/judge.hpp"
#include "tools/footing/simulate/judge/warnings.hpp"
#include "tools/footing/simulate/simulate.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {

namespace {

struct ReportArguments {
  SimulationOptions options;
  std::string out = "report.html";
  std::string figures, rivals;
};

bool IsImage(const nlohmann::json& image) {
  const auto is_figure = [](const nlohmann::json& value) {
    const bool is_count = value.is_number() && std::abs(value.get<double>()) < 1e15;
    return is_count || value.is_string() || value.is_null();
  };
  return image.is_object() && image.contains("image") && image["image"].is_string() &&
         std::all_of(image.begin(), image.end(), is_figure);
}

void PrintTable(const nlohmann::json& table) {
  for (const nlohmann::json& section : table["sections"]) {
    std::printf("\n%s\n", section["title"].get<std::string>().c_str());
    const auto print_row = [](const nlohmann::json& row) {
      bool first = true;
      for (const nlohmann::json& value : row) {
        std::printf(first ? "  %-32s" : " %18s", TextOf(value).c_str());
        first = false;
      }
      std::putchar('\n');
    };
    if (section.contains("columns")) print_row(section["columns"]);
    for (const nlohmann::json& row : section["rows"]) print_row(row);
  }
}

// Its plant and its judgement; the exit status is 1 where the robot falls.
struct JudgedRun {
  Simulation simulation;
  JudgeResult judge;
};

JudgedRun RunOf(const CourseRun& course) {
  SimulationOptions options = course.options;
  options.progress = [&](double share) { PrintProgress(course.name.c_str(), share); };
  JudgedRun run{Simulate(options), {}};
  run.simulation.log.plant = course.name;
  run.judge = Judge(run.simulation.log);
  PrintJudge(std::cout, run.judge);
  std::cout << "\n";
  PrintWarnings(std::cout, JudgeWarnings(run.simulation.log));
  std::cout << (run.simulation.log.fell ? "The robot FELL.\n" : "The robot did not fall.\n") << std::endl;
  if (run.simulation.log.fell) SetExitStatus(1);
  return run;
}

// Waves are drawn as they are along the middle of the course, up to `x_end` [m].
std::vector<ReportStrip> Strips(const Terrain& terrain, double x_end) {
  std::vector<ReportStrip> strips;
  if (terrain.roughness > 0) {
    constexpr double kMesh = 0.05;  // m
    for (double x = -2; x < x_end; x += kMesh) {
      const double height = terrain.Height(x, 0), next = terrain.Height(x + kMesh, 0);
      strips.push_back({x, x + kMesh, height, terrain.At(x).friction, (next - height) / kMesh});
    }
    return strips;
  }
  double begin = -std::numeric_limits<double>::infinity();
  for (const Terrain::Strip& strip : terrain.strips) {
    strips.push_back({begin, strip.x_end, strip.height, strip.friction, strip.slope});
    begin = strip.x_end;
  }
  return strips;
}

void Run(const ReportArguments& arguments) {
  nlohmann::json images = nlohmann::json::array();
  if (!arguments.figures.empty()) {
    std::string why;
    try {
      images = ParseJson(ReadText(arguments.figures));
      if (!images.is_array() || !std::all_of(images.begin(), images.end(), IsImage))
        why = "its JSON has another form";
    } catch (const ProblemError& error) {
      why = error.what();
    }
    if (!why.empty()) {
      std::fprintf(stderr, "%s: not a list of figures: %s\n", arguments.figures.c_str(), why.c_str());
      return SetExitStatus(2);
    }
  }
  std::vector<RivalRun> rivals;
  if (!arguments.rivals.empty()) {
    try {
      rivals = ReadRivals(ReadText(arguments.rivals));
    } catch (const ProblemError& error) {
      std::fprintf(stderr, "%s: no figures of rivals: %s\n", arguments.rivals.c_str(), error.what());
      return SetExitStatus(2);
    }
  }
  if (!CanBeWritten(arguments.out)) return;
  const RobotFigures& robot = RobotNamed(arguments.options.robot).figures;
  const SimulationOptions o = Completed(arguments.options, robot);
  std::printf("Robot %s, %.1f kg, %zu joints%s\n\n", robot.name.c_str(), robot.Mass(), robot.joints.size(),
              *o.gantry ? "; a soft gantry holds its trunk and carries no weight" : "");
  std::fflush(stdout);
  const std::vector<CourseRun> courses = CourseRuns(arguments.options);
  std::vector<JudgedRun> runs;
  runs.reserve(courses.size());
  ReportInput input;
  for (const CourseRun& course : courses) {
    const JudgedRun& run = runs.emplace_back(RunOf(course));
    (&course == courses.data() ? input.main
     : course.pulled           ? input.pulled
                               : input.second) = {&run.simulation.log, &run.judge};
  }
  const Simulation& main = runs[0].simulation;
  input.gantry = *o.gantry;
  if (robot.trots) {  // the others do not leave their place
    const double last =
        main.log.ticks.empty() ? 0 : static_cast<double>(main.log.ticks.back().base_position[0]);
    input.strips = Strips(main.terrain, last + 5);
  }
  input.push = ReportPush{o.push_time, o.push_time + 0.1, {0, *o.push, 0}};
  std::vector<PlantVerdict> verdicts;
  for (const JudgedRun& run : runs)
    verdicts.push_back({run.simulation.log.plant, HashText(run.simulation.summary.hash), &run.judge});
  input.table = ReportTable(main, verdicts, images);
  if (!rivals.empty()) {
    try {
      for (const nlohmann::json& section : RivalSections(verdicts, rivals))
        input.table["sections"].push_back(section);
    } catch (const ProblemError& error) {
      std::fprintf(stderr, "%s: %s\n", arguments.rivals.c_str(), error.what());
      return SetExitStatus(2);
    }
    input.main.rivals = &rivals[0].load;
    for (std::size_t i = 1; i < courses.size(); ++i)
      (courses[i].pulled ? input.pulled : input.second).rivals = &rivals[i].load;
  }
  PrintTable(input.table);
  WriteReport(input, arguments.out);
  std::printf("\n%s\n", arguments.out.c_str());
}

}  // namespace

void AddReport(CLI::App& app) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command = app.add_subcommand("report", "Run the course on every plant; write the page");
  command->add_option("--out", arguments->out, "the page")->capture_default_str();
  command
      ->add_option("--figures", arguments->figures, "of firmware images, from tools/images/replay_images.py")
      ->check(CLI::ExistingFile);
  command->add_option("--rivals", arguments->rivals, "of other estimators, from footing_rivals course")
      ->check(CLI::ExistingFile);
  AddSimulationOptions(*command, &arguments->options);
  command->callback([arguments] { Run(*arguments); });
}

}  // namespace footing::tools
