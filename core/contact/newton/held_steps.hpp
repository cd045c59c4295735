// Newton steps that go on where plain ones have not settled, with or without joint rows. This is the
// semismooth Newton method on the projections of Alart and Curnier 1991, without the unknowns that a mode
// fixes. Each solves the problem with δ on its diagonal, about the forces before it (proximal points,
// Rockafellar 1976). Dependent contacts then make no singular system, and fewer modes change at a time.
// held_delta.hpp says how large δ is. Between steps forces may pull or leave their cones, because they show
// the next modes; what comes near a solution is brought into its cones and certified by the caller.
#pragma once

#include "core/contact/newton/fixed_modes.hpp"
#include "core/contact/newton/gauss_seidel.hpp"
#include "core/contact/newton/held_delta.hpp"

namespace footing {

template <typename Scalar, int kContacts, int kJointRows = 0, typename Delta = TickDelta<Scalar>>
class HeldSteps {
 public:
  using Problem = ContactProblem<Scalar, kContacts, kJointRows>;
  using Forces = ContactForces<Scalar, kContacts, kJointRows>;
  using Modes = FixedModes<Scalar, kContacts, kJointRows>;

  // `modes` is the memory of the factors. Call Begin next.
  HeldSteps(const Problem& problem, Modes* modes, const Delta& delta = Delta())
      : problem_(problem), modes_(*modes), delta_(delta) {}

  // Starts from forces, their velocities, and the modes in which a projected step from them ends.
  void Begin(const Forces& from) {
    at_ = from;
    if constexpr (Delta::kFewSteps) {
      fastest_ = Scalar(0);
      for (int i = 0; i < 3 * problem_.contacts; ++i)
        fastest_ = Max(fastest_, Abs(problem_.free_velocity[i]));
    }
    static_cast<void>(NameModes());
  }

  // Takes a held step, one of the budget. True: *forces are near a solution. Cost: that of one Newton step, a
  // factorization and 2 rows² multiply-adds. With TickDelta of two, unless the first ends near a solution; in
  // every fourth step of one and of sweeps, 4 rows², with more than four contacts 8 rows².
  bool Take(Forces* forces) {
    ++taken_;
    const bool sweeps = Delta::kFewSteps && taken_ % kStepsPerSweeps == kFirstSweeps;
    bool changed = Step(sweeps, forces);
    if (Delta::kFewSteps && !sweeps && !(map_ <= kNear)) {
      delta_.Follow(changed, map_, taken_);
      changed = Step(false, forces);
    }
    const bool near = map_ <= kNear;
    if (sweeps) changed = Sweep(*forces, changed);
    delta_.Follow(changed, map_, taken_);
    return near;
  }

  int taken() const { return taken_; }      // held steps
  Scalar map() const { return map_; }       // natural map of the last step's forces
  const Forces& at() const { return at_; }  // where the next step starts, and its modes
  const Delta& delta() const { return delta_; }

 private:
  enum class Bound : std::uint8_t { kNone, kLower, kUpper };
  static constexpr int kStepsPerSweeps = 4, kFirstSweeps = 2;
  // With TickDelta δ holds tangents that stick this many times as strongly as normals. Found by search.
  static constexpr int kTangentHold = 2;
  // Natural map below which a certificate is worth its cost.
  static constexpr Scalar kNear = sizeof(Scalar) == 4 ? Scalar(1e-2L) : Scalar(1e-5L);

  Scalar Friction(int c) const { return Delta::kFriction ? problem_.friction[c] : Scalar(0); }

  // Takes a Newton step in the modes that NameModes described, to *forces, which `clip` makes admissible.
  // Then names the next modes. Returns whether one changed.
  bool Step(bool clip, Forces* forces) {
    UpdateVelocities(problem_, &at_);
    if constexpr (Delta::kFewSteps) {
      modes_.template FactorRows<kTangentHold>(problem_, delta_.value(),
                                               [this](int c) { return hold_[static_cast<unsigned>(c)]; });
    } else {
      modes_.FactorRows(problem_, delta_.value());
    }
    modes_.Step(problem_, &at_);
    if (clip) ClipToCones(problem_, &at_);
    UpdateVelocities(problem_, &at_);
    *forces = at_;
    return NameModes();
  }

  // Goes on from sweeps that begin at the step's admissible forces `from`, if they lower the natural map.
  // With much friction sweeps can lead away from a solution. There are as many as are free on a board.
  // `changed`: whether the step changed a mode. Returns whether one has changed now.
  bool Sweep(const Forces& from, bool changed) {
    const Scalar map = map_;
    at_ = from;
    SweepGaussSeidel(problem_, 4 + 4 * (problem_.contacts / 5), SweepFrom::kSteps, &at_);
    at_.mode = from.mode;  // by which a change of modes is judged
    const bool changes = NameModes();
    if (map_ < map) return changes;
    at_ = from;
    static_cast<void>(NameModes());
    return changed;
  }

