// Problem: contact forces of one time step with friction in boxes (box_friction.hpp).
// Method: Dantzig's pivoting with friction (Baraff 1994, sections 4 and 5) at velocity level. Contacts that
// break their conditions are driven one after the other; all that were handled before keep theirs.
// Departures:
//   * Friction comes with its normal (box_sets.hpp), and a drive may turn (box_step.hpp).
//   * Termination is not proven, so there is a budget of pivots. A drive may come back to where it began;
//     the problem is then begun anew with all contacts raised by one gap, which is closed in a single drive.
//   * A warm start takes over the sets of the last solve. Rows whose force leaves its bounds change their set;
//     what is violated then is driven.
#pragma once

#include "core/contact/dantzig/box_step.hpp"

namespace footing {

// The sets that an answer was found in.
template <int kContacts>
struct BoxSetsKept {
  std::array<bool, static_cast<unsigned>(kContacts)> in_c{};
  std::array<TangentSet, static_cast<unsigned>(3 * kContacts)> tangent{};
};

template <typename Scalar, int kContacts>
class BoxDantzig {
 public:
  using Problem = ContactProblem<Scalar, kContacts>;
  using Memory = DantzigContactMemory<Scalar, kContacts>;

  static constexpr int kMostPivots = 30 * kContacts + 50;

  // A budget above kMostPivots counts as that.
  BoxDantzig(const Problem& problem, Memory& memory, int budget)
      : problem_(problem),
        m_(memory),
        sets_(problem, memory),
        step_(problem, memory, sets_),
        budget_(Min(budget, kMostPivots)) {}

  int pivots() const { return pivots_; }

  // The beginning without forces.
  void Clear() { sets_.Clear(); }

  // The beginning from the sets of another solve, with as many contacts.
  void Resume(const BoxSetsKept<kContacts>& kept) {
    Clear();
    for (int c = 0; c < problem_.contacts; ++c) {
      if (!kept.in_c[static_cast<unsigned>(c)]) continue;
      for (const int t : {3 * c + 1, 3 * c + 2}) {
        const TangentSet set = kept.tangent[static_cast<unsigned>(t)];
        if (set == TangentSet::kCF) (void)sets_.Clamp(t);
        if (set == TangentSet::kPlus || set == TangentSet::kMinus)
          (void)sets_.PutOnBound(t, set == TangentSet::kPlus);
      }
      if (!sets_.Clamp(3 * c)) sets_.Unload(c);
    }
    while (pivots_ < budget_) {  // at most 3 * kContacts, spends budget
      sets_.SetForcesOfSets();
      const int row = FirstOutside();
      if (row < 0) {
        sets_.RecomputeU();
        return;
      }
      ++pivots_;
      if (row % 3 == 0 || !sets_.PutOnBound(row, m_.f[row] > Scalar(0))) sets_.Unload(row / 3);
    }
    Clear();
  }

  // Drives what is violated until nothing is, then takes out the rounding errors. kPivotBudget, kRay: not done.
  SolveStatus DriveAll() { return Pivot(kNothing); }

  // Begins without forces, and closes the gap that keeps all contacts open; then as DriveAll.
  SolveStatus CloseGap() {
    Clear();
    Scalar gap = Scalar(0);
    for (int c = 0; c < problem_.contacts; ++c) gap = Max(gap, -m_.u[3 * c]);
    for (int c = 0; c < problem_.contacts; ++c) m_.u[3 * c] += gap;
    step_.Begin(Step::kGap, gap);
    return Pivot(Step::kGap);
  }

  void Keep(BoxSetsKept<kContacts>* kept) {
    for (int c = 0; c < problem_.contacts; ++c) kept->in_c[static_cast<unsigned>(c)] = sets_.InC(c);
    kept->tangent = m_.set;
  }

 private:
  using Step = BoxStep<Scalar, kContacts>;
  static constexpr int kNothing = -2;  // in the place of a driven row

  // In C or CF, but with a force outside its bounds; −1: none.
  int FirstOutside() {
    for (int c = 0; c < problem_.contacts; ++c) {
      if (!sets_.InC(c)) continue;
      if (!(m_.f[3 * c] >= Scalar(0))) return 3 * c;
      for (const int t : {3 * c + 1, 3 * c + 2}) {
        if (sets_.Set(t) == TangentSet::kCF && Abs(m_.f[t]) > sets_.Bound(c)) return t;
      }
    }
    return -1;
  }

