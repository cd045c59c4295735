// When no forces at all can keep contacts apart and joints closed, and how that is proven (Farkas). Let y
// push (y ≥ 0) on normals and on joint rows without an upper bound, pull on those without a lower one, be
// free on bilateral rows and zero elsewhere. On those rows any solution has
//   y · u ≥ −y · bias,   while   y · u = dt (A y) · f + y · b.
// So A y = 0 with y · (b + bias) < 0 leaves no solution. Since A is symmetric PSD, no other y can prove it:
// y · A y ≤ 0 already means A y = 0.
// Examples are walls that close on a body from both sides, and rows that nothing can move. Friction can also
// leave a step without a solution; that is not proven here and stays "not found".
#pragma once

#include "core/contact/contact_problem.hpp"
#include "core/lcp/error_free_sum.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

// Used where A y is zero only up to rounding of A's entries. The proof must then exclude all forces below
// this many units of (largest |b + bias|) / (dt A_ii), with each row's own A_ii. Only the rounding of A
// admits forces that large.
template <typename Scalar>
inline constexpr Scalar kLeastProvenForce = sizeof(Scalar) == 4 ? Scalar(1e9L) : Scalar(1e13L);

// Whether *proof proves `problem` infeasible. Its entries that have no meaning or the size of rounding are
// first set to zero. The condition dt Σ_i |(Aᵀ y)_i| |f_i| ≥ −y · (b + bias) must ask for some |f_i| of
// kLeastProvenForce; if Aᵀ y is zero, no force is enough. Aᵀ is used because A may be symmetric only up to
// rounding. The sums are bounded with their actual rounding errors. Cost: 2 rows² multiply-adds.
template <typename Scalar, int kContacts, int kJointRows>
bool ProvesInfeasible(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                      BoundedVector<Scalar, 3 * kContacts + kJointRows>* proof) {
  const int joints = 3 * problem.contacts;
  const int rows = problem.rows();
  auto& y = *proof;
  Scalar largest = Scalar(0);
  for (int i = 0; i < rows; ++i) {
    if (i < joints) {
      y[i] = i % 3 == 0 ? Max(y[i], Scalar(0)) : Scalar(0);
    } else {
      if (problem.upper[i - joints] < kInfinity<Scalar>) y[i] = Min(y[i], Scalar(0));
      if (problem.lower[i - joints] > -kInfinity<Scalar>) y[i] = Max(y[i], Scalar(0));
    }
    largest = Max(largest, Abs(y[i]) * Sqrt(Max(problem.delassus(i, i), Scalar(0))));
  }
  // In row i of A y the entry y_j adds at most √A_ii times √A_jj |y_j|, so an entry whose second factor is
  // far below the largest one is rounding.
  for (int i = 0; i < rows; ++i) {
    const Scalar diagonal = problem.delassus(i, i);
    if (diagonal > Scalar(0) && Abs(y[i]) * Sqrt(diagonal) < Scalar(1e3L) * kEpsilon<Scalar> * largest)
      y[i] = Scalar(0);
  }

  ErrorFreeSum<Scalar> drift;  // y · (b + bias)
  Scalar reach = Scalar(0);    // Σ |(Aᵀ y)_i| / A_ii
  Scalar fastest = Scalar(0);
  for (int i = 0; i < rows; ++i) {
    ErrorFreeSum<Scalar> moved;
    for (int j = 0; j < rows; ++j) moved.AddProduct(problem.delassus(j, i), y[j]);
    const Scalar most = Max(Abs(moved.Lower()), Abs(moved.Upper()));
    // Max(0, −0) is 0, but Max(−0, 0) is −0.
    if (!(most == Scalar(0))) reach += most / Max(Scalar(0), problem.delassus(i, i));
    const Scalar bias = i < joints && i % 3 == 0 ? problem.normal_bias[i / 3] : Scalar(0);
    drift.AddProduct(y[i], problem.free_velocity[i]);
    drift.AddProduct(y[i], bias);
    fastest = Max(fastest, Abs(problem.free_velocity[i]) + Abs(bias));
  }
  const Scalar least = -drift.Upper();
  return least > Scalar(0) && least >= kLeastProvenForce<Scalar> * reach * fastest;
}

// Finds a row that no force moves although its condition asks for motion. Such a row is a proof by itself;
// other proofs come from LateStages::GrowProof. Cost: `rows` comparisons, rows² if all diagonals are
// zero.
template <typename Scalar, int kContacts, int kJointRows>
bool FindZeroRow(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                 BoundedVector<Scalar, 3 * kContacts + kJointRows>* proof) {
  // Row i drifts at `drift`; `pushes` and `pulls` say whether its force has no bound in that direction.
  const auto proves = [&](int i, Scalar drift, bool pushes, bool pulls) {
    if (problem.delassus(i, i) > Scalar(0)) return false;
    bool found = drift < Scalar(0) ? pushes : drift > Scalar(0) && pulls;
    for (int j = 0; j < problem.rows(); ++j)
      found &= problem.delassus(i, j) == Scalar(0) && problem.delassus(j, i) == Scalar(0);
    if (!found) return false;
    proof->setZero();
    (*proof)[i] = drift < Scalar(0) ? Scalar(1) : Scalar(-1);
    return true;
  };
  for (int c = 0; c < problem.contacts; ++c) {
    if (proves(3 * c, problem.free_velocity[3 * c] + problem.normal_bias[c], true, false)) return true;
  }
  for (int k = 0; k < problem.joint_rows; ++k) {
    const int i = 3 * problem.contacts + k;
    if (proves(i, problem.free_velocity[i], problem.upper[k] == kInfinity<Scalar>,
               problem.lower[k] == -kInfinity<Scalar>))
      return true;
  }
  return false;
}

}  // namespace footing
