// How balance finds its torques: what balance.hpp declares.
#pragma once

#include "core/scalar.hpp"
#include "firmware/controllers/balance.hpp"
#include "firmware/controllers/forces.hpp"
#include "firmware/controllers/joint_stops.hpp"

namespace footing {

namespace balance {

// In the units of body_units.hpp.
template <typename Scalar>
struct Gains {
  Scalar height = Scalar(3);          // g / length
  Scalar height_rate = Scalar(3);     // 1 / time
  Scalar place = Scalar(2);           // g / length, of the centre of mass along the ground
  Scalar place_rate = Scalar(2.5);    // 1 / time
  Scalar attitude = Scalar(5);        // g / length
  Scalar turn_rate = Scalar(4);       // 1 / time
  Scalar joint_rate = Scalar(3);      // 1 / time, natural frequency of a joint in the air
  Scalar foot = Scalar(2);            // stiffness, of a foot in the air, all its points together
  Scalar foot_rate = Scalar(0.5);     // damping
  Scalar leg_damping = Scalar(0.6);   // 1 / time, of a joint of a loaded leg
  Scalar squat_depth = Scalar(0.12);  // length
  Scalar lift_height = Scalar(0.06);  // length
  Scalar toe_rise = Scalar(0.05);     // length
  Scalar press = Scalar(0.1);  // length: a foot in the air that is to stand seeks the ground so far below
  Scalar slew = Scalar(0.2);   // 1 / time, of what the operator asks for
  Scalar arm = Scalar(0.25);   // length: moments count as forces on it
  Scalar least_force = Scalar(0.08);   // weight, normal, of a supporting foot
  Scalar largest_pull = Scalar(0.25);  // g, along the ground
};

template <typename Scalar>
inline constexpr Gains<Scalar> kGains{};

template <typename Scalar>
inline constexpr Scalar kLandingTime = Scalar(0.01);  // s, from touch-down to the whole share

template <typename Scalar>
inline constexpr Scalar kStoodTime =
    Scalar(0.05);  // s of load on all feet: in a fall noise may load one so long

}  // namespace balance

template <typename Robot, typename Scalar>
BalanceController<Robot, Scalar>::BalanceController(const ControllerOptions<Scalar>& options)
    : options_(options), units_(UnitsOf<Robot, Scalar>()), nominal_(StandingPoints<Robot, Scalar>()) {
  for (int foot = 0; foot < kFeet; ++foot) {
    const auto f = static_cast<unsigned>(foot);
    leg_[f] = LegOf<kLeg>(kModel, foot);
    for (int k = 0; k < leg_[f].count; ++k)  // at most kLeg
      in_leg_[static_cast<unsigned>(leg_[f].joint[static_cast<unsigned>(k)])] = true;
  }
}

template <typename Robot, typename Scalar>
auto BalanceController<Robot, Scalar>::Update(const hal::OperatorInput& input, const State& state,
                                              const DynamicsTerms<Model>& terms, const Feet& feet,
                                              const Vector3<Scalar>& /*ground*/, Scalar dt) -> Torque {
  FollowOperator(input, dt);
  const Vector3<Scalar> over = ChooseSupport(terms, feet, dt);
  FollowPlaces(state, dt);
  load_sharing_.Share(WantedWrench(state, terms, over), state.base_position,
                      balance::kGains<Scalar>.arm * units_.length, &points_);
  const Vector3<Scalar> up = Vector3<Scalar>::UnitZ();
  const Scalar landed = Min(support_time_ / balance::kLandingTime<Scalar>, Scalar(1));
  for (int foot = 0; foot < kFeet; ++foot) {
    const int first = kModel.first_point[static_cast<unsigned>(foot)];
    const int last = kModel.first_point[static_cast<unsigned>(foot) + 1];
    const Scalar share = units_.weight / static_cast<Scalar>(last - first);
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      auto& point = points_[static_cast<unsigned>(p)];
      if (!support_[static_cast<unsigned>(foot)]) {
        point.force.setZero();
        continue;
      }
      const Scalar most = options_.largest_force * share * Scalar(2) * landed * point.weight;
      const Scalar least = balance::kGains<Scalar>.least_force * share * point.weight / Share(foot);
      KeepInCone(least, most, options_.friction, up, &point.force);
    }
  }
  return Torques(state, terms);
}

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

