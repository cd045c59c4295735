// The control tick, and all the memory that it works in: nothing else of the control side
// lives from one tick to the next, and nothing of it is on a heap.
#pragma once

#include "core/contact/solve_contacts.hpp"
#include "core/assembly/delassus.hpp"
#include "core/margins/least_wrench.hpp"
#include "core/dynamics/compute_dynamics.hpp"
#include "core/estimation/base_state.hpp"
#include "core/estimation/contact_candidates.hpp"
#include "core/estimation/contact_estimator.hpp"
#include "core/estimation/momentum_observer.hpp"
#include "firmware/controllers/controller.hpp"
#include "firmware/robots/a1/model.hpp"
#include "firmware/sensing.hpp"
#include "firmware/tick_report.hpp"

namespace footing {

template <typename Scalar>
struct ControlOptions {
  Scalar gravity = Scalar(9.81L);          // m/s²
  Scalar friction = Scalar(0.6L);          // nominal μ, of any ground
  Scalar candidate_reach = Scalar(0.01L);  // m over the believed ground
  Scalar wrench_length = Scalar(0.3L);     // m: a moment of 1 N·m counts as 1/0.3 N; half the trunk's length
  Scalar observer_bandwidth = Scalar(300);  // rad/s
  BaseStateOptions<Scalar> base;
  ContactEstimatorOptions<Scalar> contact;
  ControllerOptions<Scalar> controller;
  // Steps of a solve: more than any tick of the course takes (2), few enough to know the worst
  // (docs/generated/bounds.md).
  SolveOptions solver{3};
};

template <typename Scalar>
struct ControlMemory {
  using Model = A1Model<Scalar>;
  using Stack = SystemStack<Scalar, Model::kDof, kFeet, 0, 6 + kJoints / kFeet>;

  explicit ControlMemory(const ControlOptions<Scalar>& with);

  ControlOptions<Scalar> options;
  // Between ticks.
  SensorCheck<Scalar> sensor_check;
  BaseState<Scalar> base;
  MomentumObserver<Model> observer;
  ContactEstimator<Model> estimator;
  ContactSolverState<Scalar, kFeet, 0, SolverStages::kNewtonOnly> solver;
  Controller<Scalar> controller;
  std::array<Scalar, kJoints> torque{};  // N·m, commanded in the last tick: acts in the coming step
  // Within a tick, in the order in which they are filled.
  Sensed<Scalar> sensed;
  RobotState<Scalar, kJoints> state;
  DynamicsTerms<Model> terms;
  ContactCandidates<Scalar, kFeet> candidates;
  Stack stack;
  DelassusWorkspace<Stack> delassus;
  ContactProblem<Scalar, kFeet> problem;
  ContactSolution<Scalar, kFeet> solution;
  ModeReadings<Scalar, kFeet> modes;
  LeastWrench<Scalar, kFeet> least_wrench;
  typename LeastWrench<Scalar, kFeet>::Columns wrench_velocity;
};

// One period: waits for a measurement, answers it with a command, and says in *report how it
// went. False: there will be no more measurements, and *report is as it was.
template <typename Scalar>
bool ControlTick(ControlMemory<Scalar>& memory, TickReport<Scalar>* report);

}  // namespace footing
