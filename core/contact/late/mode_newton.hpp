// Problem: contacts with circular Coulomb cones and joint rows within bounds, of any rank.
// Method: guess every contact's mode, solve the linear system of these modes (mode_system.hpp), and let the
// new forces and velocities give the next modes. This is the semismooth Newton method on the projections of
// Alart and Curnier 1991, without the unknowns that a mode fixes.
// Contacts that depend on each other: each step solves a problem with δ added to its diagonal, about the
// forces before the step (proximal points, Rockafellar 1976). That problem has full rank. Of all forces that
// the modes allow, the step goes to those nearest the start. δ falls while the modes stay and rises when one
// changes. It is then held, for longer each time, which ends the cycles that a Newton method on modes falls
// into.
#pragma once

#include "core/contact/late/contact_infeasibility.hpp"
#include "core/contact/late/mode_system.hpp"

namespace footing {

// δ, relative to the scaled diagonal, whose entries are 1. The figures are the best of some twenty settings
// tried on random robots and boxes; the method is not sensitive to any of them.
template <typename Scalar>
struct ProximalSchedule {
  Scalar start = sizeof(Scalar) == 4 ? Scalar(1e-3L) : Scalar(1e-4L);
  Scalar least = sizeof(Scalar) == 4 ? Scalar(1e-6L) : Scalar(1e-9L);
  Scalar most = Scalar(1);
  // A change of modes does not raise δ if it halves the natural map. Not in float, where rounding halves it
  // too.
  bool follow_gain = sizeof(Scalar) == 8;
};

template <typename Scalar, int kContacts, int kJointRows>
struct ModeNewtonWorkspace {
  ModeSystem<Scalar, kContacts, kJointRows> system;
  BoundedVector<Scalar, 3 * kContacts + kJointRows> best;  // forces with the least natural map so far
};

template <typename Scalar, int kContacts, int kJointRows>
class ModeNewton {
 public:
  using Problem = ContactProblem<Scalar, kContacts, kJointRows>;
  using Solution = ContactSolution<Scalar, kContacts, kJointRows>;
  using Workspace = ModeNewtonWorkspace<Scalar, kContacts, kJointRows>;

  // Works on `problem`, which must have passed CheckInput, in the memory of `work`. Call Load first.
  ModeNewton(const Problem& problem, Scalar tolerance, Workspace& work)
      : problem_(problem),
        tolerance_(tolerance),
        work_(work),
        system_(work.system),
        scaled_(work.system.scaled) {}

  void Load() {
    scaled_.Load(problem_);
    system_.rank = 0;
    system_.mode.fill(ContactMode::kSeparate);
    system_.bound.fill(0);
    for (int i = 0; i < scaled_.rows; ++i) system_.centre[i] = work_.best[i] = Scalar(0);
  }

  // Starts from the forces of `from` and the modes that a projected step from them ends in.
  void StartFrom(const ContactForces<Scalar, kContacts, kJointRows>& from) {
    scaled_.SetForces(from);
    NameModes(Scalar(0));
  }

  // Starts from no forces; contacts that would close stick.
  void StartFromNothing() {
    for (int i = 0; i < scaled_.rows; ++i) {
      scaled_.force[i] =
          i < scaled_.joints ? Scalar(0) : Clamp(Scalar(0), scaled_.lower[i], scaled_.upper[i]);
    }
    scaled_.UpdateVelocity();
    NameModes(Scalar(0));
    for (int c = 0; c < scaled_.contacts; ++c) {
      if (Mode(c) == ContactMode::kSlide) Mode(c) = ContactMode::kStick;
    }
  }

