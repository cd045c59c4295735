// Theorems 2 to 5 of Baraff (SIGGRAPH 1994, appendix A) as properties of SolveDantzig, and the work of a solve in
// Gaussian eliminations. The path is seen from outside: budgets of 1, 2, 3 … pivots end it one pivot later each.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/lcp/dantzig.hpp"
#include "tests/support/random.hpp"

namespace footing::dantzig_theorems_test {

constexpr int kSize = 48;
using Problem = BoxedLcpProblem<double, kSize>;

struct Bench {
  Problem problem;
  DantzigWorkspace<double, kSize> work;
  LcpSolution<double, kSize> solution;

  // A = JJᵀ, positive definite, any b. `whole`: small integers, which tie, and a unit diagonal more.
  void Make(int n, bool whole, Random& random) {
    static double J[kSize][2 * kSize];
    const int columns = whole ? n / 2 + 1 : n + 4;
    for (auto& row : J) {
      for (double& entry : row) entry = whole ? random.Integer(5) - 2 : random.Uniform(-1.0, 1.0);
    }
    problem.size = n;
    for (int i = 0; i < n; ++i) {
      problem.b[i] = whole ? random.Integer(5) - 3 : random.Uniform(-1.0, 0.5);
      problem.lo[i] = 0.0;
      problem.hi[i] = kInfinity<double>;
      for (int j = 0; j < n; ++j) {
        double sum = whole && i == j ? 1.0 : 0.0;
        for (int k = 0; k < columns; ++k) sum += J[i][k] * J[j][k];
        problem.A(i, j) = sum;
      }
    }
  }
};

struct Moment {
  std::set<int> clamped;
  std::vector<double> z, w;
  int driven = -1;  // the row that a drive is about to go on with; −1 between drives
};

// The state after 1, 2, 3 … pivots.
std::vector<Moment> Path(Bench* bench) {
  std::vector<Moment> path;
  for (int budget = 1;; ++budget) {
    const SolveStatus status = SolveDantzig(bench->problem, {budget}, bench->work, bench->solution);
    Moment moment;
    for (int k = 0; k < bench->work.clamped.size(); ++k) moment.clamped.insert(bench->work.clamped.row(k));
    for (int i = 0; i < bench->problem.size; ++i) {
      moment.z.push_back(bench->solution.z[i]);
      moment.w.push_back(bench->solution.w[i]);
      const bool open = bench->work.state[static_cast<unsigned>(i)] == RowState::kUnhandled;
      if (open && bench->solution.z[i] > 0.0) moment.driven = i;
    }
    path.push_back(moment);
    if (status != SolveStatus::kPivotBudget) break;
  }
  EXPECT_EQ(bench->solution.status, SolveStatus::kSolved);
  return path;
}

// Theorem 3: within a drive the clamped set never comes back. Theorem 2: a_d rises. Theorems 4 and 5: an index that
// leaves C is accelerated by the next step, one that enters is pressed.
TEST(DantzigTheorems, HoldAtEveryPivot) {
  Random random(71);
  long repeats_not = 0;
  long rises = 0;
  for (int trial = 0; trial < 30; ++trial) {
    static Bench bench;
    bench.Make(6 + random.Integer(20), false, random);
    const std::vector<Moment> path = Path(&bench);
    std::set<std::set<int>> met;
    for (std::size_t k = 1; k < path.size(); ++k) {
      const Moment& before = path[k - 1];
      const Moment& now = path[k];
      if (before.driven < 0 || before.driven != now.driven) met.clear();
      if (before.driven < 0) continue;
      const auto d = static_cast<std::size_t>(before.driven);
      EXPECT_GT(now.w[d], before.w[d]) << "trial " << trial << " pivot " << k;  // up to zero
      EXPECT_GT(now.z[d], before.z[d]);
      ++rises;
      met.insert(before.clamped);
      if (now.driven == before.driven) {
        EXPECT_EQ(met.count(now.clamped), 0U) << "trial " << trial << " pivot " << k;
      }
      ++repeats_not;
      if (k < 2 || path[k - 2].driven != before.driven) continue;
      for (int i = 0; i < bench.problem.size; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool was = path[k - 2].clamped.count(i) != 0;
        const bool is = before.clamped.count(i) != 0;
        if (was && !is) {
          EXPECT_GT(now.w[at], 0.0);
        }
        if (!was && is && i != before.driven) {
          EXPECT_GT(now.z[at], 0.0);
        }
      }
    }
  }
  EXPECT_GT(repeats_not, 20);
  EXPECT_GT(rises, 20);
}

// Degenerate problems take steps of length zero. They end, and no drive meets a clamped set twice.
TEST(DantzigTheorems, ZeroStepsEnd) {
  Random random(72);
  for (int trial = 0; trial < 60; ++trial) {
    static Bench bench;
    bench.Make(4 + random.Integer(16), true, random);
    const std::vector<Moment> path = Path(&bench);
    EXPECT_LE(path.size(), static_cast<std::size_t>(4 * bench.problem.size)) << "trial " << trial;
    std::set<std::set<int>> met;
    for (std::size_t k = 1; k < path.size(); ++k) {
      if (path[k].driven < 0 || path[k].driven != path[k - 1].driven) {
        met.clear();
        continue;
      }
      met.insert(path[k - 1].clamped);
      EXPECT_EQ(met.count(path[k].clamped), 0U) << "trial " << trial << " pivot " << k;
    }
  }
}

// The paper: two to three times as long as a Gaussian elimination. In multiply-adds, by dantzig_step.hpp and
// clamped_set.hpp: a pivot with c rows clamped costs n (c + 1) + c² for the step, and up to c² for the factor.
TEST(DantzigTheorems, CostsAFewEliminations) {
  Random random(73);
  for (const int n : {12, 24, 48}) {
    double work = 0.0;
    const int trials = 6;
    for (int trial = 0; trial < trials; ++trial) {
      static Bench bench;
      bench.Make(n, false, random);
      for (const Moment& moment : Path(&bench)) {
        const auto c = static_cast<double>(moment.clamped.size());
        work += n * (c + 1.0) + 2.0 * c * c;
      }
    }
    const double eliminations = work / trials / (n * n * n / 3.0);
    RecordProperty("eliminations_" + std::to_string(n), std::to_string(eliminations));
    std::printf("n %d: %.2f Gaussian eliminations in multiply-adds\n", n, eliminations);
    EXPECT_GT(eliminations, 1.0) << n;
    EXPECT_LT(eliminations, 4.0) << n;
  }
}

}  // namespace footing::dantzig_theorems_test
