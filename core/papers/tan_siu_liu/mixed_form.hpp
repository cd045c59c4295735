// The mixed LCP of a stack's time step (Tan, Siu, Liu eq. 12). q̇⁺ is free and its rows are equalities:
//   ⎡0⎤   ⎡ M   −Δt N  −Δt B  0 ⎤ ⎡q̇⁺⎤   ⎡−τ*⎤
//   ⎢a⎥ = ⎢ Nᵀ    0      0    0 ⎥ ⎢f_n⎥ + ⎢ 0 ⎥     τ* = M q̇ + Δt (τ − C)  (eq. 5)
//   ⎢b⎥   ⎢ Bᵀ    0      0    E ⎥ ⎢f_d⎥   ⎢ 0 ⎥
//   ⎣c⎦   ⎣ 0     μ     −Eᵀ   0 ⎦ ⎣ λ ⎦   ⎣ 0 ⎦
// Eliminating q̇⁺ (core/lcp/mixed_lcp.hpp) gives eq. 15 (contact_lcp.hpp). So this form serves to check
// eq. 15, and for cases in which M⁻¹ is not available.
// Departures: the right side also has the stack's velocity offsets and normal bias. The stack's joint rows are
// equalities too, and their forces stand among the free unknowns, after q̇⁺. Section 5's ε belongs to the
// diagonal of eq. 15 and is not used here.
#pragma once

#include "core/assembly/system_stack.hpp"
#include "core/contact/friction_basis.hpp"
#include "core/lcp/mixed_lcp.hpp"

namespace footing {

// Fills `mixed`: stack.dof + stack.joint_rows free rows, then p (d + 2) rows in the order f_n; f_d contact by
// contact; λ. `dt` [s] > 0. M is not checked. An overfull stack, or a joint row with a bound, gives a size of −1,
// which SolveMixed refuses. Cost: about n² + 2 n p d multiply-adds, and clearing the matrix.
template <int kDirections, typename Scalar, int kDof, int kContacts, int kJointRows, int kFree, int kRows>
void AssembleMixedLcp(const SystemStack<Scalar, kDof, kContacts, kJointRows>& stack, Scalar dt,
                      const FrictionBasis<Scalar, kDirections>& basis,
                      MixedLcpProblem<Scalar, kFree, kRows>* mixed) {
  static_assert(kFree >= kDof + kJointRows && kRows >= kContacts * (kDirections + 2));
  const int n = stack.dof;
  const int p = stack.contacts;
  const int normal_begin = n + stack.joint_rows;
  const int friction_begin = normal_begin + p;
  const int lambda_begin = friction_begin + p * kDirections;
  mixed->free = normal_begin;
  mixed->size = normal_begin + p * (kDirections + 2);
  for (int i = 0; i < mixed->size; ++i) {
    for (int j = 0; j < mixed->size; ++j) mixed->A(i, j) = Scalar(0);
    mixed->b[i] = Scalar(0);
  }

  for (int i = 0; i < n; ++i) {
    Scalar impulse = dt * stack.force[i];
    for (int j = 0; j < n; ++j) {
      mixed->A(i, j) = stack.mass_matrix(i, j);
      impulse += stack.mass_matrix(i, j) * stack.velocity[j];
    }
    mixed->b[i] = -impulse;
  }
  bool bounded = false;
  for (int k = 0; k < stack.joint_rows; ++k) {
    const int row = stack.kFirstJointRow + k;
    mixed->b[n + k] = stack.velocity_offset[row];
    bounded |= IsFinite(stack.lower[k]) || IsFinite(stack.upper[k]);
    for (int j = 0; j < n; ++j) {
      mixed->A(n + k, j) = stack.jacobian(row, j);
      mixed->A(j, n + k) = -dt * stack.jacobian(row, j);
    }
  }
  for (int c = 0; c < p; ++c) {
    const int lambda = lambda_begin + c;
    const int normal = normal_begin + c;
    mixed->b[normal] = stack.velocity_offset[3 * c] + stack.normal_bias[c];
    for (int j = 0; j < n; ++j) {
      mixed->A(normal, j) = stack.jacobian(3 * c, j);
      mixed->A(j, normal) = -dt * stack.jacobian(3 * c, j);
    }
    for (int k = 0; k < kDirections; ++k) {
      const int row = friction_begin + c * kDirections + k;
      mixed->b[row] = basis.Along(k, stack.velocity_offset[3 * c + 1], stack.velocity_offset[3 * c + 2]);
      for (int j = 0; j < n; ++j) {
        const Scalar entry = basis.Along(k, stack.jacobian(3 * c + 1, j), stack.jacobian(3 * c + 2, j));
        mixed->A(row, j) = entry;
        mixed->A(j, row) = -dt * entry;
      }
      mixed->A(row, lambda) = Scalar(1);
      mixed->A(lambda, row) = Scalar(-1);
    }
    mixed->A(lambda, normal) = stack.friction[c];
  }
  if (stack.overfull || bounded) mixed->size = -1;
}

}  // namespace footing