  // The first row that breaks its condition, a normal before its tangents; −1: none.
  int FirstViolated() {
    for (int c = 0; c < problem_.contacts; ++c) {
      const int n = 3 * c;
      if (!sets_.InC(c)) {
        if (m_.u[n] < -sets_.Rounding(n)) return n;
        continue;
      }
      if (!(sets_.Bound(c) > Scalar(0))) continue;
      for (const int t : {n + 1, n + 2}) {
        const TangentSet set = sets_.Set(t);
        if (set == TangentSet::kCF) continue;
        if (m_.u[t] > sets_.Rounding(t) && set != TangentSet::kMinus) return t;
        if (m_.u[t] < -sets_.Rounding(t) && set != TangentSet::kPlus) return t;
      }
    }
    return -1;
  }

  // Takes pivots until nothing is violated. A row `driven`, or the gap, has been begun.
  SolveStatus Pivot(int driven) {
    while (pivots_ < budget_) {  // at most kMostPivots, spends budget
      if (driven == kNothing) {
        driven = FirstViolated();
        if (driven < 0) {
          sets_.Refine();
          return SolveStatus::kSolved;
        }
        if (!BeginDrive(driven)) return SolveStatus::kRay;
      }
      ++pivots_;
      step_.Find();
      if (step_.event == BoxEvent::kNone) return SolveStatus::kRay;
      step_.Take();
      if (!Move(driven)) return SolveStatus::kRay;
      if (!EndsDrive(driven)) continue;
      if (!Holds(driven)) return SolveStatus::kRay;
      driven = kNothing;
    }
    return SolveStatus::kPivotBudget;
  }

  bool BeginDrive(int row) {
    if (row % 3 == 0) {
      sets_.Load(row / 3);
    } else if (!sets_.Release(row)) {
      return false;
    }
    step_.Begin(row, Scalar(0));
    return true;
  }

  bool EndsDrive(int driven) const {
    if (step_.event == BoxEvent::kDone) return true;
    if (driven == Step::kGap || step_.row / 3 != driven / 3) return false;
    return step_.event == BoxEvent::kLeavesC || step_.row == driven;
  }

  // Whether the row that was driven has its condition now. A driven normal that is back at f_n = 0 has not.
  bool Holds(int driven) {
    if (step_.event == BoxEvent::kDone) return true;
    if (step_.event == BoxEvent::kLeavesC) return driven % 3 != 0;
    const Scalar sign = sets_.Set(driven) == TangentSet::kPlus ? Scalar(1) : Scalar(-1);
    return sign * m_.u[driven] <= sets_.Rounding(driven);
  }

  // Moves a row between sets as the event says. False: the rows that are left do not determine the forces.
  bool Move(int driven) {
    const int row = step_.row;
    switch (step_.event) {
      case BoxEvent::kDone: return driven == Step::kGap || sets_.Clamp(driven) || driven % 3 != 0;
      case BoxEvent::kLeavesC:
        sets_.Unload(row / 3);
        step_.ExpectVelocity(row, Scalar(1));
        return true;
      case BoxEvent::kEntersC:
        sets_.Load(row / 3);
        step_.ExpectForce(row, Scalar(1));
        return sets_.Clamp(row);
      case BoxEvent::kToPlus:
      case BoxEvent::kToMinus: {
        const bool plus = step_.event == BoxEvent::kToPlus;
        step_.ExpectVelocity(row, plus ? Scalar(-1) : Scalar(1));
        return sets_.PutOnBound(row, plus);
      }
      default: {  // kToCF
        const Scalar inward = sets_.Set(row) == TangentSet::kPlus ? Scalar(-1) : Scalar(1);
        if (!sets_.Release(row)) return false;
        if (sets_.Clamp(row)) step_.ExpectForce(row, inward);
        return true;
      }
    }
  }

  const Problem& problem_;
  Memory& m_;
  BoxSets<Scalar, kContacts> sets_;
  Step step_;
  int budget_;
  int pivots_ = 0;
};

}  // namespace footing
