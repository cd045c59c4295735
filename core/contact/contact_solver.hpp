// Contact forces of one time step with circular Coulomb cones, and the joint forces beside them.
//
// A ladder under one pivot budget:
//   plain      Newton steps from the modes of a few Gauss–Seidel sweeps, which start from last tick's forces
//   modes      Newton steps on the scaled problem, held back while modes change
//   proof      that there is no solution
//   Lemke      polyhedral cones, turned against the slip each time, and the same Newton steps
//   proximal   Newton steps from elsewhere, held back strongly
// Where all fail: the best admissible forces that came by. "Solved" is said only of forces that passed
// the certificate of coulomb.hpp, which sees the untouched problem and the forces alone.
#pragma once

#include "core/contact/gauss_seidel.hpp"
#include "core/contact/mode_newton.hpp"
#include "core/contact/plain_newton.hpp"
#include "core/contact/pyramid_start.hpp"

namespace footing {

struct ContactSolverOptions {
  // Newton steps, Lemke's pivots and, by five, the sweeps of late stages together; 0: what SolveContacts'
  // rates were measured at.
  int pivot_budget = 0;

  int Budget(int contacts, int joint_rows) const {
    return pivot_budget > 0 ? pivot_budget : 200 + 10 * contacts * (contacts + 1) + 10 * joint_rows;
  }
};

// As kDirections: the ladder's first rung alone. For boards that must know their worst case; of random point
// feet, cold, it solves 98 % in three steps. Not with joint rows.
inline constexpr int kPlainOnly = -1;

// A solver's memory and last answer. kDirections: of Lemke's stage, which takes most of the memory and
// is passed over where there are joint rows; 0 leaves it out, and with it proofs and late starts. In float,
// at 4 contacts and 8 directions, 19 kB; with 0, 3 kB; kPlainOnly, 1.3 kB.
template <typename Scalar, int kContacts, int kJointRows = 0, int kDirections = 8>
struct ContactSolverState {
  static_assert(kDirections >= kPlainOnly && (kDirections >= 0 || kJointRows == 0));
  PlainNewton<Scalar, kContacts> plain;
  struct Rungs {
    ModeNewtonWorkspace<Scalar, kContacts, kJointRows> newton;
    PyramidStart<Scalar, kContacts, kDirections> pyramid;
  };
  struct None {};
  std::conditional_t<kDirections == kPlainOnly, None, Rungs> further;
  ContactForces<Scalar, kContacts, kJointRows> last;  // what the next solve starts from
  bool warm = false;                                  // `last` was solved; set false to start cold
  int warm_contacts = 0;
  int warm_joint_rows = 0;
};

namespace contact_internal {

// A quarter of what "solved" allows, and a half at the end: other evaluators round differently.
template <typename Scalar>
inline constexpr Scalar kSolverTolerance = kCoulombTolerance<Scalar> / Scalar(4);
template <typename Scalar>
inline constexpr Scalar kLastTolerance = kCoulombTolerance<Scalar> / Scalar(2);

// The first rung, and all there is if `kAlone`. True: solved.
template <bool kAlone, typename Scalar, int kContacts>
bool ClimbPlain(const ContactProblem<Scalar, kContacts>& problem,
                const ContactForces<Scalar, kContacts>* last, int budget,
                PlainNewton<Scalar, kContacts>* plain, ContactSolution<Scalar, kContacts>* solution) {
  solution->stage = SolveStage::kModes;
  bool solved = plain->template Solve<kAlone>(problem, last, budget, kSolverTolerance<Scalar>, solution);
  if (kAlone && !solved) solved = plain->TakeBest(problem, kLastTolerance<Scalar>, solution);
  solution->stage_pivots[static_cast<unsigned>(SolveStage::kModes)] =
      static_cast<std::int16_t>(solution->pivots);
  solution->rank = plain->rank();
  return solved;
}

// The further rungs and what they share.
template <typename Scalar, int kContacts, int kJointRows, int kDirections>
class ContactLadder {
 public:
  using Problem = ContactProblem<Scalar, kContacts, kJointRows>;
  using Solution = ContactSolution<Scalar, kContacts, kJointRows>;
  using State = ContactSolverState<Scalar, kContacts, kJointRows, kDirections>;

