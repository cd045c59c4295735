// The stages of SolvePolyhedral, each of which may fail, and the memory that they share.
// polyhedral_solver.hpp says in which order they are tried.
#pragma once

#include "core/contact/newton/held_delta.hpp"
#include "core/contact/polyhedral/contact_lcp.hpp"
#include "core/contact/polyhedral/mode_iteration.hpp"
#include "core/contact/polyhedral/polyhedral_check.hpp"
#include "core/lcp/dantzig.hpp"
#include "core/lcp/lemke.hpp"

namespace footing {

// The budget counts rounds and pivots together, 96 by default.
struct PolyhedralOptions : SolveOptions {
  int mode_rounds = 16;  // of the mode guess; if it succeeds at all, mostly within 5
};

// Memory of a solver, and the modes that the next solve starts from. About 7 kB in float at
// 4 contacts and 4 directions.
template <typename Scalar, int kContacts, int kDirections>
struct PolyhedralState {
  static constexpr int kLcpRows = kContacts * (kDirections + 2);
  FrictionBasis<Scalar, kDirections> basis;
  PyramidModes<kContacts> modes{};
  int warm_contacts = 0;  // how many of `modes` come from the last solve; 0: start cold
  FixedModes<Scalar, kContacts> fixed;
  LcpProblem<Scalar, kLcpRows> lcp;
  LcpSolution<Scalar, kLcpRows> lcp_solution;
  LemkeWorkspace<Scalar, kLcpRows> lemke;
  BoxedLcpProblem<Scalar, kContacts> normals;
  LcpSolution<Scalar, kContacts> normal_solution;
  DantzigWorkspace<Scalar, kContacts> dantzig;
};

namespace contact_internal {

template <typename Scalar>
struct Scales {
  Scalar force;     // N
  Scalar velocity;  // m/s
};

// A problem at rest has no scale of its own. The smallest normal number takes its place.
template <typename Scalar, int kContacts>
Scales<Scalar> ScalesOf(Scalar velocity, const ContactSolution<Scalar, kContacts>& solution, int contacts) {
  Scalar force = std::numeric_limits<Scalar>::min();
  for (int c = 0; c < contacts; ++c) {
    const Vector3<Scalar>& f = solution.force[static_cast<unsigned>(c)];
    force = Max(force, Max(Abs(f[0]), Max(Abs(f[1]), Abs(f[2]))));
  }
  return {force, Max(velocity, std::numeric_limits<Scalar>::min())};
}

// The same scales, from the velocities of the forces in *solution, which it fills.
template <typename Scalar, int kContacts>
Scales<Scalar> UpdateVelocitiesAndScales(const ContactProblem<Scalar, kContacts>& problem,
                                         ContactSolution<Scalar, kContacts>* solution) {
  Scalar scale = Scalar(0), given = Scalar(0);
  for (int c = 0; c < problem.contacts; ++c) {
    Vector3<Scalar>& u = solution->velocity[static_cast<unsigned>(c)];
    coulomb_internal::RowVelocities<3>(problem, *solution, 3 * c, problem.normal_bias[c], u.data(), &scale,
                                       &given);
  }
  return ScalesOf(Min(scale, kLargestCancellation<Scalar> * given), *solution, problem.contacts);
}

// Natural map over all contacts, relative to the scales. It is the scalar's largest number if the answer is
// not finite.
template <typename Scalar, int kContacts, int kDirections>
Scalar Residual(const ContactProblem<Scalar, kContacts>& problem,
                const FrictionBasis<Scalar, kDirections>& basis, const Scales<Scalar>& scales,
                const ContactSolution<Scalar, kContacts>& solution) {
  Scalar worst = Scalar(0);
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    // A light body's contact already moves under a force that is small compared with the others.
    const Scalar mobility = problem.dt * problem.NormalDiagonal(c);
    const Scalar unit = mobility * scales.force > scales.velocity ? scales.velocity / mobility : scales.force;
    const Scalar r = ContactResidual(basis, problem.friction[c], problem.normal_bias[c], solution.force[i],
                                     solution.velocity[i], unit, scales.velocity);
    if (!IsFinite(r)) return std::numeric_limits<Scalar>::max();
    worst = Max(worst, r);
  }
  return worst;
}

// The residual into *solution. True: it is within the tolerance, and every contact passes by its own scale.
template <typename Scalar, int kContacts, int kDirections>
bool Passes(const ContactProblem<Scalar, kContacts>& problem, const FrictionBasis<Scalar, kDirections>& basis,
            const Scales<Scalar>& scales, ContactSolution<Scalar, kContacts>* solution) {
  solution->residual = Residual(problem, basis, scales, *solution);
  return solution->residual <= kMapTolerance<Scalar> && PolyhedralHolds(problem, basis, *solution);
}

// Makes the forces of *solution admissible. Rounding may have left friction without a normal force, or
// outside its pyramid.
template <typename Scalar, int kContacts, int kDirections>
void ClipToPyramids(const ContactProblem<Scalar, kContacts>& problem,
                    const FrictionBasis<Scalar, kDirections>& basis,
                    ContactSolution<Scalar, kContacts>* solution) {
  ClipToCones(problem, solution);
  for (int c = 0; c < problem.contacts; ++c) {
    Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
    ClipToPyramid(basis, problem.friction[c] * f[0], &f[1], &f[2]);
  }
}

// Corrects modes until none changes. In the first half of the rounds all contacts change at once. In the
// second half only one changes at a time, which takes longer but cycles less. True: *solution holds a
// solution that passes.
template <typename Scalar, int kContacts, int kDirections>
bool IterateModes(const ContactProblem<Scalar, kContacts>& problem, int rounds,
                  PolyhedralState<Scalar, kContacts, kDirections>* state,
                  ContactSolution<Scalar, kContacts>* solution) {
  using Iteration = ModeIteration<Scalar, kDirections>;
  for (int round = 0; round < rounds; ++round) {
    ++solution->pivots;
    if (!Iteration::SolveFixed(problem, state->basis, state->modes, &state->fixed, solution)) return false;
    const Scales<Scalar> scales = UpdateVelocitiesAndScales(problem, solution);
    const Scalar slack = kContactTolerance<Scalar> / Scalar(4);
    bool changed = false;
    for (int c = 0; c < problem.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      const PyramidMode next = Iteration::Corrected(
          state->basis, state->modes[i], problem.friction[c], problem.normal_bias[c], solution->force[i],
          solution->velocity[i], slack * scales.force, slack * scales.velocity);
      if (next == state->modes[i]) continue;
      changed = true;
      state->modes[i] = next;
      if (round >= rounds / 2) break;
    }
    if (changed) continue;
    return Passes(problem, state->basis, scales, solution);
  }
  return false;
}

// Lemke on eq. 15, then its modes once more. True: the solution passes.
template <typename Scalar, int kContacts, int kDirections>
bool PivotAndPolish(const ContactProblem<Scalar, kContacts>& problem, int budget,
                    PolyhedralState<Scalar, kContacts, kDirections>* state,
                    ContactSolution<Scalar, kContacts>* solution) {
  AssembleLcp<kDirections>(problem, state->basis, {Scalar(0), true}, &state->lcp);
  // Lemke takes one to three times as many pivots as rows, or it cycles.
  const int pivots = Min(budget - solution->pivots, 3 * state->lcp.size);
  solution->status = Lemke(state->lcp, state->lemke).Solve(pivots, state->lcp_solution);
  solution->pivots += state->lcp_solution.pivots;
  // The numbers are finite and only their LCP overflowed, which is no reason to refuse them.
  if (solution->status == SolveStatus::kNotFinite) solution->status = SolveStatus::kInaccurate;
  if (solution->status != SolveStatus::kSolved && state->lcp_solution.status != SolveStatus::kInaccurate)
    return false;

  solution->stage = SolveStage::kLemke;
  ReadLcp(problem, state->basis, state->lcp_solution.z, &state->modes, solution);
  const ContactSolution<Scalar, kContacts> lemke = *solution;
  const PyramidModes<kContacts> lemke_modes = state->modes;
  bool solved = IterateModes(problem, Min(2, budget - solution->pivots), state, solution);
  if (!solved) {
    const int spent = solution->pivots;
    *solution = lemke;
    solution->pivots = spent;
    state->modes = lemke_modes;
    const Scales<Scalar> scales = UpdateVelocitiesAndScales(problem, solution);
    solved = Passes(problem, state->basis, scales, solution);
  }
  solution->status = solved ? SolveStatus::kSolved : SolveStatus::kInaccurate;
  return solved;
}

// Names the modes in which a projected step from the forces and velocities in `at` ends. True: one changed.
template <typename Scalar, int kContacts, int kDirections>
bool ProjectModes(const ContactProblem<Scalar, kContacts>& problem,
                  const ContactSolution<Scalar, kContacts>& at,
                  PolyhedralState<Scalar, kContacts, kDirections>* state) {
  bool changed = false;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    const Vector3<Scalar>&f = at.force[i], &u = at.velocity[i];
    const Scalar by = Scalar(1) / (problem.dt * problem.LargestDiagonal(c));
    const bool moves = problem.NormalDiagonal(c) > Scalar(0) && IsFinite(by);
    const Scalar n = moves ? f[0] - by * (u[0] + problem.normal_bias[c]) : Scalar(0);
    const PyramidMode next = ModeIteration<Scalar, kDirections>::Nearest(
        state->basis, problem.friction[c], {n, f[1] - by * u[1], f[2] - by * u[2]});
    changed = changed || !(next == state->modes[i]);
    state->modes[i] = next;
  }
  return changed;
}

