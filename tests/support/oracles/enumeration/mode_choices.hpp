// All choices of pair members of one resting contact in Berard, Egan, Trinkle's LCPs. Both members of each
// pair follow from the meaning of the unknowns; exact elimination tells which choices are feasible.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "tests/support/oracles/complementary_cone.hpp"
#include "tests/support/oracles/enumeration/strict_feasibility.hpp"

namespace footing {

// One resting contact: its physical unknowns, and both members of each pair as linear forms in them; μ = 1/2
// or 0.
template <int D>
struct RestingContact {
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

// Unknowns a_n, c_n, then a_t, a⁻, c_t of each tangent. Pairs have the order of eqs. 23 and 30. The form of
// s⁺ is twice s⁺, 2 μ c_n + 2 c_t.
inline RestingContact<2> WithSlacks(std::size_t tangents, int twice_mu) {
  RestingContact<2> contact{2 + 3 * tangents, {}};
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

// Unknowns a_n, c_n, a_t, a_o, λ, c_1 … c_k. λ + d_j·a is multiplied by a length that makes its coefficients
// whole.
template <int D>
RestingContact<D> WithDirections(std::size_t k, int twice_mu) {
  // Length, x and y of directions 0 … k/2 − 1.
  static const std::map<std::size_t, std::vector<std::array<Surd<D>, 3>>> kDirections = {
      {4, {{{{1, 0}, {1, 0}, {0, 0}}}, {{{1, 0}, {0, 0}, {1, 0}}}}},
      {6, {{{{2, 0}, {2, 0}, {0, 0}}}, {{{2, 0}, {1, 0}, {0, 1}}}, {{{2, 0}, {-1, 0}, {0, 1}}}}},
      {8,
       {{{{0, 1}, {0, 1}, {0, 0}}},
        {{{0, 1}, {1, 0}, {1, 0}}},
        {{{0, 1}, {0, 0}, {0, 1}}},
        {{{0, 1}, {-1, 0}, {1, 0}}}}}};
  RestingContact<D> contact{5 + k, {}};
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

// Bit i of a choice: 1 if y of pair i is positive, 0 if z is.
using Choice = unsigned;

// Tests the choice's conditions together with `more`. If `turned`, −a_n replaces a_n (approach).
template <int D>
bool Feasible(const RestingContact<D>& contact, Choice choice, std::vector<LinearForm<D>> more = {},
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
std::set<Choice> FeasibleChoices(const RestingContact<D>& contact) {
  std::set<Choice> choices;
  for (Choice choice = 0; choice < 1U << contact.pair.size(); ++choice) {
    if (Feasible(contact, choice)) choices.insert(choice);
  }
  return choices;
}

template <int D>
bool CanBe(const RestingContact<D>& contact, Choice choice, std::size_t unknown, int sign) {
  const auto form = contact.Unknown(unknown, sign == 0 ? 1 : sign);
  return Feasible(contact, choice, {{form, sign == 0 ? Relation::kZero : Relation::kPositive}});
}

// The choice that the core's letters name.
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

}  // namespace footing