  ContactLadder(const Problem& problem, int budget, State* state, Solution* solution)
      : problem_(problem),
        budget_(budget),
        state_(*state),
        out_(*solution),
        newton_(problem, kSolverTolerance<Scalar>, state->further.newton) {}

  // True: solved, or proven infeasible, as out_.status says.
  bool Climb(bool warm) {
    const bool done = ClimbModes(warm);
    for (int c = 0; c < problem_.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      out_.mode[i] = newton_.modes()[i];
    }
    out_.rank = newton_.rank();
    return done;
  }

 private:
  int Left() const { return budget_ - out_.pivots; }

  bool ClimbModes(bool warm) {
    newton_.Load();
    ProximalSchedule<Scalar> schedule;
    if (warm) {
      newton_.StartFrom(state_.last);
      schedule.start = kWarmStart;
      schedule.follow_gain = false;  // forces that are not unique would move further than they must
      if (Iterate(schedule, SolveStage::kModes, 12)) return true;
      schedule = {};
    }
    StartFromSweeps(kSweepsPerPivot);
    if (Iterate(schedule, SolveStage::kModes, 20 + 5 * problem_.contacts)) return true;
    if constexpr (kDirections > 0) {
      if (ClimbOn()) return true;
    }
    return newton_.TakeBest(kLastTolerance<Scalar>, &out_);
  }

  // The stages whose worst case no board should meet.
  bool ClimbOn() {
    if (Prove(12)) return true;
    ProximalSchedule<Scalar> schedule;
    if (problem_.joint_rows == 0) {
      schedule.start = Scalar(1e-5L);
      for (int turn = 0; turn < 3 && Left() > 0; ++turn) {
        StartFromPyramid(turn == 0);
        if (Iterate(schedule, SolveStage::kLemke, 30)) return true;
      }
    }
    // Sweeps to start from, and how strongly the steps are held back from there.
    constexpr struct {
      int sweeps;
      Scalar start;
    } kStarts[] = {
        {0, Scalar(1)}, {50, Scalar(0.1L)}, {1, Scalar(0.3L)}, {15, Scalar(0.03L)}, {200, Scalar(0.01L)}};
    for (const auto& from : kStarts) {  // at most 5
      const int pivots = (from.sweeps - 1) / kSweepsPerPivot;
      if (Left() <= pivots) continue;
      const int before = out_.pivots;
      out_.pivots += pivots;
      Count(SolveStage::kProximal, before);
      StartFromSweeps(from.sweeps);
      schedule.start = from.start;
      if (Iterate(schedule, SolveStage::kProximal, 80)) return true;
    }
    return false;
  }

  static constexpr int kSweepsPerPivot = 5;  // cost as much together as a Newton step, or less

  // Strong enough that rounding, which it divides, does not stir forces that are not unique.
  static constexpr Scalar kWarmStart = sizeof(Scalar) == 4 ? Scalar(1e-3L) : Scalar(1e-6L);

  void StartFromSweeps(int sweeps) {
    if (sweeps == 0) return newton_.StartFromNothing();
    for (auto& f : out_.force) f.setZero();
    out_.joint_force.setZero();
    ClipToCones(problem_, &out_);
    UpdateVelocities(problem_, &out_);
    SweepGaussSeidel(problem_, sweeps, SweepFrom::kForces, &out_);
    newton_.StartFrom(out_);
  }

  bool Iterate(const ProximalSchedule<Scalar>& schedule, SolveStage stage, int rounds) {
    const int before = out_.pivots;
    out_.stage = stage;
    const bool solved = newton_.Iterate(schedule, Min(rounds, Left()), &out_);
    Count(stage, before);
    return solved;
  }