  // Takes a projected step from forces and velocities, and names the modes in which it ends. Then moves the
  // forces to what these modes fix, and sets map_: how far the projected step went, relative to the largest
  // force or free velocity. True: a mode changed.
  bool NameModes() {
    bool changed = false;
    Scalar far = Scalar(0), size = Scalar(0);
    modes_.Begin(problem_.contacts, true);
    for (int c = 0; c < problem_.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      const Vector3<Scalar>& u = at_.velocity[i];
      Vector3<Scalar>& f = at_.force[i];
      const Scalar mu = Friction(c);
      const Scalar moved = problem_.dt * problem_.LargestDiagonal(c), step = Scalar(1) / moved;
      const Scalar n = f[0] - step * (u[0] + problem_.normal_bias[c]);
      const Scalar t_1 = f[1] - step * u[1], t_2 = f[2] - step * u[2];
      ContactMode next = ContactMode::kSeparate;
      Scalar to_n = Scalar(0), to_1 = Scalar(0), to_2 = Scalar(0);
      if (problem_.NormalDiagonal(c) * n > Scalar(0) && IsFinite(step)) {
        to_n = n, to_1 = t_1, to_2 = t_2;
        const bool sticks = ClipToDisc(mu * n, &to_1, &to_2) && mu > Scalar(0);
        next = sticks ? ContactMode::kStick : ContactMode::kSlide;
        far = Max(far, moved * Max(Abs(to_n - f[0]), Length(to_1 - f[1], to_2 - f[2])));
        for (int k = 0; k < 3; ++k)
          size = Max(size, Max(moved * Abs(f[k]), Abs(problem_.free_velocity[3 * c + k])));
      } else {
        far = Max(far, moved * Max(Abs(f[0]), Length(f[1], f[2])));
      }
      changed |= next != at_.mode[i];
      at_.mode[i] = next;
      Move(c, next, {n, t_1, t_2}, u, moved, &f);
    }
    if constexpr (kJointRows > 0) {
      for (int k = 0; k < problem_.joint_rows; ++k) changed |= NameJointRow(k, &far, &size);
    }
    map_ = far < kInfinity<Scalar> ? far / Max(size, std::numeric_limits<Scalar>::min()) : kInfinity<Scalar>;
    return changed;
  }

  // Describes contact c's mode and moves its force f there. `to` is where the projected step went.
  void Move(int c, ContactMode mode, const Vector3<Scalar>& to, const Vector3<Scalar>& u, Scalar moved,
            Vector3<Scalar>* f) {
    if (mode == ContactMode::kSeparate) {
      *f = {Scalar(0), Scalar(0), Scalar(0)};
      return;
    }
    if constexpr (Delta::kFewSteps) {
      const Scalar force = Max(Abs((*f)[0]), Max(Abs((*f)[1]), Abs((*f)[2])));
      hold_[static_cast<unsigned>(c)] = Min(moved, Scalar(2) * fastest_ / force) / problem_.dt;
    }
    if (mode == ContactMode::kStick) return modes_.rows().SetStick(c);
    const Scalar mu = Friction(c), length = Length(to[1], to[2]);
    if (!(mu > Scalar(0)) || !(length > Scalar(0))) {
      modes_.rows().SetSlide(c, {});
      (*f)[1] = (*f)[2] = Scalar(0);
      return;
    }
    const Scalar d_1 = to[1] / length, d_2 = to[2] / length;
    const Scalar slip = -d_1 * u[1] - d_2 * u[2];
    // The force of a contact that is only about to push is not known yet; it is then of the size of u.
    const Scalar normal = Max((*f)[0], Scalar(1e-3L) * slip / moved);
    modes_.rows().SetTurningSlide(c, mu, d_1, d_2, slip > Scalar(0) ? slip / (mu * normal) : Scalar(0));
    (*f)[1] = mu * (*f)[0] * d_1;
    (*f)[2] = mu * (*f)[0] * d_2;
  }

  // The same for joint row k.
  bool NameJointRow(int k, Scalar* far, Scalar* size) {
    const int i = 3 * problem_.contacts + k;
    const Scalar diagonal = problem_.dt * problem_.delassus(i, i), u = at_.joint_velocity[k];
    const Scalar moved = diagonal > Scalar(0) ? diagonal : Scalar(1);
    Scalar& f = at_.joint_force[k];
    const Scalar lower = problem_.lower[k], upper = problem_.upper[k], to = f - u / moved;
    *far = Max(*far, moved * Abs(f - Clamp(to, lower, upper)));
    *size = Max(*size, Max(moved * Abs(f), Abs(problem_.free_velocity[i])));
    const Bound next = to <= lower ? Bound::kLower : to >= upper ? Bound::kUpper : Bound::kNone;
    if (next == Bound::kNone)
      modes_.joints().Add(k);
    else
      f = next == Bound::kLower ? lower : upper;
    const bool changed = next != bound_[static_cast<unsigned>(k)];
    bound_[static_cast<unsigned>(k)] = next;
    return changed;
  }

  const Problem& problem_;
  Modes& modes_;
  Delta delta_;
  Forces at_;
  std::array<Bound, static_cast<unsigned>(kJointRows)> bound_{};
  Scalar map_ = kInfinity<Scalar>;
  int taken_ = 0;
  // How strongly δ holds a contact [1/kg]: by its largest diagonal entry, but no more than lets its force
  // bring it twice the fastest free velocity. A force beyond that presses a light body between heavy ones,
  // which give way far less than the light one alone.
  std::array<Scalar, static_cast<unsigned>(kContacts)> hold_;
  Scalar fastest_;  // m/s
};

}  // namespace footing
