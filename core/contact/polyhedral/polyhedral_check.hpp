// Problem: say whether forces solve a contact problem with polyhedral friction (Tan, Siu, Liu eq. 15), from
// the untouched problem and the forces alone, each contact by its own scale.
// Method: the row test of core/lcp/residual.hpp. The slack [m/s] of a contact is the largest of its three
// rows: at most kContactTolerance of the terms that a row adds up, and at most kDataTolerance of the largest
// velocity that it is coupled to. Forces count as the velocity that they give their own contact, through the
// largest diagonal entry of its rows. Velocities, and what friction leaves of μ f_n, are summed with their
// rounding errors, and the bound of what is left counts against the answer. That of plain sums would exceed
// the slack in float, where heavy bodies press light ones.
#pragma once

#include "core/contact/contact_problem.hpp"
#include "core/contact/polyhedral/pyramid.hpp"
#include "core/lcp/residual.hpp"

namespace footing {

// Limit of a row's error, relative to its terms |b_i| + Σ_j |dt A_ij f_j|.
template <typename Scalar>
inline constexpr Scalar kContactTolerance = sizeof(Scalar) == 4 ? Scalar(1e-4L) : Scalar(1e-9L);
// And relative to the largest numbers that it is coupled to. In double 4096 roundings, as in Lemke's ratio test.
template <typename Scalar>
inline constexpr Scalar kContactNoise = sizeof(Scalar) == 4 ? kSlack<Scalar> : Scalar(4096) * kEpsilon<Scalar>;
// Limit of the natural map over all contacts, relative to the problem's largest force and velocity: where
// terms cancel, a contact's own scale may be far above it.
template <typename Scalar>
inline constexpr Scalar kMapTolerance = sizeof(Scalar) == 4 ? Scalar(1e-4L) : Scalar(1e-8L);

// Whether f solves the conditions of one contact up to `slack` [m/s]. u = (u_n + bias, u_t1, u_t2) [m/s].
// `per_force` [m/s/N] is above zero if the contact can move at all.
template <typename Scalar, int kDirections>
bool ContactHolds(const FrictionBasis<Scalar, kDirections>& basis, Scalar mu, const Vector3<Scalar>& f,
                  const Vector3<Scalar>& u, Scalar per_force, Scalar slack) {
  int opposed = 0;
  const Scalar lambda = SlipSpeed(basis, u, &opposed);
  const PyramidShares<Scalar> shares = SharesOf(basis, f[1], f[2]);
  const Scalar gauge = shares.first_share + shares.second_share;
  ErrorFreeSum<Scalar> left;
  left.AddProduct(mu, f[0]);
  left.Add(-shares.first_share);
  left.Add(-shares.second_share);
  const Scalar room = per_force * left.Value();
  // Shares along quarter turns are entries of f, so nothing was rounded.
  const Scalar share_error =
      kDirections > 4 ? Scalar(16) * kEpsilon<Scalar> * per_force * Max(mu * f[0], gauge) : Scalar(0);
  const Scalar rounding = per_force * left.Bound() + share_error;
  const bool pressed = f[0] >= Scalar(0) && u[0] >= -slack && (f[0] == Scalar(0) || u[0] <= slack);
  bool rubs = room - rounding >= -slack && Min(lambda, room + rounding) <= slack;
  for (const int k : {shares.first, shares.second}) {
    const Scalar share = k == shares.first ? shares.first_share : shares.second_share;
    rubs = rubs && Min(per_force * share + share_error, basis.Along(k, u[1], u[2]) + lambda) <= slack;
  }
  return slack >= Scalar(0) && pressed && rubs;  // false for what is not finite
}

// Whether every contact passes. About 30 (3p)² operations.
template <typename Scalar, int kContacts, int kDirections>
bool PolyhedralHolds(const ContactProblem<Scalar, kContacts>& problem,
                     const FrictionBasis<Scalar, kDirections>& basis,
                     const ContactSolution<Scalar, kContacts>& solution) {
  constexpr int kRows = ContactProblem<Scalar, kContacts>::kRows;
  const int n = 3 * problem.contacts;
  BoundedVector<Scalar, kRows> force;    // N
  BoundedVector<Scalar, kRows> impulse;  // N s, rounded, which only sizes need
  BoundedVector<Scalar, kRows> given;    // m/s
  for (int i = 0; i < n; ++i) {
    force[i] = solution.force[static_cast<unsigned>(i / 3)][i % 3];
    impulse[i] = problem.dt * force[i];
    given[i] = Abs(problem.free_velocity[i]) + (i % 3 == 0 ? Abs(problem.normal_bias[i / 3]) : Scalar(0));
  }
  CoupledSizes<Scalar, kRows> sizes(problem.delassus, given, impulse, n);
  for (int c = 0; c < problem.contacts; ++c) {
    Vector3<Scalar> u;
    Scalar slack = Scalar(0);
    bool finite = true;
    for (int k = 0; k < 3; ++k) {
      const int i = 3 * c + k;
      ErrorFreeSum<Scalar> pushed;  // m/s²
      Scalar pushes = Scalar(0);
      AddRow(problem.delassus, i, force, n, &pushed, &pushes);  // dt f would be rounded
      ErrorFreeSum<Scalar> sum;
      sum.Add(problem.free_velocity[i]);
      if (k == 0) sum.Add(problem.normal_bias[c]);
      sum.AddProduct(problem.dt, pushed.Value());
      const Scalar terms = given[i] + problem.dt * pushes;
      u[k] = sum.Value();
      const Scalar rounding = sum.Bound() + problem.dt * pushed.Bound();
      const Scalar own = WSlack(i, terms, sizes, kContactTolerance<Scalar>, kContactNoise<Scalar>) - rounding;
      finite = finite && IsFinite(u[k]) && own >= Scalar(0);
      slack = Max(slack, own);
    }
    const Scalar per_force = problem.dt * problem.LargestDiagonal(c);
    if (!finite || !ContactHolds(basis, problem.friction[c], solution.force[static_cast<unsigned>(c)], u,
                                 per_force, slack))
      return false;
  }
  return true;
}

}  // namespace footing
