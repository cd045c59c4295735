// footing_survey: docs/generated/survey.md.
#include <cstdio>

#include <CLI/CLI.hpp>

#include "tests/research/survey/survey.hpp"
#include "tools/footing/commands/output/progress.hpp"

int main(int argc, char** argv) {
  using namespace footing;
  survey::SurveyOptions options;
  int most = 0;
  std::string scene;
  std::uint64_t index = 0;
  CLI::App app{"Grades contact solvers on seeded contact problems of robots"};
  app.add_option("--seed", options.seed)->capture_default_str();
  app.add_option("--problems", options.problems, "for Footing, over all classes")->capture_default_str();
  app.add_option("--peers", options.peer_problems, "for each peer, over all classes")->capture_default_str();
  app.add_option("--peer-seconds", options.peer_seconds, "at most, of each peer in each class")
      ->capture_default_str();
  app.add_option("--threads", options.threads)->capture_default_str()->check(CLI::Range(1, 64));
  app.add_option("--list", most, "exceptions to list, of each solver and class")->capture_default_str();
  CLI::Option* only = app.add_option("--class", scene, "with --index: print this problem and all answers");
  app.add_option("--index", index)->needs(only);
  CLI11_PARSE(app, argc, argv);
  if (!scene.empty()) {
    for (int s = 0; s < kRobotScenes; ++s) {
      if (scene != Name(static_cast<RobotScene>(s))) continue;
      survey::PrintProblem(stdout, options.seed, static_cast<RobotScene>(s), index);
      return 0;
    }
    std::fprintf(stderr, "no class '%s'\n", scene.c_str());
    return 2;
  }
  const auto rows = survey::RunSurvey(options, tools::PrintProgress);
  survey::PrintTables(stdout, options, rows);
  survey::PrintExceptions(stdout, rows, most);
  for (const survey::SolverRow& row : rows) {
    if (!row.name.starts_with("Footing")) continue;
    for (const survey::Tally& tally : row.tallies) {
      if (tally.wrong + tally.unproven > 0) return 1;
    }
  }
  return 0;
}
