// Projected Gauss–Seidel on a contact problem: each contact's normal by itself, then its tangents on the disc
// that the normal force leaves; then each joint row. A few sweeps name most modes; it is no solver here.
#pragma once

#include "core/contact/coulomb.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

// u of the forces in *solution. rows² multiply-adds.
template <typename Scalar, int kContacts, int kJointRows>
void UpdateVelocities(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                      ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  Scalar scale, given;  // of no use here
  for (int c = 0; c < problem.contacts; ++c) {
    coulomb_internal::RowVelocities<3, false>(problem, *solution, 3 * c, Scalar(0),
                                              solution->velocity[static_cast<unsigned>(c)].data(), &scale,
                                              &given);
  }
}

// Forces of `sweeps` sweeps from those in *solution, which must be admissible; the modes that they end in,
// and velocities before each contact's last step. rows² multiply-adds a sweep.
template <typename Scalar, int kContacts, int kJointRows>
void SweepGaussSeidel(const ContactProblem<Scalar, kContacts, kJointRows>& problem, int sweeps,
                      ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  const Scalar per_step = Scalar(1) / problem.dt;
  Scalar scale, given;  // of no use here
  BoundedVector<Scalar, kContacts> normal_step, tangent_step;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto step = [&](Scalar diagonal) {
      const Scalar inverse = per_step / diagonal;
      return diagonal > Scalar(0) && IsFinite(inverse) ? inverse : Scalar(0);
    };
    const auto diagonal = [&](int k) { return problem.delassus(3 * c + k, 3 * c + k); };
    normal_step[c] = step(diagonal(0));
    tangent_step[c] = step(Max(diagonal(1), diagonal(2)));
  }
  for (int s = 0; s < sweeps; ++s) {  // at most 200, spends budget / 5 after 5
    for (int c = 0; c < problem.contacts; ++c) {
      const int i = 3 * c;
      Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
      Vector3<Scalar>& u = solution->velocity[static_cast<unsigned>(c)];
      coulomb_internal::RowVelocities<3, false>(problem, *solution, i, Scalar(0), u.data(), &scale, &given);
      const Scalar before = f[0];
      f[0] = Max(before - normal_step[c] * (u[0] + problem.normal_bias[c]), Scalar(0));
      const Scalar moved = problem.dt * (f[0] - before);
      f[1] -= tangent_step[c] * (u[1] + moved * problem.delassus(i + 1, i));
      f[2] -= tangent_step[c] * (u[2] + moved * problem.delassus(i + 2, i));
      const Scalar limit = problem.friction[c] * f[0];
      const bool sticks = limit > Scalar(0) && IsWithin(limit, f[1], f[2]);
      if (!sticks) {
        const Scalar factor = limit > Scalar(0) ? limit / Length(f[1], f[2]) : Scalar(0);
        f[1] *= factor;
        f[2] *= factor;
      }
      solution->mode[static_cast<unsigned>(c)] = !(f[0] > Scalar(0)) ? ContactMode::kSeparate
                                                 : sticks            ? ContactMode::kStick
                                                                     : ContactMode::kSlide;
    }
    for (int k = 0; k < problem.joint_rows; ++k) {
      const int i = 3 * problem.contacts + k;
      const Scalar diagonal = problem.delassus(i, i);
      if (!(diagonal > Scalar(0))) continue;
      Scalar u;
      coulomb_internal::RowVelocities<1, false>(problem, *solution, i, Scalar(0), &u, &scale, &given);
      Scalar& f = solution->joint_force[k];
      f = Clamp(f - per_step * u / diagonal, problem.lower[k], problem.upper[k]);
    }
  }
}

}  // namespace footing
