// Friction in boxes: each tangent of a contact is held by μ times the normal force by itself. The law, row by
// row with velocities at the step's end, and how far forces are from it:
//   0 ≤ f_n ⟂ u_n + bias ≥ 0,   |f_t| ≤ μ f_n,   u_t ≠ 0 → f_t = −μ f_n sign(u_t)        for t1 and for t2
// A box is wider than the circle of radius μ f_n in its corners, by √2. It is the pyramid of four directions
// of √2 μ, turned by 45°. Everything is computed from the untouched problem and the forces alone. Errors of a
// contact are relative to its own scale, the largest Σ_j |dt A_ij f_j| + |b_i| of its three rows, which counts
// at most as kLargestCancellation of what the contacts that push were given to stop.
#pragma once

#include "core/contact/contact_problem.hpp"

namespace footing {

// Makes the forces of *solution admissible: finite, no pull, within their boxes.
template <typename Scalar, int kContacts>
void ClipToBoxes(const ContactProblem<Scalar, kContacts>& problem,
                 ContactSolution<Scalar, kContacts>* solution) {
  for (int c = 0; c < problem.contacts; ++c) {
    Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
    const Scalar bound = problem.friction[c] * f[0];
    if (!(f[0] > Scalar(0)) || !IsFinite(f[0] + f[1] + f[2]) || !IsFinite(bound)) {
      f.setZero();
    } else {
      for (int k = 1; k < 3; ++k) f[k] = Clamp(f[k], -bound, bound);
    }
  }
}

namespace box_internal {

// Writes u of contact c. Returns the largest Σ_j |dt A_ij f_j| of its rows, and the largest of this sum plus
// |b_i|. 9 · contacts multiply-adds.
template <typename Scalar>
struct Sizes {
  Scalar caused, all;
};
template <typename Scalar, int kContacts>
Sizes<Scalar> ContactVelocity(const ContactProblem<Scalar, kContacts>& problem,
                              const ContactSolution<Scalar, kContacts>& solution, int c, Vector3<Scalar>* u) {
  Sizes<Scalar> largest{Scalar(0), std::numeric_limits<Scalar>::min()};
  for (int k = 0; k < 3; ++k) {
    const int i = 3 * c + k;
    Scalar sum = Scalar(0), size = Scalar(0);
    for (int d = 0; d < problem.contacts; ++d) {
      const Vector3<Scalar>& f = solution.force[static_cast<unsigned>(d)];
      for (int l = 0; l < 3; ++l) {
        const Scalar term = problem.delassus(i, 3 * d + l) * f[l];
        sum += term;
        size += Abs(term);
      }
    }
    (*u)[k] = problem.dt * sum + problem.free_velocity[i];
    largest.caused = Max(largest.caused, problem.dt * size);
    largest.all = Max(largest.all, problem.dt * size + Abs(problem.free_velocity[i]));
  }
  return largest;
}

// What a contact was given to stop [m/s]. A contact that does not push and is not closed by its free velocity
// counts nothing, whatever its gap is.
template <typename Scalar, int kContacts>
Scalar Given(const ContactProblem<Scalar, kContacts>& problem,
             const ContactSolution<Scalar, kContacts>& solution, int c) {
  const int n = 3 * c;
  const Scalar closing = problem.free_velocity[n] + problem.normal_bias[c];
  if (!(solution.force[static_cast<unsigned>(c)][0] > Scalar(0))) return Max(Scalar(0), -closing);
  return Max(Abs(problem.free_velocity[n]) + Abs(problem.normal_bias[c]),
             Max(Abs(problem.free_velocity[n + 1]), Abs(problem.free_velocity[n + 2])));
}

// Natural map of one tangent, as a velocity: how far a projected step along −u moves its force.
template <typename Scalar>
Scalar TangentError(Scalar f, Scalar bound, Scalar u, Scalar per_force) {
  const Scalar room = u > Scalar(0) ? f + bound : bound - f;
  const Scalar speed = Abs(u);
  return per_force > Scalar(0) ? Min(per_force * Max(room, Scalar(0)), speed) : Scalar(0);
}

}  // namespace box_internal

// Computes velocities, residual, box violation (as cone_violation), slip error and rounding of the forces in
// *solution, which may be any numbers. velocity_scale is the largest scale of a contact. The slip error of a
// tangent is (μ f_n |u_t| + u_t f_t) / μ f_n over the scale. True: all four are within `tolerance`. Numbers
// that are not finite never pass. Cost: 2 rows² multiply-adds.
template <typename Scalar, int kContacts>
bool CertifyBoxes(const ContactProblem<Scalar, kContacts>& problem, Scalar tolerance,
                  ContactSolution<Scalar, kContacts>* solution) {
  std::array<box_internal::Sizes<Scalar>, static_cast<unsigned>(kContacts)> size;
  Scalar given = std::numeric_limits<Scalar>::min();
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    size[i] = box_internal::ContactVelocity(problem, *solution, c, &solution->velocity[i]);
    given = Max(given, box_internal::Given(problem, *solution, c));
  }
  CoulombCertificate<Scalar> errors{};
  Scalar nothing = Scalar(0);  // becomes NaN at the first number that is not finite
  for (int c = 0; c < problem.contacts; ++c) {
    const Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
    const Vector3<Scalar>& u = solution->velocity[static_cast<unsigned>(c)];
    const box_internal::Sizes<Scalar>& terms = size[static_cast<unsigned>(c)];
    const Scalar own = Min(terms.all, kLargestCancellation<Scalar> * given);
    const Scalar per_scale = Scalar(1) / own;
    nothing += (terms.all + problem.friction[c] * f[0]) * Scalar(0);
    errors.velocity_scale = Max(errors.velocity_scale, own);
    errors.rounding = Max(errors.rounding, kEpsilon<Scalar> * terms.caused * per_scale);

    const Scalar moved = problem.dt * problem.NormalDiagonal(c);
    const Scalar pushed = moved > Scalar(0) || f[0] == Scalar(0) ? moved * f[0] : kInfinity<Scalar>;
    errors.residual = Max(errors.residual, per_scale * Abs(Min(pushed, u[0] + problem.normal_bias[c])));
    const Scalar bound = problem.friction[c] * Max(f[0], Scalar(0));
    for (int k = 1; k < 3; ++k) {
      if (!(bound > Scalar(0))) {
        if (f[0] < Scalar(0) || f[k] != Scalar(0)) errors.cone_violation = kInfinity<Scalar>;
        continue;
      }
      const Scalar share = f[k] / bound;
      errors.cone_violation = Max(errors.cone_violation, Abs(share) - Scalar(1));
      const Scalar per_force = problem.dt * problem.delassus(3 * c + k, 3 * c + k);
      errors.residual =
          Max(errors.residual, per_scale * box_internal::TangentError(f[k], bound, u[k], per_force));
      errors.slip_error = Max(errors.slip_error, per_scale * (Abs(u[k]) + u[k] * share));
    }
  }
  if (nothing != Scalar(0)) {
    errors.residual = errors.cone_violation = errors.slip_error = errors.rounding = kInfinity<Scalar>;
  }
  static_cast<CoulombCertificate<Scalar>&>(*solution) = errors;
  return errors.residual <= tolerance && errors.cone_violation <= tolerance &&
         errors.slip_error <= tolerance && errors.rounding <= tolerance;
}

}  // namespace footing
