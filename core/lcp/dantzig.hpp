// Problem: w = A z + b, lo ≤ z ≤ hi, A symmetric PSD, perhaps singular; bilateral rows.
// Method: Dantzig's principal pivoting as Baraff puts it (Fast Contact Force Computation,
// SIGGRAPH 1994, section 4, eqs. 8–12): rows that break their condition are driven to it,
// lowest index first, those handled before keep theirs; one LDLᵀ update a pivot.
// Departures: two bounds; bilateral rows are driven first, then stay clamped (section 4.5);
//   * a row whose Schur pivot is near zero is not clamped. If its w must move, it changes
//     place with a clamped row along the null direction (2×2 principal pivot); if its w is
//     zero it stays, "dependent": its w follows the clamped rows';
//   * "near zero" is by the bound |A_ij| ≤ r_i r_j, r_i² = A_ii, of a PSD matrix: rounding
//     of Σ A_ij Δz_j is at most about ε r_i Σ r_j |Δz_j|;
//   * at the end z is refined against A and b, and checked; a row found to break its
//     condition is driven again, on a fresh factorization.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/problem.hpp"
#include "core/lcp/residual.hpp"
#include "core/linalg/ldlt_update.hpp"

namespace footing {

enum class RowState : std::uint8_t {
  kUnhandled,  // not driven yet; its w is not watched
  kAtBound,    // z at lo or hi, w of the right sign (NC of Baraff's section 4)
  kClamped,    // w = 0, z moves within its bounds (C of section 4)
  kDependent,  // between its bounds, w = 0, its row a combination of the clamped ones
};

template <typename Scalar, int kCapacity>
struct DantzigWorkspace {
  LdltUpdate<Scalar, kCapacity> factor;
  BoundedVector<Scalar, kCapacity> root_diagonal;  // r_i
  BoundedVector<Scalar, kCapacity> step;           // Δz of the clamped set, in its order
  BoundedVector<Scalar, kCapacity> w_step;         // Δw of every row
  BoundedVector<Scalar, kCapacity> gathered;
  std::array<RowState, static_cast<unsigned>(kCapacity)> state;
  std::array<bool, static_cast<unsigned>(kCapacity)> passed_over;      // in this drive
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> clamped;  // rows, in the factor's order
};

template <typename Scalar, int kCapacity>
class Dantzig {
 public:
  using Problem = BoxedLcpProblem<Scalar, kCapacity>;
  using Workspace = DantzigWorkspace<Scalar, kCapacity>;
  using Solution = LcpSolution<Scalar, kCapacity>;

  static constexpr int DefaultBudget(int size) { return 10 * size + 50; }

  Dantzig(const Problem& problem, Workspace& workspace, Solution& solution)
      : problem_(problem), work_(workspace), out_(solution), n_(problem.size) {}

  SolveStatus Solve(int pivot_budget) {
    const SolveStatus input = CheckSymmetricBoxes(problem_);
    if (input != SolveStatus::kSolved) return Refuse(input, out_);
    budget_ = pivot_budget;
    Start();
    SolveStatus outcome = SolveStatus::kSolved;
    ResidualCheck<Scalar> check{};
    for (int round = 0; round < kRounds; ++round) {
      outcome = DriveAll();
      RefineClamped();
      check = CheckSolution(problem_, out_.z, out_.w);
      if (check.solved || outcome == SolveStatus::kPivotBudget) break;
      Refactor();
    }
    if (!check.solved && outcome == SolveStatus::kSolved) outcome = SolveStatus::kInaccurate;
    out_.residual = check.residual;
    out_.status = check.solved ? SolveStatus::kSolved : outcome;
    return out_.status;
  }

 private:
  static constexpr int kRounds = 3;
  static constexpr Scalar kRounding = Scalar(32) * kEpsilon<Scalar>;
  // A null direction is the solution of a system near its limit: its entries are worth less.
  static constexpr Scalar kNullRounding = Scalar(64) * kRounding;

  enum class Event : std::uint8_t { kNone, kDrivenDone, kDrivenAtBound, kLeaves, kEnters };

  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
  const Scalar* Row(int i) const { return problem_.A.data() + i * kCapacity; }
  RowState& State(int i) { return work_.state[Index(i)]; }
  int Member(int k) const { return work_.clamped[Index(k)]; }
  bool Bilateral(int i) const {
    return problem_.lo[i] == -kInfinity<Scalar> && problem_.hi[i] == kInfinity<Scalar>;
  }

