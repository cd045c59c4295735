// A clock plans which legs stand. The contact estimate says which legs do. A stance leg in the air
// reaches down; a swinging leg that meets the ground late in its swing carries load.
#include "firmware/controllers/controller.hpp"

#include "core/scalar.hpp"
#include "firmware/controllers/swing_path.hpp"

namespace footing {

namespace {

// Gains, per unit of mass where they make accelerations; found by walking the simulation.
template <typename Scalar>
struct Gains {
  Scalar height = Scalar(120);        // 1/s²
  Scalar height_rate = Scalar(18);    // 1/s
  Scalar speed = Scalar(7);           // 1/s
  Scalar position = Scalar(20);       // 1/s², standing only
  Scalar attitude = Scalar(180);      // 1/s²
  Scalar turn_rate = Scalar(22);      // 1/s
  Scalar foot = Scalar(500);          // N/m
  Scalar foot_rate = Scalar(28);      // N·s/m
  Scalar capture = Scalar(0.16);      // s, foothold per m/s of wrong speed
  Scalar slew = Scalar(0.8);          // m/s², of the wanted speed
  Scalar reach_speed = Scalar(0.35);  // m/s, down, of a stance foot in the air
  Scalar anchor = Scalar(200);        // N/m, along the ground, of a supporting foot
  Scalar brake = Scalar(12);          // N·s/m, along the ground, of a supporting foot
};

template <typename Scalar>
inline constexpr Scalar kLongestStray = Scalar(0.03);  // m

// A foot that lands slides for some milliseconds on any ground; this long means ice.
template <typename Scalar>
inline constexpr Scalar kPatience = Scalar(0.02);  // s

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

}  // namespace

template <typename Scalar>
auto Controller<Scalar>::Update(const hal::OperatorInput& input, const State& state,
                                const DynamicsTerms<Model>& terms, const Feet& feet, Scalar dt) -> Torque {
  if (!started_) {
    started_ = true;
    heading_ = HeadingOf(state.base_attitude);
    for (unsigned leg = 0; leg < kFeet; ++leg) legs_[leg].position = terms.points[leg].position;
  }
  AdvanceClock(input, state, dt);
  for (int leg = 0; leg < kFeet; ++leg) PlanLeg(leg, state, terms, feet[static_cast<unsigned>(leg)], dt);
  ShareWrench(WantedWrench(state, terms), state, terms);
  return LegTorques(terms);
}

// Speeds are ramped; a trot ends only when it has come to rest.
template <typename Scalar>
void Controller<Scalar>::AdvanceClock(const hal::OperatorInput& input, const State& state, Scalar dt) {
  const bool go = input.mode == hal::OperatorMode::kTrot;
  const Vector3<Scalar> asked =
      go ? Vector3<Scalar>(Scalar(input.forward_speed), Scalar(input.lateral_speed), Scalar(input.yaw_rate))
         : Vector3<Scalar>::Zero();
  const Scalar step = Gains<Scalar>{}.slew * dt;
  for (int k = 0; k < 3; ++k) speed_[k] += Clamp(asked[k] - speed_[k], -step, step);

  const bool at_rest =
      speed_.squaredNorm() == Scalar(0) && Horizontal(state.base_velocity).squaredNorm() < Scalar(0.02);
  if (!trotting_ && go) {
    trotting_ = true;
    clock_ = options_.clock_offset;
  } else if (trotting_ && !go && at_rest) {
    trotting_ = false;
  } else if (trotting_) {
    clock_ += dt;
    if (clock_ >= options_.gait.period) clock_ -= options_.gait.period;
  }

  // Turn the wanted heading; never run further ahead of the real one than about 20°.
  heading_ += dt * speed_[2] * Left(heading_);
  const Vector3<Scalar> real = HeadingOf(state.base_attitude);
  if (heading_.dot(real) < Scalar(0.94)) heading_ = Scalar(0.98) * heading_ + Scalar(0.02) * real;
  heading_ /= Sqrt(heading_.squaredNorm());
}

// Where a swing leg should land: under its hip, half a stance ahead, and further where the
// base is faster than wanted (Raibert 1986, section 2.3).
template <typename Scalar>
Vector3<Scalar> Controller<Scalar>::Foothold(int leg, const State& state, Scalar time_left) const {
  const Scalar front = leg < 2 ? options_.hip_ahead : -options_.hip_ahead;
  const Scalar left = leg % 2 == 1 ? options_.hip_aside : -options_.hip_aside;
  const Vector3<Scalar> wanted = speed_[0] * heading_ + speed_[1] * Left(heading_);
  const Vector3<Scalar> velocity = Horizontal(state.base_velocity);
  Vector3<Scalar> ahead =
      (options_.gait.StanceTime() / Scalar(2)) * velocity + Gains<Scalar>{}.capture * (velocity - wanted);
  for (int k = 0; k < 2; ++k) ahead[k] = Clamp(ahead[k], Scalar(-0.18), Scalar(0.18));
  return Horizontal(state.base_position) + time_left * velocity + front * heading_ + left * Left(heading_) +
         ahead;
}

template <typename Scalar>
void Controller<Scalar>::PlanLeg(int index, const State& state, const DynamicsTerms<Model>& terms,
                                 ContactState contact, Scalar dt) {
  Leg& leg = legs_[static_cast<unsigned>(index)];
  const Gait<Scalar>& gait = options_.gait;
  const Scalar phase = gait.LegPhase(clock_, index);
  const bool loaded = contact != ContactState::kOpen;
  const bool stance = ScheduledStance(index);
  const Scalar share = stance ? Scalar(1) : gait.SwingShare(phase);

  const bool supported = leg.support;
  leg.slip_time = contact == ContactState::kSlip ? leg.slip_time + dt : Scalar(0);
  // A foot that unloads is felt as open before it is; it need not reach for the ground.
  const Scalar left = stance && trotting_ ? gait.TimeToLiftOff(phase) : gait.period;
  const bool unloads = supported && left < options_.unload_time;
  leg.support = (loaded && (stance || share > Scalar(0.6))) || unloads;  // a late swing may end early
  leg.support_time = leg.support ? leg.support_time + dt : Scalar(0);
  if (leg.support) {
    // Where no other foot carries, the last of its weight still does.
    leg.weight = Clamp(left / options_.unload_time, Scalar(0.02), Scalar(1));
    // Where the foot came down it is to stay; the spring to there is short, and gives way.
    const Vector3<Scalar>& foot = terms.points[static_cast<unsigned>(index)].position;
    const Vector3<Scalar> strayed =
        supported ? Horizontal(Vector3<Scalar>(leg.position - foot)) : Vector3<Scalar>::Zero();
    const Scalar distance = Sqrt(strayed.squaredNorm());
    leg.position =
        foot + strayed * (distance > kLongestStray<Scalar> ? kLongestStray<Scalar> / distance : Scalar(1));
    leg.lift_off = foot;
    return;
  }
  if (stance) {
    // No ground where it was believed: reach for it.
    const Scalar lowest = state.base_position[2] - options_.stand_height - Scalar(0.08);
    const Scalar speed = leg.position[2] > lowest ? Gains<Scalar>{}.reach_speed : Scalar(0);
    leg.velocity = {Scalar(0), Scalar(0), state.base_velocity[2] - speed};
    leg.position += dt * leg.velocity;
    leg.lift_off = leg.position;
    return;
  }
  const Vector3<Scalar> target = Foothold(index, state, (Scalar(1) - share) * gait.SwingTime());
  SwingOver(leg.lift_off, target, options_.swing_height, share, gait.SwingTime(), &leg.position,
            &leg.velocity);
}

// M_bb a + bias_b for the acceleration that brings the base where it should be.
template <typename Scalar>
auto Controller<Scalar>::WantedWrench(const State& state, const DynamicsTerms<Model>& terms) const
    -> Wrench6 {
  const Gains<Scalar> gains;
  const Vector3<Scalar> wanted = speed_[0] * heading_ + speed_[1] * Left(heading_);
  Vector3<Scalar> linear = gains.speed * (wanted - state.base_velocity);
  linear[2] = gains.height * (options_.stand_height - state.base_position[2]) -
              gains.height_rate * state.base_velocity[2];
  if (!trotting_) {
    Vector3<Scalar> middle = Vector3<Scalar>::Zero();
    for (const auto& point : terms.points) middle += Horizontal(point.position) / Scalar(kFeet);
    linear += gains.position * (middle - Horizontal(state.base_position));
  }
  for (int k = 0; k < 3; ++k)
    linear[k] = Clamp(linear[k], k == 2 ? Scalar(-8) : Scalar(-3), k == 2 ? Scalar(20) : Scalar(3));

  const Vector3<Scalar> up = state.base_attitude * Vector3<Scalar>::UnitZ();
  Vector3<Scalar> turn = up.cross(Vector3<Scalar>::UnitZ());
  turn[2] += HeadingOf(state.base_attitude).cross(heading_)[2];
  Vector3<Scalar> angular = gains.attitude * turn - gains.turn_rate * state.base_angular_velocity;
  angular[2] += gains.turn_rate * speed_[2];

  Wrench6 wrench;
  for (int i = 0; i < 6; ++i) {
    Scalar sum = terms.bias[i];
    for (int k = 0; k < 3; ++k)
      sum += terms.mass_matrix(i, k) * linear[k] + terms.mass_matrix(i, 3 + k) * angular[k];
    wrench[i] = sum;
  }
  return wrench;
}

template <typename Scalar>
void Controller<Scalar>::ShareWrench(const Wrench6& wrench, const State& state,
                                     const DynamicsTerms<Model>& terms) {
  typename LoadSharing<Scalar>::Feet feet;
  int carrying = 0;  // feet that take over from those that unload
  Scalar longest = Scalar(0);  // s, support without a break
  for (unsigned leg = 0; leg < kFeet; ++leg) {
    feet[leg].position = terms.points[leg].position;
    feet[leg].weight = legs_[leg].support ? legs_[leg].weight : Scalar(0);
    carrying += feet[leg].weight > Scalar(0.5) ? 1 : 0;
    longest = Max(longest, legs_[leg].support_time);
  }
  load_sharing_.Share(wrench, state.base_position, &feet);

  // A diagonal pair cannot make every moment; least squares ask the unloading feet for the rest, up to a
  // limit.
  const bool relieved = carrying >= 2;
  // Out of the air, the first feet take the load little by little.
  const Scalar most_now = options_.largest_force * Min(longest / options_.load_time, Scalar(1));
  for (unsigned leg = 0; leg < kFeet; ++leg) {
    Vector3<Scalar>& f = legs_[leg].force;
    f = feet[leg].force;
    // A foot on the ground is pressed on it up to the end, so that it is felt there.
    const Scalar most = Max(most_now * (relieved ? feet[leg].weight : Scalar(1)), options_.least_force);
    f[2] = Clamp(f[2], options_.least_force, most);
    const Scalar tangential = Sqrt(f[0] * f[0] + f[1] * f[1]);
    // Ground that did not hold is asked for less.
    const bool slips = legs_[leg].slip_time > kPatience<Scalar>;
    const Scalar limit = (slips ? options_.slip_friction : options_.friction) * f[2];
    if (tangential > limit) f[0] *= limit / tangential, f[1] *= limit / tangential;
  }
}

template <typename Scalar>
auto Controller<Scalar>::LegTorques(const DynamicsTerms<Model>& terms) const -> Torque {
  const Gains<Scalar> gains;
  Torque torque;
  for (unsigned leg = 0; leg < kFeet; ++leg) {
    const auto& point = terms.points[leg];
    // What the leg pushes the foot with: its share, and what brings back a foot that slides.
    Vector3<Scalar> push =
        -legs_[leg].force +
        legs_[leg].weight * Horizontal(Vector3<Scalar>(gains.anchor * (legs_[leg].position - point.position) -
                                                       gains.brake * point.velocity));
    if (!legs_[leg].support) {
      push = gains.foot * (legs_[leg].position - point.position) +
             gains.foot_rate * (legs_[leg].velocity - point.velocity);
    }
    for (unsigned k = 0; k < 3; ++k) {
      const int row = static_cast<int>(6 + 3 * leg + k);
      const Scalar along = point.jacobian(0, row) * push[0] + point.jacobian(1, row) * push[1] +
                           point.jacobian(2, row) * push[2];
      // Friction is not compensated: its sign would switch with the noise of the measured rate.
      const Scalar inertial = terms.bias[row] - terms.drive_friction[row - 6];
      torque[3 * leg + k] = Clamp(inertial + along, -options_.torque_limit, options_.torque_limit);
    }
  }
  return torque;
}

template class Controller<FOOTING_SCALAR>;

}  // namespace footing
