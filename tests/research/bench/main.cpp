// footing_bench: docs/generated/benchmarks.md.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "tests/research/bench/courses/courses.hpp"
#include "tests/research/bench/measure/stopwatch.hpp"
#include "tests/research/bench/print_results.hpp"
#include "tests/research/survey/run_peer.hpp"
#include "tools/footing/commands/output/progress.hpp"

namespace footing::bench {

namespace {

struct Options {
  CourseOptions courses;
  bool quick = false;
  std::vector<std::string> only;
  std::string solver;
  std::string markdown;
  std::string picture;
  std::string json;
  int passes = 5;
  int flushed = 20;
  long flush_bytes = 0;
  double most_seconds = 20;
};

// The courses that also run with flushed caches: those that a control loop meets, and some that show the cost
// of the size. The others do not, because a flush takes a tenth of a second.
bool MeetsColdCaches(const std::string& course) {
  for (const char* name : {"point-feet", "sequence", "biped-corners", "quadruped-corners", "pyramid-4",
                           "half-active-12", "half-active-48", "normals-48", "control-tick"}) {
    if (course == name) return true;
  }
  return false;
}

// A buffer a quarter larger than the largest cache evicts everything from the caches.
long FlushBytes() {
  const long largest = std::max(sysconf(_SC_LEVEL2_CACHE_SIZE), sysconf(_SC_LEVEL3_CACHE_SIZE));
  return std::max(largest + largest / 4, 16L << 20);
}

class Silent : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& /*runs*/) override {}
};

// Google Benchmark takes the passes of all courses in random order, so that the machine's good and bad
// minutes are spread over all courses. Within a pass, all contestants solve a problem one after the other.
void Register(const Options& options, Measurement* measurement, int size) {
  benchmark::RegisterBenchmark(measurement->result().name.c_str(),
                               [measurement](benchmark::State& state) {
                                 int index = 0;
                                 for (auto _ : state) {
                                   state.SetIterationTime(measurement->Run(index++));
                                 }
                               })
      ->Iterations(size)
      ->Repetitions(options.passes)
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond);
}

void RunRegistered(const std::string& json) {
  std::vector<std::string> words = {"footing_bench", "--benchmark_enable_random_interleaving=true"};
  if (!json.empty()) words.insert(words.end(), {"--benchmark_out=" + json, "--benchmark_out_format=json"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  Silent silent;
  benchmark::RunSpecifiedBenchmarks(&silent);
}

bool Write(const std::string& path, void (*print)(std::FILE*, const std::vector<Result>&),
           const std::vector<Result>& results) {
  if (path.empty()) return true;
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) {
    std::perror(path.c_str());
    return false;
  }
  print(file, results);
  return std::fclose(file) == 0;
}

int Run(const Options& options) {
  StartWatching(static_cast<std::size_t>(options.flush_bytes));
  std::vector<std::unique_ptr<Course>> courses = AllCourses(options.courses);
  if (!options.only.empty()) {
    std::erase_if(courses, [&](const auto& course) {
      return std::ranges::none_of(options.only,
                                  [&](const auto& name) { return course->name().starts_with(name); });
    });
  }
  for (const auto& course : courses) course->Keep(options.solver);
  std::vector<std::unique_ptr<Measurement>> measurements;
  for (std::size_t k = 0; k < courses.size(); ++k) {
    measurements.push_back(std::make_unique<Measurement>(courses[k].get(), options.most_seconds));
    Register(options, measurements[k].get(), courses[k]->size());
  }
  {
    const survey::Quiet quiet;
    RunRegistered(options.json);
    for (auto& measurement : measurements) {
      if (MeetsColdCaches(measurement->result().name)) measurement->RunFlushed(options.flushed);
    }
  }
  std::vector<Result> results;
  for (const auto& measurement : measurements) results.push_back(measurement->result());
  PrintMarkdown(stdout, results);
  if (!Write(options.markdown, PrintMarkdown, results) || !Write(options.picture, PrintPicture, results))
    return 2;
  for (const Result& result : results) {
    for (const Row& row : result.rows) {
      if (row.role == Role::kFooting && row.claims > row.answers - row.own_wrong) return 1;
    }
  }
  return 0;
}

}  // namespace

}  // namespace footing::bench

int main(int argc, char** argv) {
  using namespace footing::bench;
  Options options;
  options.flush_bytes = FlushBytes();
  CLI::App app{"Times contact solvers on the same seeded problems, and checks every answer"};
  app.add_option("--seed", options.courses.seed)->capture_default_str();
  app.add_option("--share", options.courses.share, "of the problems of each course")->capture_default_str();
  app.add_option("--passes", options.passes, "over all problems")->capture_default_str();
  app.add_option("--flushed", options.flushed, "problems solved with flushed caches")->capture_default_str();
  app.add_option("--flush-bytes", options.flush_bytes)->capture_default_str();
  app.add_option("--most-seconds", options.most_seconds, "of a solver in a course")->capture_default_str();
  app.add_option("--course", options.only, "those whose names begin so; none: all");
  app.add_option("--solver", options.solver, "those whose name begins so");
  app.add_option("--markdown", options.markdown, "file for the tables");
  app.add_option("--picture", options.picture, "file for the SVG");
  app.add_option("--json", options.json, "file for Google Benchmark's own report");
  app.add_flag("--quick", options.quick, "a few problems of each, to see that all runs");
  CLI11_PARSE(app, argc, argv);
  if (options.quick) {
    options.courses.share = 0.01;
    options.passes = 1;
    options.flushed = 1;
    options.flush_bytes = 1 << 20;
    options.most_seconds = 0.2;
  }
  return Run(options);
}
