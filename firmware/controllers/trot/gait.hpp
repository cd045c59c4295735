// The clock of a gait: when each of four legs stands.
#pragma once

#include "core/scalar.hpp"
#include "hal/record.hpp"

namespace footing {

// kWalk: four beats, hind left, front left, hind right, front right. kPace: both legs of one side together.
enum class GaitKind { kTrot, kWalk, kPace };

constexpr bool IsGait(hal::OperatorMode mode) {
  return mode == hal::OperatorMode::kTrot || mode == hal::OperatorMode::kWalk ||
         mode == hal::OperatorMode::kPace;
}

constexpr GaitKind GaitOf(hal::OperatorMode mode) {
  return mode == hal::OperatorMode::kWalk   ? GaitKind::kWalk
         : mode == hal::OperatorMode::kPace ? GaitKind::kPace
                                            : GaitKind::kTrot;
}

template <typename Scalar>
struct Gait {
  GaitKind kind = GaitKind::kTrot;
  Scalar period = 0;  // s
  Scalar duty = 0;    // share of the period a foot is on the ground
  Scalar width = 1;   // of the steps, in that of the standing feet

  // Phase of a leg, 0 to 1, stance first. `clock`: 0 or more.
  Scalar LegPhase(Scalar clock, bool front, bool left) const {
    const Scalar phase = clock / period + Ahead(front, left);
    return phase - static_cast<Scalar>(static_cast<int>(phase));
  }
  bool Stance(Scalar phase) const { return phase < duty; }
  Scalar StanceShare(Scalar phase) const { return phase / duty; }
  Scalar SwingShare(Scalar phase) const { return (phase - duty) / (Scalar(1) - duty); }
  // Of a leg: 1 in its stance, −1 in its swing, less than `edge` [s] from their switch in proportion.
  Scalar Plan(Scalar phase, Scalar edge) const {
    const bool stance = Stance(phase);
    const Scalar share = stance ? StanceShare(phase) : SwingShare(phase);
    const Scalar time = Min(share, Scalar(1) - share) * (stance ? StanceTime() : SwingTime());  // s
    return (stance ? Scalar(1) : Scalar(-1)) * Min(time / edge, Scalar(1));
  }
  Scalar TimeToLiftOff(Scalar phase) const { return (duty - phase) * period; }  // of a stance's phase
  Scalar StanceTime() const { return duty * period; }
  Scalar SwingTime() const { return (Scalar(1) - duty) * period; }

 private:
  // Of the leg's phase, as a share of the period.
  Scalar Ahead(bool front, bool left) const {
    const Scalar opposite = Scalar(0.5);
    if (kind == GaitKind::kTrot) return front != left ? Scalar(0) : opposite;
    if (kind == GaitKind::kPace) return left ? Scalar(0) : opposite;
    return (left ? Scalar(0) : opposite) + (front ? Scalar(0.75) : Scalar(0));
  }
};

}  // namespace footing
