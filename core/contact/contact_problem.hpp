// The contacts of one time step, reduced to their own rows, and the answer of a solver: eq. 15 of Tan, Siu,
// Liu before the friction directions are chosen.
#pragma once

#include <Eigen/Core>
#include <array>

#include "core/dynamics/kinematics.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"
#include "core/solve_options.hpp"
#include "core/status.hpp"

namespace footing {

// Rows 3c, 3c+1, 3c+2 belong to contact c: normal, first and second tangent. Joint row k is row 3·contacts +
// k. With forces f [N] (N·m for a rotation) the velocities of the rows at the step's end are
//   u = dt · delassus · f + free_velocity       (eq. 15 of Tan, Siu, Liu, before E and μ)
// A contact asks 0 ≤ f_n ⟂ u_n + normal_bias ≥ 0 and Coulomb friction on (f_t, u_t). A joint row asks
//   f = lower → u ≥ 0,   f = upper → u ≤ 0,   lower < f < upper → u = 0
// Its bounds are infinite for a bilateral joint, (0, ∞) for a limit and (−τ, τ) for a motor. The velocity
// that the row wants (c of Trefny's impulse level) is already subtracted in free_velocity.
template <typename ScalarType, int kContactCapacity, int kJointRowCapacity = 0>
struct ContactProblem {
  using Scalar = ScalarType;
  static constexpr int kContacts = kContactCapacity;
  static constexpr int kJointRows = kJointRowCapacity;
  static constexpr int kRows = 3 * kContacts + kJointRows;
  int contacts = 0;                              // at most kContacts
  int joint_rows = 0;                            // at most kJointRows
  Scalar dt = 0;                                 // s
  BoundedMatrix<Scalar, kRows> delassus;         // 1/kg, symmetric
  BoundedVector<Scalar, kRows> free_velocity;    // m/s, if no row has a force
  BoundedVector<Scalar, kContacts> friction;     // μ ≥ 0
  BoundedVector<Scalar, kContacts> normal_bias;  // m/s
  BoundedVector<Scalar, kJointRows> lower;       // N or N·m, −∞ allowed
  BoundedVector<Scalar, kJointRows> upper;       // N or N·m, +∞ allowed

  int rows() const { return 3 * contacts + joint_rows; }
  // Diagonal entries of contact c: of its normal row, the larger of its tangent rows, and the largest of all
  // three.
  Scalar NormalDiagonal(int c) const { return delassus(3 * c, 3 * c); }
  Scalar TangentDiagonal(int c) const {
    return Max(delassus(3 * c + 1, 3 * c + 1), delassus(3 * c + 2, 3 * c + 2));
  }
  Scalar LargestDiagonal(int c) const { return Max(NormalDiagonal(c), TangentDiagonal(c)); }
};

// A_ii ← (1 + ε) A_ii (Tan, Siu, Liu, section 5), ε ≥ 0: what is solved and judged then is the problem so
// changed. Each row gives way by ε dt A_ii f_i, in m/s; a row that nothing can move stays as it is.
template <typename Scalar, int kContacts, int kJointRows>
void Regularize(Scalar epsilon, ContactProblem<Scalar, kContacts, kJointRows>& problem) {
  for (int i = 0; i < problem.rows(); ++i) problem.delassus(i, i) += epsilon * problem.delassus(i, i);
}

// Solvers give only the first three; ReadContactModes (contact_modes.hpp) gives all.
enum class ContactMode : std::uint8_t {
  kSeparate = 0,
  kStick = 1,
  kSlide = 2,
  kApproach = 3,   // no force, and a gap that closes, but not within the step
  kAmbiguous = 4,  // where modes meet
};
inline constexpr int kModeCount = 5;

constexpr const char* Name(ContactMode mode) {
  switch (mode) {
    case ContactMode::kSeparate: return "separate";
    case ContactMode::kStick: return "stick";
    case ContactMode::kSlide: return "slide";
    case ContactMode::kApproach: return "approach";
    case ContactMode::kAmbiguous: return "ambiguous";
  }
  return "?";
}

// The stage of a solver that gave the answer or the proof, or else tried last. kNone: the problem was
// refused, or no stage had usable forces.
enum class SolveStage : std::uint8_t { kNone, kModes, kLemke, kProximal, kFrictionless, kProof, kDantzig };
inline constexpr int kStageCount = 7;

// What a solve can start from.
template <typename Scalar, int kContacts, int kJointRows = 0>
struct ContactForces {
  // Contact c: (f_n, f_t1, f_t2) [N] and the velocity at the step's end [m/s], same axes.
  std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)> force;
  std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)> velocity;
  std::array<ContactMode, static_cast<unsigned>(kContacts)> mode{};
  BoundedVector<Scalar, kJointRows> joint_force;     // N or N·m
  BoundedVector<Scalar, kJointRows> joint_velocity;  // m/s or rad/s
};

