// Newton steps on the problem as it is, neither scaled nor damped. Fixed modes make it linear,
// fixed_modes.hpp solves it, and the certificate measures the error that is left. The first modes come from a
// few Gauss–Seidel sweeps. They come from the last tick instead if a projected step, at a fifth of a sweep's
// cost, finds little changed. If contacts depend on each other, dependent rows keep their force; a warm start
// first shares a change of load among all. Most ticks end here. Held steps (held_steps.hpp) go on: in the
// deployed solver after three steps, otherwise in late_stages.hpp.
#pragma once

#include "core/contact/newton/fixed_modes.hpp"
#include "core/contact/newton/gauss_seidel.hpp"
#include "core/contact/newton/held_steps.hpp"

namespace footing {

template <typename Scalar, int kContacts>
class PlainNewton {
 public:
  using Problem = ContactProblem<Scalar, kContacts>;
  using Solution = ContactSolution<Scalar, kContacts>;
  using Forces = ContactForces<Scalar, kContacts>;
  using Certificate = CoulombCertificate<Scalar>;

  // Starts from the forces and modes of `last` if it is given, otherwise from no forces. solution->status
  // must be kSolved. Takes at most `budget` steps, which are added to solution->pivots, and one step of
  // Share, which is not counted. True: *solution is certified to `tolerance`, and its modes are those of the
  // last step. If `last` still holds and no step was taken, it is certified to twice the tolerance. False:
  // its forces are admissible. Cost: a step takes a factorization and 4 rows² multiply-adds, a sweep rows².
  template <bool kShort>
  bool Solve(const Problem& problem, const Forces* last, int budget, Scalar tolerance, Solution* solution) {
    solved_ = false;
    best_error_ = kInfinity<Scalar>;
    Start start = Start::kNothing;
    if (last != nullptr) {
      solution->force = last->force;
      solution->mode = last->mode;
      UpdateVelocities(problem, solution);
      start = FindStart(problem, *last, tolerance, solution);
      if (start == Start::kSolution) return true;
      // Sweeps would redistribute forces among dependent contacts, so the last modes are tried first.
      if (start == Start::kForces && !modes_.unique()) {
        if (kShort) Share(problem, solution);
        if (Iterate<kShort>(problem, 1, tolerance, true, solution)) return true;
        if (!kShort && !modes_.unique()) return false;
      }
    }
    // Sweeps, then steps. With more contacts a step costs as much as more sweeps, so more sweeps are made.
    constexpr int kSweeps[] = {kShort ? 4 : 5, 5, 20};
    constexpr int kFewSweeps = 3;
    constexpr int kRounds = 3;
    constexpr int kTurns = kShort ? 1 : 3;
    for (int turn = 0; turn < kTurns; ++turn) {
      const int left = budget - solution->pivots;
      if (left <= 0) return false;
      if (solution->pivots > 0) Remember(*solution);
      const Start from = turn == 0 ? start : Start::kForces;
      const bool sweep = from != Start::kModes;
      if (sweep) {
        const bool few = from == Start::kSlides || (kShort && from == Start::kForces);
        const int sweeps = few ? kFewSweeps : Max(kSweeps[turn], 2 * problem.contacts / 3 + 2);
        SweepGaussSeidel(problem, sweeps, from == Start::kNothing ? SweepFrom::kNothing : SweepFrom::kForces,
                         solution);
      }
      if (Iterate<true>(problem, Min(kRounds, left), tolerance, sweep, solution)) return true;
    }
    if constexpr (kShort) {
      HeldSteps<Scalar, kContacts> steps(problem, &modes_);
      while (solution->pivots < budget) {  // at most 400, spends budget beyond 3
        if (GoOn(problem, tolerance, &steps, solution)) return true;
      }
    }
    return false;
  }

  // Keeps the forces for TakeBest if they are the best so far; the next step or stage overwrites *solution.
  void Remember(const Solution& solution) {
    if (!(Error(solution) < best_error_)) return;
    best_error_ = Error(solution);
    best_ = solution;
    best_certificate_ = solution;
  }

  // Puts the forces with the smallest error that the last Solve found into *solution, with their certificate.
  // True: they pass. False without a step: *solution has no certificate.
  bool TakeBest(Scalar tolerance, Solution* solution) const {
    if (solution->pivots == 0) return false;
    if (best_error_ < Error(*solution)) {
      static_cast<Forces&>(*solution) = best_;
      static_cast<Certificate&>(*solution) = best_certificate_;
    }
    return IsCertified(*solution, tolerance);
  }

  int rank() const { return modes_.rank(); }

  // The factors of the last step, if they belong to the modes of `solution` and its forces are surely unique;
  // otherwise null. If something slides, the factors are those of the forces before that step; the slip has
  // then hardly turned in it.
  const FixedModes<Scalar, kContacts>* FactorsOf(const Solution& solution) const {
    const bool solved = solved_ && solution.status == SolveStatus::kSolved;
    return solved && modes_.AreModesOf(solution) && modes_.IsSurelyUnique() ? &modes_ : nullptr;
  }

 private:
  static Scalar Error(const Certificate& of) { return Max(of.residual, of.slip_error); }

  // Takes at most `rounds` steps, the first in the modes of *solution. `fresh`: its velocities belong to its
  // forces. If forces are not unique, dependent rows keep their forces with kAny; without kAny no step is
  // taken. Not inlined: a second copy would not be in the cache when a tick needs it.
  template <bool kAny>
  [[gnu::noinline]] bool Iterate(const Problem& problem, int rounds, Scalar tolerance, bool fresh,
                                 Solution* solution) {
    for (int round = 0; round < rounds; ++round) {  // at most 3, spends budget
      if (round > 0) {
        Remember(*solution);
        NameModes(problem, solution);
      }
      ++solution->pivots;
      static_cast<void>(modes_.Factor(problem, *solution));
      if (modes_.unique()) {
        modes_.Solve(problem, &solution->force);
      } else {
        if (!kAny) {
          solution->residual = kInfinity<Scalar>;  // not computed
          return false;
        }
        if (round > 0 || !fresh) UpdateVelocities(problem, solution);
        modes_.Step(problem, solution);
      }
      ClipToCones(problem, solution);
      solved_ = CertifyCoulomb(problem, tolerance, solution);
      if (solved_) return true;
    }
    return false;
  }

