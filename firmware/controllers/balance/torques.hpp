// How balance finds its torques.
#pragma once

#include "core/scalar.hpp"
#include "firmware/controllers/balance/support.hpp"
#include "firmware/controllers/forces.hpp"
#include "firmware/controllers/joint_stops.hpp"

namespace footing {

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
      const Scalar least = sought_[static_cast<unsigned>(foot)] * share * point.weight / Share(foot);
      KeepInCone(least, most, options_.friction, up, &point.force);
    }
  }
  return Torques(state, terms);
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
        if (ScheduledStance(foot)) {  // down, so that it is felt
          const Scalar press = Min(gains.press, LoadShare(foot) / gains.foot);
          target[2] = -Max(press, sought_[f] / gains.foot) * units_.length;
        } else {
          target[2] = (gains.lift_start + gains.lift_height * raised_) * units_.length;
        }
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
