#include <string>
#include <string_view>

#include "tests/research/bench/print_results.hpp"

namespace footing::bench {

namespace {

struct Bar {
  const char* course;
  const char* reference;
  double ratio;     // Footing's median over the reference's, at most
  double tail = 0;  // 99.9 % over the median, at most; 0: not asked
};

constexpr const char* kOde = "ODE Dantzig";
constexpr const char* kSoftOde = "ODE Dantzig, CFM 1e-5";
constexpr const char* kLu = "Eigen PartialPivLU";

constexpr Bar kBars[] = {
    {"point-feet", kOde, 0.7},
    {"sequence", kOde, 1.0, 3.0},
    {"sequence-alone", kOde, 1.0, 3.0},
    {"trot", kOde, 1.0, 3.0},
    {"biped-corners", kSoftOde, 0.8},
    {"quadruped-corners", kSoftOde, 0.8},
    {"pyramid-4", "Siconos Lemke", 0.3},
    {"pyramid-8", "Siconos Lemke", 0.3},
    {"half-active-12", kLu, 1.0},
    {"half-active-24", kLu, 1.0},
    {"half-active-48", kLu, 1.0},
    {"half-active-96", kLu, 1.0},
    {"half-active-150", kLu, 1.0},
    {"normals-48", kLu, 0.8},
    {"normals-96", kLu, 0.35},
    {"normals-150", kLu, 0.15},
    {"soles-48", kLu, 0.8},
    {"soles-96", kLu, 0.35},
    {"soles-150", kLu, 0.15},
    {"half-solved-48", kLu, 0.8},
    {"half-solved-96", kLu, 0.35},
    {"half-solved-150", kLu, 0.15},
};

std::string Time(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, seconds < 1e-3 ? "%.3g" : "%.4g", 1e6 * seconds);
  return text;
}

double Percent(long part, long whole) {
  return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

// Prints whether the bar is met, and returns it.
bool PrintBar(std::FILE* file, const Bar& bar, const Result& result) {
  const Row* const ours = result.Best();
  const Row* theirs = result.Find(bar.reference);
  // DART's copy of ODE's kernel replaces ODE's where it is faster.
  const std::string_view reference = bar.reference;
  const Row* const copy = reference.starts_with(kOde)
                              ? result.Find("DART Dantzig (ODE)" + std::string(reference.substr(11)))
                              : nullptr;
  if (copy != nullptr && (theirs == nullptr || copy->Median() < theirs->Median())) theirs = copy;
  if (ours == nullptr) return false;
  std::fprintf(file, "| %s | ≤ %g × %s", result.title.c_str(), bar.ratio, bar.reference);
  if (bar.tail > 0) std::fprintf(file, ", 99.9 %% ≤ %g × median", bar.tail);
  if (theirs == nullptr) {
    std::fprintf(file, " | %s | %s | | | not measured: the other is not installed |\n", ours->name.c_str(),
                 Time(ours->Median()).c_str());
    return false;
  }
  const double ratio = ours->Median() / theirs->Median();
  const double tail = ours->Quantile(0.999) / ours->Median();
  std::fprintf(file, " | %s | %s | %s (%s) | %.2f", ours->name.c_str(), Time(ours->Median()).c_str(),
               Time(theirs->Median()).c_str(), theirs->name.c_str(), ratio);
  if (bar.tail > 0) std::fprintf(file, ", tail %.1f", tail);
  std::fprintf(file, " | ");
  const bool fast = ratio <= bar.ratio;
  const bool steady = bar.tail == 0 || tail <= bar.tail;
  if (fast && steady && ours->wrong == 0) std::fprintf(file, "pass");
  if (!fast) std::fprintf(file, "MISSED");
  if (!steady) std::fprintf(file, "%sTAIL TOO LONG", fast ? "" : ", ");
  if (ours->wrong > 0) {
    std::fprintf(file, "%s%ld of %ld NOT SOLVED", fast && steady ? "" : ", ", ours->wrong, ours->answers);
  }
  std::fprintf(file, " |\n");
  return fast && steady && ours->wrong == 0;
}

void PrintCourse(std::FILE* file, const Result& result) {
  const Row* const ours = result.Best();
  std::fprintf(file, "\n%s (`%s`), %zu problems:\n\n", result.title.c_str(), result.name.c_str(),
               result.rows.front().seconds.size());
  std::fprintf(
      file,
      "| solver | median, µs | 99.9 %% | worst | × Footing | wrong | by its own law | cone violation of "
      "the wrong, median / worst | says solved | heap calls | median, caches flushed |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Row& row : result.rows) {
    std::fprintf(file, "| %s | %s | %s | %s | %.2f |", row.name.c_str(), Time(row.Median()).c_str(),
                 Time(row.Quantile(0.999)).c_str(), Time(row.Quantile(1)).c_str(),
                 ours != nullptr && ours->Median() > 0 ? row.Median() / ours->Median() : 0.0);
    if (row.judged) {
      std::fprintf(file, " %s%.3g %%%s | %.3g %% |", row.wrong > 0 ? "**" : "",
                   Percent(row.wrong, row.answers), row.wrong > 0 ? "**" : "",
                   Percent(row.own_wrong, row.answers));
      if (row.cones.empty()) {
        std::fprintf(file, " |");
      } else {
        Row cones;
        cones.seconds = row.cones;
        std::fprintf(file, " %.2g / %.2g |", cones.Median(), cones.Quantile(1));
      }
      std::fprintf(file, " %.4g %% |", Percent(row.claims, row.answers));
    } else {
      std::fprintf(file, " | | | |");
    }
    if (row.heap_calls < 0) {
      std::fprintf(file, " not counted |");
    } else {
      std::fprintf(file, " %ld |", row.heap_calls);
    }
    std::fprintf(file, " %s |\n", row.flushed.empty() ? "" : Time(row.MedianFlushed()).c_str());
  }
}

}  // namespace

void PrintMarkdown(std::FILE* file, const std::vector<Result>& results) {
  std::fprintf(file,
               "| problem | bar | Footing's solver | its median, µs | the other's | ratio | verdict |\n"
               "|---|---|---|---|---|---|---|\n");
  int bars = 0;
  int met = 0;
  for (const Bar& bar : kBars) {
    for (const Result& result : results) {
      if (result.name != bar.course) continue;
      ++bars;
      met += PrintBar(file, bar, result) ? 1 : 0;
    }
  }
  std::fprintf(file, "\n%d of %d bars met.\n", met, bars);
  for (const Result& result : results) {
    if (!result.rows.empty()) PrintCourse(file, result);
  }
}

}  // namespace footing::bench
