// The Delassus matrix J M⁻¹ Jᵀ and the free velocity, which is the velocity without contact forces (eqs. 5,
// 14, 15 of Tan, Siu, Liu: b = J M⁻¹ τ*, τ* = M q̇ + dt (τ − C)).
// M = LᵀL is factored along the branches. Then J M⁻¹ Jᵀ = YᵀY with Y = L⁻ᵀ Jᵀ, and a column of Y is zero
// outside the branch of its contact (Featherstone 2008, section 6.5).
#pragma once

#include "core/assembly/system_stack.hpp"
#include "core/contact/contact_problem.hpp"
#include "core/linalg/branch_cholesky.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

// What assembly leaves for the functions below.
template <typename Stack>
struct DelassusWorkspace {
  using Scalar = typename Stack::Scalar;
  decltype(Stack::mass_matrix) factor;  // L
  decltype(Stack::jacobian) half;       // row r: (L⁻ᵀ J_rᵀ)ᵀ
  decltype(Stack::velocity) drive;      // dt L⁻ᵀ (τ − C)
  decltype(Stack::velocity) free;       // q̇ + dt M⁻¹ (τ − C)
};

namespace delassus_internal {

// Fills kCount rows of `problem` from row `to`, from the stack's rows from `from`: their free velocity, their
// rows of work.half, and their Delassus entries with each other and with all rows before them. False: the
// rows touch branches of more than Stack::kSupport degrees of freedom.
// Inlined, so that the bound of the last loop depends on `to`.
template <int kCount, typename Stack, typename Problem>
[[gnu::always_inline]] inline bool AddRows(const Stack& stack, int from, int to,
                                           DelassusWorkspace<Stack>& work, Problem& problem) {
  using Scalar = typename Stack::Scalar;
  constexpr auto kSupport = static_cast<unsigned>(Stack::kSupport);
  std::array<int, kSupport> branch;  // the degrees of freedom, leaves first
  std::array<bool, static_cast<unsigned>(Stack::kDofCapacity)> touched{};
  unsigned count = 0;  // count at most kSupport
  for (int j = stack.dof - 1; j >= 0; --j) {
    bool touches = touched[static_cast<unsigned>(j)];
    for (int r = 0; r < kCount; ++r) touches = touches || stack.jacobian(from + r, j) != Scalar(0);
    if (!touches) {
      for (int r = 0; r < kCount; ++r) work.half(to + r, j) = Scalar(0);
      continue;
    }
    if (count == kSupport) return false;
    branch[count++] = j;
    if (const int up = stack.dof_parent[static_cast<unsigned>(j)]; up >= 0)
      touched[static_cast<unsigned>(up)] = true;
  }

  Scalar half[kSupport][kCount];
  Scalar free[kCount];
  for (int r = 0; r < kCount; ++r) free[r] = stack.velocity_offset[from + r];
  for (unsigned k = 0; k < count; ++k) {
    for (int r = 0; r < kCount; ++r) {
      half[k][r] = stack.jacobian(from + r, branch[k]);
      free[r] += half[k][r] * stack.velocity[branch[k]];
    }
  }
  for (unsigned k = 0; k < count; ++k) {
    Scalar sum[kCount];
    for (int r = 0; r < kCount; ++r) sum[r] = half[k][r];
    for (unsigned l = 0; l < k; ++l) {
      const Scalar entry = work.factor(branch[l], branch[k]);
      for (int r = 0; r < kCount; ++r) sum[r] -= entry * half[l][r];
    }
    const Scalar inverse = Scalar(1) / work.factor(branch[k], branch[k]);
    for (int r = 0; r < kCount; ++r) {
      work.half(to + r, branch[k]) = half[k][r] = sum[r] * inverse;
      free[r] += half[k][r] * work.drive[branch[k]];
    }
  }
  for (int r = 0; r < kCount; ++r) problem.free_velocity[to + r] = free[r];

  for (int s = 0; s < to + kCount; s += kCount) {
    Scalar sum[kCount][kCount] = {};
    for (unsigned k = 0; k < count; ++k) {
      const Scalar* const other = &work.half(s, branch[k]);
      for (int q = 0; q < kCount; ++q) {
        const Scalar h = other[q * Stack::kDofCapacity];
        for (int r = 0; r < kCount; ++r) sum[r][q] += half[k][r] * h;
      }
    }
    for (int r = 0; r < kCount; ++r)
      for (int q = 0; q < kCount; ++q)
        problem.delassus(to + r, s + q) = problem.delassus(s + q, to + r) = sum[r][q];
  }
  return true;
}

}  // namespace delassus_internal

