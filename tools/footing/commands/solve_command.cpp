#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>

#include <CLI/CLI.hpp>

#include "tools/footing/commands/commands.hpp"
#include "tools/footing/solve/file/result_file.hpp"

namespace footing::tools {

namespace {

constexpr const char* kSolveAbout = R"help(Every file is an object with "kind" and:
  lcp      A, q               w = A z + q, 0 <= w _|_ z >= 0
  boxed    A, b, lo, hi       w = A x + b; x = lo: w >= 0, x = hi: w <= 0, between: w = 0
           findex (optional)  -1, or the row k that bounds this one by +-|hi_i x_k|
  contact  M, tau_star, dt    M v = tau_star + dt sum (N' f_n + T' f_t); M symmetric positive definite
           contacts           each with normal_jacobian, tangent_jacobians (0, 1 or 2), mu and
                              normal_bias (0 if absent): 0 <= f_n _|_ N v + normal_bias >= 0
           level              "velocity" if absent; "acceleration": the problem is the lcp in "lcp"
  scene    bodies, contacts, joints, in physical words; see footing run
  delassus G, free, contacts  the rows of contacts as a matrix
Matrices are lists of rows; limits may be "inf" and "-inf". Other fields are ignored. At most 256 rows,
192 degrees of freedom, 64 contacts.

Models of friction: cone, |f_t| <= mu f_n against the slip; polyhedral, a pyramid over --directions;
box, |f_t| <= mu f_n for each tangent alone. Solvers of each, the usual one first:
  cone        cone
  polyhedral  newton-polyhedral; lemke, Lemke's method alone, also of lcp
  box         boxes; dantzig, Dantzig's pivoting, also of lcp and of boxed without findex
An lcp or boxed problem takes boxes unless lemke or dantzig is asked for.

A result file is an object with "status", "z", "x" or "forces" ([f_n, f_t1, f_t2], N) and "v", stage, pivots
and residual. The status is "solved" where the answer was checked against the problem, else
"not found (why)" or "proven infeasible"; of a bad file "refused".

Exit status: 0, every file was read and answered, solved or not; 2, a bad option, a bad file (one line on
standard error; the others are solved) or a result that cannot be written.)help";

struct SolveArguments {
  std::vector<std::string> files;
  std::string out;
  std::string model, solver;  // as given
  SolveRequest request;
};

struct Tally {
  std::set<std::filesystem::path> problems;  // canonical
  std::map<std::string, int> by_status;
  std::vector<std::string> errors;
};

// How many columns a UTF-8 text takes, if all its letters are narrow.
int ColumnsOf(const std::string& text) {
  return static_cast<int>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// One row; the first column is as wide as the longest file name.
void PrintRow(int width, const std::string& file, const std::string& kind, const std::string& size,
              const std::string& status, const std::string& stage, const std::string& pivots,
              const std::string& residual, const std::string& time) {
  std::printf("%s%*s  %-7s  %12s  %-24s  %-12s  %7s  %8s  %10s\n", file.c_str(), width - ColumnsOf(file), "",
              kind.c_str(), size.c_str(), status.c_str(), stage.c_str(), pivots.c_str(), residual.c_str(),
              time.c_str());
  std::fflush(stdout);
}

void PrintAnswer(int width, const std::string& path, const ProblemFile& file, const SolveAnswer& answer) {
  char residual[32];
  char time[32];
  std::snprintf(residual, sizeof residual, "%.1e", answer.residual);
  std::snprintf(time, sizeof time, "%.3f ms", 1e3 * answer.seconds);
  PrintRow(width, path, file.kind, SizeOf(file), StatusWords(answer.status), answer.stage,
           std::to_string(answer.pivots), residual, time);
}

// Throws ProblemError if the file or its place for the result is bad.
void SolveFile(const SolveArguments& arguments, const std::string& path, int width,
               std::set<std::string>* written, Tally* tally) {
  std::string result_path;
  if (!arguments.out.empty()) {
    const auto name = std::filesystem::path(path).filename();
    result_path = (std::filesystem::path(arguments.out) / name).string();
    std::error_code error;
    if (std::filesystem::equivalent(path, result_path, error)) {
      throw ProblemError("its result would overwrite it, --out must be another folder");
    }
    if (tally->problems.contains(std::filesystem::weakly_canonical(result_path, error))) {
      throw ProblemError("not solved: its result would overwrite the problem " + result_path);
    }
    if (!written->insert(name.string()).second) {
      throw ProblemError("not solved: " + result_path + " is the result of another file of this name");
    }
  }
  const auto write = [&](const std::string& text) {
    if (result_path.empty()) return;
    const std::string error = WriteResult(result_path, text);
    if (!error.empty()) throw ProblemError("its result " + result_path + " " + error);
  };
  ProblemFile file;
  SolveAnswer answer;
  try {
    file = ReadProblem(path);
    PrintNotes(path, file.notes);
    answer = SolveProblem(file, arguments.request);
  } catch (const ProblemError& error) {
    std::error_code none;
    if (std::filesystem::is_regular_file(path, none)) write(RefusalText(error.what()));
    throw;
  }
  PrintAnswer(width, path, file, answer);
  ++tally->by_status[StatusWords(answer.status)];
  write(ResultText(file, arguments.request, answer));
}

bool MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && std::filesystem::is_directory(folder, error)) return true;
  std::fprintf(stderr, "--out %s: %s\n", folder.c_str(),
               error ? error.message().c_str() : "is not a directory");
  return false;
}

