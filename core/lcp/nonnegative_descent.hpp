// Problem: w = A z + b, 0 ≤ z ⟂ w ≥ 0, A symmetric PSD, perhaps singular: z minimizes ½ zᵀAz + bᵀz over z ≥ 0.
// Method: the active-set method for nonnegative least squares of Lawson and Hanson (Solving Least Squares
// Problems, chapter 23), here with A and b given and no least squares to see: F, the rows with w = 0, starts empty;
// the row whose w/√A_ii is the most negative enters; z moves to the minimum over F, and where a z of F
// meets 0 on the way its row leaves. Each move is downhill, so no F comes twice.
// Departures: a row that depends on F moves along the null direction, which changes no w, until
// one of F meets 0 and makes place (2×2 principal pivot); w is kept for all rows by grown_cholesky.hpp.
// Rows enter about as often as F has members at the end, which is at most the rank of A.
#pragma once

#include "core/lcp/problem.hpp"
#include "core/lcp/sparse_check.hpp"
#include "core/linalg/grown_cholesky.hpp"

namespace footing {

// About 2 n² scalars.
template <typename Scalar, int kCapacity>
struct NonnegativeDescentWorkspace {
  static constexpr int kPadded = GrownCholesky<Scalar, kCapacity>::kStride;
  using Vector = BoundedVector<Scalar, kPadded>;
  GrownCholesky<Scalar, kCapacity> factor;
  BoundedVector<Scalar, kCapacity> root;  // √A_ii
  Vector weight;                          // 1/√A_ii of the rows that may enter, 0 of the others
  Vector rounding;                        // what each row's own b may have been rounded by
  Vector w;
  Vector z;  // of F, in the factor's order
  Vector right;
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

  // Numbers must be finite. kSolved: as SolveLcp says, z and w and residual are of it. Else z and w are not
  // to be read; pivots are those spent.
  SolveStatus Solve(int budget) {
    budget_ = budget;
    out_.pivots = 0;
    if (!LooksSymmetric()) return SolveStatus::kNotSymmetric;
    Start();
    for (;;) {
      const int row = MostViolated();
      if (row < 0) break;
      const SolveStatus entered = Enter(row);
      if (entered != SolveStatus::kSolved) return entered;
      if (!Descend(row)) return SolveStatus::kPivotBudget;
    }
    Refine();
    const ResidualCheck<Scalar> check = CheckSparse(problem_, work_.answer, out_.z, out_.w);
    out_.residual = check.residual;
    return check.solved ? SolveStatus::kSolved : SolveStatus::kInaccurate;
  }

 private:
  static constexpr Scalar kRounding = Scalar(64) * kEpsilon<Scalar>;
  // A null direction is the solution of a system near its limit: its entries are worth less.
  static constexpr Scalar kNullRounding = Scalar(32) * kRounding;
  static constexpr Scalar kAsymmetry = Scalar(4096) * kEpsilon<Scalar>;

  const Scalar* Row(int i) const { return problem_.A.data() + i * kCapacity; }
  int Member(int k) const { return work_.factor.Member(k); }
  int size() const { return work_.factor.size(); }

  // A look at 2 n pairs: what slips through is found out by the check of the answer.
  bool LooksSymmetric() const {
    for (int i = 1; i < n_; ++i) {
      const Scalar first = Row(0)[i];
      const Scalar next = Row(i - 1)[i];
      if (!(Abs(first - Row(i)[0]) <= kAsymmetry * Abs(first))) return false;
      if (!(Abs(next - Row(i)[i - 1]) <= kAsymmetry * Abs(next))) return false;
    }
    return true;
  }

  void Start() {
    work_.factor.Clear(n_);
    for (int i = 0; i < n_; ++i) {
      const Scalar diagonal = Row(i)[i];
      const Scalar root = diagonal > Scalar(0) ? Sqrt(diagonal) : Scalar(0);
      work_.root[i] = root;
      work_.weight[i] = root > Scalar(0) ? Scalar(1) / root : Scalar(0);
      work_.rounding[i] = kRounding * Abs(problem_.b[i]);
      work_.w[i] = problem_.b[i];
    }
    for (int i = n_; i < PaddedToBlocks(n_); ++i) {
      work_.weight[i] = work_.rounding[i] = work_.w[i] = Scalar(0);
    }
  }

