// Runs a folder of LCPs in JSON, if it is there. A problem known to be unsolvable must not be called solved,
// and each answer called solved is checked again in long double.
// Host only. FOOTING_PROBLEM_DIR names the folder that holds lcp/ and boxed/.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/lcp/general/coupled_boxes.hpp"
#include "core/lcp/dantzig.hpp"
#include "core/lcp/general/solve_lcp.hpp"
#include "core/lcp/lemke.hpp"

namespace footing::shared_problems_test {

constexpr int kCapacity = 192;
using Json = nlohmann::json;
using Boxed = BoxedLcpProblem<double, kCapacity>;

LcpProblem<double, kCapacity> lcp;
Boxed boxed;
LcpSolution<double, kCapacity> solution;
LemkeWorkspace<double, kCapacity> lemke;
DantzigWorkspace<double, kCapacity> dantzig;
CoupledBoxProblem<double, kCapacity> coupled;
CoupledBoxWorkspace<double, kCapacity> boxes;
LcpWorkspace<double, kCapacity> ladder;

struct Tally {
  int problems = 0;
  int must_be_solved = 0;
  int solved_of_those = 0;
};

std::vector<Json> Load(const char* kind) {
  std::vector<Json> problems;
  const std::filesystem::path folder = std::filesystem::path(FOOTING_PROBLEM_DIR) / kind;
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    std::ifstream stream(file);
    Json problem = Json::parse(stream, nullptr, false);
    if (!problem.is_discarded() && problem["n"] <= kCapacity) problems.push_back(std::move(problem));
  }
  return problems;
}

double Number(const Json& value) {
  if (!value.is_string()) return value.get<double>();
  return value.get<std::string>()[0] == '-' ? -kInfinity<double> : kInfinity<double>;
}

// An LCP's bounds are 0 and ∞.
void Fill(const Json& json) {
  const bool has_bounds = json.contains("lo");
  boxed.size = json["n"];
  for (int i = 0; i < boxed.size; ++i) {
    const auto row = static_cast<unsigned>(i);
    boxed.b[i] = (has_bounds ? json["b"] : json["q"])[row];
    boxed.lo[i] = has_bounds ? Number(json["lo"][row]) : 0.0;
    boxed.hi[i] = has_bounds ? Number(json["hi"][row]) : kInfinity<double>;
    for (int j = 0; j < boxed.size; ++j) boxed.A(i, j) = json["A"][row][static_cast<unsigned>(j)];
  }
}

// Residual of the natural map in long double, divided by 1 + max|b|.
template <typename Problem>
double IndependentResidual(const Problem& problem) {
  long double worst = 0.0L;
  long double scale = 1.0L;
  for (int i = 0; i < problem.size; ++i) {
    long double w = problem.b[i];
    for (int j = 0; j < problem.size; ++j) w += static_cast<long double>(problem.A(i, j)) * solution.z[j];
    const long double z = solution.z[i];
    long double lo = problem.lo[i];
    long double hi = problem.hi[i];
    if constexpr (requires { problem.findex; }) {
      const int k = problem.findex[static_cast<unsigned>(i)];
      if (k >= 0) {
        hi = std::abs(problem.hi[i] * solution.z[k]);
        lo = -hi;
      }
    }
    worst = std::max(worst, std::abs(z - std::min(std::max(z - w, lo), hi)));
    scale = std::max(scale, 1.0L + std::abs(static_cast<long double>(problem.b[i])));
  }
  return static_cast<double>(worst / scale);
}

