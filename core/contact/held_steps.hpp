// Newton steps that go on where plain ones have not settled. Each solves the problem with δ on its diagonal,
// about the forces before it (proximal points, Rockafellar 1976). Dependent contacts then make no singular
// system, and fewer modes change at a time. δ doubles while modes change, which ends cycles of modes, and
// falls while they stay. Between steps forces may pull or leave their cones, because they show the next
// modes; what comes near a solution is brought into its cones and certified by the caller. After every fourth step
// come a few Gauss–Seidel sweeps, which find modes that no step leads to.
#pragma once

#include "core/contact/fixed_modes.hpp"
#include "core/contact/gauss_seidel.hpp"

namespace footing {

template <typename Scalar, int kContacts>
class HeldSteps {
 public:
  using Problem = ContactProblem<Scalar, kContacts>;
  using Forces = ContactForces<Scalar, kContacts>;

  // `modes` is the memory of the factors. Call Begin next.
  HeldSteps(const Problem& problem, FixedModes<Scalar, kContacts>* modes) : problem_(problem), modes_(*modes) {}

  // Starts from forces, their velocities, and the modes in which a projected step from them ends.
  void Begin(const Forces& from) {
    at_ = from;
    static_cast<void>(NameModes());
  }

  // Takes a step. True: *forces are near a solution. Cost: a factorization and 2 rows² multiply-adds, in every
  // fourth step 7 rows².
  bool Take(Forces* forces) {
    UpdateVelocities(problem_, &at_);
    modes_.FactorRows(problem_, delta_);
    modes_.Step(problem_, at_.velocity, &at_.force);
    ++taken_;
    if (taken_ % kStepsPerSweeps == 0) Sweep();
    UpdateVelocities(problem_, &at_);
    *forces = at_;
    const bool changed = NameModes();
    if (changed) {
      delta_ = Min(Scalar(2) * delta_, Scalar(1));
    } else {
      delta_ = Max(Scalar(taken_ <= kQuick ? 0.1L : 0.3L) * delta_, kLeast);
    }
    return map_ <= kNear;
  }

  int taken() const { return taken_; }

 private:
  // δ relative to a contact's largest diagonal entry. Found by search over the families of
  // tests/research/budget; the share solved changes little between a third and three times each of them.
  static constexpr Scalar kStart = Scalar(1e-3L);
  static constexpr Scalar kLeast = sizeof(Scalar) == 4 ? Scalar(1e-6L) : Scalar(1e-9L);
  static constexpr int kQuick = 8;  // steps in which δ falls fast
  static constexpr int kStepsPerSweeps = 4;
  static constexpr int kSweeps = 4;
  // Natural map below which a certificate is worth its cost.
  static constexpr Scalar kNear = sizeof(Scalar) == 4 ? Scalar(1e-2L) : Scalar(1e-5L);

  // Keeps the modes, by which the next step is judged to change them.
  void Sweep() {
    const auto modes = at_.mode;
    ClipToCones(problem_, &at_);
    UpdateVelocities(problem_, &at_);
    SweepGaussSeidel(problem_, kSweeps, SweepFrom::kForces, &at_);
    at_.mode = modes;
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
      const Scalar mu = problem_.friction[c];
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
    if (mode == ContactMode::kStick) return modes_.rows().SetStick(c);
    const Scalar mu = problem_.friction[c], length = Length(to[1], to[2]);
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

  const Problem& problem_;
  FixedModes<Scalar, kContacts>& modes_;
  Forces at_;
  Scalar delta_ = kStart;
  Scalar map_ = kInfinity<Scalar>;
  int taken_ = 0;
};

}  // namespace footing
