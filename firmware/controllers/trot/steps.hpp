// How the controller steps: what trot.hpp declares. A clock plans which legs stand. The contact estimate says
// which legs do. A stance leg in the air reaches down; a swinging leg that meets the ground late in its swing
// carries load.
#pragma once

#include "core/scalar.hpp"
#include "firmware/controllers/trot/gains.hpp"
#include "firmware/controllers/trot/heading.hpp"
#include "firmware/controllers/trot/sway.hpp"
#include "firmware/controllers/trot/torques.hpp"
#include "firmware/controllers/trot/trot.hpp"

namespace footing {

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
    for (unsigned leg = 0; leg < kFeet; ++leg) legs_[leg].wanted.position = terms.points[leg].position;
  }
  FollowBase(state, ground, dt);
  AdvanceClock(input, state, dt);
  UpdateSway();
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

// What the base is to move beside speed_: of a walk alone.
template <typename Robot, typename Scalar>
void TrotController<Robot, Scalar>::UpdateSway() {
  sway_velocity_.setZero();
  sway_acceleration_.setZero();
  if (!stepping_ || gait_.kind != GaitKind::kWalk) return;
  const trot::Gains<Scalar>& gains = trot::kGains<Scalar>;
  const Scalar length = gains.sway * Abs(nominal_[0][0]), width = gains.sway * Abs(nominal_[0][1]);
  const WalkSway<Scalar> sway =
      SwayOf(gait_, clock_ - gains.sway_late * units_.time, length, width, units_.length, units_.kGravity);
  const Vector3<Scalar> left = trot::Left(heading_);
  sway_velocity_ = sway.forward.velocity * heading_ + sway.left.velocity * left;
  sway_acceleration_ = sway.forward.acceleration * heading_ + sway.left.acceleration * left;
}

// The origin moves with the base: what was planned stays where it is on the ground.
template <typename Robot, typename Scalar>
void TrotController<Robot, Scalar>::FollowBase(const State& state, const Vector3<Scalar>& ground, Scalar dt) {
  const Vector3<Scalar> rise(-ground[0] / ground[2], -ground[1] / ground[2], Scalar(0));
  Vector3<Scalar> way = dt * trot::Horizontal(state.base_velocity);
  way[2] = rise[0] * way[0] + rise[1] * way[1];
  for (Leg& leg : legs_) {
    leg.wanted.position -= way;
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
// base is faster than wanted (Raibert 1986, section 2.3). The sway of a walk is left out: over a period it
// comes to nothing.
template <typename Robot, typename Scalar>
Vector3<Scalar> TrotController<Robot, Scalar>::Foothold(int leg, const State& state, Scalar time_left) const {
  const Vector3<Scalar>& nominal = nominal_[static_cast<unsigned>(leg)];
  const Vector3<Scalar> wanted = speed_[0] * heading_ + speed_[1] * trot::Left(heading_);
  const Vector3<Scalar> velocity = trot::Horizontal(state.base_velocity) - sway_velocity_;
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
  leg.wanted.acceleration.setZero();
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
    const Vector3<Scalar> strayed =
        supported ? AlongGround(leg.wanted.position - foot) : Vector3<Scalar>::Zero();
    const Scalar distance = Sqrt(strayed.squaredNorm());
    const Scalar longest = gains.longest_stray * units_.length;
    leg.wanted.position = foot + strayed * (distance > longest ? longest / distance : Scalar(1));
    leg.lift_off = foot;
    return;
  }
  if (!stepping_ && hang_time_ > gains.hang_time * units_.time) {
    // Someone holds the robot in the air: the feet are where they will stand.
    const Vector3<Scalar>& nominal = nominal_[static_cast<unsigned>(index)];
    leg.wanted.velocity = state.base_velocity;
    leg.wanted.position = state.base_position + nominal[0] * heading_ + nominal[1] * trot::Left(heading_) +
                          Vector3<Scalar>(0, 0, nominal[2]);
    leg.lift_off = leg.wanted.position;
    return;
  }
  if (stance) {
    // No ground where it was believed: reach for it.
    const Scalar lowest = state.base_position[2] - (Scalar(1) + gains.reach) * units_.length;
    const Scalar speed = leg.wanted.position[2] > lowest ? gains.reach_speed * units_.Speed() : Scalar(0);
    leg.wanted.velocity = {Scalar(0), Scalar(0), state.base_velocity[2] - speed};
    leg.wanted.position += dt * leg.wanted.velocity;
    leg.lift_off = leg.wanted.position;
    return;
  }
  Vector3<Scalar> target = Foothold(index, state, (Scalar(1) - share) * gait.SwingTime());
  target[2] -= gains.swing_below * units_.length;
  const Scalar height = Min(gains.swing_height * units_.length,
                            gains.swing_rise * units_.kGravity * gait.SwingTime() * gait.SwingTime());
  leg.wanted =
      SwingOver(leg.lift_off, target, height, gains.reach_speed * units_.Speed(), share, gait.SwingTime());
}

}  // namespace footing
