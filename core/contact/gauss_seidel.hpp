// Projected Gauss–Seidel on a contact problem: each contact's normal by itself, then its tangents on the disc
// that the normal force leaves; then each joint row. A few sweeps name most modes; it is no solver here.
#pragma once

#include "core/contact/coulomb.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

namespace coulomb_internal {

// u of all rows after an impulse of kCount rows from row i: the symmetric Delassus matrix is read along these
// rows, which are its columns. The last impulse to be known is added last.
template <int kCount, typename Scalar, int kContacts, int kJointRows, typename Velocities>
[[gnu::always_inline]] inline void Push(const ContactProblem<Scalar, kContacts, kJointRows>& problem, int i,
                                        const Scalar* impulse, Velocities* u) {
  constexpr int kStride = ContactProblem<Scalar, kContacts, kJointRows>::kRows;
  const Scalar* const row = &problem.delassus(i, 0);
  WithCount<kStride>(problem.rows(), [&](auto rows) {
    for (int j = 0; j < rows; ++j) {
      Scalar sum = (*u)[j];
      for (int k = 0; k < kCount; ++k) sum += row[k * kStride + j] * impulse[k];
      (*u)[j] = sum;
    }
  });
}

}  // namespace coulomb_internal

// Forces of `sweeps` sweeps from those in *solution, which must be admissible and with their velocities; the
// velocities of these forces and the modes that they end in. rows² multiply-adds a sweep.
template <typename Scalar, int kContacts, int kJointRows>
void SweepGaussSeidel(const ContactProblem<Scalar, kContacts, kJointRows>& problem, int sweeps,
                      ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  const Scalar per_step = Scalar(1) / problem.dt;
  const int joints = 3 * problem.contacts;
  BoundedVector<Scalar, kContacts> normal_mass, tangent_mass;
  BoundedVector<Scalar, 3 * kContacts> impulse;                // dt f
  BoundedVector<Scalar, 3 * kContacts + kJointRows> velocity;  // with the bias
  for (int c = 0; c < problem.contacts; ++c) {
    const auto mass = [&](Scalar diagonal) {
      const Scalar inverse = Scalar(1) / diagonal;
      return diagonal > Scalar(0) && IsFinite(inverse * per_step) ? inverse : Scalar(0);
    };
    const auto diagonal = [&](int k) { return problem.delassus(3 * c + k, 3 * c + k); };
    normal_mass[c] = mass(diagonal(0));
    tangent_mass[c] = mass(Max(diagonal(1), diagonal(2)));
    for (int k = 0; k < 3; ++k) {
      impulse[3 * c + k] = problem.dt * solution->force[static_cast<unsigned>(c)][k];
      velocity[3 * c + k] = solution->velocity[static_cast<unsigned>(c)][k];
    }
    velocity[3 * c] += problem.normal_bias[c];
  }
  if constexpr (kJointRows > 0) velocity.template segment<kJointRows>(joints) = solution->joint_velocity;

  for (int s = 0; s < sweeps; ++s) {  // at most 200, spends budget / 5 after 5
    for (int c = 0; c < problem.contacts; ++c) {
      const int i = 3 * c;
      ContactMode& mode = solution->mode[static_cast<unsigned>(c)];
      const Scalar before_n = impulse[i], before_1 = impulse[i + 1], before_2 = impulse[i + 2];
      Scalar by[3] = {-normal_mass[c] * velocity[i]};
      const Scalar p_n = before_n + by[0];
      if (!(p_n > Scalar(0))) {
        mode = ContactMode::kSeparate;
        if (before_n == Scalar(0)) continue;
        impulse[i] = impulse[i + 1] = impulse[i + 2] = Scalar(0);
        by[0] = -before_n, by[1] = -before_1, by[2] = -before_2;
      } else {
        by[1] = -tangent_mass[c] * (velocity[i + 1] + by[0] * problem.delassus(i + 1, i));
        by[2] = -tangent_mass[c] * (velocity[i + 2] + by[0] * problem.delassus(i + 2, i));
        Scalar p_1 = before_1 + by[1], p_2 = before_2 + by[2];
        const Scalar limit = problem.friction[c] * p_n;
        if (ClipToDisc(limit, &p_1, &p_2) && limit > Scalar(0)) {
          mode = ContactMode::kStick;
        } else {
          mode = ContactMode::kSlide;
          by[1] = p_1 - before_1;
          by[2] = p_2 - before_2;
        }
        impulse[i] = p_n, impulse[i + 1] = p_1, impulse[i + 2] = p_2;
      }
      coulomb_internal::Push<3>(problem, i, by, &velocity);
    }
    if constexpr (kJointRows > 0) {
      for (int k = 0; k < problem.joint_rows; ++k) {
        const int i = joints + k;
        const Scalar diagonal = problem.delassus(i, i);
        if (!(diagonal > Scalar(0))) continue;
        Scalar& f = solution->joint_force[k];
        const Scalar before = f;
        f = Clamp(f - per_step * velocity[i] / diagonal, problem.lower[k], problem.upper[k]);
        const Scalar by = problem.dt * (f - before);
        coulomb_internal::Push<1>(problem, i, &by, &velocity);
      }
    }
  }
  for (int c = 0; c < problem.contacts; ++c) {
    for (int k = 0; k < 3; ++k) {
      solution->force[static_cast<unsigned>(c)][k] = per_step * impulse[3 * c + k];
      solution->velocity[static_cast<unsigned>(c)][k] = velocity[3 * c + k];
    }
    solution->velocity[static_cast<unsigned>(c)][0] -= problem.normal_bias[c];
  }
  if constexpr (kJointRows > 0) solution->joint_velocity = velocity.template segment<kJointRows>(joints);
}

}  // namespace footing
