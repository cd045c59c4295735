// What the tracker says of a robot after each sample. It is output alone: nothing is read back from it.
#pragma once

#include "core/estimation/contact_estimator.hpp"
#include "core/estimation/measurement.hpp"
#include "core/margins/contact_margin.hpp"
#include "core/margins/least_wrench.hpp"

namespace footing {

template <typename Scalar>
struct TrackedPoint {
  // Of the step that has passed, from what was measured.
  ContactState state = ContactState::kOpen;
  Vector3<Scalar> force = Vector3<Scalar>::Zero();  // N, ground on foot, world axes
  // Of the coming step, from the contact solver and the commanded torque.
  ContactMode predicted_mode = ContactMode::kSeparate;
  std::uint8_t modes_that_meet = ModeBit(ContactMode::kSeparate);  // ModeBit of each; one unless ambiguous
  Vector3<Scalar> predicted_force = Vector3<Scalar>::Zero();       // N, ground on foot, world axes
  ContactMargin<Scalar> margin;                                    // of predicted_mode
};

// A foot as a whole. Of several points: forces are sums; mode and margin are those of the point with the
// largest predicted force.
template <typename Scalar>
struct TrackedFoot : TrackedPoint<Scalar> {
  Vector3<Scalar> centre_of_pressure = Vector3<Scalar>::Zero();  // m, world axes, from the base's origin
  // N·m about the centre of pressure, ground on foot: of several points that twist the foot.
  Vector3<Scalar> moment = Vector3<Scalar>::Zero();
  Scalar normal_sigma = 0;  // N, of the vertical force: what the leg's joints leave open
};

// Vectors have world axes: z up, z = 0 the ground under the loaded feet. Points have the model's order.
template <typename Scalar, int kFeet, int kPoints = kFeet>
struct TrackedFeet {
  std::uint32_t flags = 0;  // TrackerFlag bits
  // The joints that kTorqueStuck, kTorqueReversed and kEncoderOffset are of.
  JointMask suspect_joints = 0;
  std::array<TrackedFoot<Scalar>, kFeet> feet;
  std::array<TrackedPoint<Scalar>, kPoints> points;
  WrenchMargin<Scalar> margin;  // on the base, about its origin; `contact` is the number of the point, or −1
  // The base, by the filter, before this sample's feet correct it.
  Vector3<Scalar> base_position = Vector3<Scalar>::Zero();            // m; x and y drift
  Quaternion<Scalar> base_attitude = Quaternion<Scalar>::Identity();  // base to world
  Vector3<Scalar> base_velocity = Vector3<Scalar>::Zero();            // m/s
  Vector3<Scalar> base_angular_velocity = Vector3<Scalar>::Zero();    // rad/s
  // The contact solve behind the predictions; unless it is kSolved there is no base margin.
  SolveStatus status = SolveStatus::kSolved;
  SolveStage stage = SolveStage::kNone;
  int pivots = 0;
  Scalar residual = 0;  // natural map, relative
};

}  // namespace footing
