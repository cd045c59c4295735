// Runs the core's solver and the installed peers over seeded contact problems of robots, and grades all
// answers by the same certificate.
#pragma once

#include <array>
#include <functional>

#include "tests/support/scenes/robot_contacts.hpp"
#include "tests/research/survey/tally.hpp"

namespace footing::survey {

struct SurveyOptions {
  std::uint64_t seed = 1;
  long problems = 1'000'000;  // for the core's solver, over all classes
  long peer_problems = 35'000;
  double peer_seconds = 20;  // of a peer in a class, at most
  int threads = 2;
};

struct SolverRow {
  std::string name;
  FrictionShape shape;
  double tolerance;
  std::array<Tally, kRobotScenes> tallies;
};

using Progress = std::function<void(const char* job, double share)>;

// The core's solver in double and float, then each peer. The classes get equal shares of the problems.
std::vector<SolverRow> RunSurvey(const SurveyOptions& options, const Progress& progress);

void PrintTables(std::FILE* file, const SurveyOptions& options, const std::vector<SolverRow>& rows);

// Prints at most `most` problems for each solver and class: the numbers needed to draw them again.
void PrintExceptions(std::FILE* file, const std::vector<SolverRow>& rows, int most);

// Prints one problem as JSON, with every solver's answer and grade.
void PrintProblem(std::FILE* file, std::uint64_t seed, RobotScene scene, std::uint64_t index);

}  // namespace footing::survey
