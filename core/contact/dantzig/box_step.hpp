// Problem: Dantzig's method with friction drives one force, or closes a gap that all contacts share. How do
// forces and velocities move, how far until a row must leave its set, and which row is it?
// Method: f_direction and max_step of Baraff 1994 (sections 4.2 and 5.3, eqs. 10 to 12 and their like for
// friction). Rates within rounding of zero end nothing. Of rows that end a step at once the first offered
// counts.
// Departure: friction makes the matrix unsymmetric, so a row that enters a set may have to be followed by a
// driven force that goes back. The step then turns, as a path of Lemke's method does.
#pragma once

#include "core/contact/dantzig/box_sets.hpp"

namespace footing {

enum class BoxEvent : std::uint8_t { kNone, kDone, kLeavesC, kEntersC, kToPlus, kToMinus, kToCF };

template <typename Scalar, int kContacts>
class BoxStep {
 public:
  using Problem = ContactProblem<Scalar, kContacts>;
  using Memory = DantzigContactMemory<Scalar, kContacts>;
  using Sets = BoxSets<Scalar, kContacts>;
  static constexpr int kGap = -1;  // in the place of a driven row

  BoxStep(const Problem& problem, Memory& memory, Sets& sets)
      : problem_(problem), m_(memory), sets_(sets), tableau_(memory.tableau) {}

  BoxEvent event = BoxEvent::kNone;  // of the step found last; kNone: nothing ends it
  int row = 0;
  Scalar length = Scalar(0);

  // Begins a drive of row `driven`, whose u is to become zero, or of the gap `gap` [m/s] in every normal row.
  void Begin(int driven, Scalar gap) {
    driven_ = driven;
    gap_ = gap;
    toward_ = driven == kGap || m_.u[driven] > Scalar(0) ? Scalar(-1) : Scalar(1);
    direction_ = toward_;
    turning_ = -1;
  }

  // Finds the step from the present forces. 2 n² multiply-adds for the gap, 2 n for a row.
  [[gnu::noinline]] void Find() {
    FindRates();
    if (turning_ >= 0 && TurnRate() < Scalar(0)) Turn();
    turning_ = -1;
    Scalar size = Scalar(0);  // Σ r_i |f_rate_i|
    for (int i = 0; i < problem_.rows(); ++i) size += m_.root_diagonal[i] * Abs(m_.f_rate[i]);
    rounding_ = Sets::kRounding * size;
    event = BoxEvent::kNone;
    length = kInfinity<Scalar>;
    OfferDriven();
    for (int c = 0; c < problem_.contacts; ++c) {
      if (sets_.InC(c) || 3 * c == driven_) {
        OfferLoaded(c);
      } else {
        OfferEnter(c);
      }
    }
  }

  void Take() {
    sets_.Advance(length);
    if (driven_ == kGap) gap_ += length * direction_;
  }

  // The row has changed its set: what of it must move now, and in which direction.
  void ExpectForce(int of, Scalar sign) { Expect(of, sign, true); }
  void ExpectVelocity(int of, Scalar sign) { Expect(of, sign, false); }

 private:
  void FindRates() {
    for (int i = 0; i < problem_.rows(); ++i) {
      const Scalar rate = direction_ * GivenRate(i);
      const bool follows = tableau_.clamped(i);
      m_.u_rate[i] = follows ? Scalar(0) : rate;
      m_.f_rate[i] = follows ? rate : (i == driven_ ? direction_ : Scalar(0));
      const Scalar slope = tableau_.slope(i);
      if (slope != Scalar(0)) m_.f_rate[i] = slope * m_.f_rate[i - i % 3];  // after its normal
    }
  }

  // The rate of what follows in row i by a unit of what is driven.
  Scalar GivenRate(int i) const {
    if (driven_ != kGap) return tableau_.Rate(i, driven_);
    Scalar rate = i % 3 == 0 && !tableau_.clamped(i) ? Scalar(1) : Scalar(0);
    for (int c = 0; c < problem_.contacts; ++c) {
      if (sets_.InC(c)) rate -= tableau_.Rate(i, 3 * c);
    }
    return rate;
  }

