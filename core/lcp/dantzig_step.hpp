// Problem: Dantzig's method (dantzig.hpp) drives one row. How do z and w move, how far may they move, and
// which row stops them?
// Method: Baraff 1994, section 4. Δz_C of the clamped rows follows z_driven (eq. 9), and Δw = A Δz (eq. 8).
// The step ends at the first row that would break its condition (eqs. 10–12).
// Departures: rows have two bounds. If several rows stop the step at once, the driven row's w comes first,
// then the lowest index. A rate within rounding of zero stops nothing: a PSD matrix has |A_ij| ≤ r_i r_j with
// r_i² = A_ii, so the rounding error of Σ A_ij Δz_j is at most about ε r_i Σ r_j |Δz_j|.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/clamped_set.hpp"
#include "core/linalg/column_kernels.hpp"

namespace footing {

enum class RowState : std::uint8_t {
  kUnhandled,  // not driven yet; its w is not watched
  kAtBound,    // z at lo or hi, w of the right sign (NC of Baraff's section 4)
  kClamped,    // w = 0, z moves within its bounds (C of section 4)
  kDependent,  // z between its bounds, w = 0; the row is a combination of the clamped rows
};

template <typename Scalar, int kCapacity>
struct DantzigWorkspace {
  ClampedSet<Scalar, kCapacity> clamped;
  BoundedVector<Scalar, kCapacity> root_diagonal;  // r_i
  BoundedVector<Scalar, kCapacity> b_share;        // |b_i| / r_i, in one unit for all rows
  BoundedVector<Scalar, kCapacity> w_step;         // Δw of every row
  std::array<RowState, static_cast<unsigned>(kCapacity)> state;
  std::array<bool, static_cast<unsigned>(kCapacity)> passed_over;  // not watched in the rest of this drive
};

enum class DantzigEvent : std::uint8_t { kNone, kDrivenDone, kDrivenAtBound, kLeaves, kEnters };

template <typename Scalar, int kCapacity>
class DantzigStep {
 public:
  using Problem = BoxedLcpProblem<Scalar, kCapacity>;
  using Workspace = DantzigWorkspace<Scalar, kCapacity>;
  using Solution = LcpSolution<Scalar, kCapacity>;

  static constexpr Scalar kRounding = Scalar(32) * kEpsilon<Scalar>;

  // All three arguments must outlive this object. A step starts from the z and w in `solution`.
  DantzigStep(const Problem& problem, Workspace& workspace, Solution& solution)
      : problem_(problem), work_(workspace), out_(solution), n_(problem.size) {}

  // What ends the step found last, at which row, and how far z_driven moves until then.
  DantzigEvent event = DantzigEvent::kNone;
  int row = 0;
  Scalar length = Scalar(0);

  // Finds the step that moves z_driven along `direction` (1 or −1). `w_rounding` is the rounding error of
  // w_driven. The event is kNone if nothing ends the step. n (c + 1) + c² multiply-adds, with c rows clamped.
  void Find(int driven, Scalar direction, Scalar w_rounding) {
    const Scalar size = Begin(driven, direction);
    FindRates();
    const Scalar rounding = kRounding * size;
    const Scalar rise = direction * work_.w_step[driven];
    if (rise > rounding * work_.root_diagonal[driven]) {
      Offer(Abs(out_.w[driven]) / rise, DantzigEvent::kDrivenDone, driven);
    } else if (Abs(out_.w[driven]) <= Scalar(64) * w_rounding) {
      Offer(Scalar(0), DantzigEvent::kDrivenDone, driven);
    }
    const Scalar room = Room(driven, direction);
    if (room < kInfinity<Scalar>) Offer(room, DantzigEvent::kDrivenAtBound, driven);
    OfferClamped(rounding);
    OfferWatched(rounding);
  }

  // Finds the step along a null direction of A (Δw = 0) until a clamped row reaches its bound. The event is
  // kNone if z_driven reaches its own bound first, or if no row reaches one.
  void FindNull(int driven, Scalar direction) {
    const Scalar size = Begin(driven, direction);
    for (int i = 0; i < n_; ++i) work_.w_step[i] = Scalar(0);
    OfferClamped(kNullRounding * size);
    if (!(length < Room(driven, direction))) event = DantzigEvent::kNone;
  }

