// Contact forces of one time step with circular Coulomb cones, and the forces of joint rows.
//
// The stages share one pivot budget. First come plain Newton steps, from the modes of a few Gauss–Seidel
// sweeps, which start from the last tick's forces. The stages of late_stages.hpp follow. An answer is called
// solved only if its forces passed the certificate of coulomb.hpp, which sees the untouched problem and the
// forces alone.
#pragma once

#include "core/contact/late/late_stages.hpp"
#include "core/contact/newton/plain_newton.hpp"

namespace footing {

// The stages that a solver has. Sizes are those of its state in float with 4 contacts.
enum class SolverStages : std::uint8_t {
  kNewtonOnly,  // three plain Newton steps, then held ones, for boards whose worst case must be known; 1.2
                // kB. From a cold start three steps solve 98 % of random point feet; what more steps solve is
                // in docs/solvers.md. Without joint rows only
  kHeldNewton,  // then held steps from the last answer, from sweeps and from no forces; 2.2 kB. It proves
                // infeasibility only by a zero row
  kAll,         // then proofs, Lemke's method on pyramids of 8 directions (skipped if there are joint
                // rows), and held steps from other starts; 18 kB
  kDantzig,     // no cones: Dantzig's pivoting with friction in boxes (dantzig/dantzig_contacts.hpp)
};

// A solver's memory and last answer.
template <typename Scalar, int kContacts, int kJointRows = 0, SolverStages kStages = SolverStages::kAll>
struct ContactSolverState {
  static_assert(kStages != SolverStages::kNewtonOnly || kJointRows == 0);
  static constexpr int kDirections = kStages == SolverStages::kAll ? 8 : 0;  // of Lemke's stage
  PlainNewton<Scalar, kContacts> plain;
  struct None {};
  using Stages = contact_internal::LateStageMemory<Scalar, kContacts, kJointRows, kDirections>;
  std::conditional_t<kStages == SolverStages::kNewtonOnly, None, Stages> further;
  ContactForces<Scalar, kContacts, kJointRows> last;  // what the next solve starts from
  bool warm = false;                                  // `last` was solved; set false to start cold
  int warm_contacts = 0;
  int warm_joint_rows = 0;
};

namespace contact_internal {

constexpr int DefaultBudget(int contacts, int joint_rows) {
  return 200 + 10 * contacts * (contacts + 1) + 10 * joint_rows;
}

// The first stage, and the only one with `kAlone`. True: solved.
template <bool kAlone, typename Scalar, int kContacts>
bool RunPlainStage(const ContactProblem<Scalar, kContacts>& problem,
                   const ContactForces<Scalar, kContacts>* last, int budget,
                   PlainNewton<Scalar, kContacts>* plain, ContactSolution<Scalar, kContacts>* solution) {
  solution->stage = SolveStage::kModes;
  bool solved = plain->template Solve<kAlone>(problem, last, budget, kSolverTolerance<Scalar>, solution);
  if (kAlone && !solved) solved = plain->TakeBest(kLastTolerance<Scalar>, solution);
  if (!kAlone && !solved) plain->Remember(*solution);
  solution->stage_pivots[static_cast<unsigned>(SolveStage::kModes)] =
      static_cast<std::int16_t>(solution->pivots);
  solution->rank = plain->rank();
  return solved;
}

// Corrects the modes of the last step where the forces and velocities clearly show another mode. They can
// differ, because clipping came after that step, and because a certificate admits small errors.
template <typename Scalar, int kContacts, int kJointRows>
void SettleModes(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                 ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  const Scalar zero = kModeTolerance<Scalar> * solution->velocity_scale;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    const Vector3<Scalar>&f = solution->force[i], &u = solution->velocity[i];
    ContactMode& mode = solution->mode[i];
    if (!(f[0] > Scalar(0))) mode = ContactMode::kSeparate;
    const bool pushes = problem.dt * problem.NormalDiagonal(c) * f[0] > zero;
    if (mode == ContactMode::kSeparate && !pushes) continue;
    const Scalar limit = problem.friction[c] * f[0];
    const auto inside = [&] {
      return problem.dt * problem.TangentDiagonal(c) * (limit - Length(f[1], f[2])) > zero;
    };
    if (!(limit > Scalar(0)) || u[1] * u[1] + u[2] * u[2] > zero * zero)
      mode = ContactMode::kSlide;
    else if (mode != ContactMode::kStick && inside())
      mode = ContactMode::kStick;
  }
}

// Forces that are no solution may have grown without end, as between walls that close. Then all are
// shortened, until no row's terms are more than ten times the fastest of what the bodies bring: what could
// have stopped them, with room for levers. Contacts' forces have grown where they are far beyond
// kLargestCancellation. With joint rows light links between heavy ones need as much, so the limit is far
// higher. Forces that no step judged, because the budget is zero, are only certified.
template <typename Scalar, int kContacts, int kJointRows>
[[gnu::noinline]] void BoundForces(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                                   ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  const bool judged = solution->pivots > 0;
  const Scalar over = solution->rounding / kEpsilon<Scalar>;  // largest sum of a row's terms over V
  if (judged && over <= Scalar(problem.joint_rows > 0 ? 1e5L : 2.0L)) return;
  const Scalar factor = judged ? Scalar(10) / (LargestCancellation(problem) * over) : Scalar(1);
  for (int c = 0; c < problem.contacts; ++c) {
    Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
    for (int k = 0; k < 3; ++k) f[k] *= factor;
  }
  for (int k = 0; k < problem.joint_rows; ++k) solution->joint_force[k] *= factor;
  ClipToCones(problem, solution);
  static_cast<void>(CertifyCoulomb(problem, Scalar(0), solution));
}

}  // namespace contact_internal

