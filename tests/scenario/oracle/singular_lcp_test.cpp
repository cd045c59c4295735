// Many contacts on few bodies: A = G Gᵀ is singular, and b is in its column space. Dantzig solves them without ε,
// and with ε on the diagonal.
#include <gtest/gtest.h>

#include "core/lcp/dantzig.hpp"
#include "tests/support/oracles/row_judge.hpp"
#include "tests/support/random.hpp"

namespace footing::singular_lcp_test {

constexpr int kMostRows = 96;
constexpr int kTrials = 2000;

struct Solves {
  BoxedLcpProblem<double, kMostRows> problem;
  DantzigWorkspace<double, kMostRows> workspace;
  LcpSolution<double, kMostRows> solution;

  void Draw(double epsilon, test::Random& random) {
    const int n = 16 + random.Integer(81), rank = 1 + random.Integer(n - 1);
    std::array<std::array<Real, kMostRows>, kMostRows> g;
    std::array<Real, kMostRows> v;
    for (int k = 0; k < rank; ++k) {
      v[Index(k)] = Real(random.Uniform(-1.0, 1.0));
      for (int i = 0; i < n; ++i) g[Index(i)][Index(k)] = Real(random.Uniform(-1.0, 1.0));
    }
    problem.size = n;
    for (int i = 0; i < n; ++i) {
      const auto product = [&](const auto& with) {
        Real sum = 0;
        for (int k = 0; k < rank; ++k) sum += g[Index(i)][Index(k)] * with[Index(k)];
        return static_cast<double>(sum);
      };
      for (int j = 0; j < n; ++j) problem.A(i, j) = product(g[Index(j)]);
      problem.A(i, i) *= 1 + epsilon;
      problem.b[i] = product(v);
      problem.lo[i] = 0;
      problem.hi[i] = kInfinity<double>;
    }
  }
  static unsigned Index(int i) { return static_cast<unsigned>(i); }

  // How many of kTrials problems are solved. Each answer is judged in long double.
  int Count(double epsilon) {
    test::Random random(31);
    int solved = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      Draw(epsilon, random);
      if (SolveDantzig(problem, {}, workspace, solution) != SolveStatus::kSolved) continue;
      ++solved;
      const auto bounds = [](int) { return std::pair<Real, Real>{0, kInfinity<double>}; };
      EXPECT_LE(test::WorstRow(problem, solution.z, bounds), test::kJudgeTolerance<double>) << trial;
    }
    return solved;
  }
};

Solves& Memory() {
  static Solves solves;
  return solves;
}

TEST(SingularLcp, SolvesAlmostAllWithoutEpsilon) {
  EXPECT_GE(Memory().Count(0), kTrials * 0.9999);
}
TEST(SingularLcp, SolvesAllWithEpsilon) { EXPECT_EQ(Memory().Count(1e-10), kTrials); }

}  // namespace footing::singular_lcp_test
