// What the tracker says of a robot after each sample. It is output alone: nothing is read back from it.
#pragma once

#include "core/estimation/base/base_state.hpp"
#include "core/estimation/contacts/contact_estimator.hpp"
#include "core/estimation/sensors/measurement.hpp"
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
  Scalar normal_sigma = 0;   // N, deviation of the force off the ground
  Scalar log_odds = 0;       // of "loaded", as the test has them: Probability tells what they mean
  Scalar slip_evidence = 0;  // 1: slip
  Scalar friction = 0;       // μ of the ground under it; the nominal one where no foot has slipped
  Scalar friction_variance = 0;

  // Whether it is to slip on ground whose friction is known: the deviation of μ is below `sigma` (it is 0.3
  // of any ground), it is predicted to carry, and less than `share` of μ f_n is left. docs/margins.md says
  // how often that is right.
  bool WarnsOfSlip(Scalar sigma = Scalar(0.15L), Scalar share = Scalar(0.2L)) const {
    return this->margin.lift_off > Scalar(0) && this->margin.slip_share < share &&
           friction_variance < sigma * sigma;
  }
};

// What of the base's and the ground's numbers is not sure, in blocks.
template <typename Scalar>
struct BaseCovariance {
  BiasPair<Scalar> turn;   // rad, about any axis; with the gyro's bias [rad/s]
  BiasPair<Scalar> along;  // m/s, along the ground; with the accelerometer's bias [m/s²]
  BiasPair<Scalar> off;    // m/s, off the ground; likewise
  Matrix3<Scalar> ground =
      Matrix3<Scalar>::Zero();  // of the base's height [m], and the ground's rise along x, y
};

// What is said of the robot as a whole. Vectors have world axes, z up.
template <typename Scalar>
struct TrackedBase {
  std::uint32_t flags = 0;  // TrackerFlag bits
  // The joints that kTorqueStuck, kTorqueReversed and kEncoderOffset are of.
  JointMask suspect_joints = 0;
  WrenchMargin<Scalar> margin;  // on the base, about its origin; `contact` is the number of the point, or −1
  // The base, with what this sample's feet say of it.
  Vector3<Scalar> base_position = Vector3<Scalar>::Zero();            // m; drifts
  Quaternion<Scalar> base_attitude = Quaternion<Scalar>::Identity();  // base to world
  Vector3<Scalar> base_velocity = Vector3<Scalar>::Zero();            // m/s
  Vector3<Scalar> base_angular_velocity = Vector3<Scalar>::Zero();    // rad/s
  Vector3<Scalar> gyro_bias = Vector3<Scalar>::Zero();                // rad/s, base axes
  Vector3<Scalar> accelerometer_bias = Vector3<Scalar>::Zero();       // m/s², base axes
  BaseCovariance<Scalar> covariance;
  Vector3<Scalar> ground_normal = Vector3<Scalar>::UnitZ();
  // The contact solve behind the predictions; unless it is kSolved there is no base margin.
  SolveStatus status = SolveStatus::kSolved;
  SolveStage stage = SolveStage::kNone;
  int pivots = 0;
  Scalar residual = 0;  // natural map, relative
};

// Points have the model's order.
template <typename Scalar, int kFeet, int kPoints = kFeet>
struct TrackedFeet : TrackedBase<Scalar> {
  std::array<TrackedFoot<Scalar>, kFeet> feet;
  std::array<TrackedPoint<Scalar>, kPoints> points;
};

}  // namespace footing
