// The oracles of tests/support on problems whose answers are known on paper, and against each other.
#include <gtest/gtest.h>

#include "core/assembly/delassus.hpp"
#include "core/contact/polyhedral/contact_lcp.hpp"
#include "core/lcp/lemke.hpp"
#include "tests/support/oracles/enumeration/enumeration.hpp"
#include "tests/support/oracles/enumeration/mode_enumeration.hpp"
#include "tests/support/oracles/enumeration/pyramid_enumeration.hpp"
#include "tests/support/scenes/random_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing::contact_oracle_test {

// One contact in SI, dt · G in the first three rows.
RealContacts Single(const std::array<std::array<Real, 3>, 3>& impulse, const std::array<Real, 3>& free,
                    Real mu, Real bias) {
  RealContacts problem;
  problem.contacts = 1;
  for (unsigned r = 0; r < 3; ++r) {
    problem.free[r] = free[r];
    for (unsigned s = 0; s < 3; ++s) problem.impulse[r][s] = impulse[r][s];
  }
  problem.mu[0] = mu;
  problem.bias[0] = bias;
  return problem;
}

constexpr std::array<std::array<Real, 3>, 3> kUnit = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

void ExpectForce(const RealAnswer& answer, Real n, Real t1, Real t2) {
  EXPECT_NEAR(static_cast<double>(answer.force[0] - n), 0.0, 1e-15);
  EXPECT_NEAR(static_cast<double>(answer.force[1] - t1), 0.0, 1e-15);
  EXPECT_NEAR(static_cast<double>(answer.force[2] - t2), 0.0, 1e-15);
}

TEST(ModeEnumeration, PointMassSeparatesSticksAndSlides) {
  auto answers = ModeEnumeration(Single(kUnit, {1, 5, 5}, 0.5L, 0)).Run();
  ASSERT_EQ(answers.size(), 1U);
  ExpectForce(answers[0], 0, 0, 0);
  answers = ModeEnumeration(Single(kUnit, {-10, 3, -4}, 0.5L, 0)).Run();
  ASSERT_EQ(answers.size(), 1U);
  ExpectForce(answers[0], 10, -3, 4);
  answers = ModeEnumeration(Single(kUnit, {-10, 6, -8}, 0.5L, 0)).Run();
  ASSERT_EQ(answers.size(), 1U);
  ExpectForce(answers[0], 10, -3, 4);
  EXPECT_EQ(answers[0].mode[0], ContactMode::kSlide);
  answers = ModeEnumeration(Single(kUnit, {-10, 6, -8}, 0, 2)).Run();  // ice, and a gap that lets 2 m/s pass
  ASSERT_EQ(answers.size(), 1U);
  ExpectForce(answers[0], 8, 0, 0);
}

// Normal and tangent are coupled so that friction presses: μ c = 1.5 > a = 1. All three modes have an answer.
TEST(ModeEnumeration, PainlevesContactHasThreeAnswers) {
  const std::array<std::array<Real, 3>, 3> impulse = {{{1, -1, 0}, {-1, 2, 0}, {0, 0, 1}}};
  const RealContacts problem = Single(impulse, {1, -10, 0}, 1.5L, 0);
  const auto answers = ModeEnumeration(problem).Run();
  ASSERT_EQ(answers.size(), 3U);
  ExpectForce(answers[0], 0, 0, 0);
  ExpectForce(answers[1], 8, 9, 0);
  ExpectForce(answers[2], 2, 3, 0);
  // A pyramid of four directions, two of them along t1, has the same three answers.
  const auto pyramid = PyramidEnumeration(problem, 4).Run();
  ASSERT_EQ(pyramid.size(), 3U);
  for (const RealAnswer& answer : answers) EXPECT_LT(DistanceToNearest(pyramid, answer), Real(1e-15L));
}

// A body between walls that close at 0.1 m/s each has no answer.
TEST(ModeEnumeration, WedgedBodyHasNoAnswer) {
  RealContacts problem = Single(kUnit, {0, 0, -1}, 0.5L, -0.1L);
  problem.contacts = 2;
  problem.free[5] = -1;
  problem.mu[1] = problem.mu[0];
  problem.bias[1] = problem.bias[0];
  // The second normal is opposite to the first. t1 is the same, so t2 = n × t1 is opposite too.
  constexpr int kSign[3] = {-1, 1, -1};
  problem.free[5] = 1;
  for (unsigned k = 0; k < 3; ++k) {
    problem.impulse[3 + k][3 + k] = 1;
    problem.impulse[k][3 + k] = problem.impulse[3 + k][k] = kSign[k];
  }
  EXPECT_TRUE(ModeEnumeration(problem).Run().empty());
  EXPECT_TRUE(PyramidEnumeration(problem, 4).Run().empty());
}

