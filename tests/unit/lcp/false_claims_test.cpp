// Small problems on which a solver once called forces a solution that are none, and a sample of the campaign
// (tests/research/honesty).
#include <gtest/gtest.h>

#include "tests/support/benches/lcp_trials.hpp"

namespace footing::false_claims_test {

template <typename Scalar>
class FalseClaims : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(FalseClaims, Scalars);

TYPED_TEST(FalseClaims, NoneInASampleOfEachFamily) {
  static test::LcpTrials<TypeParam, 40> trials;
  test::Tallies tallies;
  for (int family = 0; family < test::kLcpFamilies; ++family) {
    Random random(61 + static_cast<unsigned>(family));
    for (int trial = 0; trial < 12; ++trial) trials.Run(static_cast<test::LcpFamily>(family), random, &tallies);
  }
  for (const auto& [name, tally] : tallies)
    EXPECT_EQ(tally.refuted, 0) << name << ": " << static_cast<double>(tally.worst);
}

constexpr int kSize = 5;

template <typename Scalar>
LcpProblem<Scalar, kSize> Make(int size, const Scalar* entries, const Scalar* right) {
  LcpProblem<Scalar, kSize> problem;
  problem.size = size;
  for (int i = 0; i < size; ++i) {
    problem.b[i] = right[i];
    for (int j = 0; j < size; ++j) problem.A(i, j) = entries[i * size + j];
  }
  return problem;
}

template <typename Problem, typename Vector>
bool IsRight(const Problem& problem, const Vector& z) {
  using Scalar = std::decay_t<decltype(z[0])>;
  return test::WorstRow(problem, z, test::BoundsInReal(problem, z)) <= test::kJudgeTolerance<Scalar>;
}

template <typename Scalar, typename Problem>
void ExpectHonestDantzig(const Problem& lcp) {
  BoxedLcpProblem<Scalar, kSize> problem;
  problem.size = lcp.size;
  problem.A = lcp.A;
  problem.b = lcp.b;
  problem.lo.setZero();
  problem.hi.setConstant(kInfinity<Scalar>);
  DantzigWorkspace<Scalar, kSize> work;
  LcpSolution<Scalar, kSize> solution;
  const bool solved = SolveDantzig(problem, {}, work, solution) == SolveStatus::kSolved;
  EXPECT_TRUE(!solved || IsRight(problem, solution.z));
}

template <typename Scalar, typename Problem>
void ExpectHonestLemke(const Problem& problem) {
  LemkeWorkspace<Scalar, kSize> work;
  LcpSolution<Scalar, kSize> solution;
  const bool solved = SolveLemke(problem, {}, work, solution) == SolveStatus::kSolved;
  EXPECT_TRUE(!solved || IsRight(problem, solution.z));
}

template <typename Scalar>
void ExpectHonestMixed(int free, const LcpProblem<Scalar, kSize>& lcp) {
  MixedLcpProblem<Scalar, 2, 3> problem;
  problem.free = free;
  problem.size = lcp.size;
  problem.A = lcp.A;
  problem.b = lcp.b;
  MixedLcpWorkspace<Scalar, 2, 3> work;
  LcpSolution<Scalar, 5> solution;
  const bool solved = SolveMixed(problem, {}, work, solution) == SolveStatus::kSolved;
  EXPECT_TRUE(!solved || IsRight(problem, solution.z));
}

// Rank 4 of 5 rows that close. Forces of 900 to 4,500 left 8 % of max|b| open.
TEST(FalseClaims, OfRowsThatClose) {
  const float entries[] = {2.375F,  0.8125F, 0.0625F, -1.6875F, -1.5625F, 0.8125F, 3.125F,  -1.0625F, 0.375F,
                           -3.25F,  0.0625F, -1.0625F, 0.5625F, -0.75F,   1.1875F, -1.6875F, 0.375F,  -0.75F,
                           2.3125F, -0.25F,  -1.5625F, -3.25F,  1.1875F,  -0.25F,  3.875F};
  const float right[] = {0.235402375F, 0.351512462F, -0.950005293F, 0.0036318528F, 0.280085951F};
  const auto problem = Make(5, entries, right);
  ExpectHonestDantzig<float>(problem);
  ExpectHonestLemke<float>(problem);
}

// Two free rows that depend on the others. Forces of 2e17 were called a solution.
TEST(FalseClaims, OfFreeRowsThatDependOnOthers) {
  const double entries[] = {1.0625, -0.25, 0.0625, -0.875, -0.25,  0.0625, 0,      0.1875,
                            0.0625, 0,     0.0625, -0.125, -0.875, 0.1875, -0.125, 0.8125};
  const double right[] = {-0.788, -1.097, -0.029, -1.566};
  ExpectHonestMixed(2, Make(4, entries, right));
  const float more[] = {0.875F,   0.8125F, -1.6875F, -0.3125F, 0.8125F,  1.5625F, -2.375F, 0.8125F,
                        -1.6875F, -2.375F, 4.0625F,  -0.5F,    -0.3125F, 0.8125F, -0.5F,   1.625F};
  const float push[] = {-0.484339654F, -0.191591322F, 0.602038205F, -0.862871408F};
  ExpectHonestMixed(2, Make(4, more, push));
}

// Bodies of 1 to 1e4 kg. In float the judge found 0.5 of max|b|.
TEST(FalseClaims, OfLightBodiesBesideHeavyOnes) {
  const float entries[] = {0.600957334F,  -0.630284786F,   3.60071608e-05F,  0.662201464F,   -0.72519511F,
                           -0.630284786F, 0.668806851F,    -3.88484368e-05F, -0.710729897F,  0.793481469F,
                           3.60071608e-05F, -3.88484368e-05F, 4.34788053e-05F, 4.19405551e-05F, 0,
                           0.662201464F,  -0.710729897F,   4.19405551e-05F,  0.763542652F,   -0.867796481F,
                           -0.72519511F,  0.793481469F,    0,                -0.867796481F,  1.01704216F};
  const float right[] = {0.893659472F, -1.05903757F, 0.215188593F, 1.23901606F, -2.96192884F};
  const auto problem = Make(5, entries, right);
  ExpectHonestLemke<float>(problem);
  ExpectHonestDantzig<float>(problem);
}

// Row 2 has units in which its numbers are small. It was left at w = −9e-4 in float; its own b is −8e-4.
TEST(FalseClaims, OfRowsInOtherUnits) {
  const float entries[] = {57195.793F,     -56518.125F,  -0.0691522062F,  106358.25F,
                           -56518.125F,    1272849.12F,  0.451399237F,    648408.562F,
                           -0.0691522062F, 0.451399237F, 1.59748913e-06F, -0.639763713F,
                           106358.25F,     648408.562F,  -0.639763713F,   1321776.5F};
  const float right[] = {-91.0189972F, 841.386353F, -0.000770097366F, 142.195068F};
  const auto problem = Make(4, entries, right);
  ExpectHonestDantzig<float>(problem);
  ExpectHonestLemke<float>(problem);
}

// No forces keep rows that close by one smallest number: (1, 2) A = 0. Products that underflowed gave w = 0.
TYPED_TEST(FalseClaims, OfProductsThatUnderflow) {
  constexpr auto kUnit = static_cast<TypeParam>(sizeof(TypeParam) == 4 ? 0x1p-75L : 0x1p-537L);
  constexpr TypeParam kLeast = std::numeric_limits<TypeParam>::denorm_min();
  const TypeParam entries[] = {4 * kUnit, -2 * kUnit, -2 * kUnit, kUnit};
  const TypeParam right[] = {-9 * kLeast, 4 * kLeast};
  const auto problem = Make(2, entries, right);
  ExpectHonestLemke<TypeParam>(problem);
  ExpectHonestDantzig<TypeParam>(problem);
  LcpWorkspace<TypeParam, kSize> work;
  LcpSolution<TypeParam, kSize> solution;
  EXPECT_NE(SolveLcp(problem, {}, work, solution), SolveStatus::kSolved);
}

// A normal force of 7 smallest numbers. Half of it is no number, and the friction that was taken is 4 of them.
TYPED_TEST(FalseClaims, OfAFrictionBoundThatUnderflows) {
  constexpr auto kUnit = static_cast<TypeParam>(sizeof(TypeParam) == 4 ? 0x1p70L : 0x1p160L);
  constexpr TypeParam kLeast = std::numeric_limits<TypeParam>::denorm_min();
  CoupledBoxProblem<TypeParam, kSize> problem;
  problem.size = 2;
  problem.A.setZero();
  problem.A(0, 0) = problem.A(1, 1) = kUnit;
  problem.b[0] = -7 * kLeast * kUnit;
  problem.b[1] = -100 * kLeast * kUnit;
  problem.lo.setZero();
  problem.hi[0] = kInfinity<TypeParam>;
  problem.hi[1] = TypeParam(0.5);
  problem.findex = {-1, 0};
  CoupledBoxWorkspace<TypeParam, kSize> work;
  LcpSolution<TypeParam, kSize> solution;
  const bool solved = SolveCoupledBoxes(problem, {}, work, solution) == SolveStatus::kSolved;
  EXPECT_TRUE(!solved || IsRight(problem, solution.z)) << solution.z.transpose();
}

}  // namespace footing::false_claims_test
