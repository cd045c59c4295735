// Berard, Egan, Trinkle, Contact Modes and Complementary Cones: the counts of sections V-A, VI-A and VI-C
// over ALL choices of pair members, by exact elimination from the physical meaning of the members; Tables I
// and II as what the feasible choices imply; and the modes of solved LCPs against the cones that hold b.
//
// What the paper calls degenerate differs:
//   section IV, "more than n elements zero": a pair with both members zero. No such choice is counted here:
//   every choice asks for strictly positive members and the others zero; section VI-A, "a transition between
//   sliding direction quadrants": strict, full-dimensional; the contact slides along one axis and rolls along
//   the other. 4 of the 10; section VI-C: two elements of c_f positive: strict too, a_f along the border
//   between two directions, k of them; and, once for sliding and once for rolling, c_f = 0 though c_n > 0,
//   which needs μ = 0 (the text's "λ_i = 0 (i.e. no friction)" can only mean μ). Both of these are one and
//   the same choice of members (a_n = 0; λ e + a_f and λ positive), which holds a_f ≠ 0 and a_f = 0: 2k + 4
//   counts it twice, the choices themselves are 2k + 3.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cstdio>
#include <map>
#include <set>

#include "core/contact/complementary_cone.hpp"
#include "core/lcp/lemke.hpp"
#include "tests/support/mode_problems.hpp"
#include "tests/support/strict_feasibility.hpp"
#include "tests/support/trials.hpp"

namespace footing {
namespace {

// One resting contact: its physical unknowns, and both members of each pair as forms in them, μ = 1/2 or 0.
template <int D>
struct Contact {
  using Form = std::vector<Surd<D>>;
  std::size_t unknowns = 0;
  std::vector<std::array<Form, 2>> pair;  // y, z