// How far forces are from a solution. It is computed from the untouched input and these forces, never from a
// solver's own state.
template <typename Scalar>
struct CoulombCertificate {
  Scalar residual = 0;        // natural map, relative to the problem's velocity scale
  Scalar cone_violation = 0;  // largest |f_t| / (μ f_n) − 1, at least 0; infinite for a pull
  Scalar slip_error = 0;      // largest |μ f_n u_t + |u_t| f_t| / (μ f_n V)
  Scalar rounding = 0;        // ε · largest Σ_j |dt A_ij f_j| / V: uncertainty of these three
  Scalar velocity_scale = 0;  // V [m/s]: scale of residual and slip error; 0: no certificate
};

template <typename ScalarType, int kContactCapacity, int kJointRowCapacity = 0>
struct ContactSolution : ContactForces<ScalarType, kContactCapacity, kJointRowCapacity>,
                         CoulombCertificate<ScalarType> {
  using Scalar = ScalarType;
  static constexpr int kContacts = kContactCapacity;
  static constexpr int kJointRows = kJointRowCapacity;
  SolveStatus status = SolveStatus::kBadSize;
  SolveStage stage = SolveStage::kNone;
  int pivots = 0;                                        // of all stages together: factorizations or pivots
  std::array<std::int16_t, kStageCount> stage_pivots{};  // by SolveStage
  int rank = 0;                                          // independent rows of the last system solved
  BoundedVector<Scalar, 3 * kContacts + kJointRows> proof;  // of kInfeasible, otherwise of no meaning
};

// The velocity scale V of a certificate is the largest Σ_j |dt A_ij f_j| + |b_i|. It is at most this multiple
// of the largest |b_i| + |bias| plus what bounds that exclude zero add. The reason is a wedge that closes:
// there a solver may find forces so large that only rounding is left of their sums. Measured by those sums
// alone, any forces would pass. Found by search: in float, 64 rejects less than 0.05 % of the answers to
// robots and boxes, and 256 lets forces that another load has left stay, 30,000 times too large; in double,
// 10 rejects no correct answer of a robot or a box.
template <typename Scalar>
inline constexpr Scalar kLargestCancellation = sizeof(Scalar) == 4 ? Scalar(64) : Scalar(10);
// The same with joint rows. A heavy body at the end of a chain shows in no row but the first; in float 64
// would pass a column on stiff joints with a hundredth of its moment missing.
template <typename Scalar>
inline constexpr Scalar kLargestJointCancellation = sizeof(Scalar) == 4 ? Scalar(4) : Scalar(10);
template <typename Scalar, int kContacts, int kJointRows>
Scalar LargestCancellation(const ContactProblem<Scalar, kContacts, kJointRows>& problem) {
  return problem.joint_rows > 0 ? kLargestJointCancellation<Scalar> : kLargestCancellation<Scalar>;
}

// Sets zero forces, all modes separate, status kBadSize and no certificate. `proof` is not changed.
template <typename Scalar, int kContacts, int kJointRows>
void Clear(ContactSolution<Scalar, kContacts, kJointRows>* solution) {
  solution->status = SolveStatus::kBadSize;
  solution->stage = SolveStage::kNone;
  solution->pivots = solution->rank = 0;
  solution->stage_pivots.fill(0);
  static_cast<CoulombCertificate<Scalar>&>(*solution) = {};
  for (auto& f : solution->force) f.setZero();
  for (auto& u : solution->velocity) u.setZero();
  solution->mode.fill(ContactMode::kSeparate);
  solution->joint_force.setZero();
  solution->joint_velocity.setZero();
}

