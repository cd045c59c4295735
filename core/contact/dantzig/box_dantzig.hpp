// Problem: contact forces of one time step with friction in boxes (box_friction.hpp).
// Method: Dantzig's pivoting with friction (Baraff 1994, sections 4 and 5) at velocity level. Contacts that
// break their conditions are driven one after the other; all that were handled before keep theirs.
// Departures:
//   * Friction comes with its normal (box_sets.hpp), and a drive may turn (box_step.hpp).
//   * Termination is not proven, so there is a budget of pivots. A drive may come back to where it began;
//     the problem then begins again with all contacts raised by one gap, which a single drive closes.
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

  static constexpr int kMostCorrections = 3;  // of the sets of a warm start
  static constexpr int DefaultBudget(int contacts) { return 30 * contacts + 50; }
  static constexpr int kMostPivots = 30 * kContacts + 50;  // DefaultBudget(kContacts)

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

  // The beginning from the sets of another solve, with as many contacts. If they do not fit: without forces.
  void Resume(const BoxSetsKept<kContacts>& kept) {
    Clear();
    for (int c = 0; c < problem_.contacts; ++c) {
      if (!kept.in_c[static_cast<unsigned>(c)]) continue;
      if (!sets_.Restore(c, kept.tangent)) return Clear();
    }
    for (int round = 0; round < kMostCorrections; ++round) {
      sets_.SetForcesOfSets();
      const int row = FirstOutside();
      if (row < 0) return sets_.RecomputeU();
      ++pivots_;
      if (row % 3 == 0) {
        sets_.Unload(row / 3);
      } else if (!sets_.PutOnBound(row, m_.f[row] > Scalar(0))) {
        break;
      }
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
  static constexpr int kNothing = -2, kStuck = -3;  // in the place of a driven row

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
    if (driven == kNothing) driven = BeginNext();
    while (driven != kNothing && driven != kStuck) {  // at most kMostPivots, spends budget
      if (pivots_ >= budget_) return SolveStatus::kPivotBudget;
      ++pivots_;
      step_.Find();
      if (step_.event == BoxEvent::kNone) return SolveStatus::kRay;
      step_.Take();
      const bool own = driven != Step::kGap && step_.row / 3 == driven / 3;
      if (step_.event == BoxEvent::kDone || (own && step_.row == driven)) {
        driven = Finish(driven) ? BeginNext() : kStuck;
      } else if (own && step_.event == BoxEvent::kLeavesC) {
        return SolveStatus::kRay;
      } else if (!Move()) {
        return SolveStatus::kRay;
      }
    }
    if (driven == kStuck) return SolveStatus::kRay;
    sets_.Refine();
    return SolveStatus::kSolved;
  }

  // Begins to drive what is violated first. kNothing: nothing is. kStuck: a tangent cannot leave its bound.
  [[gnu::noinline]] int BeginNext() {
    const int row = FirstViolated();
    if (row < 0) return kNothing;
    if (row % 3 == 0) {
      sets_.Load(row / 3);
    } else if (!sets_.Release(row)) {
      return kStuck;
    }
    step_.Begin(row, Scalar(0));
    return row;
  }

  // The step has brought what is driven to its end. False: not to one that meets its condition.
  bool Finish(int driven) {
    switch (step_.event) {
      case BoxEvent::kDone: return driven == Step::kGap || sets_.Clamp(driven) || driven % 3 != 0;
      case BoxEvent::kToPlus:
      case BoxEvent::kToMinus: {
        const bool plus = step_.event == BoxEvent::kToPlus;
        const Scalar u = plus ? m_.u[driven] : -m_.u[driven];
        return sets_.PutOnBound(driven, plus) && u <= sets_.Rounding(driven);
      }
      default: return false;  // a driven normal is back at f_n = 0
    }
  }

  // Moves a row between sets as the event says. False: the rows that are left do not determine the forces. Not
  // inlined, and so FirstViolated, to keep the loop of pivots apart from theirs.
  [[gnu::noinline]] bool Move() {
    const int row = step_.row;
    switch (step_.event) {
      case BoxEvent::kLeavesC:
        // A tangent in CF is at its bound too, since that is zero: it goes first, by a step of length zero.
        for (const int t : {row + 1, row + 2}) {
          if (sets_.Set(t) != TangentSet::kCF) continue;
          step_.ExpectVelocity(t, m_.f_rate[t] > Scalar(0) ? Scalar(-1) : Scalar(1));
          return sets_.PutOnBound(t, m_.f_rate[t] > Scalar(0));
        }
        sets_.UnloadNormal(row / 3);
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
