// Problem: w = A z + b, 0 ≤ z ⟂ w ≥ 0, with A symmetric PSD and perhaps singular. Then z ≥ 0 minimizes
// ½ zᵀAz + bᵀz.
// Method: the active-set method for nonnegative least squares of Lawson and Hanson (Solving Least Squares
// Problems, chapter 23). A and b are given directly, in place of a least-squares matrix. F is the set of rows
// with w = 0 and starts empty. The row with the most negative w/√A_ii enters F. z moves to the minimum over
// F. If a z of F reaches 0 on the way, its row leaves. Each move is downhill, so no F comes twice.
// Departures: rows and columns are divided by √A_ii, so the diagonal is 1. If the entering row depends on F,
// z moves along the null direction, which changes no w. It stops when a z of F reaches 0, and that row makes
// place (2×2 principal pivot). w is kept for all rows, by grown_cholesky.hpp.
// The number of rows that enter is about the final size of F, which is at most the rank of A.
#pragma once

#include "core/lcp/general/sparse_check.hpp"
#include "core/lcp/problem.hpp"
#include "core/linalg/grown_cholesky.hpp"

namespace footing {

// About 2 n² scalars.
template <typename Scalar, int kCapacity>
struct NonnegativeDescentWorkspace {
  using Vector = BoundedVector<Scalar, GrownCholesky<Scalar, kCapacity>::kStride>;
  GrownCholesky<Scalar, kCapacity> factor;
  Vector weight;    // 1/√A_ii, 0 where A_ii ≤ 0
  Vector rounding;  // rounding error of b_i; outside F, w is stored too high by this
  Vector w;         // over √A_ii
  Vector z;         // of F, in the factor's order, times √A_ii; then zeros
  Vector right;
  Vector step;
  SparseVector<Scalar, kCapacity> answer;
};

template <typename Scalar, int kCapacity>
class NonnegativeDescent {
 public:
  using Problem = LcpProblem<Scalar, kCapacity>;
  using Workspace = NonnegativeDescentWorkspace<Scalar, kCapacity>;
  using Solution = LcpSolution<Scalar, kCapacity>;

  NonnegativeDescent(const Problem& problem, Workspace& workspace, Solution& solution)
      : problem_(problem), work_(workspace), out_(solution), n_(problem.size) {}

  // The numbers must be finite. kSolved: as SolveLcp says; z, w and the residual belong to the solution. With
  // any other status, z and w must not be read. kPivotBudget: the budget is spent. kRay, kInaccurate,
  // kNotSymmetric: this method does not fit the problem. solution.pivots counts the pivots spent.
  SolveStatus Solve(int budget) {
    budget_ = budget;
    out_.pivots = 0;
    if (!LooksSymmetric()) return SolveStatus::kNotSymmetric;
    Start();
    for (;;) {  // at most budget_ + 1
      const int row = MostViolated();
      if (row < 0) break;
      const SolveStatus entered = Enter(row);
      if (entered != SolveStatus::kSolved) return entered;
      if (!Descend(row)) return SolveStatus::kPivotBudget;
    }
    return Judge();
  }

 private:
  static constexpr Scalar kRounding = Scalar(64) * kEpsilon<Scalar>;
  // A null direction solves a nearly singular system, so its entries are less accurate.
  static constexpr Scalar kNullRounding = Scalar(32) * kRounding;
  static constexpr Scalar kAsymmetry = Scalar(4096) * kEpsilon<Scalar>;

  const Scalar* Row(int i) const { return problem_.A.data() + i * kCapacity; }
  int Member(int k) const { return work_.factor.Member(k); }
  int size() const { return work_.factor.size(); }

  // Looks at n − 1 pairs only. The check of the answer finds what this misses.
  bool LooksSymmetric() const {
    for (int i = 1; i < n_; ++i) {
      const Scalar above = Row(i - 1)[i];
      if (!(Abs(above - Row(i)[i - 1]) <= kAsymmetry * Abs(above))) return false;
    }
    return true;
  }

  void Start() {
    work_.factor.Clear(n_);
    least_ = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      const Scalar diagonal = Row(i)[i];
      const Scalar weight = diagonal > Scalar(0) ? Scalar(1) / Sqrt(diagonal) : Scalar(0);
      work_.weight[i] = weight;
      work_.rounding[i] = kRounding * Abs(problem_.b[i]) * weight;
      work_.w[i] = problem_.b[i] * weight + work_.rounding[i];
      least_ = Min(least_, work_.w[i]);
      work_.z[i] = Scalar(0);
    }
    for (int i = n_; i < work_.factor.length(); ++i) work_.w[i] = work_.z[i] = Scalar(0);
  }

  // The row with the most negative w, if this w is beyond the rounding error of all z. Otherwise a row whose
  // w is beyond its own rounding error. −1 if there is none.
  int MostViolated() {
    Scalar sum[kColumnBlock] = {};
    for (int k = 0; k < PaddedToBlocks(size()); k += kColumnBlock) {
      for (int i = 0; i < kColumnBlock; ++i) sum[i] += work_.z[k + i];
    }
    largest_ = Max(largest_, (sum[0] + sum[1]) + (sum[2] + sum[3]));
    if (least_ < -kRounding * largest_) return FindAtMost(least_, work_.w.data(), work_.factor.length());
    for (int i = 0; i < n_; ++i) {
      if (work_.w[i] < Scalar(0) && work_.w[i] < -kRounding * CoupledSize(i)) return i;
    }
    return -1;
  }