  // The row of the most negative w in units of its own, or −1 where none is beyond its rounding.
  int MostViolated() {
    const int count = size();
    for (int k = 0; k < count; ++k) largest_ = Max(largest_, work_.root[Member(k)] * work_.z[k]);
    Scalar best = -kRounding * static_cast<Scalar>(count) * largest_;
    int row = -1;
    for (int i = 0; i < n_; ++i) {
      const Scalar score = (work_.w[i] + work_.rounding[i]) * work_.weight[i];
      if (score < best) {
        best = score;
        row = i;
      }
    }
    return row;
  }

  // Makes `row` the last of F. While it depends on F, z moves along the null direction until one of F makes
  // place: kRay where none does, which shows that w_row cannot rise.
  SolveStatus Enter(int row) {
    Scalar entering = Scalar(0);
    for (;;) {
      if (out_.pivots >= budget_) return SolveStatus::kPivotBudget;
      ++out_.pivots;
      if (work_.factor.Project(Row(row), row, work_.root)) break;
      const Scalar* const null = work_.factor.Null();
      Scalar terms = work_.root[row];
      for (int k = 0; k < size(); ++k) terms += work_.root[Member(k)] * Abs(null[k]);
      Scalar length = kInfinity<Scalar>;
      int leaving = -1;
      for (int k = 0; k < size(); ++k) {
        const bool falls = -null[k] * work_.root[Member(k)] > kNullRounding * terms;
        if (falls && work_.z[k] < -null[k] * length) {
          length = Max(work_.z[k], Scalar(0)) / -null[k];
          leaving = k;
        }
      }
      if (leaving < 0) return SolveStatus::kRay;
      for (int k = 0; k < size(); ++k) work_.z[k] += length * null[k];
      entering += length;
      Leave(leaving);
    }
    work_.z[size()] = entering;
    work_.factor.Append();
    work_.weight[row] = Scalar(0);
    return SolveStatus::kSolved;
  }

  // To the minimum over F, whose last row is the only one with w ≠ 0.
  bool Descend(int row) {
    for (;;) {
      const int count = size();
      const Scalar* const direction = work_.factor.LastInverse();
      const Scalar full = -work_.w[row] * direction[count - 1];
      Scalar share = Scalar(1);
      int leaving = -1;
      for (int k = 0; k < count; ++k) {
        const Scalar change = full * direction[k];
        if (work_.z[k] + change < Scalar(0) && work_.z[k] < -change * share) {
          share = Max(work_.z[k], Scalar(0)) / -change;
          leaving = k;
        }
      }
      const Scalar step = full * share;
      const Scalar* const column = work_.factor.LastColumn();
      for (int k = 0; k < count; ++k) work_.z[k] += step * direction[k];
      for (int i = 0; i < PaddedToBlocks(n_); ++i) work_.w[i] += step * column[i];
      if (leaving < 0) return true;
      if (out_.pivots >= budget_) return false;
      ++out_.pivots;
      Leave(leaving);
    }
  }

  void Leave(int position) {
    const int row = Member(position);
    work_.w[row] = Scalar(0);
    work_.weight[row] = Scalar(1) / work_.root[row];
    work_.factor.Remove(position);
    for (int k = position; k < size(); ++k) work_.z[k] = work_.z[k + 1];
  }

  // Writes the answer, after one step of refinement: z −= A_FF⁻¹ (A z + b)_F.
  void Refine() {
    auto& answer = work_.answer;
    answer.count = size();
    for (int k = 0; k < size(); ++k) {
      answer.index[static_cast<unsigned>(k)] = static_cast<std::int16_t>(Member(k));
      answer.value[k] = Max(work_.z[k], Scalar(0));
    }
    answer.Pad();
    for (int k = 0; k < size(); ++k) {
      work_.right[k] = SumOver(Row(Member(k)), answer).sum + problem_.b[Member(k)];
    }
    work_.factor.SubtractSolved(work_.right.data(), answer.value.data());
    for (int k = 0; k < size(); ++k) answer.value[k] = Max(answer.value[k], Scalar(0));
    answer.Pad();
  }

  const Problem& problem_;
  Workspace& work_;
  Solution& out_;
  int n_;
  int budget_ = 0;
  Scalar largest_ = Scalar(0);  // of √A_ii z_i, ever
};

}  // namespace footing
