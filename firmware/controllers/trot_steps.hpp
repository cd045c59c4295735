// How the controller steps: what trot.hpp declares. A clock plans which legs stand. The contact estimate says
// which legs do. A stance leg in the air reaches down; a swinging leg that meets the ground late in its swing
// carries load.
#pragma once

#include "core/scalar.hpp"
#include "firmware/controllers/forces.hpp"
#include "firmware/controllers/joint_stops.hpp"
#include "firmware/controllers/sway.hpp"
#include "firmware/controllers/swing_path.hpp"
#include "firmware/controllers/trot.hpp"
#include "firmware/controllers/trot_gains.hpp"

namespace footing {

namespace trot {

// s, from touch-down to the whole share: a sudden torque would be felt as a force, as the joints' velocity
// lags.
template <typename Scalar>
inline constexpr Scalar kLoadTime = Scalar(0.008);

template <typename Scalar>
Vector3<Scalar> Horizontal(const Vector3<Scalar>& v) {
  return {v[0], v[1], Scalar(0)};
}

// The base's x axis, laid flat and made unit.
template <typename Scalar>
Vector3<Scalar> HeadingOf(const Quaternion<Scalar>& attitude) {
  const Vector3<Scalar> flat = Horizontal(Vector3<Scalar>(attitude * Vector3<Scalar>::UnitX()));
  const Scalar length = Sqrt(flat.squaredNorm());
  return length > Scalar(0.1) ? Vector3<Scalar>(flat / length) : Vector3<Scalar>::UnitX();
}

template <typename Scalar>
Vector3<Scalar> Left(const Vector3<Scalar>& heading) {
  return {-heading[1], heading[0], Scalar(0)};
}

}  // namespace trot

template <typename Robot, typename Scalar>
TrotController<Robot, Scalar>::TrotController(const ControllerOptions<Scalar>& options)
    : options_(options),
      units_(UnitsOf<Robot, Scalar>()),
      gait_(trot::GaitFor(GaitKind::kTrot, units_)),
      nominal_(StandingPoints<Robot, Scalar>()) {
  for (unsigned leg = 0; leg < kFeet; ++leg) {
    front_[leg] = nominal_[leg][0] > Scalar(0);
    left_[leg] = nominal_[leg][1] > Scalar(0);
    joints_[leg] = LegOf<3>(kModel, static_cast<int>(leg));
  }
}

template <typename Robot, typename Scalar>
auto TrotController<Robot, Scalar>::Update(const hal::OperatorInput& input, const State& state,
                                           const DynamicsTerms<Model>& terms, const Feet& feet,
                                           const Vector3<Scalar>& ground, Scalar dt) -> Torque {
  if (!started_) {
    started_ = true;
    heading_ = trot::HeadingOf(state.base_attitude);
    for (unsigned leg = 0; leg < kFeet; ++leg) legs_[leg].position = terms.points[leg].position;
  }
  FollowBase(state, ground, dt);
  AdvanceClock(input, state, dt);
  for (int leg = 0; leg < kFeet; ++leg) PlanLeg(leg, state, terms, feet[static_cast<unsigned>(leg)], dt);
  bool supported = false;
  for (const Leg& leg : legs_) supported = supported || leg.support;
  hang_time_ = supported ? Scalar(0) : hang_time_ + dt;
  ShareWrench(WantedWrench(state, terms), state, terms);
  return LegTorques(state, terms);
}

// Speeds are ramped; a gait ends only when it has come to rest, and another begins only then.
template <typename Robot, typename Scalar>
void TrotController<Robot, Scalar>::AdvanceClock(const hal::OperatorInput& input, const State& state,
                                                 Scalar dt) {
  const bool go = IsGait(input.mode);
  const Vector3<Scalar> asked =
      go ? Vector3<Scalar>(Scalar(input.forward_speed), Scalar(input.lateral_speed), Scalar(input.yaw_rate))
         : Vector3<Scalar>::Zero();
  const Scalar step = trot::kGains<Scalar>.slew * units_.kGravity * dt;
  for (int k = 0; k < 3; ++k) speed_[k] += Clamp(asked[k] - speed_[k], -step, step);

  const bool at_rest =
      speed_.squaredNorm() == Scalar(0) &&
      trot::Horizontal(state.base_velocity).squaredNorm() < Scalar(0.0076) * units_.Speed() * units_.Speed();
  if (!stepping_ && go) {
    stepping_ = true;
    gait_ = trot::GaitFor(GaitOf(input.mode), units_);
    clock_ = options_.clock_offset;
  } else if (stepping_ && !go && at_rest) {
    stepping_ = false;
  } else if (stepping_) {
    clock_ += dt;
    if (clock_ >= gait_.period) clock_ -= gait_.period;
  }

  // Turn the wanted heading; never run further ahead of the real one than about 20°.
  heading_ += dt * speed_[2] * trot::Left(heading_);
  const Vector3<Scalar> real = trot::HeadingOf(state.base_attitude);
  if (heading_.dot(real) < Scalar(0.94)) heading_ = Scalar(0.98) * heading_ + Scalar(0.02) * real;
  heading_ /= Sqrt(heading_.squaredNorm());
}

// The origin moves with the base: what was planned stays where it is on the ground.
template <typename Robot, typename Scalar>
void TrotController<Robot, Scalar>::FollowBase(const State& state, const Vector3<Scalar>& ground, Scalar dt) {
  const Vector3<Scalar> rise(-ground[0] / ground[2], -ground[1] / ground[2], Scalar(0));
  Vector3<Scalar> way = dt * trot::Horizontal(state.base_velocity);
  way[2] = rise[0] * way[0] + rise[1] * way[1];
  for (Leg& leg : legs_) {
    leg.position -= way;
    leg.lift_off -= way;
  }
  // Feet on level ground show some slope too, by noise.
  const Scalar size = Sqrt(rise[0] * rise[0] + rise[1] * rise[1]);
  const Scalar dead = trot::kGains<Scalar>.dead_slope;
  slope_ = Clamp((size - dead) / dead, Scalar(0), Scalar(1)) * rise;
  const Vector3<Scalar> upright(-slope_[0], -slope_[1], Scalar(1));
  normal_ = upright / Sqrt(upright.squaredNorm());
}

// Where a swing leg should land: under its hip, half a stance ahead, and further where the
// base is faster than wanted (Raibert 1986, section 2.3).
template <typename Robot, typename Scalar>
Vector3<Scalar> TrotController<Robot, Scalar>::Foothold(int leg, const State& state, Scalar time_left) const {
  const Vector3<Scalar>& nominal = nominal_[static_cast<unsigned>(leg)];
  const Vector3<Scalar> wanted = speed_[0] * heading_ + speed_[1] * trot::Left(heading_);
  const Vector3<Scalar> velocity = trot::Horizontal(state.base_velocity);
  Vector3<Scalar> ahead = (gait_.StanceTime() / Scalar(2)) * velocity +
                          trot::kGains<Scalar>.capture * units_.time * (velocity - wanted);
  const Scalar most = trot::kGains<Scalar>.longest_step * units_.length;
  for (int k = 0; k < 2; ++k) ahead[k] = Clamp(ahead[k], -most, most);
  Vector3<Scalar> target = trot::Horizontal(state.base_position) + time_left * velocity +
                           nominal[0] * heading_ + gait_.width * nominal[1] * trot::Left(heading_) + ahead;
  for (int k = 0; k < 2; ++k) target[2] += slope_[k] * (target[k] - state.base_position[k]);
  return target;
}

template <typename Robot, typename Scalar>
void TrotController<Robot, Scalar>::PlanLeg(int index, const State& state, const DynamicsTerms<Model>& terms,
                                            ContactState contact, Scalar dt) {
  Leg& leg = legs_[static_cast<unsigned>(index)];
  const trot::Gains<Scalar>& gains = trot::kGains<Scalar>;
  const Gait<Scalar>& gait = gait_;
  const Scalar phase = LegPhase(index);
  const bool loaded = contact != ContactState::kOpen;
  const bool stance = ScheduledStance(index);
  const Scalar share = stance ? Scalar(1) : gait.SwingShare(phase);

  const bool supported = leg.support;
  leg.lift = Scalar(0);
  leg.slip_time = contact == ContactState::kSlip ? leg.slip_time + dt : Scalar(0);
  // A foot that unloads is felt as open before it is; it need not reach for the ground.
  const Scalar left = stance && stepping_ ? gait.TimeToLiftOff(phase) : gait.period;
  const Scalar unload_time = gains.unload * units_.time;
  const bool unloads = supported && left < unload_time;
  leg.support = (loaded && (stance || share > Scalar(0.6))) || unloads;  // a late swing may end early
  leg.support_time = leg.support ? leg.support_time + dt : Scalar(0);
  if (leg.support) {
    // Where no other foot carries, the last of its weight still does.
    leg.weight = Clamp(left / unload_time, Scalar(0.02), Scalar(1));
    // Where the foot came down it is to stay; the spring to there is short, and gives way.
    const Vector3<Scalar>& foot = terms.points[static_cast<unsigned>(index)].position;
    const Vector3<Scalar> strayed = supported ? AlongGround(leg.position - foot) : Vector3<Scalar>::Zero();
    const Scalar distance = Sqrt(strayed.squaredNorm());
    const Scalar longest = gains.longest_stray * units_.length;
    leg.position = foot + strayed * (distance > longest ? longest / distance : Scalar(1));
    leg.lift_off = foot;
    return;
  }
  if (!stepping_ && hang_time_ > gains.hang_time * units_.time) {
    // Someone holds the robot in the air: the feet are where they will stand.
    const Vector3<Scalar>& nominal = nominal_[static_cast<unsigned>(index)];
    leg.velocity = state.base_velocity;
    leg.position = state.base_position + nominal[0] * heading_ + nominal[1] * trot::Left(heading_) +
                   Vector3<Scalar>(0, 0, nominal[2]);
    leg.lift_off = leg.position;
    return;
  }
  if (stance) {
    // No ground where it was believed: reach for it.
    const Scalar lowest = state.base_position[2] - (Scalar(1) + gains.reach) * units_.length;
    const Scalar speed = leg.position[2] > lowest ? gains.reach_speed * units_.Speed() : Scalar(0);
    leg.velocity = {Scalar(0), Scalar(0), state.base_velocity[2] - speed};
    leg.position += dt * leg.velocity;
    leg.lift_off = leg.position;
    return;
  }
  Vector3<Scalar> target = Foothold(index, state, (Scalar(1) - share) * gait.SwingTime());
  target[2] -= gains.swing_below * units_.length;
  const FootPath<Scalar> path = SwingOver(leg.lift_off, target, gains.swing_height * units_.length,
                                          gains.reach_speed * units_.Speed(), share, gait.SwingTime());
  leg.position = path.position;
  leg.velocity = path.velocity;
  leg.lift = path.lift;
}

// For the acceleration that brings the base where it should be.
template <typename Robot, typename Scalar>
auto TrotController<Robot, Scalar>::WantedWrench(const State& state, const DynamicsTerms<Model>& terms) const
    -> Wrench6 {
  const trot::Gains<Scalar>& gains = trot::kGains<Scalar>;
  const Scalar rate = Scalar(1) / units_.time, rate2 = rate * rate;
  const Vector3<Scalar> left = trot::Left(heading_);
  Vector3<Scalar> wanted = speed_[0] * heading_ + speed_[1] * left;
  Vector3<Scalar> linear = Vector3<Scalar>::Zero();
  if (stepping_ && gait_.kind == GaitKind::kWalk) {
    const Scalar length = gains.sway * Abs(nominal_[0][0]), width = gains.sway * Abs(nominal_[0][1]);
    const WalkSway<Scalar> sway =
        SwayOf(gait_, clock_ - gains.sway_late * units_.time, length, width, units_.length, units_.kGravity);
    wanted += sway.forward.velocity * heading_ + sway.left.velocity * left;
    linear = sway.forward.acceleration * heading_ + sway.left.acceleration * left;
  }
  linear += gains.speed * rate * (wanted - state.base_velocity);
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
  typename Sharing::Feet feet;
  int carrying = 0;            // feet that take over from those that unload
  Scalar longest = Scalar(0);  // s, support without a break
  for (unsigned leg = 0; leg < kFeet; ++leg) {
    feet[leg].position = terms.points[leg].position;
    feet[leg].weight = legs_[leg].support ? legs_[leg].weight : Scalar(0);
    carrying += feet[leg].weight > Scalar(0.5) ? 1 : 0;
    longest = Max(longest, legs_[leg].support_time);
  }
  load_sharing_.Share(wrench, state.base_position, trot::kGains<Scalar>.arm * units_.length, &feet);

  // A diagonal pair cannot make every moment; least squares ask the unloading feet for the rest, up to a
  // limit.
  const bool relieved = carrying >= 2;
  // Out of the air, the first feet take the load little by little.
  const Scalar least = trot::kGains<Scalar>.least_force * units_.weight;
  const Scalar most_now =
      options_.largest_force * units_.weight * Min(longest / trot::kLoadTime<Scalar>, Scalar(1));
  for (unsigned leg = 0; leg < kFeet; ++leg) {
    Vector3<Scalar>& f = legs_[leg].force;
    f = feet[leg].force;
    // A foot on the ground is pressed on it up to the end, so that it is felt there.
    const Scalar most = Max(most_now * (relieved ? feet[leg].weight : Scalar(1)), least);
    // Ground that did not hold is asked for less.
    const bool slips = legs_[leg].slip_time > trot::kGains<Scalar>.patience * units_.time;
    KeepInCone(least, most, slips ? options_.slip_friction : options_.friction, normal_, &f);
  }
}

template <typename Robot, typename Scalar>
auto TrotController<Robot, Scalar>::LegTorques(const State& state, const DynamicsTerms<Model>& terms) const
    -> Torque {
  const trot::Gains<Scalar>& gains = trot::kGains<Scalar>;
  const Scalar stiffness = units_.Stiffness(), damping = units_.Damping();
  const Scalar mass = units_.weight / units_.kGravity;
  Torque torque;
  for (unsigned leg = 0; leg < kFeet; ++leg) {
    const auto& point = terms.points[leg];
    // What the leg pushes the foot with: its share, and what brings back a foot that slides.
    Vector3<Scalar> push =
        -legs_[leg].force +
        legs_[leg].weight *
            AlongGround(Vector3<Scalar>(gains.anchor * stiffness * (legs_[leg].position - point.position) -
                                        gains.brake * damping * point.velocity));
    if (!legs_[leg].support) {
      push = gains.foot * stiffness * (legs_[leg].position - point.position) +
             gains.foot_rate * damping * (legs_[leg].velocity - point.velocity);
      push[2] += gains.foot_mass * mass * legs_[leg].lift;
    }
    for (int k = 0; k < joints_[leg].count; ++k) {  // at most 3
      const auto joint = static_cast<unsigned>(joints_[leg].joint[static_cast<unsigned>(k)]);
      const int j = static_cast<int>(joint);
      const Scalar limit = kModel.joints[joint].limits.torque;
      const Scalar along =
          TorqueFor(terms, leg, joint, push) + StopTorque(kFreeRanges<Robot, Scalar>[joint], units_,
                                                          state.joint_position[j], state.joint_velocity[j]);
      // Friction is not compensated: its sign would switch with the noise of the measured rate.
      const Scalar inertial = terms.bias[6 + j] - terms.drive_friction[j];
      torque[joint] = Clamp(inertial + along, -limit, limit);
    }
  }
  return torque;
}

}  // namespace footing
