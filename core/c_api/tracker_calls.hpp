// What the calls of footing_tracker.h do, for any robot and both scalars: plain structs to and from those of
// the core, and the caller's block as the tracker's memory.
#pragma once

#include <new>
#include <type_traits>

#include "core/c_api/footing_tracker.h"
#include "core/estimation/contacts/contact_probability.hpp"
#include "core/estimation/foot_tracker.hpp"

namespace footing::c_api {

template <typename Robot, typename Scalar>
struct TrackerCalls {
  using Tracker = FootTracker<Robot, Scalar>;
  static constexpr auto kFeet = static_cast<unsigned>(Tracker::kFeet);
  static constexpr auto kPoints = static_cast<unsigned>(Tracker::kPoints);
  static constexpr auto kJoints = static_cast<unsigned>(Tracker::kJoints);
  static_assert(kFeet == FOOTING_TRACKER_FEET && kPoints == FOOTING_TRACKER_POINTS &&
                    kJoints == FOOTING_TRACKER_JOINTS,
                "the counts of footing_tracker.h are not those of the model");
  static_assert(Tracker::kLeg <= FOOTING_TRACKER_LEG, "define FOOTING_TRACKER_LEG: a foot has a longer leg");
  // What an initialised block is known by.
  static constexpr std::uint64_t kMagic =
      0x72656b6361727400ULL + 65536 * kJoints + 256 * kPoints + 16 * kFeet + sizeof(Scalar);

  template <typename Block>
  static footing_status CheckPlace(const Block* block) {
    if (block == nullptr) return FOOTING_NULL_POINTER;
    const bool aligned = reinterpret_cast<std::uintptr_t>(block) % alignof(Block) == 0;
    return aligned ? FOOTING_SOLVED : FOOTING_MISALIGNED;
  }

  // Null, with *status set, where the block cannot be used.
  template <typename Block>
  static auto* Open(Block* block, footing_status* status) {
    using Inside = std::conditional_t<std::is_const_v<Block>, const Tracker, Tracker>;
    *status = CheckPlace(block);
    if (*status == FOOTING_SOLVED && block->words[0] != kMagic) *status = FOOTING_BAD_MEMORY;
    if (*status != FOOTING_SOLVED) return static_cast<Inside*>(nullptr);
    return std::launder(reinterpret_cast<Inside*>(block->words + 1));
  }

  // Zero: *to stays. False: no option.
  static bool Take(Scalar from, Scalar* to) {
    if (from != Scalar(0)) *to = from;
    return IsFinite(from) && from >= Scalar(0);
  }

  template <typename Block, typename Options>
  static footing_status Init(Block* block, const Options* options) {
    constexpr auto kNeeded = sizeof(std::uint64_t) + sizeof(Tracker);
    static_assert(kNeeded <= sizeof(Block), "FOOTING_TRACKER_NUMBERS is too small");
    static_assert(alignof(Tracker) <= alignof(Block) && std::is_trivially_destructible_v<Tracker>);
    const footing_status status = CheckPlace(block);
    if (status != FOOTING_SOLVED) return status;
    typename Tracker::Options with = Tracker::Usual();
    if (options != nullptr) {
      bool good = Take(options->period, &with.period);
      good &= Take(options->gravity, &with.gravity);
      good &= Take(options->friction, &with.friction);
      good &= Take(options->candidate_reach, &with.candidate_reach);
      good &= Take(options->wrench_length, &with.wrench_length);
      good &= Take(options->observer_bandwidth, &with.observer_bandwidth);
      good &= Take(options->foot_force_sigma, &with.contact.foot_force_sigma);
      if (!good) return FOOTING_NOT_FINITE;
      if (!Tracker::Accepts(with)) return FOOTING_BAD_BOUNDS;
      if (options->imu_repeats != 0) with.imu_repeats = Max(options->imu_repeats, 0);
      if (options->budget > 0) with.solver.budget = options->budget;
    }
    block->words[0] = kMagic;
    ::new (static_cast<void*>(block->words + 1)) Tracker(with);
    return FOOTING_SOLVED;
  }