  Form Unknown(std::size_t i, std::int64_t times = 1) const {
    Form form(unknowns);
    form[i].a = times;
    return form;
  }
};

template <typename Form>
Form Sum(Form a, const Form& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] + b[i];
  return a;
}
template <typename Form>
Form Negative(Form a) {
  for (auto& x : a) x = -x;
  return a;
}

// Unknowns a_n, c_n, then per tangent a_t, a⁻, c_t. Pairs in the order of eqs. 23 and 30. Twice s⁺ = 2 μ c_n
// + 2 c_t.
Contact<2> WithSlacks(std::size_t tangents, int twice_mu) {
  Contact<2> contact{2 + 3 * tangents, {}};
  const auto x = [&](std::size_t i, std::int64_t times = 1) { return contact.Unknown(i, times); };
  contact.pair.push_back({x(0), x(1)});
  for (std::size_t k = 0; k < tangents; ++k) {
    const std::size_t a = 2 + 3 * k;
    contact.pair.push_back({Sum(x(a), x(a + 1)), Sum(x(1, twice_mu), x(a + 2, 2))});
  }
  for (std::size_t k = 0; k < tangents; ++k) {
    const std::size_t a = 2 + 3 * k;
    contact.pair.push_back({Sum(x(1, twice_mu), x(a + 2, -2)), x(a + 1)});
  }
  return contact;
}

// Unknowns a_n, c_n, a_t, a_o, λ, c_1 … c_k. λ + d_j·a times the length that makes it whole.
template <int D>
Contact<D> WithDirections(std::size_t k, int twice_mu) {
  // Length, x and y of directions 0 … k/2 − 1.
  static const std::map<std::size_t, std::vector<std::array<Surd<D>, 3>>> kDirections = {
      {4, {{{{1, 0}, {1, 0}, {0, 0}}}, {{{1, 0}, {0, 0}, {1, 0}}}}},
      {6, {{{{2, 0}, {2, 0}, {0, 0}}}, {{{2, 0}, {1, 0}, {0, 1}}}, {{{2, 0}, {-1, 0}, {0, 1}}}}},
      {8,
       {{{{0, 1}, {0, 1}, {0, 0}}},
        {{{0, 1}, {1, 0}, {1, 0}}},
        {{{0, 1}, {0, 0}, {0, 1}}},
        {{{0, 1}, {-1, 0}, {1, 0}}}}}};
  Contact<D> contact{5 + k, {}};
  contact.pair.push_back({contact.Unknown(0), contact.Unknown(1)});
  auto cone = contact.Unknown(1, twice_mu);
  for (std::size_t j = 0; j < k; ++j) {
    const auto& d = kDirections.at(k)[j % (k / 2)];
    auto motion = contact.Unknown(4, 0);
    motion[4] = d[0];
    motion[2] = j < k / 2 ? d[1] : -d[1];
    motion[3] = j < k / 2 ? d[2] : -d[2];
    contact.pair.push_back({motion, contact.Unknown(5 + j)});
    cone = Sum(cone, contact.Unknown(5 + j, -2));
  }
  contact.pair.push_back({cone, contact.Unknown(4)});
  return contact;
}

// Bit i of a choice: y of pair i is positive; else z is.
using Choice = unsigned;

// The choice's conditions, and `more`; `turned`: −a_n for a_n (approach).
template <int D>
bool Feasible(const Contact<D>& contact, Choice choice, std::vector<LinearForm<D>> more = {},
              bool turned = false) {
  for (std::size_t i = 0; i < contact.pair.size(); ++i) {
    const bool y = (choice >> i & 1U) != 0;
    auto positive = contact.pair[i][y ? 0 : 1];
    if (turned && y && i == 0) positive = Negative(positive);
    more.push_back({positive, Relation::kPositive});
    more.push_back({contact.pair[i][y ? 1 : 0], Relation::kZero});
  }
  return HasPoint(more, contact.unknowns);
}

template <int D>
std::set<Choice> FeasibleChoices(const Contact<D>& contact) {
  std::set<Choice> choices;
  for (Choice choice = 0; choice < 1U << contact.pair.size(); ++choice) {
    if (Feasible(contact, choice)) choices.insert(choice);
  }
  return choices;
}

template <int D>
bool CanBe(const Contact<D>& contact, Choice choice, std::size_t unknown, int sign) {
  const auto form = contact.Unknown(unknown, sign == 0 ? 1 : sign);
  return Feasible(contact, choice, {{form, sign == 0 ? Relation::kZero : Relation::kPositive}});
}

// A choice by the core's own letters.
template <typename Lcp>
Choice ChoiceOf(const Lcp& lcp, const LcpMode& mode) {
  ComplementaryCone<double, 10> cone;
  EXPECT_TRUE(ChooseMode(lcp, 0, mode, &cone)) << mode.letter;
  Choice choice = 0;
  for (unsigned i = 0; i < static_cast<unsigned>(lcp.lcp.size); ++i)
    choice |= cone.member[i] == PairMember::kZ ? 0U : 1U << i;
  return choice;
}

template <int kTangents>
void Rest(ModeProblem<double, 1, kTangents>* problem) {
  problem->contacts = 1;
  problem->A.setIdentity();
  problem->b.setZero();
  problem->static_friction[0] = 0.5;
}

// Section V-A: 8 choices, 4 feasible, and what Table I says of each holds throughout the choice.
TEST(ModeCones, PlaneFourOfEightAreTableOne) {
  const Contact<2> contact = WithSlacks(1, 1);
  ModeProblem<double, 1, 1> problem;
  ModeLcp<double, 1, 10> lcp;
  Rest(&problem);
  ASSERT_EQ(AssembleModeLcp(problem, &lcp), SolveStatus::kSolved);

  struct Row {
    char letter;
    std::array<int, 3> a_n;  // can be −, 0, +
    std::array<int, 3> a_t;
    std::array<int, 3> c_n;
    std::array<int, 3> upper;  // μ c_n − c_t
    std::array<int, 3> lower;  // μ c_n + c_t
  };
  const Row table[] = {{'s', {0, 0, 1}, {1, 1, 1}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}},
                       {'l', {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}},
                       {'n', {0, 1, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
                       {'r', {0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, 1}}};
  std::set<Choice> named;
  for (const Row& row : table) {
    const Choice choice = ChoiceOf(lcp, {row.letter});
    named.insert(choice);
    for (int sign = -1; sign <= 1; ++sign) {
      const auto at = static_cast<unsigned>(sign + 1);
      EXPECT_EQ(CanBe(contact, choice, 0, sign), row.a_n[at] == 1) << row.letter << sign;
      EXPECT_EQ(CanBe(contact, choice, 2, sign), row.a_t[at] == 1) << row.letter << sign;
      EXPECT_EQ(CanBe(contact, choice, 1, sign), row.c_n[at] == 1) << row.letter << sign;
      const auto slack = [&](std::int64_t c_t) {
        auto form = Sum(contact.Unknown(1), contact.Unknown(4, c_t));
        if (sign < 0) form = Negative(form);
        return Feasible(contact, choice, {{form, sign == 0 ? Relation::kZero : Relation::kPositive}});
      };
      EXPECT_EQ(slack(-2), row.upper[at] == 1) << row.letter << sign;
      EXPECT_EQ(slack(2), row.lower[at] == 1) << row.letter << sign;
    }
  }
  EXPECT_EQ(named.size(), 4U);
  EXPECT_EQ(FeasibleChoices(contact), named);

  // Section V-A A.4 with no friction, which the paper leaves out: a_n = 0, c_n > 0, a⁺ and a⁻ positive.
  EXPECT_EQ(FeasibleChoices(WithSlacks(1, 0)), (std::set<Choice>{ChoiceOf(lcp, {'s'}), 0b010U}));
}

// Table II: apart, −a_n for a_n: of the four choices only separation's, and a_n < 0, c_n = c_t = 0 there.
TEST(ModeCones, TableTwoApproachIsSeparationTurned) {
  for (const std::size_t tangents : {1U, 2U}) {
    const Contact<2> contact = WithSlacks(tangents, 1);
    int feasible = 0;
    for (Choice choice = 1; choice < 1U << contact.pair.size(); choice += 2) {  // bit 0: of a_n
      if (!Feasible(contact, choice, {}, true)) continue;
      ++feasible;
      EXPECT_EQ(choice, tangents == 1 ? 0b011U : 0b00111U);
      EXPECT_FALSE(Feasible(contact, choice, {{contact.Unknown(0), Relation::kPositive}}, true));
      for (const std::int64_t sign : {1, -1}) {
        EXPECT_TRUE(Feasible(contact, choice, {{contact.Unknown(2, sign), Relation::kPositive}}, true));
        EXPECT_FALSE(Feasible(contact, choice, {{contact.Unknown(1, sign), Relation::kPositive}}, true));
        EXPECT_FALSE(Feasible(contact, choice, {{contact.Unknown(4, sign), Relation::kPositive}}, true));
      }
    }
    EXPECT_EQ(feasible, 1);
  }
}

// Section VI-A: 32 choices, 10 feasible; 6 without those that slide along one axis only.
TEST(ModeCones, PyramidTenOfThirtyTwo) {
  const Contact<2> contact = WithSlacks(2, 1);
  ModeProblem<double, 1, 2> problem;
  ModeLcp<double, 2, 10> lcp;
  Rest(&problem);
  ASSERT_EQ(AssembleModeLcp(problem, &lcp), SolveStatus::kSolved);

  const std::set<Choice> feasible = FeasibleChoices(contact);
  EXPECT_EQ(feasible.size(), 10U);
  std::set<Choice> nondegenerate;
  for (const Choice choice : feasible) {
    const bool t = CanBe(contact, choice, 2, 1) || CanBe(contact, choice, 2, -1);
    const bool o = CanBe(contact, choice, 5, 1) || CanBe(contact, choice, 5, -1);
    if (t == o) nondegenerate.insert(choice);
  }
  EXPECT_EQ(nondegenerate.size(), 6U);

  std::set<Choice> named = {ChoiceOf(lcp, {'s'}), ChoiceOf(lcp, {'n'})};
  std::set<Choice> six = named;
  for (std::int8_t t = -1; t <= 1; ++t) {
    for (std::int8_t o = -1; o <= 1; ++o) {
      if (t == 0 && o == 0) continue;
      const Choice choice = ChoiceOf(lcp, {'q', {t, o}});
      named.insert(choice);
      if (t != 0 && o != 0) six.insert(choice);
      for (int sign = -1; sign <= 1; ++sign) {  // the quadrant's accelerations, and no others
        EXPECT_EQ(CanBe(contact, choice, 2, sign), sign == t);
        EXPECT_EQ(CanBe(contact, choice, 5, sign), sign == o);
        if (t != 0) {
          EXPECT_EQ(CanBe(contact, choice, 4, sign), sign == -t);  // c_t against it
        }
        if (o != 0) {
          EXPECT_EQ(CanBe(contact, choice, 7, sign), sign == -o);
        }
      }
    }
  }
  EXPECT_EQ(named, feasible);
  EXPECT_EQ(six, nondegenerate);
}

template <int kSides, int D>
void CheckPolygon() {
  const Contact<D> contact = WithDirections<D>(kSides, 1);
  ModeProblem<double, 1, 2> problem;
  ModeLcp<double, 2, 10> lcp;
  Rest(&problem);
  ASSERT_EQ(AssembleModeLcp(problem, FrictionBasis<double, kSides>(), &lcp), SolveStatus::kSolved);

  // With friction: k + 2, and k more where two elements of c_f are positive.
  const std::set<Choice> feasible = FeasibleChoices(contact);
  std::set<Choice> named = {ChoiceOf(lcp, {'s'}), ChoiceOf(lcp, {'n'})};
  for (std::int8_t j = 0; j < kSides; ++j) named.insert(ChoiceOf(lcp, {'d', {}, j, -1}));
  EXPECT_EQ(named.size(), kSides + 2U);
  for (const Choice choice : named) EXPECT_EQ(feasible.count(choice), 1U) << choice;
  for (std::int8_t j = 0; j < kSides; ++j)
    named.insert(ChoiceOf(lcp, {'d', {}, j, static_cast<std::int8_t>((j + 1) % kSides)}));
  EXPECT_EQ(named, feasible);
  EXPECT_EQ(feasible.size(), 2U * kSides + 2U);

  // Without: separation, and one choice that the paper counts as a slide and as a roll.
  const Contact<D> slippery = WithDirections<D>(kSides, 0);
  const std::set<Choice> without = FeasibleChoices(slippery);
  EXPECT_EQ(without.size(), 2U);
  std::set<std::pair<Choice, bool>> counted;  // and whether a_f is zero; not asked of a separation
  std::set<Choice> choices;
  for (const auto* model : {&contact, &slippery}) {
    for (const Choice choice : FeasibleChoices(*model)) {
      choices.insert(choice);
      if ((choice & 1U) != 0) {
        counted.insert({choice, false});
        continue;
      }
      const std::vector<LinearForm<D>> rests = {{model->Unknown(2), Relation::kZero},
                                                {model->Unknown(3), Relation::kZero}};
      if (Feasible(*model, choice, rests)) counted.insert({choice, true});
      for (const std::size_t axis : {2U, 3U}) {
        if (CanBe(*model, choice, axis, 1) || CanBe(*model, choice, axis, -1))
          counted.insert({choice, false});
      }
    }
  }
  EXPECT_EQ(choices.size(), 2U * kSides + 3U);
  EXPECT_EQ(counted.size(), 2U * kSides + 4U);
}

// Section VI-C: k + 2 of 2^(k+2); 2k + 4 as the paper counts.
TEST(ModeCones, PolygonOfFourSides) { CheckPolygon<4, 2>(); }
TEST(ModeCones, PolygonOfSixSides) { CheckPolygon<6, 3>(); }
TEST(ModeCones, PolygonOfEightSides) { CheckPolygon<8, 2>(); }

using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using RealColumn = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

// The distance from b to pos(G): nonnegative least squares by Lawson and Hanson.
Real DistanceToCone(const RealMatrix& G, const RealColumn& b) {
  const auto n = G.cols();
  RealColumn x = RealColumn::Zero(n);
  std::vector<bool> passive(static_cast<std::size_t>(n), false);
  for (int round = 0; round < 30 * n; ++round) {
    const RealColumn pull = G.transpose() * (b - G * x);
    Eigen::Index enters = -1;
    for (Eigen::Index j = 0; j < n; ++j) {
      if (!passive[static_cast<std::size_t>(j)] && pull[j] > Real(1e-15L) * b.norm() * G.col(j).norm() &&
          (enters < 0 || pull[j] > pull[enters]))
        enters = j;
    }
    if (enters < 0) break;
    passive[static_cast<std::size_t>(enters)] = true;
    while (true) {
      std::vector<Eigen::Index> columns;
      for (Eigen::Index j = 0; j < n; ++j) {
        if (passive[static_cast<std::size_t>(j)]) columns.push_back(j);
      }
      RealMatrix some(G.rows(), static_cast<Eigen::Index>(columns.size()));
      for (std::size_t j = 0; j < columns.size(); ++j)
        some.col(static_cast<Eigen::Index>(j)) = G.col(columns[j]);
      const RealColumn best = some.colPivHouseholderQr().solve(b);
      Real step = 1;
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const Real to = best[static_cast<Eigen::Index>(j)];
        const Real from = x[columns[j]];
        if (to <= 0) step = std::min(step, from / std::max(from - to, Real(1e-300L)));
      }
      for (std::size_t j = 0; j < columns.size(); ++j) {
        Real& mine = x[columns[j]];
        const Real to = best[static_cast<Eigen::Index>(j)];
        mine += step * (to - mine);
        if (step < 1 && mine <= Real(1e-16L) * x.norm())
          mine = 0, passive[static_cast<std::size_t>(columns[j])] = false;
      }
      if (step == 1) break;
    }
  }
  return (b - G * x).norm();
}

struct ConeTally {
  int problems = 0;
  int solved = 0;
  int unsolvable = 0;  // not solved, and no cone holds b
  int missed = 0;      // not solved, though a cone does
  int ambiguous = 0;   // problems with a contact whose mode is not told
  int unique = 0;      // of those told: one feasible choice alone holds b
};

// Random contacts of one body: the modes of Lemke's answer name a choice whose cone holds b; all choices are
// enumerated, feasible ones told apart contact by contact by `feasible` (of one rolling contact).
template <int kContacts, int kTangents, int kSides, int D>
ConeTally CheckCones(int trials, double slides, double largest_mu, std::uint64_t seed,
                     const Contact<D>& physical) {
  constexpr int kPairs = kSides > 0 ? kSides + 2 : 1 + 2 * kTangents;
  constexpr int kRows = kContacts * kPairs;
  static ModeProblem<double, kContacts, kTangents> problem;
  static ModeLcp<double, kTangents, kRows> lcp;
  static LcpSolution<double, kRows> solution;
  static LemkeWorkspace<double, kRows> work;
  static ModeAnswer<double, kContacts, kTangents> answer;
  static ComplementaryCone<double, kRows> cone;
  const std::set<Choice> feasible = FeasibleChoices(physical);
  ConeTally tally;
  Random random(seed);
  for (int trial = 0; trial < trials; ++trial, ++tally.problems) {
    RandomModeProblem(kContacts, slides, largest_mu, random, &problem);
    if constexpr (kSides > 0) {
      EXPECT_EQ(AssembleModeLcp(problem, FrictionBasis<double, kSides>(), &lcp), SolveStatus::kSolved);
    } else {
      EXPECT_EQ(AssembleModeLcp(problem, &lcp), SolveStatus::kSolved);
    }
    static_cast<void>(SolveLemke(lcp.lcp, 10 * kRows + 50, work, solution));
    const bool solved = ReadModes(problem, lcp, solution, &answer) == SolveStatus::kSolved;
    const int n = lcp.lcp.size;
    RealColumn b(n);
    for (int i = 0; i < n; ++i) b[i] = Real(lcp.lcp.b[i]);
    const auto holds = [&] {
      FillCone(lcp.lcp, &cone);
      RealMatrix G(n, n);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) G(i, j) = Real(cone.G(i, j));
      }
      return DistanceToCone(G, b) <= Real(1e-11L) * b.norm();
    };
    // The choice of each contact, its pairs in their order, as one contact's bits.
    const auto choices = [&] {
      std::array<Choice, kContacts> choice{};
      std::array<unsigned, kContacts> bit{};
      for (unsigned i = 0; i < static_cast<unsigned>(n); ++i) {
        const auto at = static_cast<unsigned>(lcp.pair[i].contact);
        choice[at] |= (cone.member[i] == PairMember::kY ? 1U : 0U) << bit[at]++;
      }
      return choice;
    };

