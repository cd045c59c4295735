// Projected Gauss–Seidel on a contact problem: each contact's normal by itself, then its tangents on the disc
// that the normal force leaves; then each joint row. A few sweeps name most modes; it is no solver here.
#pragma once

#include "core/contact/coulomb.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

namespace coulomb_internal {

// u of all rows after the force of kCount rows from row i changes by impulse / dt: the symmetric Delassus
// matrix is read along these rows, which are its columns.
template <int kCount, typename Scalar, int kContacts, int kJointRows, typename Velocities>
[[gnu::always_inline]] inline void Push(const ContactProblem<Scalar, kContacts, kJointRows>& problem, int i,
                                        const Scalar* impulse, Velocities* u) {
  constexpr int kStride = ContactProblem<Scalar, kContacts, kJointRows>::kRows;
  const Scalar* const row = &problem.delassus(i, 0);
  const int rows = problem.rows();
  for (int j = 0; j < rows; ++j) {
    Scalar sum = row[j] * impulse[0];
    for (int k = 1; k < kCount; ++k) sum += row[k * kStride + j] * impulse[k];
    (*u)[j] += sum;
  }
}

}  // namespace coulomb_internal

// Forces of `sweeps` sweeps from those in *solution, which must be admissible and with their velocities; the
// velocities of these forces and the modes that they end in. rows² multiply-adds a sweep.
template <typename Scalar, int kContacts, int kJointRows>
void SweepGaussSeidel(const ContactProblem<Scalar, kContacts, kJointRows>& problem, int sweeps,
                      ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  const Scalar per_step = Scalar(1) / problem.dt;
  const int joints = 3 * problem.contacts;
  BoundedVector<Scalar, kContacts> normal_step, tangent_step;
  BoundedVector<Scalar, 3 * kContacts + kJointRows> velocity;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto step = [&](Scalar diagonal) {
      const Scalar inverse = per_step / diagonal;
      return diagonal > Scalar(0) && IsFinite(inverse) ? inverse : Scalar(0);
    };
    const auto diagonal = [&](int k) { return problem.delassus(3 * c + k, 3 * c + k); };
    normal_step[c] = step(diagonal(0));
    tangent_step[c] = step(Max(diagonal(1), diagonal(2)));
    for (int k = 0; k < 3; ++k) velocity[3 * c + k] = solution->velocity[static_cast<unsigned>(c)][k];
  }
  if constexpr (kJointRows > 0) velocity.template segment<kJointRows>(joints) = solution->joint_velocity;

  for (int s = 0; s < sweeps; ++s) {  // at most 200, spends budget / 5 after 5
    for (int c = 0; c < problem.contacts; ++c) {
      const int i = 3 * c;
      Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
      ContactMode& mode = solution->mode[static_cast<unsigned>(c)];
      const Scalar f_n = f[0], f_1 = f[1], f_2 = f[2];
      const Scalar pushed = f_n - normal_step[c] * (velocity[i] + problem.normal_bias[c]);
      if (!(pushed > Scalar(0))) {
        mode = ContactMode::kSeparate;
        f = {Scalar(0), Scalar(0), Scalar(0)};
      } else {
        const Scalar moved = problem.dt * (pushed - f_n);
        f[0] = pushed;
        f[1] -= tangent_step[c] * (velocity[i + 1] + moved * problem.delassus(i + 1, i));
        f[2] -= tangent_step[c] * (velocity[i + 2] + moved * problem.delassus(i + 2, i));
        const Scalar limit = problem.friction[c] * pushed;
        const bool sticks = ClipToDisc(limit, &f[1], &f[2]) && limit > Scalar(0);
        mode = sticks ? ContactMode::kStick : ContactMode::kSlide;
      }
      if (f_n > Scalar(0) || f[0] > Scalar(0)) {
        const Scalar impulse[] = {problem.dt * (f[0] - f_n), problem.dt * (f[1] - f_1),
                                  problem.dt * (f[2] - f_2)};
        coulomb_internal::Push<3>(problem, i, impulse, &velocity);
      }
    }
    if constexpr (kJointRows > 0) {
      for (int k = 0; k < problem.joint_rows; ++k) {
        const int i = joints + k;
        const Scalar diagonal = problem.delassus(i, i);
        if (!(diagonal > Scalar(0))) continue;
        Scalar& f = solution->joint_force[k];
        const Scalar before = f;
        f = Clamp(f - per_step * velocity[i] / diagonal, problem.lower[k], problem.upper[k]);
        const Scalar impulse = problem.dt * (f - before);
        coulomb_internal::Push<1>(problem, i, &impulse, &velocity);
      }
    }
  }
  for (int c = 0; c < problem.contacts; ++c) {
    for (int k = 0; k < 3; ++k) solution->velocity[static_cast<unsigned>(c)][k] = velocity[3 * c + k];
  }
  if constexpr (kJointRows > 0) solution->joint_velocity = velocity.template segment<kJointRows>(joints);
}

}  // namespace footing
