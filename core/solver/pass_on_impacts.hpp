// Impacts passed on one by one, as those of Newton's cradle, beside Newton's law on all contacts at once,
// which normal_bias.hpp sets up. Method: the touching contact that closes fastest has its impact alone, by
// Newton's law and Coulomb's cone:
//   u_n⁺ = −e u_n⁻, and (p_t, u_t⁺) as of one contact, with p = Σ dt f its impulse
// The velocities of all contacts follow, u += A p, and the next impact is found among them, until no contact
// closes faster than the threshold. What still closes then is stopped by one solve of all contacts, without a
// bounce. (Moreau 1988 and Brogliato, Nonsmooth Mechanics, chapter 6, compare this law of sequences with laws
// of all at once.) Equal approaches have their impacts in the order of the contacts. A sum of impulses inside
// a cone is inside it. Newton's law with friction can raise the energy, if the impact is oblique (Kane 1984).
#pragma once

#include "core/contact/solve_contacts.hpp"

namespace footing {

template <typename Scalar>
struct ImpactOptions {
  Scalar restitution = 1;  // e, 0 to 1, of every contact
  Scalar threshold = 0;    // m/s ≥ 0; slower approaches do not bounce, nor a thousandth of the first one
  int budget = 0;          // single impacts, up to 1,000; 0: 20 for each contact
};

template <typename Scalar, int kContacts>
struct ImpactWorkspace {
  ContactProblem<Scalar, kContacts> one;  // of a single contact
  ContactSolverState<Scalar, kContacts, 0, SolverStages::kNewtonOnly> of_one;
  ContactSolution<Scalar, kContacts> answer;
  ContactProblem<Scalar, kContacts> rest;  // with the velocities after the impacts so far
  ContactSolverState<Scalar, kContacts, 0, SolverStages::kHeldNewton> of_rest;
  BoundedVector<Scalar, ContactProblem<Scalar, kContacts>::kRows> impulse;
};

namespace impact_internal {

// Of the first approach. Without it impacts that do not bounce would go on until rounding ends them.
template <typename Scalar>
inline constexpr Scalar kLeastApproach = Scalar(1e-3L);

// The touching contact that closes fastest, −1 if none closes faster than `threshold`.
template <typename Scalar, int kContacts>
int Fastest(const ContactProblem<Scalar, kContacts>& problem, const ContactProblem<Scalar, kContacts>& rest,
            Scalar threshold) {
  int fastest = -1;
  Scalar most = threshold;
  for (int c = 0; c < problem.contacts; ++c) {
    const Scalar closing = -rest.free_velocity[3 * c];
    if (problem.normal_bias[c] > Scalar(0) || !(closing > most)) continue;
    fastest = c;
    most = closing;
  }
  return fastest;
}

// Adds contact c's impact. False: its forces were not found.
template <typename Scalar, int kContacts>
bool Strike(int c, Scalar restitution, ImpactWorkspace<Scalar, kContacts>& work) {
  auto& rest = work.rest;
  auto& one = work.one;
  one.contacts = 1;
  one.dt = rest.dt;
  one.friction[0] = rest.friction[c];
  one.normal_bias[0] = restitution * rest.free_velocity[3 * c];
  for (int i = 0; i < 3; ++i) {
    one.free_velocity[i] = rest.free_velocity[3 * c + i];
    for (int j = 0; j < 3; ++j) one.delassus(i, j) = rest.delassus(3 * c + i, 3 * c + j);
  }
  work.of_one.warm = false;
  if (SolveContacts(one, {30}, work.of_one, work.answer) != SolveStatus::kSolved) return false;
  for (int k = 0; k < 3; ++k) {
    const Scalar p = rest.dt * work.answer.force[0][k];
    work.impulse[3 * c + k] += p;
    for (int i = 0; i < rest.rows(); ++i) rest.free_velocity[i] += rest.delassus(i, 3 * c + k) * p;
  }
  return true;
}

// Whether, with the forces of `solution`, no contact closes. Computes the velocities again from `problem`.
template <typename Scalar, int kContacts>
bool NoneCloses(const ContactProblem<Scalar, kContacts>& problem,
                ContactSolution<Scalar, kContacts>* solution) {
  UpdateVelocities(problem, solution);
  for (int c = 0; c < problem.contacts; ++c) {
    Scalar u = Scalar(0), terms = Scalar(0), given = Scalar(0);
    coulomb_internal::RowVelocities<1>(problem, *solution, 3 * c, Scalar(0), &u, &terms, &given);
    if (!(u + Max(problem.normal_bias[c], Scalar(0)) >= -kCoulombTolerance<Scalar> * terms)) return false;
  }
  return true;
}

}  // namespace impact_internal

// `problem` as for SolveContacts, with the velocities before the impacts as its free velocity. A contact
// touches if its bias is ≤ 0; the bias of an open one is its gap / dt, and it has no impact, but is kept from
// closing further. `impacts` is the number of single impacts.
//   kSolved       with solution.force [N] over dt no contact closes, as computed again from `problem`. Each
//                 force is in its cone; solution.velocity follows; modes are those of the last solve
//   kPivotBudget  the same, but a contact that still closed when the budget was spent was stopped without a
//                 bounce
//   kInaccurate, kInfeasible, and refusals of SolveContacts (kNotFinite also for an option out of range)
//                 forces are zero. Of the first two, velocities are those before the impacts
// Cost: budget × (a solve of one contact + 9 p multiply-adds) + one solve of p contacts.
template <typename Scalar, int kContacts>
SolveStatus PassOnImpacts(const ContactProblem<Scalar, kContacts>& problem,
                          const ImpactOptions<Scalar>& options, ImpactWorkspace<Scalar, kContacts>& work,
                          ContactSolution<Scalar, kContacts>& solution, int& impacts) {
  impacts = 0;
  Clear(&solution);
  const bool in_range = options.restitution >= Scalar(0) && options.restitution <= Scalar(1) &&
                        options.threshold >= Scalar(0) && IsFinite(options.threshold);
  solution.status = in_range ? CheckInput(problem) : SolveStatus::kNotFinite;
  if (solution.status != SolveStatus::kSolved) return solution.status;

  auto& rest = work.rest;
  rest = problem;
  work.impulse.setZero();
  const int budget = Min(options.budget > 0 ? options.budget : 20 * problem.contacts, 1000);
  SolveStatus status = SolveStatus::kSolved;
  int next = impact_internal::Fastest(problem, rest, options.threshold);
  Scalar threshold = options.threshold;
  if (next >= 0)
    threshold = Max(threshold, -impact_internal::kLeastApproach<Scalar> * rest.free_velocity[3 * next]);
  while (next >= 0 && impacts < budget && status == SolveStatus::kSolved) {  // at most 1000
    ++impacts;
    if (!impact_internal::Strike(next, options.restitution, work)) status = SolveStatus::kInaccurate;
    next = impact_internal::Fastest(problem, rest, threshold);
  }
  if (status == SolveStatus::kSolved) {
    for (int c = 0; c < problem.contacts; ++c) rest.normal_bias[c] = Max(rest.normal_bias[c], Scalar(0));
    work.of_rest.warm = false;
    status = SolveContacts(rest, {}, work.of_rest, solution);
    // kPivotBudget says here that the impacts' budget was spent.
    if (status == SolveStatus::kPivotBudget) status = SolveStatus::kInaccurate;
  }
  if (status == SolveStatus::kSolved) {
    for (int i = 0; i < problem.rows(); ++i)
      solution.force[static_cast<unsigned>(i / 3)][i % 3] += work.impulse[i] / problem.dt;
    ClipToCones(problem, &solution);
    if (impact_internal::NoneCloses(problem, &solution))
      return solution.status = next >= 0 ? SolveStatus::kPivotBudget : SolveStatus::kSolved;
    status = SolveStatus::kInaccurate;
  }
  Clear(&solution);
  UpdateVelocities(problem, &solution);
  return solution.status = status;
}

}  // namespace footing
