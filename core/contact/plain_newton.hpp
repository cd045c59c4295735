// Newton steps on the untouched problem, from the modes that a few Gauss–Seidel sweeps name, or from last
// tick's where a projected step, at a fifth of one sweep's price, finds little changed: modes make the
// problem linear, fixed_modes.hpp solves that, the certificate says what is left. Nothing is scaled and
// nothing held back; of contacts that depend on each other the dependent rows keep the force they have, and a
// warm start first shares among them what the load has changed. Most ticks end here; what does not is for
// mode_newton.hpp.
#pragma once

#include "core/contact/fixed_modes.hpp"
#include "core/contact/gauss_seidel.hpp"

namespace footing {

template <typename Scalar, int kContacts>
class PlainNewton {
 public:
  using Problem = ContactProblem<Scalar, kContacts>;
  using Solution = ContactSolution<Scalar, kContacts>;
  using Forces = ContactForces<Scalar, kContacts>;

  // At most `budget` steps, added to solution->pivots, and one of Share, which is not; from the forces and
  // modes of `last`, if given, else from none; solution->status must be kSolved. True: *solution is certified
  // to `tolerance`, the answer of `last` to twice that, with no step; its modes are those of the last step.
  // False: its forces are admissible. A step costs a factorization and 4 rows² multiply-adds, a sweep rows².
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
      // Sweeps would move what contacts share that depend on each other: there the last modes go first.
      if (start == Start::kForces && !modes_.unique()) {
        if (kShort) Share(problem, solution);
        if (Iterate<kShort>(problem, 1, tolerance, true, solution)) return true;
        if (!kShort && !modes_.unique()) return false;
      }
    }
    // Sweeps, and steps from there: the more contacts, the more sweeps a step costs.
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
    return false;
  }

  // Keeps forces for TakeBest that the next step, or the next rung, is about to leave.
  void Remember(const Solution& solution) {
    if (!(Error(solution) < best_error_)) return;
    best_error_ = Error(solution);
    best_ = solution;
  }

  // The forces that came nearest to a certificate in the last Solve, else those it ended with, and their
  // certificate. True: they pass.
  bool TakeBest(const Problem& problem, Scalar tolerance, Solution* solution) const {
    const int pivots = solution->pivots;
    if (pivots == 0)
      CertifyCoulomb(problem, tolerance, solution);  // each step ends with a certificate
    else if (best_error_ < Error(*solution))
      *solution = best_;
    solution->pivots = pivots;
    return IsCertified(*solution, tolerance);
  }

  int rank() const { return modes_.rank(); }

  // The factors of the last step where they are those of the solution that it ended in, so where nothing
  // slides and every contact kept its mode, and where they leave one choice of forces; else none.
  const FixedModes<Scalar, kContacts>* FactorsOf(const Solution& solution) const {
    if (!solved_ || !modes_.AllStick() || !modes_.unique()) return nullptr;
    for (int k = 0; k < modes_.loaded(); ++k) {
      if (solution.mode[static_cast<unsigned>(modes_.contact(k))] != ContactMode::kStick) return nullptr;
    }
    return &modes_;
  }

 private:
  static Scalar Error(const Solution& solution) { return Max(solution.residual, solution.slip_error); }

  // Steps whose first is that of the modes in *solution; `fresh`: its velocities are its forces'. Where
  // forces are not unique: with kAny, such that the dependent rows keep theirs; else none.
  // Not inlined: the second copy would be in no cache when a tick needs it.
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
          solution->residual = kInfinity<Scalar>;  // nobody has looked
          return false;
        }
        if (round > 0 || !fresh) UpdateVelocities(problem, solution);
        modes_.Step(problem, solution->velocity, &solution->force);
      }
      ClipToCones(problem, solution);
      solved_ = CertifyCoulomb(problem, tolerance, solution);
      if (solved_) return true;
    }
    return false;
  }

  // A step in the modes of *solution, shared by all contacts that can take it up; the next step makes exact
  // what this one leaves. Not inlined, as it is seldom needed.
  [[gnu::noinline]] void Share(const Problem& problem, Solution* solution) {
    static_cast<void>(modes_.Describe(problem, *solution));
    modes_.FactorRows(problem, kSharing<Scalar>);
    modes_.Step(problem, solution->velocity, &solution->force);
    UpdateVelocities(problem, solution);
  }

  // What still holds of the last tick's answer, whose velocities are in *solution, by a projected step.
  //   kSolution  all of it: the step hardly moves a normal force, and it passes the certificate, at twice the
  //              tolerance, as when it was accepted
  //   kModes     its modes: the step ends in them and moves no normal force by more than a tenth. Not asked
  //              where contacts depend on each other
  //   kSlides    the same in double where something slides: a step squares the error of a slip's direction,
  //              which is still too much, and a few sweeps cost less than a second step
  //   kNothing   the normals' natural map is a fifth of that without forces, or more: from these sweeps get
  //              there as soon, and keep nothing that a heavier load has left
  //   kForces    else
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
    if (solution->force != last.force) UpdateVelocities(problem, solution);  // μ fell
    if (same && CertifyCoulomb(problem, Scalar(2) * tolerance, solution)) return Start::kSolution;
    if (keeps) return turns ? Start::kSlides : Start::kModes;
    Scalar with = Scalar(0), without = Scalar(0);
    for (int c = 0; c < problem.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      const Scalar bias = problem.normal_bias[c];
      const Scalar per_force = problem.dt * problem.delassus(3 * c, 3 * c);
      with += Abs(Min(per_force * last.force[i][0], solution->velocity[i][0] + bias));
      without += Max(Scalar(0), -(problem.free_velocity[3 * c] + bias));
    }
    return with < Scalar(0.2L) * without ? Start::kForces : Start::kNothing;
  }

  // The modes that a projected step ends in, and its forces.
  static void NameModes(const Problem& problem, Solution* solution) {
    const Scalar per_step = Scalar(1) / problem.dt;
    for (int c = 0; c < problem.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      const Vector3<Scalar>& u = solution->velocity[i];
      Vector3<Scalar>& f = solution->force[i];
      const auto diagonal = [&](int k) { return problem.delassus(3 * c + k, 3 * c + k); };
      const Scalar step = per_step / Max(diagonal(0), Max(diagonal(1), diagonal(2)));
      f[0] -= step * (u[0] + problem.normal_bias[c]);
      if (!(diagonal(0) * f[0] > Scalar(0)) || !IsFinite(step)) {  // no push, or one that moves nothing
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
  Solution best_;
  Scalar best_error_ = kInfinity<Scalar>;
  bool solved_ = false;
};

}  // namespace footing
