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
  decltype(Stack::mass_matrix) factor;  // L, with 1 / L_ii on the diagonal (FactorBranch)
  // Row r: (L⁻ᵀ J_rᵀ)ᵀ, filled where the row touches, and on a trunk of known length.
  decltype(Stack::jacobian) half;
  decltype(Stack::velocity) drive;  // dt L⁻ᵀ (τ − C)
};

namespace delassus_internal {

// Fills kCount rows of `problem` from row `to`, from the stack's rows from `from`: their free velocity, their
// rows of work.half, and their Delassus entries with each other and with all rows before them. False: the
// rows touch branches of more than Stack::kSupport degrees of freedom.
// Inlined, so that the bound of the loop over the rows before depends on `to`.
template <int kCount, typename Stack, typename Problem>
[[gnu::always_inline]] inline bool AddRows(const Stack& stack, int from, int to,
                                           DelassusWorkspace<Stack>& work, Problem& problem) {
  using Scalar = typename Stack::Scalar;
  using branch_internal::ForConstantsDown;
  constexpr int kTrunk = Stack::kKnownTrunk;
  constexpr auto kBeyond = static_cast<unsigned>(Max(Stack::kBeyondTrunk, 1));
  std::array<int, kBeyond> branch;  // the degrees of freedom beyond the trunk, leaves first
  unsigned count = 0;               // count at most Stack::kBeyondTrunk
  const auto& touched = stack.TouchedBy(to);
  for (int j = stack.dof - 1; j >= kTrunk; --j) {  // at most Stack::kDofBeyondTrunk
    if (!touched[static_cast<unsigned>(j)]) continue;
    if (count == static_cast<unsigned>(Stack::kBeyondTrunk)) return false;
    branch[count++] = j;
  }

  Scalar free[kCount];
  for (int r = 0; r < kCount; ++r) free[r] = stack.velocity_offset[from + r];
  Scalar half[kBeyond][kCount], on_trunk[Max(kTrunk, 1)][kCount];
  const auto read = [&](int j, Scalar* entry) {
    for (int r = 0; r < kCount; ++r) {
      entry[r] = stack.jacobian(from + r, j);
      free[r] += entry[r] * stack.velocity[j];
    }
  };
  for (unsigned k = 0; k < count; ++k) read(branch[k], half[k]);
  ForConstantsDown<kTrunk - 1>([&](auto j) { read(j, on_trunk[j]); });

  const auto scale = [&](int j, Scalar* entry) {
    const Scalar inverse = work.factor(j, j);
    for (int r = 0; r < kCount; ++r) {
      work.half(to + r, j) = entry[r] *= inverse;
      free[r] += entry[r] * work.drive[j];
    }
  };
  const auto subtract = [&](int k, const Scalar* known, int up, Scalar* entry) {
    const Scalar factor = work.factor(k, up);
    for (int r = 0; r < kCount; ++r) entry[r] -= factor * known[r];
  };
  for (unsigned k = 0; k < count; ++k) {
    scale(branch[k], half[k]);
    for (unsigned l = k + 1; l < count; ++l) subtract(branch[k], half[k], branch[l], half[l]);
    ForConstantsDown<kTrunk - 1>([&](auto j) { subtract(branch[k], half[k], j, on_trunk[j]); });
  }
  ForConstantsDown<kTrunk - 1>([&](auto j) {
    scale(j, on_trunk[j]);
    ForConstantsDown<j - 1>([&](auto up) { subtract(j, on_trunk[j], up, on_trunk[up]); });
  });
  for (int r = 0; r < kCount; ++r) problem.free_velocity[to + r] = free[r];

  for (int s = 0; s < to + kCount; s += kCount) {
    const auto& others = stack.TouchedBy(s);
    Scalar sum[kCount][kCount] = {};
    const auto add = [&](const Scalar* entry, int j) {
      const Scalar* const other = &work.half(s, j);
      for (int q = 0; q < kCount; ++q) {
        const Scalar h = other[q * Stack::kDofCapacity];
        for (int r = 0; r < kCount; ++r) sum[r][q] += entry[r] * h;
      }
    };
    for (unsigned k = 0; k < count; ++k)
      if (others[static_cast<unsigned>(branch[k])]) add(half[k], branch[k]);
    ForConstantsDown<kTrunk - 1>([&](auto j) { add(on_trunk[j], j); });
    for (int r = 0; r < kCount; ++r)
      for (int q = 0; q < kCount; ++q)
        problem.delassus(to + r, s + q) = problem.delassus(s + q, to + r) = sum[r][q];
  }
  return true;
}

// Entry (row, j) of work.half, zero where that is not filled.
template <typename Stack>
typename Stack::Scalar Half(const Stack& stack, const DelassusWorkspace<Stack>& work, int row, int j) {
  const bool filled = j < Stack::kKnownTrunk || stack.TouchedBy(row)[static_cast<unsigned>(j)];
  return filled ? work.half(row, j) : typename Stack::Scalar(0);
}

}  // namespace delassus_internal

