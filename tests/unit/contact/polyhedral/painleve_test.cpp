// Painlevé's rods: friction is so large, or the rod's pose such, that a sliding contact's own friction
// presses it (n M⁻¹ nᵀ < μ |n M⁻¹ tᵀ|). Rigid accelerations then have no answer or several. At the velocity
// level, Lemke's method always finds an answer of eq. 15 of Tan, Siu, Liu with bias ≥ 0. So every pose must
// be solved within the default budget. With a bias < 0 there may be no answer, and then none may be claimed.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/support/benches/contact_bench.hpp"
#include "tests/support/trials.hpp"

namespace footing::painleve_test {

constexpr double kStep = 0.002;

template <typename Bench>
void Rod(int contacts, double largest_bias, Random& random, Bench* b) {
  RodOnGround(contacts, Bench::kDirections == 2, largest_bias, random, &b->step.stack);
  b->step.solver.warm_contacts = 0;
}

struct Tally {
  int trials = 0;
  int painleve = 0;
  int solved = 0;
  int lemke_solved = 0;
  int most_pivots = 0;
};

template <typename Bench>
bool IsPainleve(const Bench& b) {
  const auto& problem = b.step.problem;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto t1 = problem.delassus(3 * c, 3 * c + 1);
    const auto t2 = problem.delassus(3 * c, 3 * c + 2);
    if (problem.delassus(3 * c, 3 * c) < problem.friction[c] * Sqrt(t1 * t1 + t2 * t2)) return true;
  }
  return false;
}

template <typename Scalar, int d>
void CheckRods(int contacts, int trials) {
  using Bench = ContactBench<Scalar, 6, 8, d>;
  Bench& b = BenchMemory<Bench>();
  auto& solver = b.step.solver;
  Random random(80 + static_cast<std::uint64_t>(contacts));
  Tally tally;
  for (int trial = 0; trial < trials; ++trial) {
    Rod(contacts, 0.5, random, &b);
    const SolveStatus status = b.Solve(Scalar(kStep), {});
    ++tally.trials;
    tally.painleve += IsPainleve(b) ? 1 : 0;
    tally.most_pivots = Max(tally.most_pivots, b.step.solution.pivots);
    EXPECT_TRUE(b.Admissible()) << trial;
    if (status == SolveStatus::kSolved) {
      ++tally.solved;
      EXPECT_LE(b.Judge(Scalar(kStep)).worst, kJudgeTolerance<Scalar>) << trial;
    }
    AssembleLcp<d>(b.step.problem, solver.basis, {Scalar(0), true}, &solver.lcp);
    const int budget =
        Lemke<Scalar, std::decay_t<decltype(solver)>::kLcpRows>::DefaultBudget(solver.lcp.size);
    tally.lemke_solved +=
        SolveLemke(solver.lcp, {budget}, solver.lemke, solver.lcp_solution) == SolveStatus::kSolved ? 1 : 0;
  }
  std::printf(
      "%d contacts, d %d, %s: %d rods, %d Painleve's; %d solved (at most %d pivots), %d by Lemke alone\n",
      contacts, d, sizeof(Scalar) == 4 ? "float" : "double", tally.trials, tally.painleve, tally.solved,
      tally.most_pivots, tally.lemke_solved);
  EXPECT_EQ(tally.solved, tally.trials);
  if (sizeof(Scalar) == 8) {
    EXPECT_EQ(tally.lemke_solved, tally.trials);
  }
  EXPECT_GT(tally.painleve, tally.trials / 10);
}

TEST(Painleve, EveryRodOnTheGroundIsSolved) {
  CheckRods<double, 2>(1, Trials(2000, 10));
  CheckRods<double, 4>(1, Trials(2000, 10));
  CheckRods<double, 8>(1, Trials(1000, 5));
  CheckRods<float, 4>(1, Trials(2000, 10));
}

TEST(Painleve, EveryRodBetweenGroundAndWallIsSolved) {
  CheckRods<double, 2>(2, Trials(2000, 10));
  CheckRods<double, 4>(2, Trials(2000, 10));
  CheckRods<double, 8>(2, Trials(1000, 5));
  CheckRods<float, 4>(2, Trials(2000, 10));
}

// Two walls at one point of the rod, each of which asks for motion away from itself:
// n · v ≥ a > 0 and −n · v ≥ b > 0.
template <typename Scalar>
void CheckWedges() {
  using Bench = ContactBench<Scalar, 6, 8, 4>;
  Bench& b = BenchMemory<Bench>();
  Random random(85);
  int statuses[kStatusCount] = {};
  for (int trial = 0; trial < Trials(2000, 5); ++trial) {
    Rod(0, 0.0, random, &b);
    auto& stack = b.step.stack;
    const std::array<double, 3> point = {random.Uniform(-0.5, 0.5), random.Uniform(-0.5, 0.5),
                                         random.Uniform(-0.5, 0.5)};
    for (const Scalar side : {Scalar(1), Scalar(-1)}) {
      const int c = stack.AddContact(Vector3<Scalar>(side, 0, 0), static_cast<Scalar>(random.Uniform(0, 4)),
                                     static_cast<Scalar>(random.Uniform(-1, -0.2)));
      stack.Attach(c, 0, Scalar(1), BodyPoint<Scalar>(point));
    }
    const SolveStatus status = b.Solve(Scalar(kStep), {});
    ++statuses[static_cast<int>(status)];
    EXPECT_NE(status, SolveStatus::kSolved) << trial;
    EXPECT_TRUE(b.Admissible());
    EXPECT_GT(b.step.solution.residual, kContactTolerance<Scalar>) << trial;
    EXPECT_EQ(b.step.solver.warm_contacts, 0);
  }
  for (int s = 0; s < kStatusCount; ++s) {
    if (statuses[s] > 0) std::printf("wedged: %d times %s\n", statuses[s], Name(static_cast<SolveStatus>(s)));
  }
}

TEST(Painleve, ARodWedgedByClosingWallsIsNeverCalledSolvedDouble) { CheckWedges<double>(); }
TEST(Painleve, ARodWedgedByClosingWallsIsNeverCalledSolvedFloat) { CheckWedges<float>(); }

}  // namespace footing::painleve_test