void PrintSummary(const SolveArguments& arguments, const Tally& tally, double seconds) {
  const auto files = arguments.files.size();
  std::printf("%zu %s:", files, files == 1 ? "file" : "files");
  for (const auto& [status, count] : tally.by_status) std::printf(" %d %s,", count, status.c_str());
  if (!tally.errors.empty()) std::printf(" %zu bad,", tally.errors.size());
  std::printf(" %.2f s", seconds);
  const double epsilon = arguments.request.epsilon;
  if (epsilon > 0) {
    std::printf("; epsilon %g: solved, and judged, with (1 + epsilon) times the diagonal", epsilon);
  }
  std::printf("\n");
}

// Of --model and --solver; throws if they contradict each other.
void ChooseSolver(SolveArguments* arguments) {
  const auto model = ModelNamed(arguments->model);
  const auto solver = SolverNamed(arguments->solver);
  if (model) arguments->request.solver = UsualSolver(*model);
  if (solver) arguments->request.solver = *solver;
  if (model && solver && ModelOf(*solver) != *model) {
    throw CLI::ValidationError("--solver " + arguments->solver + ": its friction is that of --model " +
                               Name(ModelOf(*solver)) + ", not of --model " + arguments->model);
  }
  if (arguments->request.directions == 0 && arguments->request.solver != SolverChoice::kBerard) {
    throw CLI::ValidationError("--directions 0: of --solver berard alone");
  }
  if (arguments->request.restitution >= 0 && arguments->request.solver != SolverChoice::kCone) {
    throw CLI::ValidationError("--impacts: its friction is that of --model cone, and its solver cone");
  }
}

void Run(const SolveArguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  if (!arguments.out.empty() && !MakeFolder(arguments.out)) return SetExitStatus(2);
  int width = 4;
  for (const std::string& path : arguments.files) width = std::max(width, ColumnsOf(path));

  Tally tally;
  for (const std::string& path : arguments.files) {
    std::error_code error;
    tally.problems.insert(std::filesystem::weakly_canonical(path, error));
  }
  tally.problems.erase("");  // of files without a path
  std::set<std::string> written;
  PrintRow(width, "file", "kind", "size", "status", "stage", "pivots", "residual", "time");
  for (const std::string& path : arguments.files) {
    try {
      SolveFile(arguments, path, width, &written, &tally);
    } catch (const ProblemError& error) {
      tally.errors.push_back(path + ": " + error.what());
    }
  }
  for (const std::string& line : tally.errors) std::fprintf(stderr, "%s\n", line.c_str());
  if (!tally.errors.empty()) SetExitStatus(2);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  PrintSummary(arguments, tally, taken.count());
}

}  // namespace

void AddSolve(CLI::App& app) {
  auto arguments = std::make_shared<SolveArguments>();
  SolveRequest& request = arguments->request;
  CLI::App* command = app.add_subcommand("solve", "Solve complementarity and contact problems in JSON files");
  command->footer(kSolveAbout);
  command->add_option("FILE", arguments->files, "problems")->required();
  command->add_option("--out", arguments->out, "write DIR/NAME for every FILE, NAME its last part")
      ->type_name("DIR");
  command->add_option("--solver", arguments->solver)
      ->description("cone, dantzig, lemke, newton-polyhedral or boxes [the model's usual one];"
                    " of scenes also mixed, trefny, baraff or berard")
      ->type_name("NAME")
      ->check(IsSolver());
  command->add_option("--model", arguments->model)
      ->description("of contact problems: cone, polyhedral or box [the solver's, else cone]")
      ->type_name("MODEL")
      ->check(CLI::IsMember({"cone", "polyhedral", "box"}).description(""));
  command->add_option("--directions", request.directions)
      ->description("of the polyhedral model, even, 4 to 16; 2 where no contact has two tangents [4];"
                    " 0: berard's pyramid of two axes")
      ->type_name("D")
      ->check(CLI::IsMember({0, 4, 6, 8, 10, 12, 14, 16}).description(""));
  command->add_option("--max-pivots", request.max_pivots)
      ->description("pivots or rounds that a problem may take [200000; contact 5000, at most 32767]")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000000).description(""));
  command->add_option("--epsilon", request.epsilon)
      ->description("multiply the diagonal by 1 + E; residuals are then of that problem [0]")
      ->type_name("E")
      ->check(Within(0, 1e300).description(""));
  command->add_option("--impacts", request.restitution)
      ->description("of contacts that touch (normal_bias <= 0): impacts one by one, each with restitution E")
      ->type_name("E")
      ->check(Within(0, 1).description(""));
  command->callback([arguments] {
    ChooseSolver(arguments.get());
    Run(*arguments);
  });
}

}  // namespace footing::tools
