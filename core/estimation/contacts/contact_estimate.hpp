// What is known of the points of the feet, and of each foot as a whole: told each tick, and estimated.
#pragma once

#include <array>
#include <cstdint>

#include "core/dynamics/kinematics.hpp"
#include "core/scalar.hpp"

namespace footing {

// kTilt: of a foot with several points alone; only an edge or a corner of it carries.
enum class ContactState : std::uint8_t { kOpen = 0, kStick = 1, kSlip = 2, kTilt = 3 };

template <typename Scalar>
struct PointEstimate {
  ContactState state = ContactState::kOpen;
  Vector3<Scalar> force = Vector3<Scalar>::Zero();  // N, ground on foot, world axes
  // N, off the ground, from the unfiltered residual; of an open foot with what the balance misses
  Scalar unfiltered_normal = 0;
  Scalar normal_variance = 0;  // N², of the unfiltered one, as the test of the load weighs it
  Scalar force_variance = 0;   // N², of the normal part of `force`, of a foot; not of one of several points
  Scalar change = 0;           // N, of a foot without a sensor: what the filter lacks
  Scalar impact = 0;           // N², the square of the largest change beyond noise, which fades
  // N, of a foot, not of one of several points: of the force along the ground what is beyond the force off
  // it, and beyond noise. No friction is so large: the edge of a step pushes.
  Scalar edge_force = 0;
  Scalar log_odds = 0;         // of "loaded"
  Scalar slip_evidence = 0;    // 1: slip
  Scalar motion_evidence = 0;  // the same, were the rates of the joints sure
  Scalar time_in_state = 0;    // s since it last changed between open and loaded
  Scalar slip_time = 0;        // s without a break that it has been called slip
  bool settled = false;        // loaded for longer than an impact rings, and surely
  bool holds = false;          // settled, and with hardly a sign of motion
  bool rests = false;          // sticks, and does not land in a predicted slide
};

// What the estimator is told of a point each tick.
template <typename Scalar>
struct PointObservation {
  Vector3<Scalar> velocity;   // m/s, of the point, world axes, by the base's estimate
  Vector3<Scalar> predicted;  // N, from the contact solver; 0 where none was predicted
  bool predicted_slide;
  Scalar height;               // m, over the believed ground
  Scalar speed_sigma = 0;      // m/s, of the velocity, by the rates of the joints
  Scalar ground_variance = 0;  // m²/s², of a standing point's speed off the ground: ground that gives way
  Scalar planned = 0;          // 1: surely to stand, −1: surely to swing, 0: not known
};

// Of all feet and points. The points of a foot follow each other, in the model's order.
template <typename ModelType>
struct ContactEstimates {
  using Scalar = typename ModelType::Scalar;
  static constexpr int kPoints = ModelType::kPoints;
  static constexpr int kFeet = ModelType::kFeet;

  explicit ContactEstimates(const ModelType& model) : first_point(model.first_point) {}

  // kPoints for the foot behind the last.
  int FirstPoint(int foot) const {
    if constexpr (kPoints == kFeet) return foot;
    return first_point[static_cast<unsigned>(foot)];
  }

  PointEstimate<Scalar>& Foot(int i) { return feet[static_cast<unsigned>(i)]; }
  const PointEstimate<Scalar>& Foot(int i) const { return feet[static_cast<unsigned>(i)]; }
  PointEstimate<Scalar>& Point(int i) { return points[static_cast<unsigned>(i)]; }
  const PointEstimate<Scalar>& Point(int i) const { return points[static_cast<unsigned>(i)]; }

  std::array<int, static_cast<unsigned>(kFeet) + 1> first_point;
  std::array<PointEstimate<Scalar>, static_cast<unsigned>(kFeet)> feet{};
  std::array<PointEstimate<Scalar>, static_cast<unsigned>(kPoints)> points{};
};

// Of all points, in the model's order.
template <typename ModelType>
using PointObservations =
    std::array<PointObservation<typename ModelType::Scalar>, static_cast<unsigned>(ModelType::kPoints)>;

}  // namespace footing
