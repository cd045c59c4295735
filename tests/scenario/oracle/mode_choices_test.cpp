// Berard, Egan, Trinkle, Contact Modes and Complementary Cones: the counts of sections V-A, VI-A and VI-C
// over ALL choices of pair members, by exact elimination from the physical meaning of the members; Tables I
// and II as what the feasible choices imply. The cones of solved LCPs: mode_cones_test.cpp.
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

#include "core/papers/berard/mode_lcp.hpp"
#include "tests/support/oracles/mode_choices.hpp"

namespace footing::mode_choices_test {

// Section V-A: 8 choices, 4 feasible, and what Table I says of each holds throughout the choice.
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

  // Section V-A A.4 with no friction, which the paper leaves out: a_n = 0, c_n > 0, a⁺ and a⁻ positive.
  EXPECT_EQ(FeasibleChoices(WithSlacks(1, 0)), (std::set<Choice>{ChoiceOf(lcp, {'s'}), 0b010U}));
}

// Table II: apart, −a_n for a_n: of the four choices only separation's, and a_n < 0, c_n = c_t = 0 there.
TEST(ModeCones, TableTwoApproachIsSeparationTurned) {
  for (const std::size_t tangents : {1U, 2U}) {
    const RestingContact<2> contact = WithSlacks(tangents, 1);
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
  const RestingContact<D> contact = WithDirections<D>(kSides, 1);
  ModeProblem<double, 1, 2> problem;
  ModeLcp<double, 2, 10> lcp;
  Rest(&problem);
  ASSERT_EQ(AssembleModeLcp(problem, FrictionBasis<double, kSides>(), lcp), SolveStatus::kSolved);

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
  const RestingContact<D> slippery = WithDirections<D>(kSides, 0);
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

}  // namespace footing::mode_choices_test