// Compares three ways to solve eq. 15: its 2¹² complementary bases, the contacts' modes, and Lemke.
TEST(PyramidEnumeration, AgreesWithTheComplementaryBasesAndLemke) {
  constexpr int kRows = 12;
  static SystemStack<double, 12, 2> stack;
  static DelassusWorkspace<SystemStack<double, 12, 2>> work;
  static ContactProblem<double, 2> problem;
  static LcpProblem<double, kRows> lcp;
  static LcpSolution<double, kRows> solution;
  static LemkeWorkspace<double, kRows> lemke;
  const FrictionBasis<double, 4> basis;
  const auto forces = [](const auto& z) {
    RealAnswer answer;
    for (unsigned c = 0; c < 2; ++c) {
      const auto share = [&](unsigned k) { return Real(z[2 + 4 * c + k]); };
      answer.force[3 * c] = Real(z[c]);
      answer.force[3 * c + 1] = share(0) - share(2);
      answer.force[3 * c + 2] = share(1) - share(3);
    }
    return answer;
  };
  Random random(62);
  int several = 0;
  for (int trial = 0; trial < (kFullRun ? 10 : 2); ++trial) {
    RandomSystem(6 + trial % 3, 2, 0.5, random, &stack);
    for (int c = 0; c < 2; ++c) stack.friction[c] = random.Uniform(0, 3);
    ASSERT_EQ(Assemble(stack, 0.01, work, problem), SolveStatus::kSolved);
    AssembleLcp<4>(problem, basis, {}, &lcp);
    ASSERT_EQ(SolveLemke(lcp, {300}, lemke, solution), SolveStatus::kSolved);
    test::Enumeration bases;
    bases.Load(lcp);
    bases.Run(1e-10L);
    ASSERT_GT(bases.solutions, 0) << trial;
    const RealContacts real = RealContacts::From(problem);
    const auto answers = PyramidEnumeration(real, 4).Run();
    several += answers.size() > 1 ? 1 : 0;
    const Real least = real.ForceScale();  // where all separate, Lemke's forces are zero to rounding
    EXPECT_LE(DistanceToNearest(answers, forces(bases.first), least), Real(1e-10L)) << trial;
    EXPECT_LE(DistanceToNearest(answers, forces(solution.z), least), Real(1e-10L)) << trial;
  }
  std::printf("%d of 10 with several answers\n", several);
}

// As the pyramid gets more sides, its answers approach the circle's as 1/d, because friction turns to the
// nearest side. Both always have an answer.
TEST(ModeEnumeration, PyramidsTendToTheCircle) {
  static SystemStack<double, 12, 3> stack;
  static DelassusWorkspace<SystemStack<double, 12, 3>> work;
  static ContactProblem<double, 3> problem;
  Random random(61);
  int several = 0;
  Real coarse_error = 0;
  Real fine_error = 0;
  for (int trial = 0; trial < 80; ++trial) {
    RandomSystem(12, 1 + trial % 2, 0.5, random, &stack);
    ASSERT_EQ(Assemble(stack, 0.01, work, problem), SolveStatus::kSolved);
    const RealContacts real = RealContacts::From(problem);
    const auto circle = ModeEnumeration(real).Run();
    const auto coarse = PyramidEnumeration(real, 6).Run();
    const auto fine = PyramidEnumeration(real, 24).Run();
    ASSERT_FALSE(circle.empty()) << trial;
    ASSERT_FALSE(coarse.empty()) << trial;
    ASSERT_FALSE(fine.empty()) << trial;
    if (circle.size() > 1 || fine.size() > 1) {
      ++several;
      continue;
    }
    fine_error += Distance(circle[0], fine[0]);
    coarse_error += Distance(circle[0], coarse[0]);
  }
  std::printf("%d of 80 with several answers; distance from the circle %.2e at d = 6, %.2e at d = 24\n",
              several, static_cast<double>(coarse_error) / (80 - several),
              static_cast<double>(fine_error) / (80 - several));
  EXPECT_LT(fine_error, coarse_error / Real(2));
  EXPECT_LT(several, 10);
}

}  // namespace footing::contact_oracle_test