  // z as near to 0 as its bounds allow, nothing clamped.
  void Start() {
    for (int i = 0; i < kCapacity; ++i) {
      out_.z[i] = Scalar(0);
      out_.w[i] = Scalar(0);
    }
    out_.pivots = 0;
    work_.factor.Clear();
    largest_b_ = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      out_.z[i] = Clamp(Scalar(0), problem_.lo[i], problem_.hi[i]);
      work_.root_diagonal[i] = Sqrt(Abs(Row(i)[i]));
      State(i) = RowState::kUnhandled;
      largest_b_ = Max(largest_b_, Abs(problem_.b[i]));
    }
    RecomputeW();
  }

  void RecomputeW() {
    for (int i = 0; i < n_; ++i) {
      const Scalar* const row = Row(i);
      Scalar sum = problem_.b[i];
      for (int j = 0; j < n_; ++j) sum += row[j] * out_.z[j];
      out_.w[i] = sum;
    }
  }

  // Rounding of w_i as it stands.
  Scalar WRounding(int i) const { return kRounding * (largest_b_ + work_.root_diagonal[i] * z_size_); }

  // Drives rows until none breaks its condition: first the bilateral ones.
  SolveStatus DriveAll() {
    for (int pass = 0; pass < 2; ++pass) {
      for (;;) {  // at most budget_ + 1
        const int row = LowestViolated(pass == 0);
        if (row < 0) break;
        const SolveStatus status = Drive(row);
        if (status != SolveStatus::kSolved) return status;
      }
    }
    return SolveStatus::kSolved;
  }

  int LowestViolated(bool only_bilateral) {
    z_size_ = Scalar(0);
    for (int j = 0; j < n_; ++j) z_size_ += work_.root_diagonal[j] * Abs(out_.z[j]);
    for (int i = 0; i < n_; ++i) {
      if (State(i) == RowState::kClamped || (only_bilateral && !Bilateral(i))) continue;
      const Scalar slack = WRounding(i);
      if (out_.w[i] < -slack && out_.z[i] < problem_.hi[i]) return i;
      if (out_.w[i] > slack && out_.z[i] > problem_.lo[i]) return i;
    }
    return -1;
  }

  // drive_to_zero (Baraff, section 4.2).
  SolveStatus Drive(int driven) {
    State(driven) = RowState::kUnhandled;
    for (int i = 0; i < n_; ++i) work_.passed_over[Index(i)] = false;
    const Scalar direction = out_.w[driven] < Scalar(0) ? Scalar(1) : Scalar(-1);
    for (;;) {  // at most budget_ + 1
      if (out_.pivots >= budget_) return SolveStatus::kPivotBudget;
      ++out_.pivots;
      FindDirection(driven, direction);
      FindStep(driven, direction);
      if (event_ == Event::kNone) return SolveStatus::kRay;
      Advance(driven, direction);
      if (event_ == Event::kLeaves) {
        Unclamp(blocking_);
      } else if (event_ == Event::kEnters) {
        if (!Clamped(blocking_) && !Exchange(blocking_)) work_.passed_over[Index(blocking_)] = true;
      } else if (event_ == Event::kDrivenAtBound) {
        out_.z[driven] = direction > Scalar(0) ? problem_.hi[driven] : problem_.lo[driven];
        State(driven) = RowState::kAtBound;
        return SolveStatus::kSolved;
      } else {
        out_.w[driven] = Scalar(0);
        if (!Clamped(driven) && !Exchange(driven)) State(driven) = Resting(driven);
        return SolveStatus::kSolved;
      }
    }
  }

  // Where a row belongs that is not clamped and has w = 0.
  RowState Resting(int i) const {
    const bool at_bound = out_.z[i] == problem_.lo[i] || out_.z[i] == problem_.hi[i];
    return at_bound ? RowState::kAtBound : RowState::kDependent;
  }