  template <typename Block, typename Pose>
  static footing_status Reset(Block* block, const Pose* pose) {
    footing_status status;
    Tracker* const tracker = Open(block, &status);
    if (tracker == nullptr) return status;
    if (pose == nullptr) {
      tracker->Reset();
      return status;
    }
    const Scalar* const p = pose->position;
    const Scalar* const q = pose->attitude;
    const bool good = tracker->Reset(Vector3<Scalar>(p[0], p[1], p[2]),
                                     Quaternion<Scalar>(q[0], q[1], q[2], q[3]));
    return good ? status : FOOTING_NOT_FINITE;
  }

  template <typename Block, typename Sample, typename Tracked>
  static footing_status Update(Block* block, const Sample* sample, Tracked* now) {
    footing_status status;
    Tracker* const tracker = Open(block, &status);
    if (tracker == nullptr) return status;
    if (sample == nullptr || now == nullptr) return FOOTING_NULL_POINTER;
    typename Tracker::Measurement measured;
    for (unsigned j = 0; j < kJoints; ++j) {
      measured.position[j] = sample->position[j];
      measured.velocity[j] = sample->velocity[j];
      measured.torque[j] = sample->torque[j];
      measured.commanded[j] = sample->commanded[j];
    }
    for (unsigned k = 0; k < 4; ++k) measured.attitude[k] = sample->attitude[k];
    for (unsigned k = 0; k < 3; ++k) {
      measured.gyro[k] = sample->gyro[k];
      measured.acceleration[k] = sample->acceleration[k];
    }
    measured.dt = sample->dt;
    measured.imu_valid = sample->imu_invalid == 0;
    measured.velocity_valid = sample->velocity_invalid == 0;
    measured.torque_valid = sample->torque_invalid == 0;
    measured.foot_force_valid = sample->foot_force_valid;
    typename Tracker::Plan plan;
    for (unsigned i = 0; i < kFeet; ++i) {
      for (unsigned k = 0; k < 3; ++k) measured.foot_force[i][k] = sample->foot_force[i][k];
      plan[i] = sample->planned[i];
    }
    measured.stamp = {sample->stamped != 0, sample->sequence, sample->time_us};
    Write(tracker->Update(measured, plan), now);
    return static_cast<footing_status>(now->status);
  }

  template <typename Block>
  static footing_status WrenchCovariance(const Block* block, int foot, Scalar (*covariance)[36]) {
    footing_status status;
    const Tracker* const tracker = Open(block, &status);
    if (tracker == nullptr) return status;
    if (covariance == nullptr) return FOOTING_NULL_POINTER;
    if (foot < 0 || foot >= Tracker::kFeet) return FOOTING_BAD_SIZE;
    const BoundedMatrix<Scalar, 6> from = tracker->WrenchCovariance(foot);
    for (int i = 0; i < 36; ++i) (*covariance)[i] = from(i / 6, i % 6);
    return status;
  }

