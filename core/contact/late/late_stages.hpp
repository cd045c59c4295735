// The stages of the contact solver that follow if plain Newton steps (plain_newton.hpp) fail, under the same
// budget:
//   modes      Newton steps on the scaled problem, held back while modes change
//   proof      that there is no solution
//   Lemke      polyhedral cones, turned against the slip each time, and the same Newton steps
//   proximal   Newton steps from other starts, held back strongly
// If all fail, the answer is the best admissible forces that were found.
#pragma once

#include "core/contact/gauss_seidel.hpp"
#include "core/contact/late/mode_newton.hpp"
#include "core/contact/late/pyramid_start.hpp"

namespace footing {

namespace contact_internal {

// Stricter than "solved" requires, because other evaluators round differently: a quarter of that, at the end
// a half.
template <typename Scalar>
inline constexpr Scalar kSolverTolerance = kCoulombTolerance<Scalar> / Scalar(4);
template <typename Scalar>
inline constexpr Scalar kLastTolerance = kCoulombTolerance<Scalar> / Scalar(2);

// The memory of these stages.
template <typename Scalar, int kContacts, int kJointRows, int kDirections>
struct LateStageMemory {
  ModeNewtonWorkspace<Scalar, kContacts, kJointRows> newton;
  PyramidStart<Scalar, kContacts, kDirections> pyramid;
};

// `last`: the forces from which a warm run starts.
template <typename Scalar, int kContacts, int kJointRows, int kDirections>
class LateStages {
 public:
  using Problem = ContactProblem<Scalar, kContacts, kJointRows>;
  using Solution = ContactSolution<Scalar, kContacts, kJointRows>;
  using Stages = LateStageMemory<Scalar, kContacts, kJointRows, kDirections>;
  using Forces = ContactForces<Scalar, kContacts, kJointRows>;

  LateStages(const Problem& problem, const Forces& last, int budget, Stages* stages, Solution* solution)
      : problem_(problem),
        last_(last),
        budget_(budget),
        memory_(*stages),
        out_(*solution),
        newton_(problem, kSolverTolerance<Scalar>, stages->newton) {}

  // True: solved, or proven infeasible, as out_.status says.
  bool Run(bool warm) {
    const bool done = RunModes(warm);
    for (int c = 0; c < problem_.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      out_.mode[i] = newton_.modes()[i];
    }
    out_.rank = newton_.rank();
    return done;
  }

 private:
  int Left() const { return budget_ - out_.pivots; }

  bool RunModes(bool warm) {
    newton_.Load();
    ProximalSchedule<Scalar> schedule;
    if (warm) {
      newton_.StartFrom(last_);
      schedule.start = kWarmStart;
      schedule.follow_gain = false;  // forces that are not unique would move further than they must
      if (Iterate(schedule, SolveStage::kModes, 12)) return true;
      schedule = {};
    }
    StartFromSweeps(kSweepsOfStep);
    if (Iterate(schedule, SolveStage::kModes, 20 + 5 * problem_.contacts)) return true;
    if constexpr (kDirections > 0) {
      if (RunProofLemkeProximal()) return true;
    }
    return newton_.TakeBest(kLastTolerance<Scalar>, &out_);
  }

  // The stages whose worst case is too long for a board.
  bool RunProofLemkeProximal() {
    if (Prove(12)) return true;
    ProximalSchedule<Scalar> schedule;
    if (problem_.joint_rows == 0) {
      schedule.start = Scalar(1e-5L);
      for (int turn = 0; turn < 3 && Left() > 0; ++turn) {
        StartFromPyramid(turn == 0);
        if (Iterate(schedule, SolveStage::kLemke, 30)) return true;
      }
    }
    // The sweeps that give each start, and the δ with which the steps from there begin.
    constexpr struct {
      int sweeps;
      Scalar start;
    } kStarts[] = {
        {0, Scalar(1)}, {50, Scalar(0.1L)}, {1, Scalar(0.3L)}, {15, Scalar(0.03L)}, {200, Scalar(0.01L)}};
    for (const auto& from : kStarts) {  // at most 5
      const int pivots = (from.sweeps - 1) / kSweepsOfStep;
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

  // Steps divide rounding by it. It is so large that forces that are not unique stay where they are.
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
    out_.stage = SolveStage::kProof;
    newton_.TakeBest(kSolverTolerance<Scalar>, &out_);
    return true;
  }

  void StartFromPyramid(bool first) {
    const int before = out_.pivots;
    if (first)
      memory_.pyramid.Reset();
    else
      memory_.pyramid.TurnAgainstSlip();
    memory_.pyramid.Solve(problem_, Left(), &out_);
    Count(SolveStage::kLemke, before);
    newton_.StartFrom(out_);
  }

  void Count(SolveStage stage, int before) {
    std::int16_t& pivots = out_.stage_pivots[static_cast<unsigned>(stage)];
    pivots = static_cast<std::int16_t>(pivots + out_.pivots - before);
  }

  const Problem& problem_;
  const Forces& last_;
  const int budget_;
  Stages& memory_;
  Solution& out_;
  ModeNewton<Scalar, kContacts, kJointRows> newton_;
};

}  // namespace contact_internal

}  // namespace footing
