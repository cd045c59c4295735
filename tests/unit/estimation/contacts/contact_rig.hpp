// An A1 for the contact estimator's tests: handmade residuals and foot speeds.
#pragma once

#include "core/dynamics/compute_dynamics.hpp"
#include "core/estimation/contacts/contact_estimator.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/unit/estimation/contacts/contact_options.hpp"

namespace footing::contact_rig {

using Model = RobotModel<double, 12, 4>;
using Estimator = ContactEstimator<Model>;
using JointVector = Estimator::JointVector;
using Vector = Vector3<double>;
using contact_options::Options;

inline constexpr double kStep = 0.001;
inline constexpr double kLoad = 40.0;  // N
inline constexpr unsigned kFoot = 2;

inline const Model& Robot() {
  static const Model model = robots::A1::Model<double>();
  return model;
}

inline const DynamicsTerms<Model>& Pose() {
  static DynamicsTerms<Model> terms;
  RobotState<double, 12> state;
  for (int leg = 0; leg < 4; ++leg) {
    state.joint_position[3 * leg] = 0.1;
    state.joint_position[3 * leg + 1] = 0.8;
    state.joint_position[3 * leg + 2] = -1.6;
  }
  ComputeDynamics(Robot(), state, 9.81, &terms);
  return terms;
}

inline const Vector kPressed(3.0, -2.0, kLoad);
inline const Vector kFree(0.0, 0.0, 0.0);
inline const Vector kStill(0.0, 0.0, 0.0);
inline const Vector kSwing(0.5, 0.0, 0.6);

// A robot with one foot under test; the other feet swing.
class Rig {
 public:
  explicit Rig(double offset = 0) : estimator_(Robot(), Options(offset), 300) {}

  // Runs `ticks` with this force on the foot, this velocity of it, this constant error of all torques, and
  // one before the observer's filter alone.
  void Run(int ticks, const Vector& force, const Vector& velocity, double torque_bias = 0.0,
           bool slide = false, double noise = 0.0) {
    const DynamicsTerms<Model>& terms = Pose();
    JointVector residual = JointVector::Constant(torque_bias);
    for (int j = 0; j < 3; ++j) {
      const int joint = 3 * static_cast<int>(kFoot) + j;
      residual[joint] += terms.points[kFoot].jacobian.col(6 + joint).dot(force);
    }
    const JointVector unfiltered = residual + JointVector::Constant(noise);
    Estimator::Observations observations;
    for (auto& o : observations) o = {Vector(0.5, 0.0, 1.0), Vector::Zero(), false, 0};
    observations[kFoot] = {velocity, Vector(0, 0, force[2]), slide, 0};
    for (int tick = 0; tick < ticks; ++tick) {
      estimator_.EstimateForces(terms, {JointVector::Zero(), JointVector::Zero(), residual, unfiltered},
                                observations, Vector::UnitZ(), kStep, sensors_);
      estimator_.Update(observations, {}, Vector::UnitZ(), kStep);
    }
  }

  // One tick of a foot at rest, with these forces behind the observer's filter and before it.
  void RunBehind(const Vector& filtered, const Vector& at_once) {
    JointVector residual[2] = {JointVector::Zero(), JointVector::Zero()};
    for (int j = 0; j < 3; ++j) {
      const int joint = 3 * static_cast<int>(kFoot) + j;
      const auto column = Pose().points[kFoot].jacobian.col(6 + joint);
      residual[0][joint] = column.dot(filtered);
      residual[1][joint] = column.dot(at_once);
    }
    Estimator::Observations observations;
    for (auto& o : observations) o = {kStill, Vector::Zero(), false, 0};
    estimator_.EstimateForces(Pose(), {JointVector::Zero(), JointVector::Zero(), residual[0], residual[1]},
                              observations, Vector::UnitZ(), kStep, sensors_);
  }

  // The number of ticks until the foot is in this state; 1000 if it never is.
  int Until(ContactState state, const Vector& force, const Vector& velocity) {
    for (int tick = 1; tick < 1000; ++tick) {
      Run(1, force, velocity);
      if (foot().state == state) return tick;
    }
    return 1000;
  }

  const PointEstimate<double>& foot() const { return estimator_.point(static_cast<int>(kFoot)); }
  const Estimator& estimator() const { return estimator_; }

  // From now on a sensor measures this in the foot.
  void Measure(const Vector& force) { sensors_.valid = 1u << kFoot, sensors_.force[kFoot] = force; }
  void MeasureNothing() { sensors_.valid = 0; }

 private:
  MeasuredForces<double, 4> sensors_;
  Estimator estimator_;
};

}  // namespace footing::contact_rig
