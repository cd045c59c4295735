// Newton steps on the problem as it is, neither scaled nor damped. Fixed modes make it linear,
// fixed_modes.hpp solves it, and the certificate measures the error that is left. The first modes come from a
// few Gauss–Seidel sweeps. They come from the last tick instead if a projected step, at a fifth of a sweep's
// cost, finds little changed. If contacts depend on each other, dependent rows keep their force; a warm start
// first shares a change of load among all. Most ticks end here; mode_newton.hpp solves the others.
#pragma once

#include <cstdio>
#include "core/contact/fixed_modes.hpp"
#include "core/contact/gauss_seidel.hpp"

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
    if (kShort && budget > solution->pivots) {
      Remember(*solution);
      return Continue(problem, budget, tolerance, solution);
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
  // True: they pass.
  bool TakeBest(const Problem& problem, Scalar tolerance, Solution* solution) const {
    if (solution->pivots == 0) {
      CertifyCoulomb(problem, tolerance, solution);  // each step ends with a certificate
    } else if (best_error_ < Error(*solution)) {
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
  // EXPERIMENT
  struct Knobs { double start, least, most, up, down; int sweeps, resweep; int follow; int clip; int hold; int from; int takeback; int cold = 0; int redelta = 0; double c = 0, fall = 0.5, cmost = 1e3, cleast = 1e-3; int search = 0; double ratio = 0.5; int sdelta = 0; int restart = 0; int rsweeps = 0; double rdelta = 1; int partial = 0; double share = 1; double floor = 0; int fround = 0; double relax = 1; int rround = 0; double grow = 1; int per = 5; int late = 0; };
 public:
  static inline bool trace = false;
  static inline Knobs knobs{sizeof(Scalar)==4?1e-3:1e-4, sizeof(Scalar)==4?1e-6:1e-9, 1, 2, 0.1, 5, 0, 0, 0, 0, 0, 0};
 private:
  [[gnu::noinline]] bool Continue(const Problem& problem, int budget, Scalar tolerance, Solution* solution) {
    const auto D = [&](int c) { return problem.dt * problem.LargestDiagonal(c); };
    const auto at = [](int c) { return static_cast<unsigned>(c); };
    if (knobs.from == 0) {
      static_cast<Forces&>(*solution) = best_;
      UpdateVelocities(problem, solution);
      if (knobs.sweeps > 0) SweepGaussSeidel(problem, knobs.sweeps, SweepFrom::kForces, solution);
      solution->pivots += (knobs.sweeps + knobs.per - 1) / knobs.per;
    } else if (knobs.from == 1) {
      SweepGaussSeidel(problem, knobs.sweeps, SweepFrom::kNothing, solution);
      solution->pivots += (knobs.sweeps + knobs.per - 1) / knobs.per;
    } else {
      UpdateVelocities(problem, solution);
    }
    Scalar delta = Scalar(knobs.start), last_map = kInfinity<Scalar>, before = kInfinity<Scalar>;
    auto centre = solution->force;
    std::array<ContactMode, kContacts> mode;
    std::array<Vector3<Scalar>, kContacts> d;
    Scalar map = 0, merit = 0;
    bool limit_changes = false;
    int sweeps = knobs.sweeps;
    const auto name = [&](Scalar del) {
      bool changed = false;
      const auto old_mode = mode;
      Scalar by[kContacts];
      map = 0;
      merit = 0;
      Scalar size = 0;
      for (int c = 0; c < problem.contacts; ++c) {
        const auto i = at(c);
        const Scalar dc = D(c);
        const Vector3<Scalar>& f = solution->force[i];
        Vector3<Scalar> u = solution->velocity[i];
        u[0] += problem.normal_bias[c];
        size = Max(size, Max(dc * Abs(f[0]), Abs(problem.free_velocity[3 * c])));
        size = Max(size, Max(dc * Abs(f[1]), Abs(problem.free_velocity[3 * c + 1])));
        size = Max(size, Max(dc * Abs(f[2]), Abs(problem.free_velocity[3 * c + 2])));
        Vector3<Scalar> p = f, q = f;
        const Scalar step = dc > 0 ? Scalar(1) / (dc * (1 + del)) : 0, whole = dc > 0 ? Scalar(1) / dc : 0;
        for (int k = 0; k < 3; ++k) {
          p[k] -= step * (u[k] + del * dc * (f[k] - centre[i][k]));
          q[k] -= whole * u[k];
        }
        ContactMode next = ContactMode::kSlide;
        const Scalar length = Length(p[1], p[2]);
        if (!(p[0] > 0) || !(problem.NormalDiagonal(c) > 0)) next = ContactMode::kSeparate;
        else if (problem.friction[c] > 0 && length <= problem.friction[c] * p[0]) next = ContactMode::kStick;
        if (next == ContactMode::kSlide) d[i] = length > 0 ? Vector3<Scalar>(0, p[1] / length, p[2] / length) : Vector3<Scalar>(0, 1, 0);
        changed |= next != mode[i];
        mode[i] = next;
        q[0] = Max(q[0], Scalar(0));
        ClipToDisc(problem.friction[c] * q[0], &q[1], &q[2]);
        map = Max(map, dc * Max(Abs(q[0] - f[0]), Length(q[1] - f[1], q[2] - f[2])));
        by[c] = Sqrt(dc) * Max(Abs(q[0] - f[0]), Length(q[1] - f[1], q[2] - f[2]));
        merit += dc * ((q - f).squaredNorm());
      }
      map = size > 0 ? map / size : 0;
      if (changed && limit_changes) {
        int worst = -1;
        for (int c = 0; c < problem.contacts; ++c) if (mode[at(c)] != old_mode[at(c)] && (worst < 0 || by[c] > by[worst])) worst = c;
        for (int c = 0; c < problem.contacts; ++c)
          if (mode[at(c)] != old_mode[at(c)] && c != worst && by[c] < Scalar(knobs.share) * by[worst]) mode[at(c)] = old_mode[at(c)];
      }
      return changed;
    };
    name(0);
    Scalar prev = map, gain = Scalar(knobs.c);
    if (knobs.c > 0) delta = Max(Scalar(knobs.least), Min(Scalar(knobs.most), gain * map));
    const Scalar kNear = sizeof(Scalar) == 4 ? Scalar(1e-2L) : Scalar(1e-5L), kFar = 100 * kNear;
    int hold = 0, hold_length = 1;
    for (int round = 0; solution->pivots < budget; ++round) {
      limit_changes = knobs.partial > 0 && round >= knobs.partial;
      modes_.Begin(problem.contacts, true);
      auto prior = solution->force;
      for (int c = 0; c < problem.contacts; ++c) {
        const auto i = at(c);
        Vector3<Scalar>& f = solution->force[i];
        const Scalar mu = problem.friction[c];
        if (mode[i] == ContactMode::kSeparate) { f.setZero(); continue; }
        if (mode[i] == ContactMode::kStick) { modes_.rows().SetStick(c); continue; }
        if (!(mu > 0)) { modes_.rows().SetSlide(c, {}); f[1] = f[2] = 0; continue; }
        const Vector3<Scalar>& u = solution->velocity[i];
        const Scalar dc = D(c);
        const Scalar slip = -d[i][1] * u[1] - d[i][2] * u[2];
        const Scalar normal = Max(f[0], Scalar(1e-3L) * slip / dc);
        modes_.rows().SetTurningSlide(c, mu, d[i][1], d[i][2], slip > 0 ? slip / (mu * normal) : 0);
        f[1] = mu * f[0] * d[i][1], f[2] = mu * f[0] * d[i][2];
      }
      UpdateVelocities(problem, solution);
      centre = solution->force;
      const auto uc = solution->velocity;
      if (knobs.takeback) prior = centre;
      ++solution->pivots;
      modes_.FactorRows(problem, delta);
      modes_.Step(problem, solution->velocity, &solution->force);
      // Certify the clipped forces where clipping changes little
      auto raw = solution->force;
      for (int c = 0; c < problem.contacts; ++c) solution->mode[at(c)] = mode[at(c)];
      UpdateVelocities(problem, solution);
      const auto mode0 = mode;
      auto d0 = d;
      bool changed = name(delta);
      if (knobs.search && changed) {
        const auto f1 = solution->force, u1 = solution->velocity;
        Scalar best = merit, best_t = 1;
        for (int k = 0; k < knobs.search; ++k) {
          const Scalar t = Scalar(knobs.ratio) ;
          Scalar tt = 1;
          for (int j = 0; j <= k; ++j) tt *= t;
          for (int c = 0; c < problem.contacts; ++c) {
            solution->force[at(c)] = centre[at(c)] + tt * (f1[at(c)] - centre[at(c)]);
            solution->velocity[at(c)] = uc[at(c)] + tt * (u1[at(c)] - uc[at(c)]);
          }
          d = d0;
          name(knobs.sdelta ? delta : Scalar(0));
          if (merit < best) best = merit, best_t = tt;
        }
        for (int c = 0; c < problem.contacts; ++c) {
          solution->force[at(c)] = best_t == 1 ? f1[at(c)] : Vector3<Scalar>(centre[at(c)] + best_t * (f1[at(c)] - centre[at(c)]));
          solution->velocity[at(c)] = best_t == 1 ? u1[at(c)] : Vector3<Scalar>(uc[at(c)] + best_t * (u1[at(c)] - uc[at(c)]));
        }
        d = d0;
        mode = mode0;
        changed = name(best_t == 1 ? delta : Scalar(0));
        if (trace) std::printf(" t %.2g ", (double)best_t);
        raw = solution->force;
      }
      if (knobs.relax < 1 && changed && map > kNear && round >= knobs.rround) {
        const Scalar t = Scalar(knobs.relax);
        for (int c = 0; c < problem.contacts; ++c) {
          solution->force[at(c)] = centre[at(c)] + t * (solution->force[at(c)] - centre[at(c)]);
          solution->velocity[at(c)] = uc[at(c)] + t * (solution->velocity[at(c)] - uc[at(c)]);
        }
        d = d0; mode = mode0;
        changed = name(0);
        raw = solution->force;
      }
      if (trace) { std::printf("  %2d delta %.1e map %.2e changed %d modes ", solution->pivots, (double)delta, (double)map, changed); for (int c = 0; c < problem.contacts; ++c) std::printf("%d", (int)mode[at(c)]); std::printf("\n"); }
      if (map <= kNear) {
        auto u = solution->velocity;
        ClipToCones(problem, solution);
        solved_ = CertifyCoulomb(problem, tolerance, solution);
        Remember(*solution);
        if (solved_) return true;
        solution->force = raw;
        solution->velocity = u;
      } else {
        solution->residual = kInfinity<Scalar>;
      }
      if (knobs.takeback && changed && last_map <= kNear && map > kFar) {
        solution->force = prior;
        UpdateVelocities(problem, solution);
        name(0);
        delta = Min(delta * Scalar(2), Scalar(knobs.most));
        hold = Max(hold, 2);
        continue;
      }
      last_map = map;
      if (knobs.follow && map <= kFar && map < Scalar(0.5L) * before) changed = false;
      before = map;
      if (knobs.c > 0) {
        if (map > Scalar(knobs.fall) * prev) gain = Min(gain * Scalar(knobs.up), Scalar(knobs.cmost));
        else gain = Max(gain * Scalar(knobs.down), Scalar(knobs.cleast));
        prev = map;
        delta = Max(Scalar(knobs.least), Min(Scalar(knobs.most), gain * map));
      } else if (changed) {
        delta = Min(Max(delta * Scalar(knobs.up), Scalar(round >= knobs.fround ? knobs.floor : 0)), Scalar(knobs.most));
        if (knobs.hold && round >= knobs.hold) hold = hold_length = Min(2 * hold_length, 4);
      } else if (hold > 0) {
        --hold;
      } else delta = Max(delta * Scalar(round < knobs.late ? 0.1 : knobs.down), Scalar(knobs.least));
      if (knobs.restart > 0 && round + 1 == knobs.restart && changed) {
        if (knobs.rsweeps == 0) {
          for (auto& f : solution->force) f.setZero();
          UpdateVelocities(problem, solution);
          centre = solution->force;
          name(0);
          for (int c = 0; c < problem.contacts; ++c) if (mode[at(c)] == ContactMode::kSlide) mode[at(c)] = ContactMode::kStick;
        } else {
          SweepGaussSeidel(problem, knobs.rsweeps, SweepFrom::kNothing, solution);
          solution->pivots += (knobs.rsweeps + 4) / 5;
          centre = solution->force;
          name(0);
        }
        delta = Scalar(knobs.rdelta);
        last_map = kInfinity<Scalar>;
        continue;
      }
      if (knobs.resweep > 0 && changed && (round + 1) % knobs.resweep == 0 && solution->pivots + (sweeps + knobs.per - 1) / knobs.per < budget) {
        sweeps = static_cast<int>(sweeps * knobs.grow);
        ClipToCones(problem, solution);
        UpdateVelocities(problem, solution);
        SweepGaussSeidel(problem, sweeps, round + 1 == knobs.cold * knobs.resweep ? SweepFrom::kNothing : SweepFrom::kForces, solution);
        solution->pivots += (sweeps + knobs.per - 1) / knobs.per;
        if (knobs.redelta) delta = Scalar(knobs.start);
        centre = solution->force;
        name(0);
      }
    }
    return false;
  }

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
        modes_.Step(problem, solution->velocity, &solution->force);
      }
      ClipToCones(problem, solution);
      solved_ = CertifyCoulomb(problem, tolerance, solution);
      if (solved_) return true;
    }
    return false;
  }

  // Takes a step in the modes of *solution that spreads the change over all contacts that can take it. It is
  // approximate; the next step makes it exact. Not inlined, because it is seldom needed.
  [[gnu::noinline]] void Share(const Problem& problem, Solution* solution) {
    static_cast<void>(modes_.Describe(problem, *solution));
    modes_.FactorRows(problem, kSharing<Scalar>);
    modes_.Step(problem, solution->velocity, &solution->force);
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
