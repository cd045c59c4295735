// Whether the feet that stand are seen to stand on a plane. An encoder's offset δ lifts its foot, as it is
// seen, by J_z δ: in each of its stances by the same height. A plane has no twist, however steep it is:
//   twist = (z_right − z_left) of one pair of feet less that of another,
// z the height of a foot over the slope of the ground. Rough ground has one, but another at each step: what
// the feet's heights change by from stance to stance says how rough it is, and so how large a twist is none.
// An offset changes the height of its own foot once; so that foot has no say in what was before.
//
// z is counted from a height that moves with the base. Its drift is common to all feet: they pull it back to
// where each stood before.
#pragma once

#include <array>

#include "core/scalar.hpp"

namespace footing {

template <typename Scalar, int kFeet>
class HeightTwist {
 public:
  static constexpr int kPairs = kFeet > 1 ? kFeet / 2 : 1;

  HeightTwist() = default;                                  // of no pairs: nothing is found
  explicit HeightTwist(Scalar length) : length_(length) {}  // m, of a leg

  // Feet that are mirror images of each other.
  void AddPair(int right, int left) {
    if (pairs_ < kPairs) pair_[At(pairs_++)] = {right, left};
  }

  // The base has risen by `rise` [m] over the ground's slope.
  void Move(Scalar rise) { base_ += rise / length_; }

  // A foot has stood for `step` [s] more, at `height` [m] from the base's origin, off the ground's slope.
  // About 10 operations, and 30 a foot more once in a stance.
  void Stand(int foot, Scalar height, Scalar step) {
    Foot& standing = foot_[At(foot)];
    const Scalar z = height / length_ + base_;
    if (standing.stances == 0 && standing.time == Scalar(0)) standing.before = z;
    base_ -= step / kPullTime * Clamp(z - standing.before, -kMostPull, kMostPull);
    if (standing.time >= kWindow) return;
    standing.time += step;
    standing.sum += step * z;
    if (standing.time >= kWindow) Keep(standing);
  }

  void Lift(int foot) { foot_[At(foot)].time = foot_[At(foot)].sum = Scalar(0); }

  // Forgets what it has seen.
  void Restart() {
    foot_ = {};
    base_ = twist_ = Scalar(0);
    held_ = 0;
  }

  // Whether some encoder has an offset.
  bool IsOff() const { return held_ >= kHold; }
  Scalar twist() const { return twist_; }  // of the leg, without its sign; 0 until it is known

 private:
  static constexpr Scalar kWindow = Scalar(0.08L);     // s of a stance, that its height is the mean of
  static constexpr Scalar kPullTime = Scalar(0.05L);   // s
  static constexpr Scalar kMostPull = Scalar(0.004L);  // of the leg: a foot that is wrong pulls no more
  static constexpr int kStances = 3;                   // of each foot, whose heights are kept
  static constexpr int kMemory = 8;                    // stances, that tell how rough the ground was before
  // Of the leg: smaller twists are none, larger ones are steps.
  static constexpr Scalar kSmallest = Scalar(0.002L), kLargest = Scalar(0.03L);
  // Nor are those up to so many times the changes of the last stances, or the earlier ones of other feet.
  static constexpr Scalar kLast = Scalar(5), kBefore = Scalar(7);
  static constexpr int kHold = 4;                // stances, of any foot, for which it must be too large
  static constexpr Scalar kEase = Scalar(0.7L);  // of the limit, until it is over

  // Lengths count in the leg.
  struct Foot {
    Scalar time = 0, sum = 0;               // s of this stance, and the sum of its heights
    std::array<Scalar, kStances> height{};  // of the last stances, the latest first
    Scalar before = 0;                      // the mean of the last two
    Scalar change = 0;                      // the square, of the last kMemory stances
    int stances = 0;                        // at most kMemory
  };

  static constexpr unsigned At(int i) { return static_cast<unsigned>(i); }

  static Scalar Square(Scalar x) { return x * x; }

  // The height of a stance.
  void Keep(Foot& foot) {
    CountFromHere();
    for (int k = kStances - 1; k > 0; --k) foot.height[At(k)] = foot.height[At(k - 1)];  // at most kStances
    foot.height[0] = foot.sum / foot.time;
    if (foot.stances > 0) {
      const Scalar change = Min(Abs(foot.height[0] - foot.height[1]), kLargest);
      foot.change += (change * change - foot.change) / Scalar(foot.stances);
    }
    foot.before = foot.stances > 0 ? (foot.height[0] + foot.height[1]) / Scalar(2) : foot.height[0];
    foot.stances = foot.stances < kMemory ? foot.stances + 1 : kMemory;
    Compare();
  }

  // Heights are counted from where the base is now: they stay small.
  void CountFromHere() {
    for (Foot& foot : foot_) {  // at most kFeet
      foot.sum -= foot.time * base_;
      foot.before -= base_;
      for (Scalar& height : foot.height) height -= base_;
    }
    base_ = Scalar(0);
  }

  void Compare() {
    Scalar last = Scalar(0), before = Scalar(0), most = Scalar(0);
    for (const Foot& foot : foot_) {  // at most kFeet
      if (foot.stances < kStances) return;
      last += Square(foot.height[0] - foot.height[1]) + Square(foot.height[1] - foot.height[2]);
      before += foot.change;
      most = Max(most, foot.change);
    }
    last = Sqrt(last / Scalar(kFeet * (kStances - 1)));
    before = Sqrt((before - most) / Scalar(Max(kFeet - 1, 1)));
    twist_ = Twist();
    const Scalar ease = IsOff() ? kEase : Scalar(1);
    const Scalar limit = ease * (kSmallest + Max(kLast * last, kBefore * before));
    held_ = twist_ > limit && twist_ < kLargest ? Min(held_ + 1, kHold) : 0;
  }

  // By how much the pairs differ.
  Scalar Twist() const {
    Scalar least = Scalar(0), most = Scalar(0);
    for (int k = 0; k < pairs_; ++k) {  // at most kFeet
      const std::array<int, 2>& pair = pair_[At(k)];
      const Scalar apart = foot_[At(pair[0])].before - foot_[At(pair[1])].before;
      least = k == 0 ? apart : Min(least, apart);
      most = k == 0 ? apart : Max(most, apart);
    }
    return most - least;
  }

  Scalar length_ = 1;  // m
  std::array<std::array<int, 2>, static_cast<unsigned>(kPairs)> pair_{};
  int pairs_ = 0;
  std::array<Foot, static_cast<unsigned>(kFeet)> foot_{};
  Scalar base_ = 0;  // that heights are counted from
  Scalar twist_ = 0;
  int held_ = 0;  // stances, for which the twist has been too large, at most kHold
};

}  // namespace footing
