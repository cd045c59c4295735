// What balance asks of its feet: which carry, where they stand, and how hard one is pressed that is not felt.
#pragma once

#include "core/scalar.hpp"
#include "firmware/controllers/balance/balance.hpp"
#include "firmware/controllers/balance/gains.hpp"

namespace footing {

template <typename Robot, typename Scalar>
void BalanceController<Robot, Scalar>::FollowOperator(const hal::OperatorInput& input, Scalar dt) {
  using Mode = hal::OperatorMode;
  const Scalar step = balance::kGains<Scalar>.slew / units_.time * dt;
  const auto follow = [step](bool asked, Scalar* now) {
    *now += Clamp((asked ? Scalar(1) : Scalar(0)) - *now, -step, step);
  };
  follow(input.mode == Mode::kSquat, &squat_);
  follow(input.mode == Mode::kShift || input.mode == Mode::kLift, &shift_);
  follow(input.mode == Mode::kToes, &tiptoe_);
  lifts_ = input.mode == Mode::kLift && kFeet > 1 && shift_ == Scalar(1);
  follow(lifts_, &raised_);
}

template <typename Robot, typename Scalar>
Vector3<Scalar> BalanceController<Robot, Scalar>::ChooseSupport(const DynamicsTerms<Model>& terms,
                                                                const Feet& feet, Scalar dt) {
  Vector3<Scalar> over = Vector3<Scalar>::Zero();
  Scalar sum = Scalar(0);
  bool carried = false, all_carry = true;
  for (int foot = 0; foot < kFeet; ++foot) {
    const auto f = static_cast<unsigned>(foot);
    support_[f] = feet[f] != ContactState::kOpen && ScheduledStance(foot);
    SeekGround(foot, dt);
    carried |= support_[f];
    all_carry &= support_[f];
    const bool unloads = kFeet > 1 && foot == kFeet - 1;
    const int first = kModel.first_point[f], last = kModel.first_point[f + 1];
    Scalar middle = Scalar(0);          // m, of the foot's points along x, standing
    for (int p = first; p < last; ++p)  // at most kFootPoints
      middle += nominal_[static_cast<unsigned>(p)][0] / static_cast<Scalar>(last - first);
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      auto& point = points_[static_cast<unsigned>(p)];
      const bool heel = nominal_[static_cast<unsigned>(p)][0] < middle;
      point.position = terms.points[static_cast<unsigned>(p)].position;
      const Scalar full = Scalar(1) - (heel ? tiptoe_ : Scalar(0));
      point.weight = support_[f] ? full : Scalar(0);
      point.weight *= Share(foot);
      // Where the centre of mass belongs does not depend on what is felt: a foot that lands late would pull
      // it.
      Scalar wanted = full;
      if (unloads) wanted *= Max(Scalar(1) - shift_, Scalar(0.1));
      over += wanted * point.position;
      sum += wanted;
    }
  }
  support_time_ = carried ? support_time_ + dt : Scalar(0);
  stand_time_ = all_carry ? stand_time_ + dt : Scalar(0);
  stood_ |= stand_time_ > balance::kStoodTime<Scalar>;
  return sum > Scalar(0) ? Vector3<Scalar>(over / sum) : over;
}

template <typename Robot, typename Scalar>
void BalanceController<Robot, Scalar>::SeekGround(int foot, Scalar dt) {
  const auto f = static_cast<unsigned>(foot);
  const balance::Gains<Scalar>& gains = balance::kGains<Scalar>;
  if (!stood_ || !ScheduledStance(foot))
    sought_[f] = gains.least_force;
  else if (!support_[f])
    sought_[f] = Min(sought_[f] + gains.seek / units_.time * dt, gains.most_sought);
}

// A place stands still over the ground: from the base, it moves against the base's velocity.
template <typename Robot, typename Scalar>
void BalanceController<Robot, Scalar>::FollowPlaces(const State& state, Scalar dt) {
  for (int foot = 0; foot < kFeet; ++foot) {
    const auto f = static_cast<unsigned>(foot);
    const bool follows = support_[f] || support_time_ == Scalar(0);
    const int first = kModel.first_point[f], last = kModel.first_point[f + 1];
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      Vector3<Scalar>& place = place_[static_cast<unsigned>(p)];
      if (follows)
        place = points_[static_cast<unsigned>(p)].position;
      else
        place -= dt * state.base_velocity;
    }
  }
}

}  // namespace footing