  // Σ z over the rows of F that row i is coupled to.
  Scalar CoupledSize(int i) const {
    Scalar sum = Scalar(0);
    for (int k = 0; k < size(); ++k) sum += Row(i)[Member(k)] == Scalar(0) ? Scalar(0) : work_.z[k];
    return sum;
  }

  // Makes `row` the last row of F. While it depends on F, z moves along the null direction until a row of F
  // makes place. kRay if none does. This shows that w_row cannot rise.
  SolveStatus Enter(int row) {
    Scalar entering = Scalar(0);
    for (;;) {  // at most budget_ + 1
      if (out_.pivots >= budget_) return SolveStatus::kPivotBudget;
      ++out_.pivots;
      Write(row);
      if (work_.factor.Project(row)) break;
      const int leaving = AlongNull(entering);
      if (leaving < 0) return SolveStatus::kRay;
      Leave(leaving);
    }
    work_.w[row] -= work_.rounding[row];
    work_.z[size()] = entering;
    work_.factor.Append();
    return SolveStatus::kSolved;
  }

  void Write(int row) {
    Scalar* const fresh = work_.factor.Fresh();
    ScaleColumn(work_.weight[row], Row(row), work_.weight.data(), n_, fresh);
    for (int i = n_; i < work_.factor.length(); ++i) fresh[i] = Scalar(0);
  }

  // Moves z along the null direction as far as possible. Returns the position that stops it, or −1.
  int AlongNull(Scalar& entering) {
    const Scalar* const null = work_.factor.Following();
    const Scalar least = kNullRounding * work_.factor.Terms();
    Scalar length = kInfinity<Scalar>;
    int leaving = -1;
    for (int k = 0; k < size(); ++k) {
      if (-null[k] > least && work_.z[k] < -null[k] * length) {
        length = Max(work_.z[k], Scalar(0)) / -null[k];
        leaving = k;
      }
    }
    if (leaving < 0) return -1;
    for (int k = 0; k < size(); ++k) work_.z[k] += length * null[k];
    entering += length;
    return leaving;
  }

  // Moves z to the minimum over F. Only the last row of F has w ≠ 0. False if the budget is spent.
  bool Descend(int row) {
    for (;;) {  // at most budget_ + 1
      const int count = size();
      const Scalar* const direction = work_.factor.LastInverse();
      const Scalar full = -work_.w[row] * direction[count - 1];
      Scalar share = Scalar(1);
      int leaving = -1;
      for (int k = 0; k < count; ++k) {
        const Scalar change = full * direction[k];
        if (work_.z[k] + share * change < Scalar(0)) {
          share = Max(work_.z[k], Scalar(0)) / -change;
          leaving = k;
        }
      }
      const Scalar step = full * share;
      for (int k = 0; k < count; ++k) work_.z[k] += step * direction[k];
      least_ = AddAndFindLeast(step, work_.factor.LastColumn(), work_.factor.length(), work_.w.data());
      if (leaving < 0) break;
      if (out_.pivots >= budget_) return false;
      ++out_.pivots;
      Leave(leaving);
    }
    work_.w[row] = Scalar(0);
    return true;
  }

  void Leave(int position) {
    const int row = Member(position);
    work_.w[row] = work_.rounding[row];
    work_.factor.Remove(position);
    for (int k = position; k < size(); ++k) work_.z[k] = work_.z[k + 1];
    work_.z[size()] = Scalar(0);
  }

  // Checks the answer against A and b. If it fails, checks it again after z −= A_FF⁻¹ (A z + b)_F. If that
  // fails too, checks it with CheckSolution.
  SolveStatus Judge() {
    auto& answer = work_.answer;
    answer.count = size();
    for (int k = 0; k < size(); ++k)
      answer.index[static_cast<unsigned>(k)] = static_cast<std::int16_t>(Member(k));
    for (int pass = 0; pass < 2; ++pass) {
      for (int k = 0; k < size(); ++k) answer.value[k] = Max(work_.z[k], Scalar(0)) * work_.weight[Member(k)];
      const ResidualCheck<Scalar> check = CheckSparse(problem_, answer, out_.z, out_.w);
      out_.residual = check.residual;
      if (check.solved) return SolveStatus::kSolved;
      for (int k = 0; k < size(); ++k) work_.right[k] = out_.w[Member(k)] * work_.weight[Member(k)];
      work_.factor.SolveNegated(work_.right.data(), work_.step.data());
      for (int k = 0; k < size(); ++k) work_.z[k] += work_.step[k];
    }
    const ResidualCheck<Scalar> check = CheckSolution(problem_, out_.z, out_.w);
    out_.residual = check.residual;
    return check.solved ? SolveStatus::kSolved : SolveStatus::kInaccurate;
  }

  const Problem& problem_;
  Workspace& work_;
  Solution& out_;
  int n_;
  int budget_ = 0;
  Scalar least_ = Scalar(0);    // of w
  Scalar largest_ = Scalar(0);  // largest Σ z so far
};

}  // namespace footing
