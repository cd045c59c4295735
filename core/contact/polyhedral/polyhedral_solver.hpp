// Contact forces of one time step with polyhedral Coulomb friction (Tan, Siu, Liu eq. 15).
//
// The stages share one pivot budget:
//   modes         last tick's modes, or stick where the free motion closes, corrected a few times
//   Lemke         on eq. 15 with lexicographic ties; then its modes once more, for accuracy
//   proximal      if both failed: Newton steps, each held about the forces before it
//   frictionless  Dantzig on the normals alone: admissible forces, and rarely the solution
// An answer is called solved only after each contact was judged from the untouched problem (polyhedral_check.hpp).
#pragma once

#include "core/contact/coulomb.hpp"
#include "core/contact/polyhedral/polyhedral_stages.hpp"

namespace footing {

// Solves `problem`, starting from the modes in `state`. Set state.warm_contacts = 0 to start cold; a failure
// sets it to 0.
//   kSolved                       forces, velocities, modes; all pass polyhedral_check.hpp
//   kNotFinite, kBadSize, kBadFriction, kNotSymmetric   refused: all forces are zero
//   kPivotBudget, kRay, kInaccurate   admissible forces of the stage named (kFrictionless: without
//                                 friction, or zero), with their residual, velocities and modes
// Friction is inside its pyramid with every status. The residual is the natural map of eq. 15. Cone violation
// and slip error are those of the circular cone, so the slip error says how far the polyhedral cone is from
// it. The rank is not known (0).
// Cost: a round takes at most (3p)³/3 + 3(3p)² multiply-adds, and twice that and 15 (3p)² more if the
// contacts are dependent. A pivot takes (p(d+2))² + 2p(d+2), a held step as much as a round and 2(3p)² more.
template <typename Scalar, int kContacts, int kDirections>
SolveStatus SolvePolyhedral(const ContactProblem<Scalar, kContacts>& problem,
                            const PolyhedralOptions& options,
                            PolyhedralState<Scalar, kContacts, kDirections>& state,
                            ContactSolution<Scalar, kContacts>& solution) {
  using namespace contact_internal;
  Clear(&solution);
  solution.status = CheckInput(problem);
  if (solution.status != SolveStatus::kSolved) {
    state.warm_contacts = 0;
    return solution.status;
  }
  int counted = 0;
  const auto count = [&](SolveStage stage) {
    solution.stage_pivots[static_cast<unsigned>(stage)] =
        static_cast<std::int16_t>(solution.pivots - counted);
    counted = solution.pivots;
  };

  const int most = options.BudgetOr(96);
  // Pivots are set aside for the fallback: n normals need about n.
  const int budget = most - 2 * problem.contacts;

  // Modes.
  if (state.warm_contacts != problem.contacts) {
    for (int c = 0; c < problem.contacts; ++c) {
      const bool closing = problem.free_velocity[3 * c] + problem.normal_bias[c] < Scalar(0);
      state.modes[static_cast<unsigned>(c)] =
          PyramidMode{closing ? ContactMode::kStick : ContactMode::kSeparate, 0, false};
    }
  }
  bool solved = IterateModes(problem, Min(options.mode_rounds, budget), &state, &solution);
  if (solved) solution.stage = SolveStage::kModes;
  count(SolveStage::kModes);

  // Lemke.
  if (!solved) solved = PivotAndPolish(problem, budget, &state, &solution);
  count(SolveStage::kLemke);

  // Proximal.
  if (!solved && problem.contacts > 1) {
    const SolveStatus outcome = solution.status;
    solved = IterateProximal(problem, budget, &state, &solution);
    if (!solved) solution.status = outcome;
  }
  count(SolveStage::kProximal);

  // Frictionless.
  if (!solved) {
    solved = FallBack(problem, most - solution.pivots, &state, &solution);
    if (solved) solution.status = SolveStatus::kSolved;
  }
  count(SolveStage::kFrictionless);

  ClipToPyramids(problem, state.basis, &solution);
  (void)CertifyCoulomb(problem, Scalar(0), &solution);
  const Scales<Scalar> scales = ScalesOf(solution.velocity_scale, solution, problem.contacts);
  const bool passes = Passes(problem, state.basis, scales, &solution);
  if (solved && !(passes && IsFinite(solution.slip_error))) {
    solved = false;
    solution.status = SolveStatus::kInaccurate;
  }
  state.warm_contacts = solved ? problem.contacts : 0;
  for (int c = 0; c < problem.contacts; ++c) {
    solution.mode[static_cast<unsigned>(c)] = state.modes[static_cast<unsigned>(c)].mode;
  }
  return solution.status;
}

}  // namespace footing

#ifdef FOOTING_INSTANCES
#include "core/contact/instances/polyhedral_instances.hpp"
#endif
