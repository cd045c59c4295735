// How δ of held steps (held_steps.hpp) follows the modes. It is relative to a contact's or joint row's
// largest diagonal entry. It rises while modes change, which ends cycles of modes, and falls while they stay.
#pragma once

#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
inline constexpr Scalar kLeastDelta = sizeof(Scalar) == 4 ? Scalar(1e-6L) : Scalar(1e-9L);

// For few steps, as a tick can take them. Sweeps between them find modes that no step leads to. Near a
// solution δ is small also while modes change. Found by search over the families of tests/research/budget;
// the share solved changes little between a third and three times each figure.
template <typename Scalar>
class TickDelta {
 public:
  static constexpr bool kFewSteps = true, kFriction = true;
  Scalar value() const { return value_; }

  // `map`: the natural map after a step.
  void Follow(bool changed, Scalar map, int) {
    const Scalar most = Min(Scalar(1), Scalar(1e3L) * map);
    value_ = Max(Min(Scalar(changed ? 2.0L : 0.3L) * value_, most), kLeastDelta<Scalar>);
  }

 private:
  Scalar value_ = Scalar(2e-3L);
};

// For many steps. After kFree of them a change of modes holds δ, for longer each time. There are no sweeps:
// with them 19 of 20,000 problems of boxes stay unsolved in double, without them 3.
template <typename Scalar>
class LateDelta {
 public:
  static constexpr bool kFewSteps = false, kFriction = true;
  static constexpr Scalar kStart = sizeof(Scalar) == 4 ? Scalar(1e-3L) : Scalar(1e-4L);

  // `gains`: near a solution a change of modes does not raise δ if it halves the natural map. If forces lie
  // on their cones without slip, rounding decides the modes, and that is no cycle while the map falls. Never
  // in float, where rounding halves the map too.
  explicit LateDelta(Scalar start = kStart, bool gains = true)
      : value_(start), gains_(gains && sizeof(Scalar) == 8) {}
  Scalar value() const { return value_; }

  // `map`: the natural map after the step number `taken`.
  void Follow(bool changed, Scalar map, int taken) {
    constexpr int kFree = 15, kLongestHold = 4;
    const bool late = taken > kFree, gained = gains_ && map <= kNear && map < Scalar(0.5L) * map_;
    map_ = map;
    if (changed && !gained) {
      value_ = Min(Scalar(late ? 1.5L : 2.0L) * value_, Scalar(1));
      if (late) hold_ = hold_length_ = Min(2 * hold_length_, kLongestHold);
    } else if (hold_ > 0) {
      --hold_;
    } else {
      value_ = Max(Scalar(late ? 0.3L : 0.1L) * value_, kLeastDelta<Scalar>);
    }
  }

 private:
  static constexpr Scalar kNear = Scalar(1e-5L);  // from 1e-6 to 1e-4 it changes little
  Scalar value_;
  bool gains_;
  Scalar map_ = kInfinity<Scalar>;
  int hold_ = 0, hold_length_ = 1;
};

// For a proof of infeasibility: friction is left out, and δ stays. It is small beside what forces can move,
// so that forces that can settle do, and the others grow steadily.
template <typename Scalar>
class ProofDelta {
 public:
  static constexpr bool kFewSteps = false, kFriction = false;
  static constexpr Scalar value() { return Scalar(1e-4L); }
  void Follow(bool changed, Scalar, int) { changed_ = changed; }
  bool changed() const { return changed_; }  // modes, in the last step

 private:
  bool changed_ = false;
};

}  // namespace footing