  // Δz_d = ±1, Δz_C = ∓A_CC⁻¹ A_Cd (eq. 9). Returns Σ r_j |Δz_j|.
  Scalar SolveClamped(int driven, Scalar direction) {
    const Scalar* const row = Row(driven);
    const int count = work_.factor.size();
    for (int k = 0; k < count; ++k) work_.step[k] = -direction * row[Member(k)];
    work_.factor.Solve(work_.step.data());
    Scalar size = work_.root_diagonal[driven];
    for (int k = 0; k < count; ++k) size += work_.root_diagonal[Member(k)] * Abs(work_.step[k]);
    return size;
  }

  // Δw = A Δz (eq. 8), exactly zero on the clamped rows.
  void FindDirection(int driven, Scalar direction) {
    step_size_ = SolveClamped(driven, direction);
    const int count = work_.factor.size();
    for (int i = 0; i < n_; ++i) {
      work_.w_step[i] = Scalar(0);
      if (State(i) == RowState::kClamped) continue;
      const Scalar* const row = Row(i);
      Scalar sum = direction * row[driven];
      for (int k = 0; k < count; ++k) sum += row[Member(k)] * work_.step[k];
      work_.w_step[i] = sum;
    }
  }

  void Offer(Scalar ratio, Event event, int row) {
    const Scalar length = Max(ratio, Scalar(0));
    if (length < length_ || (length == length_ && row < blocking_ && event_ != Event::kDrivenDone)) {
      length_ = length;
      event_ = event;
      blocking_ = row;
    }
  }

  // The smallest of eqs. 10–12, and the driven row's own bound.
  void FindStep(int driven, Scalar direction) {
    length_ = kInfinity<Scalar>;
    event_ = Event::kNone;
    blocking_ = n_;
    const Scalar rounding = kRounding * step_size_;

    const Scalar rise = direction * work_.w_step[driven];
    if (rise > rounding * work_.root_diagonal[driven]) {
      Offer(Abs(out_.w[driven]) / rise, Event::kDrivenDone, driven);
    } else if (Abs(out_.w[driven]) <= Scalar(64) * WRounding(driven)) {
      Offer(Scalar(0), Event::kDrivenDone, driven);
    }
    const Scalar room =
        direction > Scalar(0) ? problem_.hi[driven] - out_.z[driven] : out_.z[driven] - problem_.lo[driven];
    if (room < kInfinity<Scalar>) Offer(room, Event::kDrivenAtBound, driven);

    OfferClamped(rounding);
    for (int i = 0; i < n_; ++i) {
      const bool watched = State(i) == RowState::kAtBound || State(i) == RowState::kDependent;
      if (!watched || work_.passed_over[Index(i)] || i == driven) continue;
      const Scalar change = work_.w_step[i];
      const bool falls = change < -rounding * work_.root_diagonal[i] && out_.z[i] < problem_.hi[i];
      const bool rises = change > rounding * work_.root_diagonal[i] && out_.z[i] > problem_.lo[i];
      if (falls || rises) Offer(-out_.w[i] / change, Event::kEnters, i);
    }
  }

  // When does each clamped row reach a bound (eq. 10)?
  void OfferClamped(Scalar rounding) {
    for (int k = 0; k < work_.factor.size(); ++k) {
      const int i = Member(k);
      const Scalar change = work_.step[k];
      if (!(Abs(change) * work_.root_diagonal[i] > rounding)) continue;
      const Scalar room = change > Scalar(0) ? problem_.hi[i] - out_.z[i] : problem_.lo[i] - out_.z[i];
      if (IsFinite(room)) Offer(room / change, Event::kLeaves, i);
    }
  }

  void Advance(int moved, Scalar direction) {
    out_.z[moved] += direction * length_;
    for (int k = 0; k < work_.factor.size(); ++k) {
      const int i = Member(k);
      out_.z[i] += length_ * work_.step[k];
      if (i == blocking_) out_.z[i] = work_.step[k] > Scalar(0) ? problem_.hi[i] : problem_.lo[i];
    }
    for (int i = 0; i < n_; ++i) out_.w[i] += length_ * work_.w_step[i];
  }

  bool Clamped(int row) {
    const int count = work_.factor.size();
    for (int k = 0; k < count; ++k) work_.gathered[k] = Row(row)[Member(k)];
    if (!work_.factor.Append(work_.gathered.data(), Row(row)[row])) return false;
    work_.clamped[Index(count)] = static_cast<std::int16_t>(row);
    State(row) = RowState::kClamped;
    out_.w[row] = Scalar(0);
    return true;
  }