// Where both failed, as of dependent contacts in float: Newton steps on the projections of Alart and Curnier,
// each held by δ about the forces before it (proximal points, Rockafellar 1976), as held_steps.hpp takes them
// on the circle. The certificate decides after each step. True: the solution passes.
template <typename Scalar, int kContacts, int kDirections>
bool IterateProximal(const ContactProblem<Scalar, kContacts>& problem, int budget,
                     PolyhedralState<Scalar, kContacts, kDirections>* state,
                     ContactSolution<Scalar, kContacts>* solution) {
  constexpr int kSteps = 40;  // 100 solve 0.1 % more of the boxes
  LateDelta<Scalar> delta(LateDelta<Scalar>::kStart, false);
  ContactSolution<Scalar, kContacts> at = *solution;
  UpdateVelocities(problem, &at);
  for (int step = 0; step < kSteps && solution->pivots < budget; ++step) {
    const bool changed = ProjectModes(problem, at, state);
    if (step > 0) delta.Follow(changed, solution->residual, step);
    ModeIteration<Scalar, kDirections>::StepHeld(problem, state->basis, state->modes, delta.value(),
                                                 &state->fixed, &at);
    at.pivots = solution->pivots + 1;
    *solution = at;
    ClipToPyramids(problem, state->basis, solution);
    const Scales<Scalar> scales = UpdateVelocitiesAndScales(problem, solution);
    if (Passes(problem, state->basis, scales, solution)) {
      ProjectModes(problem, *solution, state);
      solution->stage = SolveStage::kProximal;
      solution->status = SolveStatus::kSolved;
      return true;
    }
  }
  return false;
}

