// The trot's clock: two diagonal pairs, half a period apart.
#pragma once

#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
struct Gait {
  Scalar period = 0;  // s
  Scalar duty = 0;    // share of the period a foot is on the ground

  // Phase of a leg, 0 to 1, stance first; of the two diagonal pairs one leads.
  Scalar LegPhase(Scalar clock, bool leads) const {
    const Scalar phase = clock / period + (leads ? Scalar(0) : Scalar(0.5));
    return phase - static_cast<Scalar>(static_cast<int>(phase));
  }
  bool Stance(Scalar phase) const { return phase < duty; }
  Scalar SwingShare(Scalar phase) const { return (phase - duty) / (Scalar(1) - duty); }
  Scalar TimeToLiftOff(Scalar phase) const { return (duty - phase) * period; }  // of a stance's phase
  Scalar StanceTime() const { return duty * period; }
  Scalar SwingTime() const { return (Scalar(1) - duty) * period; }
};

}  // namespace footing