  void Unclamp(int row) {
    int position = 0;
    const int count = work_.factor.size();
    while (position < count - 1 && Member(position) != row) ++position;  // at most count
    work_.factor.Remove(position);
    for (int k = position; k < count - 1; ++k) work_.clamped[Index(k)] = work_.clamped[Index(k + 1)];
    out_.w[row] = Scalar(0);
    State(row) = Resting(row);
  }

  // `row` cannot be clamped beside the others: A v = 0 for v = (1 at row, −A_CC⁻¹ A_C,row).
  // Moves along v, which changes no w, until a clamped row meets its bound and makes
  // place. False where none does, or where the two cannot be exchanged.
  bool Exchange(int row) {
    for (const Scalar direction : {Scalar(1), Scalar(-1)}) {
      const Scalar room =
          direction > Scalar(0) ? problem_.hi[row] - out_.z[row] : out_.z[row] - problem_.lo[row];
      length_ = kInfinity<Scalar>;
      event_ = Event::kNone;
      blocking_ = n_;
      OfferClamped(kNullRounding * SolveClamped(row, direction));
      if (event_ == Event::kNone || !(length_ < room)) continue;
      const int leaving = blocking_;
      for (int i = 0; i < n_; ++i) work_.w_step[i] = Scalar(0);
      Advance(row, direction);
      Unclamp(leaving);
      return Clamped(row);
    }
    return false;
  }

  // z_C −= A_CC⁻¹ (A z + b)_C, twice; what leaves its bounds by a rounding is put back.
  void RefineClamped() {
    const int count = work_.factor.size();
    for (int pass = 0; pass < 2; ++pass) {
      for (int k = 0; k < count; ++k) {
        const Scalar* const row = Row(Member(k));
        Scalar sum = problem_.b[Member(k)];
        for (int j = 0; j < n_; ++j) sum += row[j] * out_.z[j];
        work_.step[k] = sum;
      }
      work_.factor.Solve(work_.step.data());
      for (int k = 0; k < count; ++k) {
        const int i = Member(k);
        out_.z[i] = Clamp(out_.z[i] - work_.step[k], problem_.lo[i], problem_.hi[i]);
      }
    }
  }

  // The clamped set's factor and w anew from A; rows refused or at a bound drop out.
  void Refactor() {
    const int count = work_.factor.size();
    work_.factor.Clear();
    RecomputeW();
    for (int k = 0; k < count; ++k) {
      const int row = Member(k);
      const Scalar w = out_.w[row];
      State(row) = RowState::kUnhandled;
      if (Resting(row) == RowState::kAtBound || !Clamped(row)) {
        out_.w[row] = w;
        State(row) = Resting(row);
      }
    }
  }

  const Problem& problem_;
  Workspace& work_;
  Solution& out_;
  int n_;
  int budget_ = 0;
  Scalar largest_b_ = Scalar(0);
  Scalar z_size_ = Scalar(0);     // Σ r_j |z_j|
  Scalar step_size_ = Scalar(0);  // Σ r_j |Δz_j|
  // The step found last: its length, what ends it and at which row.
  Scalar length_ = Scalar(0);
  Event event_ = Event::kNone;
  int blocking_ = 0;
};

// Solves `problem`. Statuses: kSolved; kPivotBudget, kRay (a row could not be driven to its
// condition: b outside the column space, or A not PSD), kInaccurate; kNotFinite (a bound that
// is NaN as well), kBadSize, kBadBounds, kNotSymmetric (refused). problem.hpp says what
// `solution` holds. Cost: about n (c + 2) + 2 c² multiply-adds a pivot with c rows clamped;
// on contact problems about as many pivots as rows.
template <typename Scalar, int kCapacity>
SolveStatus SolveDantzig(const BoxedLcpProblem<Scalar, kCapacity>& problem, int pivot_budget,
                         DantzigWorkspace<Scalar, kCapacity>& workspace,
                         LcpSolution<Scalar, kCapacity>& solution) {
  return Dantzig<Scalar, kCapacity>(problem, workspace, solution).Solve(pivot_budget);
}

}  // namespace footing
