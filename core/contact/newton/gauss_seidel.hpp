// Projected Gauss–Seidel on a contact problem: contact by contact (contact_block.hpp), then joint row by
// joint row. All sweeps except the last two are over-relaxed (Young 1954), but none between held steps. A few
// sweeps find most modes; Newton steps then find the exact forces.
#pragma once

#include "core/contact/newton/contact_block.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

inline constexpr int kSweepsOfStep = 5;  // cost at most a Newton step

namespace coulomb_internal {

// Updates u of all rows after an impulse in kCount rows from row i. The Delassus matrix is symmetric, so its
// rows are read in place of its columns. The last impulse to be known is added last.
template <int kCount, typename Scalar, int kContacts, int kJointRows, typename Velocities>
[[gnu::always_inline]] inline void Push(const ContactProblem<Scalar, kContacts, kJointRows>& problem, int i,
                                        const Scalar* impulse, Velocities* u) {
  constexpr int kStride = ContactProblem<Scalar, kContacts, kJointRows>::kRows;
  const Scalar* const row = &problem.delassus(i, 0);
  WithCount<kStride>(problem.rows(), [&](auto rows) {
    for (int j = 0; j < rows; ++j) {  // at most 3 * kContacts + kJointRows
      Scalar sum = (*u)[j];
      for (int k = 0; k < kCount; ++k) sum += row[k * kStride + j] * impulse[k];
      (*u)[j] = sum;
    }
  });
}

// Starts from no forces; u are the free velocities with the bias. Gives every closing normal the same
// impulse, so large that their mean closing velocity becomes zero.
template <typename Scalar, int kContacts, int kJointRows, typename Impulses, typename Velocities>
[[gnu::always_inline]] inline void ShareLoad(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                                             Scalar per_step, Impulses* impulse, Velocities* u) {
  Scalar closing = Scalar(0), yielding = Scalar(0);
  for (int c = 0; c < problem.contacts; ++c) {
    if (!((*u)[3 * c] < Scalar(0))) continue;
    closing -= (*u)[3 * c];
    for (int d = 0; d < c; ++d) {
      if ((*u)[3 * d] < Scalar(0)) yielding += Scalar(2) * problem.delassus(3 * c, 3 * d);
    }
    yielding += problem.NormalDiagonal(c);
  }
  const Scalar share = closing / yielding;
  if (!(yielding > Scalar(0)) || !IsFinite(share * per_step)) return;
  for (int c = 0; c < problem.contacts; ++c) {
    if ((*u)[3 * c] < Scalar(0)) (*impulse)[3 * c] = share;
  }
  for (int c = 0; c < problem.contacts; ++c) {
    if ((*impulse)[3 * c] > Scalar(0)) Push<1>(problem, 3 * c, &share, u);
  }
}

}  // namespace coulomb_internal

// Where sweeps begin. kForces: from a solution's forces, which must be admissible, and their velocities.
// kNothing: from no forces and the free velocities. Closing contacts then share the load before the first
// sweep. Otherwise the first contacts would carry it at the edges of their cones, where forces are not
// unique. kSteps: from forces as kForces, between Newton steps that did not settle, where over-relaxed sweeps
// find fewer modes. Joint rows start from the solution's forces and velocities in all cases.
enum class SweepFrom : std::uint8_t { kForces, kNothing, kSteps };

// Puts the forces of `sweeps` sweeps into *solution, with their velocities and the modes in which they end.
// On a board the first four, or with more contacts 2/3 of a sweep each and two, are free, and kSweepsOfStep
// others count as a step of the budget. The stages of the desk are more generous. Cost: rows² multiply-adds a
// sweep. Not inlined: a second copy would not be in the cache when a tick needs it.
template <typename Scalar, int kContacts, int kJointRows>
[[gnu::noinline]] void SweepGaussSeidel(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                                        int sweeps, SweepFrom from,
                                        ContactForces<Scalar, kContacts, kJointRows>* solution) {
  const bool fresh = from == SweepFrom::kNothing;
  const Scalar per_step = Scalar(1) / problem.dt;
  const int joints = 3 * problem.contacts;
  std::array<ContactBlock<Scalar>, static_cast<unsigned>(kContacts)> blocks;
  BoundedVector<Scalar, 3 * kContacts> impulse;                // dt f
  BoundedVector<Scalar, 3 * kContacts + kJointRows> velocity;  // with the bias
  for (int c = 0; c < problem.contacts; ++c) {
    blocks[static_cast<unsigned>(c)].template Load<ContactProblem<Scalar, kContacts, kJointRows>::kRows>(
        &problem.delassus(3 * c, 3 * c), per_step);
    for (int k = 0; k < 3; ++k) {
      const auto i = static_cast<unsigned>(c);
      impulse[3 * c + k] = fresh ? Scalar(0) : problem.dt * solution->force[i][k];
      velocity[3 * c + k] = fresh ? problem.free_velocity[3 * c + k] : solution->velocity[i][k];
    }
    velocity[3 * c] += problem.normal_bias[c];
    if (fresh) solution->mode[static_cast<unsigned>(c)] = ContactMode::kSeparate;
  }
  if constexpr (kJointRows > 0) velocity.template segment<kJointRows>(joints) = solution->joint_velocity;

  if (fresh) coulomb_internal::ShareLoad(problem, per_step, &impulse, &velocity);
  // Corners of one sole are coupled more strongly than feet are.
  const Scalar over_relax = from == SweepFrom::kSteps ? Scalar(1)
                            : problem.contacts > 4    ? Scalar(1.4L)
                                                      : Scalar(1.2L);
  for (int s = 0; s < sweeps; ++s) {  // at most 200, spends budget / kSweepsOfStep after 4 * (kContacts / 5) + 4
    const Scalar relax = s + 2 < sweeps ? over_relax : Scalar(1);
    for (int c = 0; c < problem.contacts; ++c) {
      const int i = 3 * c;
      const auto k = static_cast<unsigned>(c);
      ContactMode& mode = solution->mode[k];
      const RowTriple<Scalar> p{impulse[i], impulse[i + 1], impulse[i + 2]};
      const RowTriple<Scalar> u{velocity[i], velocity[i + 1], velocity[i + 2]};
      if (p.n == Scalar(0) && !(u.n < Scalar(0))) {
        mode = ContactMode::kSeparate;
        continue;
      }
      RowTriple<Scalar> by;
      const RowTriple<Scalar> to = blocks[k].Move(relax, problem.friction[c], p, u, &mode, &by);
      impulse[i] = to.n, impulse[i + 1] = to.t_1, impulse[i + 2] = to.t_2;
      const Scalar push[3] = {by.n, by.t_1, by.t_2};
      coulomb_internal::Push<3>(problem, i, push, &velocity);
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