    std::set<std::array<Choice, kContacts>> holding;
    for (unsigned code = 0; code < 1U << n; ++code) {
      for (unsigned i = 0; i < static_cast<unsigned>(n); ++i)
        cone.member[i] = (code >> i & 1U) != 0 ? PairMember::kY : PairMember::kZ;
      const auto choice = choices();
      bool possible = true;
      for (unsigned c = 0; c < kContacts; ++c)
        possible = possible && (problem.before[c] == MotionBefore::kSlides || feasible.count(choice[c]) == 1);
      if (possible && holds()) holding.insert(choice);
    }
    if (!solved) {
      ++(holding.empty() ? tally.unsolvable : tally.missed);
      continue;
    }
    ++tally.solved;
    const ModeJudgement judged = JudgeModes(problem, kSides, Real(1e-9L), answer);
    EXPECT_LE(judged.worst, Real(1e-11L)) << trial;
    EXPECT_TRUE(judged.modes_true) << trial;
    EXPECT_FALSE(holding.empty()) << trial;
    if (judged.ambiguous > 0) {
      ++tally.ambiguous;
      continue;
    }
    for (int c = 0; c < kContacts; ++c)
      EXPECT_TRUE(ChooseMode(lcp, c, answer.mode[static_cast<unsigned>(c)], &cone)) << trial;
    EXPECT_EQ(holding.count(choices()), 1U) << trial;
    tally.unique += holding.size() == 1 ? 1 : 0;
  }
  std::printf("%d problems: %d solved, %d unsolvable, %d missed, %d ambiguous, %d unique\n", tally.problems,
              tally.solved, tally.unsolvable, tally.missed, tally.ambiguous, tally.unique);
  return tally;
}

