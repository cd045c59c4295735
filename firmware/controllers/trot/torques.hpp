// From the base's wanted motion and the legs' plan to the joints' torques: what trot.hpp declares.
#pragma once

#include "core/scalar.hpp"
#include "firmware/controllers/forces.hpp"
#include "firmware/controllers/joint_stops.hpp"
#include "firmware/controllers/trot/gains.hpp"
#include "firmware/controllers/trot/heading.hpp"
#include "firmware/controllers/trot/trot.hpp"

namespace footing {

namespace trot {

// s, from touch-down to the whole share: a sudden torque would be felt as a force, as the joints' velocity
// lags.
template <typename Scalar>
inline constexpr Scalar kLoadTime = Scalar(0.008);

}  // namespace trot

// For the acceleration that brings the base where it should be.
template <typename Robot, typename Scalar>
auto TrotController<Robot, Scalar>::WantedWrench(const State& state, const DynamicsTerms<Model>& terms) const
    -> Wrench6 {
  const trot::Gains<Scalar>& gains = trot::kGains<Scalar>;
  const Scalar rate = Scalar(1) / units_.time, rate2 = rate * rate;
  const Vector3<Scalar> wanted = speed_[0] * heading_ + speed_[1] * trot::Left(heading_) + sway_velocity_;
  Vector3<Scalar> linear = sway_acceleration_ + gains.speed * rate * (wanted - state.base_velocity);
  linear[2] = gains.height * rate2 * (options_.stand_height * units_.length - state.base_position[2]) -
              gains.height_rate * rate * (state.base_velocity[2] - slope_.dot(state.base_velocity));
  if (!stepping_) {
    Vector3<Scalar> middle = Vector3<Scalar>::Zero();
    for (const auto& point : terms.points) middle += trot::Horizontal(point.position) / Scalar(kFeet);
    linear += gains.position * rate2 * (middle - trot::Horizontal(state.base_position));
  }
  const Scalar push = gains.largest_push * units_.kGravity;
  for (int k = 0; k < 2; ++k) linear[k] = Clamp(linear[k], -push, push);
  linear[2] = Clamp(linear[2], -gains.largest_drop * units_.kGravity, gains.largest_lift * units_.kGravity);

  const Vector3<Scalar> up = state.base_attitude * Vector3<Scalar>::UnitZ();
  // The trunk is held along the slope.
  const Vector3<Scalar> upright = Vector3<Scalar>(-slope_[0], -slope_[1], Scalar(1));
  Vector3<Scalar> turn = up.cross(upright);
  turn[2] += trot::HeadingOf(state.base_attitude).cross(heading_)[2];
  Vector3<Scalar> angular =
      gains.attitude * rate2 * turn - gains.turn_rate * rate * state.base_angular_velocity;
  angular[2] += gains.turn_rate * rate * speed_[2];
  return WrenchFor(terms, linear, angular);
}

template <typename Robot, typename Scalar>
void TrotController<Robot, Scalar>::ShareWrench(const Wrench6& wrench, const State& state,
                                                const DynamicsTerms<Model>& terms) {
  const trot::Gains<Scalar>& gains = trot::kGains<Scalar>;
  typename Sharing::Feet feet;
  int carrying = 0;            // feet that take over from those that unload
  Scalar longest = Scalar(0);  // s, support without a break
  for (unsigned leg = 0; leg < kFeet; ++leg) {
    feet[leg].position = terms.points[leg].position;
    feet[leg].weight = legs_[leg].support ? legs_[leg].weight : Scalar(0);
    carrying += feet[leg].weight > Scalar(0.5) ? 1 : 0;
    longest = Max(longest, legs_[leg].support_time);
  }
  load_sharing_.Share(wrench, state.base_position, gains.arm * units_.length, &feet);

  // A diagonal pair cannot make every moment; least squares ask the unloading feet for the rest, up to a
  // limit.
  const bool relieved = carrying >= 2;
  // Out of the air, the first feet take the load little by little.
  const Scalar most_now =
      options_.largest_force * units_.weight * Min(longest / trot::kLoadTime<Scalar>, Scalar(1));
  for (unsigned leg = 0; leg < kFeet; ++leg) {
    Vector3<Scalar>& f = legs_[leg].force;
    f = feet[leg].force;
    // A foot on the ground is pressed on it up to the end, so that it is felt there; until it unloads by
    // more: the first to land would be asked for next to nothing, and rebound.
    const bool lands = stepping_ && feet[leg].weight == Scalar(1);
    const Scalar least = (lands ? gains.landed_force : gains.least_force) * units_.weight;
    const Scalar most = Max(most_now * (relieved ? feet[leg].weight : Scalar(1)), least);
    // Ground that did not hold is asked for less.
    const bool slips = legs_[leg].slip_time > gains.patience * units_.time;
    KeepInCone(least, most, slips ? options_.slip_friction : options_.friction, normal_, &f);
  }
}

template <typename Robot, typename Scalar>
auto TrotController<Robot, Scalar>::LegTorques(const State& state, const DynamicsTerms<Model>& terms) const
    -> Torque {
  const trot::Gains<Scalar>& gains = trot::kGains<Scalar>;
  const Scalar stiffness = units_.Stiffness(), damping = units_.Damping();
  Torque torque;
  for (unsigned leg = 0; leg < kFeet; ++leg) {
    const auto& point = terms.points[leg];
    const FootPath<Scalar>& wanted = legs_[leg].wanted;
    // What the leg pushes the foot with: its share, and what brings back a foot that slides.
    Vector3<Scalar> push =
        -legs_[leg].force +
        legs_[leg].weight *
            AlongGround(Vector3<Scalar>(gains.anchor * stiffness * (wanted.position - point.position) -
                                        gains.brake * damping * point.velocity));
    Vector3<Scalar> swing = Vector3<Scalar>::Zero();  // N·m, in the leg's order
    if (!legs_[leg].support) {
      push = gains.foot * stiffness * (wanted.position - point.position) +
             gains.foot_rate * damping * (wanted.velocity - point.velocity);
      swing = TorqueToAccelerate(terms, leg, joints_[leg],
                                 Vector3<Scalar>(gains.foot_inertia * wanted.acceleration));
    }
    for (int k = 0; k < joints_[leg].count; ++k) {  // at most 3
      const auto joint = static_cast<unsigned>(joints_[leg].joint[static_cast<unsigned>(k)]);
      const int j = static_cast<int>(joint);
      const Scalar limit = kModel.joints[joint].limits.torque;
      const Scalar along = swing[k] + TorqueFor(terms, leg, joint, push) +
                           StopTorque(kFreeRanges<Robot, Scalar>[joint], units_, state.joint_position[j],
                                      state.joint_velocity[j]);
      // Friction is not compensated: its sign would switch with the noise of the measured rate.
      const Scalar inertial = terms.bias[6 + j] - terms.drive_friction[j];
      torque[joint] = Clamp(inertial + along, -limit, limit);
    }
  }
  return torque;
}

}  // namespace footing
