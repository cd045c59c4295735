// The complementarity problems of the core, and what a solver returns.
// The caller chooses the units: in contact problems z is a force [N] and w a velocity [m/s].
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/linalg/column_kernels.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"
#include "core/solve_options.hpp"
#include "core/status.hpp"

namespace footing {

// Find z with  w = A z + b,  z ≥ 0,  w ≥ 0,  zᵀ w = 0.
template <typename Scalar, int kCapacity>
struct LcpProblem {
  int size = 0;                        // at most kCapacity
  BoundedMatrix<Scalar, kCapacity> A;  // size × size, the leading block
  BoundedVector<Scalar, kCapacity> b;  // size
};

// Find z within lo ≤ z ≤ hi with  w = A z + b  and, row by row,
//   z = lo → w ≥ 0,   z = hi → w ≤ 0,   lo < z < hi → w = 0.
// lo = −∞ and hi = +∞ together make a bilateral row. With lo = hi, w may have any sign.
template <typename Scalar, int kCapacity>
struct BoxedLcpProblem {
  int size = 0;
  BoundedMatrix<Scalar, kCapacity> A;
  BoundedVector<Scalar, kCapacity> b;
  BoundedVector<Scalar, kCapacity> lo;  // −∞ allowed, +∞ not
  BoundedVector<Scalar, kCapacity> hi;  // +∞ allowed, −∞ not
};

// A boxed problem in which another row of the answer moves the bounds of some rows. A row with findex = k ≥ 0
// has the bounds ±|hi z_k|, and its own lo is not read (box friction: hi = μ, and k is the contact's normal).
// The rows are coupled: z_k is a value of the solution returned, not of an earlier guess. A need not be
// symmetric.
template <typename Scalar, int kCapacity>
struct CoupledBoxProblem {
  int size = 0;
  BoundedMatrix<Scalar, kCapacity> A;
  BoundedVector<Scalar, kCapacity> b;
  BoundedVector<Scalar, kCapacity> lo;
  BoundedVector<Scalar, kCapacity> hi;  // finite in a row with findex ≥ 0
  // −1, or the index of another row, which itself has −1.
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> findex;
};

template <typename Scalar>
struct RowBounds {
  Scalar lo;
  Scalar hi;
};

// The bounds that the problem states for a row. Coupling to another row is not applied.
template <typename Scalar, int kCapacity>
RowBounds<Scalar> BoundsOf(const LcpProblem<Scalar, kCapacity>&, int) {
  return {Scalar(0), kInfinity<Scalar>};
}
template <typename Problem>
auto BoundsOf(const Problem& problem, int row) {
  return RowBounds<std::decay_t<decltype(problem.lo[row])>>{problem.lo[row], problem.hi[row]};
}

// The row whose z bounds `row`, or −1.
template <typename Problem>
int CouplingOf(const Problem& problem, int row) {
  if constexpr (requires { problem.findex; }) {
    return problem.findex[static_cast<unsigned>(row)];
  } else {
    return -1;
  }
}

// |hi| of a coupled row; 0 if the problem has no coupled rows.
template <typename Problem>
auto CouplingFactor(const Problem& problem, int row) {
  if constexpr (requires { problem.findex; }) {
    return Abs(problem.hi[row]);
  } else {
    return std::decay_t<decltype(problem.b[row])>(0);
  }
}

// A_ii ← (1 + ε) A_ii (Tan, Siu, Liu, section 5) in any problem of this file: what is solved and judged then
// is the problem so changed. A zero on the diagonal stays zero. ε ≥ 0; 1e-10 is enough for singular A in
// double. docs/solvers.md says what it costs.
template <typename Problem>
void Regularize(typename decltype(Problem::b)::Scalar epsilon, Problem& problem) {
  for (int i = 0; i < problem.size; ++i) problem.A(i, i) += epsilon * problem.A(i, i);
}

// kSolved: z and w solve the problem within the tolerance of residual.hpp, or of residual.hpp if the
// solver says so.
// kPivotBudget, kRay, kInaccurate: no solution was found. z is the last iterate, or the best if the solver
// says so. It is within its bounds, and w = A z + b and the residual belong to it.
// kInfeasible: the same, and it is proven that there is no solution.
// Refusals (kNotFinite, kBadSize, kNotSymmetric, kBadBounds): z = w = 0, residual = ∞.
template <typename Scalar, int kCapacity>
struct LcpSolution {
  SolveStatus status = SolveStatus::kBadSize;
  int pivots = 0;                       // steps taken, at most the budget
  Scalar residual = kInfinity<Scalar>;  // natural-map residual, recomputed
  BoundedVector<Scalar, kCapacity> z;
  BoundedVector<Scalar, kCapacity> w;
};

// Fills `solution` for a refusal, and returns `why`.
template <typename Scalar, int kCapacity>
SolveStatus Refuse(SolveStatus why, LcpSolution<Scalar, kCapacity>& solution) {
  solution.status = why;
  solution.pivots = 0;
  solution.residual = kInfinity<Scalar>;
  for (int i = 0; i < kCapacity; ++i) {
    solution.z[i] = Scalar(0);
    solution.w[i] = Scalar(0);
  }
  return why;
}

// Whether all `count` entries are finite. This takes one addition for each, in four packs of sums: NaN and
// infinity stay in a sum. If the sum of finite entries overflows, the entries are looked at one by one.
template <typename Scalar>
bool AllFinite(const Scalar* x, int count) {
  using Pack = typename PackOf<Scalar>::Type;
  constexpr int kLanes = PackOf<Scalar>::kLanes;
  // Named one by one, because GCC keeps an array of a few packs in memory.
  Pack sum_0{}, sum_1{}, sum_2{}, sum_3{};
  const auto add = [](const Scalar* from, Pack* sum) {
    Pack entries;
    __builtin_memcpy(&entries, from, sizeof(entries));
    *sum += entries;
  };
  int j = 0;
  for (; j + 4 * kLanes <= count; j += 4 * kLanes) {  // at most count / 8
    add(x + j, &sum_0), add(x + j + kLanes, &sum_1);
    add(x + j + 2 * kLanes, &sum_2), add(x + j + 3 * kLanes, &sum_3);
  }
  const Pack sums = (sum_0 + sum_1) + (sum_2 + sum_3);
  Scalar rest = Scalar(0);
  for (int i = 0; i < kLanes; ++i) rest += sums[i];
  for (; j < count; ++j) rest += x[j];  // at most 15
  if (IsFinite(rest)) return true;
  for (j = 0; j < count; ++j) {  // at most count
    if (!IsFinite(x[j])) return false;
  }
  return true;
}

// kSolved: the solver can work with the size and the numbers. This says nothing about a solution.
template <typename Problem>
SolveStatus CheckSizeAndNumbers(const Problem& problem) {
  const int n = problem.size;
  const int stride = static_cast<int>(problem.b.size());
  if (n < 0 || n > stride) return SolveStatus::kBadSize;
  if (n == 0) return SolveStatus::kSolved;
  if (!AllFinite(problem.b.data(), n)) return SolveStatus::kNotFinite;
  // Rows without a gap between them are looked at as one row.
  const int rows = n == stride ? 1 : n;
  const int length = n == stride ? n * n : n;
  for (int i = 0; i < rows; ++i) {
    if (!AllFinite(problem.A.data() + i * stride, length)) return SolveStatus::kNotFinite;
  }
  return SolveStatus::kSolved;
}

// kSolved: some finite z has lo ≤ z ≤ hi.
template <typename Scalar>
SolveStatus CheckBounds(Scalar lo, Scalar hi) {
  if (lo != lo || hi != hi) return SolveStatus::kNotFinite;
  const bool empty = lo > hi || lo == kInfinity<Scalar> || hi == -kInfinity<Scalar>;
  return empty ? SolveStatus::kBadBounds : SolveStatus::kSolved;
}

// CheckSizeAndNumbers, then the bounds, then the symmetry of A. The symmetry check allows for rounding in
// another order of assembly, relative to the largest entry of A.
template <typename Scalar, int kCapacity>
SolveStatus CheckSymmetricBoxes(const BoxedLcpProblem<Scalar, kCapacity>& problem) {
  const SolveStatus numbers = CheckSizeAndNumbers(problem);
  if (numbers != SolveStatus::kSolved) return numbers;
  Scalar largest = Scalar(0);
  for (int i = 0; i < problem.size; ++i) {
    const SolveStatus bounds = CheckBounds(problem.lo[i], problem.hi[i]);
    if (bounds != SolveStatus::kSolved) return bounds;
    for (int j = 0; j < problem.size; ++j) largest = Max(largest, Abs(problem.A(i, j)));
  }
  const Scalar slack = Scalar(4096) * kEpsilon<Scalar> * largest;
  for (int i = 0; i < problem.size; ++i) {
    for (int j = 0; j < i; ++j) {
      if (!(Abs(problem.A(i, j) - problem.A(j, i)) <= slack)) return SolveStatus::kNotSymmetric;
    }
  }
  return SolveStatus::kSolved;
}

// CheckSizeAndNumbers, then the coupling and the bounds of each row. A coupled row must have a finite hi.
template <typename Scalar, int kCapacity>
SolveStatus CheckCoupledBoxes(const CoupledBoxProblem<Scalar, kCapacity>& problem) {
  const SolveStatus numbers = CheckSizeAndNumbers(problem);
  if (numbers != SolveStatus::kSolved) return numbers;
  for (int i = 0; i < problem.size; ++i) {
    const int k = CouplingOf(problem, i);
    if (k < -1 || k >= problem.size || k == i) return SolveStatus::kBadSize;
    if (k >= 0 && CouplingOf(problem, k) >= 0) return SolveStatus::kBadSize;
    const SolveStatus bounds = CheckBounds(k < 0 ? problem.lo[i] : problem.hi[i], problem.hi[i]);
    if (bounds != SolveStatus::kSolved) return bounds;
  }
  return SolveStatus::kSolved;
}

}  // namespace footing
