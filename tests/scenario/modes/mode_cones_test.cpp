// Berard, Egan, Trinkle, section V: the modes of solved LCPs against the cones that hold b, over all choices
// of the pairs' members. Which choices are modes: mode_choices_test.cpp.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <set>

#include "tests/support/benches/mode_bench.hpp"
#include "tests/support/oracles/enumeration/mode_choices.hpp"
#include "tests/support/oracles/least_squares.hpp"
#include "tests/support/random.hpp"
#include "tests/support/scenes/mode_problems.hpp"

namespace footing::mode_cones_test {

struct ConeTally {
  int problems = 0;
  int solved = 0;
  int unsolvable = 0;  // not solved, and no cone holds b
  int missed = 0;      // not solved, though a cone holds b
  int ambiguous = 0;   // problems with a contact whose mode is ambiguous
  int unique = 0;      // of those not ambiguous: exactly one feasible choice holds b
};

// Random contacts of one body. The modes of Lemke's answer name a choice whose cone holds b. All choices are
// enumerated. `physical` says which choices of one rolling contact are feasible.
template <int kContacts, int kTangents, int kSides, int D>
ConeTally CheckCones(int trials, double slides, double largest_mu, std::uint64_t seed,
                     const RestingContact<D>& physical) {
  static ModeBench<double, kContacts, kTangents, kSides> s;
  const std::set<Choice> feasible = FeasibleChoices(physical);
  ConeTally tally;
  Random random(seed);
  for (int trial = 0; trial < trials; ++trial, ++tally.problems) {
    RandomModeProblem(kContacts, slides, largest_mu, random, &s.problem);
    EXPECT_EQ(s.Assemble(), SolveStatus::kSolved);
    const bool solved = s.Solve() == SolveStatus::kSolved;
    const int n = s.lcp.lcp.size;
    RealColumn b(n);
    for (int i = 0; i < n; ++i) b[i] = Real(s.lcp.lcp.b[i]);
    const auto holds = [&] {
      FillCone(s.lcp.lcp, &s.cone);
      RealMatrix G(n, n);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) G(i, j) = Real(s.cone.G(i, j));
      }
      return DistanceToCone(G, b) <= Real(1e-11L) * b.norm();
    };
    // The choice of each contact: the bits of the contact's pairs, in the pairs' order.
    const auto choices = [&] {
      std::array<Choice, kContacts> choice{};
      std::array<unsigned, kContacts> bit{};
      for (unsigned i = 0; i < static_cast<unsigned>(n); ++i) {
        const auto at = static_cast<unsigned>(s.lcp.pair[i].contact);
        choice[at] |= (s.cone.member[i] == PairMember::kY ? 1U : 0U) << bit[at]++;
      }
      return choice;
    };

    std::set<std::array<Choice, kContacts>> holding;
    for (unsigned code = 0; code < 1U << n; ++code) {
      for (unsigned i = 0; i < static_cast<unsigned>(n); ++i)
        s.cone.member[i] = (code >> i & 1U) != 0 ? PairMember::kY : PairMember::kZ;
      const auto choice = choices();
      bool possible = true;
      for (unsigned c = 0; c < kContacts; ++c)
        possible =
            possible && (s.problem.before[c] == MotionBefore::kSlides || feasible.count(choice[c]) == 1);
      if (possible && holds()) holding.insert(choice);
    }
    if (!solved) {
      ++(holding.empty() ? tally.unsolvable : tally.missed);
      continue;
    }
    ++tally.solved;
    const ModeJudgement judged = JudgeModes(s.problem, kSides, Real(1e-9L), s.answer);
    EXPECT_LE(judged.worst, Real(1e-11L)) << trial;
    EXPECT_TRUE(judged.modes_true) << trial;
    EXPECT_FALSE(holding.empty()) << trial;
    if (judged.ambiguous > 0) {
      ++tally.ambiguous;
      continue;
    }
    for (int c = 0; c < kContacts; ++c)
      EXPECT_TRUE(ChooseMode(s.lcp, c, s.answer.mode[static_cast<unsigned>(c)], &s.cone)) << trial;
    EXPECT_EQ(holding.count(choices()), 1U) << trial;
    tally.unique += holding.size() == 1 ? 1 : 0;
  }
  std::printf("%d problems: %d solved, %d unsolvable, %d missed, %d ambiguous, %d unique\n", tally.problems,
              tally.solved, tally.unsolvable, tally.missed, tally.ambiguous, tally.unique);
  return tally;
}