// Fills all of `problem` for a step of `dt` [s].
//   kSolved     `problem` is complete
//   kSingular   M is not positive definite, or its trunk is not Stack::kTrunk long
//   kBadSize    the stack is overfull, or a row touches branches of more than Stack::kSupport dof
// After a failure `problem` has no rows. work.free is not filled; NextVelocity needs it, see Assemble.
// Cost with dense rows: about n³/6 + 1.5 p n² + 4.5 p² n multiply-adds, p = rows/3. If each row touches s
// degrees of freedom, s replaces n in the last two terms.
template <typename Stack, typename Scalar, int kContacts, int kJointRows>
SolveStatus AssembleRows(const Stack& stack, Scalar dt, DelassusWorkspace<Stack>& work,
                         ContactProblem<Scalar, kContacts, kJointRows>& problem) {
  static_assert(kContacts == Stack::kContacts && kJointRows == Stack::kJointRows);
  const int n = stack.dof;
  problem.contacts = 0;
  problem.joint_rows = 0;
  problem.dt = dt;
  if (stack.overfull) return SolveStatus::kBadSize;

  for (int i = 0; i < n; ++i) work.factor.row(i) = stack.Mass().row(i);
  if (!FactorBranch<Stack::kTrunk>(work.factor, stack.dof_parent, n)) return SolveStatus::kSingular;

  for (int i = 0; i < n; ++i) work.drive[i] = dt * stack.force[i];
  SolveTransposed<Stack::kTrunk>(work.factor, stack.dof_parent, n, work.drive.data());

  for (int c = 0; c < stack.contacts; ++c) {
    if (!delassus_internal::AddRows<3>(stack, 3 * c, 3 * c, work, problem)) return SolveStatus::kBadSize;
    problem.friction[c] = stack.friction[c];
    problem.normal_bias[c] = stack.normal_bias[c];
  }
  if constexpr (kJointRows > 0) {
    for (int k = 0; k < stack.joint_rows; ++k) {
      if (!delassus_internal::AddRows<1>(stack, Stack::kFirstJointRow + k, 3 * stack.contacts + k, work,
                                         problem))
        return SolveStatus::kBadSize;
      problem.lower[k] = stack.lower[k];
      problem.upper[k] = stack.upper[k];
    }
  }
  problem.contacts = stack.contacts;
  problem.joint_rows = stack.joint_rows;
  return SolveStatus::kSolved;
}

// As AssembleRows, and also fills work.free, the velocity without contact forces, which NextVelocity needs.
// Cost: n²/2 multiply-adds more.
template <typename Stack, typename Scalar, int kContacts, int kJointRows>
SolveStatus Assemble(const Stack& stack, Scalar dt, DelassusWorkspace<Stack>& work,
                     ContactProblem<Scalar, kContacts, kJointRows>& problem) {
  const SolveStatus status = AssembleRows(stack, dt, work, problem);
  if (status != SolveStatus::kSolved) return status;
  work.free = work.drive;
  SolveForward<Stack::kTrunk>(work.factor, stack.dof_parent, stack.dof, work.free.data());
  for (int i = 0; i < stack.dof; ++i) work.free[i] += stack.velocity[i];
  return status;
}

