// Guess each contact's mode, solve the linear system that the modes leave, correct the modes
// that the answer contradicts, and repeat: a semismooth Newton method on eq. 15 of Tan, Siu,
// Liu, in the contacts' own 3p rows. Started from last tick's modes it mostly ends at once.
// It may cycle and the linear system may be singular, so its rounds are few and counted, and
// it proves nothing: the caller checks the residual and has Lemke behind it.
#pragma once

#include <array>

#include "core/contact/pyramid.hpp"
#include "core/linalg/general_solve.hpp"

namespace footing {

// Slide against `direction`; on an edge also against the next one, in shares to be found.
struct PyramidMode {
  ContactMode mode = ContactMode::kSeparate;
  std::int8_t direction = 0;
  bool edge = false;

  bool operator==(const PyramidMode&) const = default;
};

template <int kContacts>
using PyramidModes = std::array<PyramidMode, static_cast<unsigned>(kContacts)>;

template <typename Scalar, int kContacts>
struct ModeWorkspace {
  static constexpr int kRows = 3 * kContacts;
  BoundedMatrix<Scalar, kRows> matrix;
  BoundedVector<Scalar, kRows> value;
  BoundedVector<Scalar, kRows> error;  // of a deficient system
  PivotRows<kRows> pivots;
  struct Unknown {
    int contact;
    Vector3<Scalar> force;  // what a unit of it adds to the contact's (f_n, f_t1, f_t2)
    Vector3<Scalar> row;    // the velocity that must vanish, as a combination of (u_n, u_t1, u_t2)
  };
  std::array<Unknown, static_cast<unsigned>(kRows)> unknown;
};

template <typename Scalar, int kDirections>
class ModeIteration {
 public:
  using Basis = FrictionBasis<Scalar, kDirections>;

  // Forces and velocities for fixed modes. False: the linear system is singular.
  template <int kContacts>
  static bool SolveFixed(const ContactProblem<Scalar, kContacts>& problem, const Basis& basis,
                         const PyramidModes<kContacts>& modes, ModeWorkspace<Scalar, kContacts>* work,
                         ContactSolution<Scalar, kContacts>* solution) {
    int n = 0;
    for (int c = 0; c < problem.contacts; ++c) n = AddUnknowns(basis, modes, c, problem.friction[c], n, work);

    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) work->matrix(i, j) = Entry(problem, *work, i, j);
      work->value[i] = -FreeVelocity(problem, *work, i);
    }
    if (!SolveGeneral(work->matrix, work->value, n, work->pivots) && !SolveDeficient(problem, n, work)) return false;

