// Whether the feet that stand are seen to stand on a plane. An encoder's offset δ lifts its foot, as it is
// seen, by J_z δ: in each of its stances by the same height. A plane has no twist, however steep it is:
//   twist = (z_right − z_left) of one pair of feet less that of another,
// z the height of a foot over the slope of the ground. Rough ground has one, but another at each step: what
// the feet's heights change by from stance to stance says how rough it is, and so how large a twist is none.
// An offset changes the height of its own foot once; so that foot has no say in what was before.
//
// z is counted from a height that moves with the base. Its drift is no foot's: feet that stand pull it back
// to where they stood before. A foot that steps in place tells nothing new: it may stand on the same stone.
#pragma once

#include <array>

#include "core/dynamics/kinematics.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar, int kFeet>
class HeightTwist {
 public:
  static constexpr int kPairs = kFeet > 1 ? kFeet / 2 : 1;

  // `length` [m]: of a leg. Without pairs nothing is found.
  explicit HeightTwist(Scalar length) : length_(length) {}

  // Feet that are mirror images of each other.
  void AddPair(int right, int left) {
    if (pairs_ < kPairs) pair_[At(pairs_++)] = {right, left};
  }

  // In `dt` [s] the base has gone `way` [m, world axes], and risen by `rise` [m] over the ground's slope.
  void Move(const Vector3<Scalar>& way, Scalar rise, Scalar dt) {
    x_ += way[0] / length_;
    y_ += way[1] / length_;
    base_ += rise / length_;
    air_ += dt;
    if (air_ > kAir) Restart();
  }

  // A foot has stood for `step` [s] more, at `height` [m] from the base's origin, off the ground's slope.
  // About 10 operations, and 40 a foot more once in a stance.
  void Stand(int foot, Scalar height, Scalar step) {
    Foot& standing = foot_[At(foot)];
    air_ = Scalar(0);
    const Scalar z = height / length_ + base_;
    if (standing.stances == 0 && standing.time == Scalar(0)) standing.before = z;
    base_ -= Min(step / kPullTime, Scalar(1)) * Clamp(z - standing.before, -kMostPull, kMostPull);
    if (standing.time >= kWindow) return;
    standing.time += step;
    standing.sum += step * z;
    const bool gone = Square(x_ - standing.x) + Square(y_ - standing.y) > kStride * kStride;
    if (standing.time >= kWindow && (gone || standing.stances == 0)) Keep(standing);
  }

  void Lift(int foot) { foot_[At(foot)].time = foot_[At(foot)].sum = Scalar(0); }

  // Forgets what it has seen.
  void Restart() {
    foot_ = {};
    x_ = y_ = base_ = twist_ = air_ = Scalar(0);
    held_ = 0;
  }

  // Whether some encoder has an offset.
  bool IsOff() const { return held_ >= kHold; }
  Scalar twist() const { return twist_; }  // of the leg, without its sign; 0 until it is known

 private:
  static constexpr Scalar kWindow = Scalar(0.08L);     // s of a stance, that its height is the mean of
  static constexpr Scalar kPullTime = Scalar(0.05L);   // s, in which a foot pulls the base's height back
  static constexpr Scalar kMostPull = Scalar(0.004L);  // of the leg: a foot that is wrong pulls no more
  static constexpr int kStances = 3;                   // of each foot, whose heights are kept
  static constexpr int kMemory = 8;                    // stances, over which earlier changes fade
  static constexpr Scalar kStride = Scalar(0.05L);     // of the leg: so far the base goes between stances
  static constexpr Scalar kAir = Scalar(0.5L);         // s without a foot that stands, until all is forgotten
  static constexpr Scalar kSmallest = Scalar(0.002L);  // of the leg: a smaller twist is none
  // Nor is one up to so many times the changes of the last stances of all feet, or the fading ones of all
  // feet but the roughest.
  static constexpr Scalar kLast = Scalar(5), kFading = Scalar(7);
  // Of the leg: a larger twist is rather a step of the ground, and must be so much larger than these.
  static constexpr Scalar kStep = Scalar(0.03L), kStepDoubt = Scalar(1.5L);
  static constexpr int kHold = 4;                // stances, of any foot, for which it must be too large
  static constexpr Scalar kEase = Scalar(0.7L);  // of the limit, until it is over

  // Lengths count in the leg.
  struct Foot {
    Scalar time = 0, sum = 0;               // s of this stance, and the sum of its heights
    std::array<Scalar, kStances> height{};  // of the last stances, the latest first
    Scalar before = 0;    // the mean of the last two; of the first stance, where the foot came down
    Scalar change = 0;    // the mean square, from stance to stance
    Scalar x = 0, y = 0;  // of the base in the last stance
    int stances = 0;      // at most kMemory
  };

  static constexpr unsigned At(int i) { return static_cast<unsigned>(i); }

  static Scalar Square(Scalar x) { return x * x; }

  // The height of a stance.
  void Keep(Foot& foot) {
    CountFromHere();
    for (int k = kStances - 1; k > 0; --k) foot.height[At(k)] = foot.height[At(k - 1)];  // at most kStances
    foot.height[0] = foot.sum / foot.time;
    if (foot.stances > 0) {
      const Scalar change = Min(Abs(foot.height[0] - foot.height[1]), kStep);
      foot.change += (change * change - foot.change) / Scalar(foot.stances);
    }
    foot.before = foot.stances > 0 ? (foot.height[0] + foot.height[1]) / Scalar(2) : foot.height[0];
    foot.stances = foot.stances < kMemory ? foot.stances + 1 : kMemory;
    foot.x = foot.y = Scalar(0);
    Compare();
  }

  // Heights and places are counted from where the base is now: they stay small.
  void CountFromHere() {
    for (Foot& foot : foot_) {  // at most kFeet
      foot.sum -= foot.time * base_;
      foot.before -= base_;
      for (Scalar& height : foot.height) height -= base_;
      foot.x -= x_;
      foot.y -= y_;
    }
    x_ = y_ = base_ = Scalar(0);
  }

  void Compare() {
    Scalar last = Scalar(0), fading = Scalar(0), most = Scalar(0);
    for (const Foot& foot : foot_) {  // at most kFeet
      if (foot.stances < kStances) return;
      last += Square(foot.height[0] - foot.height[1]) + Square(foot.height[1] - foot.height[2]);
      fading += foot.change;
      most = Max(most, foot.change);
    }
    last = Sqrt(last / Scalar(kFeet * (kStances - 1)));
    fading = Sqrt((fading - most) / Scalar(Max(kFeet - 1, 1)));
    twist_ = Twist();
    const Scalar ease = IsOff() ? kEase : Scalar(1);
    const Scalar doubt = twist_ > kStep ? kStepDoubt : Scalar(1);
    const Scalar limit = ease * (kSmallest + doubt * Max(kLast * last, kFading * fading));
    held_ = twist_ > limit ? Min(held_ + 1, kHold) : 0;
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

  Scalar length_;  // m
  std::array<std::array<int, 2>, static_cast<unsigned>(kPairs)> pair_{};
  int pairs_ = 0;
  std::array<Foot, static_cast<unsigned>(kFeet)> foot_{};
  Scalar x_ = 0, y_ = 0;  // of the base
  Scalar base_ = 0;       // that heights are counted from
  Scalar air_ = 0;        // s without a foot that stands
  Scalar twist_ = 0;
  int held_ = 0;  // stances, for which the twist has been too large, at most kHold
};

}  // namespace footing