  // Takes at most `rounds` Newton steps, which are added to solution->pivots. True: *solution holds
  // admissible forces that pass the certificate.
  bool Iterate(const ProximalSchedule<Scalar>& schedule, int rounds, Solution* solution) {
    constexpr int kFree = 15;  // rounds before a change of modes holds δ
    constexpr int kLongestHold = 4;
    constexpr int kHopeful = 8;  // rounds in which the next step promises more than a certificate
    Scalar delta = schedule.start;
    int hold = 0;
    int hold_length = 1;
    Scalar last_map = kInfinity<Scalar>;
    Scalar before = kInfinity<Scalar>;
    for (int round = 0; round < rounds; ++round) {  // at most 80, spends budget
      Recentre();
      ++solution->pivots;
      if (!system_.Solve(delta)) return false;
      bool changed = NameModes(delta);
      const Scalar map = scaled_.NaturalMap();
      if (Judge(map, round < kHopeful ? Scalar(10) * tolerance_ : kNear, solution)) return true;
      if (changed && last_map <= kNear && map > kFar) {
        TakeBack();
        delta = Min(delta * Scalar(2), schedule.most);
        hold = Max(hold, 2);
        continue;
      }
      last_map = map;
      const bool late = round >= kFree;
      // If forces lie on their cones without slip, rounding decides the modes. That is no cycle while the map
      // falls.
      if (schedule.follow_gain && map <= kFar && map < Scalar(0.5L) * before) changed = false;
      before = map;
      if (changed) {
        delta = Min(delta * Scalar(late ? 1.5L : 2.0L), schedule.most);
        if (late) hold = hold_length = Min(2 * hold_length, kLongestHold);
      } else if (hold > 0) {
        --hold;
      } else {
        delta = Max(delta * Scalar(late ? 0.3L : 0.1L), schedule.least);
      }
    }
    return false;
  }

  // Takes proximal steps without friction, from no forces. If no forces can meet the conditions, the forces
  // grow without end along the vector that proves it, which goes to solution->proof. Takes at most `rounds`
  // steps, which are added to solution->pivots. Leaves forces that are of no use to Iterate.
  bool ProveInfeasible(int rounds, Solution* solution) {
    for (int c = 0; c < scaled_.contacts; ++c) scaled_.friction[c] = Scalar(0);
    StartFromNothing();
    const bool proven = GrowProof(rounds, solution);
    for (int c = 0; c < scaled_.contacts; ++c) scaled_.friction[c] = problem_.friction[c];
    return proven;
  }

  // Puts the admissible forces with the least natural map so far into *solution, and names their modes. True:
  // they pass.
  bool TakeBest(Scalar tolerance, Solution* solution) {
    scaled_.GetForces(work_.best, solution);
    ClipToCones(problem_, solution);
    StartFrom(*solution);
    return CertifyCoulomb(problem_, tolerance, solution);
  }

  int rank() const { return system_.rank; }
  const std::array<ContactMode, static_cast<unsigned>(kContacts)>& modes() const { return system_.mode; }

 private:
  // Below this natural map a certificate is tried.
  static constexpr Scalar kNear = sizeof(Scalar) == 4 ? Scalar(1e-2L) : Scalar(1e-5L);

  bool GrowProof(int rounds, Solution* solution) {
    constexpr Scalar kDelta = Scalar(1e-4L);        // small beside what forces can move, so that they settle
    for (int round = 0; round < rounds; ++round) {  // at most 80, spends budget
      Recentre();
      ++solution->pivots;
      if (!system_.Solve(kDelta)) return false;
      const bool changed = NameModes(kDelta);
      for (int i = 0; i < scaled_.rows; ++i)
        solution->proof[i] = scaled_.scale[i] * (scaled_.force[i] - system_.centre[i]);
      if (!changed && ProvesInfeasible(problem_, &solution->proof)) return true;
    }
    return false;
  }

  // A step from below kNear to beyond this is taken back.
  static constexpr Scalar kFar = Scalar(100) * kNear;

  ContactMode& Mode(int c) { return system_.mode[static_cast<unsigned>(c)]; }

  // Sets the centre of the next step; forces of contacts that separate are drawn to zero.
  void Recentre() {
    for (int c = 0; c < scaled_.contacts; ++c) {
      for (int i = 3 * c; i < 3 * c + 3; ++i)  // at most 3
        system_.centre[i] = Mode(c) == ContactMode::kSeparate ? Scalar(0) : scaled_.force[i];
    }
    for (int i = scaled_.joints; i < scaled_.rows; ++i) system_.centre[i] = scaled_.force[i];
  }

