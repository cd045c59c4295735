// How often Baraff's algorithm solves random problems, with the paper's single order of contacts and with the
// retries. Every answer called solved is judged by independent means. The test prints the figures and asserts
// them with a margin.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "tests/support/benches/baraff_bench.hpp"
#include "tests/support/trials.hpp"

namespace footing::baraff_rate_test {

constexpr int kTrials = kFullRun ? 10000 : 500;

// The least number of trials that must be solved. In a full run it is the share itself; in a short run it is
// three standard deviations less.
int Least(double share) {
  const double chance = kFullRun ? 0 : 3 * std::sqrt(kTrials * share * (1 - share));
  return static_cast<int>(std::ceil(kTrials * share - chance));
}

struct Rate {
  int solved = 0;
  int rays = 0;
  int gave_up = 0;
  int plain_rays = 0;  // with no contact given up
  double pivots = 0.0;
};

template <typename Scalar>
Rate Measure(const test::BaraffKind& kind, int orders) {
  using Bench = test::BaraffBench<Scalar, 8, 3>;
  Bench& b = test::Memory<Bench>();
  b.options = {};
  b.options.orders = orders;
  test::Random random(71);
  Rate rate;
  for (int trial = 0; trial < kTrials; ++trial) {
    b.generator.Make(kind, random, &b.problem);
    const SolveStatus status = b.Solve();
    rate.solved += status == SolveStatus::kSolved ? 1 : 0;
    rate.rays += status == SolveStatus::kRay ? 1 : 0;
    rate.plain_rays += status == SolveStatus::kRay && b.solution.give_ups == 0 ? 1 : 0;
    rate.gave_up += b.solution.give_ups > 0 ? 1 : 0;
    rate.pivots += static_cast<double>(b.solution.pivots) / kTrials;
    EXPECT_TRUE(b.Admissible()) << trial;
    EXPECT_TRUE(status != SolveStatus::kSolved || b.Certified()) << trial;
  }
  std::printf(
      "%s %s%dD %d contacts, %d bodies, %d bilateral, mu to %.1f, %d orders: %.2f %% solved, %.2f %% rays, "
      "%.2f %% gave up, %.1f pivots\n",
      sizeof(Scalar) == 4 ? "float" : "double", kind.dynamic ? "half dynamic " : "", kind.dimension,
      kind.contacts, kind.bodies, kind.bilateral, kind.largest_mu, orders, 100.0 * rate.solved / kTrials,
      100.0 * rate.rays / kTrials, 100.0 * rate.gave_up / kTrials, rate.pivots);
  return rate;
}

test::BaraffKind Kind(int dimension, int contacts, int bodies, int bilateral, double mu,
                      bool dynamic = false) {
  test::BaraffKind kind;
  kind.dimension = dimension;
  kind.contacts = contacts;
  kind.bodies = bodies;
  kind.bilateral = bilateral;
  kind.largest_mu = mu;
  kind.dynamic = dynamic;
  return kind;
}

TEST(BaraffRate, StaticInThePlane) {
  for (const int contacts : {2, 4})
    EXPECT_GE(Measure<double>(Kind(2, contacts, 1, 0, 1.0), 1).solved, Least(0.999));
  EXPECT_GE(Measure<double>(Kind(2, 8, 2, 0, 1.0), 1).solved, Least(0.995));
  EXPECT_GE(Measure<double>(Kind(2, 8, 2, 0, 1.0), 4).solved, Least(0.999));
  EXPECT_GE(Measure<double>(Kind(2, 8, 4, 3, 3.0), 1).solved, Least(0.98));
  EXPECT_GE(Measure<double>(Kind(2, 8, 4, 3, 3.0), 4).solved, Least(0.995));
  EXPECT_GE(Measure<float>(Kind(2, 8, 4, 3, 1.0), 4).solved, Least(0.998));
}

TEST(BaraffRate, StaticInSpace) {
  for (const int contacts : {2, 4})
    EXPECT_GE(Measure<double>(Kind(3, contacts, 1, 0, 1.0), 1).solved, Least(0.999));
  EXPECT_GE(Measure<double>(Kind(3, 8, 1, 0, 1.0), 1).solved, Least(0.995));
  EXPECT_GE(Measure<double>(Kind(3, 8, 1, 0, 1.0), 4).solved, Least(0.999));
  EXPECT_GE(Measure<double>(Kind(3, 8, 4, 3, 1.0), 1).solved, Least(0.999));
  EXPECT_GE(Measure<float>(Kind(3, 8, 1, 0, 1.0), 4).solved, Least(0.998));
}

// Theorem 1: with static friction alone and a regular A, a large enough force makes its acceleration rise, so no
// drive ends in a ray. Contacts that were given up (section 5.4) keep no condition, so it does not hold beside them.
TEST(BaraffRate, StaticFrictionHasNoRay) {
  EXPECT_EQ(Measure<double>(Kind(2, 4, 4, 0, 3.0), 1).plain_rays, 0);
  EXPECT_EQ(Measure<double>(Kind(2, 8, 8, 0, 3.0), 1).plain_rays, 0);
  EXPECT_EQ(Measure<double>(Kind(3, 4, 4, 0, 3.0), 1).plain_rays, 0);
}

// No share is asserted here: some of these problems have no solution.
TEST(BaraffRate, HalfOfTheContactsDynamic) {
  EXPECT_GE(Measure<double>(Kind(2, 4, 2, 0, 1.0, true), 4).solved, Least(0.95));
  EXPECT_GE(Measure<double>(Kind(3, 8, 4, 3, 1.0, true), 4).solved, Least(0.99));
}

}  // namespace footing::baraff_rate_test