    for (int c = 0; c < problem.contacts; ++c) solution->force[static_cast<unsigned>(c)].setZero();
    for (int i = 0; i < n; ++i) {
      const auto& unknown = work->unknown[static_cast<unsigned>(i)];
      solution->force[static_cast<unsigned>(unknown.contact)] += work->value[i] * unknown.force;
    }
    ContactVelocities(problem, solution->force, &solution->velocity);
    return true;
  }

  // The mode that a contact's force and velocity ask for, seen from its present one.
  // `force_slack` [N] and `velocity_slack` [m/s] keep rounding from changing a mode.
  static PyramidMode Corrected(const Basis& basis, PyramidMode now, Scalar mu, Scalar bias, const Vector3<Scalar>& f,
                               const Vector3<Scalar>& u, Scalar force_slack, Scalar velocity_slack) {
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
      if (next_share > mu * f[0] + force_slack) return {ContactMode::kSlide, static_cast<std::int8_t>(next), false};
      if (along + lambda <= velocity_slack) return now;
      return {ContactMode::kSlide, static_cast<std::int8_t>(opposed), false};
    }
    if (along + lambda <= velocity_slack) return now;
    // The slip turned to a neighbour: it lies between the two, until the shares say otherwise.
    if (kDirections > 2 && opposed == (k + 1) % kDirections) return {ContactMode::kSlide, now.direction, true};
    if (kDirections > 2 && k == (opposed + 1) % kDirections) {
      return {ContactMode::kSlide, static_cast<std::int8_t>(opposed), true};
    }
    return {ContactMode::kSlide, static_cast<std::int8_t>(opposed), false};
  }

 private:
  // Of a force on the edge k, k+1: the share of d_{k+1}.
  static Scalar ShareOf(const Basis& basis, int k, const Vector3<Scalar>& f) {
    const auto& d = basis.direction;
    const int next = (k + 1) % kDirections;
    return (d(k, 0) * f[2] - d(k, 1) * f[1]) / (d(k, 0) * d(next, 1) - d(k, 1) * d(next, 0));
  }

  // Of the linear system: what a unit of unknown j adds to the velocity of row i.
  template <int kContacts>
  static Scalar Entry(const ContactProblem<Scalar, kContacts>& problem, const ModeWorkspace<Scalar, kContacts>& work,
                      int i, int j) {
    const auto& row = work.unknown[static_cast<unsigned>(i)];
    const auto& column = work.unknown[static_cast<unsigned>(j)];
    const auto& G = problem.delassus;
    const int r = 3 * row.contact;
    const int s = 3 * column.contact;
    Scalar sum = Scalar(0);
    for (int k = 0; k < 3; ++k) {
      sum += column.force[k] * (row.row[0] * G(r, s + k) + row.row[1] * G(r + 1, s + k) + row.row[2] * G(r + 2, s + k));
    }
    return problem.dt * sum;
  }

  template <int kContacts>
  static Scalar FreeVelocity(const ContactProblem<Scalar, kContacts>& problem,
                             const ModeWorkspace<Scalar, kContacts>& work, int i) {
    const auto& row = work.unknown[static_cast<unsigned>(i)];
    const int r = 3 * row.contact;
    const auto& b = problem.free_velocity;
    return row.row[0] * (b[r] + problem.normal_bias[row.contact]) + row.row[1] * b[r + 1] + row.row[2] * b[r + 2];
  }

  // More contacts than the bodies can tell apart: A + δ I in A's place, and what that leaves
  // unsolved handed to it again, so that δ's effect dies out wherever A x = b can be met.
  template <int kContacts>
  static bool SolveDeficient(const ContactProblem<Scalar, kContacts>& problem, int n,
                             ModeWorkspace<Scalar, kContacts>* work) {
    constexpr int kPasses = 4;  // an eigenvalue of share s of the largest keeps (√ε / s)^4 of its error
    constexpr int kStride = 3 * kContacts;
    Scalar largest = Scalar(0);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) work->matrix(i, j) = Entry(problem, *work, i, j);
      largest = Max(largest, Abs(work->matrix(i, i)));
      work->value[i] = Scalar(0);
    }
    for (int i = 0; i < n; ++i) work->matrix(i, i) += Sqrt(kEpsilon<Scalar>) * largest;
    if (!FactorGeneral<Scalar, kStride>(work->matrix.data(), kStride, n, work->pivots)) return false;
    for (int pass = 0; pass < kPasses; ++pass) {
      for (int i = 0; i < n; ++i) {
        Scalar sum = FreeVelocity(problem, *work, i);
        for (int j = 0; j < n; ++j) sum += Entry(problem, *work, i, j) * work->value[j];
        work->error[i] = -sum;
      }
      SolveFactored<Scalar, kStride>(work->matrix.data(), kStride, n, work->pivots, work->error.data());
      for (int i = 0; i < n; ++i) work->value[i] += work->error[i];
    }
    return true;
  }

  template <int kContacts>
  static int AddUnknowns(const Basis& basis, const PyramidModes<kContacts>& modes, int contact, Scalar mu, int n,
                         ModeWorkspace<Scalar, kContacts>* work) {
    const PyramidMode& mode = modes[static_cast<unsigned>(contact)];
    const auto add = [&](const Vector3<Scalar>& force, const Vector3<Scalar>& row) {
      work->unknown[static_cast<unsigned>(n++)] = {contact, force, row};
    };
    if (mode.mode == ContactMode::kStick) {
      constexpr int kRows = kDirections == 2 ? 2 : 3;  // in the plane nothing acts along t2
      for (int k = 0; k < kRows; ++k) add(Vector3<Scalar>::Unit(k), Vector3<Scalar>::Unit(k));
    } else if (mode.mode == ContactMode::kSlide) {
      const auto& d = basis.direction;
      const int k = mode.direction;
      add({Scalar(1), mu * d(k, 0), mu * d(k, 1)}, Vector3<Scalar>::Unit(0));
      if (mode.edge) {
        const int next = (k + 1) % kDirections;
        const Vector3<Scalar> across(Scalar(0), d(next, 0) - d(k, 0), d(next, 1) - d(k, 1));
        add(across, across);
      }
    }
    return n;
  }
};

}  // namespace footing
