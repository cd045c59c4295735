// Contact forces of one time step by Dantzig's pivoting with friction in boxes, called like the solver for
// cones: SolveContacts with a state of SolverStages::kDantzig. An answer is called solved only if its forces
// passed the certificate of box_friction.hpp.
#pragma once

#include "core/contact/coulomb.hpp"
#include "core/contact/dantzig/box_dantzig.hpp"
#include "core/contact/dantzig/box_friction.hpp"
#include "core/contact/solve_contacts.hpp"

namespace footing {

// The solver's memory; 1.0 kB in float with 4 contacts.
template <typename Scalar, int kContacts>
struct ContactSolverState<Scalar, kContacts, 0, SolverStages::kDantzig> {
  DantzigContactMemory<Scalar, kContacts> memory;
  BoxSetsKept<kContacts> last;  // what the next solve starts from
  bool warm = false;            // `last` was solved; set false to start cold
  int warm_contacts = 0;
};

namespace contact_internal {

// Reads the forces, makes them admissible, and judges them.
template <typename Scalar, int kContacts>
bool JudgeBoxes(const ContactProblem<Scalar, kContacts>& problem,
                const DantzigContactMemory<Scalar, kContacts>& memory,
                ContactSolution<Scalar, kContacts>* solution) {
  for (int c = 0; c < problem.contacts; ++c) {
    for (int k = 0; k < 3; ++k) solution->force[static_cast<unsigned>(c)][k] = memory.f[3 * c + k];
  }
  ClipToBoxes(problem, solution);
  return CertifyBoxes(problem, kCoulombTolerance<Scalar> / Scalar(2), solution);
}

// A contact slides where one of its tangents is on a bound.
template <typename Scalar, int kContacts>
void NameBoxModes(const ContactProblem<Scalar, kContacts>& problem,
                  const DantzigContactMemory<Scalar, kContacts>& memory,
                  ContactSolution<Scalar, kContacts>* solution) {
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    bool slides = false;
    for (const int t : {3 * c + 1, 3 * c + 2}) {
      slides |= memory.set[static_cast<unsigned>(t)] != TangentSet::kCF;
    }
    const bool pushes = solution->force[i][0] > Scalar(0);
    solution->mode[i] = !pushes  ? ContactMode::kSeparate
                        : slides ? ContactMode::kSlide
                                 : ContactMode::kStick;
  }
}

}  // namespace contact_internal

// Solves `problem`, and starts from the sets of the last solve if that succeeded and had as many contacts.
//   kSolved        forces, velocities and modes, with their certificate from the untouched problem: residual,
//                  box violation, slip error and rounding are each at most kCoulombTolerance / 2
//   kPivotBudget, kRay, kInaccurate   no solution was found; this proves nothing
//   kNotFinite, kBadSize, kBadFriction, kBadBounds, kNotSymmetric   refused: all forces are zero
// Forces are always finite, without pull, and within their boxes. Velocities and certificate belong to them.
// Contacts that depend on each other (four coplanar feet on one body) need `Regularize` before the solve: 1e-4
// in float, 1e-10 in double. Cost: a pivot takes at most 2 rows² multiply-adds, and 5 divisions a contact. Point
// feet take 5 pivots in the mean; 20 are enough for 99.9 % of them. The default budget is 30 · contacts + 50, and a
// larger one counts as that of a full capacity.
template <typename Scalar, int kContacts>
SolveStatus SolveContacts(const ContactProblem<Scalar, kContacts>& problem, const SolveOptions& options,
                          ContactSolverState<Scalar, kContacts, 0, SolverStages::kDantzig>& state,
                          ContactSolution<Scalar, kContacts>& solution) {
  const bool warm = state.warm && state.warm_contacts == problem.contacts;
  state.warm = false;
  Clear(&solution);
  solution.status = CheckInput(problem);
  if (solution.status != SolveStatus::kSolved) return solution.status;
  solution.stage = SolveStage::kDantzig;
  using Method = BoxDantzig<Scalar, kContacts>;
  Method dantzig(problem, state.memory, options.BudgetOr(Method::DefaultBudget(problem.contacts)));
  if (warm) {
    dantzig.Resume(state.last);
  } else {
    dantzig.Clear();
  }
  SolveStatus outcome = SolveStatus::kSolved;
  bool solved = false;
  for (const bool by_gap : {false, true}) {
    outcome = by_gap ? dantzig.CloseGap() : dantzig.DriveAll();
    if (outcome == SolveStatus::kSolved) solved = contact_internal::JudgeBoxes(problem, state.memory, &solution);
    if (solved || outcome == SolveStatus::kPivotBudget) break;
  }
  if (!solved && outcome != SolveStatus::kSolved) {
    solved = contact_internal::JudgeBoxes(problem, state.memory, &solution);
  }
  contact_internal::NameBoxModes(problem, state.memory, &solution);
  solution.pivots = dantzig.pivots();
  solution.stage_pivots[static_cast<unsigned>(SolveStage::kDantzig)] =
      static_cast<std::int16_t>(solution.pivots);
  if (solved) {
    dantzig.Keep(&state.last);
    state.warm = true;
    state.warm_contacts = problem.contacts;
    outcome = SolveStatus::kSolved;
  } else if (outcome == SolveStatus::kSolved) {
    outcome = SolveStatus::kInaccurate;
  }
  return solution.status = outcome;
}

}  // namespace footing
