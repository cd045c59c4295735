// A contact problem in scaled units: in the Delassus matrix each contact's diagonal block, and each joint
// row's diagonal entry, has a largest entry of 1. The cones keep their shape, and units and mass ratios
// disappear. Holds the present forces and their velocities; u = W f + b with dt in W and the normal bias in
// b.
#pragma once

#include "core/contact/coulomb.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

template <typename Scalar, int kContacts, int kJointRows>
struct ScaledContacts {
  using Problem = ContactProblem<Scalar, kContacts, kJointRows>;
  using Solution = ContactSolution<Scalar, kContacts, kJointRows>;
  static constexpr int kRows = Problem::kRows;
  int contacts = 0;                            // at most kContacts
  int joints = 0;                              // the first joint row is 3 * contacts
  int rows = 0;                                // at most kRows
  Scalar free_size = 0;                        // largest |b_i|
  BoundedMatrix<Scalar, kRows> delassus;       // W
  BoundedVector<Scalar, kRows> free_velocity;  // b
  BoundedVector<Scalar, kRows> scale;          // force [N] = scale · scaled force
  BoundedVector<Scalar, kRows> lower, upper;   // of joint forces, in their rows
  BoundedVector<Scalar, kContacts> friction;
  BoundedVector<Scalar, kRows> force, velocity;

  // Loads `problem` with zero forces. Cost: rows² multiply-adds.
  void Load(const Problem& problem) {
    contacts = problem.contacts;
    joints = 3 * contacts;
    rows = problem.rows();
    const auto unit = [&](Scalar diagonal) {
      const Scalar moved = problem.dt * diagonal;
      return moved > Scalar(0) ? Scalar(1) / Sqrt(moved) : Scalar(1);
    };
    for (int c = 0; c < contacts; ++c) {
      scale[3 * c] = scale[3 * c + 1] = scale[3 * c + 2] = unit(problem.LargestDiagonal(c));
    }
    for (int i = joints; i < rows; ++i) scale[i] = unit(problem.delassus(i, i));
    free_size = Scalar(0);
    for (int i = 0; i < rows; ++i) {
      const Scalar factor = problem.dt * scale[i];
      const Scalar* const from = &problem.delassus(i, 0);
      Scalar* const to = &delassus(i, 0);
      for (int j = 0; j < joints; j += 3) {
        const Scalar both = factor * scale[j];
        to[j] = both * from[j];
        to[j + 1] = both * from[j + 1];
        to[j + 2] = both * from[j + 2];
      }
      for (int j = joints; j < rows; ++j) to[j] = factor * scale[j] * from[j];
      free_velocity[i] = scale[i] * problem.free_velocity[i];
      force[i] = Scalar(0);
    }
    for (int c = 0; c < contacts; ++c) free_velocity[3 * c] += scale[3 * c] * problem.normal_bias[c];
    for (int i = 0; i < rows; ++i) {
      free_size = Max(free_size, Abs(free_velocity[i]));
      velocity[i] = free_velocity[i];
    }
    for (int c = 0; c < contacts; ++c) friction[c] = problem.friction[c];
    for (int k = 0; k < problem.joint_rows; ++k) {
      lower[joints + k] = problem.lower[k] / scale[joints + k];
      upper[joints + k] = problem.upper[k] / scale[joints + k];
    }
  }

  void SetForces(const ContactForces<Scalar, kContacts, kJointRows>& solution) {
    for (int i = 0; i < joints; ++i)
      force[i] = solution.force[static_cast<unsigned>(i / 3)][i % 3] / scale[i];
    for (int i = joints; i < rows; ++i) force[i] = solution.joint_force[i - joints] / scale[i];
    UpdateVelocity();
  }

  void GetForces(const BoundedVector<Scalar, kRows>& scaled, Solution* solution) const {
    for (int i = 0; i < joints; ++i)
      solution->force[static_cast<unsigned>(i / 3)][i % 3] = scale[i] * scaled[i];
    for (int i = joints; i < rows; ++i) solution->joint_force[i - joints] = scale[i] * scaled[i];
  }

  // False for a contact whose normal force moves nothing.
  bool CanPush(int c) const { return delassus(3 * c, 3 * c) > Scalar(0); }

  Scalar RowVelocity(int i) const {
    const Scalar* const row = &delassus(i, 0);
    Scalar sum = free_velocity[i];
    for (int j = 0; j < rows; ++j) sum += row[j] * force[j];
    return sum;
  }

  // Velocities of a contact's three rows.
  Vector3<Scalar> ContactVelocity(int c) const {
    const Scalar* const row_n = &delassus(3 * c, 0);
    const Scalar *const row_1 = row_n + kRows, *const row_2 = row_1 + kRows;
    Scalar u_n = free_velocity[3 * c], u_1 = free_velocity[3 * c + 1], u_2 = free_velocity[3 * c + 2];
    for (int j = 0; j < joints; j += 3) {
      const Scalar f_n = force[j], f_1 = force[j + 1], f_2 = force[j + 2];
      if (f_n == Scalar(0) && f_1 == Scalar(0) && f_2 == Scalar(0)) continue;
      u_n += row_n[j] * f_n + row_n[j + 1] * f_1 + row_n[j + 2] * f_2;
      u_1 += row_1[j] * f_n + row_1[j + 1] * f_1 + row_1[j + 2] * f_2;
      u_2 += row_2[j] * f_n + row_2[j + 1] * f_1 + row_2[j + 2] * f_2;
    }
    for (int j = joints; j < rows; ++j) {
      u_n += row_n[j] * force[j];
      u_1 += row_1[j] * force[j];
      u_2 += row_2[j] * force[j];
    }
    return {u_n, u_1, u_2};
  }

  void UpdateVelocity() {
    for (int c = 0; c < contacts; ++c) {
      const Vector3<Scalar> u = ContactVelocity(c);
      for (int k = 0; k < 3; ++k) velocity[3 * c + k] = u[k];
    }
    for (int i = joints; i < rows; ++i) velocity[i] = RowVelocity(i);
  }

  // The largest change of a force by a projected step along −u, relative to the largest force or free
  // velocity. It is zero at a solution.
  Scalar NaturalMap() const {
    Scalar worst = Scalar(0);
    Scalar size = free_size;
    for (int i = 0; i < rows; ++i) size = Max(size, Abs(force[i]));
    for (int c = 0; c < contacts; ++c) {
      const Scalar* const f = &force[3 * c];
      const Scalar* const u = &velocity[3 * c];
      if (!CanPush(c)) {
        worst = Max(worst, -u[0]);
        continue;
      }
      const Scalar normal = Max(f[0] - u[0], Scalar(0));
      Scalar t_1 = f[1] - u[1];
      Scalar t_2 = f[2] - u[2];
      ClipToDisc(friction[c] * normal, &t_1, &t_2);
      worst = Max(worst, Max(Abs(f[0] - normal), Length(f[1] - t_1, f[2] - t_2)));
    }
    for (int i = joints; i < rows; ++i)
      worst = Max(worst, Abs(force[i] - Clamp(force[i] - velocity[i], lower[i], upper[i])));
    return size > Scalar(0) ? worst / size : Scalar(0);
  }
};

}  // namespace footing