// Solves `problem`. It starts from the forces of the last solve if that succeeded and had as many contacts
// and joint rows. Set state.warm = false if contacts were exchanged for others. If forces are not unique, the
// answer is near the start (docs/solvers.md).
//   kSolved       forces, velocities and modes, with their certificate from the untouched problem: residual,
//                 cone violation, slip error and rounding are each at most kCoulombTolerance / 2
//   kInfeasible   no forces meet the conditions, and solution.proof shows it (contact_infeasibility.hpp)
//   kPivotBudget, kInaccurate   no solution was found; this proves nothing
//   kNotFinite, kBadSize, kBadFriction, kBadBounds, kNotSymmetric   refused: all forces are zero
// Forces are always finite, without pull, and inside their cones and bounds; if they are no solution, of a
// size that could have stopped the bodies. Velocities and certificate belong to them (a refused problem has
// none). Cost: a Newton step takes n³/3 + 6 n² multiply-adds, n ≤ rows, and 4 rows² for velocities and
// certificate. A pivot of Lemke's stage takes (p (d + 2))². The budget counts Newton steps and Lemke's pivots
// together, five sweeps of late stages as one, and with kNewtonOnly a held step's two Newton steps as one.
// Its default is 200 + 10 p (p + 1) + 10 for each joint row; the success rates in docs/ were measured with
// it.
template <typename Scalar, int kContacts, int kJointRows, SolverStages kStages>
SolveStatus SolveContacts(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                          const SolveOptions& options,
                          ContactSolverState<Scalar, kContacts, kJointRows, kStages>& state,
                          ContactSolution<Scalar, kContacts, kJointRows>& solution) {
  constexpr bool kAlone = kStages == SolverStages::kNewtonOnly;
  const bool warm =
      state.warm && state.warm_contacts == problem.contacts && state.warm_joint_rows == problem.joint_rows;
  state.warm = false;
  Clear(&solution);
  solution.status = CheckInput(problem);
  if (solution.status != SolveStatus::kSolved) return solution.status;
  if constexpr (kJointRows > 0) ClipToCones(problem, &solution);  // bounds may exclude zero
  if (FindZeroRow(problem, &solution.proof)) {
    CertifyCoulomb(problem, Scalar(0), &solution);
    solution.stage = SolveStage::kProof;
    return solution.status = SolveStatus::kInfeasible;
  }

  const int budget = options.BudgetOr(contact_internal::DefaultBudget(problem.contacts, problem.joint_rows));
  bool done = false;
  if constexpr (kJointRows == 0) {
    done = contact_internal::RunPlainStage<kAlone>(problem, warm ? &state.last : nullptr, budget,
                                                   &state.plain, &solution);
  }
  if constexpr (!kAlone) {
    if (!done) {
      contact_internal::LateStages stages(problem, state.last, budget, &state.further, &solution);
      done = stages.Run(warm);
      if constexpr (kJointRows == 0) {
        if (!done && state.plain.TakeBest(contact_internal::kLastTolerance<Scalar>, &solution)) {
          solution.stage = SolveStage::kModes;
          done = true;
        }
      }
    }
  }
  if (!done)
    solution.status = solution.pivots < budget ? SolveStatus::kInaccurate : SolveStatus::kPivotBudget;
  if (solution.status != SolveStatus::kSolved) contact_internal::BoundForces(problem, &solution);
  contact_internal::SettleModes(problem, &solution);
  if (solution.status == SolveStatus::kSolved) {
    state.last = solution;
    state.warm = true;
    state.warm_contacts = problem.contacts;
    state.warm_joint_rows = problem.joint_rows;
  }
  return solution.status;
}

}  // namespace footing

#ifdef FOOTING_INSTANCES
#include "core/contact/instances/solver_instances.hpp"
#endif