template <typename Problem>
void Judge(const Json& json, const Problem& problem, Tally& tally) {
  const std::string name = json["name"];
  const std::string expect = json["expect"];
  const bool solved = solution.status == SolveStatus::kSolved;
  ++tally.problems;
  if (expect == "solve") {
    ++tally.must_be_solved;
    if (solved) {
      ++tally.solved_of_those;
    } else {
      std::printf("  not solved: %s (%s)\n", name.c_str(), Name(solution.status));
    }
  }
  if (solution.status == SolveStatus::kInfeasible) {
    EXPECT_FALSE(json.value("solvable", Json(false)) == true) << name;
  }
  if (!solved) return;
  EXPECT_NE(expect, "fail") << name;
  EXPECT_LT(IndependentResidual(problem), 1e-8) << name;
}

void Report(const char* what, const Tally& tally) {
  std::printf("%s: %d of %d solved that must be, %d problems\n", what, tally.solved_of_those,
              tally.must_be_solved, tally.problems);
  EXPECT_EQ(tally.solved_of_those, tally.must_be_solved);
}

TEST(SharedProblems, LemkeNeverClaimsWrongly) {
  const std::vector<Json> problems = Load("lcp");
  if (problems.empty()) GTEST_SKIP() << "no problems in FOOTING_PROBLEM_DIR";
  Tally tally;
  for (const Json& json : problems) {
    Fill(json);
    lcp.size = boxed.size;
    lcp.A = boxed.A;
    lcp.b = boxed.b;
    (void)SolveLemke(lcp, {200000}, lemke, solution);
    Judge(json, boxed, tally);
  }
  Report("Lemke", tally);
}

TEST(SharedProblems, DantzigNeverClaimsWrongly) {
  std::vector<Json> problems = Load("boxed");
  if (problems.empty()) GTEST_SKIP() << "no problems in FOOTING_PROBLEM_DIR";
  for (Json& json : Load("lcp")) problems.push_back(std::move(json));
  Tally tally;
  for (const Json& json : problems) {
    const bool symmetric = json.value("symmetric", Json(false)) == true;
    bool has_coupling = false;
    for (const Json& index : json.value("findex", Json::array())) has_coupling = has_coupling || index >= 0;
    if (!symmetric || has_coupling) continue;
    Fill(json);
    (void)SolveDantzig(boxed, {20000}, dantzig, solution);
    Judge(json, boxed, tally);
  }
  Report("Dantzig", tally);
}

TEST(SharedProblems, SolveLcpSolvesOrProves) {
  const std::vector<Json> problems = Load("lcp");
  if (problems.empty()) GTEST_SKIP() << "no problems in FOOTING_PROBLEM_DIR";
  Tally tally;
  int unsolvable = 0;
  int proven = 0;
  for (const Json& json : problems) {
    Fill(json);
    lcp.size = boxed.size;
    lcp.A = boxed.A;
    lcp.b = boxed.b;
    (void)SolveLcp(lcp, {}, ladder, solution);
    Judge(json, boxed, tally);
    if (!json.contains("infeasibility_certificate")) continue;
    ++unsolvable;
    if (solution.status == SolveStatus::kInfeasible) ++proven;
  }
  Report("LCP ladder", tally);
  std::printf("LCP ladder: %d of %d proven infeasible that have a certificate\n", proven, unsolvable);
  EXPECT_EQ(proven, unsolvable);
}

TEST(SharedProblems, CoupledBoxesSolve) {
  const std::vector<Json> problems = Load("boxed");
  if (problems.empty()) GTEST_SKIP() << "no problems in FOOTING_PROBLEM_DIR";
  Tally tally;
  for (const Json& json : problems) {
    Fill(json);
    coupled.size = boxed.size;
    coupled.A = boxed.A;
    coupled.b = boxed.b;
    coupled.lo = boxed.lo;
    coupled.hi = boxed.hi;
    for (int i = 0; i < coupled.size; ++i) {
      coupled.findex[static_cast<unsigned>(i)] = json["findex"][static_cast<unsigned>(i)];
    }
    (void)SolveCoupledBoxes(coupled, {}, boxes, solution);
    Judge(json, coupled, tally);
  }
  Report("Coupled boxes", tally);
}

}  // namespace footing::shared_problems_test
