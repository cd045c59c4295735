// Computes what Assemble and NextVelocity compute, from the same stack, by dense matrices alone:
//   Minv_Jt = M⁻¹ Jᵀ, delassus = J M⁻¹ Jᵀ, free = M⁻¹ τ*, τ* = M q̇ + dt (τ − C), q̇⁺ by eq. 9.
#pragma once

#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing {

// Joint rows follow the rows of the contacts in use.
template <int kDof, int kContacts, int kJointRows = 0>
struct DenseContacts {
  static constexpr int kRows = 3 * kContacts + kJointRows;
  unsigned dof = 0;
  unsigned contact_rows = 0;
  unsigned rows = 0;
  Real dt = 0;
  Dense<kDof, kDof> scratch;
  Dense<kDof, kRows + 1> solved;  // M⁻¹ Jᵀ; the column after it is M⁻¹ τ*
  Dense<kRows, kDof> jacobian;
  Dense<kRows, kRows> delassus;
  std::array<Real, static_cast<unsigned>(kRows)> offset;
  std::array<Real, static_cast<unsigned>(kRows)> free_velocity;

  template <typename Stack>
  bool Fill(const Stack& stack, Real step) {
    dof = static_cast<unsigned>(stack.dof);
    contact_rows = static_cast<unsigned>(3 * stack.contacts);
    rows = contact_rows + static_cast<unsigned>(stack.joint_rows);
    dt = step;
    for (unsigned i = 0; i < dof; ++i) {
      Real impulse = dt * Real(stack.force[static_cast<int>(i)]);
      for (unsigned j = 0; j < dof; ++j) {
        scratch[i][j] = Real(stack.mass_matrix(static_cast<int>(i), static_cast<int>(j)));
        impulse += scratch[i][j] * Real(stack.velocity[static_cast<int>(j)]);
      }
      for (unsigned r = 0; r < rows; ++r) {
        jacobian[r][i] = Real(stack.jacobian(StackRow<Stack>(r), static_cast<int>(i)));
        solved[i][r] = jacobian[r][i];
      }
      solved[i][rows] = impulse;
    }
    if (!GaussJordan<kDof, kRows + 1>(dof, rows + 1, &scratch, &solved)) return false;
    for (unsigned r = 0; r < rows; ++r) {
      offset[r] = Real(stack.velocity_offset[StackRow<Stack>(r)]);
      free_velocity[r] = offset[r] + Times(r, rows);
      for (unsigned s = 0; s < rows; ++s) delassus[r][s] = Times(r, s);
    }
    return true;
  }

  template <typename Stack>
  int StackRow(unsigned r) const {
    return static_cast<int>(r < contact_rows ? r : 3 * kContacts + r - contact_rows);
  }

  // Row r of J times a column of `solved`.
  Real Times(unsigned r, unsigned column) const {
    Real sum = 0;
    for (unsigned j = 0; j < dof; ++j) sum += jacobian[r][j] * solved[j][column];
    return sum;
  }

  // q̇⁺ of dof `i` under forces that are given contact by contact.
  template <typename Forces>
  Real NextVelocity(unsigned i, const Forces& force) const {
    Real sum = solved[i][rows];
    for (unsigned r = 0; r < rows; ++r)
      sum += dt * solved[i][r] * Real(force[r / 3][static_cast<int>(r % 3)]);
    return sum;
  }

  // The contacts' velocity in row r at the step's end, from J q̇⁺.
  template <typename Forces>
  Real ContactVelocity(unsigned r, const Forces& force) const {
    Real sum = offset[r];
    for (unsigned j = 0; j < dof; ++j) sum += jacobian[r][j] * NextVelocity(j, force);
    return sum;
  }
};

}  // namespace footing