// One contact at rest: always solved, and no other feasible cone holds b.
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

// Sliding contacts may have no solution (Painlevé), several contacts more than one; what Lemke does not solve
// no cone holds.
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

// Section V: one b in the cones of three modes, where friction holds against its own normal: c = 0; c of a
// roll, −A⁻¹ b; c_n = 1 with slide left, whose 1 − μ A_nt is negative.
TEST(ModeCones, ConesOverlapWhereFrictionJams) {
  ModeProblem<double, 1, 1> problem;
  ModeLcp<double, 1, 3> lcp;
  ComplementaryCone<double, 3> cone;
  Rest(&problem);
  problem.A << 1.0, 0.8, 0.8, 1.0;
  problem.b << 0.6, 2.0;
  problem.static_friction[0] = 2.0;
  ASSERT_EQ(AssembleModeLcp(problem, &lcp), SolveStatus::kSolved);
  const auto distance = [&](char letter) {
    EXPECT_TRUE(ChooseMode(lcp, 0, {letter}, &cone));
    FillCone(lcp.lcp, &cone);
    return DistanceToCone(cone.G.cast<Real>(), lcp.lcp.b.cast<Real>());
  };
  for (const char letter : {'s', 'l', 'n'}) EXPECT_LE(distance(letter), Real(1e-15L)) << letter;
  EXPECT_GE(distance('r'), Real(0.1L));
}

}  // namespace
}  // namespace footing
