// Guess each contact's mode, solve the linear system of these modes, correct the modes that the answer
// contradicts, and repeat. This is a semismooth Newton method on eq. 15 of Tan, Siu, Liu, in the contacts'
// own 3p rows. From the last tick's modes it mostly ends at once. It may cycle, and the linear system may be
// singular. So its rounds are few and counted, and its failure proves nothing: the caller checks the residual
// and can go on with Lemke, and then with steps that are held about the forces before them.
#pragma once

#include "core/contact/newton/fixed_modes.hpp"
#include "core/contact/polyhedral/pyramid.hpp"

namespace footing {

template <typename Scalar, int kDirections>
class ModeIteration {
 public:
  using Basis = FrictionBasis<Scalar, kDirections>;

  // Forces for fixed modes. Velocities are changed only if contacts depend on each other. False: the linear
  // system is singular.
  template <int kContacts>
  static bool SolveFixed(const ContactProblem<Scalar, kContacts>& problem, const Basis& basis,
                         const PyramidModes<kContacts>& modes, FixedModes<Scalar, kContacts>* work,
                         ContactSolution<Scalar, kContacts>* solution) {
    work->Begin(problem.contacts);
    for (int c = 0; c < problem.contacts; ++c)
      Describe(basis, modes[static_cast<unsigned>(c)], problem.friction[c], c, &work->rows());
    work->FactorRows(problem);
    const bool unique = work->unique();
    if (!unique) {
      // The bodies cannot tell all contacts apart. A + δ I is used in place of A. The velocities that this
      // leaves are solved for again, so that δ's effect dies out wherever the modes can be met.
      work->FactorRows(problem, Sqrt(kEpsilon<Scalar>));
      if (!work->unique()) return false;
    }
    work->Solve(problem, &solution->force);
    // An eigenvalue that is a share s of the largest keeps (√ε / s)^4 of δ's error.
    const int corrections = unique ? 0 : 3;
    for (int pass = 0; pass < corrections; ++pass) {  // at most 3
      UpdateVelocities(problem, solution);
      work->Step(problem, solution);
    }
    return true;
  }

  // Moves the forces in *solution to what `modes` leave free, then takes a step in which `delta` holds them
  // there (FixedModes::FactorRows). Fills the velocities.
  template <int kContacts>
  static void StepHeld(const ContactProblem<Scalar, kContacts>& problem, const Basis& basis,
                       const PyramidModes<kContacts>& modes, Scalar delta,
                       FixedModes<Scalar, kContacts>* work, ContactSolution<Scalar, kContacts>* solution) {
    work->Begin(problem.contacts);
    for (int c = 0; c < problem.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      Describe(basis, modes[i], problem.friction[c], c, &work->rows());
      Fit(work->rows().At(c), &solution->force[i]);
    }
    work->FactorRows(problem, delta);
    UpdateVelocities(problem, solution);
    work->Step(problem, solution);
    UpdateVelocities(problem, solution);
  }

  // The mode of the force in the pyramid that is nearest to `to` [N] and has its f_n. Separate if `to` pulls.
  static PyramidMode Nearest(const Basis& basis, Scalar mu, const Vector3<Scalar>& to) {
    if (!(to[0] > Scalar(0))) return PyramidMode{};
    const Scalar limit = mu * to[0];
    const PyramidShares<Scalar> shares = SharesOf(basis, to[1], to[2]);
    if (shares.first_share + shares.second_share <= limit) return {ContactMode::kStick, 0, false};
    // The vertex of the larger share, unless a point of the side is nearer.
    const auto& d = basis.direction;
    const int k = shares.first, l = shares.second;
    const Scalar along =
        (to[1] - limit * d(k, 0)) * (d(l, 0) - d(k, 0)) + (to[2] - limit * d(k, 1)) * (d(l, 1) - d(k, 1));
    const bool edge = along > Scalar(0), backward = edge && (l + 1) % kDirections == k;
    return {ContactMode::kSlide, static_cast<std::int8_t>(backward ? l : k), edge};
  }