// Fills all of `problem` for a step of `dt` [s].
//   kSolved     `problem` is complete
//   kSingular   M is not positive definite, or its trunk is not Stack::kTrunk long
//   kBadSize    the stack is overfull, or a row touches branches of more than Stack::kSupport dof
// After a failure `problem` has no rows.
// Cost with dense rows: about n³/6 + 1.5 p n² + 4.5 p² n multiply-adds, p = rows/3. If each row touches s
// degrees of freedom, s replaces n in the last two terms.
template <typename Stack, typename Scalar, int kContacts, int kJointRows>
SolveStatus Assemble(const Stack& stack, Scalar dt, DelassusWorkspace<Stack>& work,
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

// Change of the free velocity by a wrench that acts during the step on the body of the first six rows, a free
// base. The wrench is a force through the base's origin and a moment, in world axes. `columns` has the rows
// of the problem: three columns for the force [m/s per N], then three for the moment, `length` [m] times m/s
// per N·m. Call it after Assemble on the same stack. Method: column r of M⁻¹ Jᵀ is L⁻¹ times row r of
// work.half, and only its six entries of the base are needed. Cost: 27 multiply-adds a row.
template <typename Stack, typename Scalar, typename Columns>
void BaseWrench(const Stack& stack, const DelassusWorkspace<Stack>& work, Scalar dt, Scalar length,
                Columns& columns) {
  for (int r = 0; r < 3 * stack.contacts; r += 3) {
    Vector3<Scalar> x[6];
    const auto substitute = [&](auto axis) {
      constexpr int i = axis;
      for (int k = 0; k < 3; ++k) x[i][k] = delassus_internal::Half(stack, work, r + k, i);
      for (int j = 0; j < i; ++j) x[i] -= work.factor(i, j) * x[j];
      x[i] *= work.factor(i, i);
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

// h_b = M_j⁻¹ m_b of the system that is lent, whose first six rows are a free base's: M_j is the joints'
// block of M, m_b its column of the base's row b. Rows 0 to 2 are those of the base's velocity, row 3 that of
// turning about `axis`, a unit vector. h_b is what the joints accelerate back with a base that accelerates
// so, without torques. Call it after Assemble on the same stack. Cost: four multiply-adds for each joint and
// each joint above it.
template <int kJoints, typename Stack, typename Responses>
void BaseResponse(const Stack& stack, const DelassusWorkspace<Stack>& work,
                  const Vector3<typename Stack::Scalar>& axis, Responses& response) {
  constexpr unsigned kRows = std::tuple_size_v<Responses>;
  for (int i = 6; i < 6 + kJoints; ++i) {  // at most kJoints
    const auto* const row = work.factor.data() + i * Stack::kDofCapacity;
    std::array<typename Stack::Scalar, kRows> sum{row[0], row[1], row[2],
                                                  axis[0] * row[3] + axis[1] * row[4] + axis[2] * row[5]};
    int up = stack.dof_parent[static_cast<unsigned>(i)];
    // at most kBodyDepth - 1
    for (; up >= 6; up = stack.dof_parent[static_cast<unsigned>(up)])
      for (unsigned b = 0; b < kRows; ++b) sum[b] -= row[up] * response[b][up - 6];
    for (unsigned b = 0; b < kRows; ++b) response[b][i - 6] = sum[b] * row[i];
  }
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
    for (int j = 0; j < stack.dof; ++j) column[j] = delassus_internal::Half(stack, work, r, j);
    SolveForward<Stack::kTrunk>(work.factor, stack.dof_parent, stack.dof, column.data());
    for (int j = 0; j < stack.dof; ++j) {
      by_force(r, j) = dt * column[j];
      by_velocity(r, j) = stack.jacobian(r, j);
    }
  }
}

// q̇⁺ = q̇ + M⁻¹ (dt (τ − C) + dt Jᵀ f) (eq. 9). Call it after Assemble on the same stack. `force` [N]: one
// entry for each contact; `joint_force` [N, N·m]: one for each joint row; `next`: a vector of kDofCapacity,
// aligned or not. Cost: a multiply-add for each degree of freedom that a row touches, and n²/2.
template <typename Stack, typename Forces, typename JointForces, typename Velocity>
void NextVelocity(const Stack& stack, const DelassusWorkspace<Stack>& work, typename Stack::Scalar dt,
                  const Forces& force, const JointForces& joint_force, Velocity& next) {
  static_assert(Velocity::SizeAtCompileTime == Stack::kDofCapacity);
  using Scalar = typename Stack::Scalar;
  constexpr int kTrunk = Stack::kKnownTrunk;
  for (int j = 0; j < stack.dof; ++j) next[j] = work.drive[j];
  const auto push = [&](int row, const auto& impulse) {
    const auto add = [&](int j) {
      Scalar sum = next[j];
      for (int k = 0; k < impulse.size(); ++k) sum += work.half(row + k, j) * impulse[k];
      next[j] = sum;
    };
    const auto& touched = stack.TouchedBy(row);
    branch_internal::ForConstantsDown<kTrunk - 1>(add);
    for (int j = kTrunk; j < stack.dof; ++j)  // at most Stack::kDofBeyondTrunk
      if (touched[static_cast<unsigned>(j)]) add(j);
  };
  for (int c = 0; c < stack.contacts; ++c) push(3 * c, Vector3<Scalar>(dt * force[static_cast<unsigned>(c)]));
  for (int k = 0; k < stack.joint_rows; ++k)
    push(3 * stack.contacts + k, BoundedVector<Scalar, 1>(dt * joint_force[k]));
  SolveForward<Stack::kTrunk>(work.factor, stack.dof_parent, stack.dof, next.data());
  for (int j = 0; j < stack.dof; ++j) next[j] += stack.velocity[j];
}

}  // namespace footing