  bool Prove(int rounds) {
    const int before = out_.pivots;
    const bool proven = newton_.ProveInfeasible(Min(rounds, Left()), &out_);
    Count(SolveStage::kProof, before);
    if (!proven) return false;
    out_.status = SolveStatus::kInfeasible;
    newton_.TakeBest(kSolverTolerance<Scalar>, &out_);
    return true;
  }

  void StartFromPyramid(bool first) {
    const int before = out_.pivots;
    if (first)
      state_.further.pyramid.Reset();
    else
      state_.further.pyramid.TurnAgainstSlip();
    state_.further.pyramid.Solve(problem_, Left(), &out_);
    Count(SolveStage::kLemke, before);
    newton_.StartFrom(out_);
  }

  void Count(SolveStage stage, int before) {
    std::int16_t& pivots = out_.stage_pivots[static_cast<unsigned>(stage)];
    pivots = static_cast<std::int16_t>(pivots + out_.pivots - before);
  }

  const Problem& problem_;
  const int budget_;
  State& state_;
  Solution& out_;
  ModeNewton<Scalar, kContacts, kJointRows> newton_;
};

}  // namespace contact_internal

// Solves `problem`, from the forces of the last solve where it succeeded and had as many contacts and
// joint rows. Where forces are not unique, ones near them are taken (docs/solvers.md).
//   kSolved       forces, velocities and modes; residual, cone violation and slip error each below
//                 kCoulombTolerance / 2
//   kInfeasible   no forces meet the conditions, and solution->proof shows it (infeasibility.hpp)
//   kPivotBudget, kInaccurate   no solution found; proves nothing
//   kNotFinite, kBadSize, kBadFriction, kBadBounds, kNotSymmetric   refused: all forces are zero
// Forces are always finite, without pull, inside their cones and bounds; velocities and certificate are
// theirs (a refused problem has none). Cost: a Newton step n³/3 + 6 n² multiply-adds, n ≤ rows, and
// 4 rows² for velocities and certificate; a pivot of Lemke's stage (p (d + 2))².
template <typename Scalar, int kContacts, int kJointRows, int kDirections>
SolveStatus SolveContacts(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                          const ContactSolverOptions& options,
                          ContactSolverState<Scalar, kContacts, kJointRows, kDirections>* state,
                          ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  const bool warm =
      state->warm && state->warm_contacts == problem.contacts && state->warm_joint_rows == problem.joint_rows;
  state->warm = false;
  Clear(solution);
  solution->status = CheckInput(problem);
  if (solution->status != SolveStatus::kSolved) return solution->status;
  if constexpr (kJointRows > 0) ClipToCones(problem, solution);  // bounds may leave out zero
  if (FindZeroRow(problem, &solution->proof)) {
    CertifyCoulomb(problem, Scalar(0), solution);
    return solution->status = SolveStatus::kInfeasible;
  }

  const int budget = options.Budget(problem.contacts, problem.joint_rows);
  bool done = false;
  if constexpr (kJointRows == 0) {
    done = contact_internal::ClimbPlain<kDirections == kPlainOnly>(problem, warm ? &state->last : nullptr,
                                                                   budget, &state->plain, solution);
  }
  if constexpr (kDirections != kPlainOnly) {
    if (!done) {
      contact_internal::ContactLadder ladder(problem, budget, state, solution);
      done = ladder.Climb(warm);
    }
  }
  if (!done)
    solution->status = solution->pivots < budget ? SolveStatus::kInaccurate : SolveStatus::kPivotBudget;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    if (!(solution->force[i][0] > Scalar(0))) solution->mode[i] = ContactMode::kSeparate;
  }
  if (solution->status == SolveStatus::kSolved) {
    state->last = *solution;
    state->warm = true;
    state->warm_contacts = problem.contacts;
    state->warm_joint_rows = problem.joint_rows;
  }
  return solution->status;
}

}  // namespace footing