  // The mode that a contact's force and velocity ask for, given its present one. `force_slack` [N] and
  // `velocity_slack` [m/s] keep rounding from changing a mode.
  static PyramidMode Corrected(const Basis& basis, PyramidMode now, Scalar mu, Scalar bias,
                               const Vector3<Scalar>& f, const Vector3<Scalar>& u, Scalar force_slack,
                               Scalar velocity_slack) {
    if (now.mode == ContactMode::kSeparate) {
      if (u[0] + bias < -velocity_slack) now.mode = ContactMode::kStick;
      return now;
    }
    if (f[0] < -force_slack) return PyramidMode{};
    if (now.mode == ContactMode::kStick) {
      const PyramidShares<Scalar> shares = SharesOf(basis, f[1], f[2]);
      if (shares.first_share + shares.second_share <= mu * Max(f[0], Scalar(0)) + force_slack) return now;
      return {ContactMode::kSlide, static_cast<std::int8_t>(shares.first), false};
    }

    int opposed = 0;
    const Scalar lambda = SlipSpeed(basis, u, &opposed);
    const int k = now.direction;
    const Scalar along = basis.Along(k, u[1], u[2]);
    if (along > velocity_slack) return {ContactMode::kStick, 0, false};
    if (now.edge) {
      const int next = (k + 1) % kDirections;
      const Scalar next_share = ShareOf(basis, k, f);
      if (next_share < -force_slack) return {ContactMode::kSlide, now.direction, false};
      if (next_share > mu * f[0] + force_slack)
        return {ContactMode::kSlide, static_cast<std::int8_t>(next), false};
      if (along + lambda <= velocity_slack) return now;
      return {ContactMode::kSlide, static_cast<std::int8_t>(opposed), false};
    }
    if (along + lambda <= velocity_slack) return now;
    // The slip has turned to a neighbour: it lies between the two, until the shares contradict that.
    if (kDirections > 2 && opposed == (k + 1) % kDirections)
      return {ContactMode::kSlide, now.direction, true};
    if (kDirections > 2 && k == (opposed + 1) % kDirections) {
      return {ContactMode::kSlide, static_cast<std::int8_t>(opposed), true};
    }
    return {ContactMode::kSlide, static_cast<std::int8_t>(opposed), false};
  }

 private:
  // Moves f to the nearest force with its f_n that a mode leaves free.
  static void Fit(const ModeUnknowns<Scalar>& mode, Vector3<Scalar>* f) {
    if (mode.count == 3) return;
    const Scalar n = (*f)[0], along_1 = mode.along_1 * n, along_2 = mode.along_2 * n;
    const Scalar across = ((*f)[1] - along_1) * mode.across_1 + ((*f)[2] - along_2) * mode.across_2;
    *f = {Scalar(0), Scalar(0), Scalar(0)};
    if (mode.count > 0) *f = {n, along_1, along_2};
    if (mode.count == 2) (*f)[1] += across * mode.across_1, (*f)[2] += across * mode.across_2;
  }

  // The share of d_{k+1} in a force on the edge from k to k+1.
  static Scalar ShareOf(const Basis& basis, int k, const Vector3<Scalar>& f) {
    const auto& d = basis.direction;
    const int next = (k + 1) % kDirections;
    return (d(k, 0) * f[2] - d(k, 1) * f[1]) / (d(k, 0) * d(next, 1) - d(k, 1) * d(next, 0));
  }

  template <int kContacts>
  static void Describe(const Basis& basis, const PyramidMode& mode, Scalar mu, int c,
                       ModeRows<Scalar, kContacts>* rows) {
    const auto& d = basis.direction;
    const int k = mode.direction;
    if (mode.mode == ContactMode::kSlide && mode.edge) {
      const int next = (k + 1) % kDirections;
      const Scalar t_1 = d(next, 0) - d(k, 0), t_2 = d(next, 1) - d(k, 1);
      const Scalar length = Length(t_1, t_2);
      rows->SetSlide(c, {mu * d(k, 0), mu * d(k, 1)}, {t_1 / length, t_2 / length});
    } else if (mode.mode == ContactMode::kSlide) {
      rows->SetSlide(c, {mu * d(k, 0), mu * d(k, 1)});
    } else if (mode.mode == ContactMode::kStick && kDirections == 2) {  // in the plane nothing acts along t2
      rows->SetSlide(c, {}, {Scalar(1), Scalar(0)});
    } else if (mode.mode == ContactMode::kStick) {
      rows->SetStick(c);
    } else {
      rows->SetSeparate(c);
    }
  }
};

}  // namespace footing