// Frictionless forces, which are inside every cone and without pull. They are a solution only if no contact
// slides or none has friction. True: they are.
template <typename Scalar, int kContacts, int kDirections>
bool FallBack(const ContactProblem<Scalar, kContacts>& problem, int budget,
              PolyhedralState<Scalar, kContacts, kDirections>* state,
              ContactSolution<Scalar, kContacts>* solution) {
  auto& normals = state->normals;
  normals.size = problem.contacts;
  for (int i = 0; i < problem.contacts; ++i) {
    for (int j = 0; j < problem.contacts; ++j) normals.A(i, j) = problem.dt * problem.delassus(3 * i, 3 * j);
    normals.b[i] = problem.free_velocity[3 * i] + problem.normal_bias[i];
    normals.lo[i] = Scalar(0);
    normals.hi[i] = kInfinity<Scalar>;
  }
  const SolveStatus status = Dantzig(normals, state->dantzig, state->normal_solution).Solve(budget);
  const bool usable = status == SolveStatus::kSolved;
  solution->stage = usable ? SolveStage::kFrictionless : SolveStage::kNone;
  solution->pivots += state->normal_solution.pivots;
  for (int c = 0; c < problem.contacts; ++c) {
    const Scalar normal = usable ? Max(state->normal_solution.z[c], Scalar(0)) : Scalar(0);
    solution->force[static_cast<unsigned>(c)] = {normal, Scalar(0), Scalar(0)};
  }
  const Scales<Scalar> scales = UpdateVelocitiesAndScales(problem, solution);
  const Scalar slack = kContactTolerance<Scalar> * scales.velocity;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    int opposed = 0;
    const bool slides = SlipSpeed(state->basis, solution->velocity[i], &opposed) > slack;
    state->modes[i] = {};
    if (solution->force[i][0] <= Scalar(0)) continue;
    state->modes[i].mode = slides ? ContactMode::kSlide : ContactMode::kStick;
    state->modes[i].direction = static_cast<std::int8_t>(slides ? opposed : 0);
  }
  return Passes(problem, state->basis, scales, solution);
}

}  // namespace contact_internal

}  // namespace footing
