#include <cstdio>

#include "tests/research/survey/survey.hpp"

namespace footing::survey {

namespace {

const char* Name(FrictionShape shape) {
  switch (shape) {
    case FrictionShape::kCircle: return "circle";
    case FrictionShape::kBox: return "box";
    case FrictionShape::kPyramid4: return "pyramid";
    case FrictionShape::kPyramid8: return "octagon";
  }
  return "?";
}

bool IsCore(const SolverRow& row) { return row.name.starts_with("Footing"); }

template <typename Cell>
void PrintTable(std::FILE* file, const char* title, const std::vector<SolverRow>& rows, const Cell& cell) {
  std::fprintf(file, "%s\n\n| solver | friction |", title);
  for (int s = 0; s < kRobotScenes; ++s) {
    std::fprintf(file, " %s |", footing::Name(static_cast<RobotScene>(s)));
  }
  std::fprintf(file, "\n|---|---|");
  for (int s = 0; s < kRobotScenes; ++s) std::fprintf(file, "---|");
  for (const SolverRow& row : rows) {
    std::fprintf(file, "\n| %s | %s |", row.name.c_str(), Name(row.shape));
    for (const Tally& tally : row.tallies) {
      std::fputc(' ', file);
      cell(tally);
      std::fprintf(file, " |");
    }
  }
  std::fprintf(file, "\n\n");
}

}  // namespace

void PrintTables(std::FILE* file, const SurveyOptions& options, const std::vector<SolverRow>& rows) {
  long problems = 0;
  long peer_problems = 0;
  for (const SolverRow& row : rows) {
    long& most = IsCore(row) ? problems : peer_problems;
    long sum = 0;
    for (const Tally& tally : row.tallies) sum += tally.problems;
    most = std::max(most, sum);
  }
  std::fprintf(file, "Seed %llu, %ld problems for Footing, up to %ld of them for the peers.\n\n",
               static_cast<unsigned long long>(options.seed), problems, peer_problems);
  PrintTable(file, "Percent claimed solved / certified / claimed but not certified:", rows,
             [&](const Tally& t) {
               const double n = static_cast<double>(std::max(t.problems, 1L)) / 100.0;
               std::fprintf(file, "%.4g / %.4g / %.2g", static_cast<double>(t.claimed) / n,
                            static_cast<double>(t.certified) / n, static_cast<double>(t.wrong) / n);
             });
  PrintTable(file, "Percent certified with the tolerance 1e-4:", rows, [&](const Tally& t) {
    std::fprintf(file, "%.4g",
                 100.0 * static_cast<double>(t.nearly) / static_cast<double>(std::max(t.problems, 1L)));
  });
  PrintTable(file, "Not certified, of all:", rows,
             [&](const Tally& t) { std::fprintf(file, "%ld of %ld", t.problems - t.certified, t.problems); });
  const auto spread = [&](const auto& values) {
    const Spread of = SpreadOf(values);
    std::fprintf(file, "%.3g / %.3g", of.median, of.worst);
  };
  PrintTable(file, "Breach of the solver's own friction set where it claims, median / worst, relative:", rows,
             [&](const Tally& t) { spread(t.own_cone); });
  PrintTable(file, "Breach of the circular cone where it claims, median / worst, relative:", rows,
             [&](const Tally& t) { spread(t.circular); });
  std::vector<SolverRow> core;
  for (const SolverRow& row : rows) {
    if (IsCore(row)) core.push_back(row);
  }
  PrintTable(file, "Proven to have no solution / said to be, without proof:", core,
             [&](const Tally& t) { std::fprintf(file, "%ld / %ld", t.infeasible, t.unproven); });
  PrintTable(file, "Percent of contacts that the core's solvers find open / sticking / slipping:", core,
             [&](const Tally& t) {
               const double all =
                   static_cast<double>(std::max(t.modes[0] + t.modes[1] + t.modes[2], 1L)) / 100.0;
               std::fprintf(file, "%.0f / %.0f / %.0f", static_cast<double>(t.modes[0]) / all,
                            static_cast<double>(t.modes[1]) / all, static_cast<double>(t.modes[2]) / all);
             });
  PrintTable(file, "Factorizations and pivots of the core's solvers, median / worst:", core,
             [&](const Tally& t) { spread(t.pivots); });
  PrintTable(file, "Mean time of a solve on this machine, µs:", rows, [&](const Tally& t) {
    std::fprintf(file, "%.3g", 1e6 * t.seconds / static_cast<double>(std::max(t.problems, 1L)));
  });
}

void PrintExceptions(std::FILE* file, const std::vector<SolverRow>& rows, int most) {
  for (const SolverRow& row : rows) {
    for (int s = 0; s < kRobotScenes; ++s) {
      const Tally& tally = row.tallies[static_cast<unsigned>(s)];
      int left = most;
      for (const Exception& e : tally.exceptions) {
        if (left-- <= 0) break;
        std::fprintf(file,
                     "%s: %s %llu: %s, natural %.2Lg pull %.2Lg cone %.2Lg slip %.2Lg box %.2Lg %.2Lg\n",
                     row.name.c_str(), footing::Name(static_cast<RobotScene>(s)),
                     static_cast<unsigned long long>(e.index), e.status.c_str(), e.certificate.natural,
                     e.certificate.pull, e.certificate.cone, e.certificate.slip, e.certificate.box_cone,
                     e.certificate.box_slip);
      }
    }
  }
}

}  // namespace footing::survey
