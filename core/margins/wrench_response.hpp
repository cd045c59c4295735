// How contact forces and the velocities of contact rows respond to a wrench on a body while modes stay. The
// forces come from fixed_modes.hpp. A velocity is the sum of what the wrench does by itself and what the
// response of the forces adds.
#pragma once

#include "core/contact/newton/fixed_modes.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

template <typename Scalar, int kContacts>
class WrenchResponse {
 public:
  using Problem = ContactProblem<Scalar, kContacts>;
  using Modes = FixedModes<Scalar, kContacts>;
  using Columns = typename Modes::template Columns<6>;
  using Row = BoundedMatrix<Scalar, 1, 6>;

  // `velocity`: change of the free velocity by each unit of the wrench, m/s per N. `modes` must be factored.
  // All three arguments must outlive the calls below. Cost: 6 n² multiply-adds.
  void Take(const Problem& problem, const Modes& modes, const Columns& velocity) {
    problem_ = &problem;
    modes_ = &modes;
    velocity_ = &velocity;
    modes.Respond(velocity, &force_);
  }

  // δf for a unit of each wrench component, N per N, rows as in the problem: of row i, and of contact c.
  auto Force(int i) const { return force_.row(i); }
  auto ForceOf(int c) const { return force_.template block<3, 6>(3 * c, 0); }

  // δu of a row, m/s per N. Cost: 18 multiply-adds for each loaded contact.
  Row Velocity(int i) const {
    return FreeVelocity(i) + MovedBy([&](int j) { return problem_->delassus(i, j); });
  }
  // The same along (d_1, d_2) in the tangents of contact c.
  Row VelocityAlong(int c, Scalar d_1, Scalar d_2) const {
    const int t_1 = 3 * c + 1, t_2 = 3 * c + 2;
    return d_1 * FreeVelocity(t_1) + d_2 * FreeVelocity(t_2) + MovedBy([&](int j) {
             return d_1 * problem_->delassus(t_1, j) + d_2 * problem_->delassus(t_2, j);
           });
  }
  // The part of δu that the wrench causes by itself.
  auto FreeVelocity(int i) const { return velocity_->row(i); }

  // Whether loaded contacts stay closed. They do with dependent rows of slides. They do not if a pivot is
  // zero although rows are independent (A_nn = μ A_nt, Painlevé's case).
  bool KeepsContacts() const {
    constexpr Scalar kShare = sizeof(Scalar) == 4 ? Scalar(1e-2L) : Scalar(1e-6L);
    Scalar left = Scalar(0), given = Scalar(0);  // squares
    for (int k = 0; k < modes_->loaded(); ++k) {
      const int i = 3 * modes_->contact(k);
      left = Max(left, Velocity(i).squaredNorm());
      given = Max(given, FreeVelocity(i).squaredNorm());
    }
    return left <= kShare * kShare * given;
  }

 private:
  // The part of δu that the response of the forces adds. `entry`(j): what a force in row j adds to this
  // velocity.
  template <typename Entry>
  Row MovedBy(const Entry& entry) const {
    Row sum = Row::Zero();
    for (int k = 0; k < modes_->loaded(); ++k) {
      for (int j = 3 * modes_->contact(k); j < 3 * modes_->contact(k) + 3; ++j)  // at most 3
        sum += entry(j) * force_.row(j);
    }
    return problem_->dt * sum;
  }

  const Problem* problem_ = nullptr;
  const Modes* modes_ = nullptr;
  const Columns* velocity_ = nullptr;
  Columns force_;
};

}  // namespace footing