  // Moves z and w by the step found last.
  void Take() {
    const auto& clamped = work_.clamped;
    out_.z[driven_] += direction_ * length;
    for (int k = 0; k < clamped.size(); ++k) {
      const int i = clamped.row(k);
      out_.z[i] += length * clamped.step(k);
      if (i == row) out_.z[i] = clamped.step(k) > Scalar(0) ? problem_.hi[i] : problem_.lo[i];
    }
    for (int i = 0; i < n_; ++i) out_.w[i] += length * work_.w_step[i];
  }

 private:
  // A null direction solves a nearly singular system, so its entries are less accurate.
  static constexpr Scalar kNullRounding = Scalar(64) * kRounding;

  // Finds Δz and clears the event. Returns Σ r_j |Δz_j|.
  Scalar Begin(int driven, Scalar direction) {
    driven_ = driven;
    direction_ = direction;
    length = kInfinity<Scalar>;
    event = DantzigEvent::kNone;
    row = n_;
    work_.clamped.Follow(problem_.A, driven, direction);
    Scalar size = work_.root_diagonal[driven];
    for (int k = 0; k < work_.clamped.size(); ++k) {
      size += work_.root_diagonal[work_.clamped.row(k)] * Abs(work_.clamped.step(k));
    }
    return size;
  }

  // Δw = A Δz (eq. 8), four rows of the symmetric A at a time, so that A is read along its rows. Exactly zero on
  // the clamped rows.
  void FindRates() {
    const auto& clamped = work_.clamped;
    const int count = clamped.size();
    const Scalar* const driven = Row(driven_);
    for (int i = 0; i < n_; ++i) work_.w_step[i] = direction_ * driven[i];
    int k = 0;
    for (; k + 4 <= count; k += 4) {  // at most count / 4
      const Scalar* const rows[4] = {Row(clamped.row(k)), Row(clamped.row(k + 1)), Row(clamped.row(k + 2)),
                                     Row(clamped.row(k + 3))};
      const Scalar steps[4] = {clamped.step(k), clamped.step(k + 1), clamped.step(k + 2), clamped.step(k + 3)};
      AddFourRows(steps, rows, n_, work_.w_step.data());
    }
    for (; k < count; ++k) {  // at most 3
      const Scalar* const entries = Row(clamped.row(k));
      const Scalar step = clamped.step(k);
      for (int i = 0; i < n_; ++i) work_.w_step[i] += step * entries[i];
    }
    for (int c = 0; c < count; ++c) work_.w_step[clamped.row(c)] = Scalar(0);
  }

  void Offer(Scalar ratio, DantzigEvent what, int at) {
    const Scalar s = Max(ratio, Scalar(0));
    if (s < length || (s == length && at < row && event != DantzigEvent::kDrivenDone)) {
      length = s;
      event = what;
      row = at;
    }
  }

  // When does each clamped row reach a bound (eq. 10)?
  void OfferClamped(Scalar rounding) {
    for (int k = 0; k < work_.clamped.size(); ++k) {
      const int i = work_.clamped.row(k);
      const Scalar change = work_.clamped.step(k);
      if (!(Abs(change) * work_.root_diagonal[i] > rounding)) continue;
      const Scalar room = change > Scalar(0) ? problem_.hi[i] - out_.z[i] : problem_.lo[i] - out_.z[i];
      if (IsFinite(room)) Offer(room / change, DantzigEvent::kLeaves, i);
    }
  }

  // When does w of each other handled row reach zero (eq. 11)?
  void OfferWatched(Scalar rounding) {
    for (int i = 0; i < n_; ++i) {
      const bool watched = State(i) == RowState::kAtBound || State(i) == RowState::kDependent;
      if (!watched || work_.passed_over[static_cast<unsigned>(i)] || i == driven_) continue;
      const Scalar change = work_.w_step[i];
      const bool falls = change < -rounding * work_.root_diagonal[i] && out_.z[i] < problem_.hi[i];
      const bool rises = change > rounding * work_.root_diagonal[i] && out_.z[i] > problem_.lo[i];
      if (falls || rises) Offer(-out_.w[i] / change, DantzigEvent::kEnters, i);
    }
  }

  const Scalar* Row(int i) const { return problem_.A.data() + i * kCapacity; }
  RowState State(int i) const { return work_.state[static_cast<unsigned>(i)]; }
  Scalar Room(int i, Scalar direction) const {
    return direction > Scalar(0) ? problem_.hi[i] - out_.z[i] : out_.z[i] - problem_.lo[i];
  }

  const Problem& problem_;
  Workspace& work_;
  Solution& out_;
  int n_;
  int driven_ = 0;
  Scalar direction_ = Scalar(0);
};

}  // namespace footing
