// The limit of a contact's own scale in a certificate (coulomb.hpp): kLargestReach times what reaches the
// contact. V, the other limit, follows the fastest body of all, also one that flies away or lands far from
// here. By V alone a light body that is jammed between slow ones would be held no better than that body.
//
// What reaches row k is the largest of |b_k| + |bias| and, from each row i that carries a force, |A_ki| /
// A_ii times what reaches i: stopping row i alone changes u_k by that share. So it is passed on from contact
// to contact, as a blow along a row of balls at rest. It cannot grow on the way: |A_ki| ≤ √(A_kk A_ii), so by
// any way row k gets at most √(A_kk / A_ii) of row i's, and nothing comes back to i larger.
//
// A limit that leaves out what is passed on is too small, never too large: it refuses more. In float the
// stages that a control tick has take that one, because the tick has no time for more.
#pragma once

#include "core/contact/contact_problem.hpp"

namespace footing {

// The scale of the tolerances on residual, cone violation, slip error and rounding. The solver asks for a
// quarter of it, and at the end of all stages for a half.
template <typename Scalar>
inline constexpr Scalar kCoulombTolerance = sizeof(Scalar) == 4 ? Scalar(1e-4L) : Scalar(1e-8L);

// Room for loads that add up: the lowest contact of a tower of 32 bodies carries 32 times what its own |b|
// says. In float there is more, for what is not passed on.
template <typename Scalar>
inline constexpr Scalar kLargestReach = sizeof(Scalar) == 4 ? Scalar(256) : Scalar(100);

// Whether certificates of the stages that a control tick has, plain steps and held ones after them, count
// what is passed on. In float this leaves 0.3 % more of the mass ratios to 1e6 unsolved within 30 steps.
template <typename Scalar>
inline constexpr bool kTickPassesOn = sizeof(Scalar) > 4;

namespace own_scale_internal {

// Raises reaches[c] to the largest of what reaches a row of contact c, with all that is passed on. Each round
// passes it one contact further at least. Cost: rows² multiply-adds a round, of which the last finds no more.
template <typename Scalar, int kContacts, int kJointRows, std::size_t kSize>
[[gnu::noinline]] void PassOn(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                              const ContactForces<Scalar, kContacts, kJointRows>& at,
                              std::array<Scalar, kSize>* reaches) {
  const auto index = [](int i) { return static_cast<unsigned>(i); };
  std::array<Scalar, 3 * static_cast<unsigned>(kContacts)> row;
  for (int i = 0; i < 3 * problem.contacts; ++i) {
    const Scalar bias = i % 3 == 0 ? problem.normal_bias[i / 3] : Scalar(0);
    row[index(i)] = Abs(problem.free_velocity[i]) + Abs(bias);
  }
  bool rises = true;
  for (int round = 0; round < problem.contacts && rises; ++round) {  // at most kContacts
    rises = false;
    for (int i = 0; i < 3 * problem.contacts; ++i) {
      const Scalar diagonal = problem.delassus(i, i);
      if (at.force[index(i / 3)][i % 3] == Scalar(0) || !(diagonal > Scalar(0))) continue;
      const Scalar from = row[index(i)] / diagonal;
      for (int k = 0; k < 3 * problem.contacts; ++k) {
        const Scalar passed = Abs(problem.delassus(k, i)) * from;
        rises |= passed > row[index(k)];
        row[index(k)] = Max(row[index(k)], passed);
      }
    }
  }
  for (int i = 0; i < 3 * problem.contacts; ++i)
    (*reaches)[index(i / 3)] = Max((*reaches)[index(i / 3)], row[index(i)]);
}

}  // namespace own_scale_internal

// Limits own[c] of each contact c. `reaches` is the largest |b_i| + |bias| of its rows. Returns the least
// that the residual then is: 1 if a limited scale's terms round by more than a quarter of the tolerance,
// otherwise 0.
template <bool kPassesOn, typename Scalar, int kContacts, int kJointRows, std::size_t kSize>
Scalar LimitByReach(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                    const ContactForces<Scalar, kContacts, kJointRows>& at,
                    std::array<Scalar, kSize>* reaches, std::array<Scalar, kSize>* own) {
  if constexpr (kPassesOn) {
    bool any = false;
    for (int c = 0; c < problem.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      any |= (*own)[i] > kLargestReach<Scalar> * (*reaches)[i];
    }
    if (any) own_scale_internal::PassOn(problem, at, reaches);
  }
  constexpr Scalar kMostTerms = Scalar(0.25L) * kCoulombTolerance<Scalar> / kEpsilon<Scalar>;
  Scalar least = Scalar(0);
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    const Scalar most = kLargestReach<Scalar> * (*reaches)[i];
    if (!((*own)[i] > most)) continue;
    if ((*own)[i] > kMostTerms * most) least = Scalar(1);
    (*own)[i] = most;
  }
  return least;
}

}  // namespace footing
