// Coulomb friction with the circular cone: which forces are admissible, and how far forces are from a
// solution. Both are computed from the untouched problem and the forces alone. Each contact asks
//   0 ≤ f_n ⟂ u_n + bias ≥ 0,   |f_t| ≤ μ f_n,   μ f_n u_t + |u_t| f_t = 0,
// where Baraff's section 5.6 asks only f_t · u_t ≤ 0 in place of the third condition. Errors of a contact or
// joint row are relative to its own scale, the largest Σ_j |dt A_ij f_j| + |b_i| of its rows, and at most to
// V: that of all rows, which kLargestCancellation bounds. So a light contact beside a heavy one is held too.
#pragma once

#include "core/contact/contact_problem.hpp"
#include "core/contact/friction_disc.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

// The scale of the tolerances on residual, cone violation, slip error and rounding. The solver asks for a
// quarter of it, and at the end of all stages for a half.
template <typename Scalar>
inline constexpr Scalar kCoulombTolerance = sizeof(Scalar) == 4 ? Scalar(1e-4L) : Scalar(1e-8L);

// Makes the forces of *solution admissible: finite, no pull, inside the cone, joint forces within their
// bounds.
template <typename Scalar, int kContacts, int kJointRows>
void ClipToCones(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                 ContactForces<Scalar, kContacts, kJointRows>* solution) {
  for (int c = 0; c < problem.contacts; ++c) {
    Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
    // Below this, near the end of the scalar's range, friction has no digits.
    constexpr Scalar kLeast = std::numeric_limits<Scalar>::min() / kEpsilon<Scalar>;
    if (!(f[0] > kLeast) || !IsFinite(f[0] + f[1] + f[2]))
      f = {Scalar(0), Scalar(0), Scalar(0)};
    else
      ClipToDisc(problem.friction[c] * f[0], &f[1], &f[2]);
  }
  for (int k = 0; k < problem.joint_rows; ++k) {
    Scalar& f = solution->joint_force[k];
    f = Clamp(IsFinite(f) ? f : Scalar(0), problem.lower[k], problem.upper[k]);
  }
}

namespace coulomb_internal {

// Natural map of one row whose force is held between bounds, as a velocity [m/s]. `per_force` is dt A_ii.
template <typename Scalar>
Scalar Held(Scalar f, Scalar lower, Scalar upper, Scalar u, Scalar per_force) {
  if (!(f >= lower && f <= upper)) return kInfinity<Scalar>;
  const Scalar room = u > Scalar(0) ? f - lower : upper - f;
  if (room == Scalar(0)) return Scalar(0);
  const Scalar speed = Abs(u);
  return per_force > Scalar(0) ? Min(per_force * room, speed) : speed;
}

// u of kCount rows from row i; the first of them has `bias`. Raises *scale to the largest Σ_j |dt A_ij f_j| +
// |b_i|, and *given to the largest |b_i| + |bias| plus what bounds that exclude zero add. Without kSizes both
// stay as they are.
template <int kCount, bool kSizes = true, typename Scalar, int kContacts, int kJointRows>
[[gnu::always_inline]] inline void RowVelocities(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                                                 const ContactForces<Scalar, kContacts, kJointRows>& solution,
                                                 int i, Scalar bias, Scalar* u, Scalar* scale,
                                                 Scalar* given) {
  constexpr int kStride = ContactProblem<Scalar, kContacts, kJointRows>::kRows;
  Scalar sum[kCount] = {}, size[kCount] = {}, bound[kCount] = {};
  const Scalar* row = &problem.delassus(i, 0);
  WithCount<kContacts>(problem.contacts, [&](auto contacts) {
    for (int c = 0; c < contacts; ++c, row += 3) {
      const Vector3<Scalar>& f = solution.force[static_cast<unsigned>(c)];
      const Scalar f_n = f[0], f_1 = f[1], f_2 = f[2];
      if (f_n == Scalar(0) && f_1 == Scalar(0) && f_2 == Scalar(0)) continue;
      for (int r = 0; r < kCount; ++r) {
        const Scalar* const entry = row + r * kStride;
        const Scalar by_n = entry[0] * f_n, by_1 = entry[1] * f_1, by_2 = entry[2] * f_2;
        sum[r] += by_n + by_1 + by_2;
        if (kSizes) size[r] += Abs(by_n) + Abs(by_1) + Abs(by_2);
      }
    }
  });
  if constexpr (kJointRows > 0) {
    for (int k = 0; k < problem.joint_rows; ++k, ++row) {
      const Scalar f = solution.joint_force[k];
      const Scalar least = Clamp(Scalar(0), problem.lower[k], problem.upper[k]);
      for (int r = 0; r < kCount; ++r) {
        const Scalar entry = row[r * kStride];
        sum[r] += entry * f;
        if (!kSizes) continue;
        size[r] += Abs(entry * f);
        bound[r] += Abs(entry * least);
      }
    }
  }
  for (int r = 0; r < kCount; ++r) {
    const Scalar free = problem.free_velocity[i + r];
    u[r] = problem.dt * sum[r] + free;
    if (!kSizes) continue;
    *scale = Max(*scale, problem.dt * size[r] + Abs(free));
    Scalar least = Abs(free);
    if (kJointRows > 0) least += problem.dt * bound[r];
    if (r == 0) least += Abs(bias);
    *given = Max(*given, least);
  }
}

}  // namespace coulomb_internal