// Change of the free velocity by a wrench that acts during the step on the body of the first six rows, a free
// base. The wrench is a force through the base's origin and a moment, in world axes. `columns` has the rows
// of the problem: three columns for the force [m/s per N], then three for the moment, `length` [m] times m/s
// per N·m. Call it after AssembleRows on the same stack. Method: column r of M⁻¹ Jᵀ is L⁻¹ times row r of
// work.half, and only its six entries of the base are needed. Cost: 27 multiply-adds a row.
template <typename Stack, typename Scalar, typename Columns>
void BaseWrench(const Stack& stack, const DelassusWorkspace<Stack>& work, Scalar dt, Scalar length,
                Columns& columns) {
  Scalar inverse[6];
  for (int i = 0; i < 6; ++i) inverse[i] = Scalar(1) / work.factor(i, i);
  for (int r = 0; r < 3 * stack.contacts; r += 3) {
    Vector3<Scalar> x[6];
    const auto substitute = [&](auto axis) {
      constexpr int i = axis;
      x[i] = {work.half(r, i), work.half(r + 1, i), work.half(r + 2, i)};
      for (int j = 0; j < i; ++j) x[i] -= work.factor(i, j) * x[j];
      x[i] *= inverse[i];
      for (int k = 0; k < 3; ++k) columns(r + k, i) = (i < 3 ? dt : dt * length) * x[i][k];
    };
    // Unrolled: a loop would read each factor again for each row.
    const auto each = [&]<int... kAxes>(std::integer_sequence<int, kAxes...>) {
      (substitute(std::integral_constant<int, kAxes>()), ...);
    };
    each(std::integer_sequence<int, 0, 1, 2, 3, 4, 5>());
  }
  for (int r = 3 * stack.contacts; r < Stack::kFirstJointRow; ++r) columns.row(r).setZero();
}

// Derivatives of the free velocity. `by_force`(r, j): change of row r by the generalized force of dof j, m/s
// per N or N·m. `by_velocity`(r, j): change of row r by the velocity of dof j before the step, which is the
// Jacobian. Call it after Assemble on the same stack. Cost: n²/2 multiply-adds a row.
template <typename Stack, typename Scalar, typename Columns>
void FreeVelocityResponse(const Stack& stack, const DelassusWorkspace<Stack>& work, Scalar dt,
                          Columns& by_force, Columns& by_velocity) {
  by_force.setZero();
  by_velocity.setZero();
  BoundedVector<Scalar, Stack::kDofCapacity> column;
  for (int r = 0; r < 3 * stack.contacts; ++r) {
    for (int j = 0; j < stack.dof; ++j) column[j] = work.half(r, j);
    SolveForward<Stack::kTrunk>(work.factor, stack.dof_parent, stack.dof, column.data());
    for (int j = 0; j < stack.dof; ++j) {
      by_force(r, j) = dt * column[j];
      by_velocity(r, j) = stack.jacobian(r, j);
    }
  }
}

// q̇⁺ = free + dt M⁻¹ Jᵀ f (eq. 9). Call it after Assemble on the same stack. `force` [N]: one entry for each
// contact; `joint_force` [N, N·m]: one for each joint row; `next`: a vector of kDofCapacity, aligned or not.
// Cost: n rows + n²/2 multiply-adds.
template <typename Stack, typename Forces, typename JointForces, typename Velocity>
void NextVelocity(const Stack& stack, const DelassusWorkspace<Stack>& work, typename Stack::Scalar dt,
                  const Forces& force, const JointForces& joint_force, Velocity& next) {
  static_assert(Velocity::SizeAtCompileTime == Stack::kDofCapacity);
  using Scalar = typename Stack::Scalar;
  const int contact_rows = 3 * stack.contacts;
  for (int j = 0; j < stack.dof; ++j) {
    Scalar sum = Scalar(0);
    for (int r = 0; r < contact_rows; ++r)
      sum += work.half(r, j) * force[static_cast<unsigned>(r / 3)][r % 3];
    for (int k = 0; k < stack.joint_rows; ++k) sum += work.half(contact_rows + k, j) * joint_force[k];
    next[j] = sum;
  }
  SolveForward<Stack::kTrunk>(work.factor, stack.dof_parent, stack.dof, next.data());
  for (int j = 0; j < stack.dof; ++j) next[j] = work.free[j] + dt * next[j];
}

}  // namespace footing