  // Takes a held step, the first from the best forces so far. True: solved. Not inlined: the tick's three
  // steps seldom leave it anything.
  [[gnu::noinline]] bool GoOn(const Problem& problem, Scalar tolerance, HeldSteps<Scalar, kContacts>* steps,
                              Solution* solution) {
    if (steps->taken() == 0) {
      Remember(*solution);
      if (!(best_error_ < kInfinity<Scalar>)) {
        for (auto& f : best_.force) f = {Scalar(0), Scalar(0), Scalar(0)};
        UpdateVelocities(problem, &best_);
      }
      steps->Begin(best_);
    }
    ++solution->pivots;
    if (!steps->Take(solution)) {
      solution->residual = kInfinity<Scalar>;  // not computed
      return false;
    }
    ClipToCones(problem, solution);
    solved_ = CertifyCoulomb(problem, tolerance, solution);
    if (solved_)
      static_cast<void>(modes_.Factor(problem, *solution));  // without δ, for what follows the solve
    else
      Remember(*solution);
    return solved_;
  }

  // Takes a step in the modes of *solution that spreads the change over all contacts that can take it. It is
  // approximate; the next step makes it exact. Not inlined, because it is seldom needed.
  [[gnu::noinline]] void Share(const Problem& problem, Solution* solution) {
    static_cast<void>(modes_.Describe(problem, *solution));
    modes_.FactorRows(problem, kSharing<Scalar>);
    modes_.Step(problem, solution);
    UpdateVelocities(problem, solution);
  }

  // Judges by a projected step what still holds of the last tick's answer, whose velocities are in *solution.
  //   kSolution  all of it: the step hardly moves a normal force, and the answer passes the certificate, at
  //              twice the tolerance, as when it was accepted
  //   kModes     its modes: the step ends in them and moves no normal force by more than a tenth. Never where
  //              contacts depend on each other
  //   kSlides    as kModes, in double, where something slides. A Newton step squares the error of a slip's
  //              direction; that is not enough there, and a few sweeps cost less than a second step
  //   kNothing   nothing: the normals' natural map is at least a fifth of that without forces. Sweeps from no
  //              forces converge as soon, and keep nothing of a heavier load
  //   kForces    its forces: all other cases
  enum class Start : std::uint8_t { kSolution, kModes, kSlides, kForces, kNothing };
  Start FindStart(const Problem& problem, const Forces& last, Scalar tolerance, Solution* solution) const {
    NameModes(problem, solution);
    bool same = true, keeps = modes_.unique() && solution->mode == last.mode, turns = false;
    for (int c = 0; c < problem.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      const Scalar f_n = last.force[i][0], change = Abs(solution->force[i][0] - f_n);
      same &= change <= Scalar(8) * tolerance * f_n;
      keeps &= change <= Scalar(0.1L) * f_n;
      turns |= sizeof(Scalar) > 4 && last.mode[i] == ContactMode::kSlide;
    }
    if (keeps && !same && !turns) return Start::kModes;

    solution->force = last.force;
    solution->mode = last.mode;
    ClipToCones(problem, solution);
    if (solution->force != last.force) UpdateVelocities(problem, solution);  // μ has fallen
    if (same && CertifyCoulomb(problem, Scalar(2) * tolerance, solution)) return Start::kSolution;
    if (keeps) return turns ? Start::kSlides : Start::kModes;
    Scalar with = Scalar(0), without = Scalar(0);
    for (int c = 0; c < problem.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      const Scalar bias = problem.normal_bias[c];
      const Scalar per_force = problem.dt * problem.NormalDiagonal(c);
      with += Abs(Min(per_force * last.force[i][0], solution->velocity[i][0] + bias));
      without += Max(Scalar(0), -(problem.free_velocity[3 * c] + bias));
    }
    return with < Scalar(0.2L) * without ? Start::kForces : Start::kNothing;
  }

  // Takes a projected step: *solution gets the forces and the modes in which it ends.
  static void NameModes(const Problem& problem, Solution* solution) {
    const Scalar per_step = Scalar(1) / problem.dt;
    for (int c = 0; c < problem.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      const Vector3<Scalar>& u = solution->velocity[i];
      Vector3<Scalar>& f = solution->force[i];
      const Scalar step = per_step / problem.LargestDiagonal(c);
      f[0] -= step * (u[0] + problem.normal_bias[c]);
      // No push, or one that moves nothing.
      if (!(problem.NormalDiagonal(c) * f[0] > Scalar(0)) || !IsFinite(step)) {
        solution->mode[i] = ContactMode::kSeparate;
        f = {Scalar(0), Scalar(0), Scalar(0)};
        continue;
      }
      f[1] -= step * u[1];
      f[2] -= step * u[2];
      const Scalar limit = problem.friction[c] * f[0];
      const bool sticks = ClipToDisc(limit, &f[1], &f[2]) && limit > Scalar(0);
      solution->mode[i] = sticks ? ContactMode::kStick : ContactMode::kSlide;
    }
  }

  FixedModes<Scalar, kContacts> modes_;
  Forces best_;
  Certificate best_certificate_;
  Scalar best_error_ = kInfinity<Scalar>;
  bool solved_ = false;
};

}  // namespace footing