namespace contact_internal {

// Σ |A_ij − A_ji|, computed by tiles of contacts. It is not finite if an entry beside the diagonal is not
// finite.
template <typename Scalar, int kContacts, int kJointRows>
Scalar Asymmetry(const ContactProblem<Scalar, kContacts, kJointRows>& problem) {
  constexpr int kStride = ContactProblem<Scalar, kContacts, kJointRows>::kRows;
  Scalar sum[3] = {};  // one for each row of a tile, so that no addition waits for the last
  const auto add = [&](int i, int j, const Scalar* row, const Scalar* column) {
    sum[i] += Abs(row[i * kStride + j] - column[j * kStride + i]);
  };
  for (int c = 0; c < problem.contacts; ++c) {
    const Scalar* row = &problem.delassus(3 * c, 0);
    const Scalar* column = &problem.delassus(0, 3 * c);
    for (int d = 0; d < c; ++d, row += 3, column += 3 * kStride) {
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) add(i, j, row, column);
    }
    for (int i = 1; i < 3; ++i)
      for (int j = 0; j < i; ++j) add(i, j, row, row);
  }
  for (int i = 3 * problem.contacts; i < problem.rows(); ++i) {
    for (int j = 0; j < i; ++j) sum[0] += Abs(problem.delassus(i, j) - problem.delassus(j, i));
  }
  return sum[0] + sum[1] + sum[2];
}

}  // namespace contact_internal

// Checks the numbers of a problem.
//   kSolved         a solver can work with them; this says nothing about a solution
//   kBadSize        a size is negative or above the capacity
//   kNotFinite      a number is not finite, or dt ≤ 0
//   kBadFriction    some μ < 0
//   kBadBounds      lower > upper, a bound is NaN, or both are at the same infinity
//   kNotSymmetric   the Delassus matrix is not symmetric to 100 roundings of its diagonal, or its diagonal
//                   has a negative entry
// Cost: rows²/2 comparisons, twice that if the matrix is far from symmetric.
template <typename Scalar, int kContacts, int kJointRows>
SolveStatus CheckInput(const ContactProblem<Scalar, kContacts, kJointRows>& problem) {
  const int p = problem.contacts;
  if (p < 0 || p > kContacts) return SolveStatus::kBadSize;
  if (problem.joint_rows < 0 || problem.joint_rows > kJointRows) return SolveStatus::kBadSize;
  bool symmetric = true;
  bool friction_ok = true;
  bool bounds_ok = true;
  Scalar nothing = problem.dt * Scalar(0);  // becomes NaN at the first number that is not finite
  Scalar least = kInfinity<Scalar>;
  for (int i = 0; i < problem.rows(); ++i) {
    nothing += problem.free_velocity[i] * Scalar(0) + problem.delassus(i, i) * Scalar(0);
    least = Min(least, problem.delassus(i, i));
  }
  symmetric &= !(least < Scalar(0));
  // If the sum of all differences is within the limit of each, they need not be compared one by one.
  constexpr Scalar kRounding = Scalar(100) * kEpsilon<Scalar>;
  const bool close = contact_internal::Asymmetry(problem) <= Scalar(2) * kRounding * least;
  for (int i = 0; i < problem.rows() && !close; ++i) {
    for (int j = 0; j < i; ++j) {
      const Scalar a = problem.delassus(i, j), b = problem.delassus(j, i);
      // The two products are finite if the diagonal is, so an infinite difference never passes.
      if (Abs(a - b) <= kRounding * problem.delassus(i, i) + kRounding * problem.delassus(j, j)) continue;
      symmetric = false;
      nothing += a * Scalar(0) + b * Scalar(0);
    }
  }
  bool finite = nothing == Scalar(0);
  for (int c = 0; c < p; ++c) {
    finite &= IsFinite(problem.friction[c]) && IsFinite(problem.normal_bias[c]);
    friction_ok &= problem.friction[c] >= Scalar(0);
  }
  for (int k = 0; k < problem.joint_rows; ++k) {
    bounds_ok &= problem.lower[k] <= problem.upper[k] && problem.lower[k] < kInfinity<Scalar> &&
                 problem.upper[k] > -kInfinity<Scalar>;
  }
  if (!finite || problem.dt <= Scalar(0)) return SolveStatus::kNotFinite;
  if (!friction_ok) return SolveStatus::kBadFriction;
  if (!bounds_ok) return SolveStatus::kBadBounds;
  return symmetric ? SolveStatus::kSolved : SolveStatus::kNotSymmetric;
}

}  // namespace footing