// One contact at rest is always solved, and no other feasible cone holds b.
void ExpectOnlyCone(const ConeTally& tally) {
  EXPECT_EQ(tally.solved, tally.problems);
  EXPECT_EQ(tally.ambiguous, 0);
  EXPECT_EQ(tally.unique, tally.problems);
}

TEST(ModeCones, OneRestingContactIsInOneCone) {
  ExpectOnlyCone(CheckCones<1, 1, 0>(1000, 0.0, 1.0, 81, WithSlacks(1, 1)));
  ExpectOnlyCone(CheckCones<1, 2, 0>(300, 0.0, 1.0, 82, WithSlacks(2, 1)));
  ExpectOnlyCone(CheckCones<1, 2, 4>(200, 0.0, 1.0, 83, WithDirections<2>(4, 1)));
  ExpectOnlyCone(CheckCones<1, 2, 6>(200, 0.0, 1.0, 84, WithDirections<3>(6, 1)));
  ExpectOnlyCone(CheckCones<1, 2, 8>(200, 0.0, 1.0, 85, WithDirections<2>(8, 1)));
}

// Sliding contacts may have no solution (Painlevé), and several contacts more than one. If Lemke does not
// solve a problem, no cone holds its b.
TEST(ModeCones, WhatIsNotSolvedNoConeHolds) {
  const auto check = [](const ConeTally& tally) {
    EXPECT_EQ(tally.missed, 0);
    EXPECT_GE(tally.solved, tally.problems * 97 / 100);
    EXPECT_GE(tally.unique, tally.problems * 8 / 10);
  };
  check(CheckCones<1, 1, 0>(1000, 1.0, 2.0, 86, WithSlacks(1, 1)));
  check(CheckCones<2, 1, 0>(300, 0.0, 1.0, 87, WithSlacks(1, 1)));
  check(CheckCones<2, 1, 0>(300, 0.5, 1.5, 88, WithSlacks(1, 1)));
  check(CheckCones<2, 2, 0>(50, 0.3, 1.0, 89, WithSlacks(2, 1)));
  check(CheckCones<2, 2, 4>(30, 0.5, 1.0, 90, WithDirections<2>(4, 1)));
}

// Section V: one b is in the cones of three modes where friction acts against its own normal: c = 0; c of a
// roll, −A⁻¹ b; c_n = 1 in slide left, whose 1 − μ A_nt is negative.
TEST(ModeCones, ConesOverlapWhereFrictionJams) {
  ModeProblem<double, 1, 1> problem;
  ModeLcp<double, 1, 3> lcp;
  ComplementaryCone<double, 3> cone;
  Rest(&problem);
  problem.A << 1.0, 0.8, 0.8, 1.0;
  problem.b << 0.6, 2.0;
  problem.static_friction[0] = 2.0;
  ASSERT_EQ(AssembleModeLcp(problem, lcp), SolveStatus::kSolved);
  const auto distance = [&](char letter) {
    EXPECT_TRUE(ChooseMode(lcp, 0, {letter}, &cone));
    FillCone(lcp.lcp, &cone);
    return DistanceToCone(cone.G.cast<Real>(), lcp.lcp.b.cast<Real>());
  };
  for (const char letter : {'s', 'l', 'n'}) EXPECT_LE(distance(letter), Real(1e-15L)) << letter;
  EXPECT_GE(distance('r'), Real(0.1L));
}

}  // namespace footing::mode_cones_test
