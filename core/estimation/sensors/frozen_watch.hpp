// Whether an encoder is frozen: its position stands still while the others move and the joint is pushed.
//
// Friction can hold a joint: in an arm, or between feet that stand. A leg that steps is pushed to and fro. So
// the path of the others counts only from the third turn of the joint's torque on.
#pragma once

#include <array>

#include "core/estimation/sensors/sensed.hpp"
#include "core/scalar.hpp"

namespace footing {

template <int kJoints, typename Number>
class FrozenWatch {
 public:
  // `still_torque` [N·m]: a change that moves a joint, of each.
  explicit FrozenWatch(const std::array<Number, kJoints>& still_torque) : still_torque_(still_torque) {}

  // One sample on, `dt` [s] after the last: the mean joint's path in it.
  void Move(const std::array<Number, kJoints>& position, Number dt) {
    smoothing_ = dt / (dt + kSmooth);
    forgetting_ = Min(dt / kForgotten, Number(1));
    path_ = Number(0);
    for (unsigned j = 0; j < kJoints; ++j) {
      const Number step = Abs(position[j] - moved_to_[j]);
      if (!IsCredible(step) || (started_ && step < kLeastStep)) continue;
      if (started_) path_ += Min(step, kLongestStep);
      moved_to_[j] = position[j];
    }
    path_ /= static_cast<Number>(kJoints);
    started_ = true;
  }

  // Then of each joint. `still`: its position is that of the last sample. `torque` [N·m]: not read where the
  // joint's numbers are not `credible`.
  bool IsFrozen(unsigned j, bool still, bool credible, Number torque) {
    // Noise of a torque sensor is no push: the pushes of a step last longer.
    if (credible) smooth_torque_[j] += smoothing_ * (torque - smooth_torque_[j]);
    if (!still) pushed_[j] = {smooth_torque_[j], Number(0), 0};
    Push(smooth_torque_[j], still_torque_[j], pushed_[j]);
    Number& others = path_of_others_[j];
    const Number gone = forgetting_ * others;
    const Number kept = others - (others < kFrozenPath ? gone : Number(0));
    const Number more = pushed_[j].turns >= kLeastTurns ? path_ : Number(0);
    others = still ? Min(kept + more, kFrozenPath) : Number(0);
    return others >= kFrozenPath;
  }

 private:
  // The mean joint's path while one encoder stands still, at which that one is called frozen: 0.2 to 0.4 s of
  // trotting. Over the demo's seeds no healthy one came near it.
  static constexpr Number kFrozenPath = Number(0.25L);  // rad
  // A robot that settles slowly after its landing is no trot.
  static constexpr Number kForgotten = Number(1);  // s
  // No joint turns further in a period: one wrong sample is not the path of the others.
  static constexpr Number kLongestStep = Number(0.05L);  // rad
  // A joint that dry friction holds stands still, and noise moves the others to and fro by a few counts of
  // their encoders. That is no path: a joint has moved where it is this far from where it had moved to
  // before.
  static constexpr Number kLeastStep = Number(0.005L);  // rad
  static constexpr Number kSmooth = Number(0.01L);      // s
  static constexpr int kLeastTurns = 3;

  // The torque of a joint since it came to rest.
  struct Pushed {
    Number extreme = 0;  // N·m, the last
    // +1 where that is the largest since the last turn, −1 the smallest, 0 before the first.
    Number direction = 0;
    int turns = 0;
  };

  // A turn is a way back by more than `least` [N·m].
  static void Push(Number torque, Number least, Pushed& pushed) {
    const Number way = torque - pushed.extreme;
    const bool on = pushed.direction * way > Number(0);
    if (!on && Abs(way) <= least) return;
    if (!on) {
      pushed.direction = way > Number(0) ? Number(1) : Number(-1);
      if (pushed.turns < kLeastTurns) ++pushed.turns;
    }
    pushed.extreme = torque;
  }

  std::array<Number, kJoints> still_torque_;
  bool started_ = false;
  Number path_ = 0;                              // rad, of the mean joint in this sample
  Number smoothing_ = 0, forgetting_ = 0;        // shares in this sample
  std::array<Number, kJoints> moved_to_{};       // rad, in steps of kLeastStep
  std::array<Number, kJoints> smooth_torque_{};  // N·m
  std::array<Pushed, kJoints> pushed_{};
  std::array<Number, kJoints> path_of_others_{};  // rad, of the mean joint while this one stood still
};

}  // namespace footing