 private:
  template <typename Tracked>
  static void Write(const typename Tracker::Feet& from, Tracked* to) {
    to->flags = from.flags;
    to->suspect_joints = from.suspect_joints;
    to->status = static_cast<int>(from.status);
    to->stage = static_cast<int>(from.stage);
    to->pivots = from.pivots;
    to->residual = from.residual;
    for (unsigned i = 0; i < kFeet; ++i) {
      const TrackedFoot<Scalar>& foot = from.feet[i];
      WritePoint(foot, &to->feet[i]);
      Copy(foot.centre_of_pressure, to->feet[i].centre_of_pressure);
      Copy(foot.moment, to->feet[i].moment);
      to->feet[i].normal_sigma = foot.normal_sigma;
      const ContactProbability<Scalar> probability = Probability(foot);
      to->feet[i].open = probability.open;
      to->feet[i].stick = probability.stick;
      to->feet[i].slip = probability.slip;
      to->feet[i].friction = foot.friction;
      to->feet[i].friction_sigma = Sqrt(foot.friction_variance);
    }
    for (unsigned p = 0; p < kPoints; ++p) WritePoint(from.points[p], &to->points[p]);
    to->margin.size = from.margin.size;
    for (int k = 0; k < 6; ++k) to->margin.wrench[k] = from.margin.wrench[k];
    to->margin.contact = from.margin.contact;
    to->margin.to = static_cast<int>(from.margin.to);
    to->margin.unique = from.margin.unique ? 1 : 0;
    Copy(from.base_position, to->base_position);
    Copy(from.base_velocity, to->base_velocity);
    Copy(from.base_angular_velocity, to->base_angular_velocity);
    Copy(from.gyro_bias, to->gyro_bias);
    Copy(from.accelerometer_bias, to->accelerometer_bias);
    Copy(from.ground_normal, to->ground_normal);
    to->attitude_sigma = Sqrt(from.covariance.turn.value);
    to->velocity_sigma[0] = Sqrt(from.covariance.along.value);
    to->velocity_sigma[1] = Sqrt(from.covariance.off.value);
    for (int k = 0; k < 3; ++k) to->ground_sigma[k] = Sqrt(from.covariance.ground(k, k));
    to->base_attitude[0] = from.base_attitude.w();
    to->base_attitude[1] = from.base_attitude.x();
    to->base_attitude[2] = from.base_attitude.y();
    to->base_attitude[3] = from.base_attitude.z();
  }

  template <typename Out>
  static void WritePoint(const TrackedPoint<Scalar>& from, Out* to) {
    to->state = static_cast<int>(from.state);
    to->predicted_mode = static_cast<int>(from.predicted_mode);
    to->modes_that_meet = from.modes_that_meet;
    Copy(from.force, to->force);
    Copy(from.predicted_force, to->predicted_force);
    to->margin = {from.margin.lift_off, from.margin.slip, from.margin.slip_share, from.margin.slip_speed,
                  from.margin.gap};
  }

  static void Copy(const Vector3<Scalar>& from, Scalar (&to)[3]) {
    for (int k = 0; k < 3; ++k) to[k] = from[k];
  }
};

// The numbers of footing_tracker.h are the core's.
static_assert(static_cast<int>(ContactState::kOpen) == FOOTING_FOOT_OPEN &&
              static_cast<int>(ContactState::kStick) == FOOTING_FOOT_STICKS &&
              static_cast<int>(ContactState::kSlip) == FOOTING_FOOT_SLIPS &&
              static_cast<int>(ContactState::kTilt) == FOOTING_FOOT_TILTS);
static_assert(
    kJointNotFinite == unsigned{FOOTING_JOINT_NOT_FINITE} &&
    kEncoderFrozen == unsigned{FOOTING_ENCODER_FROZEN} && kImuLost == unsigned{FOOTING_IMU_LOST} &&
    kTickLate == unsigned{FOOTING_TICK_LATE} && kTickMissed == unsigned{FOOTING_TICK_MISSED} &&
    kTickDoubled == unsigned{FOOTING_TICK_DOUBLED} && kUpsideDown == unsigned{FOOTING_UPSIDE_DOWN} &&
    kSolveDegraded == unsigned{FOOTING_SOLVE_DEGRADED} && kSourceStill == unsigned{FOOTING_SOURCE_STILL} &&
    kFootForceLost == unsigned{FOOTING_FOOT_FORCE_LOST} && kTorqueStuck == unsigned{FOOTING_TORQUE_STUCK} &&
    kTorqueReversed == unsigned{FOOTING_TORQUE_REVERSED} &&
    kEncoderOffset == unsigned{FOOTING_ENCODER_OFFSET} && kGyroFault == unsigned{FOOTING_GYRO_FAULT} &&
    kAccelerometerFault == unsigned{FOOTING_ACCELEROMETER_FAULT});

}  // namespace footing::c_api
