// Problem: with dynamic friction there may be no finite forces (Painlevé's paradox). Baraff 1994, section 6,
// then finds a step s = ∞ and takes Δf as the direction of an impulse. This file finds and applies the
// impulse: v⁺ = v + A j on the velocities of the contacts.
// Method: the paper leaves the magnitude open. Along the ray the driven contact's normal velocity cannot
// become zero: with Δa_N > 0 the step would not have been ∞. The impulse presses the bodies together and
// brakes the slip. So j goes along the ray until the first slip v̂·v_F becomes zero. The same algorithm
// removes the approach that is left, with A j + v in place of A f + b. Friction is then static everywhere
// (the paper's first-order world, section 5) and acts according to v⁺.
// Energy: along the ray f·v ≤ 0, because no slip changes its sign. After it v⁺·j ≤ 0 by eqs. 15 and 16, and
// ½ (v + v⁺)·j = v⁺·j − ½ jᵀ A j. So the impulse takes energy out.
#pragma once

#include "core/papers/baraff/baraff.hpp"

namespace footing {

template <typename Problem>
struct BaraffImpulse {
  using Scalar = typename Problem::Scalar;
  SolveStatus status = SolveStatus::kBadSize;
  int stopped = -1;                                // contact whose slip ended the ray; −1: no impulse
  BoundedVector<Scalar, Problem::kRows> impulse;   // N·s
  BoundedVector<Scalar, Problem::kRows> velocity;  // m/s, after it
};

template <typename Problem>
struct BaraffImpulseWorkspace {
  Problem problem;  // the same rows with v in place of b
  BaraffWorkspace<Problem> solver;
  BaraffSolution<Problem> solution;
};

// Makes friction dynamic if the tangential speed is above `threshold` [m/s], else static. One square root per
// contact.
template <typename Problem>
void SetSlip(const BoundedVector<typename Problem::Scalar, Problem::kRows>& velocity,
             typename Problem::Scalar threshold, Problem* problem) {
  using Scalar = typename Problem::Scalar;
  const int d = problem->dimension;
  for (int c = 0; c < problem->contacts; ++c) {
    const Scalar x = velocity[d * c + 1];
    const Scalar y = d == 3 ? velocity[d * c + 2] : Scalar(0);
    const Scalar speed = Length(x, y);
    auto& slip = problem->slip[static_cast<unsigned>(c)];
    slip.setZero();
    if (speed > threshold) slip << x / speed, y / speed;
  }
}

// How far v goes along Δv until the slip of a contact becomes zero. `stopped` is this contact, on a tie the
// lowest. ∞ if no slip becomes zero. Four multiply-adds and a division per contact.
template <typename Problem>
typename Problem::Scalar BaraffRayLength(
    const Problem& problem, const BoundedVector<typename Problem::Scalar, Problem::kRows>& velocity,
    const BoundedVector<typename Problem::Scalar, Problem::kRows>& step, int* stopped) {
  using Scalar = typename Problem::Scalar;
  const int d = problem.dimension;
  *stopped = -1;
  Scalar length = kInfinity<Scalar>;
  for (int c = 0; c < problem.contacts; ++c) {
    if (!problem.Dynamic(c)) continue;
    const auto& slip = problem.slip[static_cast<unsigned>(c)];
    Scalar speed = slip[0] * velocity[d * c + 1];
    Scalar rate = slip[0] * step[d * c + 1];
    if (d == 3) speed += slip[1] * velocity[d * c + 2];
    if (d == 3) rate += slip[1] * step[d * c + 2];
    if (!(rate < Scalar(0)) || !(Max(speed, Scalar(0)) < -rate * length)) continue;
    length = Max(speed, Scalar(0)) / -rate;
    *stopped = c;
  }
  return length;
}

// `found` is what SolveBaraff left with kRay. `velocity` has the present velocities of the rows. Statuses:
//   kSolved: `out` holds the impulse and the velocities after it. No contact approaches;
//   kRay with `stopped` < 0: no slip becomes zero along the ray. There is no impulse;
//   kRay with `stopped` ≥ 0, kPivotBudget, kInaccurate, kNotFinite: from the solve for the approach that is
//     left. `out` holds only the part along the ray.
// If found.status is not kRay, it is returned, and there is no impulse (`stopped` = −1). Cost: one solve,
// rows² multiply-adds, and a copy of the problem.
template <typename Problem>
SolveStatus ApplyBaraffImpulse(const Problem& problem, const BaraffSolution<Problem>& found,
                               const BoundedVector<typename Problem::Scalar, Problem::kRows>& velocity,
                               const BaraffOptions& options, BaraffImpulseWorkspace<Problem>& work,
                               BaraffImpulse<Problem>& out) {
  using Scalar = typename Problem::Scalar;
  out.stopped = -1;
  out.impulse.setZero();
  out.velocity = velocity;
  out.status = found.status;
  if (found.status != SolveStatus::kRay) return out.status;
  const int n = problem.rows();
  BoundedVector<Scalar, Problem::kRows>& step = work.solver.a_step;
  for (int i = 0; i < n; ++i) {
    step[i] = Scalar(0);
    for (int j = 0; j < n; ++j) step[i] += problem.A(i, j) * found.ray[j];
  }
  const Scalar length = BaraffRayLength(problem, velocity, step, &out.stopped);
  if (!IsFinite(length)) return out.status;
  for (int i = 0; i < n; ++i) {
    out.impulse[i] = length * found.ray[i];
    out.velocity[i] += length * step[i];
  }
  work.problem = problem;
  work.problem.b = out.velocity;
  for (auto& slip : work.problem.slip) slip.setZero();
  out.status = SolveBaraff(work.problem, options, work.solver, work.solution);
  if (out.status != SolveStatus::kSolved) return out.status;
  for (int i = 0; i < n; ++i) {
    out.impulse[i] += work.solution.f[i];
    out.velocity[i] = work.solution.a[i];
  }
  return out.status;
}

}  // namespace footing