// For the acceleration that brings the centre of mass over the middle of the support.
template <typename Robot, typename Scalar>
auto BalanceController<Robot, Scalar>::WantedWrench(const State& state, const DynamicsTerms<Model>& terms,
                                                    const Vector3<Scalar>& over) const -> Wrench6 {
  const balance::Gains<Scalar>& gains = balance::kGains<Scalar>;
  const Scalar rate = Scalar(1) / units_.time, rate2 = rate * rate;
  const auto& M = terms.mass_matrix;
  const Scalar mass = M(0, 0);
  const Vector3<Scalar> com = state.base_position + Vector3<Scalar>(-M(2, 4), M(2, 3), M(0, 4)) / mass;
  Vector3<Scalar> com_velocity = state.base_velocity;
  for (int k = 0; k < 3; ++k) {
    Scalar sum = Scalar(0);
    for (int i = 0; i < 3; ++i) sum += M(k, 3 + i) * state.base_angular_velocity[i];
    for (int j = 0; j < kJoints; ++j) sum += M(k, 6 + j) * state.joint_velocity[j];
    com_velocity[k] += sum / mass;
  }
  const Scalar height =
      units_.length * (options_.stand_height - gains.squat_depth * squat_ + gains.toe_rise * tiptoe_);
  const Scalar pull = gains.largest_pull * units_.kGravity;
  Vector3<Scalar> linear;
  for (int k = 0; k < 2; ++k) {
    const Scalar wanted =
        gains.place * rate2 * (over[k] - com[k]) - gains.place_rate * rate * com_velocity[k];
    linear[k] = Clamp(wanted, -pull, pull);
  }
  const Scalar lift = gains.height * rate2 * (height - state.base_position[2]) -
                      gains.height_rate * rate * state.base_velocity[2];
  linear[2] = Clamp(lift, Scalar(-0.25) * units_.kGravity, units_.kGravity);

  const Vector3<Scalar> up = state.base_attitude * Vector3<Scalar>::UnitZ();
  const Vector3<Scalar> turn = up.cross(Vector3<Scalar>::UnitZ());
  const Vector3<Scalar> angular =
      gains.attitude * rate2 * turn - gains.turn_rate * rate * state.base_angular_velocity;
  return WrenchFor(terms, linear, angular);
}

template <typename Robot, typename Scalar>
auto BalanceController<Robot, Scalar>::Torques(const State& state, const DynamicsTerms<Model>& terms) const
    -> Torque {
  const balance::Gains<Scalar>& gains = balance::kGains<Scalar>;
  const Scalar rate = gains.joint_rate / units_.time;
  const bool flies = support_time_ == Scalar(0);
  // Legs on the ground, or with a foot that is held, have springs at their feet; all other joints have
  // theirs. A foot is held only where the ground is known.
  std::array<bool, kJoints> sprung;
  for (unsigned j = 0; j < kJoints; ++j) sprung[j] = !in_leg_[j] || flies;
  for (int foot = 0; foot < kFeet; ++foot) {
    const auto& leg = leg_[static_cast<unsigned>(foot)];
    for (int k = 0; k < leg.count && !IsHeld(foot); ++k)  // at most kLeg
      sprung[static_cast<unsigned>(leg.joint[static_cast<unsigned>(k)])] = true;
  }
  Torque torque;
  for (unsigned j = 0; j < kJoints; ++j) {
    const int row = static_cast<int>(6 + j), i = static_cast<int>(j);
    const Scalar moved = terms.mass_matrix(row, row);
    const Scalar error = kPostureOf<Robot, Scalar>[j] - state.joint_position[i];
    Scalar sum = terms.bias[row] - terms.drive_friction[i];
    if (sprung[j])
      sum += moved * (rate * rate * error - Scalar(1.6L) * rate * state.joint_velocity[i]);
    else
      sum -= moved * gains.leg_damping / units_.time * state.joint_velocity[i];
    torque[j] = sum;
  }
  for (int foot = 0; foot < kFeet && !flies; ++foot) {
    if (!IsHeld(foot)) continue;
    const auto f = static_cast<unsigned>(foot);
    const int first = kModel.first_point[f], last = kModel.first_point[f + 1];
    const Scalar count = static_cast<Scalar>(last - first);
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      const auto& point = terms.points[static_cast<unsigned>(p)];
      Vector3<Scalar> push = -points_[static_cast<unsigned>(p)].force;
      if (!support_[f]) {
        Vector3<Scalar> target = place_[static_cast<unsigned>(p)];
        if (ScheduledStance(foot))
          target[2] =
              -Min(gains.press, LoadShare(foot) / gains.foot) * units_.length;  // down, so that it is felt
        else
          target[2] = gains.lift_height * units_.length * raised_;
        push = gains.foot * units_.Stiffness() / count * (target - point.position) -
               gains.foot_rate * units_.Damping() / count * point.velocity;
      } else {
        // A foot that hardly carries has no friction that keeps it where it stands.
        for (int k = 0; k < 2; ++k) push[k] -= gains.foot_rate * units_.Damping() / count * point.velocity[k];
      }
      for (int k = 0; k < leg_[f].count; ++k) {  // at most kLeg
        const auto j = static_cast<unsigned>(leg_[f].joint[static_cast<unsigned>(k)]);
        torque[j] += TorqueFor(terms, static_cast<unsigned>(p), j, push);
      }
    }
  }
  for (unsigned j = 0; j < kJoints; ++j) {
    const int i = static_cast<int>(j);
    const Scalar limit = kModel.joints[j].limits.torque;
    const Scalar stop =
        StopTorque(kFreeRanges<Robot, Scalar>[j], units_, state.joint_position[i], state.joint_velocity[i]);
    torque[j] = Clamp(torque[j] + stop, -limit, limit);
  }
  return torque;
}

}  // namespace footing
