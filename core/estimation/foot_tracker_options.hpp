// The options of the tracker: its own, and those of its parts.
#pragma once

#include "core/estimation/base/base_state.hpp"
#include "core/estimation/base/ground.hpp"
#include "core/estimation/contacts/contact_prediction.hpp"
#include "core/estimation/joints/joint_rates.hpp"
#include "core/estimation/sensors/sensor_check.hpp"

namespace footing {

// Ranges in brackets.
template <typename Scalar>
struct FootTrackerOptions {
  Scalar period = Scalar(0.001L);  // s, nominal, of Update: the step that is predicted [0.0001, 0.02]
  Scalar gravity = Scalar(9.81L);  // m/s² [0, 100]
  Scalar friction = Scalar(0.6L);  // nominal μ, of any ground [0, 100]
  Scalar candidate_reach =
      Scalar(0.01L);  // m: open feet higher over the assumed ground are not predicted [0, 1]
  Scalar wrench_length = Scalar(0.3L);      // m: a moment of 1 N·m counts as 1/0.3 N [0.001, 1000]
  Scalar observer_bandwidth = Scalar(300);  // rad/s, of the reported force [1, 10000]
  // Equal samples in a row at which the IMU counts as lost. 0, for a simulation without noise: it never does.
  int imu_repeats = 5;
  BaseStateOptions<Scalar> base;
  GroundOptions<Scalar> ground;
  JointRateOptions<Scalar> rates;
  ContactEstimatorOptions<Scalar> contact;
  // Steps of a solve: more than any tick of the demo's course takes (2), few enough to know the worst
  // (docs/generated/bounds.md).
  SolveOptions solver{3};
  Scalar epsilon = 0;  // A_ii ← (1 + ε) A_ii of the predicted contacts (docs/solvers.md) [0, 0.1]

  SensorCheckOptions<Scalar> ForSensors(const ImuModel<Scalar>& imu, Scalar largest_force) const {
    return {period, gravity, imu_repeats, imu, largest_force};
  }
  ContactPredictionOptions<Scalar> ForPrediction() const {
    return {period, candidate_reach, wrench_length, solver, epsilon};
  }

  // Whether each of the options with a range is within it. False for NaN.
  bool InRange() const {
    const auto within = [](Scalar x, Scalar lo, Scalar hi) { return lo <= x && x <= hi; };
    return within(period, Scalar(0.0001L), Scalar(0.02L)) && within(gravity, 0, 100) &&
           within(friction, 0, 100) && within(candidate_reach, 0, 1) &&
           within(wrench_length, Scalar(0.001L), 1000) && within(observer_bandwidth, 1, 10000) &&
           within(contact.foot_force_sigma, Scalar(0.0001L), 10) && within(epsilon, 0, Scalar(0.1L));
  }
};

}  // namespace footing