// Computes u of the forces in *solution. Cost: rows² multiply-adds.
template <typename Scalar, int kContacts, int kJointRows>
void UpdateVelocities(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                      ContactForces<Scalar, kContacts, kJointRows>* solution) {
  Scalar scale, given;  // not used
  for (int c = 0; c < problem.contacts; ++c) {
    coulomb_internal::RowVelocities<3, false>(problem, *solution, 3 * c, Scalar(0),
                                              solution->velocity[static_cast<unsigned>(c)].data(), &scale,
                                              &given);
  }
  for (int k = 0; k < problem.joint_rows; ++k) {
    coulomb_internal::RowVelocities<1, false>(problem, *solution, 3 * problem.contacts + k, Scalar(0),
                                              &solution->joint_velocity[k], &scale, &given);
  }
}

// Whether all four errors of a certificate are at most `tolerance`.
template <typename Scalar, int kContacts, int kJointRows>
bool IsCertified(const ContactSolution<Scalar, kContacts, kJointRows>& solution, Scalar tolerance) {
  return solution.residual <= tolerance && solution.cone_violation <= tolerance &&
         solution.slip_error <= tolerance && solution.rounding <= tolerance;
}

// Computes velocities, residual, cone violation, slip error and rounding of the forces in *solution, which
// may be any numbers. True: all four errors are within `tolerance`. Numbers that are not finite never pass.
// Cost: 2 rows² multiply-adds.
template <typename Scalar, int kContacts, int kJointRows>
bool CertifyCoulomb(const ContactProblem<Scalar, kContacts, kJointRows>& problem, Scalar tolerance,
                    ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  constexpr Scalar kLeast = std::numeric_limits<Scalar>::min();
  Scalar scale = kLeast, given = kLeast;  // V, and what it is measured by
  std::array<Scalar, static_cast<unsigned>(kContacts + kJointRows)> own;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    Vector3<Scalar>& u = solution->velocity[i];
    const Scalar bias = problem.normal_bias[c];
    own[i] = kLeast;
    coulomb_internal::RowVelocities<3>(problem, *solution, 3 * c, Scalar(0), u.data(), &own[i], &given);
    // A gap that stays open counts for nothing: it would let others be as wrong as it is wide.
    if (solution->force[i][0] > Scalar(0) || u[0] + bias < Scalar(0)) {
      own[i] = Max(own[i], Abs(bias));
      given = Max(given, Abs(problem.free_velocity[3 * c]) + Abs(bias));
    }
    scale = Max(scale, own[i]);
  }
  for (int k = 0; k < problem.joint_rows; ++k) {
    Scalar& size = own[static_cast<unsigned>(problem.contacts + k)];
    size = kLeast;
    coulomb_internal::RowVelocities<1>(problem, *solution, 3 * problem.contacts + k, Scalar(0),
                                       &solution->joint_velocity[k], &size, &given);
    scale = Max(scale, size);
  }

  Scalar nothing = scale * Scalar(0);  // becomes NaN at the first number that is not finite
  const Scalar rounding = kEpsilon<Scalar> * scale;
  scale = Min(scale, given * LargestCancellation(problem));

  // Tangential errors are compared as squares relative to the contact's scale. A square that underflows is
  // negligible.
  Scalar residual = Scalar(0);
  Scalar residual_square = Scalar(0);
  Scalar slip_square = Scalar(0);
  Scalar violation = Scalar(0);
  for (int c = 0; c < problem.contacts; ++c) {
    const Scalar per_scale = Scalar(1) / Min(scale, own[static_cast<unsigned>(c)]);
    const Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
    const Vector3<Scalar>& u = solution->velocity[static_cast<unsigned>(c)];
    nothing += (u[0] + u[1] + u[2]) * Scalar(0);  // u is not finite if f is not
    const Scalar moved = problem.dt * problem.NormalDiagonal(c);
    nothing += moved * Scalar(0);  // otherwise 0 · ∞ below, which Max ignores
    // At an open gap the force must be zero, however small it is and even if it moves nothing.
    const Scalar pushed = moved > Scalar(0) || f[0] == Scalar(0) ? moved * f[0] : kInfinity<Scalar>;
    residual = Max(residual, per_scale * Abs(Min(pushed, u[0] + problem.normal_bias[c])));

    const Scalar limit = problem.friction[c] * Max(f[0], Scalar(0));
    if (!(limit > Scalar(0))) {
      if (f[0] < Scalar(0) || f[1] != Scalar(0) || f[2] != Scalar(0)) violation = kInfinity<Scalar>;
      continue;
    }
    if (!IsWithin(limit, f[1], f[2])) violation = Max(violation, Length(f[1], f[2]) / limit - Scalar(1));
    const Scalar u_1 = per_scale * u[1], u_2 = per_scale * u[2];
    const Scalar square = u_1 * u_1 + u_2 * u_2;
    const Scalar speed = Sqrt(square);
    nothing += speed * Scalar(0);
    const Scalar slip_1 = u_1 + speed * (f[1] / limit), slip_2 = u_2 + speed * (f[2] / limit);
    slip_square = Max(slip_square, slip_1 * slip_1 + slip_2 * slip_2);
    // Natural map: f_t minus its projection onto the disc after a step along −u_t.
    const Scalar per_force = per_scale * (problem.dt * problem.TangentDiagonal(c));
    const Scalar radius = per_force * limit;
    nothing += radius * Scalar(0);  // a limit that overflows does not pass either, whatever moves
    if (!(per_force > Scalar(0))) continue;
    const Scalar from_1 = per_force * f[1], from_2 = per_force * f[2];
    Scalar to_1 = from_1 - u_1, to_2 = from_2 - u_2;
    if (ClipToDisc(radius, &to_1, &to_2)) {
      residual_square = Max(residual_square, square);
      continue;
    }
    const Scalar off_1 = from_1 - to_1, off_2 = from_2 - to_2;
    residual_square = Max(residual_square, off_1 * off_1 + off_2 * off_2);
  }
  for (int k = 0; k < problem.joint_rows; ++k) {
    const int i = 3 * problem.contacts + k;
    const Scalar f = solution->joint_force[k];
    nothing += f * Scalar(0) + solution->joint_velocity[k] * Scalar(0);
    residual = Max(residual,
                   coulomb_internal::Held(f, problem.lower[k], problem.upper[k], solution->joint_velocity[k],
                                          problem.dt * problem.delassus(i, i)) /
                       Min(scale, own[static_cast<unsigned>(problem.contacts + k)]));
  }
  const bool finite = nothing == Scalar(0);
  solution->velocity_scale = scale;
  solution->residual = finite ? Max(residual, Sqrt(residual_square)) : kInfinity<Scalar>;
  solution->cone_violation = finite ? violation : kInfinity<Scalar>;
  solution->slip_error = finite ? Sqrt(slip_square) : kInfinity<Scalar>;
  solution->rounding = finite ? rounding / scale : kInfinity<Scalar>;
  return IsCertified(*solution, tolerance);
}

}  // namespace footing
