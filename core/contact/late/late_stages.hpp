// The stages of the contact solver that follow if plain Newton steps (plain_newton.hpp) fail, under the same
// budget:
//   modes      held steps (held_steps.hpp) from the last answer, then from sweeps
//   proof      that there is no solution
//   Lemke      polyhedral cones, turned against the slip each time, and held steps from there
//   proximal   held steps from other starts, most with a larger δ
// If all fail, the answer is the best admissible forces that were found.
#pragma once

#include "core/contact/late/contact_infeasibility.hpp"
#include "core/contact/late/pyramid_start.hpp"
#include "core/contact/newton/gauss_seidel.hpp"
#include "core/contact/newton/held_steps.hpp"

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
  FixedModes<Scalar, kContacts, kJointRows> modes;
  ContactForces<Scalar, kContacts, kJointRows> best;  // with the least natural map so far
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
      : problem_(problem), last_(last), budget_(budget), memory_(*stages), out_(*solution) {}

  // True: solved, or proven infeasible, as out_.status says. Names out_.mode, and sets out_.rank to the rank
  // of these modes' system.
  bool Run(bool warm) {
    ClearForces(&memory_.best);
    const bool done = RunModes(warm);
    HeldSteps<Scalar, kContacts, kJointRows, Delta> named(problem_, &memory_.modes);
    named.Begin(out_);
    out_.mode = named.at().mode;
    memory_.modes.FactorRows(problem_);
    out_.rank = memory_.modes.rank();
    return done;
  }

 private:
  using Delta = LateDelta<Scalar>;

  int Left() const { return budget_ - out_.pivots; }

  bool RunModes(bool warm) {
    if (warm) {
      static_cast<Forces&>(out_) = last_;
      UpdateVelocities(problem_, &out_);
      // A gain would let forces that are not unique move further than they must.
      if (Iterate(Delta(kWarmStart, false), SolveStage::kModes, 12)) return true;
    }
    StartFromSweeps(kSweepsOfStep);
    if (Iterate(Delta(), SolveStage::kModes, 20 + 5 * problem_.contacts)) return true;
    if constexpr (kDirections > 0) {
      if (RunProofAndLemke()) return true;
    }
    if (RunProximal(kDirections > 0 ? 5 : 1)) return true;
    return TakeBest(kLastTolerance<Scalar>);
  }

  // The stages whose worst case is too long for a board.
  bool RunProofAndLemke() {
    if (Prove(12)) return true;
    if (problem_.joint_rows == 0) {
      for (int turn = 0; turn < 3 && Left() > 0; ++turn) {
        StartFromPyramid(turn == 0);
        if (Iterate(Delta(Scalar(1e-5L)), SolveStage::kLemke, 30)) return true;
      }
    }
    return false;
  }

  bool RunProximal(int starts) {
    // The sweeps that give each start, and the δ with which the steps from there begin.
    constexpr struct {
      int sweeps;
      Scalar start;
    } kStarts[] = {
        {0, Scalar(1)}, {50, Scalar(0.1L)}, {1, Scalar(0.3L)}, {15, Scalar(0.03L)}, {200, Scalar(0.01L)}};
    for (int k = 0; k < starts; ++k) {  // at most 5
      const auto& from = kStarts[k];
      const int pivots = (from.sweeps - 1) / kSweepsOfStep;
      if (Left() <= pivots) continue;
      const int before = out_.pivots;
      out_.pivots += pivots;
      Count(SolveStage::kProximal, before);
      StartFromSweeps(from.sweeps);
      if (Iterate(Delta(from.start), SolveStage::kProximal, 80)) return true;
    }
    return false;
  }

  // Steps divide rounding by it. It is so large that forces that are not unique stay where they are.
  static constexpr Scalar kWarmStart = sizeof(Scalar) == 4 ? Scalar(1e-3L) : Scalar(1e-6L);

  // Sets the admissible forces nearest to zero.
  void ClearForces(Forces* forces) const {
    for (auto& f : forces->force) f.setZero();
    forces->joint_force.setZero();
    forces->mode.fill(ContactMode::kSeparate);
    ClipToCones(problem_, forces);
    UpdateVelocities(problem_, forces);
  }

  void StartFromSweeps(int sweeps) {
    ClearForces(&out_);
    if (sweeps > 0) SweepGaussSeidel(problem_, sweeps, SweepFrom::kForces, &out_);
  }

  bool Iterate(const Delta& delta, SolveStage stage, int rounds) {
    const int before = out_.pivots;
    out_.stage = stage;
    const bool solved = TakeSteps(delta, Min(rounds, Left()));
    Count(stage, before);
    return solved;
  }

  // Takes held steps from out_. True: solved.
  bool TakeSteps(const Delta& delta, int rounds) {
    HeldSteps<Scalar, kContacts, kJointRows, Delta> steps(problem_, &memory_.modes, delta);
    steps.Begin(out_);
    for (int round = 0; round < rounds; ++round) {  // at most 80, spends budget
      ++out_.pivots;
      const bool near = steps.Take(&out_);
      if (steps.map() < best_map_) {
        best_map_ = steps.map();
        memory_.best = out_;
      }
      if (!near) continue;
      ClipToCones(problem_, &out_);
      if (CertifyCoulomb(problem_, kSolverTolerance<Scalar>, &out_)) return true;
    }
    return false;
  }

  // Puts the forces with the least natural map so far into out_, made admissible. True: they pass.
  bool TakeBest(Scalar tolerance) {
    static_cast<Forces&>(out_) = memory_.best;
    ClipToCones(problem_, &out_);
    return CertifyCoulomb(problem_, tolerance, &out_);
  }

  bool Prove(int rounds) {
    const int before = out_.pivots;
    const bool proven = GrowProof(Min(rounds, Left()));
    Count(SolveStage::kProof, before);
    if (!proven) return false;
    out_.status = SolveStatus::kInfeasible;
    out_.stage = SolveStage::kProof;
    static_cast<void>(TakeBest(kSolverTolerance<Scalar>));
    return true;
  }

  // Takes held steps without friction, from no forces. If no forces can meet the conditions, the forces grow
  // without end along the vector that proves it, which goes to out_.proof.
  bool GrowProof(int rounds) {
    HeldSteps<Scalar, kContacts, kJointRows, ProofDelta<Scalar>> steps(problem_, &memory_.modes);
    ClearForces(&out_);
    steps.Begin(out_);
    for (int round = 0; round < rounds; ++round) {  // at most 12, spends budget
      ++out_.pivots;
      for (int i = 0; i < problem_.rows(); ++i) out_.proof[i] = -ForceOf(steps.at(), i);
      static_cast<void>(steps.Take(&out_));
      for (int i = 0; i < problem_.rows(); ++i) out_.proof[i] += ForceOf(out_, i);
      if (!steps.delta().changed() && ProvesInfeasible(problem_, &out_.proof)) return true;
    }
    return false;
  }

  Scalar ForceOf(const Forces& forces, int row) const {
    const int joint = row - 3 * problem_.contacts;
    return joint < 0 ? forces.force[static_cast<unsigned>(row / 3)][row % 3] : forces.joint_force[joint];
  }

  void StartFromPyramid(bool first) {
    const int before = out_.pivots;
    if (first)
      memory_.pyramid.Reset();
    else
      memory_.pyramid.TurnAgainstSlip();
    memory_.pyramid.Solve(problem_, Left(), &out_);
    Count(SolveStage::kLemke, before);
    ClipToCones(problem_, &out_);
    UpdateVelocities(problem_, &out_);
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
  Scalar best_map_ = kInfinity<Scalar>;
};

}  // namespace contact_internal

}  // namespace footing
