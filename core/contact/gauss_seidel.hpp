// Projected Gauss–Seidel on a contact problem: each contact's normal by itself, then its tangents on the disc
// that the normal force leaves; then each joint row. A few sweeps name most modes; it is no solver here.
#pragma once

#include "core/contact/coulomb.hpp"

namespace footing {

// Forces of `sweeps` sweeps from those in *solution, which must be admissible, and their velocities.
// rows² multiply-adds a sweep and once more.
template <typename Scalar, int kContacts, int kJointRows>
void SweepGaussSeidel(const ContactProblem<Scalar, kContacts, kJointRows>& problem, int sweeps,
                      ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  const Scalar per_step = Scalar(1) / problem.dt;
  Scalar scale, given;                // of no use here
  for (int s = 0; s < sweeps; ++s) {  // at most 200, spends budget / 5 after 5
    for (int c = 0; c < problem.contacts; ++c) {
      const int i = 3 * c;
      const auto entry = [&](int r, int k) { return problem.delassus(i + r, i + k); };
      if (!(entry(0, 0) > Scalar(0))) continue;
      Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
      Scalar u[3];
      coulomb_internal::RowVelocities<3, false>(problem, *solution, i, Scalar(0), u, &scale, &given);
      const Scalar normal = Max(f[0] - per_step * (u[0] + problem.normal_bias[c]) / entry(0, 0), Scalar(0));
      const Scalar change = normal - f[0];
      f[0] = normal;
      const Scalar diagonal = Max(entry(1, 1), entry(2, 2));
      if (!(diagonal > Scalar(0))) continue;
      f[1] -= (per_step * u[1] + entry(1, 0) * change) / diagonal;
      f[2] -= (per_step * u[2] + entry(2, 0) * change) / diagonal;
      ClipToDisc(problem.friction[c] * normal, &f[1], &f[2]);
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
  for (int c = 0; c < problem.contacts; ++c) {
    coulomb_internal::RowVelocities<3, false>(problem, *solution, 3 * c, Scalar(0),
                                              solution->velocity[static_cast<unsigned>(c)].data(), &scale,
                                              &given);
  }
}

}  // namespace footing
