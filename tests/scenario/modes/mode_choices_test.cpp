// Berard, Egan, Trinkle, Contact Modes and Complementary Cones: the counts of sections V-A, VI-A and VI-C
// over ALL choices of pair members, by exact elimination from the members' physical meaning. Tables I and II
// follow from the feasible choices. The cones of solved LCPs: mode_cones_test.cpp.
//
// The paper calls several different things degenerate:
//   Section IV, "more than n elements zero": both members of a pair are zero. No such choice is counted here:
//   a choice's members are strictly positive, the others zero.
//   Section VI-A, "a transition between sliding direction quadrants": 4 of the 10 choices, strict and
//   full-dimensional. The contact slides along one axis and rolls along the other.
//   Section VI-C, two elements of c_f positive: k strict choices, a_f along the border of two directions.
//   Section VI-C, c_f = 0 though c_n > 0, once for sliding and once for rolling. It needs μ = 0 (the text's
//   "λ_i = 0 (i.e. no friction)" can only mean μ). Both are one choice of members (a_n = 0; λ e + a_f and λ
//   positive), which holds a_f ≠ 0 and a_f = 0. So 2k + 4 counts it twice; the choices are 2k + 3.
#include <gtest/gtest.h>

#include "core/papers/berard/mode_lcp.hpp"
#include "tests/support/oracles/enumeration/mode_choices.hpp"

namespace footing::mode_choices_test {

// Section V-A: 8 choices, 4 of them feasible. What Table I says of a mode holds throughout its choice.
TEST(ModeCones, PlaneFourOfEightAreTableOne) {
  const RestingContact<2> contact = WithSlacks(1, 1);
  ModeProblem<double, 1, 1> problem;
  ModeLcp<double, 1, 10> lcp;
  Rest(&problem);
  ASSERT_EQ(AssembleModeLcp(problem, lcp), SolveStatus::kSolved);

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

  // Section V-A A.4 without friction, which the paper omits: a_n = 0, c_n > 0, a⁺ and a⁻ positive.
  EXPECT_EQ(FeasibleChoices(WithSlacks(1, 0)), (std::set<Choice>{ChoiceOf(lcp, {'s'}), 0b010U}));
}

// Table II: an open contact has −a_n in place of a_n. Of the four choices with bit 0 only separation's is
// feasible, and there a_n < 0, c_n = c_t = 0.
TEST(ModeCones, TableTwoApproachIsSeparationTurned) {
  for (const std::size_t tangents : {1U, 2U}) {
    const RestingContact<2> contact = WithSlacks(tangents, 1);
    int feasible = 0;
    for (Choice choice = 1; choice < 1U << contact.pair.size(); choice += 2) {  // bit 0: member a_n
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

// Section VI-A: 32 choices, 10 of them feasible; 6 without the choices that slide along one axis only.
TEST(ModeCones, PyramidTenOfThirtyTwo) {
  const RestingContact<2> contact = WithSlacks(2, 1);
  ModeProblem<double, 1, 2> problem;
  ModeLcp<double, 2, 10> lcp;
  Rest(&problem);
  ASSERT_EQ(AssembleModeLcp(problem, lcp), SolveStatus::kSolved);

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
      for (int sign = -1; sign <= 1; ++sign) {  // accelerations of the quadrant only
        EXPECT_EQ(CanBe(contact, choice, 2, sign), sign == t);
        EXPECT_EQ(CanBe(contact, choice, 5, sign), sign == o);
        if (t != 0) {
          EXPECT_EQ(CanBe(contact, choice, 4, sign), sign == -t);  // c_t opposes it
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
  const RestingContact<D> contact = WithDirections<D>(kSides, 1);
  ModeProblem<double, 1, 2> problem;
  ModeLcp<double, 2, 10> lcp;
  Rest(&problem);
  ASSERT_EQ(AssembleModeLcp(problem, FrictionBasis<double, kSides>(), lcp), SolveStatus::kSolved);

  // With friction: k + 2 choices, and k more where two elements of c_f are positive.
  const std::set<Choice> feasible = FeasibleChoices(contact);
  std::set<Choice> named = {ChoiceOf(lcp, {'s'}), ChoiceOf(lcp, {'n'})};
  for (std::int8_t j = 0; j < kSides; ++j) named.insert(ChoiceOf(lcp, {'d', {}, j, -1}));
  EXPECT_EQ(named.size(), kSides + 2U);
  for (const Choice choice : named) EXPECT_EQ(feasible.count(choice), 1U) << choice;
  for (std::int8_t j = 0; j < kSides; ++j)
    named.insert(ChoiceOf(lcp, {'d', {}, j, static_cast<std::int8_t>((j + 1) % kSides)}));
  EXPECT_EQ(named, feasible);
  EXPECT_EQ(feasible.size(), 2U * kSides + 2U);

  // Without friction: separation, and one choice that the paper counts both as a slide and as a roll.
  const RestingContact<D> slippery = WithDirections<D>(kSides, 0);
  const std::set<Choice> without = FeasibleChoices(slippery);
  EXPECT_EQ(without.size(), 2U);
  std::set<std::pair<Choice, bool>> counted;  // and whether a_f is zero; not for a separation
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

// Section VI-C: k + 2 of 2^(k+2) choices; 2k + 4 by the paper's count.
TEST(ModeCones, PolygonOfFourSides) { CheckPolygon<4, 2>(); }
TEST(ModeCones, PolygonOfSixSides) { CheckPolygon<6, 3>(); }
TEST(ModeCones, PolygonOfEightSides) { CheckPolygon<8, 2>(); }

}  // namespace footing::mode_choices_test
