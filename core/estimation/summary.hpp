// What is said of the base, and of a foot as a whole from what is known of its points
// (docs/reference/estimator.md, "From points to foot").
#pragma once

#include "core/dynamics/dynamics_terms.hpp"
#include "core/estimation/base/base_state.hpp"
#include "core/estimation/base/ground.hpp"
#include "core/estimation/tracked_feet.hpp"

namespace footing {

// Fills all of `foot` but its state and normal_sigma. Its points are those from `first` up to `last` of
// `points`; `base`: the base's origin [m, world]. Some 30 operations a point.
template <typename Model, typename Scalar, typename Points>
void SummarizePoints(const DynamicsTerms<Model>& terms, const Points& points, int first, int last,
                     const Vector3<Scalar>& base, TrackedFoot<Scalar>& foot) {
  const auto at = [](int p) { return static_cast<unsigned>(p); };
  int most = first;  // the point with the largest predicted force
  Scalar load = Scalar(0);
  Vector3<Scalar> force = Vector3<Scalar>::Zero(), predicted = Vector3<Scalar>::Zero();
  Vector3<Scalar> weighted = Vector3<Scalar>::Zero(), middle = Vector3<Scalar>::Zero();
  for (int p = first; p < last; ++p) {  // at most kFootPoints
    const TrackedPoint<Scalar>& point = points[at(p)];
    const Vector3<Scalar> place = terms.points[at(p)].position - base;
    const Scalar share = Max(point.force[2], Scalar(0));
    load += share;
    weighted += share * place;
    middle += place / Scalar(last - first);
    force += point.force;
    predicted += point.predicted_force;
    if (point.predicted_force[2] > points[at(most)].predicted_force[2]) most = p;
  }
  foot.force = force;
  foot.predicted_force = predicted;
  foot.predicted_mode = points[at(most)].predicted_mode;
  foot.modes_that_meet = points[at(most)].modes_that_meet;
  foot.margin = points[at(most)].margin;
  foot.centre_of_pressure = load > Scalar(0) ? Vector3<Scalar>(weighted / load) : middle;
  foot.moment.setZero();
  for (int p = first; p < last; ++p) {  // at most kFootPoints
    const Vector3<Scalar> arm = terms.points[at(p)].position - base - foot.centre_of_pressure;
    foot.moment += arm.cross(points[at(p)].force);
  }
}

// Fills place, motion, biases, covariance and ground of `said`.
template <typename Model, typename Scalar>
void SummarizeBase(const BaseState<Scalar>& base, const Ground<Model>& ground, TrackedBase<Scalar>& said) {
  const GroundPlane<Scalar>& plane = ground.plane();
  said.base_position = base.position() + Vector3<Scalar>(Scalar(0), Scalar(0), plane.height());
  said.base_attitude = base.attitude();
  said.base_velocity = base.velocity();
  said.base_angular_velocity = base.angular_velocity();
  said.gyro_bias = base.gyro_bias();
  said.accelerometer_bias = base.accelerometer_bias();
  said.covariance = {base.turn_covariance(), base.along_covariance(), base.off_covariance(),
                     plane.covariance()};
  said.ground_normal = ground.normal();
}

}  // namespace footing