  void Expect(int of, Scalar sign, bool force) {
    turning_ = of;
    turn_sign_ = sign;
    turn_force_ = force;
  }
  Scalar TurnRate() const {
    if (!turn_force_) return turn_sign_ * m_.u_rate[turning_];
    if (turning_ % 3 == 0) return turn_sign_ * m_.f_rate[turning_];
    const int c = turning_ / 3;  // from its bound −sign μ f_n
    return turn_sign_ * m_.f_rate[turning_] + problem_.friction[c] * m_.f_rate[3 * c];
  }
  void Turn() {
    direction_ = -direction_;
    for (int i = 0; i < problem_.rows(); ++i) {
      m_.f_rate[i] = -m_.f_rate[i];
      m_.u_rate[i] = -m_.u_rate[i];
    }
  }

  void Offer(Scalar ratio, BoxEvent what, int at) {
    const Scalar s = Max(ratio, Scalar(0));
    if (!(s < length)) return;
    length = s;
    event = what;
    row = at;
  }

  void OfferDriven() {
    if (driven_ == kGap) {
      if (direction_ < Scalar(0)) Offer(gap_, BoxEvent::kDone, kGap);
      return;
    }
    const Scalar u = m_.u[driven_], rate = m_.u_rate[driven_];
    if (toward_ * rate > rounding_ * m_.root_diagonal[driven_]) {
      Offer(-u / rate, BoxEvent::kDone, driven_);
    } else if (Abs(u) <= Scalar(8) * sets_.Rounding(driven_)) {
      Offer(Scalar(0), BoxEvent::kDone, driven_);
    }
  }

  // f_n and the tangents of a contact whose normal force may change.
  void OfferLoaded(int c) {
    const int n = 3 * c;
    if (m_.f_rate[n] * m_.root_diagonal[n] < -rounding_) {
      Offer(-m_.f[n] / m_.f_rate[n], BoxEvent::kLeavesC, n);
    }
    const Scalar mu = problem_.friction[c];
    for (const int t : {n + 1, n + 2}) {
      const TangentSet set = sets_.Set(t);
      if (set == TangentSet::kPlus || set == TangentSet::kMinus) {
        const Scalar sign = set == TangentSet::kPlus ? Scalar(1) : Scalar(-1);
        const Scalar u = sign * m_.u[t], rate = sign * m_.u_rate[t];
        const bool holds = u <= sets_.Rounding(t);
        if (holds && rate > rounding_ * m_.root_diagonal[t]) Offer(-u / rate, BoxEvent::kToCF, t);
        continue;
      }
      const Scalar rise = m_.f_rate[t], widen = mu * m_.f_rate[n], bound = sets_.Bound(c);
      const Scalar least = rounding_ / m_.root_diagonal[t];
      if (rise - widen > least) Offer((bound - m_.f[t]) / (rise - widen), BoxEvent::kToPlus, t);
      if (-rise - widen > least) Offer((bound + m_.f[t]) / (-rise - widen), BoxEvent::kToMinus, t);
    }
  }

  void OfferEnter(int c) {
    const int n = 3 * c;
    const bool holds = m_.u[n] >= -sets_.Rounding(n);
    if (holds && m_.u_rate[n] < -rounding_ * m_.root_diagonal[n])
      Offer(-m_.u[n] / m_.u_rate[n], BoxEvent::kEntersC, n);
  }

  const Problem& problem_;
  Memory& m_;
  Sets& sets_;
  const FrictionTableau<Scalar, kContacts>& tableau_;
  int driven_ = 0;
  Scalar gap_ = Scalar(0);
  Scalar toward_ = Scalar(0);     // the direction in which u of the driven row, or the gap, comes to zero
  Scalar direction_ = Scalar(0);  // in which it moves: turns may have changed it
  int turning_ = -1;
  Scalar turn_sign_ = Scalar(0);
  bool turn_force_ = false;
  Scalar rounding_ = Scalar(0);
};

}  // namespace footing