  // A weak δ lets dependent contacts trade forces far beyond their cones. Returns to the centre, for a more
  // careful step.
  void TakeBack() {
    for (int i = 0; i < scaled_.rows; ++i) scaled_.force[i] = system_.centre[i];
    scaled_.UpdateVelocity();
    NameModes(Scalar(0));
  }

  // Sets the modes in which a projected step from forces and velocities ends, on the problem with δ. True: a
  // mode changed.
  bool NameModes(Scalar delta) {
    const Scalar step = Scalar(1) / (Scalar(1) + delta);
    const auto to = [&](int i) { return scaled_.force[i] - step * system_.Proximal(delta, i); };
    bool changed = false;
    for (int c = 0; c < scaled_.contacts; ++c) {
      const Scalar normal = to(3 * c);
      const Scalar t_1 = to(3 * c + 1);
      const Scalar t_2 = to(3 * c + 2);
      const Scalar length = Length(t_1, t_2);
      const Scalar mu = scaled_.friction[c];
      ContactMode next = ContactMode::kSlide;
      if (!(normal > Scalar(0)) || !scaled_.CanPush(c))
        next = ContactMode::kSeparate;
      else if (mu > Scalar(0) && length <= mu * normal)
        next = ContactMode::kStick;
      if (next == ContactMode::kSlide) {
        Vector3<Scalar>& d = system_.direction[static_cast<unsigned>(c)];
        d = length > Scalar(0) ? Vector3<Scalar>(Scalar(0), t_1 / length, t_2 / length)
                               : Vector3<Scalar>::Unit(1);
      }
      changed = changed || next != Mode(c);
      Mode(c) = next;
    }
    for (int i = scaled_.joints; i < scaled_.rows; ++i) {
      const Scalar next = to(i);
      std::int8_t& bound = system_.bound[static_cast<unsigned>(i - scaled_.joints)];
      const int named = next <= scaled_.lower[i] ? -1 : next >= scaled_.upper[i] ? 1 : 0;
      changed = changed || named != bound;
      bound = static_cast<std::int8_t>(named);
    }
    return changed;
  }

  bool Judge(Scalar map, Scalar near, Solution* solution) {
    if (map < best_map_) {
      best_map_ = map;
      for (int i = 0; i < scaled_.rows; ++i) work_.best[i] = scaled_.force[i];
    }
    if (!(map <= near)) return false;
    scaled_.GetForces(scaled_.force, solution);
    for (int c = 0; c < scaled_.contacts; ++c) {
      if (Mode(c) == ContactMode::kSeparate) solution->force[static_cast<unsigned>(c)].setZero();
    }
    OpposeSlip(solution);
    ClipToCones(problem_, solution);
    return CertifyCoulomb(problem_, tolerance_, solution);
  }

  // For each sliding contact, rounding has turned the larger of its force and its slip (in scaled units)
  // less. If that is the slip, the force is set against it.
  void OpposeSlip(Solution* solution) const {
    for (int c = 0; c < scaled_.contacts; ++c) {
      if (system_.mode[static_cast<unsigned>(c)] != ContactMode::kSlide) continue;
      const Scalar u_1 = scaled_.velocity[3 * c + 1];
      const Scalar u_2 = scaled_.velocity[3 * c + 2];
      const Scalar speed = Length(u_1, u_2);
      const Scalar limit = scaled_.friction[c] * scaled_.force[3 * c];
      if (!(speed > limit)) continue;
      Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
      const Scalar factor = problem_.friction[c] * f[0] / speed;
      f[1] = -factor * u_1;
      f[2] = -factor * u_2;
    }
  }

  const Problem& problem_;
  const Scalar tolerance_;
  Workspace& work_;
  ModeSystem<Scalar, kContacts, kJointRows>& system_;
  ScaledContacts<Scalar, kContacts, kJointRows>& scaled_;
  Scalar best_map_ = kInfinity<Scalar>;
};

}  // namespace footing
